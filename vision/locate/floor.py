"""Finding the playing floor in an image: where each pixel lies on the floor, and the corners that follow."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from math import dist, log
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.geometry import as_corners
from vision.locate.distortion import bend_of
from vision.locate.edges import edge_corners
from vision.locate.flat import look
from vision.locate.fleches import to_points
from vision.locate.lines import to_lines
from vision.locate.rectify import flatten, smaller, transform
from vision.locate.rows import to_rows
from vision.locate.sides import UNIT, enlarged, from_unit, shrunk, to_sides
from vision.locate.trays import balanced
from vision.models.fitted import fitted
from vision.models.network import CELL, maps, sigmoid

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from events.field import Corners

INPUT = (256, 192)
"""What the network looks at, in pixels."""
FEWEST_CELLS = 40
"""Fewer cells told to be floor are none: the whole picture has 3072."""
BORDER = 0.09
"""When looking again, the floor as first found fills the picture but for this share on each side."""
LOOKS = 3
"""How often it looks again at the small picture."""
SHARPENED = 2
"""How often it looks at the flat view."""
DRAWN = 2
DRAWING = 0.6
"""How often the corners go towards where the sides cross, and how much of the way."""
ENOUGH = 1920
"""Larger images are looked at with their longer side so many pixels long."""
POINTS_PIXELS = 600
"""For its points to be looked at, images are shrunk until the floor is about so wide."""
AGREED = 0.04
"""Corners of an image and of its mirror image no further apart than this, as a share of the floor's width, agree."""
ONE_FLOOR = 0.08
"""Up to here they are one floor's still: midway lies better, but neither is the surer for it."""
FAR_APART = 0.2
"""Edges and sides that tell corners further apart than this, as a share of the floor's width, say no more by it."""
PROPORTIONS = (1.0, 1.9)
"""A floor is seen so many times wider than high: from straight above, and from half as high as far."""
SURE = 0.5
"""A floor less sure than this may be another's in the image turned by a quarter, where it must be as sure."""
LESS_SURE = 0.03
"""A floor found in the picture straightened may be so much less sure than it was before."""
SURENESS = fitted("floor")
"""P(floor) = sigmoid of 1, what the maps' and the sides' own sureness are worth (as logits), how far apart they are,
how far the mirror image's are and how misshapen the floor, weighed so."""


@dataclass(frozen=True, slots=True)
class FloorFound:
    """The floor's corners (pixels) and how sure it is that this is a board's floor (0..1)."""

    corners: Corners
    confidence: float


def find_floor(image: NDArray[np.uint8]) -> FloorFound | None:
    """The playing floor of the board in an image (BGR), None when none is to be seen.

    The network tells for each pixel whether it is floor and where on it; a homography is fitted to what it says, and
    it looks again at the floor brought upright, which makes small errors smaller. The flat view, which is larger,
    tells the edges better. Another network looks along the sides so found, and the corners go towards where it has
    them. All this is done for the image and for its mirror image: where the two agree, or nearly so, the corners are
    midway. When the sides are bent as a lens bends them, it is done again for the image straightened. At last each
    side that no rail can hide goes to the line seen near it.

    A board whose points run to the left and the right is found in the image turned by a quarter: its far edge is then
    the left one, and its corners begin at the image's bottom left.
    """
    found = _found(image)
    if found is not None and found.confidence >= SURE:
        return found
    turned = _found(np.asarray(cv2.rotate(image, cv2.ROTATE_90_CLOCKWISE), np.uint8))
    if turned is None or turned.confidence < SURE:
        return found
    back = [(y, image.shape[0] - 1 - x) for x, y in turned.corners]
    return FloorFound(as_corners(np.array(back)), turned.confidence)


def _found(image: NDArray[np.uint8]) -> FloorFound | None:
    """The floor of a board whose points run up and down."""
    traced = traces(image)
    return None if traced is None else FloorFound(traced.corners, sureness(traced))


def sureness(traced: Traced) -> float:
    """P(this is a board's floor and its corners lie right)."""
    return float(sigmoid(np.array([np.dot(SURENESS, features(traced))], np.float32))[0])


def features(traced: Traced) -> tuple[float, ...]:
    """What SURENESS weighs."""
    overlap, seen = (min(max(share, 0.001), 0.999) for share in (traced.overlap, traced.seen))
    logits = float(np.log(overlap / (1 - overlap))), float(np.log(seen / (1 - seen)))
    return 1.0, *logits, traced.apart, traced.mirrored, misshapen(traced.corners)


def misshapen(corners: Corners) -> float:
    """By how much (a logarithm) a floor is taller than one is from straight above, or flatter than one is aslant.

    The half of a folding board is as narrow, and has points, dames and rails as the whole has.
    """
    far, right, near, left = (dist(one, other) for one, other in pairwise((*corners, corners[0])))
    proportion = max(far + near, 1.0) / max(left + right, 1.0)
    return max(log(PROPORTIONS[0] / proportion), log(proportion / PROPORTIONS[1]), 0.0)


@dataclass(frozen=True, slots=True)
class Traced:
    """A floor's corners, and what speaks for them.

    overlap: how far the maps agree with their own homography; seen: how sure the sides are (0..1); apart: how far the
    two are from each other at the worst corner, mirrored: how far from there the corners of the mirror image are, as
    shares of the floor's width, at most FAR_APART.
    """

    corners: Corners
    overlap: float
    seen: float
    apart: float
    mirrored: float


def traces(image: NDArray[np.uint8]) -> Traced | None:
    """The floor as it is found in an image and in its mirror image, None when none is to be seen."""
    longest = max(image.shape[:2])
    if longest > ENOUGH:
        height, width = (max(1, round(side * ENOUGH / longest)) for side in image.shape[:2])
        small = np.asarray(cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
        traced = traces(small)
        return traced and replace(traced, corners=enlarged(np.array(traced.corners), small, image))
    traced = _traced(image)
    if traced is None:
        return None
    bend = bend_of(image, traced.corners)
    if bend is None:
        return replace(traced, corners=_finer(image, traced.corners))
    straightened = bend.straightened(image)
    straight = _traced(straightened)
    if straight is None or sureness(straight) < sureness(traced) - LESS_SURE:
        return traced
    corners = np.array(_finer(straightened, straight.corners))
    return replace(straight, corners=as_corners(bend.points(corners)))


def _finer(image: NDArray[np.uint8], corners: Corners) -> Corners:
    """Corners as the points tell them and, last, the lines seen."""
    small, places = shrunk(image, np.array(corners), POINTS_PIXELS)
    told = np.array(to_rows(small, to_points(small, as_corners(places))))
    return to_lines(image, enlarged(told, small, image))


def _traced(image: NDArray[np.uint8]) -> Traced | None:
    """The floor in an image and in its mirror image, None when none is to be seen."""
    plain, other = _trace(image), _trace(np.asarray(cv2.flip(image, 1), np.uint8))
    if other is not None:
        one, two, three, four = ((image.shape[1] - 1 - x, y) for x, y in other.corners)
        other = replace(other, corners=(two, one, four, three))
    if plain is None or other is None:
        return plain or other
    corners, others = np.array(plain.corners), np.array(other.corners)
    distance = _worst(corners, others)
    midway = as_corners((corners + others) / 2)
    if distance > AGREED:
        surer = max((plain, other), key=sureness)
        return surer if distance > ONE_FLOOR else replace(surer, corners=midway)
    return Traced(
        midway,
        min(plain.overlap, other.overlap),
        min(plain.seen, other.seen),
        max(plain.apart, other.apart),
        distance,
    )


def _worst(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """How far two floors' corners are from each other at the worst, as a share of the first one's width."""
    width = max(float(np.linalg.norm(one[1] - one[0])), 1.0)
    return min(float(np.linalg.norm(one - other, axis=1).max()) / width, FAR_APART)


def _trace(image: NDArray[np.uint8]) -> Traced | None:
    """The floor by its edges in the maps and by its sides, None when none is to be seen."""
    picture, to_input = _letterbox(image)
    first = _look(picture)
    if first is None:
        return None
    to_image, confidence = np.linalg.inv(to_input) @ first.homography, first.confidence
    for _ in range(LOOKS):
        again = np.diag([INPUT[0] * (1 - 2 * BORDER), INPUT[1] * (1 - 2 * BORDER), 1.0])
        again[0, 2], again[1, 2] = INPUT[0] * BORDER, INPUT[1] * BORDER
        to_upright = again @ np.linalg.inv(to_image)
        better = _look(_upright(image, to_upright))
        if better is None:
            return None
        corners = edge_corners(better.floor, transform(better.homography, UNIT))
        if not cv2.isContourConvex(corners.astype(np.float32)):
            return None
        to_image = np.linalg.inv(to_upright) @ from_unit(corners)
        confidence = better.confidence
    sharp = sharpened(image, as_corners(transform(to_image, UNIT)))
    # Shrunk once for all looks along the sides.
    small, edges = shrunk(image, np.array(sharp))
    corners, seen, apart = edges, 0.0, FAR_APART
    for _ in range(DRAWN):
        sided = to_sides(small, as_corners(corners))
        if sided is None:
            return Traced(sharp, confidence, 0.0, FAR_APART, FAR_APART)
        sides, seen = np.array(sided.corners), sided.confidence
        apart = _worst(edges, sides)
        corners = (1 - DRAWING) * corners + DRAWING * sides
        if apart == FAR_APART or not cv2.isContourConvex(corners.astype(np.float32)):
            return Traced(sharp, confidence, seen, FAR_APART, FAR_APART)
    return Traced(enlarged(corners, small, image), confidence, seen, apart, FAR_APART)


def sharpened(image: NDArray[np.uint8], corners: Corners) -> Corners:
    """The corners as the edges of the floor in the flat view have them."""
    for _ in range(SHARPENED):
        view = flatten(image, corners)
        seen = look(view)
        rough = transform(view.to_view, np.array(corners))
        edges = balanced(seen, rough)
        if edges is None:
            edges = edge_corners(seen.floor, rough)
        better = view.to_image(edges)
        if not cv2.isContourConvex(better.astype(np.float32)):
            return corners
        corners = as_corners(better)
    return corners


@dataclass(frozen=True, slots=True)
class _Look:
    """P(floor) over the picture, the homography from the unit square to its pixels, and how far the two agree."""

    floor: NDArray[np.float32]
    homography: NDArray[np.float64]
    confidence: float


def _letterbox(image: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """The image made as large as fits into INPUT, and the 3x3 that takes its pixels there."""
    height, width = image.shape[:2]
    scale = min(INPUT[0] / width, INPUT[1] / height)
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    left, top = (INPUT[0] - size[0]) // 2, (INPUT[1] - size[1]) // 2
    whole = np.zeros((INPUT[1], INPUT[0], 3), np.uint8)
    whole[top : top + size[1], left : left + size[0]] = small
    fx, fy = size[0] / width, size[1] / height
    return whole, np.array([[fx, 0, left + (fx - 1) / 2], [0, fy, top + (fy - 1) / 2], [0, 0, 1.0]])


def _upright(image: NDArray[np.uint8], to_upright: NDArray[np.float64]) -> NDArray[np.uint8]:
    corners = transform(
        np.linalg.inv(to_upright), np.array([[0, 0], [INPUT[0], 0], [INPUT[0], INPUT[1]], [0, INPUT[1]]])
    )
    shrink = (abs(cv2.contourArea(corners.astype(np.float32))) / (INPUT[0] * INPUT[1])) ** 0.5
    small = smaller(image, shrink) if shrink > 1.5 else image
    warp = to_upright @ np.diag([image.shape[1] / small.shape[1], image.shape[0] / small.shape[0], 1.0])
    return np.asarray(cv2.warpPerspective(small, warp, INPUT, flags=cv2.INTER_LINEAR), np.uint8)


def _look(picture: NDArray[np.uint8]) -> _Look | None:
    """What the network makes of a picture, None when nothing like a floor is in it."""
    answer = maps("floor", [picture])[0]
    floor = sigmoid(answer[0])
    ys, xs = np.nonzero(floor > 0.5)
    if len(xs) < FEWEST_CELLS:
        return None
    places = np.column_stack([answer[1][ys, xs], answer[2][ys, xs]]).astype(np.float64)
    pixels = np.column_stack([xs, ys]).astype(np.float64) * CELL + (CELL - 1) / 2
    # Within the floor's rim the network is surest; far outside 0..1 it says nothing.
    homography, agree = cv2.findHomography(places, pixels, cv2.RANSAC, 0.02 * INPUT[0], maxIters=500, confidence=0.999)
    if homography is None or not np.isfinite(homography).all():
        return None
    unit = transform(homography, UNIT).astype(np.float32)
    if cv2.contourArea(unit, oriented=True) <= 0 or not cv2.isContourConvex(unit):
        return None
    stencil = np.zeros(floor.shape, np.uint8)
    cv2.fillPoly(stencil, [np.rint(np.clip(unit, -2000, 2000) / CELL).astype(np.int32)], 1)
    union = np.maximum(stencil, floor).sum()
    overlap = float(np.minimum(stencil, floor).sum() / max(float(union), 1.0))
    return _Look(floor, np.asarray(homography, np.float64), overlap * float(agree.mean()))
