"""The side of a throw and its play, inferred from both sides' dames."""

from __future__ import annotations

import pytest

from events.rulings import Played, ThrowWorth, standing
from events.state import Mode
from events.trictrac.acts import Corrected
from events.trictrac.settings import Settings
from rules.code import JEU_DE_TRICTRAC
from rules.fault import FaultName
from rules.marking import Holding, Score
from rules.position import Dice, Position, Side
from tests.referee.hands import Hands, beating
from tests.referee.players import Players, moved
from tests.referee.test_early_throws import begun, one_die, played_first, thrown, visits
from tests.referee.test_where_hands_were import named
from tests.rules.figures import position as figure

B, N = Side.BLANCS, Side.NOIRS


def played(players: Players) -> list[tuple[Side, set[tuple[int, int]], bool]]:
    """Return side, moves and lawfulness of the plays that were announced and not taken back."""
    plays = [one for one in standing(players.rulings) if isinstance(one, Played)]
    return [(one.side, {(move.start, move.end) for move in one.moves}, one.lawful) for one in plays]


def thrown_early() -> tuple[Players, Position]:
    """Noirs throw 3-2, and Blancs throw 2-1 before any dame was seen to move. No hand was seen."""
    players, stands = played_first()
    for dice in ((3, 2), (2, 1)):
        players.show(players.table.throw(dice))
    return players, stands


def test_dice_ruled_void_were_played_if_both_sides_dames_show_it() -> None:
    """Blancs throw while Noirs' dame is in the hand. It is seen only after Blancs have played (Lois VI)."""
    players, stands = thrown_early()
    assert named(players) == [(FaultName.HORS_TOUR, B)]
    players.show(players.table.hand(3))
    players.table.position = moved(stands, N, (1, 6))
    players.table.position = moved(players.table.position, B, (1, 2), (1, 3))
    players.show(players.table.look(20))
    assert thrown(players)[1:] == [(N, (3, 2)), (B, (2, 1))]
    assert played(players)[1:] == [(N, {(1, 6)}, True), (B, {(1, 2), (1, 3)}, True)]
    assert (FaultName.HORS_TOUR, B) not in named(players)


def test_dice_nobody_played_stay_void() -> None:
    """Blancs throw and play out of turn, and Noirs' dames never moved (Lois XVII 1)."""
    players, stands = thrown_early()
    players.show(players.table.hand(3))
    players.table.position = moved(stands, B, (1, 2), (1, 3))
    players.show(players.table.look(20))
    assert thrown(players)[1:] == [(B, (2, 1))]
    assert [side for side, _, _ in played(players)] == [B, B]
    assert (FaultName.HORS_TOUR, B) in named(players)


def test_a_throw_with_one_die_read_was_played_before_the_next_throw() -> None:
    """One die of Noirs is found. Blancs throw while Noirs' dame is in the hand, and no hand is seen."""
    players, stands = played_first()
    one_die(players, 2)
    players.show(players.table.throw((6, 4)))
    players.show(players.table.hand(3))
    players.table.position = moved(stands, N, (1, 6))
    players.table.position = moved(players.table.position, B, (1, 5), (1, 7))
    players.show(players.table.look(20))
    assert thrown(players)[1:] == [(N, (3, 2)), (B, (6, 4))]
    assert played(players)[1:] == [(N, {(1, 6)}, True), (B, {(1, 5), (1, 7)}, True)]
    assert named(players) == []


def test_a_play_told_is_not_taken_back_by_one_look_that_misses_its_dame() -> None:
    """No hand of Blancs came since, so the dame missed as Noirs throw was not put back."""
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
    assert named(players) == []
    assert players.referee.state().position == full


def test_a_throw_out_of_turn_does_not_end_the_time_to_mark() -> None:
    """Noirs throw before Blancs have marked and played, which is a simple fault (Lois XV, XVII 1)."""
    hands, worth = beating()
    hands.throw((2, 1), N)
    hands.mark(B, worth)
    hands.hop(B, (1, 7), (1, 3))
    assert hands.faults() == [("hors_tour", N, 0, "open")]
    assert hands.score.of(B).points == worth
    throw = hands.judge.situation.throw
    assert throw is not None
    assert (throw.side, throw.lawful, hands.judge.situation.trait) == (B, True, N)


@pytest.mark.parametrize("again", [True, False])
def test_dice_thrown_before_the_other_touched_a_dame_are_void_unless_they_are_played(*, again: bool) -> None:
    """Lois XVII 1: the simple fault is put right by throwing again. It does not end the time to mark (XV)."""
    hands = Hands("1:10 5 10 11 12:2", "1:6 5 6 8:2 10:2 11 12:2")
    hands.mark(B, hands.throw((6, 2)))
    given = hands.given()
    hands.throw((2, 1), N)
    hands.hop(B, (5, 11), (10, 12))
    hands.mark(N, given)
    if again:
        hands.throw((4, 1), N)
    hands.hop(N, (1, 5 if again else 3), (1, 2))
    throw = hands.judge.situation.throw
    assert throw is not None
    assert (throw.number, throw.dice, throw.lawful) == (2, (4, 1) if again else (2, 1), True)
    assert (hands.score, hands.open()) == (hands.shown, [])
    assert {name for name, *_ in hands.faults()} == {"hors_tour"}


@pytest.mark.parametrize("second", [(4, 3), (6, 2)])
def test_a_first_throw_by_the_player_who_does_not_begin_is_void(second: Dice) -> None:
    """Nobody loses by it (Lois V, XVII 1), and the same dice of the player who begins make no rencontre."""
    players = Players(Settings(mode=Mode.REFEREE, code=JEU_DE_TRICTRAC, jetons=True, first=B))
    players.show(players.table.throw((4, 3), by=(N,)))
    players.wait()
    players.show(players.table.throw(second, by=(B,)))
    players.dice = second
    players.play()
    players.throw((2, 1))
    assert thrown(players) == [(B, second), (N, (2, 1))]
    assert not any(one.jans for one in standing(players.rulings) if isinstance(one, ThrowWorth))
    assert named(players) == []


@pytest.mark.parametrize("seen", [(B, N), (N,), ()])
def test_a_player_who_threw_before_the_other_played_throws_again_without_loss(seen: tuple[Side, ...]) -> None:
    """Throwing out of turn costs nothing (Lois XVII 1): he may mark what the play gave him until he throws in turn.

    seen: the players whose hands show that they threw. Blancs mark for their throw, so it was theirs in any case.
    """
    players, score = Players(Settings(mode=Mode.REFEREE, jetons=True)), Score(Holding(2), Holding(4))
    players.set_up(figure("1:10 5 10 11 12:2", "1:6 5 6 8:2 10:2 11 12:2"), score, trait=B)
    players.wait()
    by = {side: (side,) if side in seen else () for side in Side}
    players.show(players.table.throw((6, 2), by=by[B]))
    players.mark(B, 6)
    players.show(players.table.throw((2, 1), by=by[N]))
    players.wait()
    players.play(moved(players.table.position, B, (5, 11), (10, 12)))
    players.mark(N, 4)
    players.show(players.table.throw((4, 1), by=by[N]))
    players.dice = (4, 1)
    players.play()
    players.wait()
    assert thrown(players)[-2:] == [(B, (6, 2)), (N, (4, 1))]
    assert (players.referee.judge.situation.number, players.referee.judge.situation.score) == (2, players.shown)
    assert {name for name, _ in named(players)} <= {FaultName.HORS_TOUR, FaultName.DES_LEVES}


@pytest.mark.parametrize("jetons", [True, False])
def test_points_that_the_companion_marks_do_not_tell_who_threw(*, jetons: bool) -> None:
    """Dice beat a dame, and nobody marks or plays. Noirs are seen to throw the next ones, and play these."""
    players = Players(Settings(mode=Mode.REFEREE, jetons=jetons))
    players.table.position = figure("1:10 5 10 11 12:2", "1:6 5 6 8:2 10:2 11 12:2")
    players.show([Corrected(players.table.t, "test", position=players.table.position, score=Score(), trait=B)])
    players.wait()
    players.show(players.table.throw((6, 2)))
    players.show(players.table.throw((2, 1), by=(N,)))
    players.show(players.table.play(moved(players.table.position, N, (1, 3), (1, 2)), 20))
    assert thrown(players) == [(N, (2, 1))]


def test_a_player_who_has_touched_no_dame_is_not_accused_when_the_other_throws() -> None:
    """The throw is out of turn (Lois XVII 1). It is his turn to play, and no play of his has ended (XVIII 7)."""
    hands = Hands()
    hands.throw((6, 4), B)
    hands.throw((2, 1), N)
    hands.hop(B, (1, 7), (1, 5))
    hands.hop(N, (1, 3), (1, 2))
    assert {(name, side) for name, side, *_ in hands.faults()} == {("hors_tour", N)}
