"""Measure the dice in the photographs for training: `python -m training.measure_edges PHOTOS EDGES.json`.

The labels of dice_wood and dice/table_* give middles and values, but no sizes. The finder, trained on rendered dice,
measures the sizes. A die that it misses gets the size of its neighbours in the same photograph. A photograph where it
finds no die is left out. The labels of dice_small have sizes. In each photograph the finder's mistakes are kept, too.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

import cv2
import numpy as np

from training.command_line import parser_of, run
from training.dice_samples import SMALL, photograph_labels, small_set
from vision.pieces.dice import Candidate, candidates_anywhere

MOST_WRONG = 8
"""Most mistakes of the finder that are kept for each photograph."""


def main(arguments: list[str]) -> int:
    """Write {photograph: [[x, y, edge, value] of each die]} and print how many were measured."""
    parser = parser_of(__doc__)
    parser.add_argument("photos", type=Path, help="the folder that holds dice_wood and dice")
    parser.add_argument("edges", type=Path, help="the file to write")
    asked = parser.parse_args(arguments)
    photos = asked.photos
    names = sorted(f"dice_wood/{path.name}" for path in (photos / "dice_wood").glob("*.jpg"))
    names += sorted(f"dice/{path.name}" for path in (photos / "dice").glob("table_*.jpg"))
    measured: dict[str, list[list[float]]] = {}
    for name, dice in small_set().dice.items() if (photos / SMALL).exists() else ():
        found = candidates_anywhere(np.asarray(cv2.imread(str(photos / name)), np.uint8))
        measured[name] = [list(die) for die in dice] + wrong(found, dice)
    direct = 0
    for name in names:
        image = np.asarray(cv2.imread(str(photos / name)), np.uint8)
        found = candidates_anywhere(image)
        labels = photograph_labels(photos, name)
        edges: list[float | None] = []
        middles = []
        for x, y, _ in labels:
            near = min(found, key=lambda each: np.hypot(each.x - x, each.y - y), default=None)
            hit = near is not None and np.hypot(near.x - x, near.y - y) < 0.45 * near.edge
            edges.append(near.edge if hit and near is not None else None)
            # The labels of dice/ mark the middle of the whole die; the finder marks the middle of its upper face.
            middles.append((near.x, near.y) if hit and near is not None and name.startswith("dice/") else (x, y))
        known = [edge for edge in edges if edge is not None]
        direct += len(known)
        if 2 * len(known) >= len(edges) and known:
            usual = float(np.median(known))
            measured[name] = [
                [
                    round(x, 1),
                    round(y, 1),
                    round(edge if edge is not None and 0.6 < edge / usual < 1.6 else usual, 1),
                    value,
                ]
                for (x, y), edge, (_, _, value) in zip(middles, edges, labels, strict=True)
            ]
            measured[name] += wrong(found, [(x, y, usual) for x, y in middles])
    asked.edges.write_text(json.dumps(measured))
    count = sum(len(photograph_labels(photos, name)) for name in names)
    print(f"{direct} of {count} dice measured, {len(measured)} photographs kept")
    return 0


def wrong(found: Iterable[Candidate], dice: Sequence[Sequence[float]]) -> list[list[float]]:
    """Return the finder's mistakes, which teach most: what it found apart from all `dice` (x, y, edge), as value 0."""
    apart = [
        [round(each.x, 1), round(each.y, 1), round(each.edge, 1), 0]
        for each in found
        if all(np.hypot(each.x - x, each.y - y) > max(0.9 * each.edge, 0.7 * edge) for x, y, edge, *_ in dice)
    ]
    return apart[:MOST_WRONG]


if __name__ == "__main__":
    run(main)
