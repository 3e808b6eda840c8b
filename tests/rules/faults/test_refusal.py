"""Why plays are refused: a literal position for every reason (Lois VI-IX, XIII, XIV)."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.faults.refusal import Reason, why_refused
from rules.play import Move
from rules.plays import legal_plays
from rules.position import Dice, Position, Side
from tests.rules.figures import position
from tests.rules.strategies import throws

TALON = "1:15"
PASSED = "19:15"
"""Noirs who can fill neither jan, standing on Blancs' case 6."""

CASES: list[tuple[Reason, tuple[int, ...], str, str, str, Dice, tuple[tuple[int, int], ...]]] = [
    (Reason.MOVED_BACK, (5,), "Lois VII", "1:14 6", TALON, (6, 1), ((1, 7), (6, 5))),
    (Reason.OCCUPIED, (15,), "Lois VII", "1:13 12:2", "1:14 10", (3, 2), ((12, 15), (1, 3))),
    (Reason.ADVERSE_COIN, (13,), "Lois IX", "1:12 7 8:2", TALON, (5, 1), ((8, 13), (1, 2))),
    (Reason.COIN_ALONE, (12,), "Lois IX", "1:13 7 8", TALON, (5, 1), ((7, 12), (1, 2))),
    (Reason.COIN_ALONE, (12,), "Lois IX", "1:12 8 12:2", PASSED, (2, 1), ((12, 14), (8, 9))),
    (Reason.JAN_INTERDIT, (14,), "Lois XIV", "1:11 10:2 12:2", TALON, (4, 1), ((10, 14), (1, 2))),
    (Reason.PAR_EFFET, (12,), "Lois IX", "1:11 10:2 11:2", TALON, (2, 2), ((11, 12), (11, 12))),
    (Reason.PUISSANCE_CLOSED, (13,), "Lois IX", "1:11 8:2 10:2", "1:13 12:2", (5, 3), ((8, 12), (10, 12))),
    (Reason.NO_REST, (4, 3), "Lois VI, VII", "1:10 2:5", "1:11 21:2 22:2", (3, 2), ((1, 6),)),
    (Reason.NOT_HOME, (17,), "Lois VIII", "17 19:2 24:3", "9:15", (6, 1), ((19, 25), (24, 25))),
    (Reason.NOT_FURTHEST, (20,), "Lois VIII", "20:2 22 24:3", "9:15", (6, 1), ((22, 25), (20, 21))),
    (Reason.NOT_THE_NUMBERS, (9,), "Lois VI", TALON, TALON, (6, 3), ((1, 9), (1, 4))),
    (Reason.NOT_THE_NUMBERS, (25,), "Lois VI", "11", "9:15", (6, 5), ((11, 25),)),
    (Reason.NUMBER_UNPLAYED, (7,), "Lois VI", TALON, TALON, (6, 3), ((1, 7),)),
    (Reason.NUMBER_UNPLAYED, (9,), "Lois VI", "6 9:14", TALON, (6, 3), ((6, 9),)),
    (Reason.HIGHER_NUMBER, (10,), "Lois VI", "9 12:14", TALON, (3, 1), ((9, 10),)),
    (Reason.EXCEDANT_AVOIDABLE, (22, 25), "Lois VIII", "20 21 22 24:3", PASSED, (5, 2), ((20, 22), (21, 25))),
    (Reason.FILL, (11,), "Lois XIII", "1:3 5 7:2 8:2 9:2 10:2 11 12:2", TALON, (6, 1), ((1, 7), (1, 2))),
    (Reason.KEEP, (7,), "Lois XIII", "1:3 7:2 8:2 9:2 10:2 11:2 12:2", TALON, (2, 1), ((7, 9), (1, 2))),
]


@pytest.mark.parametrize(("reason", "cases", "article", "blancs", "noirs", "dice", "moves"), CASES)
def test_the_law_that_stands_against_a_play(
    reason: Reason,
    cases: tuple[int, ...],
    article: str,
    blancs: str,
    noirs: str,
    dice: Dice,
    moves: tuple[tuple[int, int], ...],
) -> None:
    """The reason, the cases it is about, and the article it rests on."""
    refusal = why_refused(position(blancs, noirs), Side.BLANCS, dice, tuple(Move(*move) for move in moves))
    assert refusal is not None
    assert (refusal.reason, refusal.cases, refusal.article) == (reason, cases, article)


def test_every_reason_has_its_position() -> None:
    """No reason is left without a position."""
    assert {case[0] for case in CASES} == set(Reason)


def test_moves_that_lead_where_a_lawful_play_leads_are_not_refused_in_any_order() -> None:
    """Two dames moved by 4 and by 1 stand where one moved tout d'une by 2 and 3 would."""
    standing, moves = position("1:13 2 6", TALON), (Move(2, 6), Move(6, 7))
    for order in (moves, moves[::-1]):
        assert why_refused(standing, Side.BLANCS, (3, 2), order) is None


@given(throws(), st.integers(0, 2**32))
def test_refused_exactly_when_not_lawful(throw: tuple[Position, Side, Dice], seed: int) -> None:
    """A play is refused if and only if no legal play has its result."""
    standing, side, dice = throw
    random = Random(seed)  # noqa: S311 - plays to try, not secrets
    legal = legal_plays(standing, side, dice)
    for play in legal.plays[:5]:
        assert why_refused(standing, side, dice, play.moves) is None
    starts = [case for case in range(1, 25) for _ in range(standing.on(side, case))]
    moves = tuple(
        Move(start, min(25, start + random.choice((*dice, sum(dice), 1, 4))))
        for start in random.sample(starts, min(len(starts), random.randint(0, 2)))
    )
    row = list(standing.counts(side))
    for move in moves:
        row[move.start - 1] -= 1
        if move.end <= 24:
            row[move.end - 1] += 1
    lawful = standing.with_counts(side, tuple(row)) in {play.result for play in legal.plays}
    assert (why_refused(standing, side, dice, moves) is None) == lawful
