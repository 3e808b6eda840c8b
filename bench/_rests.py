"""Throws that do not count: rendered tables with a die that leans, or lies on a rail, on the other or off the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from bench._tables import FIRST_SEED, calibration_of
from events.board_reading import BoardReading, DieRest
from referee.sight import trouble_of
from rules.code import LOIS_2013
from simulation.players.gesture import Landing
from simulation.render.camera import Camera
from simulation.render.compositor import Compositor
from simulation.render.style import Style
from simulation.render.truth import truth_of
from simulation.scene import Die, with_dice
from simulation.timeline.places import land_die, table_thrown_into
from training.table_scenes import any_scene
from vision.calibration import Calibration
from vision.read import read

KINDS = (Landing.GOOD, Landing.ON_DAME, Landing.LEANING, Landing.ON_RAIL, Landing.OUTSIDE, Landing.STACKED)
SEEN = 0.5
"""A throw is left out if less than this share of a die's upper face is visible."""
FIRST = FIRST_SEED + 500_000


@dataclass(frozen=True, slots=True)
class RenderedThrow:
    """Two dice at rest, how the second came to rest, and their picture (BGR)."""

    landing: Landing
    image: NDArray[np.uint8]
    calibration: Calibration
    values: tuple[int, ...]


def throws(tables: int) -> Iterator[RenderedThrow]:
    """Yield one throw of each kind on each of `tables` rendered tables that no training uses."""
    for seed in range(FIRST, FIRST + tables):
        random = Random(f"rests {seed}")  # noqa: S311 - pictures, not secrets
        style = Style.from_seed(seed)
        camera = Camera.from_seed(seed, style.field)
        compositor = Compositor(style, camera, quality="full")
        for number, landing in enumerate(KINDS):
            lying = any_scene(random, style, seed, hands=False, dice=0)
            over = table_thrown_into(style.field, random)
            dice: list[Die] = []
            for each in (Landing.GOOD, landing):
                scene = with_dice(lying, dice)
                dice.append(land_die(random.randint(1, 6), each, scene, style.field, over, random))
            scene = with_dice(lying, dice)
            truth = truth_of(scene, compositor)
            upper = truth.dice[-1:] if landing is Landing.STACKED else truth.dice
            height, width = camera.height, camera.width
            if all(d.top_visible >= SEEN and 0 < d.top[0] < width and 0 < d.top[1] < height for d in upper):
                image = compositor.picture(scene, number, compress=True)
                values = tuple(die.value for die in upper)
                yield RenderedThrow(landing, image, calibration_of(camera, style.field), values)


def dice_as_ruled(reading: BoardReading) -> str:
    """Return the dice of a reading as the referee would interpret them."""
    troubles = {str(trouble_of(die, LOIS_2013) or "flat") for die in reading.dice}
    # If one die lies on the other, only the upper one is seen (referee.trictrac.tracker.dice).
    on_die = [die.rest for die in reading.dice] == [DieRest.DIE]
    if len(reading.dice) != 2 and not on_die:
        return f"{len(reading.dice)} dice"
    return ", ".join(sorted(troubles - {"flat"})) or "good"


RESTS = ("throw", "pictures", "reported as")
"""The columns of `rests`."""


def rests(tables: int) -> Iterator[tuple[str, int, str]]:
    """Yield a row for each kind of throw, with the counts of what was reported."""
    answers: dict[Landing, Counter[str]] = {kind: Counter() for kind in KINDS}
    for throw in throws(tables):
        reading = read(throw.image, throw.calibration)
        answers[throw.landing][dice_as_ruled(reading)] += 1
    for kind, counted in answers.items():
        parts = ", ".join(f"{what} {n}" for what, n in counted.most_common())
        yield str(kind.value), counted.total(), parts
