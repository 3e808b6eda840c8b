"""Lay pieces on a board: dames, dice, cups and hands with their shadows; count how much of each dame is visible."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from training.boards import Make
from training.camera import Camera
from training.dice_looks import die_style
from training.die import draw_die
from training.picture_files import DameTruth, DieTruth, Scene
from training.pieces import around, circle, dame_sprite, draw_cup, draw_hand, draw_round, fill, lean, yaw
from training.positions import Piece
from training.surfaces import Image, any_colour, dark_colour, light_colour, lightness


def darken(image: Image, outlines: list[NDArray[np.float64]], depth: float, soft: float) -> None:
    """Darken the inside of outlines (n, 2; pixels) by `depth` (0..1), with an edge `soft` pixels wide."""
    mask = np.zeros(image.shape[:2], np.uint8)
    for outline in outlines:
        fill(mask, outline, 255)
    softened = cv2.blur(mask, (int(soft) * 2 + 1, int(soft) * 2 + 1))
    image *= 1 - depth * (softened.astype(np.float32) / 255)[..., None]


def darken_locally(image: Image, outline: NDArray[np.float64], depth: float) -> None:
    """Darken the inside of one small outline, as `darken` does."""
    low = np.maximum(np.floor(outline.min(axis=0)).astype(int) - 3, 0)
    high = np.minimum(np.ceil(outline.max(axis=0)).astype(int) + 4, (image.shape[1], image.shape[0]))
    if (high <= low).any():
        return
    darken(image[low[1] : high[1], low[0] : high[0]], [outline - low], depth, 1.5)


def lay_shadows(
    rng: Generator, image: Image, camera: Camera, make: Make, pieces: list[Piece], lamp: NDArray[np.float64]
) -> None:
    """Draw the shadows of dames, longer when the lamp is lower."""
    f = make.field
    outlines = []
    for piece in pieces:
        top = piece.h + f.dame_height
        dx, dy = -lamp[0] / lamp[2] * top, -lamp[1] / lamp[2] * top
        below = circle(camera, piece.x, piece.y, 0, f.dame / 2)
        outlines.append(around(below, circle(camera, piece.x + dx, piece.y + dy, 0, f.dame / 2)))
    darken(image, outlines, rng.uniform(0, 0.65), rng.uniform(0, 5))


def _two_sets(rng: Generator, floor: Image) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the colours of the light and the dark set, sometimes nearly those of the floor or of its points."""
    like_floor = rng.random() < 0.35
    for _ in range(50):
        light, dark = light_colour(rng), dark_colour(rng)
        if rng.random() < 0.15:
            light, dark = any_colour(rng), any_colour(rng)
        if like_floor:
            spot = floor[int(rng.integers(len(floor))), int(rng.integers(floor.shape[1]))]
            near = np.clip(spot * rng.uniform(0.75, 1.3) + rng.normal(0, 6, 3), 0, 255).astype(np.float32)
            light, dark = (near, dark) if rng.random() < 0.5 else (light, near)
        apart = lightness(light) - lightness(dark)
        if apart > 18:
            return light, dark
    return light_colour(rng), np.array([30, 25, 25], np.float32)


def lay_dames(
    rng: Generator,
    image: Image,
    owner: NDArray[np.int16],
    camera: Camera,
    make: Make,
    pieces: list[Piece],
    floor: Image,
) -> None:
    """Draw the dames, far and low ones first. `owner` becomes the number + 1 of the piece whose top shows, else -1."""
    f = make.field
    colours = dict(zip((True, False), _two_sets(rng, floor), strict=True))
    state = rng.integers(0, 2**31)
    sprites = {is_light: dame_sprite(np.random.default_rng(state), colour) for is_light, colour in colours.items()}
    sides = {is_light: colour * rng.uniform(0.4, 0.95) for is_light, colour in colours.items()}
    eye = camera.place
    order = sorted(
        range(len(pieces)), key=lambda i: (pieces[i].level, -math.hypot(pieces[i].x - eye[0], pieces[i].y - eye[1]))
    )
    radius = f.dame / 2
    for index in order:
        piece = pieces[index]
        tone = rng.normal(1, 0.03)
        if piece.level:
            darken_locally(image, circle(camera, piece.x + 1, piece.y + 1, piece.h, radius), 0.3)
        top = draw_round(
            image,
            camera,
            (piece.x, piece.y, piece.h),
            radius,
            f.dame_height,
            sprites[piece.light] * tone,
            sides[piece.light] * tone,
            rng.uniform(0, 2 * np.pi),
        )
        base = circle(camera, piece.x, piece.y, piece.h, radius)
        fill(owner, around(base, top), -1)
        fill(owner, top, index + 1)


def count_seen(owner: NDArray[np.int16], camera: Camera, make: Make, pieces: list[Piece], scene: Scene) -> None:
    """Record in the scene where the top of each dame is and how much of it is visible."""
    f = make.field
    visible = np.bincount(np.maximum(owner, 0).ravel(), minlength=len(pieces) + 2)
    for index, piece in enumerate(pieces):
        top = circle(camera, piece.x, piece.y, piece.h + f.dame_height, f.dame / 2)
        area = max(cv2.contourArea(top.astype(np.float32)), 1.0)
        middle = camera.floor(piece.x, piece.y, piece.h + f.dame_height)
        scene.dames.append(
            DameTruth(middle, piece.light, piece.level, float(min(1.0, visible[index + 1] / area)), piece.case)
        )


def lay_dice_and_cups(
    rng: Generator,
    image: Image,
    owner: NDArray[np.int16],
    camera: Camera,
    make: Make,
    pieces: list[Piece],
    lamp: NDArray[np.float64],
    jetons: list[tuple[float, float, float]],
    scene: Scene,
) -> None:
    """Dice on the floor, on dames, on the bar, next to jetons and touching one another; sometimes a cup."""
    f = make.field
    styles = [die_style(rng), die_style(rng)]
    taken = [(x, y) for x, y, _ in jetons]
    count = int(rng.choice([0, 1, 2, 2, 2, 3, 4]))
    for index in range(count):
        numbered = rng.random() < 0.08
        style = die_style(rng, numbered=True) if numbered else styles[index % 2 if rng.random() < 0.5 else 0]
        edge = f.de * (rng.uniform(1, 1.7) if numbered else 1)
        value = int(rng.integers(1, 7))
        x, y, ground = _place_of_die(rng, make, pieces, taken, edge)
        flat = rng.random() < 0.94
        turn = yaw(rng.uniform(0, 2 * np.pi))
        if not flat:
            turn = lean(rng.uniform(0.25, 0.7), rng.uniform(0, 2 * np.pi)) @ turn
        base = np.array(
            [[x + edge * 0.6 * a, y + edge * 0.6 * b, ground] for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        )
        darken_locally(
            image, camera.project(base - [lamp[0] * edge * 0.4, lamp[1] * edge * 0.4, 0]), rng.uniform(0.1, 0.6)
        )
        die = draw_die(rng, image, camera, (x, y, ground + edge / 2), edge, turn, style, value, lamp)
        fill(owner, die.hull, -1)
        taken.append((x, y))
        scene.dice.append(DieTruth(die.top, 0 if numbered else value, flat, 1.0))
    if rng.random() < 0.1:
        x, y = rng.uniform(0, 1) * f.width, rng.uniform(0, 1) * f.height
        fill(owner, draw_cup(rng, image, camera, x, y, f.case_width * rng.uniform(1.2, 1.8)), -1)


def _place_of_die(
    rng: Generator, make: Make, pieces: list[Piece], taken: list[tuple[float, float]], edge: float
) -> tuple[float, float, float]:
    """A die's place and height, mm: next to the last piece laid, on a dame, or anywhere."""
    f = make.field
    if taken and rng.random() < 0.25:
        way = rng.uniform(0, 2 * np.pi)
        x, y = taken[-1][0] + math.cos(way) * edge * 1.2, taken[-1][1] + math.sin(way) * edge * 1.2
    elif pieces and rng.random() < 0.2:
        piece = pieces[int(rng.integers(len(pieces)))]
        x, y = piece.x + rng.normal(0, f.dame * 0.12), piece.y + rng.normal(0, f.dame * 0.12)
    else:
        x, y = rng.uniform(0.02, 0.98) * f.width, rng.uniform(0.02, 0.98) * f.height
    ground = max((p.h + f.dame_height for p in pieces if math.hypot(p.x - x, p.y - y) < f.dame * 0.45), default=0.0)
    if make.bar_height and abs(x - f.width / 2) < f.bar / 2:
        ground = max(ground, make.bar_height)
    return x, y, ground


def lay_hands(rng: Generator, image: Image, owner: NDArray[np.int16], camera: Camera, make: Make, scene: Scene) -> None:
    """One or two hands over the board, an arm behind each."""
    f = make.field
    for _ in range(1 if rng.random() < 0.75 else 2):
        at = camera.floor(rng.uniform(-0.05, 1.05) * f.width, rng.uniform(-0.05, 1.05) * f.height, 30)
        size = f.case_width * rng.uniform(1.8, 3.2) * camera.scale(f.width / 2, f.height / 2)
        way = (
            rng.choice([np.pi / 2, -np.pi / 2]) + rng.normal(0, 0.5)
            if rng.random() < 0.8
            else rng.uniform(0, 2 * np.pi)
        )
        start = at + np.array([math.cos(way), math.sin(way)]) * max(image.shape) * 1.2
        covered = draw_hand(rng, image, start, at, size)
        owner[covered > 0] = -1
        scene.hands |= covered
