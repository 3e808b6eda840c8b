"""How sure what is seen of dames is: `python -m training.calibrate_dames SCENES` fits what vision.dames names.

On the scenes held out, each peak of the dame map is a dame or none, and each dame of the light set or of the dark one.
P(dame) = sigmoid(a + b * logit(height)) and P(light) = sigmoid(a * (across - 0.5) + b * logit(guess)) are fitted by
Newton's method.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import numpy as np

from training.drawn import load_scenes
from training.logistic import fitted, with_level
from vision.dames import RADIUS, disc_colours, guesses
from vision.flat import look
from vision.geometry import as_corners
from vision.net import peaks
from vision.rectify import flatten, transform
from vision.sets import OWN, between_sets

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from training.drawn import DrawnScene
    from vision.flat import FlatMaps
    from vision.rectify import FlatView

REACH = 6.0
"""A peak this near (pixels of the view) to a piece's middle is that piece."""
SEEN, HARDLY = 0.4, 0.1
"""Dames of whose top less is seen than the first share are not to be found; nor are peaks at those of which more than
the second is seen counted as none."""
LEAST = 0.03
"""Peaks lower than this are no part of the fit."""


def views(scenes: list[DrawnScene]) -> Iterator[tuple[FlatView, FlatMaps, DrawnScene]]:
    """Each scene's flat view, its corners a little wrong as they are on tables, with its maps."""
    rng = np.random.default_rng(0)
    for scene in scenes:
        span = float(np.linalg.norm(scene.corners[1] - scene.corners[0]))
        view = flatten(scene.image, as_corners(scene.corners + rng.normal(0, 0.003 * span, (4, 2))))
        yield view, look(view), scene


def belongs(places: NDArray[Any], tops: NDArray[Any], reach: float = REACH) -> NDArray[Any]:
    """For each place, the surest first, which of the pieces it is, each of them once: its index, or -1 for none."""
    owner, taken = np.full(len(places), -1), set[int]()
    for index, place in enumerate(places if len(tops) else ()):
        away = np.linalg.norm(tops - place, axis=1)
        nearest = int(np.argmin(away))
        if away[nearest] < reach and nearest not in taken:
            taken.add(nearest)
            owner[index] = nearest
    return owner


def samples(scenes: list[DrawnScene]) -> tuple[NDArray[Any], int]:
    """The peaks (n, 5), and how many dames had none.

    Height; a dame or none; across; logit of the guess; light or dark: the last three nan for what is no dame, `across`
    also where there is but one set.
    """
    rows, missed = [], 0
    for view, maps, scene in views(scenes):
        dames = scene.dames
        found = peaks(maps.dame, LEAST, 2)
        found = found[np.argsort(-found[:, 2])]
        places = maps.to_view(found[:, :2])
        seen = [dame for dame in dames if dame.seen >= SEEN]
        doubtful = np.array([dame.top for dame in dames if HARDLY < dame.seen < SEEN]).reshape(-1, 2)
        owner = belongs(places, transform(view.to_view, np.array([dame.top for dame in seen]).reshape(-1, 2)))
        maybe = transform(view.to_view, doubtful)
        missed += len(seen) - int((owner >= 0).sum())
        guess = guesses(maps, found)
        colours = disc_colours(view.image, places, RADIUS) if len(places) else np.zeros((0, 3))
        real = owner >= 0
        across = between_sets(colours[real], found[real, 2], guess[real])[0] if real.sum() > 1 else None
        told = iter(across if across is not None else np.full(int(real.sum()), np.nan))
        for index, dame in enumerate(owner):
            if dame >= 0:
                odds = float(np.clip(np.log(guess[index] / (1 - guess[index])), -OWN, OWN))
                rows.append((found[index, 2], 1.0, next(told), odds, seen[dame].light))
            elif not len(maybe) or np.linalg.norm(maybe - places[index], axis=1).min() >= REACH:
                rows.append((found[index, 2], 0.0, np.nan, np.nan, np.nan))
    return np.array(rows, np.float64), missed


def fit(heights: NDArray[Any], real: NDArray[Any]) -> NDArray[Any]:
    """The a and b of P(real) = sigmoid(a + b * logit(height)), heights within 0..1."""
    return fitted(with_level(np.log(heights / (1 - heights)).clip(-8, 8)[:, None]), real)


def by_height(heights: NDArray[Any], real: NDArray[Any], kind: str) -> Iterator[str]:
    """What share of the peaks of each class of height are real."""
    for low, high in ((LEAST, 0.1), (0.1, 0.2), (0.2, 0.3), (0.3, 0.4), (0.4, 0.5), (0.5, 0.7), (0.7, 1.0)):
        within = (heights >= low) & (heights < high)
        if within.any():
            yield f"  peaks {low}..{high}: {within.sum()}, {kind} {real[within].mean():.3f}"


def main(arguments: list[str]) -> int:
    """Print the four numbers."""
    rows, missed = samples(load_scenes(arguments[0], held_out=True))
    heights, real = rows[:, 0], rows[:, 1]
    sureness = fit(heights, real)
    print(
        f"SURENESS = ({sureness[0]:.2f}, {sureness[1]:.2f})  # {len(heights)} peaks, {int(real.sum())} dames,"
        f" {missed} without a peak"
    )
    print(*by_height(heights, real, "dames"), sep="\n")
    parted = rows[~np.isnan(rows[:, 2])]
    witnesses, light = np.column_stack([parted[:, 2] - 0.5, parted[:, 3]]), parted[:, 4]
    doubt = fitted(witnesses, light)
    wrong = int(((witnesses @ doubt > 0) != (light > 0.5)).sum())
    print(f"DOUBT = ({doubt[0]:.1f}, {doubt[1]:.2f})  # {len(parted)} dames, {wrong} taken for the other set's")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
