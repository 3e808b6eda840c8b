"""Find the dice of a board, at the size that its cases give, and the support of each."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from events.board_reading import DieReading, DieRest
from events.field import Corners, Field, Point
from vision.calibration import Lens
from vision.locate.pose import Pose, board_pose
from vision.locate.rectify import field_to_image, rectangle, transform
from vision.models import numbers_of
from vision.models.network import logit
from vision.pieces.dice import (
    USUAL_EDGE,
    Candidate,
    Read,
    apart,
    find,
    of_one_die,
    read_candidates,
    weighed_together,
)
from vision.pieces.die_lie import FLAT, ON_DIE, Sighted, leaning, lying, sighted

USUAL_SHARE = 0.3286
"""The usual edge of a die, as a share of a case's width."""
THROWN = 2
"""Number of dice in a throw."""
FURTHEST = 90.0
"""Dice that left the board are searched for up to this far beyond the rails, mm."""
SURE_OUTSIDE = 0.9
"""Least confidence of a die next to the board: letters, cups and other dice lie there too."""
SURE_LEANS, SURE_ON_DIE = numbers_of("lies")
"""Probabilities from which a die is reported as leaning, and as lying on another: a mistake spoils a good throw (Lois
VI)."""
(STACKED,) = numbers_of("stacked")
"""Edges within which two dice are seen if one lies upon the other; a view from aside adds its tangent."""
*TORN, SURE_TORN = numbers_of("torn")
"""P(it is a leaning die) = sigmoid(a + b * logit(finder's) + c * logit(P(leaning))), if the reader is sure of no value,
and the least of them that is reported. It sees two faces of a leaning die.
"""


def dice_on_board(
    image: NDArray[np.uint8], corners: Corners, field: Field | None = None, lens: Lens | None = None
) -> tuple[DieReading, ...]:
    """Return every die on the floor between `corners` or on its rails; `place` is the point of the floor behind it.

    field, lens: the board's measures, and the lens of the straightened image, if known; `place` is in mm.

    If only one die lies on the board, a single die like it next to the board is included: it left the board. With
    several next to the board it is unclear which one was thrown. With two on the board no other was thrown, and if they
    are apart neither lies upon the other. Without the measures it is unclear how far the board reaches, and none is
    included.
    """
    ground = Ground.of(image, corners, field, lens)
    read, dice = read_dice(image, ground)
    torn = _torn(image, ground, read, dice)
    dice += torn
    if field is not None and len(dice) == THROWN - 1:
        dice += _left_the_board(image, ground, dice[0])
    lies = _lying(image, ground, dice)
    at = [ground.place(die.candidate) for die in dice]
    steepest = max((seen.aside for die in dice if (seen := ground.sighted(die.candidate))), default=0.0)
    apart = len(dice) == THROWN and math.dist(*at) > (STACKED + math.tan(steepest)) * max(ground.edges(dice))
    return tuple(
        DieReading(
            die.value,
            leans < SURE_LEANS and die not in torn,
            DieRest.DIE if on_die >= SURE_ON_DIE and not apart else ground.rest(die.candidate),
            (die.candidate.x, die.candidate.y),
            place,
            die.confidence,
        )
        for die, place, leans, on_die in zip(dice, at, leaning(lies).tolist(), lies[:, ON_DIE].tolist(), strict=True)
    )


def read_dice(image: NDArray[np.uint8], ground: Ground) -> tuple[list[Read], list[Read]]:
    """Return what may be dice on a board, and the dice among it whose value is surely read."""
    read = read_candidates(image, ground.on_board(image), of_any_value=True)
    return read, weighed_together(read, ground.edges(read))


def _lying(image: NDArray[np.uint8], ground: Ground, dice: list[Read]) -> NDArray[np.float64]:
    """Return P(flat, leaning, on another) of each die, (n, 3); all are flat if the camera's place is not known."""
    seen = [ground.sighted(die.candidate) for die in dice]
    return lying(image, [each for each in seen if each is not None]) if ground.pose else np.eye(3)[[FLAT] * len(dice)]


def _torn(image: NDArray[np.uint8], ground: Ground, read: list[Read], dice: list[Read]) -> list[Read]:
    """Return the surest leaning die, with P(it is one), if it was thrown with a single one in `dice`.

    Dice are thrown in twos: what looks like a leaning die on a board without dice is hardly ever one.
    """
    if len(dice) != THROWN - 1:
        return []
    rest, leans = in_doubt(image, ground, read, dice)
    a, b, c = TORN
    torn = [
        replace(die, confidence=1 / (1 + math.exp(-a - b * logit(die.candidate.confidence) - c * logit(chance))))
        for die, chance in zip(rest, leans, strict=True)
    ]
    surest = max(torn, key=lambda die: die.confidence, default=None)
    return [surest] if surest is not None and surest.confidence >= SURE_TORN else []


def in_doubt(
    image: NDArray[np.uint8], ground: Ground, read: list[Read], dice: list[Read]
) -> tuple[list[Read], list[float]]:
    """Return what may be dice besides `dice`, and P(leaning) of each; nothing if the camera's place is not known."""
    if ground.pose is None:
        return [], []
    rest = [die for die in read if not any(of_one_die(die.candidate, other.candidate) for other in dice)]
    return rest, leaning(_lying(image, ground, rest)).tolist()


def _left_the_board(image: NDArray[np.uint8], ground: Ground, fellow: Read) -> list[Read]:
    """Return the die next to the board that was thrown with the one on it, if there is exactly one sure candidate."""
    around = ground.around(image, ground.rails + FURTHEST)
    beside = [candidate for candidate in around if ground.rest(candidate) is DieRest.OUTSIDE]
    both = [fellow, *read_candidates(image, apart(beside))]
    found = [die for die in weighed_together(both, ground.edges(both)) if die.candidate is not fellow.candidate]
    return [die for die in found if die.confidence >= SURE_OUTSIDE] if len(found) == 1 else []


@dataclass(frozen=True, slots=True)
class Ground:
    """The planes of the floor, of the rails' tops, and of the upper faces of dice on the rails.

    to_floor, to_wood, to_rails: 3x3, from pixels to millimetres in those planes. rails: how far (mm) beyond the floor
    the middle of a die on a rail may be.
    """

    field: Field
    rails: float
    to_floor: NDArray[np.float64]
    to_wood: NDArray[np.float64]
    to_rails: NDArray[np.float64]
    pose: Pose | None

    @classmethod
    def of(cls, image: NDArray[np.uint8], corners: Corners, measures: Field | None, lens: Lens | None) -> Ground:
        """Return the planes for the corners (pixels) of a floor, with these measures or the usual ones."""
        field = measures or Field()
        # Rails of unknown measures may be broader than usual ones.
        rails = field.rail + ((field.de + field.rail_height) / 2 if measures is None else 0.0)
        to_floor = to_wood = to_rails = _from_image(corners, field)
        pose = board_pose(corners, field, (image.shape[1], image.shape[0]), lens)
        if pose is not None:
            to_wood = _from_image(pose.corners(field, field.rail_height), field)
            to_rails = _from_image(pose.corners(field, field.rail_height + field.de), field)
        return cls(field, rails, to_floor, to_wood, to_rails, pose)

    def place(self, candidate: Candidate) -> Point:
        """Return a candidate's place (mm) in the plane of the floor."""
        ((x, y),) = transform(self.to_floor, np.array([[candidate.x, candidate.y]])).tolist()
        return x, y

    def edge(self, candidate: Candidate, to_plane: NDArray[np.float64] | None = None) -> float:
        """Return the length (mm) of a candidate's edge in a plane, by default the floor."""
        ends = np.array([[candidate.x, candidate.y], [candidate.x + candidate.edge, candidate.y]])
        here, beside = transform(self.to_floor if to_plane is None else to_plane, ends)
        return float(np.linalg.norm(beside - here))

    def edges(self, dice: Sequence[Read]) -> list[float]:
        """Return the edges (mm) of dice on the floor or on a rail; a small height above the floor is ignored."""
        on_rail = [self.rest(die.candidate) is DieRest.RAIL for die in dice]
        planes = [self.to_rails if raised else self.to_floor for raised in on_rail]
        return [self.edge(die.candidate, plane) for die, plane in zip(dice, planes, strict=True)]

    def sighted(self, candidate: Candidate) -> Sighted | None:
        """Return a candidate as the camera sees it, if the camera's place is known."""
        x, y, pose = candidate.x, candidate.y, self.pose
        return None if pose is None else sighted(x, y, self.edge(candidate), self.to_floor, pose)

    def rest(self, candidate: Candidate) -> DieRest:
        """Return whether a candidate is on the floor (or on a piece there), on a rail, or outside.

        A die seen where a die on a rail would be is on the rail: further out the far rail would hide it. But a die seen
        over the floor in front of the near rail lies on the floor. Dice come to rest there ten times as often as on
        that rail's inner edge, which is seen at the same place.
        """
        beyond = max(self._beyond(candidate, self.to_rails))
        if beyond <= 0 or max(self._beyond(candidate, self.to_wood)) <= 0:
            return DieRest.FLOOR
        return DieRest.RAIL if beyond <= self.rails else DieRest.OUTSIDE

    def _beyond(self, candidate: Candidate, to_plane: NDArray[np.float64]) -> tuple[float, float]:
        """Return how far (mm) a candidate is beyond the floor's area in a plane: to the side, and above or below it."""
        ((x, y),) = transform(to_plane, np.array([[candidate.x, candidate.y]])).tolist()
        return max(-x, x - self.field.width), max(-y, y - self.field.height)

    def around(self, image: NDArray[np.uint8], beyond: float) -> list[Candidate]:
        """Return candidates of a die's size on the floor, and up to `beyond` millimetres outside it."""
        middle = np.array([self.field.width, self.field.height]) / 2
        ends = middle + np.array([[0, 0], [self.field.case_width, 0]])
        here, beside = transform(np.linalg.inv(self.to_floor), ends)
        scale = USUAL_EDGE / (USUAL_SHARE * max(float(np.linalg.norm(beside - here)), 1.0))
        outline = rectangle(-beyond, -beyond, self.field.width + beyond, self.field.height + beyond)
        seen = np.vstack([transform(np.linalg.inv(plane), outline) for plane in (self.to_floor, self.to_rails)])
        left, top = np.maximum(np.floor(seen.min(axis=0)), 0).astype(int)
        right, bottom = np.minimum(np.ceil(seen.max(axis=0)), (image.shape[1], image.shape[0])).astype(int)
        if right - left < 8 or bottom - top < 8:
            return []
        return find(image[top:bottom, left:right], scale, (int(left), int(top)))

    def on_board(self, image: NDArray[np.uint8]) -> list[Candidate]:
        """Return those of them on the floor or on the rails, none twice."""
        around = self.around(image, max(self.rails, self.field.rail + self.field.de / 2))
        return apart(candidate for candidate in around if self.rest(candidate) is not DieRest.OUTSIDE)


def _from_image(corners: Corners, field: Field) -> NDArray[np.float64]:
    """Return the 3x3 from pixels to millimetres in the plane of the floor, or in one above it, with these corners."""
    return np.asarray(np.linalg.inv(field_to_image(corners, field)), np.float64)
