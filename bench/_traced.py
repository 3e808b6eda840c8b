"""Trictracs path traced by Mitsuba: other light than in training, and small dice, some touching or leaning.

Every second board belongs to the closed part, whose failures are never looked at. A picture takes most of a minute, so
it is kept for the next run.
"""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import get_args

import cv2

from bench._tables import FIRST_SEED, cases_of, dice_of
from events.field import Field
from simulation.falling import die_beside
from simulation.labelled_pictures.photographs import Labelled, Part
from simulation.players.gesture import Landing
from simulation.render.camera import Camera
from simulation.render.compositor import Compositor
from simulation.render.sensor import expose, remove_grain
from simulation.render.style import Style
from simulation.render.traced import trace
from simulation.render.truth import truth_of
from simulation.scene import Scene, with_dice
from simulation.timeline.places import land_die, table_thrown_into
from training.table_scenes import any_scene

KEPT = Path("var/traced")
"""Folder of the pictures."""
FIRST = FIRST_SEED + 700_000
PATHS, GRAIN = 16, 5
"""Paths traced for each pixel, and the grey levels of the grain they leave, which is removed as phones do."""
EDGES = (12.0, 18.0)
"""Range of a die's edge in pixels."""
STEEPEST = 45.0
"""Degrees from straight above."""
SECOND = (Landing.GOOD, None, Landing.LEANING, Landing.ON_DAME)
"""How the second die of a throw lies; None: touching the first."""
ACES = 3
"""Every third throw has an ace."""


def traced_tables(part: Part, count: int) -> list[Labelled]:
    """Return one picture of each of `count` boards of a part.

    Raises MitsubaMissing when a picture is not kept yet and mitsuba is not installed.
    """
    parts = get_args(Part)
    return [_trace(FIRST + len(parts) * number + parts.index(part), number) for number in range(count)]


def _trace(seed: int, number: int) -> Labelled:
    random = Random(f"traced {seed}")  # noqa: S311 - pictures, not secrets
    style, camera = _setting(seed, random)
    lying = any_scene(random, style, seed, hands=False, dice=0)
    scene = _with_throw(lying, style.field, SECOND[number % len(SECOND)], random, ace=number % ACES == 0)
    truth = truth_of(scene, Compositor(style, camera))
    path = KEPT / f"{seed}.jpg"
    if not path.exists():
        exposed = expose(trace(scene, style, camera, seed, PATHS), random.uniform(0.65, 1.0))
        picture = remove_grain(exposed, GRAIN)
        KEPT.mkdir(parents=True, exist_ok=True)
        path.write_bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes())
    return Labelled(path, truth.corners, cases_of(truth), dice_of(truth), reach=0.0)


def _setting(seed: int, random: Random) -> tuple[Style, Camera]:
    """Return a trictrac, and a camera that shows its dice with EDGES pixels."""
    field = Style.from_seed(seed).field
    camera = Camera(
        focal=random.uniform(900, 1700),
        tilt=math.radians(random.uniform(0, STEEPEST)),
        azimuth=random.gauss(0, 0.1),
        roll=random.gauss(0, 0.05),
        k1=random.gauss(0, 0.03),
    ).framing(field, random.uniform(0.75, 1.0), (random.gauss(0, 0.3), random.gauss(0, 0.3)))
    field = replace(field, de=random.uniform(*EDGES) * camera.distance / camera.focal)
    style = Style.from_seed(seed, field)
    return replace(style, board=replace(style.board, tray=0.0, holes=style.board.holes or "")), camera


def _with_throw(lying: Scene, field: Field, second: Landing | None, random: Random, *, ace: bool) -> Scene:
    """Return the scene with a throw: one die that lies well, and a second one."""
    values = (1 if ace else random.randint(1, 6), random.randint(1, 6))
    over = table_thrown_into(field, random)
    if second is not None:
        first = land_die(values[0], Landing.GOOD, lying, field, over, random)
        return with_dice(lying, (first, land_die(values[1], second, with_dice(lying, (first,)), field, over, random)))
    while True:
        first = land_die(values[0], Landing.GOOD, lying, field, over, random)
        other = die_beside(first, lying, field, random)
        if other is not None:
            return with_dice(lying, (first, replace(other, value=values[1])))
