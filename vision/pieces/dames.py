"""Find the dames on the floor: the places of their tops, and the set of each with its probability."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import Lab
from vision.locate.flat import LEAST_DAME, FlatMaps, bar_seen
from vision.locate.rectify import FLOOR, MARGIN, FlatView
from vision.models import numbers_of
from vision.models.network import logit, sigmoid
from vision.pieces.cases import Dame, case_numbers
from vision.pieces.dame_colours import ColoursSeen, Tops, light_probability
from vision.taught import Taught, compare, evidence, more_of_dames

LEAST_TAUGHT = 0.02
"""The least height of a peak on a taught table, where lower peaks may turn out to be dames."""
SURENESS = numbers_of("dames")
"""P(dame) = sigmoid(a + b * logit(peak))."""
RADIUS = 6.0
"""Radius of the middle of a dame, from which its colour is taken, in pixels of the flat view."""
BY_DIE = 16.0
"""A die hides a part of a dame whose middle is this close to the die's upper face (pixels of the flat view)."""
BY_RAIL = 18.0
"""The near rail may hide a part of a dame whose middle is this close to the floor's near side.

Pixels of the flat view. Such a dame is close to the rail, so that pixels below its middle may show the rail.
"""
FACE, SIDES, RIM = 8.0, 4.0, 9.0
"""Pixels of the flat view: the part of a dame that a die hides, and the part that surely belongs to the dame.

A die hides pixels within FACE of its upper face, or of the place SIDES lower, where its sides are visible. RIM is the
radius of a dame's upper side.
"""
ENOUGH = 20
"""The free pixels of a dame, every other one counted, that are needed to measure its colour."""
NONE = np.zeros((0, 2))


def find_dames(
    view: FlatView,
    maps: FlatMaps,
    light: Lab | None = None,
    dark: Lab | None = None,
    before: ColoursSeen | None = None,
    dice: NDArray[np.float64] = NONE,
    taught: Taught | None = None,
    bar: float | None = None,
) -> tuple[Dame, ...]:
    """Return every dame of a flat view; the sets are separated by `light` and `dark` or, if unknown, within the view.

    Args:
        view, maps: The view and the network's maps of it.
        light, dark: Mean colours of the sets.
        before: The earlier looks at this table's sets; it learns from this one.
        dice: Middles of the dice's upper faces (n, 2), pixels of the view. A dame's colour is taken from its free part.
        taught: What a person taught of this table.
        bar: Its width as a fraction of the floor's; as seen if None.
    """
    seen = all_seen(view, maps, dice, LEAST_DAME if taught is None else LEAST_TAUGHT)
    if len(seen.places) == 0:
        return ()
    more: NDArray[np.float64] | float = 0.0
    if taught is not None:
        there = evidence(taught, compare(taught.floor, view.image, seen.places))
        more = more_of_dames(taught.trust, there, unlike_itself(seen, dice))
    sureness = sure_dames(seen, more)
    tops = tops_of(seen, sureness, bar_seen(maps.bar)[1] if bar is None else bar)
    probability = light_probability(tops, light, dark, before)
    return dames_of(seen, sureness, probability)


def dames_of(seen: DameCandidates, sureness: NDArray[np.float64], light: NDArray[np.float64]) -> tuple[Dame, ...]:
    """Return the dames; sureness, light: P(it is a dame) and P(it is of the light set) of each."""
    return tuple(
        Dame(float(x), float(y), float(sure), float(p), float(above))
        for (x, y), sure, p, above in zip(seen.places, sureness, light, seen.raised, strict=True)
    )


def tops_of(seen: DameCandidates, sureness: NDArray[np.float64], bar: float) -> Tops:
    """Return what tells the sets of dames apart; bar: its width as a fraction of the floor's."""
    cases = case_numbers(dames_of(seen, sureness, seen.guess), bar)
    places = 2 * (seen.places - np.array(MARGIN)) / np.array(FLOOR) - 1
    return Tops(seen.colours, sureness, seen.guess, places, cases)


@dataclass(frozen=True, slots=True)
class DameCandidates:
    """n possible dames.

    Attributes:
        places: (n, 2), pixels of the flat view.
        heights: Of their peaks.
        guess: The network's own P(light).
        raised: P(it lies on another).
        colours: (n, 3), CIE Lab.
    """

    places: NDArray[np.float64]
    heights: NDArray[np.float64]
    guess: NDArray[np.float64]
    raised: NDArray[np.float64]
    colours: NDArray[np.float64]


def unlike_itself(seen: DameCandidates, dice: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how likely (n,) a place that looks like a dame is something else: a pile, or a die."""
    return np.where(_from_dice(seen.places, dice) < BY_DIE, 1.0, seen.raised)


def sure_dames(seen: DameCandidates, more: NDArray[np.float64] | float = 0.0) -> NDArray[np.float64]:
    """Return P(it is a dame) of each; more: log odds that are added to those of the network."""
    return np.asarray(sigmoid((dame_odds(seen) + more).astype(np.float32)), np.float64)


def dame_odds(seen: DameCandidates) -> NDArray[np.float64]:
    """Return the log odds that each is a dame, as the network sees it."""
    return np.asarray(SURENESS[0] + SURENESS[1] * logit(seen.heights), np.float64)


def all_seen(view: FlatView, maps: FlatMaps, dice: NDArray[np.float64], least: float = LEAST_DAME) -> DameCandidates:
    """Return the possible dames in a flat view; dice: as in `find_dames`; least: the least height of a peak."""
    found = maps.dames(least)
    places = maps.to_view(found[:, :2])
    return DameCandidates(
        places, found[:, 2], guesses(maps, found), raising(maps, found), dame_colours(view.image, places, dice)
    )


def guesses(maps: FlatMaps, found: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the network's own P(light) for the dame at each place (n, 2 or more; cells)."""
    return np.clip(maps.light[_cells(maps, found)].astype(np.float64), 1e-4, 1 - 1e-4)


def raising(maps: FlatMaps, found: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return P(the dame at each place lies on another): (n,), places as for `guesses`."""
    return np.asarray(maps.raised[_cells(maps, found)], np.float64)


def _cells(maps: FlatMaps, found: NDArray[np.float64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the rows and columns of the cells that hold places (n, 2 or more; x and y in cells)."""
    height, width = maps.dame.shape
    columns = np.clip(np.rint(found[:, 0]).astype(np.int64), 0, width - 1)
    return np.clip(np.rint(found[:, 1]).astype(np.int64), 0, height - 1), columns


def dame_colours(
    image: NDArray[np.uint8], places: NDArray[np.float64], dice: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the CIE Lab colours of dames at places (n, 2) of a flat view, from the parts that nothing hides.

    dice: the middles of their upper faces (m, 2), pixels of the view.
    """
    if len(places) == 0:
        return np.zeros((0, 3))
    colours = disc_colours(image, places, RADIUS)
    by_rail = places[:, 1] > MARGIN[1] + FLOOR[1] - BY_RAIL
    partly = np.flatnonzero(by_rail | (_from_dice(places, dice) < BY_DIE))
    if len(partly) == 0:
        return colours
    xs, ys, pixels = _discs(image, places[partly], RIM, every=2)
    there = np.stack([xs, ys], axis=-1)
    free = np.minimum(_from_dice(there, dice), _from_dice(there, dice + np.array([0.0, SIDES]))) > FACE
    above = free & (by_rail[partly, None] & (ys <= places[partly, None, 1]))
    free = np.where(above.sum(axis=1, keepdims=True) >= ENOUGH, above, free)
    enough = free.sum(axis=1) >= ENOUGH
    colours[partly[enough]] = _usual_colour(pixels[enough], free[enough])
    return colours


def _from_dice(places: NDArray[Any], dice: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the distance of each place (..., 2) from the nearest die (m, 2): infinite if there is none."""
    across, down = (places[..., axis, None] - dice[:, axis].astype(np.float64) for axis in (0, 1))
    return np.asarray(np.sqrt((across * across + down * down).min(axis=-1, initial=np.inf)), np.float64)


def disc_colours(image: NDArray[np.uint8], centres: NDArray[np.float64], radius: float) -> NDArray[np.float64]:
    """Return the CIE Lab colour (L 0..100) of a disc around each centre: (n, 3).

    It is the mean of the pixels from the second to the sixth tenth by lightness: glare on a polished dame is lighter.
    """
    _, _, pixels = _discs(image, centres, radius)
    return _usual_colour(pixels, np.ones(pixels.shape[:2], np.bool_))


def _discs(
    image: NDArray[np.uint8], centres: NDArray[np.float64], radius: float, *, every: int = 1
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float32]]:
    """Return columns and rows (n, k) and CIE Lab colours (n, k, 3) of pixels of discs around n centres.

    every: use one pixel in this many.
    """
    height, width = image.shape[:2]
    dx, dy = _disc(radius, every)
    xs = np.minimum(np.maximum(np.rint(centres[:, :1]).astype(np.int64) + dx, 0), width - 1)
    ys = np.minimum(np.maximum(np.rint(centres[:, 1:2]).astype(np.int64) + dy, 0), height - 1)
    pixels = cv2.cvtColor(image[ys, xs].astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    return xs, ys, np.asarray(pixels, np.float32)


@cache
def _disc(radius: float, every: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the offsets of the pixels of a disc from its middle: across and down, (k,) each; every: as in `_discs`."""
    reach = int(radius)
    dy, dx = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    inside = (dx * dx + dy * dy <= radius * radius) & ((dx + dy) % every == 0)
    return dx[inside], dy[inside]


def _usual_colour(pixels: NDArray[np.float32], free: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return the mean of each disc (n, k, 3) from the second to the sixth tenth of its free pixels by lightness.

    free: (n, k), whether nothing hides a pixel.
    """
    order = np.argsort(np.where(free, pixels[..., 0], np.inf), axis=1)
    count, rank = free.sum(axis=1, keepdims=True), np.arange(pixels.shape[1])
    taken = np.zeros(free.shape, np.float32)
    np.put_along_axis(taken, order, ((rank >= count // 10) & (rank < count * 6 // 10)).astype(np.float32), axis=1)
    return np.asarray((taken[:, None] @ pixels)[:, 0] / taken.sum(axis=1, keepdims=True), np.float64)
