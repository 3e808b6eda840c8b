"""Render tables with the lessons that teach them, and further pictures of these tables to read afterwards."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

import numpy as np
from numpy.typing import NDArray

from events.board_reading import Colour
from rules.position import Position, Side
from rules.seating import Seating
from simulation.render.camera import Camera
from simulation.render.compositor import Compositor
from simulation.render.style import Style
from simulation.render.truth import Truth, truth_of
from simulation.scene import Scene, scene_of_position
from tablier.setup.calibration_wizard.steps import THROWS
from training.hole_views import lens_of
from training.table_scenes import any_position, throw_dice
from vision.calibration import Calibration
from vision.locate.rectify import as_corners
from vision.table.learn import Lesson, Standing

FURTHER = 6
"""Pictures of a table that are read after it was taught."""


@dataclass(frozen=True, slots=True)
class RenderedPicture:
    """A rendered picture (BGR) and its truth."""

    image: NDArray[np.uint8]
    truth: Truth

    @property
    def standing(self) -> Standing:
        """The cases as a person would confirm them: the tops that are visible. Cases with both sets are left out."""
        return {
            (case.row, case.column): (Colour(case.colour) if case.visible else Colour.NONE, case.visible)
            for case in self.truth.cases
            if case.colour != "both"
        }

    @property
    def lesson(self) -> Lesson:
        """The picture as a lesson."""
        return Lesson(self.image, self.standing)


@dataclass(frozen=True, slots=True)
class LessonTable:
    """One table: the empty board, the start and THROWS throws of its first game, then FURTHER pictures of any game."""

    calibration: Calibration
    lessons: tuple[RenderedPicture, ...]
    further: tuple[RenderedPicture, ...]


def table_of(seed: int) -> LessonTable:
    """Return the table of a seed; one camera and one light show all its pictures."""
    random = Random(f"lessons {seed}")  # noqa: S311 - pictures, not secrets
    style = Style.from_seed(seed)
    camera = Camera.from_seed(seed, style.field)
    compositor = Compositor(style, camera, quality="full")
    seating = Seating(random.choice(("near", "far")), random.choice(("left", "right")))
    light = random.choice(list(Side))

    def show(scene: Scene, number: int) -> RenderedPicture:
        image = compositor.picture(scene, number, compress=True)
        return RenderedPicture(np.asarray(image, np.uint8), truth_of(scene, compositor))

    def lay(position: Position, number: int, dice: int, jitter: float = 1.0) -> RenderedPicture:
        scene = scene_of_position(position, seating, style.field, seed + number, light=light, jitter=jitter)
        return show(throw_dice(random, scene, style.field, dice), number)

    position = Position.start()
    bare = scene_of_position(position, seating, style.field, seed, light=light)
    lessons = [show(replace(bare, dames=(), jetons=()), 0), lay(position, 1, 0)]
    for throw in range(THROWS):
        lessons.append(lay(position, 2 + throw, 2))
        position = play_from_talon(random, position, list(Side)[throw % 2])
    further = [
        lay(any_position(random), len(lessons) + number, random.choice((0, 2, 2, 2)), random.choice((1, 1, 2)))
        for number in range(FURTHER)
    ]
    lens = lens_of(camera)
    corners = as_corners(lens.straighten_points(np.array(camera.corners(style.field))))
    calibration = Calibration(corners=corners, field=style.field, lens=lens, talons=seating.talons)
    return LessonTable(calibration, tuple(lessons), tuple(further))


def play_from_talon(random: Random, position: Position, side: Side) -> Position:
    """Move two dames of a side off its talon by the numbers of a throw."""
    counts = {each: list(position.counts(each)) for each in Side}
    for number in (random.randint(1, 6), random.randint(1, 6)):
        counts[side][0] -= 1
        counts[side][number] += 1
    return Position(tuple(counts[Side.BLANCS]), tuple(counts[Side.NOIRS]))
