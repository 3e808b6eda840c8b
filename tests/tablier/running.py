"""A tablier command as its own process: its output, its end, a real Ctrl-C."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Self

from tests.waiting import LONG

HELD = 1000
"""Milliseconds a button is held: a busy machine may not look at a simulated one for a while."""
TABLIER = Path(sys.executable).parent / "tablier"


class Running:
    """One command, started in `folder`, in a process group of its own as a terminal does it."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self._program = subprocess.Popen(
            # Ctrl-C works as at a terminal, even if the tests run in the background.
            ["/usr/bin/env", "--default-signal=INT", TABLIER, *arguments],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        self._lines: queue.Queue[str | None] = queue.Queue()
        self.said: list[str] = []
        threading.Thread(target=self._read, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._program.poll() is None:
            os.killpg(self._program.pid, signal.SIGKILL)
        self._program.wait()
        if self._program.stdout is not None:
            self._program.stdout.close()

    def until(self, words: str) -> str:
        """Wait for the next line with these words and return it."""
        while True:
            line = self._lines.get(timeout=LONG)
            assert line is not None, f"ended without {words!r}: {self.said}"
            self.said.append(line)
            if words in line:
                return line

    def once(self, words: str) -> str:
        """Return a line with these words, past or future, because threads print at their own time."""
        return next((line for line in self.said if words in line), None) or self.until(words)

    def interrupt(self) -> int:
        """Send Ctrl-C to the whole group, as a terminal does, and return the exit status."""
        os.killpg(self._program.pid, signal.SIGINT)
        return self.ended()

    def terminate(self) -> int:
        """End the command as the system ends a service; return the exit status."""
        self._program.terminate()
        return self.ended()

    def kill(self) -> None:
        """Kill the command, as a power cut does."""
        self._program.kill()
        self.ended()

    def child(self, words: str) -> int:
        """Return its child process with these words in the command line."""
        children = Path(f"/proc/{self._program.pid}/task/{self._program.pid}/children").read_text().split()
        (found,) = (int(pid) for pid in children if words in Path(f"/proc/{pid}/cmdline").read_text())
        return found

    def ended(self) -> int:
        """Wait for its end and return the exit status."""
        status = self._program.wait(timeout=LONG)
        while (line := self._lines.get(timeout=LONG)) is not None:
            self.said.append(line)
        assert not any("Traceback" in line for line in self.said), self.said
        return status

    def _read(self) -> None:
        assert self._program.stdout is not None
        for line in self._program.stdout:
            self._lines.put(line.rstrip("\n"))
        self._lines.put(None)
