from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.field import Field
from vision.calibration import Calibration, CalibrationError, Lens, corners_from

SQUARE = ((10.0, 10.0), (110.0, 12.0), (108.0, 95.0), (8.0, 99.0))


def number(low: float, high: float) -> st.SearchStrategy[float]:
    return st.floats(low, high, allow_nan=False)


calibrations = st.builds(
    Calibration,
    corners=st.tuples(
        *(st.tuples(number(x, x + 80), number(y, y + 80)) for x, y in ((0, 0), (200, 0), (200, 200), (0, 200)))
    ),
    field=st.none() | st.builds(Field, width=number(200, 900), bar=number(0, 60)),
    talons=st.sampled_from((None, "left", "right")),
    lens=st.none() | st.builds(Lens, st.tuples(*[number(1, 2000)] * 4), st.tuples(*[number(-1, 1)] * 5)),
)


@given(calibrations)
def test_a_calibration_survives_json(calibration: Calibration) -> None:
    """A calibration written and read back is equal to itself."""
    assert Calibration.from_dict(json.loads(json.dumps(calibration.to_dict()))) == calibration


def test_colours_are_known_of_both_sets_or_of_neither() -> None:
    known = Calibration(corners=SQUARE, light=(80.0, 0.0, 5.0), dark=(20.0, 1.0, 2.0))
    assert Calibration.from_dict(known.to_dict()) == known
    with pytest.raises(CalibrationError, match="both sets"):
        replace(known, dark=None)


@pytest.mark.parametrize(
    "corners",
    [
        [],
        [[0, 0], [1, 0], [1, 1]],
        [[0, 0], [1, 0], [1, 1], [0, 1], [0, 2]],
        [[0, 0], [100, 0], [100, 100], ["x", 3]],
        [[0, 0], [100, 0], [100, 100], [float("nan"), 3]],
        [[0, 0], [0, 100], [100, 100], [100, 0]],  # anticlockwise
        [[0, 0], [100, 100], [100, 0], [0, 100]],  # crossed
        [[5, 5], [5, 5], [5, 5], [5, 5]],
        None,
    ],
)
def test_impossible_corners_are_refused(corners: list[list[float]] | None) -> None:
    with pytest.raises(CalibrationError, match="corner"):
        Calibration(corners=corners_from(corners))


@pytest.mark.parametrize("known", [{}, [], None, {"corners": 10**400}, {"corners": [[10**400, 0]] * 4}])
def test_other_json_is_refused(known: Any) -> None:  # noqa: ANN401 - any JSON value may stand in a file
    with pytest.raises(CalibrationError):
        Calibration.from_dict(known)


WRONG: dict[str, list[Any]] = {
    "talons": ["up", []],
    "lens": [3, [], {"camera": "abcd"}, {"camera": [0, 0, 0, 0], "distortion": [0] * 5}],
    "field": [
        None,
        [],
        {"breadth": 3},
        {"width": "440"},
        {"width": True},
        {"bar": 450},
        {"height": 0},
        {"rail": 1e308},
        {"jeton": 0},
    ],
    "light": [None, 3, "abc", [1, 2], [10**400, 0, 0], [1e308, 0, 0]],
}


@pytest.mark.parametrize(("field", "value"), [(field, value) for field, values in WRONG.items() for value in values])
def test_an_impossible_part_is_refused(field: str, value: Any) -> None:  # noqa: ANN401 - any JSON value may stand there
    with pytest.raises(CalibrationError):
        Calibration.from_dict({"corners": SQUARE, "dark": [0, 0, 0], "light": [90, 0, 0], field: value})


def test_a_lens_without_distortion_changes_nothing() -> None:
    image = np.random.default_rng(0).integers(0, 255, (60, 80, 3), np.uint8)
    assert np.array_equal(Lens((100, 100, 40, 30), (0, 0, 0, 0, 0)).straighten(image), image)
