"""Fit the limits of a good picture.

`python -m training.calibrate_sight` writes `sight`, `sight_varies` and `tilt` of calibration.json.

It renders good tables, set up as the building guide asks, and others with a lamp mirrored on a talon. The limit of
darkness is the middle between the darkest good table and the level at which nothing shows. The limit of glare is the
middle between the worst good table and the median of the others. 19 of 20 good tables are sharper than the limit of
blur. On PICTURES of each good table, with other pieces on it, 19 of 20 measures are as near their mean as they vary.

A camera is too low beyond a tilt, computed from the floor's corners alone. The limit is the middle between the highest
tilt of cameras as people mount them, at most 45 degrees from straight above, and the lowest of others at 60 degrees.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from random import Random
from typing import Final

import numpy as np

from events.field import Field
from simulation.render.camera import Camera
from simulation.render.compositor import Compositor
from simulation.render.hard_to_see import FILL
from training.calibration import store
from training.command_line import parser_of, positive, run
from training.referee.looks import FIRST_SEED, table_of
from training.table_scenes import any_scene
from vision.locate.flat import look
from vision.locate.pose import board_pose
from vision.locate.rectify import flatten
from vision.locate.view_quality import blur, measure
from vision.read import LIT

SHARPER = 95
"""Percentage of the good tables that are sharper than the limit, and of measures that are near their mean."""
PICTURES = 6
APART = 1_000_000
"""Distance between the seeds of these tables and those on which the referee's tables are counted."""
GOOD, LOW = 400, 200
"""Number of cameras of each kind."""
TOO_LOW: Final = 60.0
"""Degrees from straight above; vision is not made for such a tilt."""


def measure_table(number: int, wrong: str, pictures: int) -> list[tuple[float, float, float]]:
    """Level, burnt share and blur (mm) in pictures of one table."""
    seed = FIRST_SEED + APART + number
    style, camera = table_of(seed, wrong)
    field, corners = style.field, camera.corners(style.field)
    random = Random(f"scene {seed}")  # noqa: S311 - pictures, not secrets
    compositor = Compositor(style, camera, quality="fast")
    measures = []
    for _ in range(pictures):
        image = compositor.picture(any_scene(random, style, seed, hands=False), seed)
        view = flatten(image, corners)
        found = measure(image, corners, view, look(view), field)
        measures.append((found.level, found.burnt, blur(image, corners) * field.width))
    return measures


def tilts(cameras: Iterable[Camera], field: Field) -> list[float]:
    """The tilts (degrees) computed from the floor's corners."""
    found = []
    for camera in cameras:
        pose = board_pose(camera.corners(field), field, (camera.width, camera.height))
        if pose is not None:
            found.append(pose.tilt(field))
    return found


def fit_tilt() -> None:
    """Fit and store the limit of the tilt."""
    field = Field()
    cameras = [Camera.from_seed(seed, field) for seed in range(GOOD)]
    others = [replace(each, tilt=math.radians(TOO_LOW)).framing(field, FILL) for each in cameras[:LOW]]
    good, low = max(tilts(cameras, field)), min(tilts(others, field))
    store(
        "tilt",
        ((good + low) / 2,),
        "training.calibrate_sight",
        f"{GOOD} drawn cameras of at most 45 degrees, found at {good:.1f} at most, {LOW} of 60, at {low:.1f} at least",
    )


def main(arguments: list[str]) -> int:
    """Fit and store the numbers."""
    parser = parser_of(__doc__)
    parser.add_argument("--tables", type=positive, default=120, help="good tables; half as many with glare are added")
    tables = parser.parse_args(arguments).tables
    fit_tilt()
    with ProcessPoolExecutor() as pool:
        pictures = np.array(list(pool.map(measure_table, range(tables), [""] * tables, [PICTURES] * tables)))
        few = tables // 2
        glare = np.array(list(pool.map(measure_table, range(few), ["glare"] * few, [1] * few)))[:, 0]
    good, off = pictures[:, 0], np.abs(pictures - pictures.mean(axis=1, keepdims=True)).reshape(-1, 3)
    varies = np.percentile(off, SHARPER, axis=0).tolist()
    store("sight_varies", varies, "training.calibrate_sight", f"{PICTURES} pictures of {tables} rendered tables each")
    darkest, worst = good[:, 0].min(), good[:, 1].max()
    shone = float(np.median(glare[:, 1]))
    store(
        "sight",
        ((darkest + LIT) / 2, (worst + shone) / 2, float(np.percentile(good[:, 2], SHARPER))),
        "training.calibrate_sight",
        f"{tables} rendered tables (darkest level {darkest:.0f}, most burnt {worst:.3f}) and {few} with glare"
        f" (median {shone:.3f})",
    )
    return 0


if __name__ == "__main__":
    run(main)
