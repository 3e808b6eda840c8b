"""A solo game and exercises through rendered pictures."""

from __future__ import annotations

import math

from bench.solo import watch_game
from coach.lessons.exercise import Results
from events.codec import line_of
from events.field import Field
from events.rulings import CarriedOut, Played, PlayToMake, standing
from events.trictrac.rulings import FaultRuled, TourWon
from rules.position import Position, Side
from rules.seating import Seating
from simulation.render.camera import Camera
from simulation.render.compositor import Compositor
from simulation.render.style import Style
from simulation.scene import scene_of_position
from tablier.devices.simulated_source import InventedTable
from tablier.games.plan import COMPANION, Plan
from tablier.runtime.course.sitting import QUIET, CourseSitting
from tablier.runtime.engine import Engine
from tablier.runtime.inbox import Asked
from tablier.runtime.scoring import score_lines
from tablier.runtime.table import TableServices
from tablier.storage.recording import Frame
from tablier.storage.settings import Settings, TableSettings
from tests.tablier.listener import Listener, table_without_camera
from vision.calibration import Calibration


def test_a_short_game_is_announced_made_and_accepted() -> None:
    """Each of the companion's plays is seen made as announced; one made wrongly at first is said, and put right."""
    listener = Listener()
    rulings = watch_game(Plan(seed=5, mode="solo", throws=6, faults=5.0, pace=2.0), [listener])
    announced = [one for one in rulings if isinstance(one, PlayToMake)]
    assert len(announced) == 3
    corrected = 0
    for play in announced:
        made = [one for one in rulings if isinstance(one, CarriedOut) and one.throw == play.throw]
        assert made
        assert made[-1].differences == ()
        corrected += len(made) > 1
        played = [one for one in rulings if isinstance(one, Played) and one.throw == play.throw]
        assert sorted(played[-1].moves) == sorted(play.moves) or played[-1].lawful
    assert corrected
    assert not [one for one in rulings if isinstance(one, FaultRuled) and one.fault.by is COMPANION]
    assert any(one.text["fr"].startswith("Je joue ") for one in listener.announced)


def test_a_tour_is_played_to_its_end() -> None:
    """Its last throws, to the twelfth trou: every throw, play and mark is right, and so is who has won."""
    plan = Plan(seed=52041, mode="solo", after=50, pace=2.0)
    rulings = watch_game(plan)
    assert any(isinstance(one, TourWon) for one in standing(rulings))
    score = score_lines(InventedTable(plan).truth(), map(line_of, rulings))
    assert not score.differences
    assert score.tours.right == 1


class Classroom:
    """A table in lesson mode that looks at rendered pictures."""

    def __init__(self, seed: int) -> None:
        style = Style.plain()
        self.field: Field = style.field
        camera = Camera(width=960, height=540, tilt=math.radians(8)).framing(self.field, 0.94)
        self._compositor = Compositor(style, camera, quality="fast")
        self.t = 0.0
        self.listener = Listener()
        self.sitting = CourseSitting(
            load=lambda _pupil: {}, keep=lambda *_: None, today=lambda: 100, seating=Seating(), seed=seed
        )
        self.table = table_without_camera(
            Engine(
                Settings(table=TableSettings(mode="lesson")),
                Calibration(corners=camera.corners(self.field), field=self.field),
            ),
            TableServices(sinks=[self.listener]),
            clock=lambda: self.t,
            course=self.sitting,
        )

    def ask(self, **values: object) -> None:
        self.table.step(Asked(self.t, "course", values))

    def shows(self, position: Position, seconds: float) -> None:
        scene = scene_of_position(position, Seating(), self.field, round(10 * self.t))
        for number in range(round(seconds * 4)):
            self.t += 0.25
            self.table.step(Frame(self.t, self._compositor.picture(scene, number, compress=False)))

    @property
    def kinds(self) -> list[str]:
        return [one.kind for one in self.listener.announced]


def test_a_position_is_set_up_and_a_play_made_before_the_camera() -> None:
    """A dame on the wrong case is named with both its cases; set right, it is asked; the right play needs no button."""
    room = Classroom(seed=2)
    room.ask(do="start", step="filling", board=True)
    shown = room.sitting.display()
    assert shown is not None
    made = shown.exercise
    counts = list(made.position.counts(Side.BLANCS))
    start = next(case for case in range(1, 25) if counts[case - 1] == 2)
    end = next(case for case in range(14, 25) if not counts[case - 1] and not made.position.on(Side.NOIRS, 25 - case))
    counts[start - 1], counts[end - 1] = 1, 1
    room.shows(made.position.with_counts(Side.BLANCS, tuple(counts)), QUIET + 3)
    heard = room.listener.announced[-1]
    assert heard.kind == "misplaced"
    assert heard.differences == ((Side.BLANCS, start, 2, 1), (Side.BLANCS, end, 0, 1))
    room.shows(made.position, 3)
    assert room.kinds[-1] == "exercise_asked"
    assert isinstance(made.answer, Results)
    room.shows(made.answer.positions[0], 3)
    assert room.kinds[-1] == "exercise_judged"
    assert room.listener.announced[-1].text["en"].startswith("That is right.")
