"""Look several times at rendered tables: the readings of the real vision, and the true pieces.

One table in three is as the building guide asks; two have one fault. Each is looked at three times, then a dame and the
dice are moved, and it is looked at twice more. So a later misreading can be repeated or new.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Final

import msgspec
import numpy as np

from events.board_reading import BoardReading
from events.field import Field
from simulation.render.camera import Camera
from simulation.render.compositor import Compositor
from simulation.render.hard_to_see import dark_camera, far_camera, glaring_style, low_camera, unfocused_camera
from simulation.render.style import Style
from simulation.scene import Scene
from simulation.sensors.simulated_vision import stacks
from simulation.sensors.vision_rates import Stack
from training.table_scenes import any_scene, throw_dice
from vision.calibration import Calibration
from vision.read import read

BEFORE, AFTER = 3, 2
"""Looks before something is moved, and after."""
FIRST_SEED: Final = 700_000_000
"""The first seed: no network was trained on these tables."""
HARD: Final = ("tilt", "glare", "small", "soft", "dark")
"""The faults that a table may have."""


class CaseSeen(msgspec.Struct, frozen=True, array_like=True):
    """One case of a look.

    Attributes:
        row, column: Its place.
        light, dark: The dames that truly lie there.
        chances: Probabilities of 0..15 dames, light and dark, by the reading.
    """

    row: str
    column: int
    light: int
    dark: int
    chances: tuple[tuple[float, ...], tuple[float, ...]]


class DieSeen(msgspec.Struct, frozen=True, array_like=True):
    """One die that lies flat on the board: its value, the value read, 0 if it was missed, and how surely."""

    value: int
    read: int
    confidence: float = 0.0


class Look(msgspec.Struct, frozen=True, array_like=True):
    """One look: cases, dice, and the troubles of the picture."""

    cases: list[CaseSeen]
    dice: list[DieSeen]
    troubles: list[str]


class LookedAt(msgspec.Struct, frozen=True):
    """One table: its seed, its fault (empty for none), and the looks before and after a move."""

    seed: int
    wrong: str
    before: list[Look]
    after: list[Look]


NEAR: Final = 15.0
"""A read die belongs to a true die within this distance, mm."""


def wrong_with(number: int) -> str:
    """Return the fault of a table, by its number."""
    return "" if number % 3 == 0 else HARD[(number - number // 3) % len(HARD)]


def table_of(seed: int, wrong: str) -> tuple[Style, Camera]:
    """Return the look and the camera of a table."""
    random = Random(f"looks {seed}")  # noqa: S311 - pictures, not secrets
    style = Style.from_seed(seed)
    field = style.field
    camera = Camera.from_seed(seed, field)
    match wrong:
        case "tilt":
            camera = low_camera(camera, field, random.uniform(45, 60))
        case "glare":
            at = random.choice((0.04, 0.96)) * field.width, random.choice((0.15, 0.85)) * field.height
            style = glaring_style(style, camera, at)
        case "small":
            camera = far_camera(camera, field, random.uniform(9, 15))
        case "soft":
            camera = unfocused_camera(camera, random.uniform(1.0, 2.2))
        case "dark":
            camera = dark_camera(camera, random.uniform(0.03, 0.3))
        case _:
            pass
    return style, camera


def look_at(number: int) -> LookedAt:
    """Render and read one table."""
    seed, wrong = FIRST_SEED + number, wrong_with(number)
    style, camera = table_of(seed, wrong)
    random = Random(f"scene {seed}")  # noqa: S311 - pictures, not secrets
    field = style.field
    compositor = Compositor(style, camera, quality="fast")
    calibration = Calibration(corners=camera.corners(field), field=field)
    first = any_scene(random, style, seed, hands=False)
    then = move_dame(first, field, random)
    before, after = (
        [
            look(read(compositor.picture(scene, 10 * seed + start + one), calibration), scene, field)
            for one in range(looks)
        ]
        for scene, looks, start in ((first, BEFORE, 0), (then, AFTER, BEFORE))
    )
    return LookedAt(seed, wrong, before, after)


def move_dame(scene: Scene, field: Field, random: Random) -> Scene:
    """Return the scene with one dame moved to an empty case, and the dice thrown again."""
    there = stacks(scene, field)
    empty = [(row, column) for row in ("far", "near") for column in range(1, 13) if (row, column) not in there]
    top = random.choice([dame for dame in scene.dames if dame.level == 0])
    others = [dame for dame in scene.dames if dame is not top]
    if not empty or any(np.hypot(dame.x - top.x, dame.y - top.y) < field.dame for dame in others):
        return throw_dice(random, replace(scene, dice=()), field, 2)
    row, column = random.choice(empty)
    y = field.dame / 2 + 1
    placed = replace(top, x=field.column_centre(column), y=y if row == "far" else field.height - y)
    return throw_dice(random, replace(scene, dames=(*others, placed), dice=()), field, 2)


def look(reading: BoardReading, scene: Scene, field: Field) -> Look:
    """Compare a reading with the scene."""
    truly, nothing = stacks(scene, field), (Stack(0, 0), Stack(0, 0))
    cases = []
    for case in reading.cases:
        light, dark_ = truly.get((case.row, case.column), nothing)
        chances = tuple(tuple(round(p, 5) for p in row) for row in (case.light, case.dark))
        cases.append(CaseSeen(case.row, case.column, light.dames, dark_.dames, chances))  # type: ignore[arg-type]
    left = list(reading.dice)
    dice = []
    for die in scene.dice:
        if not die.flat or die.rest not in ("floor", "dames", "jetons"):
            continue
        near = min(left, key=lambda one: np.hypot(one.place[0] - die.x, one.place[1] - die.y), default=None)
        if near is None or np.hypot(near.place[0] - die.x, near.place[1] - die.y) > 2 * NEAR:
            dice.append(DieSeen(die.value, 0))
        else:
            left.remove(near)
            dice.append(DieSeen(die.value, near.value, near.confidence))
    return Look(cases, dice, [str(one) for one in reading.troubles])
