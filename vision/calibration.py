"""The calibration of one camera over one board: the floor's place, its measures, its two sets, the lens."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, fields
from functools import lru_cache
from typing import Any, Literal, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from events.field import Corners, Field
from vision.taught import Taught

Lab: TypeAlias = tuple[float, float, float]
Talons: TypeAlias = Literal["left", "right"]


FURTHEST = 2**16
"""Greatest distance of a corner from the image's top left, pixels: four times the largest image that is read."""


LARGEST_MEASURE = 10_000
"""Millimetres; no board is ten metres wide."""
LARGEST_COLOUR = 128
"""Of L, a and b: CIE Lab goes from 0 to 100, and from -128 to 127."""


class CalibrationError(ValueError):
    """A calibration is not valid. The message says what was wrong and what was expected.

    what: the name of the mistake, by which other languages phrase it; "" for mistakes only a file or program makes.
    values: the values in its message.
    """

    def __init__(self, message: str, what: str = "", **values: object) -> None:
        super().__init__(message)
        self.what = what
        self.values = values


@dataclass(frozen=True, slots=True)
class Lens:
    """A camera's inner geometry, as OpenCV has it.

    camera: fx, fy, cx, cy in pixels; distortion: k1, k2, p1, p2, k3.
    """

    camera: tuple[float, float, float, float]
    distortion: tuple[float, float, float, float, float]

    def __post_init__(self) -> None:
        """Raise CalibrationError for a focal length of 0 or less."""
        if min(self.camera[:2]) <= 0:
            raise CalibrationError(f"lens.camera: expected fx and fy above 0, not {self.camera[:2]!r}")

    @property
    def matrix(self) -> NDArray[np.float64]:
        """The camera as a 3x3."""
        fx, fy, cx, cy = self.camera
        return np.array([[fx, 0, cx], [0, fy, cy], [0, 0, 1.0]])

    def straighten(self, image: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return the image as a lens without distortion would have made it, at the same size."""
        across, down = _straightening(self, (image.shape[1], image.shape[0]))
        return np.asarray(cv2.remap(image, across, down, cv2.INTER_LINEAR), np.uint8)

    def straighten_points(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the places of points (n, 2; pixels) of the image in the straightened one."""
        return np.asarray(
            cv2.undistortPoints(
                points.reshape(-1, 1, 2).astype(np.float64), self.matrix, np.array(self.distortion), P=self.matrix
            ).reshape(-1, 2),
            np.float64,
        )


@lru_cache(maxsize=2)
def _straightening(lens: Lens, size: tuple[int, int]) -> tuple[NDArray[np.int16], NDArray[np.uint16]]:
    """Return OpenCV's maps for one lens and one size of picture; making them takes longer than using them."""
    across, down = cv2.initUndistortRectifyMap(
        lens.matrix, np.array(lens.distortion), None, lens.matrix, size, cv2.CV_16SC2
    )
    return np.asarray(across, np.int16), np.asarray(down, np.uint16)


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibration:
    """One camera over one board.

    Attributes:
        corners: The floor's, in pixels of the (straightened) image, clockwise from its top left.
        field: The board's measures, None when they are to be learnt from each image.
        light, dark: Mean CIE Lab colours of the two sets (L 0..100, a and b -128..127); None when each image is to
            separate them.
        lens: None for a lens that needs no straightening.
        talons: The side of the image with both talons. If it is None, the jetons' marks are not read.
        taught: The looks of the table that a person taught, if any.
    """

    corners: Corners
    field: Field | None = None
    light: Lab | None = None
    dark: Lab | None = None
    lens: Lens | None = None
    talons: Talons | None = None
    taught: Taught | None = None

    def __post_init__(self) -> None:
        """Raise CalibrationError for corners that are not a convex quadrilateral seen from above, or for bad values."""
        check_corners(self.corners)
        if (self.light is None) != (self.dark is None):
            raise CalibrationError("expected the colours of both sets, or of neither")
        if self.talons not in (None, "left", "right"):
            raise CalibrationError(f"talons: expected left or right, not {self.talons!r}")

    def to_dict(self) -> dict[str, Any]:
        """Return plain lists and numbers, for JSON or TOML; unknown values are left out."""
        known: dict[str, Any] = {"corners": [list(corner) for corner in self.corners]}
        if self.field is not None:
            known["field"] = {measure.name: getattr(self.field, measure.name) for measure in fields(Field)}
        if self.light is not None and self.dark is not None:
            known["light"], known["dark"] = list(self.light), list(self.dark)
        if self.lens is not None:
            known["lens"] = {"camera": list(self.lens.camera), "distortion": list(self.lens.distortion)}
        if self.talons is not None:
            known["talons"] = self.talons
        if self.taught is not None:
            known["taught"] = self.taught.to_dict()
        return known

    @classmethod
    def from_dict(cls, known: dict[str, Any]) -> Calibration:
        """Return the calibration of a `to_dict`.

        Raises CalibrationError naming the missing or malformed value.
        """
        try:
            lens = known.get("lens")
            field = _measures(known["field"]) if "field" in known else None
            return cls(
                corners=corners_from(known["corners"]),
                field=field,
                light=_colour(known["light"]) if "light" in known else None,
                dark=_colour(known["dark"]) if "dark" in known else None,
                lens=Lens(_numbers(lens["camera"], 4), _numbers(lens["distortion"], 5)) if lens is not None else None,
                talons=known.get("talons"),
                taught=Taught.from_dict(known["taught"]) if "taught" in known else None,
            )
        except KeyError as missing:
            raise CalibrationError(f"a calibration needs {missing.args[0]!r}") from missing
        except CalibrationError:
            raise
        except (TypeError, ValueError, AttributeError, OverflowError) as misshapen:
            raise CalibrationError(f"not a calibration: {misshapen}") from misshapen


def check_corners(corners: Corners) -> None:
    """Check that corners are those of a floor, clockwise from the image's top left.

    Raises CalibrationError when they are not.
    """
    numbers = [value for corner in corners for value in corner]
    if len(numbers) != 8 or not all(abs(value) <= FURTHEST for value in numbers):
        raise CalibrationError(f"four corners of two numbers from -{FURTHEST} to {FURTHEST} expected, not {corners!r}")
    turns = []
    for (ax, ay), (bx, by), (cx, cy) in zip(
        corners, (*corners[1:], corners[0]), (*corners[2:], *corners[:2]), strict=True
    ):
        turns.append((bx - ax) * (cy - by) - (by - ay) * (cx - bx))
    if min(turns) <= 0:
        raise CalibrationError(
            f"the corners {corners!r} do not go round a floor clockwise from its top left", "crossed"
        )


def corners_from(values: Any) -> Corners:  # noqa: ANN401 - comes from a file or a command line
    """Return four corners from nested lists of numbers.

    Raises CalibrationError for anything else.
    """
    try:
        one, two, three, four = ((float(x), float(y)) for x, y in values)
    except (TypeError, ValueError, OverflowError) as misshapen:
        raise CalibrationError(f"four corners of two numbers expected, not {values!r}") from misshapen
    return (one, two, three, four)


def _measures(values: dict[str, Any]) -> Field:
    for name, value in values.items():
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < LARGEST_MEASURE:
            raise CalibrationError(f"field.{name}: {value!r}, expected millimetres, 0 to {LARGEST_MEASURE}")
    field = Field(**values)
    if empty := [name for name, value in asdict(field).items() if not value and name != "bar"]:
        raise CalibrationError(f"field.{empty[0]}: 0, expected millimetres over 0")
    if not field.bar < field.width:
        raise CalibrationError(f"not a floor: {field.width} mm wide with a bar of {field.bar} mm")
    return field


def _colour(values: Any) -> Lab:  # noqa: ANN401 - comes from a file
    colour: Lab = _numbers(values, 3)
    if max(map(abs, colour)) > LARGEST_COLOUR:
        raise CalibrationError(f"a CIE Lab colour expected, not {values!r}")
    return colour


def _numbers(values: Any, count: int) -> Any:  # noqa: ANN401 - comes from a file; the length is checked here
    numbers = tuple(float(value) for value in values)
    if len(numbers) != count or not all(math.isfinite(value) for value in numbers):
        raise CalibrationError(f"{count} finite numbers expected, not {values!r}")
    return numbers
