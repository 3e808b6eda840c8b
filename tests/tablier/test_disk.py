"""With a full or read-only disk, or a clock that jumps, the game goes on and reports what is not kept."""

from __future__ import annotations

import contextlib
import itertools
import resource
import shutil
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from events.acts import Declared
from events.codec import act_of
from events.peg_reading import Button, Signal
from events.state import GameState
from tablier.cli import main
from tablier.games import known_acts
from tablier.runtime.engine import Engine
from tablier.runtime.inbox import Felt
from tablier.runtime.resume import resume
from tablier.runtime.table import RETRY, TableServices
from tablier.setup.doctor import machine
from tablier.setup.doctor.finding import Health
from tablier.storage.journal import Journal, JournalError
from tablier.storage.journal_open import open_to_write
from tablier.storage.journal_repair import open_whole
from tablier.storage.settings import Settings
from tablier.storage.settings_file import toml_of
from tests.tablier.listener import Listener, table_without_camera


def pressed(t: float) -> Felt:
    return Felt(t, Signal(t, "near", Button.ADOUBE))


@contextlib.contextmanager
def full_disk() -> Iterator[None]:
    """No file of this process may grow: every write beyond its size fails, as on a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_acts_refused_by_a_full_disk_are_written_once_there_is_room(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    now = [0.0]
    listener = Listener()
    with Journal(tmp_path / "journal.db") as journal:
        journal.start(1.0, toml_of(Settings()))
        table = table_without_camera(
            Engine(Settings(), None), TableServices(journal=journal, sinks=[listener]), clock=lambda: now[0]
        )
        table.step(pressed(1.0))
        with full_disk():
            for t in (2.0, 3.0, 4.0):
                table.step(pressed(t))
            assert journal.due
        now[0] = RETRY + 5.0
        table._look_for_silence()
        assert not journal.due
        table.step(pressed(5.0))
    assert len(listener.words) == 2
    assert listener.words[0].startswith("The journal cannot be written:")
    assert listener.words[1] == "The journal is written again."
    assert len([record for record in caplog.records if record.levelname == "ERROR"]) == 1, "not with every act"
    said: list[str] = []
    with open_whole(tmp_path / "journal.db", said.append) as journal:
        acts = [act_of(text, known_acts()) for _, _, text in journal.entries(1, "act")]
    assert said == []
    assert [act.t for act in acts if isinstance(act, Declared)] == [1.0, 2.0, 3.0, 4.0, 5.0]


def test_a_game_ends_with_all_that_waited_for_the_disk(tmp_path: Path) -> None:
    """Otherwise it would be written to the next game, or lost."""
    with Journal(tmp_path / "journal.db") as journal:
        journal.start(0.0, "")
        with full_disk():
            with pytest.raises(JournalError):
                journal.add([(1.0, "act", "an act")])
            with pytest.raises(JournalError):
                journal.end(2.0)
        assert journal.game == 1
        journal.end(3.0)
        assert journal.start(4.0, "") == 2
        journal.add([(5.0, "act", "another")])
        assert [list(journal.entries(game)) for game in (1, 2)] == [[(1.0, "act", "an act")], [(5.0, "act", "another")]]


KILLED_WHILE_FULL = """
import os, resource, signal, sys
from pathlib import Path
from tablier.storage.journal import Journal, JournalError
journal = Journal(Path(sys.argv[1]))
journal.start(0.0, "")
journal.add([(1.0, "act", "kept")])
resource.setrlimit(resource.RLIMIT_FSIZE, (os.stat(sys.argv[1] + "-wal").st_size + 100, -1))
try:
    journal.add([(2.0, "act", "x" * 20000)])
except JournalError:
    os.kill(os.getpid(), signal.SIGKILL)
"""


ONE_ACT = """
import os, signal, sys
from pathlib import Path
from events.acts import Declaration, Declared
from rules.position import Side
from events.codec import text_of
from tablier.storage.journal import Journal
from tablier.storage.settings import Settings
from tablier.storage.settings_file import toml_of
journal = Journal(Path(sys.argv[1]))
journal.start(0.0, toml_of(Settings()))
journal.add([(1.0, "act", text_of(Declared(1.0, Side.BLANCS, Declaration.JE_TIENS)))])
{end}
"""


def test_killed_while_the_disk_is_full_all_before_is_there(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    status = subprocess.run([sys.executable, "-c", KILLED_WHILE_FULL, path], check=False).returncode
    assert status == -9
    said: list[str] = []
    with open_whole(path, said.append) as journal:
        entries = list(journal.entries(1))
    assert said == []
    assert entries[0] == (1.0, "act", "kept")
    assert len(entries) in (1, 2), "the second copy may have had room for it"


@contextlib.contextmanager
def mounted(folder: Path, *options: str) -> Iterator[Callable[..., object]]:
    """A small disk of its own at `folder`; what is given mounts it again with other options."""
    mount, umount = shutil.which("mount"), shutil.which("umount")
    if mount is None or umount is None:
        pytest.skip("nothing to mount with")
    folder.mkdir()
    if subprocess.run([mount, "-t", "tmpfs", *options, "none", folder], check=False, capture_output=True).returncode:
        pytest.skip("only root may mount")
    try:
        yield lambda *fresh: subprocess.run([mount, *fresh, folder], check=True)
    finally:
        subprocess.run([umount, folder], check=True)


def begun(folder: Path) -> GameState:
    """Begin a game of one act in a folder's journal and return its state."""
    with Journal(folder / "journal.db") as journal:
        journal.start(1.0, toml_of(Settings()))
        table = table_without_camera(Engine(Settings(), None), TableServices(journal=journal))
        table.step(pressed(1.0))
        return table.engine.state()


def gone_on_with(folder: Path, state: GameState) -> None:
    """Check that the game goes on without writing, and says so once on the terminal and once aloud."""
    said: list[str] = []
    listener = Listener()
    with contextlib.ExitStack() as opened:
        where = open_to_write(folder / "journal.db", opened, said.append)
        assert where.journal is not None
        found = resume(where.journal, Settings())
        assert found is not None
        assert found.referee.state() == state
        table = table_without_camera(
            Engine(Settings(), None, found.referee),
            TableServices(journal=where.journal, sinks=[listener], journal_lost=where.lost),
        )
        table.inbox.close()
        table.run()
        for t in (2.0, 3.0):
            table.step(pressed(t))
        assert len(list(where.journal.entries(1, "act"))) == 3
    (words,) = said
    assert words.startswith("Nothing is kept of this game:")
    (announced,) = listener.words
    assert announced.startswith("The journal cannot be written:")


def test_a_read_only_disk_a_game_broken_off_goes_on_and_it_is_said(tmp_path: Path) -> None:
    """A Pi's behaviour when its card fails."""
    with mounted(tmp_path / "var") as fresh:
        state = begun(tmp_path / "var")
        fresh("-o", "remount,ro")
        gone_on_with(tmp_path / "var", state)


@pytest.mark.parametrize(
    ("end", "found"),
    [
        ("os.kill(os.getpid(), signal.SIGKILL)", (Health.GOOD, "is whole: 1 game", "")),
        ("journal.close()", (Health.WRONG, "unable to open", "allow this user to write")),
    ],
)
def test_from_a_read_only_disk_a_game_can_be_exported_and_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], end: str, found: tuple[Health, str, str]
) -> None:
    """Saving what is there is the card's owner's first need; a kill leaves the newest of it in SQLite's log."""
    with mounted(tmp_path / "card") as fresh:
        (tmp_path / "card" / "table.toml").write_text("")
        path = tmp_path / "card" / "var" / "journal.db"
        subprocess.run([sys.executable, "-c", ONE_ACT.format(end=end), path], check=False)
        fresh("-o", "remount,ro")
        table = ["--settings", str(tmp_path / "card" / "table.toml")]
        assert main(["export", *table, str(tmp_path / "game.zip")]) == 0
        assert main(["report", *table, "--to", str(tmp_path / "game.html")]) == 0
        (finding,) = machine.journal(path)
        assert finding.health is found[0]
        assert found[1] in finding.said
        assert finding.mend.startswith(found[2])
        assert capsys.readouterr().err == ""
    with zipfile.ZipFile(tmp_path / "game.zip") as kept:
        assert any(b"je_tiens" in kept.read(name) for name in kept.namelist())


def test_a_disk_that_is_full_at_the_start(tmp_path: Path) -> None:
    with mounted(tmp_path / "var", "-o", "size=400k"):
        state = begun(tmp_path / "var")
        with contextlib.suppress(OSError), (tmp_path / "var" / "other").open("wb", buffering=0) as file:
            while True:
                file.write(bytes(4096))
        gone_on_with(tmp_path / "var", state)


def test_a_table_goes_on_where_nothing_can_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "journal.db").mkdir()
    monkeypatch.setattr("tablier.storage.journal_open.MEMORY", tmp_path / "none")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "none"))
    said: list[str] = []
    with contextlib.ExitStack() as opened:
        where = open_to_write(tmp_path / "journal.db", opened, said.append)
    assert where.journal is None
    assert "journal.db" in where.lost
    assert len(said) == 1


def test_a_wall_clock_that_jumps_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """1970, 2038, and back: a Pi has no clock of its own, and learns the time in the middle of a game."""
    jumps = itertools.cycle([0.0, 2**31 + 5.0, -1.0, 1.7e9])
    monkeypatch.setattr(time, "time", lambda: next(jumps))
    ids = []
    for _ in range(3):
        with open_whole(tmp_path / "journal.db", pytest.fail) as journal:
            if journal.game is None:
                journal.start(time.time(), toml_of(Settings()))
            table = table_without_camera(Engine(Settings(), None), TableServices(journal=journal), clock=time.monotonic)
            table.step(pressed(time.monotonic()))
            ids.append(journal.game)
            if len(ids) == 2:
                journal.end(time.time())
    assert ids == [1, 1, 2]
    with open_whole(tmp_path / "journal.db", pytest.fail) as journal:
        times = [t for t, _, _ in journal.entries(1, "act")]
    assert times == sorted(times)


def test_a_journal_that_stays_away_too_long_is_given_up_for_good(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Memory is bounded, and the journal that was kept has no gap."""
    monkeypatch.setattr("tablier.storage.journal.MOST_DUE", 3)
    with Journal(tmp_path / "journal.db") as journal:
        journal.start(0.0, "")
        with full_disk():
            for number in range(5):
                with pytest.raises(JournalError):
                    journal.add([(float(number), "act", str(number))])
        journal.flush()
        with pytest.raises(JournalError, match="no longer kept"):
            journal.add([(9.0, "act", "9")])
        assert [text for _, _, text in journal.entries(1)] == ["0", "1", "2"]
