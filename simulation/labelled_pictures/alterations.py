"""Labelled photographs, altered together with their labels as other people, phones and lights would take them.

A choice made on a set of pictures may fit only that set. So it is tested on the same boards seen differently: mirrored,
turned about, smaller, darker, tinted, grained, or with a side of the board outside the picture. No altered picture is
used for training.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, get_args

import cv2
import numpy as np
from numpy.typing import NDArray

from events.field import Corners, Point, Row
from simulation.labelled_pictures import photographs as labels
from vision.locate.rectify import as_corners
from vision.picture_file import load_image

Picture: TypeAlias = "NDArray[np.uint8]"
Homography: TypeAlias = "NDArray[np.float64]"
Side: TypeAlias = Literal["far", "right", "near", "left"]
COLUMNS_TOGETHER = 13
"""A case's column and the column of its mirror image add up to thirteen."""
GROUND = (128, 128, 128)
"""The colour outside the photograph. Its repeated edge would prolong a board that ends there."""
NOISE_SEED = 5
COLUMNS, POINT = 12, 0.45
"""The cases of a row, without the bar between them; the share of the floor's height on which a case's dames lie."""
UNIT = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)


@dataclass(frozen=True, slots=True)
class Alteration:
    """One way to alter a picture.

    Attributes:
        tones: maps pixels to pixels of the same size.
        share: of the picture's width and height.
        place: maps the size (width, height) to the homography of the pixels.
        mirrored: whether the board's left and right change places.
        turned: whether the board is turned about.
        cut: a side, and the share of the board there that the picture leaves out.
    """

    name: str
    tones: Callable[[Picture], Picture] = np.copy
    share: float = 1.0
    place: Callable[[int, int], Homography] = lambda _width, _height: np.eye(3)
    mirrored: bool = False
    turned: bool = False
    cut: tuple[Side, float] | None = None


def _mirror(width: int, _height: int) -> Homography:
    return np.array([[-1, 0, width - 1], [0, 1, 0], [0, 0, 1.0]])


def _about(width: int, height: int) -> Homography:
    return np.array([[-1, 0, width - 1], [0, -1, height - 1], [0, 0, 1.0]])


def _roll(degrees: float) -> Callable[[int, int], Homography]:
    """Turn the camera about its axis and move it a quarter further away, so that no corner is lost."""

    def place(width: int, height: int) -> Homography:
        return np.vstack([cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 0.8), [0.0, 0.0, 1.0]])

    return place


def _lean(width: int, height: int) -> Homography:
    """Narrow the far side by a quarter and bring it nearer to the near side, as for a camera at a flatter angle."""
    seen = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    leant = np.array([[0.12, 0.14], [0.88, 0.14], [1, 1], [0, 1]], np.float32) * np.array([width, height], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(seen, leant), np.float64)


def _gamma(power: float) -> Callable[[Picture], Picture]:
    return lambda picture: np.asarray(255 * (picture / 255.0) ** power, np.uint8)


def _tint(blue: float, red: float) -> Callable[[Picture], Picture]:
    return lambda picture: np.clip(picture * np.array([blue, 1.0, red]), 0, 255).astype(np.uint8)


def _compress(picture: Picture) -> Picture:
    return np.asarray(cv2.imdecode(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 15])[1], 1), np.uint8)


def _blur(picture: Picture) -> Picture:
    """Blur in proportion to the width: one and a half pixels for 1280."""
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.5 * picture.shape[1] / 1280), np.uint8)


def _add_grain(picture: Picture) -> Picture:
    grain = np.random.default_rng(NOISE_SEED).normal(0, 15, picture.shape)
    return np.clip(picture + grain, 0, 255).astype(np.uint8)


def _grey(picture: Picture) -> Picture:
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), np.uint8)


ALTERATIONS = (
    Alteration("mirrored", place=_mirror, mirrored=True),
    Alteration("turned about", place=_about, turned=True),
    Alteration("half the size", share=0.5),
    Alteration("rolled by 8 degrees", place=_roll(8)),
    Alteration("rolled by -15 degrees", place=_roll(-15)),
    Alteration("more aslant", place=_lean),
    Alteration("brighter (gamma 0.5)", tones=_gamma(0.5)),
    Alteration("darker (gamma 2)", tones=_gamma(2.0)),
    Alteration("warm light", tones=_tint(0.65, 1.2)),
    Alteration("cold light", tones=_tint(1.25, 0.75)),
    Alteration("grey", tones=_grey),
    Alteration("JPEG of quality 15", tones=_compress),
    Alteration("blurred", tones=_blur),
    Alteration("grained (15 levels)", tones=_add_grain),
)
CUTS = tuple(
    Alteration(f"{share:.0%} cut off at the {side}", cut=(side, share))
    for share in (0.05, 0.1)
    for side in get_args(Side)
)
"""A board that the picture does not hold whole."""


def alter(labelled: labels.Labelled, alteration: Alteration) -> labels.Labelled:
    """Return the altered picture, with its labels moved accordingly."""
    picture = alteration.tones(load_image(labelled.path))
    share = alteration.share
    picture = np.asarray(cv2.resize(picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA), np.uint8)
    height, width = picture.shape[:2]
    place = alteration.place(width, height)
    moved = cv2.warpPerspective(picture, place, (width, height), borderValue=GROUND)

    def at(x: float, y: float) -> tuple[float, float]:
        there = place @ np.array([share * x, share * y, 1.0])
        return float(there[0] / there[2]), float(there[1] / there[2])

    dice = []
    for die in labelled.dice:
        x, y = at(die.x, die.y)
        dice.append(replace(die, x=x, y=y))
    made = replace(
        labelled,
        image=np.asarray(moved, np.uint8),
        corners=_order_corners(labelled.corners, at, alteration),
        cases=tuple(_where(case, alteration) for case in labelled.cases),
        dice=tuple(dice),
        reach=labelled.reach * share * float(abs(np.linalg.det(place[:2, :2])) ** 0.5),
    )
    return made if alteration.cut is None else _cut(made, *alteration.cut)


def _cut(labelled: labels.Labelled, side: Side, share: float) -> labels.Labelled:
    """Return the part of a picture without this share of its board at a side; what is outside is labelled as such."""
    if labelled.image is None or labelled.corners is None:
        return labelled
    height, width = labelled.image.shape[:2]
    corners, number = np.array(labelled.corners), get_args(Side).index(side)
    edge, other = (corners[[at % 4, (at + 1) % 4]].mean(axis=0) for at in (number, number + 2))
    axis, line = int(np.argmax(np.abs(edge - other))), edge + share * (other - edge)
    low, high = np.zeros(2, int), np.array([width, height])
    (low if edge[axis] < other[axis] else high)[axis] = round(line[axis])
    to_picture = cv2.getPerspectiveTransform(UNIT, (corners - low).astype(np.float32))

    def inside(places: NDArray[np.float64]) -> bool:
        return bool(((places >= 0) & (places < high - low)).all())

    def is_visible(case: labels.Case) -> bool:
        left, deep = (case.column - 1) / COLUMNS, (0.0, POINT) if case.row == "far" else (1 - POINT, 1.0)
        places = np.array([[[x, y] for x in (left, left + 1 / COLUMNS) for y in deep]])
        return inside(cv2.perspectiveTransform(places, to_picture)[0])

    x, y = (int(each) for each in low)
    dice = [replace(die, x=die.x - x, y=die.y - y) for die in labelled.dice]
    return replace(
        labelled,
        image=labelled.image[y : high[1], x : high[0]],
        corners=as_corners(corners - low),
        cases=tuple(replace(case, cut=not is_visible(case)) for case in labelled.cases),
        dice=tuple(die for die in dice if inside(np.array([die.x, die.y]))),
    )


def _order_corners(
    corners: Corners | None, at: Callable[[float, float], Point], alteration: Alteration
) -> Corners | None:
    """Return where the corners are now, clockwise from the top left again."""
    if corners is None:
        return None
    one, two, three, four = (at(*corner) for corner in corners)
    if alteration.mirrored:
        return two, one, four, three
    return (three, four, one, two) if alteration.turned else (one, two, three, four)


def _where(case: labels.Case, alteration: Alteration) -> labels.Case:
    """Return the case that it is in the altered picture."""
    if not (alteration.mirrored or alteration.turned):
        return case
    other: Row = "far" if case.row == "near" else "near"
    row = other if alteration.turned else case.row
    return replace(case, row=row, column=COLUMNS_TOGETHER - case.column)
