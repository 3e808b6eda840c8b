"""Positions, scores, cube and matches of backgammon, each from its paragraph of the source."""

from __future__ import annotations

import pytest

from rules.backgammon.match import Cube, CubeRefused, Match, Win, pip_score, win, winner
from rules.backgammon.position import Position
from rules.backgammon.record import GameRecord, turn_text, write
from rules.play import Move
from rules.position import Side
from tests.rules.backgammon.figures import counts

BLANCS, NOIRS = Side.BLANCS, Side.NOIRS
ALL_OFF = counts()


def test_start() -> None:
    """BG, plateau de jeu: fifteen dames each, 167 points to bear them off, a lawful board."""
    start = Position.start()
    assert (sum(start.blancs), start.pips(BLANCS), start.pips(NOIRS), start.breaches()) == (15, 167, 167, ())


@pytest.mark.parametrize(
    ("position", "breach"),
    [
        (Position((0,) * 24, counts()), "blancs: 24 counts, expected 26 (off, 24 cases, bar)"),
        (Position((*counts(c3=16, c1=1)[1:], 0), counts()), "blancs: 16 dames on case 2, expected 0..15"),
        (Position((2, *counts(c3=15)[1:]), counts()), "blancs: 17 dames, at most 15"),
        (Position(counts(c7=1), counts(c18=2)), "both colours on case 7 of blancs (18 of noirs)"),
        (Position(counts(), (-1,) + (0,) * 25), "noirs: -1 dames on the dames borne off (index 0), expected 0..15"),
    ],
)
def test_breaches_name_the_place(position: Position, breach: str) -> None:
    assert breach in position.breaches()


def test_pip_count_is_the_score_without_a_match() -> None:
    """BG, fin de la partie: the loser still needed 6 + 6 + 25 points."""
    over = Position(ALL_OFF, counts(c6=2, bar=1))
    assert winner(over) is BLANCS
    assert pip_score(over) == 37


@pytest.mark.parametrize(
    ("loser", "how"),
    [
        (counts(c3=14), Win.SIMPLE),
        (counts(c24=14), Win.SIMPLE),
        ((0, *counts(c24=14)[1:]), Win.SIMPLE),  # dames missing from the fifteen are borne off
        (counts(c3=14, c18=1), Win.GAMMON),
        (counts(c3=14, c19=1), Win.BACKGAMMON),
        (counts(c3=14, bar=1), Win.BACKGAMMON),
    ],
)
def test_gammon_and_backgammon(loser: tuple[int, ...], how: Win) -> None:
    """BG, gammon; backgammon: none borne off; besides, one in the winner's home or on the bar."""
    assert win(Position(loser, ALL_OFF)) is how


def test_a_game_under_way_has_no_winner() -> None:
    assert winner(Position.start()) is None
    with pytest.raises(ValueError, match="not over"):
        win(Position.start())


def test_doubles_alternate() -> None:
    """BG, match X: the side that doubled cannot double next; an accepted double doubles the stake."""
    cube = Cube().offer(NOIRS).accept()
    assert (cube.value, cube.may_offer(NOIRS), cube.may_offer(BLANCS)) == (2, False, True)
    with pytest.raises(CubeRefused, match="noirs doubled last: the next offer is blancs's"):
        cube.offer(NOIRS)
    assert cube.offer(BLANCS).accept() == Cube(4, BLANCS)


def test_refusing_loses_the_value_before_the_offer() -> None:
    """BG, match X, example: the first double refused is one point, the second two."""
    first = Cube().offer(NOIRS)
    assert first.refuse() == (NOIRS, 1)
    assert Match(7).after_refusal(first) == Match(7, noirs=1)
    assert Match(7).after_refusal(first.accept().offer(BLANCS)) == Match(7, blancs=2)


def test_an_offer_is_answered_first() -> None:
    with pytest.raises(CubeRefused, match="expected an answer"):
        Cube().offer(BLANCS).offer(NOIRS)
    with pytest.raises(CubeRefused, match="nothing to answer"):
        Cube().accept()


def test_stake_times_two_or_three() -> None:
    """BG, gammon; backgammon: a doubled game won by a gammon is four points, by a backgammon six."""
    cube = Cube(2, NOIRS)
    assert Match(11).after_win(BLANCS, cube, Win.GAMMON) == Match(11, blancs=4)
    assert Match(11).after_win(BLANCS, cube, Win.BACKGAMMON) == Match(11, blancs=6)


def test_crawford_is_one_game_only() -> None:
    """BG, regle Crawford: 6 points in a match to 7: no cube in the next game, the cube again after it."""
    match = Match(7, blancs=5).after_win(BLANCS, Cube(), Win.SIMPLE)
    assert match.crawford
    assert not match.cube().may_offer(NOIRS)
    with pytest.raises(CubeRefused, match="Crawford"):
        match.cube().offer(NOIRS)
    after = match.after_win(NOIRS, match.cube(), Win.SIMPLE)
    assert not after.crawford
    assert after.cube().may_offer(NOIRS)


def test_a_match_ends_at_its_target() -> None:
    """BG, match X: the points are reached or passed."""
    match = Match(3, noirs=1).after_win(NOIRS, Cube(), Win.BACKGAMMON)
    assert (match.noirs, match.winner, match.over) == (4, NOIRS, True)
    with pytest.raises(ValueError, match="over"):
        match.cube()


def test_basis_never_ends_by_itself() -> None:
    """BG, match basis: cube without a target, and no Crawford game."""
    match = Match(None, blancs=100).after_win(BLANCS, Cube(8), Win.BACKGAMMON)
    assert (match.blancs, match.over, match.crawford, match.cube().usable) == (124, False, False, True)


def test_a_match_to_nothing() -> None:
    with pytest.raises(ValueError, match="a match to 0"):
        Match(0)


def test_moves_are_written_from_the_furthest_on_with_hits_and_equal_ones_together() -> None:
    """bar/20, 6/off, a star for a hit, (2) for two alike."""
    base = Position(counts(bar=1, c8=2, c6=4), counts(c5=1, c13=2))
    text, after = turn_text(base, Side.BLANCS, (5, 5), (Move(8, 3), Move(8, 3), Move(25, 20)))
    assert text == "55: bar/20* 8/3(2)"
    assert after.noirs[25] == 1
    assert turn_text(after, Side.NOIRS, (6, 1), ())[0] == "61:"
    assert turn_text(Position(counts(c6=1), base.noirs), Side.BLANCS, (6, 2), (Move(6, 0),))[0] == "62: 6/off"


def test_a_match_is_two_columns_a_game() -> None:
    """The player who does not begin has an empty first turn; doubles are turns."""
    game = GameRecord(2, (1, 0))
    game.turns = [(Side.NOIRS, "31: 8/5 6/5"), (Side.BLANCS, " Doubles => 2"), (Side.NOIRS, " Drops")]
    game.result = (Side.BLANCS, 1, False)
    game.notes = ["throw 1: noirs, mauvais_nombre"]
    assert write([game], ("Blancs", "Noirs"), 3).splitlines() == [
        " 3 point match",
        "",
        " Game 2",
        " Blancs : 1                           Noirs : 0",
        "  1)                                  31: 8/5 6/5",
        "  2)  Doubles => 2                     Drops",
        "      Wins 1 point",
        "; throw 1: noirs, mauvais_nombre",
    ]
