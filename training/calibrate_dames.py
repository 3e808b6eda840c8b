"""How sure a peak of the dame map is: `python -m training.calibrate_dames SCENES` fits vision.dames.SURENESS.

On the scenes held out, each peak is a dame or none; P(dame) = sigmoid(a + b * logit(height)) is fitted by Newton's
method.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from training.drawn import load_scenes
from vision.flat import look
from vision.geometry import as_corners
from vision.net import peaks
from vision.rectify import flatten, transform

REACH = 6.0
"""A peak this near (pixels of the view) to a dame's middle is that dame."""
SEEN = 0.4


def samples(scenes: list[Any]) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any], int]:
    """Heights of peaks, whether each is a dame, and how many dames had no peak."""
    heights, real, missed = [], [], 0
    rng = np.random.default_rng(0)
    for image, corners, _, _, dames, *_ in scenes:
        span = float(np.linalg.norm(corners[1] - corners[0]))
        noisy = corners + rng.normal(0, 0.003 * span, (4, 2))
        view = flatten(image, as_corners(noisy))
        maps = look(view)
        found = peaks(maps.dame, 0.03, 2)
        places = maps.to_view(found[:, :2])
        seen = [dame for dame in dames if dame.seen >= SEEN]
        doubtful = [dame for dame in dames if 0.1 < dame.seen < SEEN]
        tops = transform(view.to_view, np.array([dame.top for dame in seen])) if seen else np.zeros((0, 2))
        maybe = transform(view.to_view, np.array([dame.top for dame in doubtful])) if doubtful else np.zeros((0, 2))
        taken = set()
        for index in np.argsort(-found[:, 2]):
            away = np.linalg.norm(tops - places[index], axis=1) if len(tops) else np.zeros(0)
            nearest = int(np.argmin(away)) if len(away) else -1
            hit = nearest >= 0 and away[nearest] < REACH and nearest not in taken
            if hit:
                taken.add(nearest)
            elif len(maybe) and np.linalg.norm(maybe - places[index], axis=1).min() < REACH:
                continue
            heights.append(found[index, 2])
            real.append(hit)
        missed += len(seen) - len(taken)
    return np.array(heights), np.array(real), missed


def fit(heights: np.ndarray[Any, Any], real: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The a and b of P(real) = sigmoid(a + b * logit(height)), heights within 0..1."""
    return regress(np.log(heights / (1 - heights)).clip(-8, 8)[:, None], real)


def regress(witnesses: np.ndarray[Any, Any], real: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The a, b, ... of P(real) = sigmoid(a + b * first + ...) for witnesses (n, k), by Newton's method."""
    design = np.column_stack([np.ones(len(witnesses)), witnesses])
    fitted, least = np.zeros(design.shape[1]), 1e-3 * np.eye(design.shape[1])
    for _ in range(30):
        p = 1 / (1 + np.exp(-design @ fitted))
        weight = p * (1 - p) + 1e-6
        fitted += np.linalg.solve(design.T @ (design * weight[:, None]) + least, design.T @ (real - p))
    return fitted


def main(arguments: list[str]) -> int:
    """Print the two numbers."""
    heights, real, missed = samples(load_scenes(arguments[0], held_out=True))
    fitted = fit(heights, real)
    print(
        f"SURENESS = ({fitted[0]:.2f}, {fitted[1]:.2f})  # {len(heights)} peaks, {int(real.sum())} dames,"
        f" {missed} without a peak"
    )
    for low, high in ((0.03, 0.1), (0.1, 0.2), (0.2, 0.3), (0.3, 0.4), (0.4, 0.5), (0.5, 0.7), (0.7, 1.0)):
        within = (heights >= low) & (heights < high)
        if within.any():
            print(f"  peaks {low}..{high}: {within.sum()}, dames {real[within].mean():.3f}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
