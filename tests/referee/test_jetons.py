"""What jetons that are not all seen show about a mark."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.board_reading import BoardReading, JetonReading
from referee.trictrac.tracker.jetons import Jeton, JetonsTracker, Mark, Place, Seen, laid
from rules.position import Side
from rules.seating import Seating

HOME = JetonReading((20.0, 450.0), None, 0, 0.9)
FOUR = JetonReading((400.0, 600.0), "near", 4, 0.9)
SIX = JetonReading((500.0, 600.0), "near", 6, 0.9)
EIGHT = JetonReading((600.0, 600.0), "near", 8, 0.9)
THEIRS = JetonReading((400.0, 300.0), "far", 8, 0.9)
PUSHED = JetonReading((480.0, 500.0), None, None, 0.9)


@dataclass
class JetonsShown:
    """A tracker that is shown jetons. `first`: those it is shown first, twice."""

    first: tuple[JetonReading, ...] = (HOME, HOME, FOUR)
    tracker: JetonsTracker = field(default_factory=JetonsTracker)
    t: float = 0.0

    def __post_init__(self) -> None:
        self.rest(*self.first)

    def rest(self, *jetons: JetonReading) -> None:
        """Let a hand come, and then show these jetons twice."""
        self.tracker.disturbed()
        self.shown(*jetons)
        self.shown(*jetons)

    def shown(self, *jetons: JetonReading, due: int = 0) -> None:
        self.t += 0.5
        reading = BoardReading(self.t, None, (), (), jetons, (), hands=False, settled=True, troubles=())
        marks = {Side.BLANCS: Mark(due), Side.NOIRS: Mark()}
        list(self.tracker.observe(reading, Seating(), lambda: [marks] if due else []))

    def mark(self, side: Side = Side.BLANCS) -> Mark:
        return self.tracker.marks.get(side, Mark())


def test_a_mark_is_believed_when_it_was_seen_twice() -> None:
    shown_table = JetonsShown((HOME, HOME, HOME))
    shown_table.tracker.disturbed()
    shown_table.shown(HOME, HOME, FOUR)
    assert shown_table.mark() == Mark(0)
    shown_table.shown(HOME, HOME, FOUR)
    assert shown_table.mark() == Mark(4)


@pytest.mark.parametrize(("due", "believed"), [(4, 4), (6, 0), (0, 0)])
def test_only_a_mark_of_the_points_due_is_believed_when_it_was_seen_once(due: int, believed: int) -> None:
    shown_table = JetonsShown((HOME, HOME, HOME))
    shown_table.tracker.disturbed()
    shown_table.shown(HOME, HOME, FOUR, due=due)
    assert shown_table.mark() == Mark(believed)


def test_an_unseen_jeton_keeps_its_mark_until_all_three_are_seen_elsewhere() -> None:
    shown_table = JetonsShown()
    for _ in range(5):
        shown_table.rest(HOME, HOME)
        assert shown_table.mark() == Mark(4)
        assert not shown_table.tracker.whole
    shown_table.rest(HOME, HOME, HOME)
    assert shown_table.mark() == Mark(0)
    assert shown_table.tracker.whole


def test_a_jeton_seen_again_where_it_lay_is_the_one_forgotten() -> None:
    """The player marked six with another one; that of his four was out of sight, and a hand came in between."""
    shown_table = JetonsShown((FOUR, THEIRS, THEIRS))
    shown_table.rest(SIX, THEIRS)
    shown_table.rest(FOUR, SIX, THEIRS)
    assert (shown_table.mark(), shown_table.mark(Side.NOIRS)) == (Mark(6, left=4), Mark(8))


def test_each_jeton_needs_to_be_seen_only_once_in_a_rest() -> None:
    shown_table = JetonsShown()
    shown_table.tracker.disturbed()
    shown_table.shown(HOME, SIX)
    shown_table.shown(HOME, HOME)
    assert shown_table.mark() == Mark(6)
    assert shown_table.tracker.whole


def test_a_jeton_pushed_off_its_place_keeps_its_mark() -> None:
    """The jeton that lies where no mark is may be the one that marked."""
    shown_table = JetonsShown()
    for _ in range(5):
        shown_table.rest(HOME, PUSHED)
    assert shown_table.mark() == Mark(4)


def test_a_jeton_never_seen_on_a_table_is_not_the_one_that_was_taken_away() -> None:
    shown_table = JetonsShown((HOME, FOUR))
    shown_table.rest(HOME, FOUR)
    assert not shown_table.tracker.whole
    assert shown_table.tracker.unseen == (Side.NOIRS,)
    shown_table.rest(HOME, HOME)
    assert shown_table.mark() == Mark(0)
    assert shown_table.tracker.unseen == tuple(Side)


def test_the_second_jeton_of_the_bredouille_is_not_taken_off_by_not_being_seen() -> None:
    shown_table = JetonsShown((FOUR, FOUR, THEIRS))
    assert shown_table.mark() == Mark(4, bredouille=True)
    shown_table.rest(FOUR, THEIRS)
    assert shown_table.mark() == Mark(4, bredouille=True)
    shown_table.rest(FOUR, THEIRS, HOME)
    assert shown_table.mark() == Mark(4)


def test_which_of_two_marks_was_taken_away_is_not_known() -> None:
    shown_table = JetonsShown((FOUR, THEIRS, HOME))
    shown_table.rest(HOME, HOME)
    assert (shown_table.mark(), shown_table.mark(Side.NOIRS)) == (Mark(4), Mark(8))
    assert not shown_table.tracker.whole
    shown_table.rest(FOUR, HOME, HOME)
    assert (shown_table.mark(), shown_table.mark(Side.NOIRS)) == (Mark(4), Mark(0))


def test_a_mark_made_with_another_jeton_leaves_the_old_one_behind() -> None:
    shown_table = JetonsShown()
    shown_table.rest(FOUR, SIX, HOME)
    assert shown_table.mark() == Mark(6, left=4)
    shown_table.rest(SIX, HOME)  # not seen any more, it is believed to lie there
    assert shown_table.mark() == Mark(6, left=4)


def test_of_two_places_the_old_one_is_where_it_marked_before_the_hand_came() -> None:
    """Nothing moves within one rest, so a jeton seen later than another lay there all the time."""
    shown_table = JetonsShown()
    shown_table.tracker.disturbed()
    shown_table.shown(SIX, HOME)
    shown_table.shown(SIX, HOME)
    assert shown_table.mark() == Mark(6)
    shown_table.shown(SIX, FOUR, HOME)
    shown_table.shown(SIX, FOUR, HOME)
    assert shown_table.mark() == Mark(6, left=4)


PLACES = st.none() | st.tuples(st.sampled_from(Side), st.sampled_from((2, 4, 6, 8, 10)))


@given(st.lists(PLACES, min_size=3, max_size=3))
def test_jetons_seen_where_they_were_believed_to_lie_stay_there(places: list[Place]) -> None:
    """They may be seen in any order, and one may have been missed once."""
    believed = tuple(Jeton(place, missed=at == 1) for at, place in enumerate(places))
    for order in permutations(places):
        assert laid(believed, [Seen(place) for place in order]) == tuple(Jeton(place) for place in places)


def test_a_jeton_forgotten_stays_the_old_one_when_the_other_goes_on() -> None:
    """Two jetons lie at two places. If one is seen further on, it was moved, and the other still lies there."""
    shown_table = JetonsShown()
    shown_table.rest(FOUR, SIX, HOME)
    assert shown_table.mark() == Mark(6, left=4)
    shown_table.rest(FOUR, EIGHT, HOME)
    assert shown_table.mark() == Mark(8, left=4)


def test_a_forgotten_jeton_taken_up_and_put_elsewhere_leaves_the_mark_where_it_is() -> None:
    shown_table = JetonsShown()
    shown_table.rest(FOUR, SIX, HOME)
    shown_table.rest(SIX, EIGHT, HOME)
    assert shown_table.mark() == Mark(8, left=6)


def test_a_jeton_missed_once_may_have_been_moved() -> None:
    """Missed at one look it may lie elsewhere. Missed again it is out of sight, and seen again it is not."""
    shown_table = JetonsShown()
    assert not shown_table.tracker.missed
    shown_table.tracker.disturbed()
    shown_table.shown(HOME, HOME)
    assert shown_table.tracker.missed
    shown_table.shown(HOME, HOME)
    assert not shown_table.tracker.missed
    shown_table.shown(HOME, HOME, FOUR)
    assert not shown_table.tracker.missed
