"""Fit the limits of a good picture: `python -m training.calibrate_sight` writes `sight` of calibration.json.

It renders good tables, set up as the building guide asks, and others with a lamp mirrored on a talon. The limit of
darkness is the middle between the darkest good table and the level at which nothing shows. The limit of glare is the
middle between the worst good table and the median of the others. 19 of 20 good tables are sharper than the limit of
blur.
"""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from random import Random

import numpy as np

from simulation.render.compositor import Compositor
from training.command_line import from_one, parser_of, run
from training.fitted import keep
from training.referee.looks import FIRST_SEED, table_of
from training.table_scenes import any_scene
from vision.locate.focus import blur
from vision.locate.rectify import flatten
from vision.locate.seen_well import measured
from vision.read import LIT

SHARPER = 95
"""Percentage of the good tables that are sharper than the limit."""
APART = 1_000_000
"""Distance between the seeds of these tables and those on which the referee's tables are counted."""


def seen(number: int, wrong: str) -> tuple[float, float, float]:
    """Level, burnt share and blur (mm) of one table."""
    seed = FIRST_SEED + APART + number
    style, camera = table_of(seed, wrong)
    field, corners = style.field, camera.corners(style.field)
    random = Random(f"scene {seed}")  # noqa: S311 - pictures, not secrets
    scene = any_scene(random, style, seed, hands=False)
    image = Compositor(style, camera, quality="fast").picture(scene, seed)
    found = measured(image, corners, flatten(image, corners), field)
    return found.level, found.burnt, blur(image, corners) * field.width


def main(arguments: list[str]) -> int:
    """Fit and store the numbers."""
    parser = parser_of(__doc__)
    parser.add_argument("--tables", type=from_one, default=120, help="good tables; half as many with glare are added")
    tables = parser.parse_args(arguments).tables
    with ProcessPoolExecutor() as pool:
        good = np.array(list(pool.map(seen, range(tables), [""] * tables)))
        glare = np.array(list(pool.map(seen, range(tables // 2), ["glare"] * (tables // 2))))
    darkest, worst = good[:, 0].min(), good[:, 1].max()
    shone = float(np.median(glare[:, 1]))
    keep(
        "sight",
        ((darkest + LIT) / 2, (worst + shone) / 2, float(np.percentile(good[:, 2], SHARPER))),
        "training.calibrate_sight",
        f"{tables} rendered tables (darkest level {darkest:.0f}, most burnt {worst:.3f}) and {tables // 2} with glare"
        f" (median {shone:.3f})",
    )
    return 0


if __name__ == "__main__":
    run(main)
