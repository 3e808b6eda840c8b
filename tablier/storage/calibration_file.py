"""The file of a camera's calibration: JSON as `vision.calibration` defines it, and the size of its pictures.

A measured lens is kept there too. It is wrong for pictures of another size.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tablier.storage.files import replacing
from vision.calibration import Calibration, CalibrationError, Lens
from vision.picture_file import UnreadableImageError, load_image
from vision.table.lens import chart_in, measure

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


@dataclass(frozen=True, slots=True)
class MeasuredLens:
    """A lens, and the width and height in pixels of the pictures it fits."""

    lens: Lens
    size: tuple[int, int]

    def of(self, image: NDArray[np.uint8]) -> Lens:
        """Return the lens for a picture.

        Raises CalibrationError when the picture has another size.
        """
        height, width = image.shape[:2]
        if (width, height) != self.size:
            raise CalibrationError(
                f"the lens was measured in pictures of {self.size[0]} x {self.size[1]}, this one is {width} x "
                f"{height}: measure it again with --charts, or forget it with --no-lens"
            )
        return self.lens


def kept_lens(path: Path) -> MeasuredLens | None:
    """Return the lens in a calibration file; None when there is no such file, or no lens in it."""
    try:
        kept = load(path)
    except CalibrationFileError:
        return None
    return None if kept.calibration.lens is None else MeasuredLens(kept.calibration.lens, kept.size)


def lens_of_charts(pictures: Iterable[Path]) -> MeasuredLens:
    """Measure the lens from pictures of the printed chart.

    Raises CalibrationError naming a picture without a chart, or saying what is missing; OSError.
    """
    views = []
    for path in pictures:
        try:
            view = chart_in(load_image(path))
        except UnreadableImageError as error:
            raise CalibrationError(str(error)) from None
        if view is None:
            raise CalibrationError(f"{path}: no lens chart is to be seen in it")
        views.append(view)
    return MeasuredLens(measure(views), views[0].size)
