"""Finding the playing floor in an image: from the whole picture to its outline, then along its sides."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from math import dist, log
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.geometry import as_corners
from vision.locate.distortion import bend_of
from vision.locate.outline import to_outline
from vision.locate.rows import to_rows
from vision.locate.sides import UNIT, enlarged, shrunk, to_sides
from vision.models.fitted import fitted
from vision.models.network import sigmoid

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from events.field import Corners
    from vision.locate.outline import Outlined

WHOLE = 0.95
"""The outline is looked for from this share of the whole picture on."""
LOOKS = 6
"""At most this many looks are taken, each from where the last one reported it."""
STILL = 0.004
"""When no corner moves by more than this share of the floor's width, it is looked at no more."""
DRAWN, DRAWING = 2, 0.6
"""How often the corners go towards where the sides cross, and how much of the way."""
ENOUGH = 1920
"""Larger images are looked at with their longer side so many pixels long."""
POINTS_PIXELS = 600
"""For its points to be looked at, images are shrunk until the floor is about so wide."""
FAR_APART = 0.2
"""Outline and sides that tell corners further apart than this, as a share of the floor's width, say no more by it."""
PROPORTIONS = (1.0, 1.9)
"""A floor is seen so many times wider than high: from straight above, and from half as high as far."""
DOUBTS = 2
"""After this many looks more than the first, a view reported to be no floor is left."""
HARDLY = 0.05
"""What is less sure than this is no floor."""
LESS_SURE = 0.03
"""A floor found in the picture straightened may be so much less sure than it was before."""
SURENESS = fitted("floor")
"""P(floor) = sigmoid of these times what `features` tells."""


@dataclass(frozen=True, slots=True)
class FloorFound:
    """The floor's corners (pixels) and how sure it is that this is a board's floor (0..1)."""

    corners: Corners
    confidence: float


def find_floor(image: NDArray[np.uint8]) -> FloorFound | None:
    """The playing floor of the board in an image (BGR), None when none is to be seen.

    A network looks at the whole picture and tells where the floor's sides run; it looks again at what lies between
    them, brought upright, until they move no more. Another looks along the sides, closer, and the corners go towards
    where it has them. When the sides are bent as a lens bends them, both look again at the image straightened. The near
    side, which its rail may hide, goes to where the points tell it to be.

    A board whose points run to the left and the right is found in the image turned by a quarter: its far edge is then
    the left one, and its corners begin at the image's bottom left.
    """
    longest = max(image.shape[:2])
    if longest > ENOUGH:
        height, width = (max(1, round(side * ENOUGH / longest)) for side in image.shape[:2])
        small = np.asarray(cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
        found = find_floor(small)
        return found and replace(found, corners=enlarged(np.array(found.corners), small, image))
    plain = outline(image)
    if plain is None or plain.score < 0:
        sideways = np.asarray(cv2.rotate(image, cv2.ROTATE_90_CLOCKWISE), np.uint8)
        turned = outline(sideways)
        if turned is not None and (plain is None or turned.score > plain.score):
            traced = traces(sideways, turned)
            back = [(y, image.shape[0] - 1 - x) for x, y in traced.corners]
            return FloorFound(as_corners(np.array(back)), sureness(traced))
    if plain is None:
        return None
    traced = traces(image, plain)
    return FloorFound(traced.corners, sureness(traced))


def outline(image: NDArray[np.uint8]) -> Outlined | None:
    """The outline of the floor of a board whose points run up and down, from the whole picture on."""
    return _outlined(image, as_corners(((UNIT - 0.5) * WHOLE + 0.5) * np.array(image.shape[1::-1]) - 0.5))


def _outlined(image: NDArray[np.uint8], corners: Corners) -> Outlined | None:
    """The outline of the floor somewhere near `corners`, None where no sides are to be seen."""
    outlined = None
    for look in range(LOOKS):
        outlined = to_outline(image, corners)
        if outlined is None:
            return None
        moved, corners = _worst(np.array(corners), np.array(outlined.corners)), outlined.corners
        if moved < STILL or (look >= DOUBTS and outlined.score < 0):
            break
    return outlined


@dataclass(frozen=True, slots=True)
class Traced:
    """A floor's corners, and what speaks for them.

    outlined: what the network tells that sees the floor as a whole; seen: how sure the sides are (0..1); apart: how
    far the two are from each other at the worst corner, as a share of the floor's width, at most FAR_APART.
    """

    corners: Corners
    outlined: Outlined
    seen: float
    apart: float


def sureness(traced: Traced) -> float:
    """P(this is a board's floor and its corners lie right)."""
    return float(sigmoid(np.array([np.dot(SURENESS, features(traced))], np.float32))[0])


def features(traced: Traced) -> tuple[float, ...]:
    """What SURENESS weighs: 1, what the two networks say, how far they are from each other, and the floor's shape."""
    told, seen = traced.outlined, min(max(traced.seen, 0.001), 0.999)
    mirrored = log(max(told.mirrored, 1e-3))
    return 1.0, told.score, told.spread, mirrored, log(seen / (1 - seen)), traced.apart, misshapen(traced.corners)


def misshapen(corners: Corners) -> float:
    """By how much (a logarithm) a floor is taller than one is from straight above, or flatter than one is aslant.

    The half of a folding board is as narrow, and has points, dames and rails as the whole has.
    """
    far, right, near, left = (dist(one, other) for one, other in pairwise((*corners, corners[0])))
    proportion = max(far + near, 1.0) / max(left + right, 1.0)
    return max(log(PROPORTIONS[0] / proportion), log(proportion / PROPORTIONS[1]), 0.0)


def traces(image: NDArray[np.uint8], outlined: Outlined) -> Traced:
    """The floor with this outline (pixels), as its sides and points have it."""
    traced = _traced(image, outlined)
    # The sides of no floor tell of no lens.
    bend = bend_of(image, traced.corners) if sureness(traced) >= HARDLY else None
    if bend is not None:
        straightened = bend.straightened(image)
        again = _outlined(straightened, as_corners(bend.straight(np.array(traced.corners))))
        straight = again and _traced(straightened, again)
        if straight and sureness(straight) >= sureness(traced) - LESS_SURE:
            corners = np.array(_to_rows(straightened, straight.corners))
            return replace(straight, corners=as_corners(bend.points(corners)))
    return replace(traced, corners=_to_rows(image, traced.corners))


def _to_rows(image: NDArray[np.uint8], corners: Corners) -> Corners:
    """Corners with the near side where the points tell it to be."""
    small, places = shrunk(image, np.array(corners), POINTS_PIXELS)
    return enlarged(np.array(to_rows(small, as_corners(places))), small, image)


def _traced(image: NDArray[np.uint8], outlined: Outlined) -> Traced:
    """The floor with this outline (pixels), its corners drawn to where its sides cross."""
    corners = outlined.corners
    # Shrunk once for all looks along the sides.
    small, before = shrunk(image, np.array(corners))
    mirror = np.asarray(cv2.flip(small, 1), np.uint8)
    places, seen, apart = before, 0.0, FAR_APART
    for _ in range(DRAWN):
        plain, other = to_sides(small, as_corners(places)), to_sides(mirror, as_corners(_mirrored(places, mirror)))
        if plain is None or other is None:
            return Traced(corners, outlined, 0.0, FAR_APART)
        sides = (np.array(plain.corners) + _mirrored(np.array(other.corners), mirror)) / 2
        seen = min(plain.confidence, other.confidence)
        apart = _worst(before, sides)
        places = (1 - DRAWING) * places + DRAWING * sides
        if apart == FAR_APART or not cv2.isContourConvex(places.astype(np.float32)):
            return Traced(corners, outlined, seen, FAR_APART)
    return Traced(enlarged(places, small, image), outlined, seen, apart)


def _mirrored(corners: NDArray[np.float64], image: NDArray[np.uint8]) -> NDArray[np.float64]:
    """The corners (4, 2; pixels) of a floor in the mirror image."""
    return np.asarray(corners[[1, 0, 3, 2]] * [-1, 1] + [image.shape[1] - 1, 0], np.float64)


def _worst(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """How far two floors' corners are from each other at the worst, as a share of the first one's width."""
    width = max(float(np.linalg.norm(one[1] - one[0])), 1.0)
    return min(float(np.linalg.norm(one - other, axis=1).max()) / width, FAR_APART)
