"""The doctor finds what is wrong, says where, and says nothing of what is well."""

from __future__ import annotations

import importlib.metadata
import json
import shutil
import socket
import subprocess
import threading
import time
import zipfile
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from announce.access import Accounts, Role, new_account
from announce.broker import EmbeddedBroker
from firmware_bridge.reading import Peg
from firmware_bridge.virtual_board import VirtualBoard
from tablier.calibration_file import Kept, NotCalibrated, save
from tablier.cli import main
from tablier.doctor import machine, outside, sight
from tablier.doctor.finding import Finding, Health, good, note, wrong
from tablier.doctor.report import summary
from tablier.invented import InventedTable, Plan
from tablier.journal import Journal
from tablier.private_file import write_private
from tablier.recording import Frame
from tablier.settings import (
    AccessSettings,
    CameraSettings,
    MqttSettings,
    PageSettings,
    SensorSettings,
    Settings,
    VoiceSettings,
)
from tablier.site import Site
from tests.tablier.running import LONG, Running
from vision.focus import SOFT, blur

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from numpy.typing import NDArray

    from vision.geometry import Corners

    Image = NDArray[np.uint8]


def only(findings: Iterable[Finding]) -> Finding:
    (finding,) = findings
    return finding


def by_subject(findings: Iterable[Finding]) -> dict[str, Finding]:
    return {finding.subject: finding for finding in findings}


# The machine.


@pytest.mark.parametrize(
    ("bits", "power", "heat"),
    [
        ("0", Health.GOOD, Health.GOOD),
        ("50005", Health.WRONG, Health.WRONG),
        ("50000", Health.WRONG, Health.NOTE),
        ("80008\n", Health.GOOD, Health.WRONG),
        ("80000", Health.GOOD, Health.NOTE),
    ],
)
def test_power_and_heat_of_a_pi(tmp_path: Path, bits: str, power: Health, heat: Health) -> None:
    """The firmware's bits as the kernel shows them: 0 and 16 voltage, 1 to 3 and 17 to 19 slowed down."""
    folder = tmp_path / "sys/devices/platform/soc/soc:firmware"
    folder.mkdir(parents=True)
    (folder / "get_throttled").write_text(bits)
    found = by_subject(machine.power(tmp_path))
    if heat is Health.WRONG and bits.startswith("5"):
        assert "now" in found["power"].said
    assert (found["power"].health, found["heat"].health) == (power, heat)


def test_power_by_the_voltage_alarm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    folder = tmp_path / "sys/class/hwmon/hwmon1"
    folder.mkdir(parents=True)
    (folder / "name").write_text("rpi_volt\n")
    (folder / "in0_lcrit_alarm").write_text("1\n")
    assert by_subject(machine.power(tmp_path))["power"].health is Health.WRONG
    (folder / "in0_lcrit_alarm").write_text("0\n")
    assert by_subject(machine.power(tmp_path))["power"].health is Health.GOOD
    (folder / "name").write_text("cpu_thermal\n")
    assert only(machine.power(tmp_path)).health is Health.OFF


@pytest.mark.parametrize(
    ("script", "health"),
    [
        ("echo throttled=0x50000", Health.WRONG),
        ("echo throttled=0x0", Health.GOOD),
        ("echo VCHI initialization failed; exit 255", Health.OFF),
    ],
)
def test_power_by_vcgencmd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, health: Health) -> None:
    program = tmp_path / "vcgencmd"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert next(iter(machine.power(tmp_path))).health is health


@pytest.mark.parametrize(
    ("free", "health"), [(100 << 20, Health.WRONG), (500 << 20, Health.NOTE), (9 << 30, Health.GOOD)]
)
def test_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: int, health: Health) -> None:
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr("shutil.disk_usage", lambda _path: usage._replace(free=free))
    assert only(machine.disk(tmp_path / "not" / "yet")).health is health


def test_a_disk_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**_: object) -> object:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr("tempfile.TemporaryFile", refuse)
    found = only(machine.disk(tmp_path))
    assert found.health is Health.WRONG
    assert found.said == f"{tmp_path}: Read-only file system"


def test_what_the_program_failed_on_is_noted(tmp_path: Path) -> None:
    assert list(machine.problems(tmp_path / "none")) == []
    for number in (9, 10):
        (tmp_path / f"problem-{number}.txt").write_text(f"Frame\n\nTraceback\nKeyError: {number}\n")
    found = only(machine.problems(tmp_path))
    assert found.health is Health.NOTE
    assert "2 errors" in found.said
    assert "KeyError: 10" in found.said


def test_the_journal(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    assert list(machine.journal(path)) == []
    with Journal(path) as journal:
        journal.start(1.0, "{}")
        assert "is whole: 1 game," in only(machine.journal(path)).said
        journal.add([(1.0, "act", "as it was written")])
    whole = path.read_bytes()
    path.write_bytes(whole.replace(b"as it was written", b"as it was spoilt."))
    assert "an entry of game 1 is not as it was written" in only(machine.journal(path)).said
    path.write_bytes(b"no journal" * 500)
    assert only(machine.journal(path)).health is Health.WRONG
    assert path.read_bytes() == b"no journal" * 500


def test_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    assert only(machine.programs()).health is Health.GOOD
    version = importlib.metadata.version
    monkeypatch.setattr("importlib.metadata.version", lambda name: "4.14" if name == "opencv-python" else version(name))
    assert "opencv-python lies over" in only(machine.programs()).said

    def gone(name: str) -> str:
        if name == "paho-mqtt":
            raise importlib.metadata.PackageNotFoundError(name)
        return version(name)

    monkeypatch.setattr("importlib.metadata.version", gone)
    assert only(machine.programs()).said.endswith("missing: paho-mqtt")


# What the camera sees.


@pytest.fixture(scope="module")
def invented() -> InventedTable:
    return InventedTable(Plan(seed=1))


@pytest.fixture(scope="module")
def start(invented: InventedTable) -> Image:
    return np.array(invented.picture(0.0, 0))


@pytest.fixture(scope="module")
def corners(invented: InventedTable) -> Corners:
    return invented.calibration.corners


@pytest.fixture
def kept(invented: InventedTable, monkeypatch: pytest.MonkeyPatch) -> Kept:
    """A right calibration; the board is seen where it is (how well it is found is tested where vision is)."""
    monkeypatch.setattr(sight, "locate", lambda _image, _field, _lens: invented.calibration.corners)
    return Kept(invented.calibration, (1280, 720))


def seen(kept: Kept | NotCalibrated, *images: Image) -> dict[str, Finding]:
    return by_subject(sight.findings([Frame(number / 15, image) for number, image in enumerate(images)], kept))


def test_a_good_picture_of_a_board_where_it_was(kept: Kept, start: Image) -> None:
    found = seen(kept, start)
    assert [(name, finding.health) for name, finding in found.items()] == [
        ("light", Health.GOOD),
        ("focus", Health.GOOD),
        ("calibration", Health.GOOD),
    ]


def test_too_dark_and_too_bright(kept: Kept, start: Image) -> None:
    dark = seen(kept, (start * 0.05).astype(np.uint8))
    assert "too dark" in dark["light"].said
    assert dark["calibration"].health is Health.NOTE
    bright = seen(NotCalibrated("there is none"), np.full_like(start, 250))
    assert "so bright" in bright["light"].said
    assert bright["calibration"].said == "there is none"


def test_glare_is_told_with_its_place(kept: Kept, start: Image, corners: Corners) -> None:
    _, _, (right, bottom), _ = corners
    shining = start.copy()
    cv2.circle(shining, (int(right) - 120, int(bottom) - 100), 70, (255, 255, 255), cv2.FILLED)
    found = seen(kept, shining)["light"]
    assert found.health is Health.NOTE
    assert found.said.endswith("most of it near right")


def test_flicker(kept: Kept, start: Image) -> None:
    frames = [(start * share).astype(np.uint8) for share in (1.0, 0.8) * 8]
    assert "wanders" in seen(kept, *frames)["light"].said


@pytest.mark.parametrize("pixels", [2.0, 3.0, 5.0])
def test_blur_is_measured_as_it_was_made(
    invented: InventedTable, start: Image, corners: Corners, pixels: float
) -> None:
    """To within a third: Gaussian blur of known size, in pixels of the picture, against what its edges tell."""
    soft = np.asarray(cv2.GaussianBlur(start, (0, 0), pixels), np.uint8)
    width = invented.table.field.width
    pixels_per_mm = (corners[1][0] - corners[0][0]) / width
    assert blur(soft, corners) * width == pytest.approx(pixels / pixels_per_mm, rel=0.33)


@pytest.mark.shared
def test_photographs_are_sharp(shared: Path) -> None:
    """Every photograph of a board in the reference material is good enough to read, and none is called blurred."""
    boards = json.loads((shared / "photos" / "boards.json").read_text())["boards"]
    for board in boards:
        image = np.asarray(cv2.imread(str(shared / "photos" / board["file"])), np.uint8)
        assert blur(image, board["corners_TL_TR_BR_BL"]) * 440 < SOFT, board["file"]


def test_out_of_focus(kept: Kept, start: Image) -> None:
    def focus(pixels: float) -> Health:
        return seen(kept, np.asarray(cv2.GaussianBlur(start, (0, 0), pixels), np.uint8))["focus"].health

    assert [focus(1.0), focus(2.0), focus(4.0), focus(12.0)] == [Health.GOOD, Health.NOTE, Health.WRONG, Health.WRONG]


def test_a_board_that_moved(invented: InventedTable, start: Image, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Kept(invented.calibration, (1280, 720))
    moved = tuple((x + 40, y) for x, y in invented.calibration.corners)
    monkeypatch.setattr(sight, "locate", lambda _image, _field, _lens: moved)
    found = seen(kept, start)["calibration"]
    assert found.health is Health.WRONG
    assert "has moved: a corner by 6% of the width" in found.said
    monkeypatch.setattr(sight, "locate", lambda _image, _field, _lens: None)
    assert seen(kept, start)["calibration"].health is Health.NOTE


def test_a_calibration_for_other_pictures(kept: Kept, start: Image) -> None:
    half = np.asarray(cv2.resize(start, (640, 360)), np.uint8)
    assert seen(kept, half)["calibration"].said == "made for pictures of 1280 x 720, but the camera gives 640 x 360"


def test_a_camera_that_gives_less_than_was_asked(start: Image) -> None:
    frames = [Frame(number / 5, start) for number in range(10)]
    asked = CameraSettings(width=1280, height=720, frames_per_second=15)
    assert sight.camera_finding(frames, asked).said == "1280 x 720, 5 pictures a second, of 15"
    other = sight.camera_finding(frames, CameraSettings(width=1920, height=1080))
    assert other.mend == "set camera.width = 1280 and camera.height = 720, and calibrate again"
    assert sight.camera_finding(frames[:1], CameraSettings(source="film", film="x")).health is Health.GOOD


def test_looking_through_a_real_camera_program(tmp_path: Path, start: Image, kept: Kept) -> None:
    cv2.imwrite(str(tmp_path / "start.png"), start)
    site = Site(Settings(camera=CameraSettings(source="film", film="start.png")), tmp_path)
    save(site.calibration, kept)
    found = by_subject(sight.sight(site))
    assert set(found) == {"camera", "light", "focus", "calibration"}
    assert all(finding.health is Health.GOOD for finding in found.values())


def test_no_camera(tmp_path: Path) -> None:
    found = by_subject(sight.sight(Site(Settings(camera=CameraSettings(device=63)), tmp_path)))
    assert found["camera"].said == "USB camera 63: there is no /dev/video63"
    assert "make one with: tablier calibrate" in found["calibration"].said
    assert only(sight.sight(Site(Settings(camera=CameraSettings(source="none")), tmp_path))).health is Health.OFF


# What it talks to.


def on(port: str, tmp_path: Path) -> Site:
    return Site(Settings(sensors=SensorSettings(link="serial", port=port)), tmp_path)


def test_sensors_and_their_faults(tmp_path: Path) -> None:
    """The firmware itself, with one sensor pulled off and one converter dead."""
    with VirtualBoard() as board:
        (well,) = outside.sensors(on(board.port, tmp_path))
        assert well.health is Health.GOOD
        assert "firmware" in well.said
        board.say("sensor 3 missing")
        time.sleep(1.0)  # The firmware wants to be sure.
        _, fault = outside.sensors(on(board.port, tmp_path))
    assert (fault.health, fault.said) == (Health.WRONG, "missing: nothing is connected at near rail 4")
    assert "wire" in fault.mend


def test_no_sensors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outside, "ANSWERING", 0.5)
    found = only(outside.sensors(on(str(tmp_path / "none"), tmp_path)))
    assert found.health is Health.WRONG
    assert "cannot open" in found.said
    assert only(outside.sensors(Site(Settings(), tmp_path))).health is Health.OFF


def test_speaker(tmp_path: Path) -> None:
    def player(status: int) -> tuple[str]:
        path = tmp_path / f"play{status}"
        path.write_text(f"#!/bin/sh\nexit {status}\n")
        path.chmod(0o755)
        return (str(path),)

    assert only(outside.speaker(Settings(), [player(1), player(0)])).health is Health.GOOD
    assert "cannot play" in only(outside.speaker(Settings(), [player(1)])).said
    assert only(outside.speaker(Settings(), [("no-such-player",)])).said == "no program plays sound (no-such-player)"
    assert only(outside.speaker(Settings(voice=VoiceSettings(on=False)))).health is Health.OFF


def broker(tmp_path: Path, **mqtt: object) -> Finding:
    return only(outside.broker(Site(Settings(mqtt=MqttSettings(**mqtt)), tmp_path)))  # type: ignore[arg-type] # by name


def test_the_brokers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert broker(tmp_path).health is Health.GOOD
    with EmbeddedBroker(tmp_path / "broker", mqtt_port=0) as other:
        assert broker(tmp_path, host=other.host, port=other.mqtt_port).health is Health.GOOD
        port = other.mqtt_port
    assert broker(tmp_path, host="127.0.0.1", port=port).said == f"127.0.0.1:{port}: Connection refused"
    unreadable = broker(tmp_path, host="127.0.0.1", password_file=str(tmp_path / "none"))
    assert "mqtt.password_file" in unreadable.said
    monkeypatch.setattr(outside, "ANSWERING", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as mute:
        silent = broker(tmp_path, host="127.0.0.1", port=mute.getsockname()[1])
    assert silent.said.endswith("does not answer as a broker")


@pytest.mark.skipif(shutil.which("mosquitto") is None, reason="Mosquitto is not installed")
def test_a_broker_that_wants_a_password(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    (tmp_path / "conf").write_text(f"listener {port} 127.0.0.1\nallow_anonymous false\n")
    command = [shutil.which("mosquitto") or "", "-c", str(tmp_path / "conf")]
    mosquitto = subprocess.Popen(
        command,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    assert mosquitto.stderr is not None
    try:
        for line in mosquitto.stderr:
            if b"running" in line:
                break
        found = broker(tmp_path, host="127.0.0.1", port=port)
    finally:
        mosquitto.kill()
        mosquitto.wait()
        mosquitto.stderr.close()
    assert "refuses: Not authorized" in found.said


def test_the_page() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert only(outside.page(Settings(page=PageSettings(port=port)))).health is Health.NOTE
    assert only(outside.page(Settings(page=PageSettings(port=port)))).health is Health.GOOD
    assert only(outside.page(Settings(page=PageSettings(on=False)))).health is Health.OFF
    assert only(outside.page(Settings(page=PageSettings(address="192.0.2.1")))).health is Health.WRONG


def test_who_may_come_in(tmp_path: Path) -> None:
    """Opened without accounts, with a file others read, with nobody in it, without encryption, and well."""
    path = tmp_path / "accounts.json"
    beyond = PageSettings(address="0.0.0.0")  # noqa: S104 - what is examined
    known = AccessSettings(accounts=str(path))
    assert only(outside.access(Settings())).health is Health.OFF
    assert "account" in only(outside.access(Settings(page=beyond))).said
    assert only(outside.access(Settings(access=known))).health is Health.WRONG
    write_private(path, Accounts().text())
    assert only(outside.access(Settings(access=known))).health is Health.WRONG
    write_private(path, Accounts({"lea": new_account("lea", Role.PLAYER, "mot de passe")}).text())
    assert only(outside.access(Settings(access=known))) == good("access", "0 viewers, 1 player, 0 referees")
    assert only(outside.access(Settings(access=known, page=beyond))).health is Health.NOTE
    path.chmod(0o644)
    assert "chmod 600" in only(outside.access(Settings(access=known))).said


# The command.

QUIET = '[camera]\nsource = "none"\n[voice]\non = false\n[page]\non = false\n'


def test_nothing_wrong_is_status_0(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "table.toml").write_text(QUIET)
    assert main(["doctor", "--settings", str(tmp_path / "table.toml")]) == 0
    said = capsys.readouterr().out
    assert said.startswith("good   programs     Python ")
    assert said.endswith("Nothing is wrong.\n")


def test_something_wrong_is_status_1_for_machines_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "table.toml").write_text(f'{QUIET}[mqtt]\nhost = "127.0.0.1"\nport = 9\n')
    assert main(["doctor", "--json", "--settings", str(tmp_path / "table.toml")]) == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert all(set(line) == {"subject", "health", "said", "mend"} for line in lines)
    (found,) = (line for line in lines if line["health"] == "wrong")
    assert found["subject"] == "broker"
    assert found["mend"]


def test_summaries() -> None:
    one, two = wrong("a", "b", "c"), note("a", "b", "c")
    assert summary([one, two, good("a", "b")]) == "1 wrong, 1 to note."
    assert summary([two]) == "Nothing is wrong, 1 to note."


def test_settings_that_cannot_be_used(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["doctor", "--settings", str(tmp_path / "none.toml")]) == 1
    assert "none.toml: No such file" in capsys.readouterr().err
    (tmp_path / "table.toml").write_text(QUIET)
    assert main(["doctor", "--sensors", "--settings", str(tmp_path / "table.toml")]) == 1
    assert 'sensors.link is "none"' in capsys.readouterr().err


def test_the_holes_live(tmp_path: Path) -> None:
    """The real command over the real firmware: two touches, the second felt where it was not asked for."""
    with VirtualBoard() as board:
        (tmp_path / "table.toml").write_text(f'{QUIET}[sensors]\nlink = "serial"\nport = "{board.port}"\n')
        with Running(tmp_path, "doctor", "--sensors", "--learn-empty", "--settings", "table.toml") as running:
            running.until("Learnt what all thirty holes read when empty.")
            running.until("Touch with a fichet: near rail 1 (from the left). 0 of 30 touched.")
            board.put(0, Peg.BLANCS)
            running.until("Touch with a fichet: near rail 2")
            board.put(0, None)
            board.put(15, Peg.NOIRS)
            running.until("near rail 2 was touched, far rail 4 felt it: exchange their wires")
            running.until("Touch with a fichet: near rail 3 (from the left). 2 of 30 touched.")
            assert running.interrupt() == 130
        with Running(tmp_path, "doctor", "--learn-empty", "--settings", "table.toml") as refused:
            refused.until("Not learnt: far rail 4 has a magnet in it")
            assert refused.ended() == 1


def test_no_board_to_walk_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(outside, "ANSWERING", 0.5)
    (tmp_path / "table.toml").write_text(f'{QUIET}[sensors]\nlink = "serial"\nport = "none"\n')
    assert main(["doctor", "--sensors", "--settings", str(tmp_path / "table.toml")]) == 1
    assert capsys.readouterr().err.startswith("tablier doctor: cannot open none")


def test_a_problem_in_one_file_without_secrets(
    tmp_path: Path, kept: Kept, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(outside, "ANSWERING", 0.5)
    (tmp_path / "table.toml").write_text(
        f'{QUIET}[mqtt]\nhost = "127.0.0.1"\nport = 9\nuser = "anne-of-the-club"\npassword_file = "hidden"\n'
    )
    (tmp_path / "hidden").write_text("sesame-open-thyself\n")
    save(tmp_path / "calibration.json", kept)
    with Journal(tmp_path / "var" / "journal.db") as journal:
        journal.start(1.0, "{}")
        journal.add([(1.0, "act", "an act")])
        (tmp_path / "var" / "games").mkdir()
        (tmp_path / "var" / "games" / "game-1.trictrac").write_text("tablier 1\n")
        arguments = ["--settings", str(tmp_path / "table.toml"), "--report", str(tmp_path / "problem.zip")]
        assert main(["doctor", *arguments]) == 1
    assert "Written: " in capsys.readouterr().err
    with zipfile.ZipFile(tmp_path / "problem.zip") as report:
        contents = {name: report.read(name) for name in report.namelist()}
    assert set(contents) == {
        *("findings.jsonl", "versions.txt", "table.toml", "calibration.json", "game-1.trictrac", "journal.db"),
        "game-1.lines",
    }
    assert not any(b"sesame" in each or b"anne-of" in each for each in contents.values())
    assert b"opencv-python-headless" in contents["versions.txt"]
    (tmp_path / "copy.db").write_bytes(contents["journal.db"])
    with Journal(tmp_path / "copy.db") as copied:
        assert list(copied.entries(1)) == [(1.0, "act", "an act")]


def test_a_report_of_a_damaged_journal_that_cannot_be_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "table.toml").write_text(QUIET)
    (tmp_path / "var").mkdir()
    (tmp_path / "var" / "journal.db").write_bytes(b"no journal" * 500)
    settings = ["--settings", str(tmp_path / "table.toml")]
    assert main(["doctor", *settings, "--report", str(tmp_path / "a.zip")]) == 1
    with zipfile.ZipFile(tmp_path / "a.zip") as report:
        assert report.read("journal.db") == b"no journal" * 500
    assert main(["doctor", *settings, "--report", str(tmp_path / "table.toml" / "a.zip")]) == 1
    assert f"{tmp_path / 'table.toml'}: File exists" in capsys.readouterr().err


def test_nothing_is_left_running(tmp_path: Path) -> None:
    before = threading.active_count()
    (tmp_path / "table.toml").write_text(QUIET)
    main(["doctor", "--settings", str(tmp_path / "table.toml")])
    end = time.monotonic() + LONG
    while threading.active_count() > before and time.monotonic() < end:
        time.sleep(0.05)
    assert threading.active_count() == before
