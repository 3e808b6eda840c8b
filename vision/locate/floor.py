"""Find the playing floor in an image: first its outline in the whole picture, then its sides, closer."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from math import cos, dist, log, radians, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from events.field import Corners
from vision.locate.columns import move_to_columns
from vision.locate.distortion import bend_of
from vision.locate.outline import Outlined, move_to_outline
from vision.locate.rectify import as_corners
from vision.locate.rows import move_to_rows
from vision.locate.sides import CLOSE, UNIT, enlarge, move_to_sides, shrunk
from vision.models import numbers_of
from vision.models.network import sigmoid

WHOLE = 0.95
"""Share of the whole picture that the first look covers."""
ROLLED = radians(15)
"""Roll of the other first looks: about as far as training rolls a camera (`Camera.of_photograph` of the simulation)."""
LOOKS = 6
"""The most looks taken; each begins where the last one found the floor."""
STILL = 0.004
"""No more looks are taken when no corner moves by more than this share of the floor's width."""
ENOUGH = 1920
"""Larger images are shrunk until their longer side has this many pixels."""
FAR_APART = 0.2
"""Greatest distance between the outline's and the sides' corners that is counted (share of the floor's width)."""
PROPORTIONS = (1.0, 1.9)
"""Width to height of a floor in the image: seen from straight above, and from a height of half the distance."""
DOUBTS = 2
"""After the first look and this many more, a view scored as no floor is given up."""
SURE_FLOOR = 0.5
"""A floor less sure than this may be half a board or another object. It is searched for again from other first looks,
and its pieces are reported as guesses."""
HARDLY = 0.05
"""A floor less likely than this is not tested for a lens that bends lines."""
LESS_SURE = 0.03
"""A floor found in the straightened picture may be less sure by this than the one found before."""
SURENESS = numbers_of("floor")
"""P(floor) = sigmoid of these weights times `features`."""
(AT_EDGE,) = numbers_of("at_edge")
"""A far or near side this close to the picture's edge (share of the floor's width) is as likely cut off as whole."""


@dataclass(frozen=True, slots=True)
class FloorFound:
    """The floor's corners (pixels) and how sure it is that this is a board's floor (0..1)."""

    corners: Corners
    confidence: float


def find_floor(image: NDArray[np.uint8]) -> FloorFound | None:
    """Find the playing floor of the board in an image (BGR); None when there is none.

    One network looks at the whole picture and finds the floor's sides. It looks again at the area between them, brought
    upright, until the sides stay in place. A second network looks closely along the sides, and the corners move to
    where those cross. When a lens bends the sides, both networks look again at the straightened image. The rail may
    hide the near side, so that side is placed by the points of the board.

    A board whose points run to the left and the right is found in the image turned by a quarter: its far edge is then
    the left one, and its corners begin at the image's bottom left.
    """
    longest = max(image.shape[:2])
    if longest > ENOUGH:
        height, width = (max(1, round(side * ENOUGH / longest)) for side in image.shape[:2])
        small = np.asarray(cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
        found = find_floor(small)
        return found and replace(found, corners=enlarge(np.array(found.corners), small, image))
    plain = trace(image)
    if plain is None or plain.outlined.score < 0:
        sideways = np.asarray(cv2.rotate(image, cv2.ROTATE_90_CLOCKWISE), np.uint8)
        turned = trace(sideways)
        if turned is not None and (plain is None or turned.outlined.score > plain.outlined.score):
            turned = correct(sideways, turned)
            back = [(y, image.shape[0] - 1 - x) for x, y in turned.corners]
            return FloorFound(as_corners(np.array(back)), sureness(turned))
    if plain is None:
        return None
    plain = correct(image, plain)
    return FloorFound(plain.corners, sureness(plain))


def trace(image: NDArray[np.uint8]) -> Traced | None:
    """Find the outline and the sides of the floor of a board whose points run up and down.

    The first look is at the whole picture. If the floor found is unsure, begin again with that look rolled to either
    side, and return the surest floor.
    """
    surest = None
    for roll in (0.0, ROLLED, -ROLLED):
        outlined = _find_outline(image, first_look(image, roll))
        traced = outlined and trace_sides(image, outlined)
        if traced and (surest is None or sureness(traced) > sureness(surest)):
            surest = traced
        if surest and sureness(surest) >= SURE_FLOOR:
            break
    return surest


def first_look(image: NDArray[np.uint8], roll: float = 0.0) -> Corners:
    """Return the corners of the first look, rolled by some radians about the middle of the picture."""
    size = np.array(image.shape[1::-1])
    about = np.array([[cos(roll), sin(roll)], [-sin(roll), cos(roll)]])
    return as_corners((UNIT - 0.5) * WHOLE * size @ about + (size - 1) / 2)


def _find_outline(image: NDArray[np.uint8], corners: Corners) -> Outlined | None:
    """Find the outline of a floor near `corners`; None where there are no sides."""
    outlined = None
    for look in range(LOOKS):
        outlined = move_to_outline(image, corners)
        if outlined is None:
            return None
        moved, corners = _worst(np.array(corners), np.array(outlined.corners)), outlined.corners
        if moved < STILL or (look >= DOUBTS and outlined.score < 0):
            break
    return outlined


@dataclass(frozen=True, slots=True)
class Traced:
    """A floor's corners, and the evidence for them.

    Attributes:
        outlined: The answer of the network that sees the floor as a whole.
        seen: How sure the network of the sides is (0..1).
        apart: Distance between the two answers at the worst corner (share of the floor's width), at most FAR_APART.
    """

    corners: Corners
    outlined: Outlined
    seen: float
    apart: float


def sureness(traced: Traced) -> float:
    """Return P(this is a board's floor and its corners are right)."""
    return float(sigmoid(np.array([np.dot(SURENESS, features(traced))], np.float32))[0])


def features(traced: Traced) -> tuple[float, ...]:
    """Return what SURENESS weighs: 1, the answers of both networks, their distance, and the floor's shape."""
    outlined, seen = traced.outlined, min(max(traced.seen, 0.001), 0.999)
    mirrored = log(max(outlined.mirrored, 1e-3))
    whole = outlined.score, outlined.spread, mirrored
    return 1.0, *whole, log(seen / (1 - seen)), traced.apart, misshapen(traced.corners)


def misshapen(corners: Corners) -> float:
    """Return how much taller a floor is than one from straight above, or flatter than one seen aslant (a logarithm).

    Half of a folding board is that narrow, and it has points, dames and rails like a whole one.
    """
    far, right, near, left = (dist(one, other) for one, other in pairwise((*corners, corners[0])))
    proportion = max(far + near, 1.0) / max(left + right, 1.0)
    return max(log(PROPORTIONS[0] / proportion), log(proportion / PROPORTIONS[1]), 0.0)


def correct(image: NDArray[np.uint8], traced: Traced) -> Traced:
    """Return a floor corrected for a lens that bends its sides, and for sides that cannot be seen."""
    # Without a floor, the sides say nothing about a lens.
    bend = bend_of(image, traced.corners) if sureness(traced) >= HARDLY else None
    if bend is not None:
        straightened = bend.straighten(image)
        again = _find_outline(straightened, as_corners(bend.straight(np.array(traced.corners))))
        straight = again and trace_sides(straightened, again)
        if straight and sureness(straight) >= sureness(traced) - LESS_SURE:
            corners = np.array(place_cut_sides(straightened, straight.corners))
            return replace(straight, corners=as_corners(bend.points(corners)))
    return replace(traced, corners=place_cut_sides(image, traced.corners))


def place_cut_sides(image: NDArray[np.uint8], corners: Corners) -> Corners:
    """Return the corners of a floor (pixels), with sides that cannot be seen placed by what can.

    Its rail may hide the near side. Beyond the picture's edge nothing is seen, and the edge looks like a rail.
    """
    far, right, near, left = (from_edge(image, corners, side) for side in range(4))
    if (left <= CLOSE) != (right <= CLOSE):
        corners = move_to_columns(image, corners, left=left <= CLOSE)
    if (far <= AT_EDGE) == (near <= AT_EDGE):
        return move_to_rows(image, corners)
    if near <= AT_EDGE:
        return move_to_rows(image, corners, at_edge=True)
    upside_down = np.ascontiguousarray(image[::-1])
    return _upside_down(image, move_to_rows(upside_down, _upside_down(image, corners), at_edge=True))


def from_edge(image: NDArray[np.uint8], corners: Corners, side: int) -> float:
    """Return how far a side (0 far, 1 right, 2 near, 3 left) is at most from the picture's nearest edge.

    It is a share of the floor's width, and less than 0 outside the picture.
    """
    places, size = np.array(corners), np.array(image.shape[1::-1])
    ends = places[[side, (side + 1) % 4]]
    return float(np.hstack([ends, size - 1 - ends]).max(axis=0).min() / np.linalg.norm(places[1] - places[0]))


def _upside_down(image: NDArray[np.uint8], corners: Corners) -> Corners:
    """Return a floor's corners in the picture turned upside down, in which the far side is the near one."""
    return as_corners(np.array([(x, image.shape[0] - 1 - y) for x, y in corners])[[3, 2, 1, 0]])


def trace_sides(image: NDArray[np.uint8], outlined: Outlined) -> Traced:
    """Return the floor with this outline (pixels), its corners at the crossings of the sides near by."""
    corners = outlined.corners
    small, places = shrunk(image, np.array(corners))
    mirror = np.asarray(cv2.flip(small, 1), np.uint8)
    plain, other = move_to_sides(small, as_corners(places)), move_to_sides(mirror, as_corners(_mirror(places, mirror)))
    if plain is None or other is None:
        return Traced(corners, outlined, 0.0, FAR_APART)
    sides = (np.array(plain.corners) + _mirror(np.array(other.corners), mirror)) / 2
    seen, apart = min(plain.confidence, other.confidence), _worst(places, sides)
    if apart == FAR_APART or not cv2.isContourConvex(sides.astype(np.float32)):
        return Traced(corners, outlined, seen, FAR_APART)
    return Traced(enlarge(sides, small, image), outlined, seen, apart)


def _mirror(corners: NDArray[np.float64], image: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Return the corners (4, 2; pixels) of a floor in the mirror image."""
    return np.asarray(corners[[1, 0, 3, 2]] * [-1, 1] + [image.shape[1] - 1, 0], np.float64)


def _worst(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """Return the largest distance between two floors' corners, as a share of the first floor's width."""
    width = max(float(np.linalg.norm(one[1] - one[0])), 1.0)
    return min(float(np.linalg.norm(one - other, axis=1).max()) / width, FAR_APART)
