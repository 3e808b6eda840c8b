"""Cameras: real programs at the other end of a pipe that start, end, hang and freeze."""

from __future__ import annotations

import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tablier.devices import camera, capture_process
from tablier.devices.camera import Camera, Source, source_of
from tablier.devices.pictures import JpegSplitter, RawSplitter
from tablier.storage.recording import Frame
from tablier.storage.settings import CameraSettings
from tests.waiting import LONG, eventually


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(camera, "WAITS", (0.05, 0.05))


def picture(number: int) -> NDArray[np.uint8]:
    """A grey ramp, brighter with every number, that survives a film's compression as such."""
    ramp = np.tile(np.linspace(0, 60, 64), (48, 1)) + 20 * number
    return np.repeat(ramp[:, :, None], 3, axis=2).astype(np.uint8)


def level(frame: Frame) -> int:
    """The number of `picture` a frame shows."""
    return round((float(frame.image.mean()) - 30) / 20)


class Watcher:
    """Collects frames; `until` waits for one."""

    def __init__(self) -> None:
        self.frames: queue.Queue[Frame] = queue.Queue()

    def until(self, wanted: Callable[[Frame], bool]) -> Frame:
        while True:
            frame = self.frames.get(timeout=LONG)
            if wanted(frame):
                return frame


def program(folder: Path, text: str) -> tuple[str, ...]:
    """A Python program that writes raw pictures: `show(number)` writes one."""
    path = folder / "program.py"
    path.write_text(
        "import sys, time\nfrom pathlib import Path\n"
        "from tests.tablier.test_camera import picture\nfrom tablier.devices.pictures import raw_bytes\n"
        "def show(number):\n"
        "    sys.stdout.buffer.write(b''.join(raw_bytes(time.monotonic(), picture(number))))\n"
        "    sys.stdout.buffer.flush()\n" + text
    )
    return (sys.executable, str(path))


@pytest.fixture(autouse=True)
def importable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).resolve().parents[2]))


def film_file(folder: Path, numbers: list[int]) -> Path:
    path = folder / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 50, (64, 48))
    for number in numbers:
        writer.write(picture(number))
    writer.release()
    return path


def test_a_film_is_shown_and_stays_on_its_last_picture(tmp_path: Path) -> None:
    film_file(tmp_path, [1, 2, 3, 4, 5])
    source = source_of(CameraSettings(source="film", film="film.avi"), tmp_path)
    assert source is not None
    watcher = Watcher()
    began = time.monotonic()
    with Camera(source, deliver=watcher.frames.put, clock=lambda: time.monotonic() - began) as film:
        frames = [watcher.frames.get(timeout=LONG) for _ in range(8)]
        assert film.trouble is None
    assert [level(frame) for frame in frames] == [1, 2, 3, 4, 5, 5, 5, 5]
    times = [frame.t for frame in frames]
    assert times == sorted(times)
    assert 0 < times[0] < time.monotonic() - began


def test_a_program_lying_about_is_not_taken_for_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder may hold a file of any name; `tablier play` started there does not run it."""
    film_file(tmp_path, [2])
    (tmp_path / "cv2.py").write_text("open('taken', 'w')\n")
    (tmp_path / "tablier").mkdir()
    (tmp_path / "tablier" / "capture_process.py").write_text("open('taken', 'w')\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYTHONPATH")
    source = source_of(CameraSettings(source="film", film="film.avi"), tmp_path)
    assert source is not None
    watcher = Watcher()
    with Camera(source, deliver=watcher.frames.put):
        assert level(watcher.until(lambda _: True)) == 2
    assert not (tmp_path / "taken").exists()


def test_a_folder_of_pictures_is_shown_in_order(tmp_path: Path) -> None:
    for number in (3, 1, 2):
        cv2.imwrite(str(tmp_path / f"{number}.png"), picture(number))
    (tmp_path / "notes.txt").write_text("no picture")
    shown = capture_process.film(tmp_path, 1000.0)
    assert [int(next(shown).mean()) for _ in range(4)] == [int(picture(number).mean()) for number in (1, 2, 3, 3)]


def test_one_picture_is_a_film(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), picture(1))
    shown = capture_process.film(tmp_path / "a.png", 1000.0)
    assert np.array_equal(next(shown), next(shown))


def test_nothing_to_film_is_said(tmp_path: Path) -> None:
    with pytest.raises(capture_process.NothingToFilm, match="holds no pictures"):
        next(capture_process.film(tmp_path, 10))
    (tmp_path / "film.mkv").write_bytes(b"no film at all")
    with pytest.raises(capture_process.NothingToFilm, match=r"film\.mkv: no film, picture or folder"):
        next(capture_process.film(tmp_path / "film.mkv", 10))
    with pytest.raises(capture_process.NothingToFilm, match="none: no film"):
        next(capture_process.film(tmp_path / "none", 10))


def test_a_camera_that_is_not_there_is_named_and_found_when_it_comes(tmp_path: Path) -> None:
    source = source_of(CameraSettings(source="film", film="film.avi"), tmp_path)
    assert source is not None
    watcher = Watcher()
    with Camera(source, deliver=watcher.frames.put) as late:
        eventually(lambda: late.trouble == f"film {tmp_path / 'film.avi'}: there is no {tmp_path / 'film.avi'}")
        film_file(tmp_path, [2])
        assert level(watcher.until(lambda _: True)) == 2
        assert late.trouble is None


def test_a_camera_that_cannot_be_looked_for_is_named(tmp_path: Path) -> None:
    """The errors differ for a missing device, an impossible name, and a forbidden folder."""
    source = source_of(CameraSettings(source="film", film="f" * 999), tmp_path)
    assert source is not None
    with Camera(source, deliver=lambda _: None) as camera:
        eventually(lambda: str(camera.trouble).endswith("File name too long"))


def test_no_usb_camera() -> None:
    source = source_of(CameraSettings(device=63), Path())
    assert source is not None
    with Camera(source, deliver=lambda _: None) as absent:
        eventually(lambda: absent.trouble == "USB camera 63: there is no /dev/video63")


def test_a_device_that_is_no_camera_is_named(tmp_path: Path) -> None:
    """The error has the camera program's own last message."""
    command = (sys.executable, "-m", "tablier.devices.capture_process", "usb", "63", "640", "480", "15")
    with Camera(Source("USB camera 63", command, RawSplitter), deliver=lambda _: None) as wrong:
        eventually(lambda: (wrong.trouble or "").endswith("camera 63 cannot be opened"))
    with Camera(Source("x", (str(tmp_path / "none"),), RawSplitter), deliver=lambda _: None) as missing:
        eventually(lambda: "cannot be started: No such file" in (missing.trouble or ""))


def test_a_camera_that_hangs_is_started_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It gives two pictures and then never returns from its read; each new start gives brighter ones."""
    command = program(
        tmp_path,
        "start = Path('starts.txt')\n"
        "number = len(start.read_text()) if start.exists() else 0\n"
        "start.write_text('x' * (number + 1))\n"
        "show(2 * number)\nshow(2 * number + 1)\ntime.sleep(3600)\n",
    )
    monkeypatch.chdir(tmp_path)
    watcher = Watcher()
    source = Source("hanging camera", command, RawSplitter, next_picture=0.3)
    with Camera(source, deliver=watcher.frames.put) as hanging:
        assert [level(watcher.until(lambda _: True)) for _ in range(5)] == [0, 1, 2, 3, 4]
        eventually(lambda: hanging.trouble == "hanging camera: no picture for 0.3 s")


def test_a_camera_whose_pictures_are_all_damaged_is_started_again(tmp_path: Path) -> None:
    """JPEGs with whole markers that cannot be decoded count as no pictures."""
    command = program(
        tmp_path,
        "while True:\n"
        "    sys.stdout.buffer.write(bytes.fromhex('ffd8 ffda 0002 00 ffd9'))\n"
        "    sys.stdout.buffer.flush()\n    time.sleep(0.02)\n",
    )
    watcher = Watcher()
    source = Source("damaged camera", command, JpegSplitter, first_picture=2.0)
    with Camera(source, deliver=watcher.frames.put) as damaged:
        eventually(lambda: damaged.trouble == "damaged camera: no picture for 2 s")
    assert watcher.frames.empty()


def test_a_frozen_camera_is_lost_until_its_picture_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An endlessly repeated picture is not passed on, even after the program is restarted."""
    command = program(
        tmp_path,
        "while True:\n    show(7 if Path('thawed').exists() else 3)\n    time.sleep(0.02)\n",
    )
    monkeypatch.chdir(tmp_path)
    watcher = Watcher()
    source = Source("frozen camera", command, RawSplitter, frozen=0.2)
    with Camera(source, deliver=watcher.frames.put) as frozen:
        eventually(lambda: "frozen" in (frozen.trouble or ""))
        pid = frozen._program.pid if frozen._program else None
        eventually(lambda: frozen._program is not None and frozen._program.pid != pid)
        while not watcher.frames.empty():
            assert level(watcher.frames.get()) == 3
        Path("thawed").touch()
        assert level(watcher.until(lambda _: True)) == 7
        assert frozen.trouble is None


def test_a_camera_in_the_dark_is_not_frozen(tmp_path: Path) -> None:
    command = program(
        tmp_path,
        "import numpy\nblack = numpy.zeros((48, 64, 3), numpy.uint8)\n"
        "while True:\n"
        "    sys.stdout.buffer.write(b''.join(raw_bytes(time.monotonic(), black)))\n"
        "    sys.stdout.buffer.flush()\n    time.sleep(0.02)\n",
    )
    watcher = Watcher()
    source = Source("dark camera", command, RawSplitter, frozen=0.1)
    with Camera(source, deliver=watcher.frames.put) as dark:
        for _ in range(40):
            watcher.frames.get(timeout=LONG)
        assert dark.trouble is None


def test_a_broken_stream_is_begun_again(tmp_path: Path) -> None:
    command = program(
        tmp_path, "show(1)\nsys.stdout.buffer.write(b'\\xff' * 100)\nsys.stdout.flush()\ntime.sleep(99)\n"
    )
    watcher = Watcher()
    with Camera(Source("noisy camera", command, RawSplitter), deliver=watcher.frames.put):
        assert [level(watcher.until(lambda _: True)) for _ in range(3)] == [1, 1, 1]


RIBBON = """#!{python}
import sys, time
import cv2
from tests.tablier.test_camera import picture
for want in (["--codec", "mjpeg"], ["--width", "640"], ["--height", "480"], ["--output", "-"], ["--timeout", "0"]):
    at = sys.argv.index(want[0])
    assert sys.argv[at + 1] == want[1], sys.argv
sys.stderr.write("[0:01:02] INFO Camera lots of words\\n" * 5000)
sys.stdout.buffer.write(b"half a picture, cut off" + cv2.imencode(".jpg", picture(9))[1].tobytes()[:700])
for number in range(5):
    data = cv2.imencode(".jpg", picture(number))[1].tobytes()
    for at in range(0, len(data), 300):
        sys.stdout.buffer.write(data[at:at + 300])
        sys.stdout.buffer.flush()
time.sleep({rest})
sys.exit("ERROR: *** no cameras available ***")
"""


def fake_rpicam(folder: Path, monkeypatch: pytest.MonkeyPatch, rest: float) -> Source:
    path = folder / "rpicam-vid"
    path.write_text(RIBBON.format(python=sys.executable, rest=rest))
    path.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    source = source_of(CameraSettings(source="csi", width=640, height=480), folder)
    assert source is not None
    assert source.splitter is JpegSplitter
    return source


def test_a_camera_on_the_ribbon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """rpicam-vid's JPEGs, after the half one it may begin with, and however much it talks."""
    watcher = Watcher()
    with Camera(fake_rpicam(tmp_path, monkeypatch, 3600), deliver=watcher.frames.put):
        assert [level(watcher.until(lambda _: True)) for _ in range(5)] == [0, 1, 2, 3, 4]


def test_the_last_message_of_rpicam_is_the_trouble(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Camera(fake_rpicam(tmp_path, monkeypatch, 0), deliver=lambda _: None) as ribbon:
        eventually(lambda: ribbon.trouble == "Raspberry Pi camera: ERROR: *** no cameras available ***")


def test_close_leaves_nothing_and_may_be_called_again(tmp_path: Path) -> None:
    before = threading.active_count()
    watcher = Watcher()
    hanging = Camera(
        Source("hanging camera", program(tmp_path, "show(1)\ntime.sleep(3600)\n"), RawSplitter),
        deliver=watcher.frames.put,
    )
    watcher.until(lambda _: True)
    started = hanging._program
    assert started is not None
    hanging.close()
    hanging.close()
    assert started.poll() is not None
    assert threading.active_count() == before
    assert "closed" in repr(hanging)


def test_a_listener_that_fails_does_not_stop_the_camera(tmp_path: Path) -> None:
    seen: queue.Queue[int] = queue.Queue()

    def deliver(frame: Frame) -> None:
        seen.put(level(frame))
        raise ValueError("no")

    with Camera(Source("c", program(tmp_path, "show(1)\nshow(2)\ntime.sleep(99)\n"), RawSplitter), deliver=deliver):
        assert [seen.get(timeout=LONG), seen.get(timeout=LONG)] == [1, 2]


def test_the_program_ends_with_its_parent(tmp_path: Path) -> None:
    """Even while it is stuck: no process is left holding the camera when the table was killed."""
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((480, 640, 3), np.uint8))
    command = (sys.executable, "-m", "tablier.devices.capture_process", "film", str(tmp_path), "60")
    stuck = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert stuck.stdin is not None
    assert stuck.stdout is not None
    stuck.stdout.read(100)  # From here on no process takes its pictures: it waits in a write.
    stuck.stdin.close()
    assert stuck.wait(timeout=LONG) == 0
    stuck.stdout.close()


def test_no_source() -> None:
    assert source_of(CameraSettings(source="none"), Path()) is None


def test_the_pis_camera_is_asked_for_its_whole_field() -> None:
    """At 1280 x 720 the IMX708's own choice is a cropped mode; from the arm's height it sees 330 of 452 mm."""
    source = source_of(CameraSettings(source="csi", width=1280, height=720), Path())
    assert source is not None
    assert source.command[source.command.index("--mode") + 1] == "2304:1296:10:P"
