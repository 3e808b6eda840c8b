"""The measured lens, with the size of the pictures it was measured in. It is wrong for pictures of another size."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tablier.storage.calibration_file import CalibrationFileError, load
from vision.calibration import CalibrationError, Lens
from vision.picture_file import UnreadableImageError, load_image
from vision.table.lens import chart_in, measure

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray


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
