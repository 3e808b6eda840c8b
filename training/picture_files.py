"""The truth of drawn and rendered pictures, and the files that hold both.

Files are plain arrays in NumPy's .npz, so that they do not depend on names of classes. Pictures are PNG or JPEG, the
bytes of all of them one after the other, with the end of each (`..._ends`). A row begins with its picture's number.
Scenes: `pictures`, `hands`; `corners` (n, 4, 2); `makes` (n, 14), the measures of `events.field.Field` in their order,
the trays, the bar's height and whether there are holes; `dames`, `dice` and `jetons`, a row each.
Patches: `pictures`; `dice`, a row each: x, y, edge (pixels), value, flat.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass, field, fields
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from events.field import Field
from training.command_line import CannotRun


@dataclass(frozen=True, slots=True)
class Make:
    """A board's measures, the widths of its left and right tray, its bar's height (mm), and whether it has holes."""

    field: Field
    trays: tuple[float, float]
    bar_height: float
    holes: bool


@dataclass(frozen=True, slots=True)
class DameTruth:
    """A drawn dame: the middle of its top (pixels), its set, the dames under it, and the visible share of its top."""

    top: NDArray[np.float64]
    light: bool
    level: int
    seen: float
    case: tuple[str, int] | None


@dataclass(frozen=True, slots=True)
class DieTruth:
    """A drawn die: the corners of its upper face (pixels), its value (0 for a numbered cube), whether it lies flat."""

    top: NDArray[np.float64]
    value: int
    flat: bool
    seen: float


@dataclass(slots=True)
class Scene:
    """One picture and its truth; hands is 255 where a hand or an arm covers the picture."""

    image: NDArray[np.uint8]
    corners: NDArray[np.float64]
    make: Make
    hands: NDArray[np.uint8]
    dames: list[DameTruth] = field(default_factory=list)
    dice: list[DieTruth] = field(default_factory=list)
    jetons: list[tuple[NDArray[np.float64], float]] = field(default_factory=list)


PATTERN = "*.npz"
"""The files of a folder, its shards."""
MEASURES = tuple(each.name for each in fields(Field))
"""The order of a board's measures."""
ROWS = (None, "far", "near")
"""The rows of dames by number; None for dames in no case."""
DAME, DIE, JETON = 8, 12, 4
"""Numbers in a row: for dames scene, x, y, light, level, seen, row, column; for dice scene, four corners, value, flat,
seen; for jetons scene, x, y, width (mm)."""


class KeptScene(NamedTuple):
    """A scene as a file holds it, or decoded.

    Attributes:
        image: Its picture, encoded or (height, width, 3) BGR.
        corners: Corners of the floor, (4, 2) pixels.
        make: Measures of the board.
        hands: How much hands cover the picture (0..255), at half size, encoded like it.
        dames, dice: The truth of each dame and die.
        jetons: Their middles (pixels) and widths (mm).
    """

    image: NDArray[np.uint8]
    corners: NDArray[np.float64]
    make: Make
    hands: NDArray[np.uint8]
    dames: list[DameTruth]
    dice: list[DieTruth]
    jetons: list[tuple[NDArray[np.float64], float]]

    def decode(self) -> KeptScene:
        """Return the scene with its pictures decoded."""
        image, hands = cv2.imdecode(self.image, cv2.IMREAD_COLOR), cv2.imdecode(self.hands, cv2.IMREAD_GRAYSCALE)
        return self._replace(image=np.asarray(image, np.uint8), hands=np.asarray(hands, np.uint8))


def encode_scene(scene: Scene) -> KeptScene:
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
        pictures=np.concatenate([each.image for each in scenes]),
        picture_ends=np.cumsum([len(each.image) for each in scenes]),
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


def shards(folders: Iterable[Path], *, held_out: bool, share: float = 0.0) -> list[Path]:
    """Return the shards of each folder: the held-out ones, which are the last, or the others.

    share: the share of a folder's shards that is held out, at least one shard. Raises CannotRun when no folder has any.
    """
    chosen: list[Path] = []
    folders = list(folders)
    for folder in folders:
        found = sorted(folder.glob(PATTERN))
        kept = len(found) - max(1, int(share * len(found)))
        chosen += found[max(kept, 0) :] if held_out else found[: max(kept, 0)]
    if not chosen:
        which = f"no {PATTERN}" if held_out else f"not two {PATTERN} in any, the last being held out"
        names = ":".join(map(str, folders))
        raise CannotRun(f"{names}: nothing to {'measure with' if held_out else 'learn from'}: {which}")
    return chosen


def load_arrays(files: Iterable[Path], *names: str) -> tuple[NDArray[Any], ...]:
    """Return the arrays of these names, those of all files one after the other."""
    loaded = [np.load(file) for file in files]
    return tuple(np.concatenate([each[name] for each in loaded]) for name in names)


PATCH_DIE = 6
"""Numbers in a row."""
UNSURE = -1
"""The value of a die that is mostly hidden: finding it is neither right nor wrong."""


@dataclass(frozen=True, slots=True)
class PatchDie:
    """A die in a picture: the middle and edge (pixels) of its upper face, its value (0: none, or UNSURE), if flat."""

    x: float
    y: float
    edge: float
    value: int
    flat: bool


def write_patches(path: Path, patches: Sequence[tuple[NDArray[np.uint8], Sequence[PatchDie]]]) -> None:
    """Write a file of encoded pictures, each with its dice."""
    rows = [(number, *astuple(die)) for number, (_, dice) in enumerate(patches) for die in dice]
    pictures = [picture.ravel() for picture, _ in patches]
    np.savez(
        path,
        pictures=np.concatenate(pictures),
        picture_ends=np.cumsum([len(picture) for picture in pictures]),
        dice=np.array(rows, np.float64).reshape(-1, PATCH_DIE),
    )


def read_patches(path: Path) -> Iterator[tuple[NDArray[np.uint8], list[PatchDie]]]:
    """The pictures of a file, encoded, each with its dice."""
    with np.load(path) as held:
        pictures, ends, rows = held["pictures"], held["picture_ends"], held["dice"]
    for number, picture in enumerate(np.split(pictures, ends[:-1])):
        dice = [
            PatchDie(x, y, edge, int(value), bool(flat))
            for x, y, edge, value, flat in rows[rows[:, 0] == number, 1:].tolist()
        ]
        yield picture, dice
