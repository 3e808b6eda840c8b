"""Whose a throw was, and its play, as both sides' dames show together; and dice read twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from events.rulings import Played, standing
from rules.fault import FaultName
from rules.position import Side
from tests.referee.players import moved
from tests.referee.test_early_throws import begun, faults, one_die, played_first, thrown, visits

if TYPE_CHECKING:
    from rules.position import Position
    from tests.referee.players import Players

B, N = Side.BLANCS, Side.NOIRS


def played(players: Players) -> list[tuple[Side, set[tuple[int, int]], bool]]:
    """Whose plays were announced and not taken back, which dames they moved, and whether they were lawful."""
    plays = [one for one in standing(players.rulings) if isinstance(one, Played)]
    return [(one.side, {(move.start, move.end) for move in one.moves}, one.lawful) for one in plays]


def thrown_early() -> tuple[Players, Position]:
    """Noirs throw 3-2, and Blancs 2-1 before any dame was seen to move; nobody's hand was seen."""
    players, stands = played_first()
    for dice in ((3, 2), (2, 1)):
        players.show(players.table.throw(dice))
    return players, stands


def test_dice_taken_for_void_were_played_where_both_sides_dames_say_so() -> None:
    """Lois VI: Blancs throw while the dame is in the hand; it is missed where it is put, until they have played."""
    players, stands = thrown_early()
    assert faults(players) == [(FaultName.HORS_TOUR, B)]
    players.show(players.table.hand(3))
    players.table.position = moved(stands, N, (1, 6))
    players.table.position = moved(players.table.position, B, (1, 2), (1, 3))
    players.show(players.table.look(20))
    assert thrown(players)[1:] == [(N, (3, 2)), (B, (2, 1))]
    assert played(players)[1:] == [(N, {(1, 6)}, True), (B, {(1, 2), (1, 3)}, True)]
    assert (FaultName.HORS_TOUR, B) not in faults(players)


def test_dice_nobody_played_stay_void_where_the_dames_stand_as_they_did() -> None:
    """Lois XVII 1: Blancs throw and play out of turn, and Noirs' dames were never moved."""
    players, stands = thrown_early()
    players.show(players.table.hand(3))
    players.table.position = moved(stands, B, (1, 2), (1, 3))
    players.show(players.table.look(20))
    assert thrown(players)[1:] == [(B, (2, 1))]
    assert [side for side, _, _ in played(players)] == [B, B]
    assert (FaultName.HORS_TOUR, B) in faults(players)


def test_dice_of_which_one_was_read_were_played_before_those_of_the_other() -> None:
    """Noirs throw and one die is found; Blancs throw while the dame is in the hand, and no hand is seen."""
    players, stands = played_first()
    one_die(players, 2)
    players.show(players.table.throw((6, 4)))
    players.show(players.table.hand(3))
    players.table.position = moved(stands, N, (1, 6))
    players.table.position = moved(players.table.position, B, (1, 5), (1, 7))
    players.show(players.table.look(20))
    assert thrown(players)[1:] == [(N, (3, 2)), (B, (6, 4))]
    assert played(players)[1:] == [(N, {(1, 6)}, True), (B, {(1, 5), (1, 7)}, True)]
    assert faults(players) == []


def test_a_play_told_is_not_taken_back_by_one_look_that_misses_its_dame() -> None:
    """No hand of Blancs came since: the dame that one look misses as Noirs throw was not put back."""
    players, stands = begun((1, 4), (1, 8))
    players.show(players.table.throw((3, 2), by=(B,)))
    visits(players, B, 1, 6)
    players.table.position = full = moved(stands, B, (1, 6))
    players.show(players.table.look(20))
    players.show(players.table.lift(N))
    players.table.position = stands
    players.show(players.table.rest((5, 4)))
    players.table.position = full
    players.show(players.table.look(20))
    assert played(players) == [(B, {(1, 6)}, True)]
    assert faults(players) == []
    assert players.referee.state().position == full
