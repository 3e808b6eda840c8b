"""Draw a board with its pieces on a table, under a camera, with its full truth."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from training.boards import Make, any_make, draw_fittings, paste
from training.camera import Camera, any_bend, framing
from training.clutter import lay_things, table_top
from training.degrade import add_overlay, camera_noise, relight
from training.floors import floor_texture, in_shade_of_walls
from training.jetons import count_jetons_seen, lay_jetons
from training.laying import count_seen, darken, lay_dames, lay_dice_and_cups, lay_hands, lay_shadows
from training.picture_files import Scene
from training.pieces import draw_hand
from training.positions import any_position
from training.rails import draw_blocks, rails
from training.surfaces import Image, surface


def draw_scene(rng: Generator, size: tuple[int, int] = (960, 720), fill: tuple[float, float] = (0.5, 1.02)) -> Scene:
    """Draw one picture of one board; everything is random."""
    make = any_make(rng)
    f = make.field
    camera = _camera(rng, make, size, fill)
    corners = camera.project(np.array([[0, 0, 0], [f.width, 0, 0], [f.width, f.height, 0], [0, f.height, 0]]))
    image = table_top(rng, size)
    hands = np.zeros((size[1], size[0]), np.uint8)
    owner = np.zeros((size[1], size[0]), np.int16)
    scene = Scene(np.zeros((1, 1, 3), np.uint8), corners, make, hands)
    lay_things(rng, image, camera, (f.width, f.height), int(rng.integers(0, 8)), (0.7, 1.3))
    lamp = np.array([*rng.normal(0, 0.5, 2), 1.0])
    lamp /= np.linalg.norm(lamp)
    texture = floor_texture(rng, make)
    ground = np.asarray(np.median(texture[::8, ::8].reshape(-1, 3), axis=0), np.float32)
    _lay_body(rng, image, camera, make, lamp, ground)
    paste(image, in_shade_of_walls(rng, texture, f) if rng.random() < 0.6 else texture, corners)
    blocks = rails(rng, make, ground, texture, lamp)
    _lay_rails_shade(rng, image, camera, make, lamp)
    draw_blocks(image, camera, blocks, before=True)
    draw_fittings(rng, image, camera, make)
    pieces = any_position(rng, make)
    jetons = lay_jetons(rng, image, owner, camera, make, pieces, texture)
    lay_shadows(rng, image, camera, make, pieces, lamp)
    lay_dames(rng, image, owner, camera, make, pieces, texture)
    draw_blocks(image, camera, blocks, before=False)
    lay_dice_and_cups(rng, image, owner, camera, make, pieces, lamp, jetons, scene)
    if rng.random() < 0.3:
        lay_hands(rng, image, owner, camera, make, scene)
    if rng.random() < 0.15:
        _lay_arm_beside(rng, image, camera, make)
    count_seen(owner, camera, make, pieces, scene)
    count_jetons_seen(owner, camera, make, jetons, scene)
    if rng.random() < 0.5:
        image = _bent(rng, scene, image)
    scene.image = camera_noise(rng, add_overlay(rng, relight(rng, image), scene.corners))
    return scene


def _camera(rng: Generator, make: Make, size: tuple[int, int], fill: tuple[float, float]) -> Camera:
    """A camera that sees the whole floor, except perhaps its corners."""
    f = make.field
    around = 2 * (f.rail + max(make.trays))
    floor = np.array([[0, 0, 0], [f.width, 0, 0], [f.width, f.height, 0], [0, f.height, 0]], np.float64)
    slack = 0.02 if rng.random() < 0.85 else 0.12
    for _ in range(20):
        width = f.width + around * rng.uniform(0.2, 1)
        camera = framing(rng, size, width, f.height + 2 * f.rail, fill, math.radians(52))
        if (np.abs(camera.project(floor) / size - 0.5) < 0.5 + slack).all():
            break
    return camera


def _lay_body(
    rng: Generator,
    image: Image,
    camera: Camera,
    make: Make,
    lamp: NDArray[np.float64],
    ground: NDArray[np.float32],
) -> None:
    """The body of the board and its trays' floors, sometimes lined like the playing floor."""
    f, (left, right) = make.field, make.trays
    r = f.rail
    x0, y0 = -(2 * r + left if left else r), -r
    x1, y1 = f.width + (2 * r + right if right else r), f.height + r
    body = np.array([[x0, y0, 0], [x1, y0, 0], [x1, y1, 0], [x0, y1, 0]], np.float64)
    darken(image, [camera.project(body - np.array([lamp[0] * 30, lamp[1] * 30, 0]))], rng.uniform(0.2, 0.6), 8)
    cover = surface(rng, (300, 260), ground if rng.random() < 0.35 else None)
    paste(image, np.clip(cover, 0, 255), camera.project(body))


def _lay_rails_shade(rng: Generator, image: Image, camera: Camera, make: Make, lamp: NDArray[np.float64]) -> None:
    """Draw the shadows of the rails on the floor."""
    f = make.field
    w, h = f.width, f.height
    x, y = f.rail_height * np.array([-lamp[0], -lamp[1]]) / lamp[2]
    outlines = [
        np.array([[x0, y0, 0], [x1, y0, 0], [x1, y1, 0], [x0, y1, 0]], np.float64)
        for x0, y0, x1, y1 in (
            (0, 0, w, max(y, 0)),
            (0, 0, max(x, 0), h),
            (w + min(x, 0), 0, w, h),
            (0, h + min(y, 0), w, h),
        )
    ]
    darken(image, [camera.project(outline) for outline in outlines], rng.uniform(0.1, 0.75), rng.uniform(0.7, 6))


def _lay_arm_beside(rng: Generator, image: Image, camera: Camera, make: Make) -> None:
    """A player's hand at rest next to the board, or on its rail."""
    f = make.field
    near = rng.random() < 0.6
    x, out = rng.uniform(-0.2, 1.2) * f.width, f.rail + rng.uniform(-10, 120)
    at = camera.floor(x, f.height + out if near else -out, 10)
    way = (np.pi / 2 if near else -np.pi / 2) + rng.normal(0, 0.6)
    start = at + np.array([math.cos(way), math.sin(way)]) * max(image.shape) * 1.2
    draw_hand(rng, image, start, at, f.case_width * rng.uniform(1.8, 3.2) * camera.scale(f.width / 2, f.height / 2))


def _bent(rng: Generator, scene: Scene, image: Image) -> Image:
    """Return the picture and its truth as a lens shows them that bends straight lines."""
    bend = any_bend(rng, (image.shape[1], image.shape[0]))
    scene.corners = bend.points(scene.corners)
    scene.dames = [replace(dame, top=bend.points(dame.top)) for dame in scene.dames]
    scene.dice = [replace(die, top=bend.points(die.top)) for die in scene.dice]
    scene.jetons = [(bend.points(middle), wide) for middle, wide in scene.jetons]
    scene.hands = np.where(bend.picture(scene.hands.astype(np.float32)) > 127, 255, 0).astype(np.uint8)
    return bend.picture(image)
