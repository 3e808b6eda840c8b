"""Fit how sure the reader of flat views is: `python -m training.calibrate_flat dames|sets|jetons SCENES`.

Writes the entry of that name, fitted to the held-out scenes. Dames first: their fit finds the sets. Dames and jetons:
each peak of their map is one or not, jetons only at the three highest peaks off the dice, since a game has three; P(it
is) = sigmoid(a + b * logit(height)), for jetons with more evidence (vision.pieces.jetons), by Newton's method. Sets:
how boards differ (vision.pieces.dame_colours).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from events.field import JETONS
from training.calibration import fit_logistic, store
from training.command_line import CannotRun, asks_for_scenes, parser_of, run
from training.drawn import Scenes, case_truth, load_scenes
from training.picture_files import KeptScene
from vision.locate.flat import FlatMaps, look
from vision.locate.rectify import FLOOR, FlatView, as_corners, flatten, transform
from vision.models.network import logit, peaks, sigmoid
from vision.pieces.cases import CASES
from vision.pieces.dame_colours import (
    EFFECTS,
    MEASURED,
    Boards,
    Tops,
    explained,
    measure,
    set_odds,
)
from vision.pieces.dames import all_seen, sure_dames, tops_of
from vision.pieces.jetons import APART, witnesses

LEAST = 0.03
"""Peaks lower than this are left out of the fit."""
DAME_REACH, JETON_REACH = 6.0, 5.0
"""A peak within this distance (pixels of the view) of a piece's middle belongs to it. Small jetons that touch are eight
pixels apart."""
FREEDOM = 20.0
"""Degrees of freedom of the scatter of a board's sets: other boards count as much as this number of its dames.

A choice: from 8 to 32 the sets of boards held out are read alike.
"""
TRUST = 0.9
"""The trust in the evidence for a case that the fit begins with."""
TURNS = 20
"""Turns of expectation and maximisation; the numbers hardly change after that."""
SEEN, HARDLY = 0.25, 0.1
"""Visible shares of a dame's top. Below SEEN the dame need not be found; above HARDLY a peak on it is not false."""


def views(scenes: Scenes) -> Iterator[tuple[FlatView, FlatMaps, KeptScene]]:
    """Yield for each scene the flat view between slightly wrong corners, as on real tables, and its maps."""
    rng = np.random.default_rng(0)
    for scene in scenes:
        span = float(np.linalg.norm(scene.corners[1] - scene.corners[0]))
        view = flatten(scene.image, as_corners(scene.corners + rng.normal(0, 0.003 * span, (4, 2))))
        yield view, look(view), scene


def belongs(places: NDArray[Any], tops: NDArray[Any], reach: float) -> NDArray[Any]:
    """Return for each place, the surest first, the index of its piece; each piece is used once; -1 for none."""
    owner, taken = np.full(len(places), -1), set[int]()
    for index, place in enumerate(places if len(tops) else ()):
        away = np.linalg.norm(tops - place, axis=1)
        nearest = int(np.argmin(away))
        if away[nearest] < reach and nearest not in taken:
            taken.add(nearest)
            owner[index] = nearest
    return owner


def highest(heat: NDArray[np.float32], apart: int) -> NDArray[np.float64]:
    """Return the peaks of a map, (n, 3: x, y, height), the highest first."""
    found = peaks(heat, LEAST, apart)
    return found[np.argsort(-found[:, 2])]


def dames(scenes: Scenes) -> tuple[NDArray[Any], int]:
    """Return the peaks (n, 3): 1, log odds of the height, 1 for a dame; and the number of dames without a peak."""
    rows, missed = [], 0
    for view, maps, scene in views(scenes):
        found = highest(maps.dame, 2)
        places = maps.to_view(found[:, :2])
        seen = [dame for dame in scene.dames if dame.seen >= SEEN]
        doubtful = np.array([dame.top for dame in scene.dames if HARDLY < dame.seen < SEEN]).reshape(-1, 2)
        tops = np.array([dame.top for dame in seen]).reshape(-1, 2)
        owner = belongs(places, transform(view.to_view, tops), DAME_REACH)
        maybe = transform(view.to_view, doubtful)
        missed += len(seen) - int((owner >= 0).sum())
        for index, dame in enumerate(owner):
            if dame >= 0 or not len(maybe) or np.linalg.norm(maybe - places[index], axis=1).min() >= DAME_REACH:
                rows.append((1.0, float(logit(found[index, 2])), float(dame >= 0)))
    return np.array(rows, np.float64), missed


def jetons(scenes: Scenes) -> tuple[NDArray[Any], int]:
    """Return the witnesses of the peaks and 1 for a jeton, (n, 4); and the number of jetons without a peak."""
    rows, missed = [], 0
    for view, maps, scene in views(scenes):
        found = highest(maps.jeton, APART)
        field = scene.make.field
        faces = transform(view.to_view, np.array([die.top.mean(axis=0) for die in scene.dice]).reshape(-1, 2))
        from_die = np.linalg.norm(maps.to_view(found[:, None, :2]) - faces, axis=2).min(axis=1, initial=np.inf)
        found = found[from_die > field.de / 2 / field.width * FLOOR[0]][:JETONS]
        places = maps.to_view(found[:, :2])
        tops = transform(view.to_view, np.array([middle for middle, _ in scene.jetons]).reshape(-1, 2))
        owner = belongs(places, tops, JETON_REACH)
        rows.append(np.column_stack([witnesses(view, found[:, 2], places, field), owner >= 0]))
        missed += len(tops) - int((owner >= 0).sum())
    return np.vstack(rows), missed


Labelled: TypeAlias = tuple[Tops, NDArray[np.int64]]
"""The possible dames of a board, and the true set of each: 1 light, 0 dark, -1 unknown."""


def sets(scenes: Scenes) -> Iterator[Labelled]:
    """Yield the possible dames of each board, and their true sets."""
    for view, maps, scene in views(scenes):
        seen = all_seen(view, maps)
        if len(seen.places) == 0:
            continue
        tops = tops_of(seen, sure_dames(seen), scene.make.field.bar / scene.make.field.width)
        lit = np.append(case_truth(scene.dames, across=False, down=False)[:, 1], -1.0)
        yield tops, lit[np.minimum(tops.cases, CASES)].astype(np.int64)


def packed(
    trust: float, freedom: float, means: NDArray[np.float64], effects: NDArray[np.float64], scatter: NDArray[np.float64]
) -> list[float]:
    """Return the numbers of `Boards`: trust, freedom, two means, variances of the light, scatter and covariance.

    effects: the covariance, (EFFECTS * MEASURED, ...); the means' block and the mean variances of the light count.
    """
    two = 2 * MEASURED
    light = np.diag(effects)[two:].reshape(2, MEASURED).mean(axis=0)
    halves = [matrix[np.triu_indices(len(matrix))] for matrix in (scatter, effects[:two, :two])]
    return [trust, freedom, *means.ravel()[:two], *light, *halves[0], *halves[1]]


def boards_differ(labelled: Sequence[Labelled]) -> list[float]:
    """Return how boards differ, as `packed` numbers, by expectation and maximisation.

    Raises CannotRun when the network finds no dame on any of them.
    """
    kept = []
    for tops, truth in labelled:
        here = (truth >= 0) & (tops.weights > 0.5)
        if here.any():
            colours, weights, guess, places, cases = tops
            sure = Tops(colours[here], weights[here], guess[here], places[here], cases[here])
            kept.append((sure, truth[here] == 1))
    if not kept:
        raise CannotRun("the network finds no dame on these boards: nothing can be fitted")
    everything = np.vstack([measure(tops) for tops, _ in kept])
    values = packed(
        TRUST,
        FREEDOM,
        np.tile(everything.mean(axis=0), (2, 1)),
        np.diag(np.tile(everything.var(axis=0), EFFECTS)),
        np.diag(everything.var(axis=0)),
    )
    effect = np.arange(EFFECTS * MEASURED).reshape(EFFECTS, MEASURED)
    # The order of the effects if the two sets exchanged their hues.
    exchanged = np.vstack([np.column_stack([effect[:2, :1], effect[1::-1, 1:-1], effect[:2, -1:]]), effect[2:]]).ravel()
    for _ in range(TURNS):
        known = Boards.of(tuple(values))
        found = [explained(known, measure(tops), tops, lit[None]) for tops, lit in kept]
        effects = np.array([each.effects.ravel() for each in found])
        usual = effects.mean(axis=0)
        usual[2 * MEASURED :] = 0  # The light comes from either side.
        apart = (effects - usual).T @ (effects - usual) / len(found)
        covariance = np.concatenate([each.doubt for each in found]).mean(axis=0) + apart
        # Which set is light shows in the lightness and in the network's answer. Either may have any hue.
        half = (usual - usual[exchanged]) / 2
        covariance = (covariance + covariance[np.ix_(exchanged, exchanged)]) / 2 + np.outer(half, half)
        usual = (usual + usual[exchanged]) / 2
        scatter = FREEDOM * np.linalg.inv(np.concatenate([each.sharp for each in found]).mean(axis=0))
        values = packed(TRUST, FREEDOM, usual.reshape(EFFECTS, MEASURED), covariance, scatter)
    return values


def fit_sets(labelled: Sequence[Labelled]) -> tuple[list[float], str]:
    """Return the numbers of `Boards`, and on what they were fitted."""
    values = boards_differ(labelled)
    odds = np.array(list(_odds_of_truth(labelled, Boards.of(tuple(values)))))
    likely = 1 / (1 + np.exp(-np.clip(odds, -50, 50)))
    trust = TRUST
    for _ in range(TURNS):
        idle = (1 - trust) / 2
        trust = 1 - float((idle / (idle + trust * likely)).mean())
    right = np.count_nonzero(odds > 0)
    return [trust, *values[1:]], f"{len(odds)} cases of {len(labelled)} boards held out, {right} right"


def _odds_of_truth(labelled: Sequence[Labelled], known: Boards) -> Iterator[float]:
    """Yield the log odds of the true set of each case of these boards."""
    for tops, truth in labelled:
        odds, which = set_odds(known, tops)
        odds = tops.by_case(odds if which > 0 else -odds) * np.where(truth > 0, 1, -1)
        sure = np.flatnonzero((tops.weights > 0.5) & (truth >= 0))
        yield from odds[sure[np.unique(tops.cases[sure], return_index=True)[1]]].tolist()


def by_height(heights: NDArray[Any], real: NDArray[Any], kind: str) -> Iterator[str]:
    """Yield the share of real peaks in each class of height."""
    for low, high in ((LEAST, 0.1), (0.1, 0.2), (0.2, 0.3), (0.3, 0.4), (0.4, 0.5), (0.5, 0.7), (0.7, 1.0)):
        within = (heights >= low) & (heights < high)
        if within.any():
            yield f"  peaks {low}..{high}: {within.sum()}, {kind} {real[within].mean():.3f}"


def main(arguments: list[str]) -> int:
    """Fit and store the numbers of one kind."""
    parser = parser_of(__doc__)
    parser.add_argument("kind", choices=("dames", "sets", "jetons"))
    asks_for_scenes(parser)
    asked = parser.parse_args(arguments)
    scenes, by = load_scenes(asked.scenes, held_out=True), "training.calibrate_flat"
    if asked.kind == "sets":
        values, on = fit_sets(list(sets(scenes)))
        store("sets", values, by, on)
        return 0
    rows, missed = (dames if asked.kind == "dames" else jetons)(scenes)
    real = rows[:, -1]
    store(
        asked.kind, fit_logistic(rows[:, :-1], real), by, f"{len(rows)} peaks, {int(real.sum())} {asked.kind} held out"
    )
    print(f"{missed} {asked.kind} without a peak", *by_height(sigmoid(rows[:, 1]), real, asked.kind), sep="\n")
    return 0


if __name__ == "__main__":
    run(main)
