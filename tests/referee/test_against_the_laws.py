"""Unlawful plays by the numbers of the dice are recognised even if a look misses a dame, and ruled on in time."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.acts import Claimed
from events.board_reading import BoardReading, CaseReading, Colour
from events.observation import Still
from events.rulings import ClaimRuled, ClaimVerdict, Played, ThrowWorth, standing
from events.state import Mode
from events.trictrac.settings import Settings
from referee.trictrac.tracker.moves import both_numbers, by_a_wrong_number, by_the_dice, moved
from rules.fault import FaultName
from rules.plays import legal_plays
from rules.position import Position, Side
from tests.referee.players import Players, position
from tests.referee.players import moved as after
from tests.referee.test_where_hands_were import named, plays, visits

B, N = Side.BLANCS, Side.NOIRS
DICE = st.tuples(st.integers(1, 6), st.integers(1, 6)).map(lambda dice: (max(dice), min(dice)))


def begun(stands: Position, dice: tuple[int, int]) -> Players:
    """Blancs have thrown `dice` from this position."""
    players = Players(Settings(mode=Mode.REFEREE))
    players.table.position = stands
    players.show(players.table.look(60))
    players.show(players.table.throw(dice, by=(B,)))
    assert players.referee.judge.situation.position == stands
    return players


def doubtful(players: Players, **chances: tuple[float, ...]) -> BoardReading:
    """Return a look at which cases of Blancs (such as `case_2`) hold 0, 1, 2 ... dames with these chances."""
    seen = players.table.frame()
    ruled = {players.settings.seating.place(B, int(case[5:])): given for case, given in chances.items()}

    def read(one: CaseReading) -> CaseReading:
        given = ruled.get((one.row, one.column))
        if given is None:
            return one
        count = given.index(max(given))
        return replace(
            one, light=(*given, *(0.0,) * (16 - len(given))), dark=(1.0, *(0.0,) * 15), count=count,
            colour=Colour.LIGHT if count else Colour.NONE,
        )  # fmt: skip

    return replace(seen, cases=tuple(read(one) for one in seen.cases))


@given(st.lists(st.integers(1, 23), min_size=2, max_size=15), DICE)
def test_plays_by_both_numbers_include_every_lawful_play_of_both(cases: list[int], dice: tuple[int, int]) -> None:
    """They ignore dames in the way; the laws are checked elsewhere."""
    base = tuple(cases.count(case) for case in range(1, 25))
    table = {tuple(counts) for counts in both_numbers(base, dice).tolist()}
    assert all(by_the_dice(base, counts, dice) for counts in table)
    plays = legal_plays(Position(base, (15, *(0,) * 23)), B, dice)
    exact = [play for play in plays.plays if len(play.moves) == 2 and all(move.end < 25 for move in play.moves)]
    assert {play.result.blancs for play in exact} <= table


def test_the_coin_par_puissance_is_by_the_dice() -> None:
    """6-3 would take 7 and 10 to the other's coin. They are put on one's own, allowed or not (Lois IX)."""
    base = (10, *(0,) * 5, 2, 0, 0, 1, 0, 0, *(0,) * 12)
    assert by_the_dice(base, moved(moved(base, 7, 12), 10, 12), (6, 3))
    assert not by_the_dice(base, moved(moved(base, 7, 12), 10, 12), (6, 4))


@pytest.mark.parametrize(
    ("moves", "wrong"),
    [(((1, 10),), True), (((1, 3), (6, 7)), True), (((1, 3),), False), (((1, 7), (6, 7)), False), (((1, 12),), False)],
)
def test_a_number_that_was_not_thrown(moves: tuple[tuple[int, int], ...], wrong: bool) -> None:
    """With 6-1, one dame goes beyond the higher number, or one of two by less (Jeu 3, fausses cases 4.1 and 4.2)."""
    base = (9, *(0,) * 4, 6, *(0,) * 18)
    assert by_a_wrong_number(base, after(Position(base, base), B, *moves).blancs, (6, 1)) is wrong


def test_an_unlawful_play_is_recognised_if_a_look_missed_one_of_its_dames() -> None:
    """One dame goes from 8 to 12, alone on the coin, the other from 8 to 9, where the last look missed it.

    The talon may hide a dame, but none moved there. The other calls the play before it has stood for long.
    """
    stands = position({1: 10, 2: 1, 6: 1, 8: 2, 11: 1}, {1: 15})
    players = begun(stands, (4, 1))
    played = after(stands, B, (8, 12), (8, 9))
    plays(players, B, played, 8, 12, 8, 9, looks=2)
    counts = list(played.blancs)
    counts[8] = 0
    players.table.position = played.with_counts(B, tuple(counts))
    players.show(players.table.look(1))
    players.show([Claimed(players.table.t, N)])
    assert [one.verdict for one in players.rulings if isinstance(one, ClaimRuled)] == [ClaimVerdict.RIGHT]
    assert named(players) == [(FaultName.CASE_INTERDITE_1, B)]


def test_dice_thrown_before_a_wrong_play_was_seen_are_announced_with_it() -> None:
    """Noirs throw before Blancs have let their dames go."""
    stands = position({1: 12, 6: 1, 11: 2}, {1: 15})
    players = begun(stands, (6, 5))
    players.show(players.table.throw((2, 1), by=(N,)))
    assert not [one for one in players.rulings if isinstance(one, ThrowWorth) and one.side is N]
    plays(players, B, after(stands, B, (6, 12), (1, 6)), 6, 12, 1, 6, looks=12)
    assert [one.side for one in standing(players.rulings) if isinstance(one, ThrowWorth)] == [B, N]
    assert [one.lawful for one in players.rulings if isinstance(one, Played)] == [False]
    assert set(named(players)) == {(FaultName.CASE_INTERDITE_1, B), (FaultName.DES_LEVES, N)}


def test_when_a_play_is_called_a_missed_dame_is_not_in_the_hand() -> None:
    """The dame of 9 is alone on the coin, and that of 5 is gone. It may lie on 11, since a called play is over."""
    stands = position({1: 10, 5: 1, 6: 1, 9: 2, 10: 1}, {1: 15})
    players = begun(stands, (6, 3))
    played = after(stands, B, (9, 12), (5, 11))
    visits(players, B, 9, 12, 5, 11)
    players.table.position = played
    players.show(doubtful(players, case_11=(0.8, 0.2)) for _ in range(4))
    players.show([Still(players.table.t + 0.8)])
    throw = players.referee.judge.situation.throw
    assert throw is not None
    assert throw.moves is None, "not played to its end before the call"
    players.show([Claimed(players.table.t, N)])
    assert [one.verdict for one in players.rulings if isinstance(one, ClaimRuled)] == [ClaimVerdict.RIGHT]
    assert named(players) == [(FaultName.CASE_INTERDITE_1, B)]


@pytest.mark.parametrize(("chance", "lawful"), [(0.02, True), (1e-4, False)])
def test_a_lawful_play_that_explains_the_looks_nearly_as_well_is_no_fault(*, chance: float, lawful: bool) -> None:
    """A dame goes from 2 to 6 by 3-1. Looks count one too few on 2 and one too many on 11, surely or not."""
    stands = position({1: 11, 2: 2, 6: 1, 11: 1}, {1: 15})
    players = begun(stands, (3, 1))
    visits(players, B, 2, 6)
    players.table.position = after(stands, B, (2, 6))
    looks = {"case_2": (1 - chance, chance), "case_11": (0.0, chance, 1 - chance)}
    players.show([doubtful(players, **looks)])
    players.table.dice = ()
    players.show(players.table.hand(2, N))
    players.show([doubtful(players, **looks) for _ in range(2)])
    list(players.table.rest((2, 1)))
    players.show([doubtful(players, **looks)])
    assert [one.side for one in players.rulings if isinstance(one, ThrowWorth)] == [B, N]
    assert [one.lawful for one in standing(players.rulings) if isinstance(one, Played)] == [lawful]


def test_of_two_possible_faults_the_likelier_is_announced_when_the_other_calls() -> None:
    """A dame is on Noirs' empty coin (case interdite 2). Another came from the talon or from 2."""
    stands = position({1: 8, 2: 1, 5: 1, 7: 4, 11: 1}, {1: 15})
    players = begun(stands, (2, 2))
    visits(players, B, 11, 13, 1, 3)
    players.table.position = after(stands, B, (11, 13), (1, 3))
    players.show([doubtful(players, case_2=(0.99, 0.01))])
    players.show([players.table.frame()])
    players.show([Claimed(players.table.t, N)])
    assert named(players) == [(FaultName.CASE_INTERDITE_2, B)]


def test_a_dame_missed_by_one_look_is_in_no_hand_when_the_other_calls() -> None:
    """It seemed to be in the hand still, but a player who calls a play knows that it is over."""
    stands = position({1: 9, 2: 3, 3: 2, 8: 1}, {1: 15})
    players = begun(stands, (5, 3))
    visits(players, B, 8, 13, 2, 5)
    players.table.position = after(stands, B, (8, 13), (2, 5))
    players.show([doubtful(players, case_13=(0.99, 0.01))])
    players.show([players.table.frame()])
    players.show([Claimed(players.table.t, N)])
    assert named(players) == [(FaultName.CASE_INTERDITE_2, B)]


def test_a_dame_missed_by_one_look_still_stands_where_it_stood() -> None:
    """5-2 is played 5 to 10 and 1 to 2 (fausse case 4.1). The dame on 7 was missed when 2 was first seen."""
    stands = position({1: 10, 5: 1, 6: 1, 7: 1, 8: 1, 10: 1}, {1: 15})
    players = begun(stands, (5, 2))
    visits(players, B, 1, 2, 5, 10)
    players.table.position = after(stands, B, (5, 10), (1, 2))
    players.show([doubtful(players, case_7=(0.999, 0.001))])
    players.show([players.table.frame()])
    players.show([Claimed(players.table.t, N)])
    assert named(players) == [(FaultName.FAUSSE_CASE_4_1, B)]
