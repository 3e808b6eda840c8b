"""The report of a sitting: written when a tour ends and when the table closes, and by `tablier report`."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path

import cv2
import numpy as np
import pytest

from events.acts import Act, DameLifted, DamePlaced, DiceThrown, PlayEnded
from events.codec import text_of
from events.rulings import ThrowWorth
from events.trictrac.rulings import TourWon
from rules.position import Side
from simulation.timeline import SimulatedTable
from tablier.cli import main
from tablier.runtime.report import ON_PAPER, SittingReport, report_of
from tablier.storage.evidence import EVIDENCE
from tablier.storage.journal import Journal
from tablier.storage.recording import Recorder
from tablier.storage.settings import Settings, TableSettings
from tablier.storage.settings_file import toml_of
from tests.waiting import eventually

BLANCS, NOIRS = Side
ACTS: tuple[Act, ...] = (
    DiceThrown(1.0, BLANCS, (6, 4), good=True),
    DameLifted(2.0, BLANCS, 1),
    DamePlaced(2.5, BLANCS, 4),
    DameLifted(3.0, BLANCS, 1),
    DamePlaced(3.5, BLANCS, 5),
    PlayEnded(4.0, BLANCS),
)
"""Blancs play six and four: a three, which no die allows, and a four."""
WON = TourWon("9", 9.0, 5, BLANCS, 12, 0, grande_bredouille=False, pavillon=False)
WIDE = cv2.imencode(".jpg", np.full((720, 1280, 3), 90, np.uint8))[1].tobytes()


def settings_of(folder: Path) -> list[str]:
    (folder / "table.toml").write_text(toml_of(Settings(table=TableSettings(language="en"))))
    return ["--settings", str(folder / "table.toml")]


def journal(folder: Path, acts: Iterable[Act] = ACTS) -> Journal:
    found = Journal(folder / "var" / "journal.db")
    found.start(1.0, toml_of(Settings(table=TableSettings(mode="referee", language="en"))))
    found.add([(act.t, "act", text_of(act)) for act in acts])
    return found


def test_the_coach_judges_the_plays_of_a_sitting_when_asked() -> None:
    """A play that loses is drawn twice, with the better one; a table at work leaves all of it out."""
    settings = Settings(table=TableSettings(mode="referee"))
    acts = [happened for happened in SimulatedTable(1, profile="referee").events() if isinstance(happened, Act)]
    plain = report_of(settings, acts, "en", 1)
    analysed = report_of(settings, acts, "en", 1, analysed=True)
    assert "There was a better play" not in plain
    worst = analysed[analysed.index("There was a better play") :]
    assert worst.count("The play made</figcaption>") == worst.count("The best play</figcaption>") >= 2
    assert worst.count('class="way"') >= 2, "arrows"
    assert analysed.count('class="chart"') == plain.count('class="chart"') + 1


def sitting(folder: Path) -> SittingReport:
    return SittingReport(folder / "var" / "journal.db", folder / "games", folder / EVIDENCE, 1, "en")


def test_a_tour_won_is_written_at_once_and_printed(tmp_path: Path) -> None:
    journal(tmp_path).close()
    with sitting(tmp_path) as report:
        report.add(ThrowWorth("1", 1.0, 1, BLANCS, (6, 4), (), 2))
        assert not (tmp_path / "games").exists()
        report.add(WON)
        eventually((tmp_path / "games" / "game-1.html").exists)
    assert "White: neither a number nor the sum." in (tmp_path / "games" / "game-1.html").read_text()
    if shutil.which("chromium"):
        assert (tmp_path / "games" / "game-1.pdf").read_bytes().startswith(b"%PDF")


def test_a_sitting_broken_off_is_written_when_the_table_closes(tmp_path: Path) -> None:
    journal(tmp_path, ()).close()
    with sitting(tmp_path):
        pass
    assert not (tmp_path / "games").exists(), "nothing was played"
    with Journal(tmp_path / "var" / "journal.db") as kept:
        kept.add([(act.t, "act", text_of(act)) for act in ACTS])
    with sitting(tmp_path):
        pass
    assert "White: neither" in (tmp_path / "games" / "game-1.html").read_text()
    assert not (tmp_path / "games" / "game-1.pdf").exists()


def test_a_report_that_cannot_be_written_does_not_end_the_game(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    journal(tmp_path).close()
    (tmp_path / "games").write_text("a file")
    with sitting(tmp_path) as report:
        report.add(WON)
    assert "the report is not written" in caplog.text


def test_pictures_are_made_small_for_paper() -> None:
    settings = Settings(table=TableSettings(mode="referee"))
    plain = report_of(settings, ACTS, "en", 1)
    html = report_of(settings, ACTS, "en", 1, {"f0.1.1": (WIDE, b"no picture")})
    assert html.count("<img") == 2
    assert len(html) - len(plain) < len(WIDE) * 4 / 3
    assert ON_PAPER < 1280


def test_the_command_writes_the_last_game_or_the_one_that_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = settings_of(tmp_path)
    assert main(["report", *settings]) == 1
    assert "there is no journal: nothing was played here" in capsys.readouterr().err
    journal(tmp_path).close()
    (tmp_path / "var" / EVIDENCE).mkdir()
    assert main(["report", *settings]) == 0
    path = tmp_path / "var" / "games" / "game-1.html"
    assert capsys.readouterr().out == f"{path}\n"
    assert "What game 1 teaches" in path.read_text()
    assert main(["report", *settings, "--game", "1", "--language", "fr", "--to", str(tmp_path / "fr.html")]) == 0
    assert "Ce que la partie 1 apprend" in (tmp_path / "fr.html").read_text()
    assert main(["report", *settings, "--game", "4"]) == 1
    assert "no game 4; there are: 1" in capsys.readouterr().err


def test_the_command_reports_on_a_recording(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Recorder(tmp_path / "rec", toml_of(Settings())) as recorder:
        recorder.input(1.0, "correct", {"dice": [6, 4]})
        recorder.input(2.0, "pause", {"paused": True})
    assert main(["report", str(tmp_path / "rec")]) == 0
    assert "Ce que la partie" in (tmp_path / "rec" / "report.html").read_text()
    with Recorder(tmp_path / "other", toml_of(Settings(table=TableSettings(game="backgammon")))):
        pass
    assert main(["report", str(tmp_path / "other")]) == 1
    assert "other is backgammon: no report is made of it" in capsys.readouterr().err
    assert main(["report", str(tmp_path / "none")]) == 1
    assert "none: there is no such folder" in capsys.readouterr().err
