"""Render views of dice that lie flat, lean, or lie on another, for the network that reads how a die lies.

`python -m training.die_views FOLDER TABLES [FIRST]`

The tables are those of training.dice_tables; FIRST is the first one's seed. The finder locates the dice, and the views
use its places and sizes. The corners are slightly wrong, as on real tables.
"""

from __future__ import annotations

from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from simulation.render.truth import DieTruth, truth_of
from training.command_line import asks_to_draw, parser_of, run
from training.dice_tables import picture, some_table, throw_dice
from training.hole_views import BENT, lens_of, seen_corners
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


def views_of_table(table: int) -> tuple[list[NDArray[np.uint8]], list[tuple[float, float]]]:
    """Return views of one table's dice, with a margin, and for each view its lie and how far aside the die is seen."""
    random = Random(f"die views {table}")  # noqa: S311 - pictures, not secrets
    strewn = some_table(random, table, hands=False)
    compositor = strewn.compositor
    style, camera = compositor.style, compositor.camera
    lens = lens_of(camera) if abs(camera.k1) > BENT or random.random() < 0.5 else None
    views: list[NDArray[np.uint8]] = []
    known: list[tuple[float, float]] = []
    for turn in range(PICTURES):
        scene = throw_dice(random, strewn)
        image = picture(strewn, scene, PICTURES * table + turn)
        truths = truth_of(scene, compositor).dice
        if lens is not None:
            image = lens.straighten(image)
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
    asked = parser.parse_args(arguments)
    folder, count, first = asked.folder, asked.count, asked.seed
    folder.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    views: list[NDArray[np.uint8]] = []
    known: list[tuple[float, float]] = []
    for number in range(count):
        more, theirs = views_of_table(first + number)
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
