"""A game played in its own process and killed at random instants, as by a power cut."""

from __future__ import annotations

import multiprocessing
import os
import random
import shutil
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Final

import numpy as np

from announce.announcement import Announcement
from announce.table_api.view import TableFacts
from events.board_reading import BoardReading
from events.codec import act_of, text_of
from events.state import GameState
from rules.position import Side
from tablier.games import game_played, known_acts
from tablier.runtime.engine import Engine
from tablier.runtime.inbox import Felt
from tablier.runtime.resume import resume
from tablier.runtime.table import TableServices
from tablier.storage.evidence import Evidence
from tablier.storage.journal import Journal
from tablier.storage.journal_repair import open_whole
from tablier.storage.recording import Frame
from tablier.storage.settings import Settings
from tablier.storage.settings_file import toml_of
from tests.referee.fake_table import FakeTable
from tests.tablier.listener import table_without_camera

THROWS: Final = 30
LONGEST: Final = 30.0
"""Seconds a game may run before it is killed in any case."""
MOMENT: Final = 0.01
"""Seconds after an announcement within which a game is killed: the time between two."""
LOOK: Final = 0.0005
"""Seconds between two looks at how far a game has come."""


def readings() -> Iterator[BoardReading]:
    """Return the camera's readings of a legal game."""
    table, side = FakeTable(seed=7), Side.BLANCS
    yield from table.look()
    for _ in range(THROWS):
        dice = table.roll()
        yield from table.throw(dice)
        yield from table.play(table.lawful(side, dice))
        side = side.adversary


@cache
def unkilled() -> tuple[list[str], dict[int, GameState]]:
    """Return each act as a line, and the table's state after each number of acts at which a reading ends."""
    referee = game_played(Settings()).referee(Settings())
    lines: list[str] = []
    states = {0: referee.state()}
    for reading in readings():
        lines += [text_of(act) for act in referee.observe(reading).acts]
        states[len(lines)] = referee.state()
    return lines, states


class HeardLog:
    """Writes the id of every announcement to a file, as people hear it."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def announce(self, announcement: Announcement) -> None:
        os.write(self._file, f"{announcement.id}\n".encode())

    def show(self, state: GameState, shown: TableFacts) -> None:
        """Do nothing."""


@cache
def announced() -> int:
    """Return the number of announcements of the whole game."""
    with tempfile.TemporaryDirectory() as folder:
        play(Path(folder))
        return len((Path(folder) / "announced").read_text().split())


def play(folder: Path) -> None:
    """Play, record and announce the game, in a process that will be killed."""
    picture = np.zeros((72, 128, 3), np.uint8)
    with Journal(folder / "journal.db") as journal:
        game = journal.start(0.0, toml_of(Settings()))
        table = table_without_camera(
            Engine(Settings(), None),
            TableServices(
                journal=journal,
                evidence=Evidence(folder / "evidence", game, 1e6),
                sinks=[HeardLog(folder / "announced")],
            ),
            clock=time.monotonic,
        )
        for reading in readings():
            table.step(Frame(reading.t, picture))
            table.step(Felt(reading.t, reading))  # type: ignore[arg-type] # any reading goes the same way


@dataclass(frozen=True, slots=True)
class Kill:
    """The progress of a game when it was killed."""

    acts: int


def killed(folder: Path, kills: int, seed: int) -> Iterator[Kill]:
    """Kill this many games, each after a random announcement, and resume them.

    Check that every announcement is kept, nothing is half written, and the state is right.

    A game killed before it had begun gives nothing.
    """
    lines, states = unkilled()
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__])
    instants = random.Random(seed)  # noqa: S311 - when to kill is no secret
    for number in range(kills):
        place = folder / str(number)
        place.mkdir()
        game = context.Process(target=play, args=(place,))
        reach, moment = instants.randint(0, announced()), instants.uniform(0.0, MOMENT)
        game.start()
        _wait_until(place / "announced", reach, game)
        game.join(moment)
        game.kill()
        game.join()
        game.close()
        found = _come_back(place, lines, states)
        if found is not None:
            yield found
        shutil.rmtree(place)


def _wait_until(news: Path, reach: int, game: BaseProcess) -> None:
    """Wait until `reach` announcements were made, or the game has ended."""
    end = time.monotonic() + LONGEST
    while game.is_alive() and time.monotonic() < end:
        if (news.read_bytes().count(b"\n") if news.exists() else 0) >= reach:
            return
        time.sleep(LOOK)


def _come_back(folder: Path, lines: list[str], states: dict[int, GameState]) -> Kill | None:
    mended: list[str] = []
    with open_whole(folder / "journal.db", mended.append) as journal:
        if journal.game is None:  # Killed before the game had begun.
            assert not (folder / "announced").exists()
            return None
        resumed = resume(journal, Settings())
        kept = [text for _, _, text in journal.entries(journal.game, "act")]
    assert mended == [], "a kill is no damage"
    assert kept == lines[: len(kept)]
    assert len(kept) in states, "an observation was kept by halves"
    assert resumed is not None
    assert resumed.referee.state() == states[len(kept)]
    assert resumed.t == max((act_of(line, known_acts()).t for line in kept), default=0.0)
    news = (folder / "announced").read_text().split() if (folder / "announced").exists() else []
    assert set(news) <= {ruling.id for ruling in resumed.rulings}
    return Kill(len(kept))
