"""A board with its pieces on a table, under a camera, and everything that is true of it."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import cv2
import numpy as np

from training.boards import Make, any_make, draw_blocks, draw_fittings, floor_texture, paste, rails
from training.camera import framing
from training.degrade import camera_noise, light, overlay
from training.die import die_style, draw_die
from training.pieces import (
    circle,
    dame_sprite,
    draw_cup,
    draw_hand,
    draw_round,
    lean,
    polygon,
    yaw,
)
from training.surfaces import any_colour, dark_colour, light_colour, lightness, surface

if TYPE_CHECKING:
    from numpy.random import Generator
    from numpy.typing import NDArray

    from training.camera import Camera
    from training.surfaces import Image


@dataclass(frozen=True, slots=True)
class DameTruth:
    """A dame drawn: the middle of its top (pixels), its set, on how many it lies, the share of its top seen."""

    top: NDArray[np.float64]
    light: bool
    level: int
    seen: float
    case: tuple[str, int] | None


@dataclass(frozen=True, slots=True)
class DieTruth:
    """A die drawn: the corners of its upper face in pixels, its value (0 for a numbered cube), whether it lies flat."""

    top: NDArray[np.float64]
    value: int
    flat: bool
    seen: float


@dataclass(slots=True)
class Scene:
    """One picture and its truth; hands is 255 where a hand or an arm covers the picture."""

    image: NDArray[np.uint8]
    corners: NDArray[np.float64]
    make: Make
    hands: NDArray[np.uint8]
    dames: list[DameTruth] = field(default_factory=list)
    dice: list[DieTruth] = field(default_factory=list)
    jetons: list[tuple[NDArray[np.float64], float]] = field(default_factory=list)


@dataclass(slots=True)
class _Piece:
    """A piece to be drawn: its kind, set, place and level."""

    kind: str
    x: float
    y: float
    h: float
    light: bool = True
    level: int = 0
    case: tuple[str, int] | None = None


def _dames_of_case(
    rng: Generator, make: Make, row: str, column: int, count: int, is_light: bool, sloppy: float
) -> list[_Piece]:
    f = make.field
    room = max(2, int(f.height / 2 / f.dame * rng.uniform(0.7, 1.0)))
    base = min(count, int(rng.integers(2, room + 1)) if rng.random() < 0.3 else room)
    gap = 1 + abs(rng.normal(0, 0.03)) + (rng.uniform(0, 0.15) if rng.random() < 0.1 else 0)
    x0 = f.column_centre(column)
    pieces: list[_Piece] = []
    start = rng.uniform(0, 0.35) * f.dame if rng.random() < 0.2 else 0.0
    for index in range(count):
        level, rank = divmod(index, base)
        y = (
            start
            + (rank + 0.5 + (0.5 if level % 2 and rng.random() < 0.3 and base > 1 and rank < base - 1 else 0))
            * f.dame
            * gap
        )
        slack = max(0.5, sloppy * (1 if level == 0 else 0.5))
        x = x0 + rng.normal(0, slack)
        y = max(f.dame / 2, y + abs(rng.normal(0, slack)) * (0.3 if level == 0 else 1))
        pieces.append(
            _Piece(
                "dame", x, y if row == "far" else f.height - y, level * f.dame_height, is_light, level, (row, column)
            )
        )
    return pieces


def _position(rng: Generator, make: Make) -> list[_Piece]:
    """Where the dames lie: as in play, at the start, or piled."""
    sloppy = make.field.case_width * (rng.uniform(0, 0.03) if rng.random() < 0.7 else rng.uniform(0.03, 0.09))
    kind = rng.random()
    pieces: list[_Piece] = []
    cases = [(row, column) for row in ("far", "near") for column in range(1, 13)]
    free = [cases[i] for i in rng.permutation(24)]
    for is_light in (True, False):
        left = int(rng.integers(1, 16)) if rng.random() < 0.25 else 15
        while left and free:
            most = 15 if kind < 0.12 else 6
            count = min(left, int(min(1 + rng.geometric(0.42) - 1 + (rng.random() < 0.3), most)))
            if kind < 0.12 and rng.random() < 0.3:
                count = min(left, int(rng.integers(5, 16)))
            row, column = free.pop()
            pieces += _dames_of_case(rng, make, row, column, max(1, count), is_light, sloppy)
            left -= max(1, count)
            if rng.random() < 0.03:
                break
    f = make.field
    if f.bar > f.dame * 0.5 and rng.random() < 0.2:
        for _ in range(rng.integers(1, 4)):
            pieces.append(
                _Piece(
                    "dame",
                    f.width / 2 + rng.normal(0, 2),
                    rng.uniform(0.2, 0.8) * f.height,
                    make.bar_height,
                    bool(rng.random() < 0.5),
                )
            )
    if rng.random() < 0.1:  # a dame astray
        pieces.append(
            _Piece(
                "dame",
                rng.uniform(0.1, 0.9) * f.width,
                rng.uniform(0.45, 0.55) * f.height,
                0.0,
                bool(rng.random() < 0.5),
            )
        )
    for side, wide in enumerate(make.trays):
        if wide > f.dame and rng.random() < 0.35:
            for rank in range(rng.integers(1, 8)):
                x = -f.rail - wide / 2 if side == 0 else f.width + f.rail + wide / 2
                pieces.append(_Piece("dame", x, f.height - (rank + 0.6) * f.dame, 0.0, bool(rng.random() < 0.5)))
    return _apart(pieces, f.dame)


def _apart(pieces: list[_Piece], dame: float) -> list[_Piece]:
    """Without those that would cut into another dame at the same height."""
    kept: list[_Piece] = []
    for piece in pieces:
        if all(
            abs(piece.h - other.h) > 0.1 or math.hypot(piece.x - other.x, piece.y - other.y) > dame * 0.93
            for other in kept
        ):
            kept.append(piece)
    return kept


def draw_scene(rng: Generator, size: tuple[int, int] = (960, 720), fill: tuple[float, float] = (0.5, 1.02)) -> Scene:
    """One picture of one board; nothing of it is ever the same twice."""
    make = any_make(rng)
    f = make.field
    around = 2 * (f.rail + max(make.trays))
    floor = np.array([[0, 0, 0], [f.width, 0, 0], [f.width, f.height, 0], [0, f.height, 0]], np.float64)
    slack = 0.02 if rng.random() < 0.85 else 0.12
    for _ in range(20):
        camera = framing(
            rng, size, f.width + around * rng.uniform(0.2, 1), f.height + 2 * f.rail, fill, math.radians(52)
        )
        corners = camera.project(floor)
        if (np.abs(corners / size - 0.5) < 0.5 + slack).all():
            break
    image = np.clip(cv2.resize(surface(rng, (size[0] // 2, size[1] // 2)), size), 0, 255).astype(np.float32)
    hands = np.zeros((size[1], size[0]), np.uint8)
    owner = np.zeros((size[1], size[0]), np.int16)
    scene = Scene(np.zeros((1, 1, 3), np.uint8), corners, make, hands)
    _surroundings(rng, image, camera, make)
    lamp = np.array([*rng.normal(0, 0.5, 2), 1.0])
    lamp /= np.linalg.norm(lamp)
    # the body of the board, its trays' floors, then the playing floor
    left, right = make.trays
    r = f.rail
    outer = (-(2 * r + left if left else r), -r, f.width + (2 * r + right if right else r), f.height + r)
    body = np.array(
        [[outer[0], outer[1], 0], [outer[2], outer[1], 0], [outer[2], outer[3], 0], [outer[0], outer[3], 0]], np.float64
    )
    _shade(image, [camera.project(body - np.array([lamp[0] * 30, lamp[1] * 30, 0]))], rng.uniform(0.2, 0.6), 8)
    paste(image, np.clip(surface(rng, (300, 260)), 0, 255), camera.project(body))
    texture = floor_texture(rng, make)
    paste(image, texture, corners)
    blocks = rails(rng, make, np.asarray(np.median(texture[::8, ::8].reshape(-1, 3), axis=0), np.float32))
    inside = f.rail_height * np.array([-lamp[0], -lamp[1]]) / lamp[2]
    strips = [
        np.array([[0, 0, 0], [f.width, 0, 0], [f.width, max(inside[1], 0), 0], [0, max(inside[1], 0), 0]], np.float64),
        np.array(
            [[0, 0, 0], [max(inside[0], 0), 0, 0], [max(inside[0], 0), f.height, 0], [0, f.height, 0]], np.float64
        ),
        np.array(
            [
                [f.width + min(inside[0], 0), 0, 0],
                [f.width, 0, 0],
                [f.width, f.height, 0],
                [f.width + min(inside[0], 0), f.height, 0],
            ],
            np.float64,
        ),
        np.array(
            [
                [0, f.height + min(inside[1], 0), 0],
                [f.width, f.height + min(inside[1], 0), 0],
                [f.width, f.height, 0],
                [0, f.height, 0],
            ],
            np.float64,
        ),
    ]
    _shade(image, [camera.project(strip) for strip in strips], rng.uniform(0.1, 0.5), rng.uniform(1, 5))
    draw_blocks(image, camera, blocks, before=True)
    draw_fittings(rng, image, camera, make)
    pieces = _position(rng, make)
    _shadows(rng, image, camera, make, pieces, lamp)
    _draw_pieces(rng, image, owner, camera, make, pieces, texture)
    draw_blocks(image, camera, blocks, before=False)
    _dice_and_others(rng, image, owner, camera, make, pieces, lamp, scene)
    if rng.random() < 0.3:
        _hands(rng, image, owner, camera, make, scene)
    scene.image = camera_noise(rng, overlay(rng, light(rng, image)))
    _count_seen(owner, camera, make, pieces, scene)
    return scene


def _shade(image: Image, outlines: list[NDArray[np.float64]], depth: float, soft: float) -> None:
    mask = np.zeros(image.shape[:2], np.uint8)
    for outline in outlines:
        cv2.fillPoly(mask, [np.rint(np.clip(outline, -4000, 4000)).astype(np.int32)], 255)
    mask = cv2.blur(mask, (int(soft) * 2 + 1, int(soft) * 2 + 1))
    image *= 1 - depth * (mask.astype(np.float32) / 255)[..., None]


def _shadows(
    rng: Generator, image: Image, camera: Camera, make: Make, pieces: list[_Piece], lamp: NDArray[np.float64]
) -> None:
    f = make.field
    outlines = []
    for piece in pieces:
        top = piece.h + f.dame_height
        dx, dy = -lamp[0] / lamp[2] * top, -lamp[1] / lamp[2] * top
        one, other = (
            circle(camera, piece.x, piece.y, 0, f.dame / 2),
            circle(camera, piece.x + dx, piece.y + dy, 0, f.dame / 2),
        )
        outlines.append(cv2.convexHull(np.vstack([one, other]).astype(np.float32)).reshape(-1, 2).astype(np.float64))
    _shade(image, outlines, rng.uniform(0, 0.65), rng.uniform(0, 5))


def _two_sets(rng: Generator, floor: Image) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The colours of the light and the dark set, now and then nearly those of the floor or of its points."""
    like_floor = rng.random() < 0.25
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


def _draw_pieces(
    rng: Generator,
    image: Image,
    owner: NDArray[np.int16],
    camera: Camera,
    make: Make,
    pieces: list[_Piece],
    floor: Image,
) -> None:
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
            _shade_local(image, circle(camera, piece.x + 1, piece.y + 1, piece.h, radius), 0.3)
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
        hull = cv2.convexHull(np.vstack([base, top]).astype(np.float32)).reshape(-1, 2)
        cv2.fillPoly(owner, [np.rint(np.clip(hull, -4000, 4000)).astype(np.int32)], -1)
        cv2.fillPoly(owner, [np.rint(np.clip(top, -4000, 4000)).astype(np.int32)], index + 1)


def _shade_local(image: Image, outline: NDArray[np.float64], depth: float) -> None:
    low = np.maximum(np.floor(outline.min(axis=0)).astype(int) - 3, 0)
    high = np.minimum(np.ceil(outline.max(axis=0)).astype(int) + 4, (image.shape[1], image.shape[0]))
    if (high <= low).any():
        return
    _shade(image[low[1] : high[1], low[0] : high[0]], [outline - low], depth, 1.5)


def _count_seen(owner: NDArray[np.int16], camera: Camera, make: Make, pieces: list[_Piece], scene: Scene) -> None:
    f = make.field
    visible = np.bincount(np.maximum(owner, 0).ravel(), minlength=len(pieces) + 2)
    for index, piece in enumerate(pieces):
        top = circle(camera, piece.x, piece.y, piece.h + f.dame_height, f.dame / 2)
        area = max(cv2.contourArea(top.astype(np.float32)), 1.0)
        middle = camera.floor(piece.x, piece.y, piece.h + f.dame_height)
        scene.dames.append(
            DameTruth(middle, piece.light, piece.level, float(min(1.0, visible[index + 1] / area)), piece.case)
        )


def _surroundings(rng: Generator, image: Image, camera: Camera, make: Make) -> None:
    """Papers, cups, telephones and other dice beside the board."""
    f = make.field
    for _ in range(rng.integers(0, 7)):
        way = rng.uniform(0, 2 * np.pi)
        x = f.width / 2 + math.cos(way) * f.width * rng.uniform(0.7, 1.3)
        y = f.height / 2 + math.sin(way) * f.height * rng.uniform(0.7, 1.3)
        kind = rng.random()
        if kind < 0.3:
            draw_cup(rng, image, camera, x, y, f.case_width * rng.uniform(1.2, 2.5))
        elif kind < 0.8:
            w, h, turn = rng.uniform(20, 160), rng.uniform(20, 200), rng.uniform(0, np.pi)
            quad = np.array([[-w, -h], [w, -h], [w, h], [-w, h]]) / 2 @ yaw(turn)[:2, :2].T + [x, y]
            paste(image, np.clip(surface(rng, (60, 60)), 0, 255), camera.project(np.column_stack([quad, np.zeros(4)])))
        else:
            polygon(image, circle(camera, x, y, 0, rng.uniform(5, 60)), any_colour(rng))


def _dice_and_others(
    rng: Generator,
    image: Image,
    owner: NDArray[np.int16],
    camera: Camera,
    make: Make,
    pieces: list[_Piece],
    lamp: NDArray[np.float64],
    scene: Scene,
) -> None:
    f = make.field
    styles = [die_style(rng), die_style(rng)]
    taken: list[tuple[float, float]] = []
    jeton_colour = any_colour(rng)
    jeton_sprite = dame_sprite(rng, jeton_colour)
    if rng.random() < 0.4:
        for _ in range(3):
            x, y = rng.uniform(0, f.width), rng.uniform(0.3, 0.7) * f.height
            if any(math.hypot(p.x - x, p.y - y) < (f.dame + f.jeton) / 2 for p in pieces):
                continue
            _shade_local(image, circle(camera, x, y, 0, f.jeton * 0.55), 0.3)
            top = draw_round(
                image,
                camera,
                (x, y, 0),
                f.jeton / 2,
                f.dame_height * 0.3,
                jeton_sprite,
                jeton_colour * 0.7,
                rng.uniform(0, 6),
            )
            cv2.fillPoly(owner, [np.rint(np.clip(top, -4000, 4000)).astype(np.int32)], -1)
            scene.jetons.append((camera.floor(x, y, f.dame_height * 0.3), f.jeton))
            taken.append((x, y))
    count = int(rng.choice([0, 1, 2, 2, 2, 3, 4]))
    for index in range(count):
        numbered = rng.random() < 0.08
        style = die_style(rng, numbered=True) if numbered else styles[index % 2 if rng.random() < 0.5 else 0]
        edge = f.de * (rng.uniform(1, 1.7) if numbered else 1)
        value = int(rng.integers(1, 7))
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
        flat = rng.random() < 0.94
        turn = yaw(rng.uniform(0, 2 * np.pi))
        if not flat:
            turn = lean(rng.uniform(0.25, 0.7), rng.uniform(0, 2 * np.pi)) @ turn
        base = np.array(
            [[x + edge * 0.6 * a, y + edge * 0.6 * b, ground] for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        )
        _shade_local(
            image, camera.project(base - [lamp[0] * edge * 0.4, lamp[1] * edge * 0.4, 0]), rng.uniform(0.1, 0.6)
        )
        die = draw_die(rng, image, camera, (x, y, ground + edge / 2), edge, turn, style, value, lamp)
        cv2.fillPoly(owner, [np.rint(np.clip(die.hull, -4000, 4000)).astype(np.int32)], -1)
        taken.append((x, y))
        scene.dice.append(DieTruth(die.top, 0 if numbered else value, flat, 1.0))
    if rng.random() < 0.1:
        hull = draw_cup(
            rng,
            image,
            camera,
            rng.uniform(0, 1) * f.width,
            rng.uniform(0, 1) * f.height,
            f.case_width * rng.uniform(1.2, 1.8),
        )
        cv2.fillPoly(owner, [np.rint(np.clip(hull, -4000, 4000)).astype(np.int32)], -1)


def _hands(rng: Generator, image: Image, owner: NDArray[np.int16], camera: Camera, make: Make, scene: Scene) -> None:
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
