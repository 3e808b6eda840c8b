"""Dice read wrongly, or missed at some looks: nobody is accused, and the true throw is announced."""

from __future__ import annotations

from dataclasses import replace

import pytest

from events.acts import Claimed, DiceLifted, DiceThrown, SightChanged
from events.board_reading import DieReading, DieRest
from events.field import Field
from events.peg_reading import Button, Signal
from events.rulings import ClaimRuled, ClaimVerdict, Played, ThrowWorth, standing
from events.state import Mode
from events.trictrac.acts import Corrected, JetonMoved, JetonReleased
from events.trictrac.settings import Settings
from referee.trictrac.tracker.dice import DiceTracker, Lifted, Thrown
from rules.fault import FaultName
from rules.position import Position, Side
from tests.referee.players import Players, moved, position
from tests.referee.test_early_throws import thrown, visits
from tests.referee.test_where_hands_were import named

B, N = Side.BLANCS, Side.NOIRS
SURELY, UNSURELY = 0.99, 0.75


def read(players: Players, *values: int, confidence: float = UNSURELY) -> None:
    """Let the dice that lie there be read as `values`: the first one surely, the second with `confidence`."""
    one, two = players.table.dice
    players.table.dice = (
        replace(one, value=values[0], confidence=SURELY), replace(two, value=values[1], confidence=confidence),
    )  # fmt: skip
    players.show(players.table.look(12))


def lying(*dice: tuple[int, float], confidence: float = SURELY) -> list[DieReading]:
    """Return the readings of dice that lie in a row, from the value of each and its place along the board."""
    return [DieReading(value, True, DieRest.FLOOR, (x, 100.0), (x, 100.0), confidence) for value, x in dice]


def begun() -> Players:
    """Return a table at which Blancs have played, and Noirs' dice lie there but were not read yet."""
    players = Players(Settings(field=Field()))
    players.show(players.table.throw((6, 5), by=(B,)))
    visits(players, B, 1, 7, 1, 6)
    players.table.position = moved(Position.start(), B, (1, 7), (1, 6))
    players.show(players.table.look(12))
    list(players.table.lift(N))
    players.show(players.table.hand(2, N))
    players.show(players.table.look(3))
    list(players.table.rest((1, 1)))
    return players


def facing_one_dame() -> Players:
    """Return a table where Blancs are to play, a five and a four beat a dame, and the dice were not read yet."""
    stood = position({1: 10, 4: 5}, {1: 14, 17: 1})
    players = Players(Settings(mode=Mode.REFEREE, jetons=True, pegs=True, field=Field()))
    players.table.position = stood
    players.show(players.table.look(12))
    players.show([Corrected(players.table.t, "someone", position=stood, trait=B)])
    players.show(players.table.look())
    list(players.table.rest((1, 1)))
    return players


def play(players: Players, *ways: tuple[int, int]) -> None:
    """Let Noirs play these moves, and Blancs throw."""
    visits(players, N, *(case for way in ways for case in way))
    players.table.position = moved(players.table.position, N, *ways)
    players.show(players.table.look(40))
    players.show(players.table.throw((2, 1), by=(B,)))
    players.wait()


@pytest.mark.parametrize("misread", [1, 2, 3, 5])
@pytest.mark.parametrize("apart", [True, False])
def test_a_play_lawful_by_another_value_of_an_unsure_die_shows_that_value(misread: int, *, apart: bool) -> None:
    """A four is misread at every look, never surely. The player plays four and two, with one dame or two.

    Nobody is accused in that throw, as the die may have been read rightly.
    """
    players = begun()
    read(players, 2, misread)
    play(players, *(((1, 5), (1, 3)) if apart else ((1, 7),)))
    assert named(players) == []
    assert thrown(players) == [(B, (6, 5)), (N, (4, 2)), (B, (2, 1))]
    ruled = [one for one in standing(players.rulings) if isinstance(one, Played) and one.side is N]
    assert [(one.dice, one.lawful) for one in ruled] == [((4, 2), True)]
    assert [act.clear for act in players.acts if isinstance(act, SightChanged)] == [False, True]


def test_a_play_does_not_change_a_die_read_surely() -> None:
    """The player plays a four, but a five was read surely at every look. That is a fault."""
    players = begun()
    read(players, 2, 5, confidence=SURELY)
    play(players, (1, 3), (1, 5))
    assert named(players) == [(FaultName.FAUSSE_CASE_4_1, N)]
    assert thrown(players)[1] == (N, (5, 2))


def test_a_play_that_no_value_makes_lawful_is_a_fault() -> None:
    """A two was read surely, and neither dame goes two points."""
    players = begun()
    read(players, 2, 5)
    play(players, (1, 6), (1, 4))
    assert [by for _, by in named(players)] == [N]
    assert thrown(players)[1] == (N, (5, 2))


def test_an_unsure_die_played_as_it_was_read_is_right() -> None:
    players = begun()
    read(players, 2, 5)
    play(players, (1, 3), (1, 6))
    assert named(players) == []
    assert thrown(players)[1] == (N, (5, 2))
    assert len([one for one in players.rulings if isinstance(one, ThrowWorth)]) == 3, "nothing was announced again"


@pytest.mark.parametrize("badly", [True, False])
def test_a_throw_that_cannot_be_played_is_thrown_again_where_a_die_lay_badly(*, badly: bool) -> None:
    """One look took the die for flat, the next did not, and Blancs throw again (Lois VI)."""
    stood = position({1: 15}, {1: 14, 18: 1})
    players = Players(Settings(mode=Mode.SCORE, field=Field()))
    players.table.position = stood
    players.show(players.table.look(12))
    players.show([Corrected(players.table.t, "someone", position=stood, trait=B)])
    players.show(players.table.throw((6, 6), by=(B,)))
    one, two = players.table.dice
    players.table.dice = one, replace(two, flat=not badly)
    players.show(players.table.look(1))
    players.show(players.table.lift(B))
    players.show(players.table.throw((2, 1), by=(B,)))
    assert named(players) == ([] if badly else [(FaultName.HORS_TOUR, B)])
    stand = [(one.side, one.dice) for one in standing(players.rulings) if isinstance(one, ThrowWorth)]
    assert stand == [(B, (2, 1) if badly else (6, 6))]


def test_the_same_numbers_thrown_again_are_another_throw() -> None:
    """Only one look saw that the dice had been taken up, and they are not quite clear at the next."""
    players = begun()
    read(players, 2, 5, confidence=SURELY)
    visits(players, N, 1, 3, 6)
    players.table.position = moved(players.table.position, N, (1, 3), (1, 6))
    players.show(players.table.look(12))
    list(players.table.lift(B))
    players.show(players.table.hand(2, B))
    players.show(players.table.look(1))
    list(players.table.rest((5, 2)))
    players.table.dice = tuple(replace(die, confidence=0.9) for die in players.table.dice)
    players.show(players.table.look(12))
    assert thrown(players)[1:] == [(N, (5, 2)), (B, (5, 2))]


def test_dice_on_a_rail_that_lie_elsewhere_with_the_same_numbers_were_thrown_again() -> None:
    players = begun()
    players.show(players.table.rest((5, 5), rest=DieRest.RAIL))
    players.show(players.table.hand(2, N))
    players.show(players.table.rest((5, 5)))
    assert thrown(players)[1:] == [(N, (5, 5))]


def test_a_hand_that_came_before_the_dice_were_last_seen_did_not_take_them() -> None:
    """Both dice are missed at one look after the thrower's hand. Then the other takes them up in his turn."""
    players = begun()
    read(players, 2, 5, confidence=SURELY)
    visits(players, N, 1, 3, 6)
    players.table.position = moved(players.table.position, N, (1, 3), (1, 6))
    players.table.dice = ()
    players.show(players.table.look(1))
    players.show(players.table.hand(2, B))
    players.show(players.table.look(3))
    list(players.table.rest((4, 3)))
    players.show(players.table.look(12))
    assert named(players) == []
    assert thrown(players)[1:] == [(N, (5, 2)), (B, (4, 3))]


def test_a_die_that_lies_where_it_lay_was_not_thrown() -> None:
    """The other die is missed, and something elsewhere is taken for a die. Nobody has thrown."""
    players = begun()
    read(players, 2, 5, confidence=SURELY)
    one, two = players.table.dice
    x, y = one.place
    far = (x - 150 if x > 220 else x + 150, 400 - y)
    for seen in ((one,), (one, replace(two, value=3, confidence=0.55, place=far)), (one,), (one, two)):
        players.table.dice = seen
        players.show(players.table.look(1 if len(seen) > 1 and seen[1] is not two else 9))
    assert thrown(players)[1:] == [(N, (5, 2))]
    assert named(players) == []


def four_points_and_a_two_read() -> tuple[Players, DieReading]:
    """Return a game in which noirs' dame went four points and only a two of their throw was read; and the other die."""
    players = begun()
    one, other = players.table.dice
    players.table.dice = (replace(one, value=2, confidence=SURELY),)
    players.show(players.table.look(12))
    visits(players, N, 1, 5)
    players.table.position = moved(players.table.position, N, (1, 5))
    return players, other


def test_a_throw_with_one_die_read_contains_that_die_when_the_next_comes() -> None:
    """A dame goes four points. It was two and two, not three and one, because a two was read."""
    players, _ = four_points_and_a_two_read()
    players.show(players.table.look(3))
    players.show(players.table.hand(2, B))
    players.show(players.table.rest((2, 1)))
    players.wait()
    assert thrown(players) == [(B, (6, 5)), (N, (2, 2)), (B, (2, 1))]


def test_a_die_found_beside_the_one_that_was_read_is_of_the_same_throw() -> None:
    """A dame goes four points. That seemed two and two, but it was the four of four and two."""
    players, other = four_points_and_a_two_read()
    players.show(players.table.look(12))
    players.table.dice = (*players.table.dice, replace(other, value=4, confidence=SURELY))
    players.show(players.table.look(12))
    visits(players, N, 1, 3)
    players.table.position = moved(players.table.position, N, (1, 3))
    players.show(players.table.look(12))
    ruled = [one for one in standing(players.rulings) if isinstance(one, ThrowWorth | Played)]
    assert [(one.side, one.dice) for one in ruled[-2:]] == [(N, (4, 2))] * 2
    assert named(players) == []


def test_the_same_numbers_thrown_next_are_another_throw() -> None:
    """Of two and one only the two was read, then they were played. The other throws two and one, too."""
    players = begun()
    one, _ = players.table.dice
    players.table.dice = (replace(one, value=2, confidence=SURELY),)
    players.show(players.table.look(12))
    visits(players, N, 1, 3, 2)
    players.table.position = moved(players.table.position, N, (1, 3), (1, 2))
    players.show(players.table.look(3))
    players.show(players.table.lift(B))
    players.show(players.table.rest((2, 1)))
    players.wait()
    assert thrown(players) == [(B, (6, 5)), (N, (2, 1)), (B, (2, 1))]
    assert named(players) == []


def played(players: Players, *ways: tuple[int, int]) -> None:
    """Let Noirs play these moves, with no throw after that."""
    visits(players, N, *(case for way in ways for case in way))
    players.table.position = moved(players.table.position, N, *ways)
    players.show(players.table.look(12))


@pytest.mark.parametrize("by_page", [True, False])
@pytest.mark.parametrize("ways", [((1, 3), (1, 5)), ((1, 3), (1, 6))])
def test_a_claim_that_depends_on_an_unsure_die_is_neither_right_nor_wrong(
    ways: tuple[tuple[int, int], ...], *, by_page: bool
) -> None:
    """Two and five were read, the five not surely. The play is two and four, or two and five. Nobody is accused."""
    players = begun()
    read(players, 2, 5)
    played(players, *ways)
    row = players.settings.seating.row_of(B)
    t = players.table.t
    players.show([Claimed(t, B) if by_page else Signal(t, row, Button.ECOLE)])
    (claim,) = (one for one in players.rulings if isinstance(one, ClaimRuled))
    (play,) = (one for one in standing(players.rulings) if isinstance(one, Played) and one.side is N)
    assert (claim.verdict, claim.dice) == (ClaimVerdict.UNSURE, play.dice)
    assert play.lawful
    assert named(players) == []


def test_a_claim_against_a_play_by_dice_read_surely_is_wrong() -> None:
    players = begun()
    read(players, 2, 5, confidence=SURELY)
    played(players, (1, 3), (1, 6))
    players.show([Claimed(players.table.t, B)])
    assert [one.verdict for one in players.rulings if isinstance(one, ClaimRuled)] == [ClaimVerdict.WRONG]


def test_a_claim_that_may_mean_the_play_is_no_claim_of_an_ecole() -> None:
    """Five and an as were read, the as not surely. By the play it was a four, so the throw is worth two."""
    players = facing_one_dame()
    read(players, 5, 1)
    visits(players, B, 1, 6, 1, 5)
    players.table.position = moved(players.table.position, B, (1, 6), (1, 5))
    players.show(players.table.look(40))
    assert thrown(players) == [(B, (5, 4))]
    players.show([Claimed(players.table.t, N)])
    assert [one.verdict for one in players.rulings if isinstance(one, ClaimRuled)] == [ClaimVerdict.UNSURE]
    assert named(players) == []


@pytest.mark.parametrize("marks", [True, False])
def test_a_mark_that_fits_the_dice_as_read_shows_that_they_were_read_right(*, marks: bool) -> None:
    """Five and four beat a dame for two points, five and an as beat none. The player plays five and an as."""
    players = facing_one_dame()
    read(players, 5, 4)
    players.mark(B, 2 if marks else 0)
    players.wait()
    visits(players, B, 1, 6, 1, 2)
    players.table.position = moved(players.table.position, B, (1, 6), (1, 2))
    players.show(players.table.look(40))
    players.show(players.table.throw((2, 1), by=(N,)))
    players.wait()
    assert thrown(players)[0] == (B, (5, 4) if marks else (5, 1))
    assert (FaultName.FAUSSE_CASE_4_1 in [name for name, _ in named(players)]) is marks


def test_dice_side_by_side_are_distinguished_by_their_values() -> None:
    """The error of their places is as large as the distance between them. Neither is confused or doubted."""
    one, two = (DieReading(value, True, DieRest.FLOOR, (0.0, 0.0), (0.0, 0.0), 0.95) for value in (5, 4))
    dice = DiceTracker()
    for at, (near, far) in enumerate(((200.0, 212.0), (207.0, 204.0), (206.0, 205.0), (199.0, 211.0))):
        dice.observe([replace(one, place=(near, 150.0)), replace(two, place=(far, 150.0))], at / 2)
    assert dice.said == (5, 4)
    assert dice.other_readings((5, 4)) == ()


def test_a_die_lies_at_the_mean_place_of_all_looks() -> None:
    """A die is read 22 mm from its last place, 15 from its mean, and the other is misread. Nothing was thrown."""
    dice = DiceTracker()
    one, two = (DieReading(value, True, DieRest.FLOOR, (0.0, 0.0), (300.0, 100.0), 0.99) for value in (4, 1))
    assert dice.observe([replace(one, place=(107.0, 200.0)), two], 0.0) is not None
    for t, x in enumerate((93.0, 100.0, 93.0), 1):
        assert dice.observe([replace(one, place=(x, 200.0)), two], float(t)) is None
    assert dice.observe([replace(one, place=(115.0, 200.0)), replace(two, value=5, confidence=0.55)], 4.0) is None
    assert dice.on_still(9.0) is None
    assert dice.said == (4, 1)


def test_dice_missing_at_one_look_were_taken_up_then_if_others_lie_there_now() -> None:
    """They were not merely hidden if the dice found next lie elsewhere."""
    dice = DiceTracker()
    one, two = lying((4, 100.0), (1, 200.0))
    dice.observe([one, two], 0.0)
    assert dice.taken_up([one, two]) is None
    dice.observe([], 1.0, taken_by=N)
    assert dice.taken_up([one, two]) is None, "they were only hidden"
    thrown_since = [replace(die, place=(x, 250.0)) for die, x in ((one, 100.0), (two, 300.0))]
    assert dice.taken_up(thrown_since) == Lifted(1.0, N)
    found = dice.observe(thrown_since, 2.0)
    assert isinstance(found, Thrown)
    assert (found.t, found.dice) == (2.0, (4, 1))


@pytest.mark.parametrize(
    ("values", "confidence", "thrown"),
    [((5, 2), 0.99, True), ((5, 2), 0.8, False), ((5, 1), 0.99, False), ((4, 1), 0.99, False)],
)
def test_dice_may_come_to_rest_where_others_lay(values: tuple[int, int], confidence: float, thrown: bool) -> None:
    """One look found none. If both now surely show other values, the earlier dice were taken up."""
    dice = DiceTracker()
    one, two = lying((4, 100.0), (1, 200.0))
    dice.observe([one, two], 0.0)
    dice.observe([], 1.0, taken_by=N)
    now = [
        replace(die, value=value, place=(x, 110.0), confidence=confidence)
        for die, value, x in zip((one, two), values, (105.0, 190.0), strict=True)
    ]
    assert dice.taken_up(now) == (Lifted(1.0, N) if thrown else None)
    found = dice.observe(now, 2.0)
    assert (isinstance(found, Thrown) and not found.again) == thrown


@pytest.mark.parametrize(("first", "second", "ruled"), [(6, 3, False), (3, 6, True)])
def test_dice_found_again_were_hidden_only_if_each_shows_the_value_that_lay_there(
    first: int, second: int, *, ruled: bool
) -> None:
    """A six and a three lay there, then none was found. A three near the six's place is a new throw."""
    dice = DiceTracker()
    one, two = lying((6, 100.0), (3, 160.0))
    dice.observe([one, two], 0.0)
    dice.observe([], 1.0)
    assert dice.on_still(2.0) == Lifted(1.0)
    seen = dice.observe([replace(one, value=first, place=(110.0, 112.0)), replace(two, value=second)], 3.0)
    assert isinstance(seen, Thrown) is ruled


@pytest.mark.parametrize("still", [True, False])
def test_if_nothing_moved_a_die_read_elsewhere_was_not_thrown(*, still: bool) -> None:
    """Both are read 25 mm off and one is misread, in the same rest. After a movement they are other dice."""
    dice = DiceTracker()
    one, two = lying((4, 100.0), (3, 300.0))
    assert dice.observe([one, two], 0.0) is not None
    off = [replace(one, place=(125.0, 100.0)), replace(two, value=2, confidence=0.55, place=(275.0, 100.0))]
    dice.observe(off, 0.6, still=still)
    assert (dice.on_still(2.0) is None) is still
    assert dice.said == ((4, 3) if still else (4, 2))


@pytest.mark.parametrize("still", [True, False])
def test_if_nothing_moved_dice_read_otherwise_are_the_same_throw(*, still: bool) -> None:
    """One of them was missed, and something else taken for it. After a movement they were thrown again."""
    dice = DiceTracker()
    one, two = lying((4, 100.0), (3, 300.0))
    first = dice.observe([one, two], 0.0)
    seen = dice.observe([one, replace(two, value=2, place=(200.0, 250.0))], 0.6, still=still) or dice.on_still(2.0)
    assert isinstance(first, Thrown)
    assert isinstance(seen, Thrown)
    assert (seen.dice, seen.again, seen.t) == ((4, 2), still, 0.0 if still else 0.6)


@pytest.mark.parametrize("still", [True, False])
def test_if_nothing_moved_the_one_die_found_is_one_of_the_two_found_next(*, still: bool) -> None:
    """It is read 24 mm off. After a movement it belonged to another throw, whose other die was not read."""
    dice = DiceTracker()
    one, two = lying((4, 100.0), (6, 300.0))
    dice.observe([replace(one, confidence=0.995)], 0.0)
    dice.observe([replace(one, confidence=0.995)], 0.1, still=True)
    seen = dice.observe([replace(one, place=(124.0, 100.0)), two], 0.6, still=still)
    assert isinstance(seen, Thrown)
    assert (seen.t, seen.half_read) == ((0.0, None) if still else (0.6, 4))


@pytest.mark.parametrize(("turn", "by", "ruled"), [(N, N, True), (N, None, True), (N, B, False), (None, N, False)])
def test_the_same_dice_across_the_board_were_thrown_again_once_they_had_been_played(
    turn: Side | None, by: Side | None, *, ruled: bool
) -> None:
    """No push moves both so far. Before they are played, the thrower himself may have moved them."""
    dice = DiceTracker()
    one, two = lying((4, 100.0), (2, 200.0))
    dice.observe([one, two], 0.0, B)
    seen = dice.observe([replace(one, place=(300.0, 200.0)), replace(two, place=(400.0, 200.0))], 1.0, by, turn=turn)
    assert isinstance(seen, Thrown) is ruled


@pytest.mark.parametrize(("value", "ruled"), [(4, True), (2, False)])
def test_a_die_near_where_the_other_lay_is_the_one_of_its_value(value: int, *, ruled: bool) -> None:
    """A 2 near the 4's old place was thrown there. The 4 itself may have been pushed there."""
    dice = DiceTracker()
    one, two = lying((4, 100.0), (2, 200.0))
    dice.observe([one, two], 0.0, B)
    beside, across = (two, one) if value == one.value else (one, two)
    lie = [replace(beside, place=(125.0, 110.0)), replace(across, place=(400.0, 250.0))]
    assert isinstance(dice.observe(lie, 1.0, N, turn=N), Thrown) is ruled


def test_dice_pushed_past_one_another_keep_their_values() -> None:
    """The 3 goes across the board and the 6 to where the 3 lay."""
    dice = DiceTracker()
    one, two = lying((3, 110.0), (6, 140.0))
    dice.observe([one, two], 0.0, B)
    lie = [replace(one, place=(400.0, 160.0)), replace(two, place=(126.0, 100.0))]
    assert [dice.observe(lie, t, B) for t in (1.0, 1.6, 2.2)] == [None] * 3
    assert (dice.said, dice.other_readings((6, 3))) == ((6, 3), ())


@pytest.mark.parametrize(
    ("x", "value", "turn", "ruled"),
    [(160.0, 4, N, True), (130.0, 3, N, True), (130.0, 4, N, False), (160.0, 4, None, False)],
)
def test_if_one_die_lies_elsewhere_both_were_thrown_and_one_was_not_found(
    x: float, value: int, turn: Side | None, *, ruled: bool
) -> None:
    """Played dice are only pushed a little, and not turned over."""
    dice = DiceTracker()
    one, two = lying((4, 100.0), (2, 300.0))
    dice.observe([one, two], 0.0, B)
    seen = dice.observe([replace(one, value=value, place=(x, 100.0))], 1.0, N, N, turn=turn)
    assert seen == (Lifted(1.0, N) if ruled else None)
    assert dice.half_read == (value if ruled else None)


def test_a_mark_first_seen_with_dice_read_unsurely_was_made_before_them() -> None:
    """A hand comes over them after one look, which still settles the throw before."""
    players = Players(Settings(field=Field()))
    players.show(players.table.throw((6, 5), by=(B,)))
    players.show(players.table.play(moved(Position.start(), B, (1, 7), (1, 6)), 12, B))
    list(players.table.lift(N))
    players.show(players.table.hand(2, N))
    players.table.jetons[N] = (2,)
    list(players.table.rest((4, 1)))
    players.table.dice = tuple(replace(die, confidence=0.95) for die in players.table.dice)
    players.show(players.table.look(1))
    players.show(players.table.hand(3, N))
    ruled = [act for act in players.acts if isinstance(act, JetonMoved | DiceThrown)]
    assert [type(act) for act in ruled[-2:]] == [JetonMoved, DiceThrown]
    assert ruled[-2].t == ruled[-1].t


@pytest.mark.parametrize("besides", [True, False])
def test_a_stud_read_as_a_die_that_stays_when_dice_are_thrown_is_no_die(*, besides: bool) -> None:
    """It was read as a third die, or taken for one of the two."""
    dice = DiceTracker()
    one, two, stud = lying((4, 100.0), (2, 200.0), (1, 400.0), confidence=0.95)
    lay = (one, two, replace(stud, confidence=0.6)) if besides else (one, stud)
    for t in range(2):
        dice.observe(dice.without_false(lay), float(t))
    assert dice.without_false(lay) == lay
    thrown_since = replace(one, place=(150.0, 300.0)), replace(two, place=(250.0, 300.0))
    assert dice.without_false((stud, *thrown_since)) == thrown_since
    assert dice.without_false((stud,)) == ()
    assert dice.without_false((replace(stud, value=6),)) != (), "a die may lie there"


def test_a_die_thrown_to_where_something_was_once_misread_as_a_die_counts() -> None:
    """What is missed more often than it is read is forgotten, however long the sitting."""
    dice = DiceTracker()
    one, two, glint = lying((4, 100.0), (2, 200.0), (1, 400.0), confidence=0.95)
    for t, lay in enumerate(((one, two), (one, two, glint), (one, two), (one, two))):
        dice.observe(dice.without_false(lay), float(t))
    assert dice.without_false(()) == ()
    assert dice.without_false((glint, replace(one, place=(150.0, 300.0)))) == (
        glint,
        replace(one, place=(150.0, 300.0)),
    )
    assert not dice.false.looks


def test_dice_are_taken_up_even_if_a_stud_read_as_a_die_stays() -> None:
    """The referee notices that no dice lie there, and then the next throw."""
    players = Players(Settings(field=Field()))
    players.show(players.table.throw((6, 5), by=(B,)))
    stud = DieReading(1, True, DieRest.FLOOR, (5.0, 5.0), (5.0, 5.0), 0.7)
    lay, players.table.dice = players.table.dice, (*players.table.dice, stud)
    players.show(players.table.look())
    players.show(players.table.play(moved(Position.start(), B, (1, 7), (1, 6)), 12, B))
    players.show(players.table.hand(3, N))
    players.table.dice = (stud,)
    players.show(players.table.look(8))
    assert isinstance(players.acts[-1], DiceLifted)
    one, two = (replace(die, value=3, place=(x, 200.0)) for die, x in zip(lay, (60.0, 300.0), strict=True))
    players.table.dice = (stud, one, two)
    players.show(players.table.hand(3, N))
    players.show(players.table.look())
    assert thrown(players)[-1] == (N, (3, 3))


def test_dice_worked_back_from_a_play_are_gone_when_another_value_is_read() -> None:
    """The same dice thrown later by the other are a new throw."""
    dice = DiceTracker()
    dice.recall((3, 2))
    five, three, two = lying((5, 100.0), (3, 200.0), (2, 300.0))
    assert dice.observe([three], 0.5, turn=N) is None
    assert dice.observe([five], 1.0, N, N, turn=N) == Lifted(1.0, N)
    assert isinstance(dice.observe([three, two], 5.0, B, turn=B), Thrown)


def one_die(players: Players, value: int, x: float) -> None:
    """Let only one die be read, at a place of its own."""
    players.table.dice = (DieReading(value, True, DieRest.FLOOR, (x, 100.0), (x, 100.0), SURELY),)
    players.show(players.table.look(12))


def test_two_throws_in_a_row_with_one_die_read_each_are_two_throws() -> None:
    """Each is reported with its die, and nobody threw out of turn."""
    players, _ = four_points_and_a_two_read()
    players.show(players.table.look(3))
    players.show(players.table.lift(B))
    one_die(players, 3, 60.0)
    visits(players, B, 1, 9)
    players.table.position = moved(players.table.position, B, (1, 9))
    players.show(players.table.look(12))
    players.show(players.table.lift(N))
    players.show(players.table.rest((2, 1)))
    players.wait()
    assert thrown(players) == [(B, (6, 5)), (N, (2, 2)), (B, (5, 3)), (N, (2, 1))]
    assert named(players) == []


def test_a_die_read_unsurely_is_no_reason_to_find_a_play_unlawful() -> None:
    """A dame goes four points, two of them by the two that was read. A die is then once misread as a one."""
    players, other = four_points_and_a_two_read()
    players.show(players.table.look(12))
    players.table.dice = (*players.table.dice, replace(other, value=1, confidence=0.6))
    players.show(players.table.look(1))
    players.table.dice = players.table.dice[:1]
    players.show(players.table.look(12))
    players.wait()
    assert thrown(players) == [(B, (6, 5)), (N, (2, 2))]
    assert named(players) == []


def test_what_is_marked_for_a_throw_with_one_die_read_is_no_ecole() -> None:
    """Five and four beat a dame, which is worth two points. Only the five is read until the next throw."""
    players = facing_one_dame()
    five, _ = players.table.dice
    players.table.dice = (replace(five, value=5, confidence=SURELY),)
    players.show(players.table.look(12))
    players.show(players.table.hand(3, B))
    players.show([JetonMoved(players.table.t, B, 2, bredouille=False)])
    visits(players, B, 1, 6, 1, 5)
    players.table.position = moved(players.table.position, B, (1, 6), (1, 5))
    players.show(players.table.look(12))
    players.show(players.table.lift(N))
    players.show(players.table.rest((2, 1)))
    players.wait()
    assert (B, (5, 4)) in thrown(players)
    assert named(players) == []


def test_what_is_marked_for_a_throw_read_whole_counts_after_one_die_that_nobody_played() -> None:
    """A die lies alone when a hand comes, then two dice are read. Blancs mark for these, and let go of the jeton."""
    players = Players(Settings(mode=Mode.REFEREE, jetons=True))
    players.wait()
    players.throw((6, 5))
    players.show(players.table.lift())
    one_die(players, 3, 60.0)
    players.show(players.table.hand(3))
    players.show(players.table.look(12))
    players.show(players.table.throw((2, 1)))
    players.mark(B, 2)
    players.wait()
    assert [act.points for act in players.acts if isinstance(act, JetonReleased)][-1:] == [2]


def test_dice_known_from_a_play_are_no_throw_that_was_read_whole() -> None:
    """Their throw was counted when it was worked back, and they are seen only now."""
    dice = DiceTracker()
    dice.recall((4, 1))
    one, two = lying((4, 100.0), (1, 200.0))
    assert dice.observe([one], 0.0) is None
    assert dice.observe([one, two], 1.0) is None
    assert dice.thrown is not None
    assert dice.first_looks == []
