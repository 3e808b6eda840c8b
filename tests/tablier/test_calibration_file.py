"""The calibration's file: what was written can be read; for anything else the error says what to do."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from events.field import Field
from tablier.storage.calibration_file import CalibrationFileError, Kept, load, save
from vision.calibration import Calibration, Lens

CORNERS = ((10.0, 20.0), (600.0, 25.0), (620.0, 450.0), (5.0, 440.0))
WHOLE = Kept(
    Calibration(
        corners=CORNERS,
        field=Field(bar=31.5),
        light=(70.0, 1.0, 20.0),
        dark=(30.0, 2.0, 3.0),
        lens=Lens((900.0, 901.0, 320.0, 240.0), (0.1, 0.0, 0.0, 0.0, 0.0)),
        talons="right",
    ),
    (640, 480),
)


@pytest.mark.parametrize("kept", [WHOLE, Kept(Calibration(corners=CORNERS), (640, 480))])
def test_a_stored_calibration_is_read_back(tmp_path: Path, kept: Kept) -> None:
    path = tmp_path / "new folder" / "calibration.json"
    save(path, kept)
    assert load(path) == kept
    assert [each.name for each in path.parent.iterdir()] == ["calibration.json"]


def test_a_missing_calibration_is_none(tmp_path: Path) -> None:
    with pytest.raises(CalibrationFileError, match=r"there is no .*a\.json$"):
        load(tmp_path / "a.json")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no calibration"),
        ("[]", "no calibration"),
        ("[" * 60_000, "no calibration"),
        (" " * 1_100_000, "larger than any"),
        ('{"size": [640, 480]}', "'corners'"),
        ('{"corners": [[0,0],[9,0],[9,9],[0,9]]}', "'size' is missing"),
        ('{"size": [0, 480], "corners": [[0,0],[9,0],[9,9],[0,9]]}', "size: "),
        ('{"size": [640, 480], "corners": [[0,0],[9,0],[9,9],[0,9]], "light": ["a",1,2]}', "no calibration"),
        ('{"size": [640, 480], "corners": [[0,0],[0,9],[9,9],[9,0]]}', "clockwise"),
    ],
)
def test_a_file_that_is_no_calibration_is_named(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "a.json"
    path.write_text(text)
    with pytest.raises(CalibrationFileError, match=rf"a\.json.*{message}"):
        load(path)


def test_a_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(CalibrationFileError, match="Is a directory"):
        load(tmp_path)


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=10,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(name=st.sampled_from(["size", "corners", "field", "light", "dark", "lens", "talons"]), value=JSON)
def test_any_value_is_used_or_refused(tmp_path: Path, name: str, value: object) -> None:
    whole = {"size": [640, 480], **WHOLE.calibration.to_dict(), name: value}
    path = tmp_path / "a.json"
    path.write_text(json.dumps(whole))
    try:
        load(path)
    except CalibrationFileError as error:
        assert "a.json" in str(error)  # noqa: PT017 - either outcome is right
