"""Whose hand it was, events out of sight, and the evidence of fichets: nobody is accused of unseen acts."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import pytest

from events.acts import DiceLifted
from events.board_reading import Trouble
from events.peg_reading import Button, HoleFault, Peg, PegReading
from events.rulings import DiceTrouble, Played, ThrowRefused, ThrowWorth
from events.state import Mode
from events.trictrac.acts import FichetMoved, JetonReleased, PavillonMoved, Unwatched
from events.trictrac.rulings import FaultRuled
from events.trictrac.settings import Settings
from referee.trictrac.tracker.pegs import PegsTracker
from rules.fault import FaultName
from rules.marking import Holding, Score
from rules.position import Position, Side
from rules.seating import Row, Seating
from tests.referee.fake_table import FakeTable
from tests.referee.players import Players, goes_on, moved, position
from tests.rules.figures import position as figure

B, N = Side.BLANCS, Side.NOIRS


def accused(players: Players) -> list[tuple[FaultName, Side]]:
    """Return name and side of every fault ruled, once each."""
    ruled = {ruling.about: ruling.fault for ruling in players.rulings if isinstance(ruling, FaultRuled)}
    return [(fault.name, fault.by) for fault in ruled.values()]


def half_played(players: Players) -> Position:
    """Let Blancs throw 6-5 and move one dame; return the position after the whole play."""
    players.show(players.table.throw((6, 5), by=(B,)))
    one = moved(Position.start(), B, (1, 7))
    players.show(players.table.play(one, 12, B))
    return moved(one, B, (1, 6))


@pytest.mark.parametrize("by", [B, N])
def test_dice_taken_up_before_the_play_ends_are_a_fault_of_the_hand_there(by: Side) -> None:
    """The hand reaches in from its owner's long side (Lois VI)."""
    players = Players(Settings())
    whole = half_played(players)
    players.show(players.table.lift(by))
    players.wait()
    players.show(players.table.play(whole, 6, B))
    assert accused(players) == [(FaultName.DES_LEVES, by)]


def test_if_both_hands_were_there_nobody_is_accused_of_taking_the_dice() -> None:
    players = Players(Settings())
    whole = half_played(players)
    players.show(players.table.lift(B, N))
    players.wait()
    players.show(players.table.play(whole, 6, B))
    assert not accused(players)
    assert [act.side for act in players.acts if isinstance(act, DiceLifted)][-1] is None


def test_dice_taken_up_after_one_dame_and_thrown_were_not_taken_too_early() -> None:
    """The other took them when the incomplete play was over."""
    players = Players(Settings())
    half_played(players)
    players.show(players.table.lift(N))
    players.show(players.table.throw((2, 1), by=(N,)))
    assert FaultName.DES_LEVES not in [name for name, _ in accused(players)]


def test_a_throw_out_of_turn_is_known_by_the_hand_at_once() -> None:
    """Blancs have played and throw again. The throw is refused, and Noirs throw (Lois XVII 1)."""
    players = Players(Settings())
    players.show(players.table.throw((6, 5), by=(B,)))
    players.show(players.table.play(moved(Position.start(), B, (1, 7), (1, 6)), 6, B))
    players.show(players.table.throw((3, 3), by=(B,)))
    (refused,) = [ruling for ruling in players.rulings if isinstance(ruling, ThrowRefused)]
    assert (refused.side, refused.trouble) == (B, DiceTrouble.OUT_OF_TURN)
    assert accused(players) == [(FaultName.HORS_TOUR, B)]
    players.show(players.table.throw((2, 1), by=(N,)))
    assert [worth.side for worth in players.rulings if isinstance(worth, ThrowWorth)] == [B, N]


def test_a_hand_that_only_points_leaves_the_turn_as_it_is() -> None:
    """The other's hand is over the board during the throw."""
    players = Players(Settings())
    players.show(players.table.throw((6, 5), by=(B,)))
    players.show(players.table.hand(4, N))
    players.wait()
    players.show(players.table.play(moved(Position.start(), B, (1, 7), (1, 6)), 6, B))
    players.side = N
    goes_on(players)
    assert not accused(players)


def test_a_claimed_fault_is_ruled_on_as_soon_as_the_play_rests() -> None:
    """Blancs play 6-5 as 6-4, and Noirs press their button at once."""
    players = Players(Settings())
    players.show(players.table.throw((6, 5)))
    players.show(players.table.play(moved(Position.start(), B, (1, 7), (1, 5)), 5))
    players.show([players.table.button(N, Button.ECOLE)])
    (played,) = [ruling for ruling in players.rulings if isinstance(ruling, Played)]
    assert not played.lawful
    assert any(isinstance(ruling, FaultRuled) for ruling in players.rulings)


def test_a_dame_on_an_adverse_case_is_seen_where_both_sets_lie() -> None:
    """Jeu 3, cases interdites 3."""
    players = Players(Settings())
    players.set_up(position({1: 14, 4: 1}, {1: 14, 17: 1}))
    players.show(players.table.throw((4, 1)))
    both = moved(players.table.position, B, (4, 8), (1, 2))
    players.show(players.table.play(both, 40))
    assert (FaultName.CASE_INTERDITE_3, B) in accused(players)


UNSEEN = [None, Trouble.TOO_DARK, Trouble.TOO_BRIGHT, Trouble.BLURRED, Trouble.NO_BOARD]
"""There is no picture at all, or pictures show nothing."""


def away(players: Players, stands: Position, trouble: Trouble | None, seconds: float = 30.0) -> None:
    """Let the camera be gone for a while, or see nothing, while play goes on to `stands`."""
    if trouble is None:
        players.table.t += seconds
    else:
        players.show(players.table.unreadable(trouble, seconds))
    players.table.position = stands


@pytest.mark.parametrize("trouble", UNSEEN)
def test_plays_out_of_sight_stand_and_nobody_is_accused(trouble: Trouble | None) -> None:
    players = Players(Settings())
    players.throw((6, 5))
    unseen = moved(moved(Position.start(), B, (1, 7), (1, 6), (1, 4)), N, (1, 5), (1, 2))
    away(players, unseen, trouble)
    players.show(players.table.rest((4, 2)))
    players.wait()
    players.show(players.table.throw((3, 1), by=(N,)))
    (gone,) = [act for act in players.acts if isinstance(act, Unwatched)]
    assert (gone.position, gone.trait) == (unseen, N)
    assert not accused(players)
    players.side = N
    players.play()
    goes_on(players)


@pytest.mark.parametrize("trouble", UNSEEN)
def test_a_quiet_time_out_of_sight_changes_nothing(trouble: Trouble | None) -> None:
    players = Players(Settings())
    players.throw((6, 5))
    away(players, players.table.position, trouble)
    players.wait()
    players.play()
    goes_on(players)
    assert not [act for act in players.acts if isinstance(act, Unwatched)]


@pytest.mark.parametrize("trouble", UNSEEN)
def test_a_play_made_out_of_sight_is_the_throws_play(trouble: Trouble | None) -> None:
    players = Players(Settings())
    players.throw((6, 5))
    away(players, moved(Position.start(), B, (1, 7), (1, 6)), trouble)
    players.wait()
    players.side = N
    goes_on(players)
    assert not [act for act in players.acts if isinstance(act, Unwatched)]
    assert not accused(players)


@pytest.mark.parametrize("trouble", UNSEEN[1:])
@pytest.mark.parametrize("seconds", [2.0, 30.0])
def test_a_fichet_moved_while_nothing_can_be_seen_is_for_dice_nobody_saw(trouble: Trouble, seconds: float) -> None:
    """Blancs throw in the dark and mark a trou, which the sensors feel. There is no école, and the trou stands."""
    players = Players(Settings(mode=Mode.REFEREE, jetons=True, pegs=True))
    players.whole_throw()
    players.show(players.table.unreadable(trouble, seconds))
    players.show(players.table.fichet(players.side, 1))
    players.show(players.table.unreadable(trouble, seconds))
    unseen = players.table.lawful(players.side, (5, 3))
    players.table.position = unseen
    players.show(players.table.rest((5, 3)))
    players.wait(6.0)
    players.show(players.table.throw((2, 1), by=(players.side.adversary,)))
    players.wait(3.0)
    assert not accused(players)
    assert players.referee.judge.situation.score.of(players.side).trous == 1


SHOWN = Score(Holding(2, False, 0), Holding(2, False, 1))


def marked_table() -> Players:
    """Blancs threw 6-2 and played, both marked what that was worth, and Noirs are to throw."""
    players = Players(Settings(mode=Mode.REFEREE, jetons=True, pegs=True))
    players.set_up(figure("1:10 5 10 11 12:2", "1:6 5 6 8:2 10:2 11 12:2"), SHOWN, trait=B)
    players.wait()
    worth = players.throw((6, 2))
    players.mark(B, worth[B])
    players.play(moved(players.table.position, B, (1, 7), (1, 3)))
    players.mark(N, worth[N])
    players.wait()
    return players


def marks_and_plays(players: Players, worth: dict[Side, int]) -> None:
    """Let the player in turn mark and play, and the other mark what the throw gave him."""
    side = players.side
    players.mark(side, worth[side])
    players.play()
    players.mark(side.adversary, worth[side.adversary])


def back_in_sight(players: Players) -> None:
    players.watched = True
    players.show([*players.table.unreadable(Trouble.NO_BOARD, 1), players.table.holes()])
    players.wait(4.0)


@pytest.mark.parametrize("throws", [1, 2])
@pytest.mark.parametrize("lying", [True, False])
def test_marks_made_after_an_absence_are_for_the_throw_they_fit(throws: int, *, lying: bool) -> None:
    """Throws were played and marked out of sight. The dice that lie there, or are thrown now, are the next player's."""
    players = marked_table()
    players.show(players.table.unreadable(Trouble.NO_BOARD, 20))
    players.watched = False
    for dice in ((2, 1), (3, 1))[:throws]:
        marks_and_plays(players, players.throw(dice))
    if not lying:
        back_in_sight(players)
    worth = players.throw((5, 2))
    if lying:
        back_in_sight(players)
    marks_and_plays(players, worth)
    marks_and_plays(players, players.throw((4, 2)))
    players.wait()
    assert accused(players) == []
    assert players.referee.judge.situation.position == players.table.position
    assert players.referee.judge.situation.trait is players.side


@pytest.mark.parametrize("played", [True, False])
def test_marks_made_for_a_throw_out_of_sight_are_no_ecole(*, played: bool) -> None:
    """Noirs threw and marked out of sight, and had played or not when the table was seen again."""
    players = marked_table()
    players.show(players.table.unreadable(Trouble.NO_BOARD, 20))
    players.watched = False
    worth = players.throw((2, 1))
    players.mark(N, worth[N])
    if played:
        players.play()
    back_in_sight(players)
    if not played:
        players.play()
    players.mark(B, worth[B])
    marks_and_plays(players, players.throw((4, 2)))
    players.wait()
    assert accused(players) == []
    assert players.referee.judge.situation.score == players.shown


def test_fichets_without_jetons_release_no_jeton() -> None:
    """If no jeton was ever seen, the companion goes on counting."""
    players = Players(Settings(mode=Mode.REFEREE, jetons=True, pegs=True))
    players.table.seen_jetons = False
    players.referee = type(players.referee)(players.settings)
    players.throw((6, 5))
    players.show(players.table.fichet(B, 1))
    players.wait(3.0)
    assert not [act for act in players.acts if isinstance(act, JetonReleased)]


def holes(at: dict[int, Peg], faults: tuple[tuple[int, HoleFault], ...] = ()) -> PegReading:
    """Return a snapshot with these pegs in these holes."""
    return PegReading(0.0, tuple(at.get(hole) for hole in range(30)), faults)


def test_fichets_in_the_air_astray_or_under_a_broken_hole_move_nothing() -> None:
    seating, pegs = Seating(), PegsTracker()
    start = {26: Peg.BLANCS, 25: Peg.PAVILLON, 24: Peg.NOIRS}
    list(pegs.observe(holes(start), seating))
    quiet = [
        {25: Peg.PAVILLON, 24: Peg.NOIRS},
        {13: Peg.BLANCS, 25: Peg.PAVILLON, 24: Peg.NOIRS},
        start,
    ]
    assert not [act for at in quiet for act in pegs.observe(holes(at), seating)]
    stuck = holes(start | {3: Peg.BLANCS}, ((3, HoleFault.STUCK),))
    assert not list(pegs.observe(stuck, seating))


def test_an_unknown_magnet_is_the_fichet_of_its_row() -> None:
    seating, pegs = Seating(), PegsTracker()
    list(pegs.observe(holes({26: Peg.BLANCS, 25: Peg.PAVILLON, 24: Peg.NOIRS}), seating))
    ruled = list(pegs.observe(holes({1: Peg.UNKNOWN, 25: Peg.PAVILLON, 24: Peg.NOIRS}), seating))
    assert ruled == [FichetMoved(0.0, B, 2)]


def test_the_pavillon_goes_to_a_starting_hole_and_back() -> None:
    seating, pegs = Seating(), PegsTracker()
    list(pegs.observe(holes({26: Peg.BLANCS, 25: Peg.PAVILLON, 24: Peg.NOIRS}), seating))
    list(pegs.observe(holes({0: Peg.BLANCS, 25: Peg.PAVILLON, 24: Peg.NOIRS}), seating))
    taken = list(pegs.observe(holes({0: Peg.BLANCS, 26: Peg.PAVILLON, 24: Peg.NOIRS}), seating))
    back = list(pegs.observe(holes({0: Peg.BLANCS, 25: Peg.PAVILLON, 24: Peg.NOIRS}), seating))
    assert [act.owner for act in (*taken, *back) if isinstance(act, PavillonMoved)] == [B, None]


@pytest.mark.parametrize("blancs_row", ["near", "far"])
@pytest.mark.parametrize("talons", ["left", "right"])
def test_every_trou_of_either_side_has_its_own_hole(blancs_row: Row, talons: Literal["left", "right"]) -> None:
    seating = replace(Seating(), blancs_row=blancs_row, talons=talons)
    own = [seating.hole(side, trou) for side in Side for trou in range(13)]
    assert len(set(own)) == len(own) == 26
    assert {seating.hole(side, 0) for side in Side} == {seating.pavillon_hole - 1, seating.pavillon_hole + 1}
    assert all(FakeTable(seating=seating).holes().holes[seating.hole(side, 0)] is Peg(side.value) for side in Side)
