"""Learning a table from its games: which positions count, and when they are written."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray

from events.board_reading import Colour, Trouble
from events.field import Corners
from rules.position import Position, Side
from tablier.devices.calibrate import Learnt, calibrate
from tablier.devices.simulated_source import InventedTable
from tablier.runtime.learner import MISREAD, MOST, Learner, lesson_of
from tablier.storage.calibration_file import Kept, load, save
from tablier.storage.recording import Frame

Image = NDArray[np.uint8]

START = {side: Position.start().counts(side) for side in Side}


@pytest.fixture(scope="module")
def learnt(invented: InventedTable, start: Image, corners: Corners) -> Learnt:
    return calibrate(start, invented.settings, corners)


@pytest.fixture
def path(learnt: Learnt, tmp_path: Path) -> Path:
    save(tmp_path / "calibration.json", Kept(learnt.calibration, (1280, 720)))
    return tmp_path / "calibration.json"


def engine(learnt: Learnt, throw: int, **changes: Any) -> Any:  # noqa: ANN401 - the little of an engine that is asked
    """An engine that has just read the start with a throw on it."""
    said = {"over": False, "doubt": None, "tour": 1, "throw": throw, **changes}
    return SimpleNamespace(
        reading=replace(learnt.reading, t=float(throw), troubles=changes.get("troubles", ())),
        resting=changes.get("resting", True),
        calibration=learnt.calibration,
        state=lambda: SimpleNamespace(**said),
        game=SimpleNamespace(before_play=lambda _state: changes.get("counts", START)),
    )


def test_positions_of_a_game_that_is_over_are_learnt(
    invented: InventedTable, start: Image, learnt: Learnt, path: Path
) -> None:
    learner = Learner(path, invented.settings)
    for throw in range(1, 4):
        learner.saw(Frame(float(throw), start), engine(learnt, throw))
    learner.saw(Frame(9.0, start), engine(learnt, 4, over=True))
    learner.close(engine(learnt, 4))
    taught = load(path).calibration.taught
    assert taught is not None
    assert len(taught.light) >= 3
    assert replace(load(path).calibration, taught=None) == learnt.calibration


@pytest.mark.parametrize(
    "changes",
    [
        {"over": False},
        {"doubt": "doubt-1"},
        {"resting": False},
        {"troubles": (Trouble.SOFT,)},
        {"counts": None},
        {"counts": dict.fromkeys(Side, (0,) * 12 + (3,) * 5 + (0,) * 7)},
    ],
    ids=["not over", "in doubt", "moving", "poorly seen", "between throws", "another position"],
)
def test_nothing_else_is_learnt(
    changes: dict[str, Any], invented: InventedTable, start: Image, learnt: Learnt, path: Path
) -> None:
    learner = Learner(path, invented.settings)
    before = path.read_bytes()
    learner.saw(Frame(1.0, start), engine(learnt, 1, **changes))
    if changes != {"over": False}:
        learner.saw(Frame(9.0, start), engine(learnt, 2, over=True))
    learner.close(engine(learnt, 2))
    assert path.read_bytes() == before


def test_cases_read_otherwise_are_left_out(invented: InventedTable, learnt: Learnt) -> None:
    counts = {side: (14, *[0] * 4, 1, *[0] * 18) if side is Side.BLANCS else START[side] for side in Side}
    standing = lesson_of(learnt.reading, counts, invented.settings)
    assert standing is not None
    missing = invented.settings.seating.place(Side.BLANCS, 6)
    assert missing not in standing
    assert len(standing) == 23
    far = {side: (12 - MISREAD, *[1] * (MISREAD + 1), *[0] * 20) for side in Side}
    assert lesson_of(learnt.reading, far, invented.settings) is None


def test_the_sets_are_those_of_the_settings(invented: InventedTable, learnt: Learnt) -> None:
    standing = lesson_of(learnt.reading, START, invented.settings)
    assert standing is not None
    light = invented.settings.seating.place(Side(invented.settings.table.light), 1)
    assert standing[light][0] is Colour.LIGHT
    table = msgspec.structs.replace(invented.settings.table, light="noirs")
    other = lesson_of(learnt.reading, START, msgspec.structs.replace(invented.settings, table=table))
    assert other is not None
    assert light not in other


def test_a_file_that_cannot_be_written_costs_nothing(
    invented: InventedTable, start: Image, learnt: Learnt, tmp_path: Path
) -> None:
    learner = Learner(tmp_path / "none.json", invented.settings)
    for throw in range(MOST + 2):
        learner.saw(Frame(float(throw), start), engine(learnt, throw))
    learner.saw(Frame(99.0, start), engine(learnt, 99, over=True))
    learner.close(engine(learnt, 99))
    assert not (tmp_path / "none.json").exists()


def test_an_evening_of_tours_leaves_a_few_compressed_pictures(
    invented: InventedTable, start: Image, learnt: Learnt, path: Path
) -> None:
    """What the learner holds does not grow with the tours, and is less than one picture of the camera."""
    learner = Learner(path, invented.settings)
    for tour in range(3):
        for throw in range(MOST):
            learner.saw(Frame(float(throw), start), engine(learnt, throw, tour=tour))
        learner.saw(Frame(99.0, start), engine(learnt, 99, tour=tour, over=True))
    held = [*learner._lessons, *learner._confirmed]
    assert len(held) == MOST
    assert sum(len(packed) for packed, _ in held) < start.nbytes
