"""A journal damaged anywhere is repaired or set aside with a message: no announced ruling is lost silently.

`TABLIER_CUTS=9000 ./run test tests/tablier/test_journal_repair.py` cuts at every byte of the last two pages.
"""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest

from tablier.storage.journal import VERSION, Journal, JournalDamaged, JournalError
from tablier.storage.journal_repair import open_whole
from tablier.storage.second_copy import Entry, SecondCopy, copy_of, line_of, read

SETTINGS = '[table]\nid = "écarté"\n'
CUTS: Final = int(os.environ.get("TABLIER_CUTS", "40"))
"""How many of the bytes of the last two pages are tried, besides the very last."""
LAST_PAGES: Final = 2 * 4096
LAST: Final = 60


def transactions(count: int) -> list[list[Entry]]:
    """The rows a game writes: an act, and sometimes a ruling on it."""
    return [
        [
            (number / 7, "act", f'{{"n":{number},"pad":"{"x" * (number % 50)}"}}'),
            (number / 7, "ruling", f'{{"r":{number}}}'),
        ]
        for number in range(count)
    ]


def flat(whole: list[list[Entry]]) -> list[Entry]:
    return [entry for transaction in whole for entry in transaction]


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Entry], list[Entry]]:
    """A folder as a power cut leaves it: one game that is over, one under way, the last one's log still unmerged."""
    made, left = tmp_path_factory.mktemp("made"), tmp_path_factory.mktemp("left")
    first, second = transactions(40), transactions(60)
    journal = Journal(made / "journal.db")
    journal.start(1.0, SETTINGS)
    for transaction in first:
        journal.add(transaction)
    journal.end(2.0)
    journal.close()
    journal = Journal(made / "journal.db")
    journal.start(3.0, SETTINGS)
    for transaction in second:
        journal.add(transaction)
    shutil.copytree(made, left, dirs_exist_ok=True)  # Copy it while it is open, so that nothing is tidied up.
    journal.close()
    assert (left / "journal.db-wal").stat().st_size > 0
    return left, flat(first), flat(second)


@pytest.fixture
def left(games: tuple[Path, list[Entry], list[Entry]], tmp_path: Path) -> Path:
    shutil.copytree(games[0], tmp_path / "var")
    return tmp_path / "var"


class Opened:
    """How a table opened a folder again."""

    def __init__(self, folder: Path) -> None:
        self.said: list[str] = []
        with open_whole(folder / "journal.db", self.said.append) as journal:
            self.game = journal.game
            self.games = {game: list(journal.entries(game)) for game in journal.games()}
            self.settings = {game: journal.settings(game) for game in journal.games()}


def restored(folder: Path) -> Iterator[None]:
    """Give each use the folder as it was. A thousand copies are quicker than making it again."""
    kept = folder.with_name("kept")
    shutil.copytree(folder, kept)
    while True:
        yield
        shutil.rmtree(folder)
        shutil.copytree(kept, folder)


def test_nothing_wrong_nothing_said(left: Path, games: tuple[Path, list[Entry], list[Entry]]) -> None:
    opened = Opened(left)
    assert (opened.said, opened.game) == ([], 2)
    assert opened.games == {1: games[1], 2: games[2]}
    assert opened.settings == {1: SETTINGS, 2: SETTINGS}


def truncated(path: Path, length: int) -> None:
    with path.open("r+b") as file:
        file.truncate(length)


FILES = ("journal.db", "journal.db-wal", "copies/game-2.lines")


@pytest.mark.parametrize("name", FILES)
def test_cut_off_at_any_byte_of_its_last_pages_nothing_is_lost(
    name: str, left: Path, games: tuple[Path, list[Entry], list[Entry]]
) -> None:
    """Every length in the last bytes, and a sample of all in the last two pages."""
    whole = (left / name).stat().st_size
    earlier = range(max(0, whole - LAST_PAGES), whole - LAST)
    chosen = random.Random(3).sample(earlier, min(CUTS, len(earlier)))  # noqa: S311 - a sample
    lengths = {*range(whole - LAST, whole), *chosen}
    fresh = restored(left)
    for length in sorted(lengths):
        next(fresh)
        truncated(left / name, length)
        opened = Opened(left)
        assert opened.games == {1: games[1], 2: games[2]}, f"{name} cut to {length} of {whole}: {opened.said}"
        assert opened.game == 2


@pytest.mark.parametrize("name", FILES)
def test_whatever_byte_is_flipped_nothing_of_the_game_is_lost(
    name: str, left: Path, games: tuple[Path, list[Entry], list[Entry]]
) -> None:
    chance = random.Random(5)  # noqa: S311 - a sample
    size = (left / name).stat().st_size
    places = [*range(min(size, 40)), *(chance.randrange(size) for _ in range(CUTS))]
    fresh = restored(left)
    for place in places:
        next(fresh)
        with (left / name).open("r+b") as file:
            file.seek(place)
            byte = file.read(1)[0]
            file.seek(place)
            file.write(bytes([byte ^ (1 << chance.randrange(8))]))
        opened = Opened(left)
        assert opened.games[2] == games[2], f"{name}, byte {place}: {opened.said}"
        assert opened.settings[2] == SETTINGS
        assert opened.game == 2


def garbage(path: Path) -> None:
    path.write_bytes(b"no database at all" * 300)


def zeroed(path: Path) -> None:
    path.write_bytes(bytes(path.stat().st_size))


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def gone(path: Path) -> None:
    path.unlink()


@pytest.mark.parametrize("harm", [garbage, zeroed, emptied, gone])
@pytest.mark.parametrize("name", FILES)
def test_one_file_lost_altogether(
    name: str, harm: Callable[[Path], None], left: Path, games: tuple[Path, list[Entry], list[Entry]]
) -> None:
    if name == "journal.db":  # The log alone holds every page of so small a file.
        (left / "journal.db-wal").unlink()
    harm(left / name)
    opened = Opened(left)
    assert opened.games == {1: games[1], 2: games[2]}
    assert opened.game == 2
    if name == "journal.db":
        (words,) = opened.said
        assert "made again from the second copies of 2 games" in words
    again = Opened(left)
    assert (again.said, again.games) == ([], opened.games)


def test_a_repaired_journal_goes_on(left: Path, games: tuple[Path, list[Entry], list[Entry]]) -> None:
    """After a repair, the next act is written to both files."""
    (left / "journal.db-wal").unlink()
    garbage(left / "journal.db")
    with open_whole(left / "journal.db", lambda _: None) as journal:
        journal.add([(99.0, "act", "next")])
    whole = read(copy_of(left / "copies", 2))
    assert whole is not None
    assert list(whole.entries) == [*games[2], (99.0, "act", "next")]
    assert Opened(left).games[2] == [*games[2], (99.0, "act", "next")]


def test_a_log_without_its_journal_is_said_and_kept_aside(left: Path) -> None:
    """Both files of the game are gone, and only SQLite's log is left: a new game is not begun in silence."""
    log = (left / "journal.db-wal").read_bytes()
    (left / "journal.db").unlink()
    shutil.rmtree(left / "copies")
    said: list[str] = []
    with open_whole(left / "journal.db", said.append) as journal:
        assert journal.game is None
    assert len(said) == 1
    assert "is missing, though its log" in said[0]
    assert (left / "journal.db.damaged-1-wal").read_bytes() == log


def test_both_damaged_is_said_and_both_are_kept_aside(left: Path) -> None:
    (left / "journal.db-wal").unlink()
    garbage(left / "journal.db")
    with (left / "copies/game-2.lines").open("r+b") as file:
        file.seek(60)
        file.write(b"@")
    opened = Opened(left)
    (words,) = opened.said
    assert "The journal is damaged" in words
    assert "game-2.lines.damaged-1" in words
    assert (left / "journal.db.damaged-1").read_bytes().startswith(b"no database")
    assert (left / "copies/game-2.lines.damaged-1").exists()
    assert opened.game is None
    assert list(opened.games) == [1]


def test_a_copy_damaged_in_the_middle_is_used_up_to_there(
    left: Path, games: tuple[Path, list[Entry], list[Entry]]
) -> None:
    """An earlier state of the game is better than none; acts after a gap cannot be judged."""
    (left / "journal.db-wal").unlink()
    garbage(left / "journal.db")
    copy = copy_of(left / "copies", 2)
    lines = copy.read_bytes().splitlines(keepends=True)
    copy.write_bytes(b"".join([*lines[:31], b"garbage\n", *lines[31:]]))
    opened = Opened(left)
    (words,) = opened.said
    assert "game-2.lines.damaged-1 (game 2 goes on from before the damage, after 60 entries)" in words
    assert (left / "copies/game-2.lines.damaged-1").exists()
    assert (opened.game, opened.games) == (2, {1: games[1], 2: games[2][:60]})
    again = Opened(left)
    assert (again.said, again.games) == ([], opened.games)


def test_a_line_gone_from_the_copy_is_missed(left: Path, games: tuple[Path, list[Entry], list[Entry]]) -> None:
    """Each line's sum goes on from the one before: until then a copy without one of them was believed."""
    copy = copy_of(left / "copies", 2)
    lines = copy.read_bytes().splitlines(keepends=True)
    copy.write_bytes(b"".join([*lines[:31], *lines[32:]]))
    opened = Opened(left)
    (words,) = opened.said
    assert "The second copy of game 2 was not whole" in words
    assert opened.games[2] == games[2], "the journal is whole"
    assert copy.read_bytes().count(b"\n") == 1 + len(games[2])
    copy.write_bytes(b"".join([*lines[:31], *lines[32:]]))
    (left / "journal.db").unlink()
    opened = Opened(left)
    (words,) = opened.said
    assert "goes on from before the damage, after 60 entries" in words
    assert opened.games[2] == games[2][:60]


def test_a_copy_begun_by_an_older_version_goes_on(tmp_path: Path) -> None:
    """Its lines were summed each by itself."""
    path = tmp_path / "game-1.lines"
    old = [line_of(each) for each in ([(1.0, "begun", "")], [(2.0, "act", "a")], [(3.0, "act", "b")])]
    path.write_bytes(b"".join(old))
    copy = SecondCopy(path)
    copy.append([(4.0, "act", "c")], [(5.0, "act", "d")])
    copy.close()
    whole = read(path)
    assert whole is not None
    assert ([text for _, _, text in whole.entries], whole.damaged) == (["a", "b", "c", "d"], False)
    lines = path.read_bytes().splitlines(keepends=True)
    for gone in 2, 3:
        path.write_bytes(b"".join([*lines[:gone], *lines[gone + 1 :]]))
        found = read(path)
        assert found is not None
        assert found.damaged, "the lines since are each after the one before"


def test_an_act_broken_off_between_the_two_files_is_put_where_it_lacks(left: Path) -> None:
    """A kill between the two writes is no damage, and is not reported."""
    copy = SecondCopy(copy_of(left / "copies", 2))
    copy.append([(100.0, "act", "only there")])
    copy.close()
    opened = Opened(left)
    assert opened.said == []
    assert opened.games[2][-1] == (100.0, "act", "only there")


def test_a_line_half_written_is_no_line(tmp_path: Path) -> None:
    path = tmp_path / "game-1.lines"
    lines = [line_of([(1.0, "begun", "")]), line_of([(2.0, "act", "a")]), line_of([(3.0, "act", "é\n")])]
    for cut in range(len(lines[2])):
        path.write_bytes(b"".join(lines[:2]) + lines[2][:cut])
        found = read(path)
        assert found is not None
        assert found.entries == ((2.0, "act", "a"),)
        assert (found.torn, found.damaged) == (cut > 0, False)
        copy = SecondCopy(path)
        copy.append([(4.0, "act", "b")])
        copy.close()
        again = read(path)
        assert again is not None
        assert again.entries == ((2.0, "act", "a"), (4.0, "act", "b"))


VERSION_1 = """
CREATE TABLE game (id INTEGER PRIMARY KEY, started REAL NOT NULL, settings TEXT NOT NULL, ended REAL);
CREATE TABLE entry (
    id INTEGER PRIMARY KEY, game INTEGER NOT NULL REFERENCES game(id), t REAL NOT NULL,
    kind TEXT NOT NULL, text TEXT NOT NULL
);
CREATE INDEX entry_of_game ON entry (game, id);
INSERT INTO game VALUES (1, 1.0, 'old', NULL);
INSERT INTO entry VALUES (1, 1, 0.5, 'act', 'one'), (2, 1, 1.5, 'ruling', 'zwei é');
PRAGMA user_version = 1;
"""


def test_a_journal_of_the_first_version_goes_on(tmp_path: Path) -> None:
    with contextlib.closing(sqlite3.connect(tmp_path / "journal.db")) as db:
        db.executescript(VERSION_1)
    opened = Opened(tmp_path)
    assert (opened.said, opened.game) == ([], 1)
    assert opened.games == {1: [(0.5, "act", "one"), (1.5, "ruling", "zwei é")]}
    with contextlib.closing(sqlite3.connect(tmp_path / "journal.db")) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (VERSION,)
    copied = read(copy_of(tmp_path / "copies", 1))
    assert copied is not None
    assert copied.entries == ((0.5, "act", "one"), (1.5, "ruling", "zwei é"))


def test_a_later_programs_journal_is_set_aside_unharmed(left: Path) -> None:
    with contextlib.closing(sqlite3.connect(left / "journal.db")) as db:
        db.execute(f"PRAGMA user_version = {VERSION + 1}")
    opened = Opened(left)
    (words,) = opened.said
    assert f"a journal of version {VERSION + 1}; this program knows {VERSION}" in words
    assert opened.games == {}
    with contextlib.closing(sqlite3.connect(left / "journal.db.newer-1")) as db:
        assert db.execute("SELECT count(*) FROM game").fetchone() == (2,)


def test_another_programs_database_is_not_written_to(tmp_path: Path) -> None:
    with contextlib.closing(sqlite3.connect(tmp_path / "journal.db")) as db:
        db.execute("CREATE TABLE photographs (name TEXT)")
    with pytest.raises(JournalDamaged, match="another program's database"):
        Journal(tmp_path / "journal.db")
    with contextlib.closing(sqlite3.connect(tmp_path / "journal.db")) as db:
        assert db.execute("SELECT name FROM sqlite_master").fetchall() == [("photographs",)]


def test_a_folder_in_its_place_is_no_damage(tmp_path: Path) -> None:
    (tmp_path / "journal.db").mkdir()
    with pytest.raises(JournalError):
        open_whole(tmp_path / "journal.db", lambda _: None)
    assert (tmp_path / "journal.db").is_dir()
