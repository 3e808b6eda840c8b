"""The file of a camera's calibration: JSON as `vision.calibration` defines it, and the size of its pictures."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from tablier.storage.whole_file import replacing
from vision.calibration import Calibration

if TYPE_CHECKING:
    from pathlib import Path

LARGEST: Final = 1 << 20
"""Bytes. A calibration takes a few hundred; what was taught of the table adds up to some 300,000."""


class CalibrationFileError(ValueError):
    """The file is missing, or holds no calibration. The message names it."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A calibration, and the width and height in pixels of the pictures it is for."""

    calibration: Calibration
    size: tuple[int, int]


def load(path: Path) -> Kept:
    """Read a calibration.

    Raises CalibrationFileError.
    """
    try:
        with path.open("rb") as file:
            text = file.read(LARGEST + 1)
    except FileNotFoundError:
        raise CalibrationFileError(f"there is no {path}") from None
    except OSError as error:
        raise CalibrationFileError(f"{path}: {error.strerror}") from None
    if len(text) > LARGEST:
        raise CalibrationFileError(f"{path}: larger than any calibration")
    try:
        known = json.loads(text)
        return Kept(Calibration.from_dict(known), _size(known["size"]))
    except KeyError as missing:
        raise CalibrationFileError(f"{path}: {missing.args[0]!r} is missing") from None
    except (ValueError, TypeError, AttributeError, OverflowError, RecursionError) as error:
        raise CalibrationFileError(f"{path}: no calibration ({error})") from None


def _size(value: object) -> tuple[int, int]:
    match value:
        case [int(width), int(height)] if width > 0 and height > 0:
            return width, height
    raise ValueError(f"size: {value!r}, expected the width and height of a picture")


def save(path: Path, kept: Kept) -> None:
    """Replace the calibration in a file.

    Raises OSError.
    """
    values: dict[str, Any] = {"size": list(kept.size), **kept.calibration.to_dict()}
    with replacing(path, folder=True) as file:
        file.write(json.dumps(values, indent=1).encode() + b"\n")
