"""Both players' hands over the board: who took the dice up, which dame was still held, and where it came from."""

from __future__ import annotations

import pytest

from events.acts import DameLifted, DamePlaced, DiceThrown
from events.field import Point
from events.trictrac.acts import Corrected
from events.trictrac.settings import Settings
from referee.trictrac.tracker.hands import HandsTracker
from referee.trictrac.tracker.taking_off import Habit, Reaches
from rules.fault import FaultName
from rules.position import Side
from tests.referee.hands import Hands
from tests.referee.players import Players, moved, position
from tests.referee.test_where_hands_were import FIELD, SEATING, at, named, over, visits

B, N = Side.BLANCS, Side.NOIRS
BESIDE: Point = (5.0, FIELD.height * 0.8)
"""Where Blancs' arm is seen while their hand is next to the board, at the talons."""


def pictures(players: Players, number: int, *hands: tuple[Side, Point]) -> None:
    """Show this many pictures of hands that stay where they are."""
    for _ in range(number):
        players.table.t += 1 / 15
        players.show([over(players.table.t, *hands)])


@pytest.mark.parametrize("held", [True, False])
def test_dice_taken_up_while_the_last_dame_is_held_beside_the_board(*, held: bool) -> None:
    """Between Blancs' first dame and Noirs' throw both hands are seen, but not the board (Lois VI).

    held: whether Blancs' hand stays next to the board for over a second after Noirs took the dice.
    """
    stands = position({22: 4, 24: 5}, {1: 15})
    players = Players(Settings(field=FIELD))
    players.show([Corrected(0.0, "Anne", position=stands)])
    players.table.position = stands
    players.show(players.table.look(12))
    players.show(players.table.throw((6, 5), by=(B,)))
    for tip in (at(22), BESIDE, at(22), BESIDE):
        pictures(players, 4, (B, tip))
    for die in players.table.dice:
        pictures(players, 3, *([(B, BESIDE)] if held else []), (N, die.place))
    pictures(players, 24, (B, BESIDE) if held else (N, (200.0, 2.0)))
    players.table.position = moved(stands, B, (22, 25), (22, 25))
    players.show(players.table.rest((2, 1)))
    players.wait()
    assert [act.dice for act in players.acts if isinstance(act, DiceThrown)] == [(6, 5), (2, 1)]
    assert named(players) == ([(FaultName.DES_LEVES, N)] if held else [])


def test_a_dame_seen_where_it_was_played_is_not_brought_there_later() -> None:
    """It was counted on 8 before Noirs took the dice. Later Blancs' hand is there for another reason (Lois VI)."""
    stands = position({2: 2, 7: 2, 8: 2, 9: 9}, {1: 15})
    players = Players(Settings(field=FIELD))
    players.show([Corrected(0.0, "Anne", position=stands)])
    players.table.position = stands
    players.show(players.table.look(12))
    players.show(players.table.throw((6, 1), by=(B,)))
    visits(players, B, 7, 8, 2)
    players.table.position = moved(stands, B, (7, 8), (2, 8))
    players.show(players.table.look(6))
    players.show(players.table.lift(N))
    players.show(players.table.look(12))
    visits(players, B, 8)
    players.show(players.table.look(6))
    players.show(players.table.rest((2, 1)))
    assert named(players) == []


@pytest.mark.parametrize(("passes", "taken_by"), [(90.0, N), (20.0, None)])
def test_of_two_hands_the_one_at_both_dice_took_them(passes: float, taken_by: Side | None) -> None:
    """Noirs' hand stays at both dice. Blancs' hand passes one of them, near or at some distance."""
    dice = (100.0, 180.0), (250.0, 200.0)
    hands = HandsTracker()
    for t in range(4):
        hands.observe(over(t / 15, (B, (100.0 + passes, 180.0))), SEATING)
    hands.observe(over(0.3, (B, (250.0, 200.0 + passes))), SEATING)
    for die in dice:
        for t in range(3):
            hands.observe(over(0.5 + t / 15, (N, die)), SEATING)
    assert hands.took(dice) is taken_by


@pytest.mark.parametrize(
    ("cases", "found"),
    [((5, 11), {5}), ((1, 5, 11), {1, 5}), ((5, 11, 1, 1, 1, 1, 11), {1}), ((1, 5, 5, 5, 5, 5, 11), {5})],
)
def test_where_a_dame_was_brought_from(cases: tuple[int, ...], found: set[int]) -> None:
    """It came from where the hand was in the second before it last came to the case."""
    hands, settings, t = HandsTracker(), Settings(field=FIELD), 0.0
    for case in cases:
        for _ in range(4):
            t += 1 / 15
            hands.observe(over(t, (B, at(case))), SEATING)
        t += 0.1
    hands.looked(t)
    assert {case for case in hands.brought_from(B, 11, 0.0, settings) if case <= 12} == found
    hands.observe(over(t), SEATING)
    assert hands.brought_from(B, 11, 0.0, settings) == ()


@pytest.mark.parametrize(("brought_from", "accused"), [((), False), ((6,), True), ((1, 6), False), ((1,), False)])
def test_a_dame_seen_to_be_taken_from_where_it_stood_was_there(brought_from: tuple[int, ...], accused: bool) -> None:
    """A dame goes from 6 to 7 by neither six nor two. If no hand was at 6, it may have come from the talon.

    If the hand was at the talon too, it may have taken the dame from there.
    """
    hands = Hands("1:11 4 6 7 8", "1:15")
    hands.throw((6, 2))
    for act in (DameLifted(0.0, B, 6), DameLifted(0.0, B, 8), DamePlaced(0.0, B, 7, brought_from)):
        hands.t -= 1.0
        hands.act(act)
    hands.t -= 1.0
    hands.act(DamePlaced(0.0, B, 10))
    hands.rest(B)
    assert ("fausse_case_4_1" in hands.open()) is accused


@pytest.mark.parametrize(("reaches", "accused"), [((0, 0), False), ((1, 1), True), ((2, 2), False), ((1, 0), False)])
def test_half_a_sortie_is_a_fault_where_the_hand_took_one_dame(reaches: tuple[int, int], accused: bool) -> None:
    """A pile of seven hides whether one or two dames went, but the hand reached in once and left once."""
    hands = Hands("20:7", "1:15")
    hands.throw((6, 5))
    hands.t -= 1.0
    hands.act(DameLifted(0.0, B, 20))
    hands.t -= 1.0
    hands.act(DamePlaced(0.0, B, 25, reaches=reaches))
    hands.rest(B)
    assert ("fausse_case_8" in hands.open()) is accused


def test_a_players_way_of_taking_dames_off_is_known_after_two_dames() -> None:
    """Each dame was taken by a reach of its own that ended next to the board."""
    habit = Habit()
    habit.learn(1, Reaches(1, 1))
    assert not habit.known
    habit.learn(1, Reaches(1, 1))
    assert habit.known
    habit.learn(2, Reaches(1, 1))
    assert not habit.known


@pytest.mark.parametrize(("cases", "touched"), [((9,), True), ((9, 12), True), ((4,), False)])
def test_a_dame_missing_at_a_rest_and_back_at_the_next_was_touched(cases: tuple[int, ...], touched: bool) -> None:
    """A pile that cannot be counted may have hidden it: then it was played there and put back. Either is a fault.

    A hand that was not at its case did not take it (Jeu 3, fausse cases 1, 2).
    """
    stands = position({9: 3, 12: 8, 4: 2, 1: 2}, {1: 15})
    gone = stands.with_counts(B, tuple(n - (at == 9) for at, n in enumerate(stands.blancs, 1)))
    players = Players(Settings(field=FIELD))
    players.show([Corrected(0.0, "Anne", position=stands)])
    players.table.position = stands
    players.show(players.table.look(12))
    players.show(players.table.throw((4, 3), by=(B,)))
    visits(players, B, *cases)
    players.table.position = gone
    players.show(players.table.look(2))
    visits(players, B, *cases)
    players.table.position = stands
    visits(players, B, 1, 5, 1, 4)
    players.table.position = moved(stands, B, (1, 5), (1, 4))
    players.show(players.table.look(12))
    assert bool(named(players)) is touched
