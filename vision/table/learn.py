"""Learn one table: its bar and its two sets from one picture, its looks from pictures with a known position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from events.board_reading import Colour
from events.field import Corners, Field, Row
from vision.calibration import Calibration, CalibrationError, Lab, Lens
from vision.locate.flat import bar_seen, look
from vision.locate.rectify import field_to_image, flatten, transform
from vision.pieces.board_dice import dice_on_board
from vision.pieces.cases import dames_by_case
from vision.pieces.dames import (
    LEAST_TAUGHT,
    DameCandidates,
    all_seen,
    dame_colours,
    dame_odds,
    dames_of,
    find_dames,
    sure_dames,
    unlike_itself,
)
from vision.read import locate
from vision.taught import (
    LOOK,
    NO_LOSSES,
    SHRINK,
    TRUSTS,
    Taught,
    align,
    compare,
    evidence,
    more_of_dames,
    shrunk,
)

Place: TypeAlias = tuple[Row, int]
Standing: TypeAlias = "Mapping[Place, tuple[Colour, int]]"
"""The known cases: the set and the number of visible tops, (NONE, 0) for an empty case."""

ROWS: Final[tuple[Row, Row]] = ("near", "far")
EMPTY_BOARD: Final[Standing] = {(row, column): (Colour.NONE, 0) for row in ROWS for column in range(1, 13)}
"""A board without dames."""
SURELY: Final = 0.98
"""Probabilities are limited to this when lessons are tested against each other."""
PILED: Final = 0.5
"""A case with a dame raised with at least this probability is a pile."""
MOST: Final = 400
"""Number of dames of each set that are remembered; the oldest are forgotten first."""
UNKNOWN, NOTHING, LIGHT, DARK = -1, 0, 1, 2
SURE = 0.7
"""Only dames at least this sure teach the colours of their set and the place of the bar."""


def learn(
    image: NDArray[np.uint8], corners: Corners | None = None, *, field: Field | None = None, lens: Lens | None = None
) -> Calibration:
    """Return a calibration from a picture (BGR) that shows dames of both sets, as at the start.

    corners: in pixels of the straightened picture; searched for if None. field: the board's measures; if None, the
    usual ones with the bar as seen. lens: straightens the picture. Raises CalibrationError when there is no board, or
    when the two sets cannot be distinguished.
    """
    if lens is not None:
        image = lens.straighten(image)
    if corners is None:
        corners = locate(image, field, lens)
        if corners is None:
            raise CalibrationError("no board was found: give its corners by hand, or show all of it", "no_board")
    view = flatten(image, corners)
    maps = look(view)
    dames = [dame for dame in find_dames(view, maps) if dame.confidence >= SURE]
    if field is None:
        usual = Field()
        field = replace(usual, bar=round(bar_seen(maps.bar)[1] * usual.width, 1))
    sets: list[Lab] = []
    for light in (True, False):
        chosen = [(dame.x, dame.y) for dame in dames if (dame.light >= 0.5) is light]
        if not chosen:
            colour = "light" if light else "dark"
            raise CalibrationError(
                f"no {colour} dames were found: the board needs dames of both sets", f"no_dames.{colour}"
            )
        lab = np.median(dame_colours(view.image, np.array(chosen)), axis=0)
        sets.append((float(lab[0]), float(lab[1]), float(lab[2])))
    return Calibration(corners=corners, field=field, light=sets[0], dark=sets[1], lens=lens)


@dataclass(frozen=True, slots=True)
class Lesson:
    """A picture (BGR, as the camera gave it) of a table, and the pieces on it; missing cases are not known."""

    image: NDArray[np.uint8]
    standing: Standing


@dataclass(frozen=True, slots=True)
class _LessonSeen:
    """The content of one lesson.

    Attributes:
        view: The flat view.
        empty: (h, w) of the shrunk view, where the floor is known to be empty.
        seen: Possible dames.
        otherwise: How likely each is something else.
        truth: UNKNOWN, NOTHING, LIGHT or DARK, (n,).
    """

    view: NDArray[np.uint8]
    empty: NDArray[np.bool_]
    seen: DameCandidates
    otherwise: NDArray[np.float64]
    truth: NDArray[np.int64]


def teach(calibration: Calibration, lessons: Sequence[Lesson]) -> Taught:
    """Learn the looks of a table from lessons; an empty board among them helps most.

    Their weight depends on how well each is read with the knowledge of the others.
    """
    learnt = [_look_at(calibration, lesson) for lesson in lessons]
    taught = _teach(learnt)
    for out, one in enumerate(learnt):
        if len(learnt) > 1:
            others = _teach(learnt[:out] + learnt[out + 1 :])
            taught = replace(taught, losses=taught.losses + _losses(others, one))
    return taught


def teach_more(taught: Taught, calibration: Calibration, lessons: Sequence[Lesson]) -> Taught:
    """Return the taught looks with more lessons: their dames' looks, and how well they were read before."""
    for lesson in lessons:
        one = _look_at(calibration, lesson)
        light, dark = (
            np.concatenate([before, *more])[-MOST:]
            for before, more in zip((taught.light, taught.dark), _looks(taught.floor, [one]), strict=True)
        )
        taught = replace(taught, light=light, dark=dark, losses=taught.losses + _losses(taught, one))
    return taught


def _look_at(calibration: Calibration, lesson: Lesson) -> _LessonSeen:
    field, lens, corners = calibration.field or Field(), calibration.lens, calibration.corners
    image = lesson.image if lens is None else lens.straighten(lesson.image)
    view = flatten(image, corners)
    dice = dice_on_board(image, corners, calibration.field, lens)
    faces = transform(view.to_view, np.array([die.centre for die in dice]).reshape(-1, 2))
    seen = all_seen(view, look(view), LEAST_TAUGHT)
    truth = _truth(seen, sure_dames(seen), field.bar / field.width, lesson.standing)
    empty = _empty(view.to_view @ field_to_image(corners, field), field, lesson.standing, view.image.shape)
    return _LessonSeen(view.image, empty, seen, unlike_itself(seen, faces), truth)


def _truth(seen: DameCandidates, sureness: NDArray[np.float64], bar: float, standing: Standing) -> NDArray[np.int64]:
    """Return the truth of each possible dame: the surest ones of a case are its dames.

    Others on a pile may be its lower dames.
    """
    dames = dames_of(seen, sureness, seen.guess)
    number = {id(dame): index for index, dame in enumerate(dames)}
    truth = np.full(len(dames), UNKNOWN)
    for place, here in dames_by_case(dames, bar).items():
        if place in standing:
            colour, tops = standing[place]
            ordered = [number[id(dame)] for dame in sorted(here, key=lambda dame: -dame.confidence)]
            truth[ordered[:tops]] = LIGHT if colour is Colour.LIGHT else DARK
            piled = any(seen.raised[index] >= PILED for index in ordered[:tops])
            truth[ordered[tops:]] = UNKNOWN if piled else NOTHING
    return truth


def _empty(to_view: NDArray[np.float64], field: Field, standing: Standing, size: tuple[int, ...]) -> NDArray[np.bool_]:
    """Return where the floor is known to be empty, in the shrunk view: all but the other cases, from rail to middle."""
    empty = np.full((size[0] // SHRINK, size[1] // SHRINK), 255, np.uint8)
    half, beyond = field.case_width / 2, field.rail
    for row in ROWS:
        for column in range(1, 13):
            if standing.get((row, column), (Colour.LIGHT, 1))[1] == 0:
                continue
            x, middle = field.column_centre(column), field.height / 2
            edge = -beyond if row == "far" else field.height + beyond
            outline = np.array([[x - half, edge], [x + half, edge], [x + half, middle], [x - half, middle]])
            cv2.fillConvexPoly(empty, np.rint(transform(to_view, outline) / SHRINK).astype(np.int32), (0,))
    return empty > 0


def _teach(learnt: Sequence[_LessonSeen]) -> Taught:
    """Return what these lessons teach, with full trust."""
    ordered = sorted(learnt, key=lambda one: -int(one.empty.sum()))
    floor = np.dstack([shrunk(ordered[0].view), np.where(ordered[0].empty, 255, 0).astype(np.uint8)])
    for one in ordered[1:]:
        more = one.empty & (floor[..., 3] == 0)
        if more.any():
            floor[more] = align(floor, one.view)[more]
    light, dark = (np.concatenate([np.zeros((0, LOOK)), *of]) for of in _looks(floor, learnt))
    return Taught(np.asarray(floor, np.uint8), light, dark, NO_LOSSES)


def _looks(
    floor: NDArray[np.uint8], learnt: Sequence[_LessonSeen]
) -> tuple[list[NDArray[np.float64]], list[NDArray[np.float64]]]:
    """Return the looks of the light dames of each lesson, and of its dark ones, in the tones of a floor."""
    light, dark = [], []
    for one in learnt:
        looks = np.round(compare(floor, one.view, one.seen.places).looks, 1)
        light.append(looks[one.truth == LIGHT])
        dark.append(looks[one.truth == DARK])
    return light, dark


@dataclass(frozen=True, slots=True)
class Judged:
    """One lesson, judged by what others teach.

    Attributes:
        truth: UNKNOWN, NOTHING, LIGHT or DARK, (n,).
        dame: Log odds of a dame by the view alone.
        there: The evidence that the others add, not weighed.
        otherwise: As in `unlike_itself`.
        sure: P(a dame) for each of TRUSTS, (trusts, n).
    """

    truth: NDArray[np.int64]
    dame: NDArray[np.float64]
    there: NDArray[np.float64]
    otherwise: NDArray[np.float64]
    sure: NDArray[np.float64]


def judge(taught: Taught, calibration: Calibration, lesson: Lesson) -> Judged:
    """Judge a lesson by what others taught; the lesson is not one of them."""
    return _judge(taught, _look_at(calibration, lesson))


def _judge(taught: Taught, one: _LessonSeen) -> Judged:
    there = evidence(taught, compare(taught.floor, one.view, one.seen.places))
    sure = [sure_dames(one.seen, more_of_dames(trust, there, one.otherwise)) for trust in TRUSTS]
    return Judged(one.truth, dame_odds(one.seen), there, one.otherwise, np.array(sure))


def _losses(taught: Taught, one: _LessonSeen) -> NDArray[np.float64]:
    """Return how badly (nats) the dames of a lesson are read with what others taught, for each of TRUSTS."""
    judged = _judge(taught, one)
    known, real = judged.truth != UNKNOWN, judged.truth > NOTHING
    return np.round([_loss(sure[known], real[known]) for sure in judged.sure], 2)


def _loss(likely: NDArray[np.float64], real: NDArray[np.bool_]) -> float:
    """Return how badly (nats) these probabilities predicted the truth."""
    held = np.clip(likely, 1 - SURELY, SURELY)
    return float(-np.log(np.where(real, held, 1 - held)).sum())
