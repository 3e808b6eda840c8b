"""The exact truth of a frame: the place of everything, its state, and how much of it is visible."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from events.field import Column, Corners, Field, Point, Row
from simulation.render.board_mesh import on_its_ground
from simulation.render.camera import Camera
from simulation.render.compositor import Compositor
from simulation.render.dice import die_matrix
from simulation.render.items import HANDS, Owners
from simulation.render.style import Style
from simulation.scene import JETON_HEIGHT, Dame, DameColour, Die, Jeton, Rest, Scene, dame_low

SEEN = 0.25
"""A dame counts as visible when at least this share of its upper face is."""


@dataclass(frozen=True, slots=True)
class DameTruth:
    """One dame: its case (None outside the floor or on the bar) and its visibility.

    centre: of its upper face, pixels; visible: the visible share of that face.
    """

    row: Row | None
    column: Column | None
    colour: DameColour
    level: int
    centre: Point
    visible: float


@dataclass(frozen=True, slots=True)
class CaseTruth:
    """One case: the colour of its dames ("both" after a fault), how many there are, and how many are visible."""

    row: Row
    column: Column
    colour: Literal["light", "dark", "none", "both"]
    count: int
    visible: int
    piled: bool


@dataclass(frozen=True, slots=True)
class DieTruth:
    """One die: centres of the cube and of its upper face, pixels; top_visible: the visible share of that face."""

    value: int
    flat: bool
    on: Rest
    centre: Point
    top: Point
    size_px: float
    top_visible: float


@dataclass(frozen=True, slots=True)
class JetonTruth:
    """One jeton: the centre of its face, pixels, and the visible share of it."""

    place: Point
    centre: Point
    visible: float


@dataclass(frozen=True, slots=True)
class Truth:
    """The truth of one frame; `centre`, `corners` and the like are in pixels, `place` is in millimetres.

    hidden: the share of the playing floor, with the pieces on it, that hands hide.
    """

    corners: Corners
    cases: tuple[CaseTruth, ...]
    dames: tuple[DameTruth, ...]
    dice: tuple[DieTruth, ...]
    jetons: tuple[JetonTruth, ...]
    hidden: float


def truth_of(scene: Scene, compositor: Compositor) -> Truth:
    """Return the truth of `scene` with the compositor's style and camera; hidden parts are found by drawing it."""
    style, camera = compositor.style, compositor.camera
    field = style.field
    owners = compositor.owners(scene)
    dames = tuple(_dame(dame, style, camera, owners) for dame in scene.dames)
    return Truth(
        camera.corners(field),
        _cases(dames),
        dames,
        tuple(_die(die, i, style, camera, owners) for i, die in enumerate(scene.dice)),
        tuple(_jeton(jeton, i, style, camera, owners) for i, jeton in enumerate(scene.jetons)),
        _hidden(field, camera, owners),
    )


def case_of(x: float, y: float, field: Field) -> tuple[Row, Column] | None:
    """Return the case of a point of the floor; None outside the floor or on the bar."""
    on_bar = abs(x - field.width / 2) < field.bar / 2
    if on_bar or not (0 <= x <= field.width and 0 <= y <= field.height):
        return None
    return ("far" if y < field.height / 2 else "near"), field.column_at(x)


def _pixel(point: NDArray[np.float64], camera: Camera) -> Point:
    x, y = camera.project(point)
    return round(float(x), 2), round(float(y), 2)


def _ring(x: float, y: float, height: float, radius: float) -> NDArray[np.float64]:
    angle = np.arange(24) * (math.pi / 12)
    return np.stack([x + radius * np.cos(angle), y + radius * np.sin(angle), np.full(24, height)], -1)


def _dame(dame: Dame, style: Style, camera: Camera, owners: Owners) -> DameTruth:
    field = style.field
    lying = on_its_ground(dame, style)
    middle = np.array([dame.x, dame.y, dame_low(lying, field) + field.dame_height])
    case = case_of(dame.x, dame.y, field)
    face = camera.project(_ring(0.0, 0.0, 0.0, field.dame / 2) + middle)
    return DameTruth(
        case[0] if case else None,
        case[1] if case else None,
        dame.colour,
        dame.level,
        _pixel(middle, camera),
        owners.share((dame, 0), face),
    )


def _cases(dames: Sequence[DameTruth]) -> tuple[CaseTruth, ...]:
    cases = []
    rows: tuple[Row, Row] = ("near", "far")
    for row in rows:
        for column in range(1, 13):
            here = [dame for dame in dames if (dame.row, dame.column) == (row, column)]
            colours = {dame.colour for dame in here}
            colour: Literal["light", "dark", "none", "both"] = "both" if len(colours) == 2 else "none"
            if len(colours) == 1:
                colour = here[0].colour
            visible = sum(dame.visible >= SEEN for dame in here)
            cases.append(CaseTruth(row, column, colour, len(here), visible, any(dame.level for dame in here)))
    return tuple(cases)


def _die(die: Die, index: int, style: Style, camera: Camera, owners: Owners) -> DieTruth:
    half = style.field.de / 2
    centre = np.array([die.x, die.y, on_its_ground(die, style).height])
    matrix = die_matrix(die)
    square = np.array([(-1, -1, 1), (1, -1, 1), (1, 1, 1), (-1, 1, 1)]) * half
    face = camera.project(square @ matrix + centre)
    sides = np.linalg.norm(face - np.roll(face, 1, axis=0), axis=1)
    return DieTruth(
        die.value,
        die.flat,
        die.rest,
        _pixel(centre, camera),
        _pixel(np.array([0.0, 0.0, half]) @ matrix + centre, camera),
        round(float(sides.mean()), 1),
        owners.share((die, index), face),
    )


def _jeton(jeton: Jeton, index: int, style: Style, camera: Camera, owners: Owners) -> JetonTruth:
    top = on_its_ground(jeton, style).height + JETON_HEIGHT
    face = camera.project(_ring(jeton.x, jeton.y, top, style.field.jeton / 2))
    return JetonTruth(
        (round(jeton.x, 2), round(jeton.y, 2)),
        _pixel(np.array([jeton.x, jeton.y, top]), camera),
        owners.share((jeton, index), face),
    )


def _hidden(field: Field, camera: Camera, owners: Owners) -> float:
    xs, ys = np.meshgrid(np.linspace(1, field.width - 1, 60), np.linspace(1, field.height - 1, 55))
    floor = np.stack([xs.ravel(), ys.ravel(), np.zeros(xs.size)], -1)
    pixels = np.rint(camera.project(floor)).astype(int)
    height, width = owners.map.shape
    inside = (pixels >= 0).all(axis=1) & (pixels[:, 0] < width) & (pixels[:, 1] < height)
    under = owners.map[pixels[inside, 1], pixels[inside, 0]] == HANDS
    return round(float(under.sum()) / len(pixels), 4)
