"""A game killed at random instants: nothing that was told is lost, nothing is kept by halves, and it goes on there.

`TABLIER_KILLS=1000 ./run test tests/tablier/test_kills.py -s` kills a thousand.
"""

from __future__ import annotations

import multiprocessing
import os
import random
import time
from functools import cache
from typing import TYPE_CHECKING, Final

from referee.referee import Referee
from rules.position import Side
from tablier.companion import Companion, referee_settings
from tablier.history import act_of, text_of
from tablier.inbox import Felt, Inbox
from tablier.journal import Journal
from tablier.journal_repair import open_whole
from tablier.resume import resume
from tablier.settings import Settings, toml_of
from tablier.table import Table
from tests.referee.fake_table import FakeTable

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from announce.announcement import Announcement
    from referee.state import TableState
    from vision.reading import BoardReading

KILLS: Final = int(os.environ.get("TABLIER_KILLS", "20"))
THROWS: Final = 30
LONGEST: Final = 2.0
"""Seconds a game may run before it is killed; it takes about so long."""


def readings() -> Iterator[BoardReading]:
    """What the camera sees of a lawful game."""
    table, side = FakeTable(seed=7), Side.BLANCS
    yield from table.look()
    for _ in range(THROWS):
        dice = table.roll()
        yield from table.throw(dice)
        yield from table.play(table.lawful(side, dice))
        side = side.adversary


@cache
def unkilled() -> tuple[list[str], dict[int, TableState]]:
    """Every act of the game as a line, and how the table stands after so many acts, where a reading ends."""
    referee = Referee(referee_settings(Settings()))
    lines: list[str] = []
    states = {0: referee.state()}
    for reading in readings():
        lines += [text_of(act) for act in referee.observe(reading).acts]
        states[len(lines)] = referee.state()
    return lines, states


class Told:
    """Writes the id of everything told to a file, as people hear it."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def tell(self, announcement: Announcement) -> None:
        os.write(self._file, f"{announcement.id}\n".encode())

    def show(self, state: TableState, *, paused: bool) -> None:
        """Nothing is counted here."""


def play(folder: Path) -> None:
    """The game, kept and told; run in a process of its own, to be killed."""
    with Journal(folder / "journal.db") as journal:
        journal.start(0.0, toml_of(Settings()))
        table = Table(
            Companion(Settings(), None),
            Inbox(),
            clock=time.monotonic,
            journal=journal,
            outlets=[Told(folder / "told")],
            camera=False,
        )
        for reading in readings():
            table.step(Felt(reading.t, reading))  # type: ignore[arg-type] # any reading goes the same way


def test_a_game_killed_at_any_instant_goes_on_where_it_was(tmp_path: Path) -> None:
    lines, states = unkilled()
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__])
    instants = random.Random(11)  # noqa: S311 - when to kill is no secret
    reached = []
    for number in range(KILLS):
        folder = tmp_path / str(number)
        folder.mkdir()
        game = context.Process(target=play, args=(folder,))
        game.start()
        game.join(instants.uniform(0.0, LONGEST))
        game.kill()
        game.join()
        game.close()
        mended: list[str] = []
        with open_whole(folder / "journal.db", mended.append) as journal:
            assert mended == []
            if journal.game is None:  # Killed before the game had begun.
                assert not (folder / "told").exists()
                continue
            kept = [text for _, _, text in journal.entries(journal.game, "act")]
            assert kept == lines[: len(kept)]
            assert len(kept) in states, "an observation was kept by halves"
            resumed = resume(journal, Settings())
        assert resumed is not None
        assert resumed.referee.state() == states[len(kept)]
        assert resumed.t == max((act_of(line).t for line in kept), default=0.0)
        told = (folder / "told").read_text().split() if (folder / "told").exists() else []
        assert set(told) <= {ruling.id for ruling in resumed.rulings}
        reached.append(len(kept))
    print(f"{KILLS} kills, after {min(reached)} to {max(reached)} of {len(lines)} acts: nothing lost")
    assert len(set(reached)) > 1, "the instants were not spread over the game"
