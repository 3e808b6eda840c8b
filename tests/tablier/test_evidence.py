"""Evidence: pictures at rest before and after, on disk first. The oldest are deleted first, never this game's."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from events.rulings import Doubt, Played, Window
from events.trictrac.rulings import FaultRuled
from rules.fault import Fault, FaultName
from rules.position import Side
from tablier.storage.evidence import Evidence, picture, pictures
from tablier.storage.recording import Frame

BLANCS, NOIRS = Side
FAULT = FaultRuled("7", 9.0, 5, Fault(FaultName.FAUSSE_CASE_2, BLANCS, "Jeu 3", (7,)), NOIRS, Window.OPEN, "7")
PLENTY = 1e9


def frame(grey: int, width: int = 320) -> Frame:
    return Frame(float(grey), np.full((width * 9 // 16, width, 3), grey, np.uint8))


def grey(data: bytes | None) -> int:
    assert data is not None
    image: npt.NDArray[np.uint8] | None = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)  # type: ignore[assignment] # pixels are bytes
    assert image is not None
    return round(float(image.mean()))


def played(evidence: Evidence, *greys: int) -> None:
    """Play a board at rest, a hand, and a board at rest again, once per picture."""
    for value in greys:
        evidence.saw(frame(0), resting=False)
        evidence.saw(frame(value), resting=True)


def test_the_pictures_are_of_the_board_at_rest_before_and_after_the_last_movement(tmp_path: Path) -> None:
    evidence = Evidence(tmp_path, 3, PLENTY)
    played(evidence, 40, 80, 120)
    evidence.saw(frame(121), resting=True)
    assert evidence.of(FAULT) == ("3-7-before", "3-7-after")
    assert grey(picture(tmp_path, "3-7-before")) == 80
    assert grey(picture(tmp_path, "3-7-after")) == 121


def test_a_faults_later_rulings_keep_its_first_pictures(tmp_path: Path) -> None:
    """This holds after the table was killed in between, too."""
    evidence = Evidence(tmp_path, 3, PLENTY)
    played(evidence, 40, 80)
    first = evidence.of(FAULT)
    claimed = replace(FAULT, id="9", window=Window.CLAIMED)
    for again in (evidence, Evidence(tmp_path, 3, PLENTY)):
        played(again, 120, 160)
        assert again.of(claimed) == first
    assert grey(picture(tmp_path, first[0])) == 40
    assert pictures(tmp_path, 3).keys() == {"7"}


def test_nothing_is_kept_of_what_nobody_doubts_nor_without_a_camera(tmp_path: Path) -> None:
    evidence = Evidence(tmp_path / "none", 3, PLENTY)
    assert evidence.of(FAULT) == ()
    played(evidence, 40)
    assert evidence.of(Played("8", 1.0, 5, BLANCS, (6, 4), (), lawful=True)) == ()
    assert not (tmp_path / "none").exists()
    assert evidence.of(Doubt("q1.5.1", 1.0, 5, BLANCS, (), ())) == ("3-q1.5.1-after",)


def test_the_oldest_go_first_and_never_those_of_the_game_under_way(tmp_path: Path) -> None:
    """The oldest is the earlier game, whatever the clock said at the time."""
    for game in (1, 2):
        evidence = Evidence(tmp_path, game, PLENTY)
        played(evidence, 40, 80)
        evidence.of(FAULT)
        for path in tmp_path.glob(f"{game}-*"):
            os.utime(path, (9 - game, 9 - game))
    size = sum(path.stat().st_size for path in tmp_path.iterdir()) / 4
    now = Evidence(tmp_path, 3, 4.5 * size)
    played(now, 40, 80)
    now.of(FAULT)
    assert {path.name for path in tmp_path.iterdir()} == {
        "2-7-before.jpg", "2-7-after.jpg", "3-7-before.jpg", "3-7-after.jpg",
    }  # fmt: skip
    assert len(now.of(replace(FAULT, id="8", about="8"))) == 2
    assert len(pictures(tmp_path, 2)) == 0
    assert now.of(replace(FAULT, id="9", about="9")) == (), "this game alone has reached the limit"
    assert pictures(tmp_path, 3).keys() == {"7", "8"}


def test_a_disk_that_takes_nothing_costs_the_pictures_and_not_the_game(tmp_path: Path) -> None:
    (tmp_path / "evidence").write_text("a file where the folder should be")
    evidence = Evidence(tmp_path / "evidence", 3, PLENTY)
    played(evidence, 40, 80)
    assert evidence.of(FAULT) == ()


def test_a_large_picture_is_kept_smaller(tmp_path: Path) -> None:
    evidence = Evidence(tmp_path, 3, PLENTY)
    evidence.saw(frame(90, width=1920), resting=True)
    (name,) = evidence.of(FAULT)
    data = np.frombuffer(picture(tmp_path, name) or b"", np.uint8)
    image = cv2.imdecode(data, cv2.IMREAD_COLOR)
    assert image is not None
    assert image.shape == (720, 1280, 3)


@pytest.mark.parametrize("name", ["../secret", "3-7-before/../../secret", "3-7", "", "3-7-during", "3-\x00-before"])
def test_only_names_of_pictures_are_looked_up(tmp_path: Path, name: str) -> None:
    (tmp_path / "evidence").mkdir()
    (tmp_path / "secret.jpg").write_bytes(b"secret")
    assert picture(tmp_path / "evidence", name) is None
