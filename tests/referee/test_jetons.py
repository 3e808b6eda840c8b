"""Jetons that are not all seen: what that says of a mark."""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.tracker.jetons import JetonsTracker, Mark
from rules.position import Side
from rules.seating import Seating
from vision.reading import BoardReading, DieReading, DieRest, JetonReading

CORNERS = ((0.0, 0.0), (1000.0, 0.0), (1000.0, 900.0), (0.0, 900.0))
HOME = JetonReading((20.0, 450.0), None, 0, 0.9)
MARK = JetonReading((400.0, 600.0), "near", 4, 0.9)
PUSHED = JetonReading((480.0, 500.0), None, None, 0.9)


@dataclass
class Told:
    """A tracker that has seen Blancs mark four points, and is shown more."""

    tracker: JetonsTracker = field(default_factory=JetonsTracker)
    t: float = 0.0

    def __post_init__(self) -> None:
        self.shown(HOME, HOME, MARK)
        self.shown(HOME, HOME, MARK)

    def shown(self, *jetons: JetonReading, dice: tuple[DieReading, ...] = ()) -> None:
        self.t += 0.5
        reading = BoardReading(self.t, CORNERS, (), dice, jetons, (), hands=False, settled=True, troubles=())
        list(self.tracker.observe(reading, Seating()))

    @property
    def points(self) -> int:
        return self.tracker.marks.get(Side.BLANCS, Mark()).points


def die(x: float, y: float) -> DieReading:
    return DieReading(3, True, DieRest.FLOOR, (x, y), (0.0, 0.0), 0.99)


def test_a_jeton_gone_from_its_mark_marks_nothing_though_one_at_home_is_missed() -> None:
    told = Told()
    assert told.points == 4
    told.shown(HOME, HOME)
    assert told.points == 4  # A single reading is not believed.
    told.shown(HOME, HOME)
    assert told.points == 0


def test_a_jeton_under_a_die_marks_on() -> None:
    told = Told()
    for _ in range(5):
        told.shown(HOME, HOME, dice=(die(410.0, 610.0), die(800.0, 100.0)))
    assert told.points == 4


def test_a_jeton_pushed_off_its_place_marks_on() -> None:
    """It lies where nothing can be told of it: it may be the one that marks."""
    told = Told()
    for _ in range(5):
        told.shown(HOME, PUSHED)
    assert told.points == 4
