"""The camera of a table: a thread gives every picture to a callback until the camera is closed.

1. A separate program reads the camera: `tablier.devices.capture_process`, or `rpicam-vid` for a camera on the Pi's
   ribbon cable. A process that hangs in a read can be killed; a thread cannot.
2. The program is started again when it ends, gives nothing for a while, or repeats one picture. The wait between two
   tries grows while they fail.
3. A missing camera raises nothing: `trouble` says what is wrong, and pictures come once the camera is back.
"""

from __future__ import annotations

import contextlib
import fcntl
import logging
import os
import queue
import select
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from announce.closing import Closing
from tablier.devices.pictures import EncodedPicture, JpegSplitter, RawSplitter, Splitter, StreamBroken
from tablier.storage.recording import Frame
from tablier.storage.settings import CameraSettings

FIRST_PICTURE: Final = 15.0
"""Seconds a camera may take until its first picture; some first set their exposure."""
NEXT_PICTURE: Final = 5.0
"""Seconds without a picture after which the camera counts as hanging."""
FROZEN: Final = 10.0
"""Seconds of the same picture, bit for bit, after which a camera counts as frozen: a live one has noise."""
WAITS: Final = (1.0, 2.0, 4.0, 8.0)
"""Seconds before each next try; the last one repeats. Starting a program every second would keep a Pi busy."""
ENDING: Final = 2.0
"""Seconds a killed program has to end; one that hangs in its driver is left to the system."""
READ: Final = 1 << 20
PIPE: Final = 1 << 20
LAST_WORDS: Final = 4096
"""Bytes kept of the program's error messages."""
FULL_FIELD: Final = "2304:1296:10:P"
"""The mode of the Camera Module 3 (IMX708) that reads its whole field, binned: width, height, bits, packed."""
CSI_PROGRAMS: Final = ("rpicam-vid", "libcamera-vid")

STARTING: Final = "no picture has come"

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Source:
    """Where pictures come from.

    name: for people
    command: a program that writes pictures to its output, to be cut apart by `splitter`
    live: noise makes every picture different, so repeated ones are a fault
    device: a file that must exist before the program is started
    first_picture, next_picture, frozen: seconds, as for the constants of these names
    """

    name: str
    command: tuple[str, ...]
    splitter: Callable[[], Splitter]
    live: bool = True
    device: Path | None = None
    first_picture: float = FIRST_PICTURE
    next_picture: float = NEXT_PICTURE
    frozen: float = FROZEN


def source_of(settings: CameraSettings, folder: Path) -> Source | None:
    """Return the source these settings name, None for "none"; a film's relative path starts at `folder`."""
    rate = f"{settings.frames_per_second:g}"
    # -P: do not import a module of this name from the current folder.
    filming = (sys.executable, "-P", "-m", "tablier.devices.capture_process")
    match settings.source:
        case "usb":
            return Source(
                f"USB camera {settings.device}",
                (*filming, "usb", f"{settings.device}", f"{settings.width}", f"{settings.height}", rate),
                RawSplitter,
                device=Path(f"/dev/video{settings.device}"),
            )
        case "csi":
            program = next((name for name in CSI_PROGRAMS if shutil.which(name)), CSI_PROGRAMS[0])
            # By default it uses a cropped mode for 1280 x 720, which sees three quarters of the board.
            size = ("--width", f"{settings.width}", "--height", f"{settings.height}", "--mode", FULL_FIELD)
            stream = ("--codec", "mjpeg", "--quality", "90", "--flush", "--output", "-")
            return Source(
                "Raspberry Pi camera",
                (program, "--nopreview", "--timeout", "0", *size, "--framerate", rate, *stream),
                JpegSplitter,
            )
        case "film":
            path = folder / settings.film
            return Source(f"film {path}", (*filming, "film", str(path), rate), RawSplitter, live=False, device=path)
        case "none":
            return None


class Camera(Closing):
    """Gives every picture of a source to `deliver`, in a thread of its own, until closed. A context manager.

    clock: gives the `t` of every frame, in seconds, and runs as fast as the system's monotonic one

    `close` returns within a few seconds whatever the camera does, and may be called again.
    """

    def __init__(
        self, source: Source, *, deliver: Callable[[Frame], None], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._source = source
        self._deliver = deliver
        self._clock = clock
        self._trouble: str | None = STARTING
        self._reported: str | None = None
        self._last: bytes | None = None
        self._same_since = 0.0
        self._is_frozen = False
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._program: subprocess.Popen[bytes] | None = None
        self._thread = threading.Thread(target=self._run, name="camera", daemon=True)
        self._thread.start()

    def __repr__(self) -> str:
        state = "closed" if self._closing.is_set() else self._trouble or "open"
        return f"<Camera {self._source.name}: {state}>"

    @property
    def trouble(self) -> str | None:
        """What is wrong with the camera, starting with its name; None while pictures come."""
        return None if self._trouble is None else f"{self._source.name}: {self._trouble}"

    @property
    def starting(self) -> bool:
        """Whether neither a picture nor an error has come from the camera yet."""
        return self._trouble == STARTING

    def close(self) -> None:
        """End the program and the thread."""
        with self._lock:
            self._closing.set()
            if self._program is not None:
                self._program.kill()
        if self._thread is not threading.current_thread():
            self._thread.join()

    def _run(self) -> None:
        failures = 0
        while not self._closing.is_set():
            reason = self._film()
            failures = 0 if self._trouble is None else min(failures + 1, len(WAITS) - 1)
            self._trouble_is(reason)
            self._closing.wait(WAITS[failures])

    def _trouble_is(self, reason: str) -> None:
        if self._closing.is_set():
            return
        self._trouble = reason
        if reason != self._reported:
            self._reported = reason
            _log.warning("%s: %s", self._source.name, reason)

    def _film(self) -> str:
        """Run the program until it ends or must be ended; return why."""
        device = self._source.device
        try:
            if device is not None:
                device.stat()
        except FileNotFoundError:
            return f"there is no {device}"
        except OSError as error:
            return f"{device}: {error.strerror}"
        try:
            program = self._start()
        except OSError as error:
            return f"{self._source.command[0]} cannot be started: {error.strerror}"
        if program is None:
            return "closed"
        words = b""
        try:
            words = self._watch(program)
        except _Ended as ended:
            return str(ended)
        finally:
            self._end(program)
        last = words.decode(errors="replace").strip().splitlines()
        return last[-1].strip() if last else f"its program ended ({program.returncode})"

    def _start(self) -> subprocess.Popen[bytes] | None:
        with self._lock:
            if self._closing.is_set():
                return None
            # Its own session: Ctrl-C must reach the parent only.
            program = self._program = subprocess.Popen(
                self._source.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        if program.stdout is not None:
            # A picture is far larger than the usual pipe; if the system refuses a larger one, the usual one works too.
            with contextlib.suppress(OSError):
                fcntl.fcntl(program.stdout, fcntl.F_SETPIPE_SZ, PIPE)
        return program

    def _watch(self, program: subprocess.Popen[bytes]) -> bytes:
        """Pass on pictures until the program closes its output; return its last error messages.

        Raises _Ended when it must be ended.
        """
        assert program.stdout is not None  # noqa: S101 - asked for as pipes
        assert program.stderr is not None  # noqa: S101 - asked for as pipes
        pictures, errors = program.stdout.fileno(), program.stderr.fileno()
        splitter = self._source.splitter()
        words = b""
        patience = self._source.first_picture
        last_picture = time.monotonic()
        watched = [pictures, errors]
        while pictures in watched:
            left = last_picture + patience - time.monotonic()
            ready, _, _ = select.select(watched, [], [], max(0.0, left))
            if not ready and left <= 0:
                raise _Ended(f"no picture for {patience:g} s")
            if errors in ready:
                said = os.read(errors, LAST_WORDS)
                words = (words + said)[-LAST_WORDS:]
                if not said:
                    watched.remove(errors)
            if pictures in ready:
                data = os.read(pictures, READ)
                if not data:
                    watched.remove(pictures)
                for picture in _pictures(splitter, data):
                    if self._take(picture):
                        last_picture, patience = time.monotonic(), self._source.next_picture
        if errors in watched and select.select([errors], [], [], 0)[0]:
            words += os.read(errors, LAST_WORDS)
        return words

    def _take(self, picture: EncodedPicture) -> bool:
        """Pass on one picture, unless the camera is still frozen; return whether it can be decoded.

        Raises _Ended when it has just frozen.
        """
        now = time.monotonic()
        same = self._source.live and picture.data == self._last
        if not same:
            self._last, self._same_since, self._is_frozen = picture.data, now, False
        image = None
        if same and now - self._same_since > self._source.frozen:
            image = picture.image()
            # In the dark, or with its cap on, a working camera may give the same black forever.
            if image is not None and int(image.max()) > int(image.min()):
                self._is_frozen, self._same_since = True, now
                raise _Ended("frozen: the same picture over and over")
        if self._is_frozen:
            return True
        image = picture.image() if image is None else image
        if image is None:
            return False
        self._trouble = self._reported = None
        taken = now if picture.t is None else picture.t
        try:
            self._deliver(Frame(self._clock() - (time.monotonic() - taken), image))
        except Exception:
            # The listener failed, so the camera goes on.
            _log.exception("the listener failed on a picture")
        return True

    def _end(self, program: subprocess.Popen[bytes]) -> None:
        program.kill()
        for stream in (program.stdin, program.stdout, program.stderr):
            if stream is not None:
                stream.close()
        try:
            program.wait(ENDING)
        except subprocess.TimeoutExpired:
            _log.error("%s: process %s hangs in its driver", self._source.name, program.pid)
        with self._lock:
            self._program = None


class _Ended(Exception):
    """The program must be ended; the message says why."""


def newest(frames: queue.Queue[Frame], frame: Frame) -> None:
    """Keep only the newest picture in a queue of size one. Call it from one thread only."""
    try:
        frames.put_nowait(frame)
    except queue.Full:
        with contextlib.suppress(queue.Empty):
            frames.get_nowait()
        frames.put_nowait(frame)


def _pictures(splitter: Splitter, data: bytes) -> Iterator[EncodedPicture]:
    """Yield the pictures completed by these bytes; those before any damage come first.

    Raises _Ended when no good picture can follow.
    """
    try:
        while found := splitter.feed(data):
            yield from found
            data = b""
    except StreamBroken as error:
        raise _Ended(str(error)) from None
