"""Judge games with the coach while the table plays: one at a time, in a program with the lowest priority."""

from __future__ import annotations

import contextlib
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from announce.closing import Closing
from tablier.storage.analyses import Analysis, kept_analyses, kept_analysis
from tablier.storage.journal import JOURNAL

PROGRAM: Final = "tablier.runtime.analysis"
NICE: Final = 19
"""The niceness of the program that judges; 19 is the system's lowest priority."""

_log = logging.getLogger(__name__)


class Analyst(Closing):
    """Has games judged; the analyses are files next to the games' records. A context manager.

    Args:
        kept: the folder of everything the table writes.
        nice: the niceness of the program that judges. On a busy machine the lowest priority may never get its turn.

    Closing it stops the game being judged. Its methods may be called from any thread.
    """

    def __init__(self, kept: Path, *, nice: int = NICE) -> None:
        self._journal, self._folder = kept / JOURNAL, kept / "games"
        self._nice = nice
        self._turn = threading.Lock()
        self._asked: set[int] = set()
        self._program: subprocess.Popen[bytes] | None = None
        self._closed = False

    def close(self) -> None:
        """Stop the game being judged; may be called again."""
        self._closed = True
        if self._program is not None:
            self._program.terminate()

    def load(self, game: int) -> Analysis | None:
        """Return the analysis of a game; None when there is none."""
        return kept_analysis(self._folder, game)

    def all_kept(self) -> Iterator[Analysis]:
        """Return every analysis, in the order of the games."""
        return kept_analyses(self._folder)

    def working_at(self, game: int) -> bool:
        """Return whether a game is being judged, or waits for it."""
        return game in self._asked

    def begin(self, game: int) -> None:
        """Start judging a game, and return at once."""
        if not self._closed and game not in self._asked:
            self._asked.add(game)
            threading.Thread(target=self.judge, args=(game,), name="analyst", daemon=True).start()

    def judge(self, game: int) -> Analysis | None:
        """Judge a game and wait for the result; None when that fails, and the reason is logged."""
        self._asked.add(game)
        try:
            with self._turn:
                return self._run_program(game)
        finally:
            self._asked.discard(game)

    def _run_program(self, game: int) -> Analysis | None:
        if self._closed:
            return None
        command = (sys.executable, "-m", PROGRAM, str(self._journal), str(self._folder), str(game))
        try:
            self._program = subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE)
            nice = max(self._nice, os.getpriority(os.PRIO_PROCESS, 0))
            with contextlib.suppress(PermissionError):  # A service may forbid it; the game is judged all the same.
                os.setpriority(os.PRIO_PROCESS, self._program.pid, nice)
            _, said = self._program.communicate()
        except OSError as error:
            _log.warning("game %d is not analysed: %s", game, error.strerror)
            return None
        if self._program.returncode:
            _log.info("game %d is not analysed: %s", game, said.decode(errors="replace").strip())
            return None
        return self.load(game)
