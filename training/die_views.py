"""Cut views of dice that lie flat, lean, or lie on another, for the network that reads how a die lies.

`python -m training.die_views FOLDER STREWN [--traced] [--landed]`

STREWN is a folder that training.dice_tables wrote, with the same options. The finder locates the dice, and the views
use its places and sizes; of dice that landed, only those that the reader is sure of are used. The corners are slightly
wrong, as on real tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from simulation.render.truth import DieTruth, truth_of
from training.command_line import CannotRun, parser_of, run
from training.dice_tables import PICTURES, TRACED, strewn
from training.hole_views import BENT, lens_of, seen_corners
from training.picture_files import PATTERN, read_patches
from vision.calibration import Lens
from vision.pieces.board_dice import Ground, read_dice
from vision.pieces.die_lie import FLAT, LEANS, ON_DIE, Sighted, view

MARGIN = 8
"""Pixels kept around a view, so that training can turn and move it."""
SEEN = 0.4
"""A die is used only if at least this share of its upper face is visible."""
UPON = 1.5
"""Edges within which the upper face of a die upon another is seen from the lower one's."""


def below_another(far: NDArray[np.float64], truths: Sequence[DieTruth]) -> bool:
    """Return whether a die may be the one below another; far: pixels (n,) from it to the upper faces of all dice."""
    return any(off < UPON * die.size_px for off, die in zip(far, truths, strict=True) if die.flat and die.on == "die")


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
    if nearest.on == "die":
        return ON_DIE
    return None if below_another(far, truths) else FLAT


def views_of_table(
    number: int, pictures: Sequence[NDArray[np.uint8]], *, traced: bool, landed: bool
) -> tuple[list[NDArray[np.uint8]], list[tuple[float, float]]]:
    """Return views of one table's dice, with a margin, and for each view its lie and how far aside the die is seen.

    pictures: those of the table (encoded), in the order of its scenes.
    """
    random = Random(f"die views {number}")  # noqa: S311 - pictures, not secrets
    own, scenes = strewn(number, traced=traced, landed=landed)
    compositor = own.compositor
    style, camera = compositor.style, compositor.camera
    lens = lens_of(camera) if abs(camera.k1) > BENT or random.random() < 0.5 else None
    views: list[NDArray[np.uint8]] = []
    known: list[tuple[float, float]] = []
    for scene, encoded in zip(scenes, pictures, strict=True):
        if not scene.dice:
            continue
        truths = truth_of(scene, compositor).dice
        bent = np.asarray(cv2.imdecode(encoded, cv2.IMREAD_COLOR), np.uint8)
        image = bent if lens is None else lens.straighten(bent)
        corners = seen_corners(camera, style, lens, random)
        measures = style.field if random.random() < 0.8 else None
        ground = Ground.of(image, corners, measures, lens)
        found = [die.candidate for die in read_dice(image, ground)[1]] if landed else ground.on_board(image)
        for seen in filter(None, map(ground.sighted, found)):
            lie = how_it_lies(seen, truths, lens)
            if lie is not None:
                views.append(view(image, seen, MARGIN))
                known.append((lie, seen.aside))
    return views, known


def main(arguments: list[str]) -> int:
    """Write a shard of views for each shard of tables."""
    parser = parser_of(__doc__)
    parser.add_argument("folder", type=Path, help="where the shards go; created if missing")
    parser.add_argument("strewn", type=Path, help="a folder of training.dice_tables")
    parser.add_argument("--traced", action="store_true", help="its pictures are path traced")
    parser.add_argument("--landed", action="store_true", help="its dice all lie as in a game")
    asked = parser.parse_args(arguments)
    folder: Path = asked.folder
    folder.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    drawn = sorted(asked.strewn.glob(PATTERN))
    if not drawn:
        raise CannotRun(f"{asked.strewn}: no {PATTERN}")
    turns = TRACED if asked.traced else PICTURES
    for shard in drawn:
        pictures = [encoded for encoded, _ in read_patches(shard)]
        views: list[NDArray[np.uint8]] = []
        known: list[tuple[float, float]] = []
        for first in range(0, len(pictures), turns):
            number = int(shard.stem) + first // turns
            own = pictures[first : first + turns]
            more, theirs = views_of_table(number, own, traced=asked.traced, landed=asked.landed)
            views += more
            known += theirs
        if not views:
            continue
        np.savez_compressed(folder / shard.name, views=np.stack(views), known=np.array(known, np.float32))
        counts = np.bincount(np.array(known)[:, 0].astype(int), minlength=3)
        print(f"{shard.name}: {counts.tolist()} flat, leaning, on another", flush=True)
    return 0


if __name__ == "__main__":
    run(main)
