"""The development photographs beside the project and their labels, in one form for all sets."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from events.board_reading import Colour
from events.field import Corners, Row
from vision.calibration import Calibration, corners_from


@dataclass(frozen=True, slots=True)
class Case:
    """The dames of a case: the number of visible tops, and their colour; unsure where people could not say.

    hidden: whether more lie there, None where it is not known. cut: a part of the case is outside the picture.
    """

    row: Row
    column: int
    colour: Colour
    count: int
    unsure: bool
    hidden: bool | None = None
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Die:
    """A die: its middle in pixels, its value (None where people could not read it), its edge in pixels if known.

    leans: whether it does not lie flat, None where it is not known.
    """

    x: float
    y: float
    value: int | None
    edge: float | None = None
    leans: bool | None = None


@dataclass(frozen=True, slots=True)
class Mark:
    """A jeton: its middle in pixels, the row it marks for and the points, None where its place marks nothing."""

    x: float
    y: float
    row: str | None
    points: int | None


@dataclass(frozen=True, slots=True)
class Labelled:
    """One picture and its labels.

    Attributes:
        reach: how far (pixels) a detected die may lie from its label.
        image: for a picture without a file.
        calibration: everything a person would have taught, where known.
        jetons, pegs (holes): in the pictures that calibration straightens.
        dice_scored: its dice are all labelled.
    """

    path: Path
    corners: Corners | None
    cases: tuple[Case, ...]
    dice: tuple[Die, ...]
    reach: float = 40.0
    image: NDArray[np.uint8] | None = None
    calibration: Calibration | None = None
    jetons: tuple[Mark, ...] = ()
    pegs: tuple[int, ...] = ()
    dice_scored: bool = True


def boards(photos: Path) -> list[Labelled]:
    """Load real backgammon boards; the lighter of two sets is light (white, ivory, cream, blue-grey against black)."""
    known = json.loads((photos / "boards.json").read_text())["boards"]
    return [_board(photos, photo) for photo in known]


QUARTER = 90
"""Degrees by which some boards are turned."""
Part: TypeAlias = Literal["open", "closed"]
SAME_BOARD = {"04": "03", "05": "03", "07": "06", "20": "19", "21": "19"}
"""Pictures of `boards_more` that show the board of an earlier one (the README and set-up notes of the collection)."""
CLOSED_THIRD = 3
"""A board is closed when the SHA-256 of its first picture's name is a multiple of this."""


def part_of(name: str) -> Part:
    """Return whether a board, named after its first picture (`board_01`), may be looked at during development."""
    return "closed" if int(hashlib.sha256(name.encode()).hexdigest(), 16) % CLOSED_THIRD == 0 else "open"


def more_boards(photos: Path, part: Part) -> list[Labelled]:
    """Load boards of `boards_more`, split by board: failures of the closed part are counted and never looked at."""
    kept = []
    for photo in json.loads((photos / "boards_more.json").read_text())["boards"]:
        number = photo["file"][-6:-4]
        if part_of(f"board_{SAME_BOARD.get(number, number)}") == part:
            kept.append(_board(photos, photo))
    return kept


def _board(photos: Path, photo: dict[str, Any]) -> Labelled:
    cases = []
    for name, (count, letter) in photo["points"].items():
        colour = Colour.NONE if not count else Colour.LIGHT if letter in "WL" else Colour.DARK
        row: Row = "far" if name[0] == "T" else "near"
        cases.append(Case(row, int(name[1:]), colour, count, name in photo["points_hidden_or_unsure"]))
    dice = tuple(Die(die["x"], die["y"], die["value"]) for die in photo["dice"])
    first, second, third, fourth = corners_from(photo["corners_TL_TR_BR_BL"])
    wide = second[0] - first[0]
    # If a board is turned by a quarter, its far edge is at the picture's left, and column 1 is at the bottom.
    turned = photo.get("turned") == QUARTER
    corners = (fourth, first, second, third) if turned else (first, second, third, fourth)
    scored = not photo.get("dice_not_scored", False)
    return Labelled(photos / photo["file"], corners, tuple(cases), dice, reach=wide / 35, dice_scored=scored)


def trictrac_renders(photos: Path) -> list[Labelled]:
    """Load rendered trictrac boards made by others."""
    labelled = []
    for line in (photos / "trictrac_renders/truth.jsonl").read_text().splitlines():
        truth = json.loads(line)
        cases = tuple(
            Case(
                case["row"],
                case["column"],
                Colour(case["colour"]),
                case["visible"],
                case["colour"] == "both",
                case["count"] > case["visible"],
            )
            for case in truth["cases"]
        )
        dice = tuple(
            Die(die["top"][0], die["top"][1], die["value"], die["size_px"], not die["flat"]) for die in truth["dice"]
        )
        path = photos / "trictrac_renders" / truth["file"]
        labelled.append(Labelled(path, corners_from(truth["corners"]), cases, dice))
    return labelled


REACH = {"table": 80.0, "burak": 30.0}
"""At most half a die's edge (pixels): labels mark the middle of the whole die, readings that of its upper face."""


def dice(photos: Path, *, kind: str) -> list[Labelled]:
    """Load dice on tables; `kind` is "table" (allowed for training) or "burak"."""
    known = json.loads((photos / "dice.json").read_text())["photos"]
    return [
        Labelled(
            photos / photo["file"],
            None,
            (),
            tuple(Die(d["x"], d["y"], d["value"]) for d in photo["dice"]),
            reach=REACH[kind],
        )
        for photo in known
        if photo["file"].startswith(f"dice/{kind}")
    ]


def dice_wood(photos: Path) -> list[Labelled]:
    """Load ivory dice on a desk, 640 x 480, with boxes round the pips of the upper face."""
    labelled = []
    for path in sorted((photos / "dice_wood").glob("*.jpg")):
        numbers = [line.split() for line in path.with_suffix(".txt").read_text().splitlines() if line.strip()]
        found = tuple(Die(float(x) * 640, float(y) * 480, int(kind) + 1) for kind, x, y, *_ in numbers)
        labelled.append(Labelled(path, None, (), found, reach=20))
    return labelled
