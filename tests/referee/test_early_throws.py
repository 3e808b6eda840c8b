"""Throws made before the play was over, and throws with only one die read: whose they are, and their rulings."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.acts import DiceLifted, DiceThrown, SightChanged
from events.board_reading import BoardReading, DieReading, DieRest, HandReading
from events.field import Field
from events.rulings import Played, ThrowWorth, standing
from events.trictrac.settings import Settings
from referee.trictrac.referee import Referee
from referee.trictrac.tracker.dames import DamesTracker
from referee.trictrac.tracker.dice import DiceTracker, Lifted
from referee.trictrac.tracker.hands import HandsTracker
from referee.trictrac.tracker.observation import Look
from rules.fault import FaultName
from rules.position import BANDE, Dice, Position, Side
from rules.seating import Seating
from tests.referee.fake_table import FakeTable, Noise
from tests.referee.players import Players, moved, position
from tests.referee.test_both_hands import BESIDE, pictures
from tests.referee.test_where_hands_were import named

B, N = Side.BLANCS, Side.NOIRS
FIELD, SEATING = Field(), Seating()


def visits(players: Players, side: Side, *cases: int) -> None:
    """Let the hand of `side` stay for a while at each of these cases of its own."""
    for case in cases:
        row, column = SEATING.place(side, case)
        reaching = (HandReading(SEATING.row_of(side), FIELD.dame_place(row, column, 0)),)
        for _ in range(4):
            t = players.table.t = players.table.t + 1 / 15
            players.show([BoardReading(t, None, (), (), (), (), True, settled=False, troubles=(), reaching=reaching)])


def without(position: Position, side: Side, case: int) -> Position:
    """Return the position while a dame of the case is in a hand."""
    counts = list(position.counts(side))
    counts[case - 1] -= 1
    return position.with_counts(side, tuple(counts))


def begun(*ways: tuple[int, int], unsure: float = 0.02) -> tuple[Players, Position]:
    """Return a table at which Blancs are to throw after these moves from the talon, and its position.

    unsure: the probability that a reading leaves to one dame more or fewer.
    """
    players = Players(Settings(field=FIELD), Noise(unsure=unsure))
    stands = moved(Position.start(), B, *ways)
    players.set_up(stands)
    return players, stands


def thrown(players: Players) -> list[tuple[Side, Dice]]:
    """Return side and dice of the announced throws."""
    return [(one.side, one.dice) for one in standing(players.rulings) if isinstance(one, ThrowWorth)]


@pytest.mark.parametrize("apart", [True, False])
def test_the_other_throws_while_the_last_dame_is_in_the_hand(*, apart: bool) -> None:
    """He took the dice up too early (Lois VI). His throw counts, and is announced once the dame is let go.

    apart: whether the dame is let go after the dice were seen to lie there, or both are first seen in one look.
    """
    players, stands = begun((1, 4), (1, 8))
    players.show(players.table.throw((6, 3), by=(B,)))
    half = moved(stands, B, (4, 10))
    visits(players, B, 4, 10, 8)
    players.table.position = without(half, B, 8)
    players.show(players.table.look(1))
    players.show(players.table.lift(N))
    players.table.t += 1.0
    if apart:
        players.show(players.table.rest((2, 1)))
        visits(players, B, 11)
        players.table.position = moved(half, B, (8, 11))
        players.show(players.table.look(30))
    else:
        visits(players, B, 11)
        players.table.position = moved(half, B, (8, 11))
        players.show(players.table.rest((2, 1)))
        players.show(players.table.look(30))
    assert thrown(players) == [(B, (6, 3)), (N, (2, 1))]
    assert named(players) == [(FaultName.DES_LEVES, N)]
    (played,) = [one for one in standing(players.rulings) if isinstance(one, Played)]
    assert {(move.start, move.end) for move in played.moves} == {(4, 10), (8, 11)}


def test_a_dame_that_a_look_missed_was_not_let_go_late() -> None:
    """It lay on 11 when the dice were taken up. No hand of Blancs came after that, so nobody is accused."""
    players, stands = begun((1, 4), (1, 8))
    players.show(players.table.throw((6, 3), by=(B,)))
    full = moved(stands, B, (4, 10), (8, 11))
    visits(players, B, 4, 10, 8, 11)
    players.table.position = without(moved(stands, B, (4, 10)), B, 8)
    players.show(players.table.look(1))
    players.show(players.table.lift(N))
    players.show(players.table.rest((2, 1)))
    visits(players, N, 12)
    players.table.position = full
    players.show(players.table.look(30))
    assert named(players) == []


def test_a_dame_missed_until_the_other_has_played_lies_where_it_was_lawful() -> None:
    """It has not left the board, since not all are home (Lois VIII), nor is it in a hand after the next play."""
    players, stands = begun((1, 4), (1, 8))
    players.show(players.table.throw((6, 3), by=(B,)))
    full, half = moved(stands, B, (4, 10), (8, 11)), moved(stands, B, (4, 10))
    visits(players, B, 4, 10, 8, 11)
    players.table.position = missed = without(half, B, 8)
    players.show(players.table.look(1))
    players.show(players.table.lift(N))
    players.show(players.table.rest((5, 4)))
    visits(players, N, 1, 6, 1, 5)
    players.table.position = moved(missed, N, (1, 6), (1, 5))
    players.show(players.table.look(2))
    ruled = [one for one in players.rulings if isinstance(one, Played)]
    assert [(one.side, one.lawful) for one in ruled] == [(B, True), (N, True)]
    players.table.position = moved(full, N, (1, 6), (1, 5))
    players.show(players.table.look(10))
    assert players.referee.state().position == players.table.position
    assert named(players) == []


def counted(*looks: Position) -> DamesTracker:
    """Return a tracker of Blancs' dames that saw these positions a second apart, with a hand between them."""
    tracker = DamesTracker(B)
    for t, stands in enumerate(looks, 1):
        said = np.full((24, 16), 1e-4)
        said[np.arange(24), stands.blancs] = 1.0
        tracker.weigh(Look(t, said, np.full(24, 0.5)), stands.blancs, lambda: pytest.fail("all is as it should be"))
    return tracker


def test_two_dames_missing_at_one_look_were_in_one_hand() -> None:
    """One look shows it, if both cases can be counted and neither dame was put down yet (Jeu 3, fausse case 9)."""
    before = moved(Position.start(), B, (1, 4), (1, 8))
    held = without(without(before, B, 4), B, 8)
    after = moved(before, B, (4, 10), (8, 11))
    assert counted(before, held, after).held_at(before.blancs, after.blancs, 1.0) == 2.0
    for one in (without(before, B, 8), without(moved(before, B, (4, 10)), B, 8), after):
        assert counted(before, one, after).held_at(before.blancs, after.blancs, 1.0) is None
    piled = counted(before, held, without(after, B, 10))
    assert piled.held_at(before.blancs, after.blancs, 1.0) is None, "the first may lie on a pile, which looks the same"
    late = partial(piled.held_at, before.blancs, after.blancs, 1.0, None)
    assert late(lambda start, end, t: (end, t) == (10, 2.0) and start in (4, 8)) == 2.0, "the hand came there later"
    on_two = moved(moved(before, B, (1, 10)), B, (1, 10))
    taken, there = without(without(on_two, B, 4), B, 8), moved(on_two, B, (4, 10), (8, 11))
    seen = counted(on_two, taken, there)
    seen.evidence.log[9, 3:] = 0.0
    assert seen.held_at(on_two.blancs, there.blancs, 1.0) == 2.0, "three may be more, but were not there before"


@pytest.mark.parametrize(("taken", "together"), [(1.5, 2.0), (2.5, None)])
def test_of_two_dames_in_one_hand_one_may_come_from_a_pile(taken: float, together: float | None) -> None:
    """It was taken before the other was missing if the hand was at the pile before that, but not if it came after."""
    before = moved(Position.start(), B, (1, 4), (1, 8))
    held = without(without(before, B, 4), B, 8)
    after = moved(before, B, (4, 10), (8, 11))
    seen = counted(before, held, after)
    seen.evidence.log[3] = 0.0
    assert seen.held_at(before.blancs, after.blancs, 1.0, lambda _case: taken) == together
    seen.evidence.log[7] = 0.0
    assert seen.held_at(before.blancs, after.blancs, 1.0, lambda _case: taken) is None, "neither was seen to be gone"


def one_die(players: Players, value: int, frames: int = 12) -> None:
    """Let Noirs take the dice up and throw, with only one die ever found."""
    players.show(players.table.lift(N))
    place = (200.0, 150.0)
    players.table.dice = (DieReading(value, True, DieRest.FLOOR, place, place, 0.99),)
    players.show(players.table.look(frames))


def played_first() -> tuple[Players, Position]:
    """Return a table at which Blancs have played 6-5, and its position."""
    players = Players(Settings(field=FIELD))
    players.show(players.table.throw((6, 5), by=(B,)))
    stands = moved(Position.start(), B, (1, 7), (1, 6))
    visits(players, B, 1, 7, 1, 6)
    players.table.position = stands
    players.show(players.table.look(20))
    return players, stands


def test_after_a_throw_with_one_die_read_no_throw_is_out_of_turn() -> None:
    """Noirs have thrown in between, although the referee could not read what (Lois XVII 1)."""
    players, _ = played_first()
    one_die(players, 2)
    visits(players, N, 1)
    players.show(players.table.look(6))
    players.show(players.table.lift(B))
    players.show(players.table.rest((4, 3)))
    assert named(players) == []
    assert thrown(players) == [(B, (6, 5)), (B, (4, 3))]
    assert players.referee.state().trait is B


@given(st.sampled_from([1, 2, 3, 4]))
def test_the_die_that_was_read_and_the_play_give_the_throw(value: int) -> None:
    """Noirs play five tout d'une. It was 4-1 or 3-2, as the die shows."""
    players, stands = played_first()
    one_die(players, value)
    visits(players, N, 1, 6)
    players.table.position = moved(stands, N, (1, 6))
    players.show(players.table.look(30))
    high = max(value, 5 - value)
    assert thrown(players)[1:] == [(N, (high, 5 - high))]
    players.show(players.table.lift(B))
    players.show(players.table.rest((4, 3)))
    assert thrown(players)[2:] == [(B, (4, 3))]
    assert named(players) == []


def test_a_play_stands_when_its_dice_are_read_after_it() -> None:
    """Noirs' five tout d'une was taken for another throw until then, and no look showed that the dice were gone."""
    players, stands = played_first()
    players.show(players.table.lift(N))
    visits(players, N, 1, 6)
    players.table.position = moved(stands, N, (1, 6))
    players.show(players.table.look(60))
    assert thrown(players)[1:] == [(N, (4, 1))]
    players.referee.tracker.throws.guessed = ((4, 1), (3, 2))
    players.show(players.table.rest((3, 2)))
    players.show(players.table.lift(B))
    players.show(players.table.rest((6, 4)))
    assert players.referee.judge.situation.position == players.table.position
    assert thrown(players)[1:] == [(N, (3, 2)), (B, (6, 4))]
    assert named(players) == []


def test_a_die_found_at_the_second_look_belongs_to_the_same_throw() -> None:
    """Both dice belong to the thrower, and nothing else was thrown."""
    players, _ = played_first()
    one_die(players, 2, frames=2)
    place = (300.0, 250.0)
    players.table.dice = (*players.table.dice, DieReading(5, True, DieRest.FLOOR, place, place, 0.99))
    players.show(players.table.look(6))
    assert thrown(players) == [(B, (6, 5)), (N, (5, 2))]
    assert [act for act in players.acts if isinstance(act, DiceThrown)][-1].side is N


@given(st.sampled_from(Side), st.integers(1, 24), st.sampled_from(Side))
def test_a_hand_changes_only_its_owners_dames(whose: Side, case: int, hand: Side) -> None:
    """Where only the other's hand was, a side's count hardly ever changed. Where its own hand was, it may well have."""
    hands = HandsTracker(stirred=True)
    row, column = SEATING.place(hand, case)
    reaching = (HandReading(SEATING.row_of(hand), FIELD.dame_place(row, column, 0)),)
    hands.observe(BoardReading(0.0, None, (), (), (), (), True, settled=False, troubles=(), reaching=reaching), SEATING)
    changed = hands.change_chances(whose, Settings(field=FIELD))
    assert changed is not None
    at = case if hand is B else 25 - case
    assert changed[at - 1] == changed.max()
    assert bool(changed.max() >= 0.5) is (whose is hand)
    assert bool(changed.max() <= 0.01) is (whose is not hand)


def test_a_dame_was_put_down_when_it_was_first_seen_there() -> None:
    """The time can be limited from below. On piles that cannot be counted it is unknown."""
    there = moved(Position.start(), B, (1, 7))
    tracker = counted(Position.start(), there, there)
    assert tracker.since(7, 1, after=0.0) == 2.0
    assert tracker.since(7, 1, after=2.5) is None
    tracker.evidence.log[6] = 0.0
    assert tracker.since(7, 1, after=0.0) is None


def test_a_dame_is_known_to_be_gone_only_where_dames_are_counted() -> None:
    """One dame may always have been taken from a pile, which is no evidence that one is in a hand."""
    before = moved(Position.start(), B, (1, 4), (1, 8), (1, 8))
    tracker = counted(before, without(before, B, 8))
    for case, ruled in ((8, True), (4, False), (1, False), (0, False)):
        fewer = without(before, B, case) if case else before
        assert bool(tracker.evidence.shows_gone(np.array([fewer.blancs]), np.array([case]))[0]) is ruled
    tracker.evidence.log[7] = 0.0
    assert not tracker.evidence.shows_gone(np.array([without(before, B, 8).blancs]), np.array([8]))[0]


def test_a_case_is_fuller_from_the_look_that_shows_it() -> None:
    """No look shows how many dames have left the board."""
    before = Position.start()
    tracker = counted(before, moved(before, B, (1, 8)), moved(before, B, (1, 8), (1, 8)))
    assert [tracker.fuller(8, before.blancs, after) for after in (0.0, 2.0, 3.0)] == [2, 3, None]
    assert tracker.fuller(BANDE, before.blancs, 0.0) is None


@pytest.mark.parametrize("thrown_first", [True, False])
@pytest.mark.parametrize("put", [True, False])
def test_a_dame_brought_to_a_pile_nobody_can_count_after_the_dice_were_taken_up(
    *, put: bool, thrown_first: bool
) -> None:
    """The dame of 2 goes to the pile on 8 only then, if the hand was not at 8 after it was at 2 (Lois VI).

    put: whether it was, so that its next visit means something else. thrown_first: whether the other's dice lie
    there before that visit.
    """
    stands = Position((5, 1, 0, 0, 0, 0, 2, 7, *(0,) * 16), (15, *(0,) * 23))
    players = Players(Settings(field=FIELD))
    players.set_up(stands)
    players.show(players.table.look(20))
    players.show(players.table.throw((6, 1), by=(B,)))
    visits(players, B, 7, 8, 2, *((8,) if put else ()))
    players.table.position = moved(stands, B, (7, 8), (2, 8))
    players.show(players.table.look(6))
    assert [one.lawful for one in players.rulings if isinstance(one, Played)] == [True]
    players.show(players.table.lift(N))
    players.show(players.table.look(12))
    if thrown_first:
        players.show(players.table.rest((2, 1)))
    visits(players, B, 8)
    players.show(players.table.look(6))
    if not thrown_first:
        players.show(players.table.rest((2, 1)))
    assert named(players) == ([] if put else [(FaultName.DES_LEVES, N)])
    assert thrown(players) == [(B, (6, 1)), (N, (2, 1))]


@pytest.mark.parametrize("early", [True, False])
@pytest.mark.parametrize("off", [True, False])
def test_the_second_dame_moves_in_a_later_visit_of_the_hand_than_the_first(*, off: bool, early: bool) -> None:
    """Noirs take the dice between the two visits, or after both (Lois VI).

    off: whether a dame of 20 and one of the pile on 23 go off the board, rather than two dames of the talon to 7.
    """
    stands = position({20: 1, 23: 9} if off else {1: 10, 7: 2}, {1: 15})
    first, second = ((20, BANDE), (23, BANDE)) if off else ((1, 7), (1, 7))
    players = Players(Settings(field=FIELD))
    players.set_up(stands)
    players.show(players.table.look(20))
    players.show(players.table.throw((6, 2) if off else (6, 6), by=(B,)))

    def plays_one(move: tuple[int, int]) -> None:
        visits(players, B, *(case for case in move if case < BANDE))
        if off:
            pictures(players, 6, (B, BESIDE))
        players.table.position = moved(players.table.position, B, move)
        players.show(players.table.look(12))

    plays_one(first)
    if early:
        players.show(players.table.lift(N))
        players.show(players.table.look(12))
    plays_one(second)
    if not early:
        players.show(players.table.lift(N))
        players.show(players.table.look(12))
    players.show(players.table.rest((2, 1)))
    players.wait()
    assert named(players) == ([(FaultName.DES_LEVES, N)] if early else [])


def test_dice_of_a_refused_throw_are_not_those_of_the_throw_under_way() -> None:
    """Noirs take the dice up while Blancs hold a dame, and throw on the rail. Those are taken up to throw again."""
    players, stands = begun((1, 4), (1, 8))
    players.show(players.table.throw((6, 3), by=(B,)))
    visits(players, B, 4, 10, 8)
    players.table.position = without(moved(stands, B, (4, 10)), B, 8)
    players.show(players.table.look(1))
    players.show(players.table.lift(N))
    players.show(players.table.rest((2, 1), DieRest.RAIL))
    players.show(players.table.lift(N))
    assert [one.side for one in players.acts if isinstance(one, DiceLifted)] == [N]


@pytest.mark.parametrize(("value", "taken"), [(3, True), (2, False)])
def test_dice_missed_in_one_look_were_taken_up_if_one_shows_another_value(value: int, taken: bool) -> None:
    """Thrown dice may come to rest close to where the old ones lay. Dice pushed there show the same values."""

    def dice(first: int, second: int, by: float) -> tuple[DieReading, ...]:
        places = ((100.0, 100.0 + by), (300.0, 100.0 + by))
        return tuple(
            DieReading(value, True, DieRest.FLOOR, at, at, 0.99)
            for value, at in zip((first, second), places, strict=True)
        )

    tracker = DiceTracker()
    for t in range(5):
        tracker.observe(dice(5, 2, 0.0), float(t))
    assert tracker.observe((), 5.0, taken_by=N) is None
    assert tracker.taken_up(dice(5, value, 30.0)) == (Lifted(5.0, N) if taken else None)


@pytest.mark.parametrize(("by", "taken"), [(30.0, True), (5.0, False)])
def test_one_die_seen_elsewhere_shows_that_dice_missed_in_one_look_were_taken_up(by: float, taken: bool) -> None:
    """The other lies upon it, or is missed. A die that lies where one lay was not thrown."""

    def die(value: int, x: float, y: float) -> DieReading:
        return DieReading(value, True, DieRest.FLOOR, (x, y), (x, y), 0.99)

    tracker = DiceTracker()
    for t in range(5):
        tracker.observe((die(5, 100.0, 100.0), die(2, 300.0, 100.0)), float(t))
    assert tracker.observe((), 5.0, taken_by=N) is None
    assert tracker.observe((die(5, 100.0, 100.0 + by),), 6.0) == (Lifted(5.0, N) if taken else None)


def test_what_a_look_makes_sure_counts_for_the_acts_that_it_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    """A throw was doubtful until a look that also shows dice taken up too early: nothing speaks against that fault."""
    referee, table = Referee(Settings()), FakeTable()
    taken_up = DiceLifted(1.0, N, early=True)
    monkeypatch.setattr(referee.tracker, "observe", lambda *_: iter([taken_up]))
    monkeypatch.setattr(referee.tracker, "unsure", lambda _: False)
    for change in referee.sight.update_certainty(0.5, unsure=True):
        referee.rule_on(change)
    assert referee.sight.poor
    assert referee.observe(table.frame()).acts == (SightChanged(1.0, clear=True), taken_up)
