"""Record a table at work: everything its devices give and people ask, as it comes (contract 3)."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final, Self

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from tablier.runtime.inbox import Asked, Inbox, Item
from tablier.runtime.logs import write_line
from tablier.storage.calibration_file import CalibrationFileError, load
from tablier.storage.paths import Site
from tablier.storage.recording import Frame, Recorder
from tablier.storage.settings import Settings, without_secrets
from tablier.storage.settings_file import toml_of
from vision.stream.changes import GRID

LEAST_DISK: Final = 200 << 20
"""Bytes that must stay free: a full disk would also stop the journal."""
LOOK_AT_DISK: Final = 50
"""Pictures between two checks of the disk."""
LINGER, SPARSE = 1.5, 0.5
"""Seconds after a movement in which every picture is kept, and seconds between two pictures after that."""
STIRRED: Final = 8.0
"""Grey levels by which a cell of GRID must change to have moved: noise changes less, the pips of a die more ..."""
NOISE: Final = 8.0
"""... and this many times the median change of its cells; one cell alone is noise as well."""


def settings_to_keep(site: Site) -> Settings:
    """Return the settings for a recording: with the calibration, without broker and accounts."""
    settings = without_secrets(site.settings)
    try:
        known = load(site.calibration).calibration.to_dict()
    except CalibrationFileError:
        return settings
    return msgspec.structs.replace(settings, calibration=known)


class Thinning:
    """Chooses the pictures to keep: all while something moves and shortly after, then a few a second."""

    def __init__(self) -> None:
        self._before: NDArray[np.float32] | None = None
        self._moved = 0.0
        self._kept = float("-inf")

    def keeps(self, t: float, image: NDArray[np.uint8]) -> bool:
        """Return whether to keep this picture (height, width, 3; BGR), the next in time, taken at `t` seconds."""
        now = np.asarray(cv2.resize(image[:, :, 1], GRID, interpolation=cv2.INTER_AREA), np.float32)
        before, self._before = self._before, now
        if before is None or _moves(np.abs(now - before)):
            self._moved = t
        if t - self._moved > LINGER and t - self._kept < SPARSE:
            return False
        self._kept = t
        return True


def _moves(changes: NDArray[np.float32]) -> bool:
    return int(np.count_nonzero(changes > max(STIRRED, NOISE * float(np.median(changes))))) > 1


class RecordingInbox(Inbox):
    """An inbox that records what goes into it, and closes when no more can be written.

    folder: must hold no recording
    Raises OSError and RecordingError as `Recorder` does.
    """

    def __init__(self, folder: Path, site: Site, *, say: Callable[[str], None] = write_line) -> None:
        super().__init__()
        self._folder = folder
        self._say = say
        self._recorder = Recorder(folder, toml_of(settings_to_keep(site)))
        self._lock = threading.Lock()
        self._thinning = Thinning()
        self._full = False
        self.frames = 0
        """How many pictures were written."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.finish()

    def put(self, item: Item) -> None:
        """Record an item and pass it on."""
        match item:
            case Frame():
                self._write(lambda: self._frame(item))
            case Asked():
                self._write(lambda: self._recorder.input(item.t, item.verb, item.values))
        super().put(item)

    def tap(self, t: float, data: bytes) -> None:
        """Record bytes of the board's line."""
        self._write(lambda: self._recorder.serial(t, data))

    def finish(self) -> None:
        """Finish the recording; later items are not recorded."""
        with self._lock:
            self._full = True
            self._recorder.close()

    def _write(self, what: Callable[[], None]) -> None:
        with self._lock:
            if self._full:
                return
            try:
                what()
            except OSError as error:
                self._give_up(f"{self._folder}: {error.strerror or error}")

    def _frame(self, frame: Frame) -> None:
        if not self._thinning.keeps(frame.t, frame.image):
            return
        if self.frames % LOOK_AT_DISK == 0 and shutil.disk_usage(self._folder).free < LEAST_DISK:
            self._give_up(f"less than {LEAST_DISK >> 20} MB are free on the disk of {self._folder}")
            return
        self._recorder.frame(frame.t, frame.image)
        self.frames += 1

    def _give_up(self, why: str) -> None:
        self._full = True
        self._recorder.close()
        self._say(f"The recording ends here: {why}.")
        self.close()
