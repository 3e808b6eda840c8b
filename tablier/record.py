"""Recording a table at work: everything its devices give and people ask, as it comes (contract 3)."""

from __future__ import annotations

import logging
import shutil
import threading
from typing import TYPE_CHECKING, Final, Self

import cv2
import msgspec
import numpy as np

from tablier.calibration_file import CalibrationFileError, load
from tablier.inbox import Asked, Inbox
from tablier.recording import Frame, Recorder
from tablier.settings import MqttSettings, toml_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from types import TracebackType

    from tablier.inbox import Item
    from tablier.settings import Settings
    from tablier.site import Site

LEAST_DISK: Final = 200 << 20
"""Bytes that must stay free: a full disk would take the journal along."""
LOOK_AT_DISK: Final = 50
"""Pictures between two looks at the disk."""

_log = logging.getLogger(__name__)


def settings_to_keep(site: Site) -> Settings:
    """The settings a recording holds: with the calibration, without what is nobody else's business (the broker)."""
    settings = msgspec.structs.replace(site.settings, mqtt=MqttSettings())
    try:
        known = load(site.calibration).calibration.to_dict()
    except CalibrationFileError:
        return settings
    return msgspec.structs.replace(settings, calibration=known)


class RecordingInbox(Inbox):
    """An inbox that writes down what goes into it, and closes when no more can be written.

    folder: must hold no recording yet. Raises OSError and RecordingError as `Recorder` does.
    """

    def __init__(self, folder: Path, site: Site, *, say: Callable[[str], None] = print) -> None:
        super().__init__()
        self._folder = folder
        self._say = say
        rate = site.settings.camera.frames_per_second
        self._recorder = Recorder(folder, toml_of(settings_to_keep(site)), frames_per_second=rate)
        self._lock = threading.Lock()
        self._size: tuple[int, int] | None = None
        self._full = False
        self.frames = 0
        """How many pictures were written."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.finish()

    def put(self, item: Item) -> None:
        """Write it down and pass it on."""
        match item:
            case Frame():
                self._write(lambda: self._frame(item))
            case Asked():
                self._write(lambda: self._recorder.input(item.t, item.verb, item.values))
        super().put(item)

    def tap(self, t: float, data: bytes) -> None:
        """Write down bytes of the board's line."""
        self._write(lambda: self._recorder.serial(t, data))

    def finish(self) -> None:
        """Finish the recording; what still comes is not written."""
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
        if self.frames % LOOK_AT_DISK == 0 and shutil.disk_usage(self._folder).free < LEAST_DISK:
            self._give_up(f"less than {LEAST_DISK >> 20} MB are free on the disk of {self._folder}")
            return
        height, width = frame.image.shape[:2]
        if self._size is None:
            self._size = (width, height)
        image = frame.image
        if (width, height) != self._size:  # Another camera was put in its place; a film has one size.
            image = np.asarray(cv2.resize(image, self._size, interpolation=cv2.INTER_AREA), np.uint8)
        self._recorder.frame(frame.t, image)
        self.frames += 1

    def _give_up(self, why: str) -> None:
        self._full = True
        self._recorder.close()
        self._say(f"The recording ends here: {why}.")
        self.close()
