"""The outputs for sound: the sound card, through the system's player, or a folder of WAV files."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from announce.voice.sound import Sound

PLAYERS: Final[tuple[tuple[str, ...], ...]] = (("pw-play",), ("aplay", "-q"))
"""The commands of PipeWire's player, then ALSA's. The file to play is appended."""
GRACE: Final = 5.0
"""Seconds that a player may take longer than the sound before it is killed: the card is stuck."""
KEPT: Final = 500
"""WAV files kept in a folder; the oldest are deleted."""
_UNSAFE: Final = re.compile(r"[^\w]+")


class Loudspeaker:
    """The sound card, through the first player that works.

    play() returns False when no player works. It may be called again later: a card can come back.
    """

    def __init__(self, players: Sequence[Sequence[str]] = PLAYERS) -> None:
        self._players = tuple(tuple(player) for player in players)
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._stopped = False
        self._closed = False

    @property
    def stopped(self) -> bool:
        """Whether stop() was called after the last arm()."""
        return self._stopped

    def arm(self) -> None:
        """Prepare for the next sound. A stop() before this call was meant for the previous sound."""
        with self._lock:
            self._stopped = self._closed

    def play(self, sound: Sound) -> bool:
        """Play a sound to its end, or until stop(). Return False when no player could play it."""
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
        """Stop the sound that is playing or about to play. May be called from any thread."""
        with self._lock:
            self._stopped = True
            if self._process is not None:
                self._process.terminate()

    def close(self) -> None:
        """Stop, and play nothing from now on."""
        self._closed = True
        self.stop()


class WavFolder:
    """A folder instead of a sound card: one numbered WAV file for each line, named after its words.

    The folder is created with the first file.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._number = max((_number(path) for path in folder.glob("*.wav")), default=0)

    def write(self, sound: Sound, text: str) -> Path:
        """Write a line's sound and return its file. Raises OSError when it cannot be written."""
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
