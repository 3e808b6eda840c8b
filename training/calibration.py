"""The fit that all calibrations use, P(real) = sigmoid(witnesses . weights), and the file of their numbers."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from training.command_line import MODELS, CannotRun
from vision.models import FILE

ROUNDS = 50
STEPS = (0.5, 0.25, 0.12, 0.06, 0.03)
"""Steps of the logarithms that the search for the likeliest values takes, one after the other."""
DAMPING = 1e-3
"""Keeps a step finite when the witnesses are nearly uninformative; it does not change the result."""


def fit_logistic(
    witnesses: NDArray[Any], real: NDArray[Any], *, decay: float = 0.0, known: NDArray[Any] | float = 0.0
) -> NDArray[np.float64]:
    """Fit the weights (k,) of witnesses (n, k).

    Args:
        witnesses: The evidence. Each witness is divided by its largest value, so that the decay acts on all alike.
        real: (n,), true or false.
        decay: Weight decay.
        known: Log odds (n,) from another source, added to those of the witnesses.

    Raises CannotRun when none or all are real, since nothing can be fitted then.
    """
    if not 0 < np.count_nonzero(real) < len(real):
        raise CannotRun(f"nothing to fit: {np.count_nonzero(real)} of {len(real)} are real")
    scale = np.maximum(np.abs(witnesses).max(axis=0), 1e-6)
    design = witnesses / scale
    weights = np.zeros(design.shape[1])
    hold = max(decay, DAMPING) * np.eye(len(weights))
    for _ in range(ROUNDS):
        p = 1 / (1 + np.exp(-design @ weights - known))
        curve = p * (1 - p) + 1e-6
        step = design.T @ (real - p) - decay * weights
        weights += np.linalg.solve(design.T @ (design * curve[:, None]) + hold, step)
    return np.asarray(weights / scale, np.float64)


def with_constant(witnesses: NDArray[Any]) -> NDArray[np.float64]:
    """Return the witnesses (n, k) after a first column of 1, whose weight is the log odds without any evidence."""
    return np.column_stack([np.ones(len(witnesses)), witnesses])


def likeliest(surprise: Callable[[NDArray[np.float64]], float], start: Iterable[float]) -> NDArray[np.float64]:
    """Return the values, all greater than 0, with the least surprise, searched from `start` one value after another."""
    values = np.array(tuple(start), np.float64)
    least = surprise(values)
    for step in STEPS:
        moved = True
        while moved:
            moved = False
            for place in range(len(values)):
                for factor in (math.exp(step), math.exp(-step)):
                    other = values.copy()
                    other[place] *= factor
                    found = surprise(other)
                    if found < least - 1e-6:
                        values, least, moved = other, found, True
    return values


def store(name: str, values: Iterable[float], by: str, on: str) -> None:
    """Write one entry of `vision/models/calibration.json` and print it; values get four significant digits.

    by: the module that fitted it; on: the data it was fitted on.
    """
    path = MODELS / FILE
    entries = json.loads(path.read_text(encoding="utf-8"))
    entries[name] = {"values": [float(f"{value:.4g}") for value in values], "by": by, "on": on}
    # A list on one line is easier to compare.
    text = json.dumps(dict(sorted(entries.items())), indent=2)
    for entry in entries.values():
        text = text.replace(json.dumps(entry["values"], indent=2).replace("\n", "\n    "), json.dumps(entry["values"]))
    path.write_text(text + "\n", encoding="utf-8")
    print(f"{name}: {entries[name]['values']}, fitted on {on}")
