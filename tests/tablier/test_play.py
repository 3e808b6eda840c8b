"""`tablier play` as people start it: a real process, a real Ctrl-C, the firmware on a pseudo-terminal, a film."""

from __future__ import annotations

import contextlib
import datetime
import os
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import cv2
import numpy as np
import pytest

from events.acts import Declaration, Declared
from events.codec import act_of, text_of
from events.peg_reading import Button
from events.rulings import Played, ThrowWorth
from events.trictrac.rulings import TourWon
from referee.games import take_in
from rules.play import Move
from rules.position import Side
from rules.record.reading import parse
from simulation.devices.virtual_board import VirtualBoard
from tablier.cli import main
from tablier.devices.simulated_source import InventedTable
from tablier.games import game_played, known_acts
from tablier.games.plan import Plan
from tablier.runtime.analyst import Analyst
from tablier.runtime.game_book import GameBook, on_paper
from tablier.runtime.play import clock_from
from tablier.runtime.resume import CannotResume, resume
from tablier.runtime.startup import begin
from tablier.storage.calibration_file import Kept, save
from tablier.storage.journal import Journal, JournalError
from tablier.storage.lock import is_running
from tablier.storage.paths import Site
from tablier.storage.settings import Settings, TableSettings
from tablier.storage.settings_file import toml_of
from tests.tablier.kept_games import SIX_AND_FOUR, keep_game
from tests.tablier.running import HELD, TABLIER, Running
from tests.waiting import eventually

BLANCS, NOIRS = Side
DAY = datetime.date(2026, 11, 20)
LINES = tuple(text_of(act) for act in SIX_AND_FOUR)


def acts_on_disk(folder: Path) -> list[object]:
    with contextlib.closing(sqlite3.connect(folder / "var" / "journal.db")) as db:
        return [act_of(text, known_acts()) for (text,) in db.execute("SELECT text FROM entry WHERE kind = 'act'")]


def declared(folder: Path) -> list[object]:
    """Players' button presses; that fichets are felt, or no longer, is an act too."""
    return [act for act in acts_on_disk(folder) if isinstance(act, Declared)]


@pytest.fixture(scope="module")
def start_picture() -> tuple[InventedTable, object]:
    invented = InventedTable(Plan(seed=1, mode="score"))
    return invented, invented.picture(0.0, 0)


@pytest.fixture
def table(tmp_path: Path, start_picture: tuple[InventedTable, object]) -> Path:
    """Return a folder with a film of a table at rest, its calibration, and settings without real devices."""
    invented, picture = start_picture
    cv2.imwrite(str(tmp_path / "start.png"), picture)  # type: ignore[call-overload] # a picture
    save(tmp_path / "calibration.json", Kept(invented.calibration, (1280, 720)))
    (tmp_path / "table.toml").write_text(
        '[camera]\nsource = "film"\nfilm = "start.png"\n[voice]\non = false\n[table]\nlanguage = "en"\n'
        "[page]\non = false\n"
    )
    return tmp_path


def test_a_button_pressed_is_on_disk_and_a_table_killed_goes_on(table: Path) -> None:
    with VirtualBoard(link=table / "board") as board:
        settings = (table / "table.toml").read_text()
        (table / "table.toml").write_text(f'{settings}[sensors]\nlink = "serial"\nport = "{table / "board"}"\n')
        with Running(table, "play", "--settings", "table.toml", "--log", "info") as running:
            running.until("Camera: film")
            running.until("Ready. Ctrl-C ends it; the game is kept.")
            running.once("link up")
            board.press("near", Button.ADOUBE, milliseconds=HELD)
            eventually(lambda: len(acts_on_disk(table)) == 1)
            running.kill()
        with Running(table, "play", "--settings", "table.toml", "--log", "info") as again:
            again.until("The game goes on where it was: tour 1, throw 0, blancs to play")
            again.once("link up")
            board.press("far", Button.ADOUBE, milliseconds=HELD)
            eventually(lambda: len(acts_on_disk(table)) == 2)
            assert again.interrupt() == 0
        first, second = acts_on_disk(table)
    assert isinstance(first, Declared)
    assert isinstance(second, Declared)
    assert (first.side, first.what) == (BLANCS, Declaration.J_ADOUBE)
    assert (second.side, second.what) == (NOIRS, Declaration.J_ADOUBE)
    assert second.t > first.t, "the game's clock goes on"


def test_with_nothing_there_at_all_it_says_so_once_and_goes_on(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text(
        '[camera]\ndevice = 63\n[sensors]\nlink = "serial"\nport = "/dev/none"\n[mqtt]\nhost = "127.0.0.1"\nport = 9\n'
        '[voice]\non = false\n[table]\nlanguage = "en"\n[page]\non = false\n'
    )
    with Running(tmp_path, "play", "--settings", "table.toml") as running:
        running.until("The camera is not used: there is no calibration.json. To make a calibration: tablier calibrate")
        running.until("Ready.")
        running.until("The camera is gone; the game goes on without it.")
        assert running.interrupt() == 0
    said = "\n".join(running.said)
    assert said.count("there is no /dev/video63") == 1
    assert said.count("The displays no longer get anything; the game goes on.") == 1
    assert said.count("The hole sensors do not answer; the game goes on without them.") == 1


RIBBON = """#!{python}
import itertools, sys, time
from pathlib import Path
import cv2, numpy
for number in itertools.count():
    if Path("unplugged").exists():
        sys.exit("ERROR: *** no cameras available ***")
    picture = numpy.full((720, 1280, 3), 90 + number % 2, numpy.uint8)
    sys.stdout.buffer.write(cv2.imencode(".jpg", picture)[1].tobytes())
    sys.stdout.buffer.flush()
    time.sleep(0.1)
"""


def test_camera_and_board_vanish_and_come_back(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is announced once when lost and once when back; buttons work while the camera is away, and after."""
    program = table / "rpicam-vid"
    program.write_text(RIBBON.format(python=sys.executable))
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{table}:{os.environ['PATH']}")
    with VirtualBoard(link=table / "board") as board:
        text = (table / "table.toml").read_text().replace('source = "film"', 'source = "csi"')
        (table / "table.toml").write_text(f'{text}[sensors]\nlink = "serial"\nport = "{table / "board"}"\n')
        with Running(table, "play", "--settings", "table.toml", "--log", "info") as running:
            running.until("Camera: Raspberry Pi camera. Sensors: serial.")
            running.once("link up")
            (table / "unplugged").touch()
            running.until("The camera is gone; the game goes on without it.")
            board.press("near", Button.ADOUBE, milliseconds=HELD)
            eventually(lambda: len(declared(table)) == 1)
            (table / "unplugged").unlink()
            running.until("The camera is back.")
            board.unplug()
            running.until("The hole sensors do not answer; the game goes on without them.")
            board.plug()
            running.until("The hole sensors answer again.")
            board.press("far", Button.ADOUBE, milliseconds=HELD)
            eventually(lambda: len(declared(table)) == 2)
            assert running.interrupt() == 0
    for announced in (
        "camera is gone",
        "camera is back",
        "hole sensors do not answer",
        "hole sensors answer again",
        "no cameras available",
    ):
        assert "\n".join(running.said).count(announced) == 1, announced


def test_one_table_at_a_time(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A second table is refused, the doctor leaves the first its devices, and a killed table blocks no other."""
    settings = ["--settings", str(table / "table.toml")]
    with Running(table, "play", "--settings", "table.toml") as running:
        running.until("Ready.")
        assert main(["play", *settings]) == 1
        assert main(["record", str(table / "rec"), *settings]) == 1
        said = capsys.readouterr().err
        assert said.count(f"a table is running already over {table / 'var'}") == 2
        assert main(["doctor", *settings]) == 0
        assert "note   table        a table is running over" in capsys.readouterr().out
        running.kill()
    with Running(table, "play", "--settings", "table.toml") as again:
        again.until("Ready.")
        assert again.interrupt() == 0
    assert not is_running(table / "var")
    assert not is_running(table / "none")


def test_the_system_ends_it_as_well(table: Path) -> None:
    with Running(table, "play", "--settings", "table.toml") as running:
        running.until("Ready.")
        assert running.terminate() == 0


def test_a_journal_that_is_damaged_is_set_aside_and_the_game_kept_in_another(table: Path) -> None:
    (table / "var").mkdir()
    (table / "var" / "journal.db").write_bytes(b"no database at all" * 100)
    with Running(table, "play", "--settings", "table.toml") as running:
        running.until("It is set aside as var/journal.db.damaged-1, and a new one is begun.")
        running.until("Ready. Ctrl-C ends it; the game is kept.")
        assert running.interrupt() == 0
    assert (table / "var" / "journal.db.damaged-1").read_bytes().startswith(b"no database")
    with Journal(table / "var" / "journal.db") as journal:
        assert journal.game == 1


def test_a_table_that_can_keep_nothing_says_so_and_goes_on(table: Path) -> None:
    (table / "var").mkdir()
    (table / "var" / "journal.db").mkdir()
    with Running(table, "play", "--settings", "table.toml") as running:
        assert "var/journal.db" in running.until("Nothing is kept of this game")
        running.until("Ready. Ctrl-C ends it.")
        assert running.interrupt() == 0


def test_a_camera_of_another_size_than_calibrated_is_said_and_not_used(table: Path) -> None:
    cv2.imwrite(str(table / "start.png"), np.zeros((360, 640, 3), np.uint8))
    with Running(table, "play", "--settings", "table.toml") as running:
        running.until("The camera is not used: it gives 640 x 360, and was calibrated with 1280 x 720.")
        assert running.interrupt() == 0
    assert "\n".join(running.said).count("is not used") == 1


def test_settings_that_cannot_be_used(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "table.toml").write_text("[camera]\nwidth = 3\n")
    assert main(["play", "--settings", str(tmp_path / "table.toml")]) == 1
    assert "table.toml: camera.width: expected" in capsys.readouterr().err
    assert main(["play", "--settings", str(tmp_path / "none.toml")]) == 1
    assert "none.toml: No such file" in capsys.readouterr().err


def kept(path: Path, settings: Settings, *texts: str) -> Journal:
    journal = Journal(path / "journal.db")
    journal.start(1.0, toml_of(settings))
    journal.add([(0.0, "act", text) for text in texts])
    return journal


def test_a_game_is_resumed_from_its_acts(tmp_path: Path) -> None:
    begun = Settings(table=TableSettings(mode="lesson", first="blancs"))
    with kept(tmp_path, begun, *LINES) as journal:
        now = Settings(table=TableSettings(id="other", mode="score", language="en"))
        found = resume(journal, now)
    whole = game_played(begun).referee(begun)
    rulings = take_in(whole, SIX_AND_FOUR)
    assert found is not None
    assert found.referee.state() == whole.state()
    assert found.rulings == rulings
    assert found.t == 5.0
    assert found.settings.table == TableSettings(id="other", mode="lesson", language="en")
    assert any(isinstance(ruling, Played) for ruling in rulings)


def test_nothing_to_resume(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.db") as journal:
        assert resume(journal, Settings()) is None


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        ((text_of(SIX_AND_FOUR[0]), "{}"), "game 1, act 2: kind"),
        ((text_of(SIX_AND_FOUR[0])[:-5],), "game 1, act 1: not a line of JSON"),
    ],
)
def test_a_journal_that_makes_no_sense_is_named(tmp_path: Path, texts: tuple[str, ...], message: str) -> None:
    with kept(tmp_path, Settings(), *texts) as journal, pytest.raises(CannotResume, match=message):
        resume(journal, Settings())


def test_a_game_that_cannot_be_resumed_stays_and_another_begins(table: Path) -> None:
    kept(table / "var", Settings(), "{}").close()
    with Running(table, "play", "--settings", "table.toml") as running:
        running.until("A game was broken off, but cannot be continued; it stays in var/journal.db. game 1, act 1")
        running.until("Ready.")
        assert running.interrupt() == 0
    with Journal(table / "var" / "journal.db") as journal:
        assert journal.game == 2
        assert [text for _, _, text in journal.entries(1)] == ["{}"]


def test_a_game_the_referee_fails_on_keeps_no_table_from_starting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """An error of the program itself, as after an update: a service would start and fail for ever."""

    def failing(*_: object) -> None:
        raise KeyError("our own fault")

    monkeypatch.setattr("tablier.runtime.resume.take_in", failing)
    said: list[str] = []
    kept(tmp_path / "var", Settings(), *LINES).close()
    with contextlib.ExitStack() as opened:
        begun = begin(Site(Settings(), tmp_path), opened, said.append, fresh=False)
        assert begun.referee is None
        assert begun.number == 2
        assert begun.journal is not None
        assert len(list(begun.journal.entries(1, "act"))) == len(LINES)
    assert "cannot be continued; it stays in" in said[0]
    assert "our own fault" in caplog.text


def test_nothing_is_written_into_a_game_that_could_not_be_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a disk that has just filled up: acts of another game would spoil both."""

    def full(*_: object) -> None:
        raise JournalError("journal.db: database or disk is full")

    kept(tmp_path / "var", Settings(), *LINES).close()
    monkeypatch.setattr(Journal, "end", full)
    said: list[str] = []
    with contextlib.ExitStack() as opened:
        begun = begin(Site(Settings(), tmp_path), opened, said.append, fresh=True)
    assert (begun.journal, begun.lost) == (None, "journal.db: database or disk is full")
    assert said == ["Nothing is kept of this game: journal.db: database or disk is full"]


def test_another_game_is_begun_when_asked(table: Path) -> None:
    kept(table / "var", Settings(), *LINES).close()
    with Running(table, "play", "--settings", "table.toml", "--new") as running:
        running.until("Ready.")
        assert running.interrupt() == 0
    assert not any("goes on where it was" in line for line in running.said)
    with Journal(table / "var" / "journal.db") as journal:
        assert journal.game == 2


def test_the_record_is_written_tour_after_tour(tmp_path: Path) -> None:
    book = GameBook(tmp_path / "games", 7, Settings(table=TableSettings(options={"rencontre": True})), DAY)
    book.write()
    assert not (tmp_path / "games").exists()
    book.add(ThrowWorth("1", 1.0, 1, BLANCS, (6, 4), (), 2))
    book.add(Played("2", 2.0, 1, BLANCS, (6, 4), (Move(1, 5), Move(1, 7)), lawful=True))
    book.add(TourWon("3", 3.0, 2, BLANCS, 12, 0, grande_bredouille=True, pavillon=False))
    path = tmp_path / "games" / "game-7.trictrac"
    assert len(parse(path.read_text()).manches) == 1
    book.add(ThrowWorth("4", 4.0, 1, NOIRS, (3, 3), (), 2))
    book.write()
    record = parse(path.read_text())
    assert len(record.manches) == 2
    path.unlink()
    GameBook(tmp_path / "games", 7, book._settings, DAY, book._rulings).write()
    assert parse(path.read_text()) == record
    assert record.options == (("rencontre", True),)


def test_the_record_of_a_game_that_goes_on_the_next_day_has_the_day_it_began(tmp_path: Path) -> None:
    site = Site(Settings(), tmp_path)
    game, _ = keep_game(site.kept, site.settings, SIX_AND_FOUR, over=False)
    with contextlib.ExitStack() as opened:
        begun = begin(site, opened, lambda _line: None, fresh=False)
        on_paper(opened, site, begun, opened.enter_context(Analyst(site.kept)))
    with Journal(site.kept / "journal.db") as journal:
        day = journal.begun(game).date()
    assert f"date: {day}" in (site.kept / "games" / f"game-{game}.trictrac").read_text().splitlines()


def test_a_record_that_cannot_be_written_does_not_end_the_game(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "games").write_text("a file")
    book = GameBook(tmp_path / "games", 7, Settings(), DAY)
    book.add(ThrowWorth("1", 1.0, 1, BLANCS, (6, 4), (), 2))
    book.add(TourWon("3", 3.0, 2, BLANCS, 12, 0, grande_bredouille=True, pavillon=False))
    assert "the record is not written" in caplog.text


def test_the_games_clock_goes_on_from_where_it_was() -> None:
    clock = clock_from(100.0)
    first = clock()
    assert 100.0 <= first <= clock()


@pytest.mark.parametrize("gone", ["reader", "room"])
def test_a_table_goes_on_when_its_terminal_is_closed(tmp_path: Path, gone: str) -> None:
    """With `tablier play | head`, or output to a full disk, the output is lost but the game goes on."""
    (tmp_path / "table.toml").write_text('camera.source = "none"\nvoice.on = false\npage.on = false\n')
    read, write = os.pipe() if gone == "reader" else (None, os.open("/dev/full", os.O_WRONLY))
    if read is not None:
        os.close(read)
    command = [str(TABLIER), "play", "--settings", "table.toml"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=write, stderr=subprocess.PIPE, text=True) as program:
        os.close(write)
        broker = tmp_path / "var" / "broker"
        eventually(lambda: program.poll() is not None or (broker.exists() and is_running(tmp_path / "var")))
        time.sleep(1)
        assert program.poll() is None
        program.terminate()
        said = program.communicate()[1]
    assert "Traceback" not in said
    assert said in ("", "tablier: No space left on device\n")
