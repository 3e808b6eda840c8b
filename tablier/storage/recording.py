"""Recordings: a folder with all that a table received and, when known, the truth (contract 3; docs/recordings.md).

`table.toml`: the table's settings, with the camera's calibration under `[calibration]`.
`frames.mkv`, or numbered pictures in `frames/`: the pictures, with their times in `frames.csv` (frame,t).
`serial.jsonl`: `{"t", "bytes"}`, the raw bytes in base64.
`inputs.jsonl`: `{"t", "request", ...}`, people's requests on the page.
`truth.jsonl`: acts and rulings as they really were.

Every file but `table.toml` may be missing. Damage in the middle of a file does not end the recording.
"""

from __future__ import annotations

import base64
import csv
import errno
import heapq
import json
import logging
import math
import os
import re
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TextIO, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from announce.closing import Closing
from tablier.storage.recording_truth import check
from tablier.storage.settings import SettingsError
from tablier.storage.settings_file import parse
from vision.calibration import Calibration, CalibrationError
from vision.picture_file import SUFFIXES, UnreadableImageError, load_image, open_at_once

JPEG_QUALITY: Final = 92
"""Pips a few pixels wide must stay readable; common video codecs blur them."""
LONGEST_LINE: Final = 1 << 20
"""Characters of one line of JSON, and of table.toml; this program writes no longer ones."""

_log = logging.getLogger(__name__)


class RecordingError(ValueError):
    """A recording cannot be read. The message names the file, the line, and what was expected there."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A picture and its time (seconds)."""

    t: float
    image: NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class SerialBytes:
    """Bytes from the board, and the time (seconds) at which they were read."""

    t: float
    data: bytes


@dataclass(frozen=True, slots=True)
class Input:
    """A request from the page or the broker: its verb and its other values."""

    t: float
    request: str
    values: dict[str, Any]


Happening: TypeAlias = Frame | SerialBytes | Input
"""Whatever reaches a table from its devices and its people."""


def in_order(*sources: Iterable[Happening]) -> Iterator[Happening]:
    """Merge sources that are each in order of time; at one time the earlier source comes first."""
    return heapq.merge(*sources, key=lambda each: each.t)


class Recording:
    """A recording on disk, read in the order in which things happened.

    Raises RecordingError when there is no such folder, or its table.toml cannot be used.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._reported: set[str] = set()
        path = folder / "table.toml"
        try:
            with _open_text(path, errors="strict") as file:
                text = file.read(LONGEST_LINE)
            # Another version of this program, or another program, may have written more keys.
            self.settings = parse(text, unknown=lambda key: _log.warning("%s: %s: unknown, skipped", path, key))
            known = self.settings.calibration
            self.calibration = Calibration.from_dict(known) if known else None
        except FileNotFoundError:
            why = "no recording, as it has no table.toml" if folder.exists() else "there is no such folder"
            raise RecordingError(f"{folder}: {why}") from None
        except OSError as error:
            raise RecordingError(f"{path}: {error.strerror}") from None
        except UnicodeDecodeError:
            raise RecordingError(f"{path}: not UTF-8 text") from None
        except (SettingsError, CalibrationError) as error:
            raise RecordingError(f"{path}: {error}") from None

    def frames(self) -> Iterator[Frame]:
        """Yield every picture with its time, in order of time; none when the recording has no camera.

        A picture without a time, or that cannot be read, is skipped with a warning.
        """
        folder, film = self.folder / "frames", self.folder / "frames.mkv"
        if folder.is_dir():
            for t, path in self._with_times(_in_order(folder)):
                try:
                    yield Frame(t, load_image(path))
                except OSError as error:
                    self._say("%s: %s: skipped", path, error.strerror)
                except UnreadableImageError as error:
                    self._say("%s: skipped", error)
        elif film.exists():
            yield from self._timed_film(film)
        elif (self.folder / "frames.csv").exists() and (lost := len(self._times())):
            self._say("%s: %d of its pictures are missing", self.folder / "frames.csv", lost)

    def serial(self) -> Iterator[SerialBytes]:
        """Yield the board's bytes in order of time; bytes of one time stay in the order of the file."""
        came = []
        for where, line in self._json_lines("serial.jsonl"):
            try:
                came.append(SerialBytes(line["t"], base64.b64decode(line["bytes"], validate=True)))
            except (KeyError, TypeError, ValueError):
                self._say("%s: expected bytes in base64: skipped", where)
        yield from sorted(came, key=lambda each: each.t)

    def inputs(self) -> Iterator[Input]:
        """Yield people's requests, in order of time."""
        asked = []
        for where, line in self._json_lines("inputs.jsonl"):
            values = {key: value for key, value in line.items() if key not in ("t", "request")}
            if isinstance(line.get("request"), str):
                asked.append(Input(line["t"], line["request"], values))
            else:
                self._say("%s: expected a request: skipped", where)
        yield from sorted(asked, key=lambda each: each.t)

    def happenings(self) -> Iterator[Happening]:
        """Yield the board's bytes, people's requests and the pictures, in order of time."""
        return in_order(self.serial(), self.inputs(), self.frames())

    def truth(self) -> list[dict[str, Any]]:
        """Return acts and rulings as they really were, each `{"t", "kind", ...}`; empty when unknown.

        Raises RecordingError for a line that is neither.
        """
        lines = []
        for where, line in self._json_lines("truth.jsonl", whole=True):
            try:
                check(line)
            except ValueError as error:
                raise RecordingError(f"{where}: {error}") from None
            lines.append(line)
        return lines

    def _with_times(self, pictures: list[Path]) -> list[tuple[float, Path]]:
        """Return the pictures with their times, in order of time.

        The number in a picture's name gives its time. If some pictures get no time that way, but there are as many
        pictures as times, they are paired in order.
        """
        times = self._times()
        known = dict(times)
        dated = sorted((known[number], path) for path in pictures if (number := _number(path.stem)) in known)
        named = len(dated) == len(pictures) and len(known) == len(times)
        if len(pictures) == len(times) and not named:
            return sorted((t, path) for (_, t), path in zip(times, pictures, strict=True))
        if lost := len(known.keys() - {_number(path.stem) for path in pictures}):
            self._say("%s: %d of its pictures are missing", self.folder / "frames.csv", lost)
        if len(dated) < len(pictures):
            self._say("%s: no times for %d pictures", self.folder / "frames.csv", len(pictures) - len(dated))
        return dated

    def _timed_film(self, film: Path) -> Iterator[Frame]:
        """Yield the pictures of a film, each with the time of its number; one whose time goes backwards is skipped.

        When numbers are missing or repeated, and there are at least as many times as pictures in the film, they are
        paired in order: a picture that was lost is not in the film either.
        """
        times = sorted(self._times())
        first, end = (times[0][0], times[-1][0] + 1) if times else (0, 0)
        if end - first != len(times) and _length(film) <= len(times):
            first, end = 0, len(times)
            times = [(number, t) for number, (_, t) in enumerate(times)]
        known, last = dict(times), -math.inf
        number = first - 1
        for number, image in zip(range(first, end), _pictures_of_film(film), strict=False):
            t = known.get(number)
            if t is None or t < last:
                wrong = "no time" if t is None else "its time is before that of the one before"
                self._say("%s: picture %d: %s: skipped", film, number, wrong)
                continue
            last = t
            yield Frame(t, image)
        if lost := sum(each > number for each in known):
            self._say("%s: %d of its pictures are missing", self.folder / "frames.csv", lost)

    def _times(self) -> list[tuple[int, float]]:
        """Return the lines of frames.csv: the number a picture has, or its name ends in, and its time.

        A malformed line is skipped with a warning. Raises RecordingError when the file is missing, cannot be read, or
        has only malformed lines, as the times of the pictures are then unknown.
        """
        path = self.folder / "frames.csv"
        times: list[tuple[int, float]] = []
        wrong: list[str] = []
        try:
            with _open_text(path) as file:
                rows = csv.reader(iter(lambda: file.readline(LONGEST_LINE), ""), skipinitialspace=True)
                while True:
                    try:
                        row = next(rows)
                        if row and (times or wrong or row[0].strip().lower() != "frame"):
                            frame, t = row[:2]
                            times.append((_number(Path(frame.strip()).stem), _time(float(t))))
                    except StopIteration:
                        break
                    except (ValueError, csv.Error):
                        wrong.append(f"{path}:{rows.line_num}: expected frame,t")
        except OSError as error:
            raise RecordingError(f"{path}: {error.strerror}") from None
        if wrong and not times:
            raise RecordingError(wrong[0])
        for line in wrong:
            self._say("%s: skipped", line)
        return times

    def _json_lines(self, name: str, *, whole: bool = False) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield each line of a file and where it stands; a malformed line is skipped with a warning.

        whole: a malformed line makes the file useless. Raises RecordingError then, and when the file cannot be read.
        """
        path = self.folder / name
        if not path.exists():
            return
        try:
            file = _open_text(path)
        except OSError as error:
            raise RecordingError(f"{path}: {error.strerror}") from None
        with file:
            number = 0
            while text := file.readline(LONGEST_LINE):
                number += 1
                where = f"{path}:{number}"
                if not text.strip():
                    continue
                try:
                    line = json.loads(text)
                    _time(line["t"])
                except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
                    wrong = f"{where}: expected a JSON object with a time t in seconds"
                    if whole:
                        raise RecordingError(wrong) from None
                    self._say("%s: skipped", wrong)
                    continue
                yield where, line

    def _say(self, words: str, *values: object) -> None:
        """Log a warning about what is skipped, once for each text."""
        if (text := words % values) not in self._reported:
            self._reported.add(text)
            _log.warning("%s", text)


def _open_text(path: Path, *, errors: str = "replace") -> TextIO:
    """Open a file as text, with its line ends unchanged. Raises OSError."""
    return open(path, encoding="utf-8-sig", errors=errors, newline="", opener=_file)


def _file(path: str, flags: int) -> int:
    """Open a regular file or folder. Raises OSError for anything else, such as a device or a pipe."""
    descriptor = open_at_once(path, flags)
    mode = os.fstat(descriptor).st_mode
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "is no file")
    return descriptor


def _number(name: str) -> int:
    """Return the number at the end of a picture's name; 0 without one."""
    digits = re.search(r"[0-9]{1,18}$", name)
    return 0 if digits is None else int(digits[0])


def _in_order(folder: Path) -> list[Path]:
    """Return the pictures in a folder by the numbers in their names: 9.jpg before 10.jpg.

    Raises RecordingError when the folder cannot be listed.
    """
    try:
        pictures = [path for path in folder.iterdir() if path.suffix.lower() in SUFFIXES]
    except OSError as error:
        raise RecordingError(f"{folder}: {error.strerror}") from None
    return sorted(pictures, key=lambda path: (_number(path.stem), path.name))


def _pictures_of_film(film: Path) -> Iterator[NDArray[np.uint8]]:
    """Yield the pictures of a film.

    Raises RecordingError when the file is no film.
    """
    if not film.is_file():
        raise RecordingError(f"{film}: not a film")
    capture = cv2.VideoCapture(str(film))
    try:
        if not capture.isOpened():
            raise RecordingError(f"{film}: not a film")
        while (read := capture.read())[0]:
            yield np.asarray(read[1], np.uint8)
    finally:
        capture.release()


def _length(film: Path) -> int:
    """Count the pictures of a film by reading all of it, as its header may be wrong."""
    return sum(1 for _ in _pictures_of_film(film))


def _time(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ValueError
    return float(value)


class Recorder(Closing):
    """A recording that is being written; once closed it can be read. The folder is created if needed.

    Raises OSError when it cannot be written, and RecordingError when it holds a recording already or is no folder.
    """

    def __init__(self, folder: Path, table_toml: str) -> None:
        if (folder / "table.toml").exists():
            raise RecordingError(f"{folder}: there is a recording already")
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except FileExistsError:
            raise RecordingError(f"{folder}: is no folder") from None
        (folder / "table.toml").write_text(table_toml, encoding="utf-8")
        self._folder = folder
        self._count = 0
        self._files: dict[str, TextIO] = {}

    def frame(self, t: float, image: NDArray[np.uint8]) -> None:
        """Add one picture as a file of its own. If recording is cut off, every picture is whole and has its time."""
        self._count += 1
        folder = self._folder / "frames"
        if self._count == 1:
            folder.mkdir(exist_ok=True)
            self._file("frames.csv").write("frame,t\n")
        begun = folder / f"{self._count:07}.part"
        begun.write_bytes(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1].tobytes())
        self._file("frames.csv").write(f"{self._count},{t:.4f}\n")
        begun.replace(begun.with_suffix(".jpg"))

    def serial(self, t: float, data: bytes) -> None:
        """Add bytes from the board."""
        self._line("serial.jsonl", {"t": round(t, 4), "bytes": base64.b64encode(data).decode()})

    def input(self, t: float, request: str, values: dict[str, Any]) -> None:
        """Add a request."""
        self._line("inputs.jsonl", {"t": round(t, 4), "request": request, **values})

    def truth(self, line: dict[str, Any]) -> None:
        """Add an act or a ruling as it really was."""
        self._line("truth.jsonl", line)

    def close(self) -> None:
        """Close every file; may be called again."""
        for file in self._files.values():
            file.close()

    def _file(self, name: str) -> TextIO:
        if name not in self._files:
            self._files[name] = (self._folder / name).open("w", encoding="utf-8", buffering=1)
        return self._files[name]

    def _line(self, name: str, line: dict[str, Any]) -> None:
        self._file(name).write(json.dumps(line, separators=(",", ":")) + "\n")
