"""Read one image: the board, and everything on it."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from events.board_reading import BoardReading, DieReading, DieRest, Trouble
from events.field import Corners, Field, Point
from vision.calibration import Calibration, Lens
from vision.hands import HandsSeen, over_board
from vision.locate.flat import FlatMaps, bar_seen, look
from vision.locate.floor import SURE_FLOOR, FloorFound, find_floor
from vision.locate.markers import corners_by_markers
from vision.locate.rectify import FLOOR, MARGIN, VIEW, FlatView, flatten, rectangle, transform
from vision.locate.view_quality import BLURRED, blur, poorly_seen
from vision.models import numbers_of
from vision.models.network import CELL
from vision.pieces.board_dice import dice_on_board
from vision.pieces.case_look import look_at_cases
from vision.pieces.cases import Dame, read_cases
from vision.pieces.dame_colours import ColoursSeen
from vision.pieces.dames import find_dames
from vision.pieces.jetons import find_jetons
from vision.pieces.pegs import find_pegs

CONFIDENT_FLOOR = 0.2
"""A floor found with less confidence than this is ignored."""
(DOUBT,) = numbers_of("cases_doubt")
"""The look at all cases is used when one of them is less sure than this."""
LIKE_A_FLOOR = 0.968
"""Least `agreement` of correct corners with an image; corners on a bare table reached 0.967."""
LEAST_WIDTH = 120.0
"""Dames on floors narrower than this many pixels are too small to count."""
LEAST_IMAGE = 64
"""An image with a shorter side than this many pixels is too small to be read."""
DARKNESS: Final = frozenset({Trouble.TOO_DARK, Trouble.TOO_BRIGHT})
"""Troubles of a floor that shows nothing: nearly all of it is black or white."""
LIT, BLANK, NEARLY_ALL = 30, 235, 0.98
"""An image shows nothing if this share of it has grey levels below LIT, or above BLANK."""


def read(
    image: NDArray[np.uint8],
    calibration: Calibration | None = None,
    *,
    t: float = 0.0,
    under_hands: bool = False,
    straightened: bool = False,
    sets: ColoursSeen | None = None,
    hands_before: HandsSeen | None = None,
    before: Container[Trouble] = (),
    doubtful: bool = False,
) -> BoardReading:
    """Read everything that one image (height, width, 3; BGR) shows of the board.

    calibration: the board's place and all else that is known of it; without one, the board is searched for. t: the
    frame's time, seconds. under_hands: read on when a hand is over the board, with less confidence where it covers
    cases. straightened: the calibration's lens was already undone. sets: how this table's two sets looked before, if
    the calibration does not know their colours. hands_before: where this table's earlier looks showed hands. A
    permanent one is not a hand, but the pieces there are read with less confidence. before: the table's troubles at the
    last reading. doubtful: there may be no board at the corners, or no light on it, so every case is a guess.

    Unreadable parts are left out and named in `troubles`; nothing is raised for a poor image. A board whose corners are
    known is never refused: a poor image lowers every confidence.
    """
    if image.ndim != 3 or image.shape[2] != 3 or min(image.shape[:2]) < LEAST_IMAGE:
        return empty(t, Trouble.NO_BOARD, Trouble.SMALL)
    exposed = None if doubtful else exposure(image)
    if exposed is not None:
        # Nearly every pixel is black or white: there is nothing to read, even with known corners.
        return empty(t, exposed) if calibration is not None else empty(t, Trouble.NO_BOARD, exposed)
    field, lens = (None, None) if calibration is None else (calibration.field, calibration.lens)
    if lens is not None and not straightened:
        image = lens.straighten(image)
    located = find_board(image) if calibration is None else FloorFound(calibration.corners, 1.0)
    if located is None:
        return empty(t, Trouble.NO_BOARD)
    corners = located.corners
    small = _width(corners) < LEAST_WIDTH
    if small and calibration is None:
        return empty(t, Trouble.SMALL)
    view = flatten(image, corners)
    soft = blur(image, corners) * (field or Field()).width
    troubles = tuple(_troubles(image, corners, view, soft))
    if small:
        troubles = (*troubles, Trouble.SMALL)
    if DARKNESS & set(troubles) and not doubtful:
        return empty(t, *troubles)
    maps = look(view)
    if field is not None:
        poor = poorly_seen(image, corners, view, maps, field, lens, soft, before)
        troubles += tuple(one for one in poor if one not in troubles)
    outside = _outside(image, view, maps.hand.shape)
    # Outside the picture its edge is repeated, and may look like an arm.
    maps = replace(maps, hand=np.where(outside, np.float32(0), maps.hand))
    hands = over_board(t, maps.hand, hands_before)
    reading = BoardReading(t, corners, (), (), (), (), hands=hands, settled=not hands, troubles=troubles)
    if hands and not under_hands:
        return reading
    blurred = Trouble.BLURRED in troubles
    # Blurred pips could be any value.
    dice = () if blurred else dice_on_board(image, corners, field, lens)
    guessed = doubtful or blurred or small or located.confidence < SURE_FLOOR
    unseen = np.where(guessed | outside, np.float32(1), maps.hand)
    pegs = () if field is None or hands or troubles else find_pegs(image, corners, field, lens)
    return _with_pieces(replace(reading, pegs=pegs), image, corners, view, maps, dice, unseen, calibration, sets)


def _with_pieces(
    reading: BoardReading,
    image: NDArray[np.uint8],
    corners: Corners,
    view: FlatView,
    maps: FlatMaps,
    dice: tuple[DieReading, ...],
    unseen: NDArray[np.float32],
    calibration: Calibration | None,
    sets: ColoursSeen | None,
) -> BoardReading:
    """Return the reading with the pieces on the floor: dames in their cases, dice with their supports, jetons.

    unseen: the share (0..1) of each cell of the maps that is not visible; 1 everywhere when all of it is a guess.
    """
    light, dark = (None, None) if calibration is None else (calibration.light, calibration.dark)
    field, talons = (None, None) if calibration is None else (calibration.field, calibration.talons)
    faces = transform(view.to_view, np.array([die.centre for die in dice]).reshape(-1, 2))
    taught = None if calibration is None else calibration.taught
    bar = bar_seen(maps.bar)[1] if field is None else field.bar / field.width
    dames = find_dames(view, maps, light, dark, sets, faces, taught, bar)
    cases = read_cases(dames, bar, unseen)
    if min(case.confidence for case in cases) < DOUBT and unseen.min() < 1:
        cases = read_cases(dames, bar, unseen, look_at_cases(image, corners, bar))
    return replace(
        reading,
        cases=cases,
        dice=tuple(_resting(die, view, dames) for die in dice),
        jetons=find_jetons(view, maps, field or replace(Field(), bar=bar * Field().width), talons, dice),
    )


def find_board(image: NDArray[np.uint8], field: Field | None = None, lens: Lens | None = None) -> FloorFound | None:
    """Find the floor by the printed markers if all four are visible, else by its look; None when neither is sure.

    field: the board's measures; lens: of the straightened image; each if known.
    """
    marked = corners_by_markers(image, field, lens)
    if marked is not None:
        return FloorFound(marked, 1.0)
    found = find_floor(image)
    return found if found is not None and found.confidence >= CONFIDENT_FLOOR else None


def agreement(image: NDArray[np.uint8], corners: Corners) -> float:
    """Return how well the floor that the network sees and the area between these corners overlap (0..1)."""
    seen = look(flatten(image, corners)).floor
    there = np.zeros_like(seen)
    (width, height), (left, top) = FLOOR, MARGIN
    there[top // CELL : (top + height) // CELL, left // CELL : (left + width) // CELL] = 1
    return float(np.minimum(seen, there).sum() / np.maximum(seen, there).sum())


def in_view(image: NDArray[np.uint8], corners: Corners) -> bool:
    """Return whether a part of the area between these corners is in the image."""
    height, width = image.shape[:2]
    rim = rectangle(0, 0, width, height).astype(np.float32)
    return bool(cv2.intersectConvexConvex(rim, np.array(corners, np.float32))[0])


def unlike_a_board(image: NDArray[np.uint8], corners: Corners) -> bool:
    """Return whether the area between given corners does not look like a board, and no board is found elsewhere."""
    return agreement(image, corners) < LIKE_A_FLOOR and find_board(image) is None


def _outside(image: NDArray[np.uint8], view: FlatView, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """Return which cells of a flat view's maps, (rows, columns), are outside the picture."""
    height, width = image.shape[:2]
    rows, columns = shape
    rim = view.to_image(rectangle(0, 0, *VIEW))
    if (rim >= 0).all() and (rim <= np.array([width, height])).all():
        return np.zeros((rows, columns), np.bool_)
    cells = view.to_view.copy()
    cells[:2] /= CELL
    inside = cv2.warpPerspective(np.ones((height, width), np.uint8), cells, (columns, rows), flags=cv2.INTER_NEAREST)
    return np.asarray(inside == 0, np.bool_)


def locate(image: NDArray[np.uint8], field: Field | None = None, lens: Lens | None = None) -> Corners | None:
    """Return the corners of the floor that `find_board` finds."""
    found = find_board(image, field, lens)
    return None if found is None else found.corners


def empty(t: float, *troubles: Trouble) -> BoardReading:
    """Return a reading that holds only the troubles."""
    return BoardReading(t, None, (), (), (), (), hands=False, settled=False, troubles=troubles)


def exposure(image: NDArray[np.uint8]) -> Trouble | None:
    """Return the trouble of an image that is too dark or too bright to show anything."""
    step = max(1, min(image.shape[:2]) // 120)
    some = image[::step, ::step, 1]
    if np.count_nonzero(some < LIT) >= NEARLY_ALL * some.size:
        return Trouble.TOO_DARK
    return Trouble.TOO_BRIGHT if np.count_nonzero(some > BLANK) >= NEARLY_ALL * some.size else None


def _width(corners: Corners) -> float:
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners
    return float(min(np.hypot(ax - bx, ay - by), np.hypot(cx - dx, cy - dy)))


def _troubles(image: NDArray[np.uint8], corners: Corners, view: FlatView, soft: float) -> list[Trouble]:
    """Return the troubles of the floor in the image; soft: how far it is blurred, mm."""
    troubles = []
    if not all(_inside(corner, image) for corner in corners):
        troubles.append(Trouble.PARTLY_OUT_OF_VIEW)
    floor = exposure(view.image[MARGIN[1] : -MARGIN[1], MARGIN[0] : -MARGIN[0]])
    if floor is not None:
        troubles.append(floor)
    elif soft > BLURRED:  # Without light there are no edges to judge the focus by.
        troubles.append(Trouble.BLURRED)
    return troubles


def _inside(corner: Point, image: NDArray[np.uint8]) -> bool:
    slack = 0.02 * max(image.shape[:2])
    height, width = image.shape[:2]
    return bool(-slack <= corner[0] <= width + slack and -slack <= corner[1] <= height + slack)


def _resting(die: DieReading, view: FlatView, dames: Sequence[Dame]) -> DieReading:
    """Return the die with its support: a dame whose middle is closer than most of half a case's width."""
    if die.rest is not DieRest.FLOOR:
        return die
    ((x, y),) = transform(view.to_view, np.array([die.centre]))
    half = FLOOR[0] / 12 / 2
    on_dame = any(np.hypot(dame.x - x, dame.y - y) < 0.8 * half for dame in dames)
    return replace(die, rest=DieRest.DAMES) if on_dame else die
