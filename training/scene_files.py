"""Read and write drawn scenes: plain arrays in NumPy's .npz, so that files do not depend on names of classes.

Arrays of a file with n scenes: `pictures` and `hands`, the bytes of all JPEG and PNG pictures one after the other,
with `picture_ends` and `hand_ends` (n,); `corners` (n, 4, 2); `makes` (n, 14), the measures of `events.field.Field`
in their order, the trays, the bar's height and whether there are holes; `dames`, `dice` and `jetons`, a row each, the
number of its scene first.
"""

from __future__ import annotations

from dataclasses import astuple, fields
from typing import TYPE_CHECKING, NamedTuple

import cv2
import numpy as np

from events.field import Field
from training.boards import Make
from training.truth import DameTruth, DieTruth

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from training.truth import Scene

PATTERN = "*.npz"
MEASURES = tuple(each.name for each in fields(Field))
"""The order of a board's measures."""
ROWS = (None, "far", "near")
"""The rows of dames by number; None for dames in no case."""
DAME, DIE, JETON = 8, 12, 4
"""Numbers in a row: for dames scene, x, y, light, level, seen, row, column; for dice scene, four corners, value, flat,
seen; for jetons scene, x, y, width (mm)."""


class KeptScene(NamedTuple):
    """A scene as a file holds it: its encoded picture, and at half size how much hands cover it (0..255)."""

    picture: NDArray[np.uint8]
    corners: NDArray[np.float64]
    make: Make
    hands: NDArray[np.uint8]
    dames: list[DameTruth]
    dice: list[DieTruth]
    jetons: list[tuple[NDArray[np.float64], float]]


def kept(scene: Scene) -> KeptScene:
    """A drawn scene with its pictures encoded."""
    _, jpeg = cv2.imencode(".jpg", scene.image, [cv2.IMWRITE_JPEG_QUALITY, 95])
    _, hands = cv2.imencode(".png", scene.hands[::2, ::2])
    picture, covered = (np.asarray(each, np.uint8).ravel() for each in (jpeg, hands))
    return KeptScene(picture, scene.corners, scene.make, covered, scene.dames, scene.dice, scene.jetons)


def write_scenes(path: Path, scenes: Sequence[KeptScene]) -> None:
    """Write a file of scenes."""
    dames = [
        (number, *dame.top, dame.light, dame.level, dame.seen, *_case_numbers(dame.case))
        for number, scene in enumerate(scenes)
        for dame in scene.dames
    ]
    dice = [
        (number, *die.top.ravel(), die.value, die.flat, die.seen)
        for number, scene in enumerate(scenes)
        for die in scene.dice
    ]
    jetons = [(number, *middle, wide) for number, scene in enumerate(scenes) for middle, wide in scene.jetons]
    makes = [(*astuple(each.make.field), *each.make.trays, each.make.bar_height, each.make.holes) for each in scenes]
    np.savez(
        path,
        pictures=np.concatenate([each.picture for each in scenes]),
        picture_ends=np.cumsum([len(each.picture) for each in scenes]),
        hands=np.concatenate([each.hands for each in scenes]),
        hand_ends=np.cumsum([len(each.hands) for each in scenes]),
        corners=np.array([each.corners for each in scenes], np.float64),
        makes=np.array(makes, np.float64),
        dames=np.array(dames, np.float64).reshape(-1, DAME),
        dice=np.array(dice, np.float64).reshape(-1, DIE),
        jetons=np.array(jetons, np.float64).reshape(-1, JETON),
    )


def read_scenes(path: Path) -> Iterator[KeptScene]:
    """The scenes of a file."""
    with np.load(path) as held:
        arrays = {name: held[name] for name in held.files}
    pictures = np.split(arrays["pictures"], arrays["picture_ends"][:-1])
    hands = np.split(arrays["hands"], arrays["hand_ends"][:-1])
    for number, (picture, covered) in enumerate(zip(pictures, hands, strict=True)):
        *measures, left, right, bar, holes = arrays["makes"][number].tolist()
        dames, dice, jetons = (_of(arrays[name], number) for name in ("dames", "dice", "jetons"))
        yield KeptScene(
            picture,
            arrays["corners"][number],
            Make(Field(**dict(zip(MEASURES, measures, strict=True))), (left, right), bar, bool(holes)),
            covered,
            [
                DameTruth(np.array([x, y]), bool(light), int(level), seen, _case(int(row), int(column)))
                for x, y, light, level, seen, row, column in dames
            ],
            [DieTruth(np.reshape(top, (4, 2)), int(value), bool(flat), seen) for *top, value, flat, seen in dice],
            [(np.array([x, y]), wide) for x, y, wide in jetons],
        )


def _of(rows: NDArray[np.float64], number: int) -> list[list[float]]:
    """The rows of one scene, without its number."""
    found: list[list[float]] = rows[rows[:, 0] == number, 1:].tolist()
    return found


def _case_numbers(case: tuple[str, int] | None) -> tuple[int, int]:
    return (0, 0) if case is None else (ROWS.index(case[0]), case[1])


def _case(row: int, column: int) -> tuple[str, int] | None:
    name = ROWS[row]
    return None if name is None else (name, column)
