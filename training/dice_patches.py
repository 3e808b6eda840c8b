"""Draw small pictures of dice on any surface, seen from anywhere above.

`python -m training.dice_patches FOLDER COUNT [SEED]`
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from training.camera import Camera, look
from training.command_line import asks_to_draw, parser_of, run
from training.degrade import camera_noise
from training.dice_looks import die_style
from training.die import DrawnDie, draw_die, draw_face
from training.patch_ground import EDGE, SIDE, clutter, floor_point, ground
from training.picture_files import PatchDie, write_patches
from training.pieces import circle, draw_hand, lean, yaw
from training.surfaces import Image, noise

SHARD = 500
"""Patches in a file."""
STACKED, FACING, CLOSE = 0.1, 0.2, 0.25
"""Shares of dice that lie on the die before, face to face with it, and close to it."""
LEANING = 0.2
"""Share of dice that do not lie flat."""
DRAWN = 0.15
"""Share of patches with flat drawings of dice, as on a screen, without sides."""
EDGES = (8.0, 42.0)
"""Smallest and largest edge (pixels) of the dice in the middle of a patch."""


@dataclass(frozen=True, slots=True)
class Lying:
    """The place of a die in a patch.

    Attributes:
        x, y: Its middle, mm.
        below: Height of the surface it lies on, mm.
        way: Its turn about the vertical, radians.
        index: Its number in the patch.
    """

    x: float
    y: float
    below: float
    way: float
    index: int


def draw_patch(rng: Generator) -> tuple[NDArray[np.uint8], list[PatchDie]]:
    """A picture of SIDE x SIDE pixels, and the dice whose upper face is visible in it."""
    edge_pixels = math.exp(rng.uniform(*np.log(EDGES)))
    camera = _camera(rng, edge_pixels)
    image = ground(rng)
    pieces = clutter(rng, image, camera)
    lamp = np.array([*rng.normal(0, 0.6, 2), 1.0])
    lamp /= np.linalg.norm(lamp)
    usual = np.asarray(image.mean(axis=(0, 1)), np.float32)
    styles = [die_style(rng, ground=usual), die_style(rng, ground=usual)]
    way, painted = rng.uniform(0, 2 * np.pi), rng.random() < DRAWN
    dice: list[PatchDie] = []
    for lying in _strewn(rng, camera, way):
        numbered = rng.random() < 0.07
        style = die_style(rng, numbered=True) if numbered else styles[lying.index % 2 if rng.random() < 0.5 else 0]
        below = [height for x, y, reach, height in pieces if math.hypot(lying.x - x, lying.y - y) < reach]
        height = max(below, default=0.0) + lying.below
        value = int(rng.integers(1, 7))
        if painted:
            flat = True
            die = draw_face(rng, image, camera, (lying.x, lying.y, height), EDGE, yaw(lying.way), style, value)
        else:
            flat, turn, rise = _tipped(rng, lying.way)
            _shadow(rng, image, camera, lying.x, lying.y, height, lamp)
            middle = (lying.x, lying.y, height + EDGE / 2 + rise)
            die = draw_die(rng, image, camera, middle, EDGE, turn, style, value, lamp)
        edge = EDGE * camera.scale(lying.x, lying.y, height if painted else height + EDGE)
        # A nearer die may hide a farther one.
        hull = die.hull.astype(np.float32)
        dice = [other for other in dice if cv2.pointPolygonTest(hull, (other.x, other.y), False) < 0]
        dice.append(PatchDie(*_middle(die), edge, 0 if numbered else value, flat))
    covered = np.zeros((SIDE, SIDE), np.uint8)
    if rng.random() < 0.06:
        at = rng.uniform(0, SIDE, 2)
        way = rng.uniform(0, 2 * np.pi)
        covered = draw_hand(rng, image, at + 300 * np.array([math.cos(way), math.sin(way)]), at, rng.uniform(30, 90))
        if rng.random() < 0.5:  # a die in a hand is not on the table
            x, y = floor_point(camera, at)
            held = draw_die(rng, image, camera, (x, y, EDGE), EDGE, yaw(rng.uniform(0, 6)), styles[0], 1, lamp)
            dice.append(PatchDie(*_middle(held), edge_pixels, 0, flat=True))
    _lamps(rng, image)
    if rng.random() < 0.3:
        _dim(rng, image)
    within = [die for die in dice if 0 <= die.x < SIDE and 0 <= die.y < SIDE]
    seen = [die for die in within if not (die.value and covered[int(die.y), int(die.x)])]
    # Blur and grain do not depend on a die's size in the picture; most dice worth reading are clearer.
    return camera_noise(rng, image, min(1.0, edge_pixels / 24) ** rng.uniform(0.2, 1)), seen


def _camera(rng: Generator, edge_pixels: float) -> Camera:
    """A camera that shows a die's edge with `edge_pixels` pixels."""
    tilt = abs(rng.normal(0, 0.15)) if rng.random() < 0.33 else rng.uniform(0, 1.0)
    focal = rng.uniform(500, 2200)
    offset = np.array([rng.uniform(-0.4, 0.4), rng.uniform(-0.3, 0.3)]) * focal * 0.9
    middle = (SIDE / 2 - offset[0], SIDE / 2 - offset[1])
    return look((0, 0), focal * EDGE / edge_pixels, tilt, 0.0, rng.normal(0, 0.12), focal, middle)


def _strewn(rng: Generator, camera: Camera, way: float) -> list[Lying]:
    """Place dice alone, face to face, close together and stacked; far ones first, those on top of others last."""
    lying: list[Lying] = []
    for index in range(int(rng.choice([0, 1, 1, 2, 2, 3, 4]))):
        near = rng.random()
        below = 0.0
        if lying and near < STACKED:
            reach, aside = EDGE * rng.uniform(0, 0.45), rng.uniform(0, 2 * np.pi)
            x, y = lying[-1].x + reach * math.cos(aside), lying[-1].y + reach * math.sin(aside)
            way, below = rng.uniform(0, 2 * np.pi), EDGE
        elif lying and near < STACKED + FACING:
            beside = (EDGE * rng.uniform(1.0, 1.05), EDGE * rng.uniform(-0.8, 0.8))
            dx, dy = yaw(way + rng.integers(4) * np.pi / 2)[:2, :2] @ beside
            x, y, way = lying[-1].x + float(dx), lying[-1].y + float(dy), way + rng.normal(0, 0.02)
        elif lying and near < STACKED + FACING + CLOSE:
            reach, aside = EDGE * rng.uniform(1.0, 1.5), rng.uniform(0, 2 * np.pi)
            x, y = lying[-1].x + reach * math.cos(aside), lying[-1].y + reach * math.sin(aside)
            way = rng.uniform(0, 2 * np.pi)
        else:
            x, y = floor_point(camera, rng.uniform(8, SIDE - 8, 2))
            way = rng.uniform(0, 2 * np.pi)
        if below or all(math.hypot(x - other.x, y - other.y) >= EDGE for other in lying):
            lying.append(Lying(x, y, below, way, index))
    place = camera.place
    return sorted(lying, key=lambda each: (each.below, -math.hypot(each.x - place[0], each.y - place[1])))


def _tipped(rng: Generator, way: float) -> tuple[bool, NDArray[np.float64], float]:
    """Whether a die lies flat, how it is turned (3x3), and by how much leaning raises its middle (mm)."""
    if rng.random() >= LEANING:
        return True, yaw(way), 0.0
    angle = rng.uniform(0.16, 0.78)
    turn = lean(angle, rng.uniform(0, 2 * np.pi)) @ yaw(way)
    return False, turn, EDGE * 0.5 * (abs(math.cos(angle)) + abs(math.sin(angle)) - 1)


def _middle(die: DrawnDie) -> tuple[float, float]:
    """Return the middle of a die's upper face, in pixels."""
    x, y = die.top.mean(axis=0).tolist()
    return x, y


def _shadow(
    rng: Generator, image: Image, camera: Camera, x: float, y: float, ground: float, lamp: NDArray[np.float64]
) -> None:
    mask = np.zeros((SIDE, SIDE), np.uint8)
    shift = -lamp[:2] / lamp[2] * EDGE
    ring = np.vstack(
        [circle(camera, x, y, ground, EDGE * 0.6), circle(camera, x + shift[0], y + shift[1], ground, EDGE * 0.6)]
    )
    hull = cv2.convexHull(ring.astype(np.float32)).reshape(-1, 2)
    cv2.fillPoly(mask, [np.rint(np.clip(hull, -2000, 2000)).astype(np.int32)], 255)
    soft = cv2.GaussianBlur(mask, (0, 0), rng.uniform(0.5, 5)).astype(np.float32) / 255
    image *= 1 - rng.uniform(0.05, 0.75) * soft[..., None]


def _lamps(rng: Generator, image: Image) -> None:
    way, strength = rng.uniform(0, 2 * np.pi), rng.uniform(0, 0.3)
    axis = np.linspace(-1, 1, SIDE)
    image *= (1 + strength * (axis[None, :] * math.cos(way) + axis[:, None] * math.sin(way)))[..., None]
    if rng.random() < 0.2:
        x, y, reach = rng.uniform(0, SIDE), rng.uniform(0, SIDE), rng.uniform(8, 60)
        yy, xx = np.ogrid[:SIDE, :SIDE]
        image += rng.uniform(20, 140) * np.exp(-(((xx - x) ** 2 + (yy - y) ** 2) / reach**2))[..., None]
    image *= np.exp(rng.normal(0, 0.1, 3)) * math.exp(rng.normal(0, 0.3))


def _dim(rng: Generator, image: Image) -> None:
    """A dark room: little light, and the grain of a camera that amplifies it."""
    image *= rng.uniform(0.12, 0.6)
    grain = rng.uniform(1, 4) + rng.uniform(0, 0.5) * np.sqrt(np.maximum(image, 0))
    coarse = rng.uniform(1, 1.8)
    for channel in range(3):
        image[..., channel] += grain[..., channel] * noise(rng, (SIDE, SIDE), (coarse, coarse))
    image *= rng.uniform(1, max(1.0, 130 / max(float(image.mean()), 20)))


def main(arguments: list[str]) -> int:
    """Write COUNT patches in shards; patch k of a seed is always the same."""
    parser = parser_of(__doc__)
    asks_to_draw(parser, "patches")
    asked = parser.parse_args(arguments)
    folder, count, seed = asked.folder, asked.count, asked.seed
    folder.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    for first in range(0, count, SHARD):
        patches = []
        for number in range(first, min(first + SHARD, count)):
            image, dice = draw_patch(np.random.default_rng([seed, number]))
            patches.append((np.asarray(cv2.imencode(".png", image)[1], np.uint8), dice))
        write_patches(folder / f"{seed}_{first:06d}.npz", patches)
        print(first + len(patches), flush=True)
    return 0


if __name__ == "__main__":
    run(main)
