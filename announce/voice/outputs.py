"""Where a sound goes: to the sound card through the system's player, or into a folder of WAV files."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
import threading
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from announce.voice.sound import Sound

PLAYERS: Final[tuple[tuple[str, ...], ...]] = (("pw-play",), ("aplay", "-q"))
"""PipeWire's player, then ALSA's: the file to play is appended."""
GRACE: Final = 5.0
"""Seconds a player may take beyond the sound itself before the card is held to be stuck."""
KEPT: Final = 500
"""WAV files kept in a folder; the oldest go."""
_UNSAFE: Final = re.compile(r"[^\w]+")


class Loudspeaker:
    """The sound card, by the first of the players that works.

    play() returns False when there is none, and may be called again later: cards come back.
    """

    def __init__(self, players: Sequence[Sequence[str]] = PLAYERS) -> None:
        self._players = tuple(tuple(player) for player in players)
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._stopped = False
        self._closed = False

    @property
    def stopped(self) -> bool:
        """Whether stop() was called since arm()."""
        return self._stopped

    def arm(self) -> None:
        """Be ready for the next sound: a stop() before this was for the last one."""
        with self._lock:
            self._stopped = self._closed

    def play(self, sound: Sound) -> bool:
        """Play a sound to its end, or until stop(); False when no player could."""
        with tempfile.NamedTemporaryFile(prefix="tablier-", suffix=".wav") as file:
            file.write(sound.wav())
            file.flush()
            return any(self._run((*player, file.name), sound.seconds + GRACE) for player in self._players)

    def _run(self, command: tuple[str, ...], limit: float) -> bool:
        if shutil.which(command[0]) is None:
            return False
        with self._lock:
            if self._stopped:
                return True
            process = self._process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
        try:
            code = process.wait(limit)
        except subprocess.TimeoutExpired:
            process.kill()
            code = process.wait()
        with self._lock:
            self._process = None
            return code == 0 or self._stopped

    def stop(self) -> None:
        """Cut short what is playing, or was about to, from any thread."""
        with self._lock:
            self._stopped = True
            if self._process is not None:
                self._process.terminate()

    def close(self) -> None:
        """Stop, and play nothing any more."""
        self._closed = True
        self.stop()


class WavFolder:
    """A folder that takes the place of a sound card: one numbered WAV file a line, named after its words.

    It is made with the first of them.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._number = max((_number(path) for path in folder.glob("*.wav")), default=0)

    def write(self, sound: Sound, text: str) -> Path:
        """Write a line's sound and return its file. Raises OSError."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self._number += 1
        name = _UNSAFE.sub("-", text.lower()).strip("-")[:60]
        path = self.folder / f"{self._number:06d}-{name}.wav"
        path.write_bytes(sound.wav())
        for old in self.folder.glob("*.wav"):
            if 0 < _number(old) <= self._number - KEPT:
                old.unlink(missing_ok=True)
        return path


def _number(path: Path) -> int:
    digits = path.name.partition("-")[0]
    return int(digits) if digits.isdecimal() else 0
