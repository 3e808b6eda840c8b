"""Render views of dice that lie flat, lean, or lie on another, for the network that reads how a die lies.

`python -m training.die_views FOLDER TABLES [FIRST] [--traced STREWN]`

The tables are those of training.dice_tables; FIRST is the first one's seed. The finder locates the dice, and the views
use its places and sizes. The corners are slightly wrong, as on real tables. STREWN: a folder that training.dice_tables
traced from this seed on; the views are then cut from its pictures.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from simulation.render.truth import DieTruth, truth_of
from simulation.scene import Scene
from training.command_line import CannotRun, asks_to_draw, parser_of, run
from training.dice_tables import TRACED, Table, picture, some_table, strewn, throw_dice
from training.hole_views import BENT, lens_of, seen_corners
from training.picture_files import PATTERN, read_patches
from vision.calibration import Lens
from vision.pieces.board_dice import sighted_on_board
from vision.pieces.die_lie import FLAT, LEANS, ON_DIE, Sighted, view

PICTURES = 6
SHARD = 10
MARGIN = 8
"""Pixels kept around a view, so that training can turn and move it."""
SEEN = 0.4
"""A die is used only if at least this share of its upper face is visible."""


def how_it_lies(seen: Sighted, truths: tuple[DieTruth, ...], lens: Lens | None) -> int | None:
    """Return how the die seen lies; None if it is not a real die, is mostly hidden, or has another die on it."""
    tops = np.array([die.top for die in truths])
    if lens is not None:
        tops = lens.straighten_points(tops)
    far = np.hypot(*(tops - [seen.x, seen.y]).T)
    nearest = truths[int(np.argmin(far))]
    # The finder may take another face of a leaning die for the upper one.
    reach = 0.5 if nearest.flat else 0.8
    if far.min() > reach * nearest.size_px or nearest.top_visible < SEEN:
        return None
    if not nearest.flat:
        return LEANS
    return ON_DIE if nearest.on == "die" else FLAT


def taken(table: int, random: Random, folder: Path | None) -> tuple[Table, list[Scene], list[NDArray[np.uint8]]]:
    """Return a table, scenes on it and their pictures: rendered, or those that training.dice_tables traced."""
    if folder is None:
        bare = some_table(random, table, hands=False)
        scenes = [throw_dice(random, bare) for _ in range(PICTURES)]
        return bare, scenes, [picture(bare, each, PICTURES * table + turn) for turn, each in enumerate(scenes)]
    first = max((int(shard.stem) for shard in folder.glob(PATTERN) if int(shard.stem) <= table), default=None)
    if first is None:
        raise CannotRun(f"{folder}: table {table} is not there")
    encoded = [each for each, _ in read_patches(folder / f"{first}.npz")][TRACED * (table - first) :][:TRACED]
    return *strewn(table, traced=True), [np.asarray(cv2.imdecode(each, cv2.IMREAD_COLOR), np.uint8) for each in encoded]


def views_of_table(table: int, folder: Path | None) -> tuple[list[NDArray[np.uint8]], list[tuple[float, float]]]:
    """Return views of one table's dice, with a margin, and for each view its lie and how far aside the die is seen."""
    random = Random(f"die views {table}")  # noqa: S311 - pictures, not secrets
    own, scenes, pictures = taken(table, random, folder)
    compositor = own.compositor
    style, camera = compositor.style, compositor.camera
    lens = lens_of(camera) if abs(camera.k1) > BENT or random.random() < 0.5 else None
    views: list[NDArray[np.uint8]] = []
    known: list[tuple[float, float]] = []
    for scene, taken_image in zip(scenes, pictures, strict=True):
        truths = truth_of(scene, compositor).dice
        image = taken_image if lens is None else lens.straighten(taken_image)
        corners = seen_corners(camera, style, lens, random)
        measures = style.field if random.random() < 0.8 else None
        for seen in sighted_on_board(image, corners, measures, lens):
            lie = how_it_lies(seen, truths, lens)
            if lie is not None:
                views.append(view(image, seen, MARGIN))
                known.append((lie, seen.aside))
    return views, known


def main(arguments: list[str]) -> int:
    """Write the views of TABLES tables in shards; the same seeds give the same."""
    parser = parser_of(__doc__)
    asks_to_draw(parser, "tables", 500_000)
    parser.add_argument("--traced", type=Path, metavar="STREWN", help="pictures that training.dice_tables traced")
    asked = parser.parse_args(arguments)
    folder, count, first = asked.folder, asked.count, asked.seed
    folder.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    views: list[NDArray[np.uint8]] = []
    known: list[tuple[float, float]] = []
    for number in range(count):
        more, theirs = views_of_table(first + number, asked.traced)
        views += more
        known += theirs
        if number % SHARD == SHARD - 1 or number == count - 1:
            name = f"dice{first + number - number % SHARD}.npz"
            np.savez_compressed(folder / name, views=np.stack(views), known=np.array(known, np.float32))
            counts = np.bincount(np.array(known)[:, 0].astype(int), minlength=3)
            print(f"{number + 1} tables: {counts.tolist()} flat, leaning, on another", flush=True)
            views, known = [], []
    return 0


if __name__ == "__main__":
    run(main)
