"""Render views of empty holes and holes with pegs, for the network that recognises pegs.

`python -m training.hole_views FOLDER TABLES [SEED]`

Each table gives eight pictures. Pegs stand anywhere, and there are more than in a game. Dice lie on rails, hands reach
over them, and the corners are slightly wrong, as on real tables.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from events.field import HOLES, Corners
from rules.seating import Seating
from simulation.falling import drop_die
from simulation.render.camera import Camera
from simulation.render.compositor import Compositor
from simulation.render.items import HANDS
from simulation.render.style import Style
from simulation.scene import PegKind, PegPlaced, Scene, start_pegs
from training.command_line import asks_to_draw, parser_of, run
from training.table_scenes import any_scene
from vision.calibration import Lens
from vision.pieces.pegs import hole_views

PICTURES = 8
KINDS: tuple[PegKind, ...] = ("blancs", "noirs", "pavillon")
BENT = 0.04
"""A lens with a larger distortion (k1) counts as measured, and its pictures are straightened."""
COVERED = 0.1
"""A peg under a hand with less than this share of its view visible is left out."""


def lens_of(camera: Camera) -> Lens:
    """Return a rendering camera's lens as a chart would measure it."""
    middle = (camera.width / 2 - 0.5, camera.height / 2 - 0.5)
    return Lens((camera.focal, camera.focal, *middle), (camera.k1, camera.k2, camera.p1, camera.p2, 0.0))


def with_pegs(scene: Scene, random: Random, style: Style) -> Scene:
    """Return the table with pegs as at the start or anywhere, and perhaps dice on the rails."""
    if random.random() < 0.25:
        pegs = start_pegs(Seating(random.choice(("near", "far")), random.choice(("left", "right"))))
    else:
        holes = random.sample(range(HOLES), random.choice((0, 3, 3, 8, 12)))
        pegs = tuple(PegPlaced(hole, random.choice(KINDS), yaw=random.uniform(-3, 3)) for hole in holes)
    field = style.field
    while random.random() < 0.4:
        x, y = random.uniform(0, field.width), random.choice((-0.5, 0.5)) * field.rail
        y = y if y < 0 else field.height + y
        die = drop_die(scene, field, x, y, random.randint(1, 6), random)
        scene = replace(scene, dice=(*scene.dice, die))
    return replace(scene, pegs=pegs)


def seen_corners(camera: Camera, style: Style, lens: Lens | None, random: Random) -> Corners:
    """The floor's corners in the (straightened) picture, slightly off."""
    corners = np.array(camera.corners(style.field))
    if lens is not None:
        corners = lens.straighten_points(corners)
    span = float(np.linalg.norm(corners[1] - corners[0]))
    off = span * random.choice((0.0, 0.002, 0.004, 0.007))
    one, two, three, four = ((x + random.gauss(0, off), y + random.gauss(0, off)) for x, y in corners.tolist())
    return one, two, three, four


def views_of_table(table: int) -> tuple[list[NDArray[np.uint8]], list[bool]]:
    """The views of one table's holes, and whether a peg stands in each."""
    random = Random(f"holes {table}")  # noqa: S311 - pictures, not secrets
    style = Style.from_seed(table)
    width, height = random.choice(((1280, 720), (1280, 720), (1280, 960), (1920, 1080)))
    camera = Camera.from_seed(table, style.field, width=width, height=height)
    lens = lens_of(camera) if abs(camera.k1) > BENT or random.random() < 0.3 else None
    compositor = Compositor(style, camera, quality="full")
    views: list[NDArray[np.uint8]] = []
    taken: list[bool] = []
    for turn in range(PICTURES):
        scene = with_pegs(any_scene(random, style, table + turn), random, style)
        image = compositor.picture(scene, turn, compress=True)
        over = np.where(compositor.owners(scene).map == HANDS, 255, 0).astype(np.uint8)
        if lens is not None:
            image, over = lens.straighten(image), lens.straighten(over)
        corners = seen_corners(camera, style, lens, random)
        holes, seen = hole_views(image, corners, style.field, lens)
        _, hands = hole_views(np.dstack([over] * 3), corners, style.field, lens)
        here = {peg.hole for peg in scene.pegs}
        for hole, view, hand in zip(holes, seen, hands, strict=True):
            if hole in here and float((hand[:, : hand.shape[1] // 2, 0] > 127).mean()) > COVERED:
                continue
            views.append(view)
            taken.append(hole in here)
    return views, taken


def main(arguments: list[str]) -> int:
    """Write the views of TABLES tables in shards of 25 tables; a seed always gives the same views."""
    parser = parser_of(__doc__)
    asks_to_draw(parser, "tables")
    asked = parser.parse_args(arguments)
    folder, count, seed = asked.folder, asked.count, asked.seed
    folder.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    views: list[NDArray[np.uint8]] = []
    taken: list[bool] = []
    for number in range(count):
        more, theirs = views_of_table(2_000_000 * (seed + 1) + number)
        views += more
        taken += theirs
        if number % 25 == 24 or number == count - 1:
            np.savez_compressed(folder / f"holes{seed}_{number:05d}.npz", views=np.stack(views), taken=np.array(taken))
            print(f"{number + 1} tables, {sum(taken)} pegs in {len(taken)} holes", flush=True)
            views, taken = [], []
    return 0


if __name__ == "__main__":
    run(main)
