"""The journal keeps its entries, whatever happens to the process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tablier.storage.files import set_aside
from tablier.storage.journal import Journal, JournalDamaged, JournalError


def test_entries_come_back_in_order(tmp_path: Path) -> None:
    with Journal(tmp_path / "a" / "journal.db") as journal:
        game = journal.start(1.0, "{}")
        journal.add([(0.1, "act", "one"), (0.1, "ruling", "two")])
        journal.add([(0.2, "act", "three")])
        assert list(journal.entries(game)) == [(0.1, "act", "one"), (0.1, "ruling", "two"), (0.2, "act", "three")]
        assert journal.settings(game) == "{}"
        assert list(journal.entries(game, "act")) == [(0.1, "act", "one"), (0.2, "act", "three")]
        journal.end(9.0)
    with Journal(tmp_path / "a" / "journal.db") as journal:
        assert journal.game is None


WRITER = """
import sys
from pathlib import Path
from tablier.storage.journal import Journal
journal = Journal(Path(sys.argv[1]))
journal.start(0.0, "{}")
number = 0
while True:
    journal.add([(float(number), "act", str(number)), (float(number), "ruling", str(number))])
    print(number, flush=True)
    number += 1
"""


def test_entries_survive_a_kill(tmp_path: Path) -> None:
    """Killed at any instant: every entry reported as on disk is there, none is half written, and the game goes on."""
    path = tmp_path / "journal.db"
    process = subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    announced = [int(process.stdout.readline()) for _ in range(20)]
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    process.stdout.close()
    with Journal(path) as journal:
        assert journal.game is not None
        acts = [int(text) for _, kind, text in journal.entries(journal.game) if kind == "act"]
        rulings = [int(text) for _, kind, text in journal.entries(journal.game) if kind == "ruling"]
    assert acts == rulings == list(range(len(acts)))
    assert len(acts) > announced[-1]


def test_a_file_that_is_no_journal_is_named(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    path.write_bytes(b"no database at all" * 100)
    with pytest.raises(JournalError, match=r"journal\.db"):
        Journal(path)
    (tmp_path / "folder").write_text("a file")
    with pytest.raises(JournalError, match=r"folder: [A-Z]"):
        Journal(tmp_path / "folder" / "journal.db")


def test_damage_within_is_distinguished_from_trouble_around(tmp_path: Path) -> None:
    """A page overwritten by zeros is damage; the entries before it are not passed off as all there were."""
    path = tmp_path / "journal.db"
    with Journal(path) as journal:
        game = journal.start(0.0, "{}")
        journal.add([(float(number), "act", "x" * 900) for number in range(200)])
    with path.open("r+b") as file:
        file.seek(4096 * 20)
        file.write(bytes(4096 * 8))
    with Journal(path) as journal, pytest.raises(JournalDamaged, match=r"journal\.db"):
        list(journal.entries(game))


def test_a_journal_set_aside_keeps_all_its_files(tmp_path: Path) -> None:
    for round_ in (b"one", b"two"):
        (tmp_path / "journal.db").write_bytes(round_)
        (tmp_path / "journal.db-wal").write_bytes(round_)
        set_aside(tmp_path / "journal.db")
    kept = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert kept == {
        "journal.db.damaged-1": b"one",
        "journal.db.damaged-1-wal": b"one",
        "journal.db.damaged-2": b"two",
        "journal.db.damaged-2-wal": b"two",
    }
