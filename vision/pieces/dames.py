"""Find the dames on the floor: the places of their tops, and the set of each with its probability."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

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
RADIUS, RIM = 6.0, 9.0
"""Radii of the middle of a dame, from which its colour is taken, and of its upper side, in pixels of the flat view."""
BY_DIE = 16.0
"""A die may hide a part of a dame whose middle is this close to its upper face (pixels of the flat view)."""
BY_RAIL = 18.0
"""The near rail may hide a part of a dame whose middle is this close to the floor's near side.

Pixels of the flat view. Such a dame is close to the rail, so that pixels below its middle may show the rail.
"""
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
        dice: Middles of the dice's upper faces (n, 2), pixels of the view.
        taught: What a person taught of this table.
        bar: Its width as a fraction of the floor's; as seen if None.
    """
    seen = all_seen(view, maps, LEAST_DAME if taught is None else LEAST_TAUGHT)
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
    apart = np.linalg.norm(seen.places[:, None] - dice, axis=2).min(axis=1, initial=np.inf)
    return np.where(apart < BY_DIE, 1.0, seen.raised)


def sure_dames(seen: DameCandidates, more: NDArray[np.float64] | float = 0.0) -> NDArray[np.float64]:
    """Return P(it is a dame) of each; more: log odds that are added to those of the network."""
    return np.asarray(sigmoid((dame_odds(seen) + more).astype(np.float32)), np.float64)


def dame_odds(seen: DameCandidates) -> NDArray[np.float64]:
    """Return the log odds that each is a dame, as the network sees it."""
    return np.asarray(SURENESS[0] + SURENESS[1] * logit(seen.heights), np.float64)


def all_seen(view: FlatView, maps: FlatMaps, least: float = LEAST_DAME) -> DameCandidates:
    """Return the possible dames in a flat view; least: the least height of a peak."""
    found = maps.dames(least)
    places = maps.to_view(found[:, :2])
    rows, columns = np.clip(np.rint(found[:, 1::-1]).astype(np.int64), 0, np.array(maps.dame.shape) - 1).T
    guess = np.clip(maps.light[rows, columns].astype(np.float64), 1e-4, 1 - 1e-4)
    raised = maps.raised[rows, columns].astype(np.float64)
    return DameCandidates(places, found[:, 2], guess, raised, dame_colours(view.image, places))


def dame_colours(image: NDArray[np.uint8], places: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the CIE Lab colours (n, 3; L 0..100) of dames at places (n, 2) of a flat view.

    At the near rail only the pixels that the rail cannot hide count.
    """
    colours = _disc_colours(image, places, RADIUS, above=False)
    by_rail = places[:, 1] > MARGIN[1] + FLOOR[1] - BY_RAIL
    colours[by_rail] = _disc_colours(image, places[by_rail], RIM, above=True)
    return colours


def _disc_colours(
    image: NDArray[np.uint8], centres: NDArray[np.float64], radius: float, *, above: bool
) -> NDArray[np.float64]:
    """Return the CIE Lab colour of a disc around each centre, or of the half above it: (n, 3).

    It is the mean of the pixels from the second to the sixth tenth by lightness: glare on a polished dame is lighter.
    """
    if len(centres) == 0:
        return np.zeros((0, 3))
    height, width = image.shape[:2]
    dx, dy = _disc(radius, above=above)
    xs = np.minimum(np.maximum(np.rint(centres[:, :1]).astype(np.int64) + dx, 0), width - 1)
    ys = np.minimum(np.maximum(np.rint(centres[:, 1:]).astype(np.int64) + dy, 0), height - 1)
    pixels = np.asarray(cv2.cvtColor(image[ys, xs].astype(np.float32) / 255, cv2.COLOR_BGR2LAB), np.float64)
    tenth = pixels.shape[1] // 10
    usual = np.argsort(pixels[..., 0], axis=1)[:, tenth : 6 * tenth, None]
    return np.asarray(np.take_along_axis(pixels, usual, axis=1).mean(axis=1), np.float64)


@cache
def _disc(radius: float, *, above: bool) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the offsets of the pixels of a disc from its middle, or of its upper half: across and down, (k,) each."""
    reach = int(radius)
    dy, dx = np.mgrid[-reach : 1 if above else reach + 1, -reach : reach + 1]
    inside = dx * dx + dy * dy <= radius * radius
    return dx[inside], dy[inside]
