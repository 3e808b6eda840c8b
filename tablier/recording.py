"""Recordings: a folder with all that a table saw and felt and, when known, the truth (contract 3; docs/recordings.md).

`table.toml`: the table's settings, its camera's calibration under `[calibration]`; `frames.mkv` or numbered pictures in
`frames/`, with `frames.csv` (frame,t); `serial.jsonl` (`{"t", "bytes"}`, the raw bytes in base64); `inputs.jsonl`
(`{"t", "request", ...}`, what people asked by the page); `truth.jsonl` (acts and rulings as they really were). Every
file but `table.toml` may be missing.
"""

from __future__ import annotations

import base64
import csv
import json
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Self

import cv2
import numpy as np

from tablier.scoring import check
from tablier.settings import SettingsError, parse
from vision.calibration import Calibration, CalibrationError
from vision.picture_file import UnreadableImageError, load_image

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from types import TracebackType
    from typing import TextIO

    from numpy.typing import NDArray

    Image = NDArray[np.uint8]

JPEG_QUALITY: Final = 92
"""Pips a few pixels wide must stay readable; the common film codecs blur them."""
LONGEST_LINE: Final = 1 << 20
"""Characters of one line of JSON; longer ones are none of ours."""
PICTURES: Final = (".jpg", ".jpeg", ".png")


class RecordingError(ValueError):
    """A recording that cannot be read; the message names the file, the line and what was expected there."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture at its time (seconds)."""

    t: float
    image: Image


@dataclass(frozen=True, slots=True)
class SerialBytes:
    """Bytes as they came from the board, at the time (seconds) they were read."""

    t: float
    data: bytes


@dataclass(frozen=True, slots=True)
class Input:
    """What somebody asked by the page or the broker: the request's verb and the rest of it."""

    t: float
    request: str
    values: dict[str, Any]


class Recording:
    """A recording on disk, read in the order in which things happened.

    Raises RecordingError when the folder is none, or its table.toml cannot be used.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        path = folder / "table.toml"
        try:
            text = path.read_text(encoding="utf-8")
            self.settings = parse(text)
            known = self.settings.calibration
            self.calibration = Calibration.from_dict(known) if known else None
        except OSError as error:
            raise RecordingError(f"{path}: {error.strerror}") from None
        except (UnicodeDecodeError, SettingsError, CalibrationError) as error:
            raise RecordingError(f"{path}: {error}") from None

    def frames(self) -> Iterator[Frame]:
        """Every picture with its time; none when the recording has no camera."""
        times = self._frame_times()
        for number, image in enumerate(self._images(), 1):
            if number > len(times):
                raise RecordingError(f"{self.folder / 'frames.csv'}: {len(times)} times, but there are more frames")
            yield Frame(times[number - 1], image)

    def serial(self) -> Iterator[SerialBytes]:
        """What the board sent, as it came."""
        for where, line in self._json_lines("serial.jsonl"):
            try:
                yield SerialBytes(line["t"], base64.b64decode(line["bytes"], validate=True))
            except (KeyError, TypeError, ValueError):
                raise RecordingError(f"{where}: expected bytes in base64") from None

    def inputs(self) -> Iterator[Input]:
        """What people asked."""
        for where, line in self._json_lines("inputs.jsonl"):
            values = {key: value for key, value in line.items() if key not in ("t", "request")}
            if not isinstance(line.get("request"), str):
                raise RecordingError(f"{where}: expected a request")
            yield Input(line["t"], line["request"], values)

    def truth(self) -> list[dict[str, Any]]:
        """Acts and rulings as they really were, each `{"t", "kind", ...}`; empty when nobody knows."""
        lines = []
        for where, line in self._json_lines("truth.jsonl"):
            try:
                check(line)
            except ValueError as error:
                raise RecordingError(f"{where}: {error}") from None
            lines.append(line)
        return lines

    def _frame_times(self) -> list[float]:
        path = self.folder / "frames.csv"
        if not path.exists():
            return []
        times: list[float] = []
        number = 1
        try:
            with path.open(encoding="utf-8", errors="replace", newline="") as file:
                for number, row in enumerate(csv.reader(file), 1):
                    if number == 1 and row == ["frame", "t"]:
                        continue
                    _, t = row
                    times.append(_time(float(t)))
        except (ValueError, csv.Error):
            raise RecordingError(f"{path}:{number}: expected frame,t") from None
        except OSError as error:
            raise RecordingError(f"{path}: {error.strerror}") from None
        return times

    def _images(self) -> Iterator[Image]:
        video, pictures = self.folder / "frames.mkv", self.folder / "frames"
        if pictures.is_dir():
            for path in sorted(path for path in pictures.iterdir() if path.suffix.lower() in PICTURES):
                try:
                    yield load_image(path)
                except OSError as error:
                    raise RecordingError(f"{path}: {error.strerror}") from None
                except UnreadableImageError as error:
                    raise RecordingError(str(error)) from None
        elif video.exists():
            capture = cv2.VideoCapture(str(video))
            try:
                if not capture.isOpened():
                    raise RecordingError(f"{video}: not a film")
                while True:
                    good, image = capture.read()
                    if not good:
                        return
                    yield np.asarray(image, np.uint8)
            finally:
                capture.release()

    def _json_lines(self, name: str) -> Iterator[tuple[str, dict[str, Any]]]:
        path = self.folder / name
        if not path.exists():
            return
        try:
            file = path.open(encoding="utf-8", errors="replace")
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
                    raise RecordingError(f"{where}: expected a JSON object with a time t in seconds") from None
                yield where, line


def _time(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ValueError
    return float(value)


class Recorder:
    """A recording being written; closed, it can be read. The folder is made, and must not hold a recording yet.

    Raises OSError when it cannot be written and RecordingError when there is a recording already.
    """

    def __init__(self, folder: Path, table_toml: str) -> None:
        if (folder / "table.toml").exists():
            raise RecordingError(f"{folder}: there is a recording already")
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "table.toml").write_text(table_toml, encoding="utf-8")
        self._folder = folder
        self._count = 0
        self._files: dict[str, TextIO] = {}

    def frame(self, t: float, image: Image) -> None:
        """Add one picture, a file of its own: whenever this is broken off, every picture is whole and has its time."""
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
        """Add bytes as they came from the board."""
        self._line("serial.jsonl", {"t": round(t, 4), "bytes": base64.b64encode(data).decode()})

    def input(self, t: float, request: str, values: dict[str, Any]) -> None:
        """Add what somebody asked."""
        self._line("inputs.jsonl", {"t": round(t, 4), "request": request, **values})

    def truth(self, line: dict[str, Any]) -> None:
        """Add an act or a ruling as it really was."""
        self._line("truth.jsonl", line)

    def close(self) -> None:
        """Finish every file; may be called again."""
        for file in self._files.values():
            file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _file(self, name: str) -> TextIO:
        if name not in self._files:
            self._files[name] = (self._folder / name).open("w", encoding="utf-8", buffering=1)
        return self._files[name]

    def _line(self, name: str, line: dict[str, Any]) -> None:
        self._file(name).write(json.dumps(line, separators=(",", ":")) + "\n")
