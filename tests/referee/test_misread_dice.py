"""Dice that are read wrongly, or now and then not at all: nobody is accused of it, and the true throw is announced."""

from __future__ import annotations

from dataclasses import replace

import pytest

from events.acts import Claimed, DiceLifted, DiceThrown
from events.board_reading import DieReading, DieRest
from events.field import Field
from events.peg_reading import Button, Signal
from events.rulings import ClaimRuled, Played, ThrowWorth, Verdict, standing
from events.state import Mode
from events.trictrac.acts import Corrected, JetonMoved
from events.trictrac.settings import Settings
from referee.tracker.dice import DiceTracker, Lifted, Thrown
from rules.fault import FaultName
from rules.position import Position, Side
from tests.referee.players import Players, moved, position
from tests.referee.test_early_throws import faults, thrown, visits

B, N = Side.BLANCS, Side.NOIRS
SURELY, UNSURELY = 0.99, 0.75


def read(players: Players, *values: int, confidence: float = UNSURELY) -> None:
    """The dice lie there, and are read so: the first one surely, the second as surely as is said."""
    one, two = players.table.dice
    players.table.dice = (
        replace(one, value=values[0], confidence=SURELY), replace(two, value=values[1], confidence=confidence),
    )  # fmt: skip
    players.show(players.table.look(12))


def begun() -> Players:
    """Blancs' hand has taken the dice up and thrown them; they were not read yet."""
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


def play(players: Players, *ways: tuple[int, int]) -> None:
    """Noirs play so, and Blancs throw."""
    visits(players, N, *(case for way in ways for case in way))
    players.table.position = moved(players.table.position, N, *ways)
    players.show(players.table.look(40))
    players.show(players.table.throw((2, 1), by=(B,)))
    players.wait()


@pytest.mark.parametrize("misread", [1, 2, 3, 5])
@pytest.mark.parametrize("apart", [True, False])
def test_what_is_lawful_by_another_value_of_an_unsure_die_was_thrown_so(misread: int, *, apart: bool) -> None:
    """A four is read as something else at every look, and never surely; he plays four and two, one dame or both."""
    players = begun()
    read(players, 2, misread)
    play(players, *(((1, 5), (1, 3)) if apart else ((1, 7),)))
    assert faults(players) == []
    assert thrown(players) == [(B, (6, 5)), (N, (4, 2)), (B, (2, 1))]
    ruled = [one for one in standing(players.rulings) if isinstance(one, Played) and one.side is N]
    assert [(one.dice, one.lawful) for one in ruled] == [((4, 2), True)]


def test_a_die_read_surely_says_what_it_says() -> None:
    """He plays a four where a five was read surely at every look: a fault."""
    players = begun()
    read(players, 2, 5, confidence=SURELY)
    play(players, (1, 3), (1, 5))
    assert faults(players) == [(FaultName.FAUSSE_CASE_4_1, N)]
    assert thrown(players)[1] == (N, (5, 2))


def test_what_no_value_makes_lawful_is_a_fault() -> None:
    """Neither of his dames goes two points."""
    players = begun()
    read(players, 2, 5)
    play(players, (1, 6), (1, 4))
    assert [by for _, by in faults(players)] == [N]
    assert thrown(players)[1] == (N, (5, 2))


def test_an_unsure_die_that_is_played_as_it_was_read_says_that() -> None:
    players = begun()
    read(players, 2, 5)
    play(players, (1, 3), (1, 6))
    assert faults(players) == []
    assert thrown(players)[1] == (N, (5, 2))
    assert len([one for one in players.rulings if isinstance(one, ThrowWorth)]) == 3, "nothing was announced again"


def test_a_die_that_is_missed_at_the_next_look_lies_there_yet() -> None:
    """One of them is seen once, and not surely: they were thrown all the same."""
    players = begun()
    one, two = (replace(die, confidence=0.9) for die in players.table.dice)
    players.table.dice = replace(one, value=6), replace(two, value=3, confidence=0.52)
    players.show(players.table.look(1))
    players.table.dice = players.table.dice[:1]
    players.show(players.table.look(2))
    visits(players, N, 1)
    assert [(act.side, act.dice) for act in players.acts if isinstance(act, DiceThrown)][1:] == [(N, (6, 3))]


def test_the_same_numbers_thrown_again_are_another_throw() -> None:
    """That the dice were taken up was seen in one look alone, and they are not quite clear at the next."""
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


def test_who_took_the_dice_up_is_known_only_where_his_hand_alone_came_since_they_were_seen() -> None:
    """Both dice are missed at one look after the thrower's hand, and then the other takes them up: it is his turn."""
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
    assert faults(players) == []
    assert thrown(players)[1:] == [(N, (5, 2)), (B, (4, 3))]


def test_a_die_that_lies_where_it_lay_was_not_thrown() -> None:
    """The other is missed, something is taken for a die elsewhere, and then neither is seen: nobody has thrown."""
    players = begun()
    read(players, 2, 5, confidence=SURELY)
    one, two = players.table.dice
    x, y = one.place
    far = (x - 150 if x > 220 else x + 150, 400 - y)
    for seen in ((one,), (one, replace(two, value=3, confidence=0.55, place=far)), (one,), (one, two)):
        players.table.dice = seen
        players.show(players.table.look(1 if len(seen) > 1 and seen[1] is not two else 9))
    assert thrown(players)[1:] == [(N, (5, 2))]
    assert faults(players) == []


def test_a_throw_of_which_one_die_was_read_had_that_die_in_it_when_the_next_comes() -> None:
    """A dame goes four points by two and two; that three and one would do as well is no reason, as a two was read."""
    players = begun()
    one, _ = players.table.dice
    players.table.dice = (replace(one, value=2, confidence=SURELY),)
    players.show(players.table.look(12))
    visits(players, N, 1, 5)
    players.table.position = moved(players.table.position, N, (1, 5))
    players.show(players.table.look(3))
    players.show(players.table.hand(2, B))
    players.show(players.table.rest((2, 1)))
    players.wait()
    assert thrown(players) == [(B, (6, 5)), (N, (2, 2)), (B, (2, 1))]


def test_the_same_numbers_thrown_next_are_not_those_of_which_one_die_was_read() -> None:
    """A two was read of two and one, and played; the other throws two and one as well, and they lie elsewhere."""
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
    assert faults(players) == []


def played(players: Players, *ways: tuple[int, int]) -> None:
    """Noirs play so, and there is no throw yet."""
    visits(players, N, *(case for way in ways for case in way))
    players.table.position = moved(players.table.position, N, *ways)
    players.show(players.table.look(12))


@pytest.mark.parametrize("by_page", [True, False])
@pytest.mark.parametrize("ways", [((1, 3), (1, 5)), ((1, 3), (1, 6))])
def test_a_fault_called_that_depends_on_an_unsure_die_is_neither_right_nor_wrong(
    ways: tuple[tuple[int, int], ...], *, by_page: bool
) -> None:
    """Two and five were read, the five not surely; he plays two and four, or two and five: nobody is accused."""
    players = begun()
    read(players, 2, 5)
    played(players, *ways)
    row = players.settings.seating.row_of(B)
    t = players.table.t
    players.show([Claimed(t, B) if by_page else Signal(t, row, Button.ECOLE)])
    (claim,) = (one for one in players.rulings if isinstance(one, ClaimRuled))
    (play,) = (one for one in standing(players.rulings) if isinstance(one, Played) and one.side is N)
    assert (claim.verdict, claim.dice) == (Verdict.UNSURE, play.dice)
    assert play.lawful
    assert faults(players) == []


def test_a_fault_called_of_a_play_by_dice_read_surely_is_wrong() -> None:
    players = begun()
    read(players, 2, 5, confidence=SURELY)
    played(players, (1, 3), (1, 6))
    players.show([Claimed(players.table.t, B)])
    assert [one.verdict for one in players.rulings if isinstance(one, ClaimRuled)] == [Verdict.WRONG]


@pytest.mark.parametrize("marks", [True, False])
def test_who_marked_what_his_dice_are_worth_as_they_were_read_threw_those(*, marks: bool) -> None:
    """Five and four beat a dame for two points, five and an as beat none; he plays five and an as."""
    stood = position({1: 10, 4: 5}, {1: 14, 17: 1})
    players = Players(Settings(mode=Mode.REFEREE, jetons=True, pegs=True, field=Field()))
    players.table.position = stood
    players.show(players.table.look(12))
    players.show([Corrected(players.table.t, "someone", position=stood, trait=B)])
    players.show(players.table.look())
    list(players.table.rest((1, 1)))
    read(players, 5, 4)
    players.mark(B, 2 if marks else 0)
    players.wait()
    visits(players, B, 1, 6, 1, 2)
    players.table.position = moved(stood, B, (1, 6), (1, 2))
    players.show(players.table.look(40))
    players.show(players.table.throw((2, 1), by=(N,)))
    players.wait()
    assert thrown(players)[0] == (B, (5, 4) if marks else (5, 1))
    assert (FaultName.FAUSSE_CASE_4_1 in [name for name, _ in faults(players)]) is marks


def test_dice_side_by_side_are_distinguished_by_what_they_say() -> None:
    """Their places are read as far off as they lie from one another: none is taken for the other, nor doubted."""
    one, two = (DieReading(value, True, DieRest.FLOOR, (0.0, 0.0), (0.0, 0.0), 0.95) for value in (5, 4))
    dice = DiceTracker()
    for at, (near, far) in enumerate(((200.0, 212.0), (207.0, 204.0), (206.0, 205.0), (199.0, 211.0))):
        dice.observe([replace(one, place=(near, 150.0)), replace(two, place=(far, 150.0))], at / 2)
    assert dice.said == (5, 4)
    assert dice.other_readings((5, 4)) == ()


def test_a_die_lies_where_all_looks_tell_it_on_the_mean() -> None:
    """Read 22 mm from where it was read before, and 15 from where it lay, the other misread: none was thrown."""
    dice = DiceTracker()
    one, two = (DieReading(value, True, DieRest.FLOOR, (0.0, 0.0), (300.0, 100.0), 0.99) for value in (4, 1))
    assert dice.observe([replace(one, place=(107.0, 200.0)), two], 0.0) is not None
    for t, x in enumerate((93.0, 100.0, 93.0), 1):
        assert dice.observe([replace(one, place=(x, 200.0)), two], float(t)) is None
    assert dice.observe([replace(one, place=(115.0, 200.0)), replace(two, value=5, confidence=0.55)], 4.0) is None
    assert dice.on_still(9.0) is None
    assert dice.said == (4, 1)


def test_dice_taken_up_between_two_looks_are_announced_before_the_dames_that_moved_since() -> None:
    """None was found by one look; now others lie elsewhere: those of before are up since then."""
    dice = DiceTracker()
    one, two = (
        DieReading(value, True, DieRest.FLOOR, (x, 100.0), (x, 100.0), 0.99) for value, x in ((4, 100.0), (1, 200.0))
    )
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
    """One look found none; now both surely say otherwise, a few millimetres off: those of before were taken up."""
    dice = DiceTracker()
    one, two = (
        DieReading(value, True, DieRest.FLOOR, (x, 100.0), (x, 100.0), 0.99) for value, x in ((4, 100.0), (1, 200.0))
    )
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
def test_dice_seen_again_where_others_lay_were_hidden_only_if_each_says_what_lay_there(
    first: int, second: int, *, ruled: bool
) -> None:
    """A six and a three lay there, and none was found; a three by where the six was is another throw of the same."""
    dice = DiceTracker()
    one, two = (
        DieReading(value, True, DieRest.FLOOR, (x, 100.0), (x, 100.0), 0.99) for value, x in ((6, 100.0), (3, 160.0))
    )
    dice.observe([one, two], 0.0)
    dice.observe([], 1.0)
    assert dice.on_still(2.0) == Lifted(1.0)
    seen = dice.observe([replace(one, value=first, place=(110.0, 112.0)), replace(two, value=second)], 3.0)
    assert isinstance(seen, Thrown) is ruled


@pytest.mark.parametrize("still", [True, False])
def test_where_nothing_moved_a_die_announced_elsewhere_has_not_been_thrown(*, still: bool) -> None:
    """Both 25 mm off and one misread, at another look of the same rest; after a movement those are other dice."""
    dice = DiceTracker()
    one, two = (
        DieReading(value, True, DieRest.FLOOR, (x, 100.0), (x, 100.0), 0.99) for value, x in ((4, 100.0), (3, 300.0))
    )
    assert dice.observe([one, two], 0.0) is not None
    off = [replace(one, place=(125.0, 100.0)), replace(two, value=2, confidence=0.55, place=(275.0, 100.0))]
    dice.observe(off, 0.6, still=still)
    assert (dice.on_still(2.0) is None) is still
    assert dice.said == ((4, 3) if still else (4, 2))


@pytest.mark.parametrize("still", [True, False])
def test_where_nothing_moved_the_one_die_that_was_found_is_one_of_the_two_found_next(*, still: bool) -> None:
    """24 mm off; after a movement it was of another throw, whose other die was not read."""
    dice = DiceTracker()
    one, two = (
        DieReading(value, True, DieRest.FLOOR, (x, 100.0), (x, 100.0), 0.99) for value, x in ((4, 100.0), (6, 300.0))
    )
    dice.observe([replace(one, confidence=0.995)], 0.0)
    dice.observe([replace(one, confidence=0.995)], 0.1, still=True)
    seen = dice.observe([replace(one, place=(124.0, 100.0)), two], 0.6, still=still)
    assert isinstance(seen, Thrown)
    assert (seen.t, seen.half_read) == ((0.0, None) if still else (0.6, 4))


@pytest.mark.parametrize(("turn", "by", "ruled"), [(N, N, True), (N, None, True), (N, B, False), (None, N, False)])
def test_the_same_dice_across_the_board_were_thrown_again_once_they_had_been_played(
    turn: Side | None, by: Side | None, *, ruled: bool
) -> None:
    """No push moves both so far; the thrower may have thrown again, and until they are played they lie about."""
    dice = DiceTracker()
    one, two = (
        DieReading(value, True, DieRest.FLOOR, (x, 100.0), (x, 100.0), 0.99) for value, x in ((4, 100.0), (2, 200.0))
    )
    dice.observe([one, two], 0.0, B)
    seen = dice.observe([replace(one, place=(300.0, 200.0)), replace(two, place=(400.0, 200.0))], 1.0, by, turn=turn)
    assert isinstance(seen, Thrown) is ruled


@pytest.mark.parametrize(("value", "ruled"), [(4, True), (2, False)])
def test_a_die_near_where_the_other_lay_is_the_one_of_its_value(value: int, *, ruled: bool) -> None:
    """The 2 next to where the 4 lay was thrown there with it; the 4 itself may have been pushed there."""
    dice = DiceTracker()
    one, two = (
        DieReading(value, True, DieRest.FLOOR, (x, 100.0), (x, 100.0), 0.99) for value, x in ((4, 100.0), (2, 200.0))
    )
    dice.observe([one, two], 0.0, B)
    beside, across = (two, one) if value == one.value else (one, two)
    lie = [replace(beside, place=(125.0, 110.0)), replace(across, place=(400.0, 250.0))]
    assert isinstance(dice.observe(lie, 1.0, N, turn=N), Thrown) is ruled


@pytest.mark.parametrize(
    ("x", "value", "turn", "ruled"),
    [(160.0, 4, N, True), (130.0, 3, N, True), (130.0, 4, N, False), (160.0, 4, None, False)],
)
def test_where_one_die_lies_elsewhere_the_other_was_thrown_as_well_and_is_not_found(
    x: float, value: int, turn: Side | None, *, ruled: bool
) -> None:
    """One of those that were played is pushed a little at most, and not turned over."""
    dice = DiceTracker()
    one, two = (
        DieReading(value, True, DieRest.FLOOR, (x, 100.0), (x, 100.0), 0.99) for value, x in ((4, 100.0), (2, 300.0))
    )
    dice.observe([one, two], 0.0, B)
    seen = dice.observe([replace(one, value=value, place=(x, 100.0))], 1.0, N, N, turn=turn)
    assert seen == (Lifted(1.0, N) if ruled else None)
    assert dice.half_read == (value if ruled else None)


def test_a_mark_first_seen_with_dice_read_unsurely_was_made_before_them() -> None:
    """A hand comes over them after one look: the throw before is settled by what that look showed."""
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
def test_what_is_announced_for_a_die_and_stays_when_they_are_thrown_is_none(*, besides: bool) -> None:
    """A stud, once it has been read besides the two that lay there, or taken for one of them."""
    dice = DiceTracker()
    one, two, stud = (
        DieReading(value, True, DieRest.FLOOR, (x, 100.0), (x, 100.0), 0.95)
        for value, x in ((4, 100.0), (2, 200.0), (1, 400.0))
    )
    lay = (one, two, replace(stud, confidence=0.6)) if besides else (one, stud)
    for t in range(2):
        dice.observe(dice.without_false(lay), float(t))
    assert dice.without_false(lay) == lay
    thrown_since = replace(one, place=(150.0, 300.0)), replace(two, place=(250.0, 300.0))
    assert dice.without_false((stud, *thrown_since)) == thrown_since
    assert dice.without_false((stud,)) == ()
    assert dice.without_false((replace(stud, value=6),)) != (), "a die may lie there"


def test_dice_are_taken_up_where_what_is_none_stays() -> None:
    """The referee reads that none lie there, and then the next throw."""
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


def test_dice_nobody_saw_that_a_play_announced_of_are_gone_when_one_is_read_that_says_something_else() -> None:
    """The same thrown later, by the other, is a throw of its own."""
    dice = DiceTracker()
    dice.recall((3, 2))
    five, three, two = (
        DieReading(value, True, DieRest.FLOOR, (x, 100.0), (x, 100.0), 0.99)
        for value, x in ((5, 100.0), (3, 200.0), (2, 300.0))
    )
    assert dice.observe([three], 0.5, turn=N) is None
    assert dice.observe([five], 1.0, N, N, turn=N) == Lifted(1.0, N)
    assert isinstance(dice.observe([three, two], 5.0, B, turn=B), Thrown)


@pytest.mark.parametrize("sure", [True, False])
def test_a_die_never_read_surely_lies_elsewhere_without_having_been_thrown(*, sure: bool) -> None:
    """A four lies there as it lay, the other die was read once as a one; now it is a three, and lies elsewhere."""
    dice = DiceTracker()
    one, two = (
        DieReading(value, True, DieRest.FLOOR, (x, 100.0), (x, 100.0), 0.99) for value, x in ((4, 100.0), (1, 300.0))
    )
    seen = dice.observe([one, two if sure else replace(two, confidence=0.55)], 0.0) or dice.on_still(1.0)
    assert isinstance(seen, Thrown)
    now = dice.observe([one, replace(two, value=3, place=(200.0, 250.0))], 5.0)
    assert isinstance(now, Thrown)
    assert (now.t, now.dice, now.again) == ((5.0, (4, 3), False) if sure else (0.0, (4, 3), True))
