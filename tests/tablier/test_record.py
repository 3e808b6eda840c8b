"""`tablier record`: device data and requests are on disk, and can be replayed."""

from __future__ import annotations

import json
import threading
from collections import namedtuple
from pathlib import Path

import cv2
import numpy as np
import paho.mqtt.client as paho
import pytest
from paho.mqtt.enums import CallbackAPIVersion

from events.peg_reading import Button, Peg, PegReading, Signal
from firmware_bridge.conversation import Conversation, Value
from simulation.devices.virtual_board import VirtualBoard
from tablier.cli import main
from tablier.runtime import record
from tablier.runtime.inbox import Asked
from tablier.runtime.record import LINGER, SPARSE, RecordingInbox, Thinning, settings_to_keep
from tablier.runtime.replay import replay
from tablier.storage.calibration_file import Kept, save
from tablier.storage.lock import alone
from tablier.storage.paths import Site
from tablier.storage.recording import Frame, Recording, RecordingError
from tablier.storage.settings import MqttSettings, Settings
from tests.tablier.running import HELD, Running
from tests.waiting import LONG, eventually
from vision.calibration import Calibration

CALIBRATION = Calibration(corners=((100.0, 50.0), (540.0, 50.0), (560.0, 430.0), (80.0, 430.0)))


def picture(size: tuple[int, int] = (480, 640), level: int = 90) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    return np.full((*size, 3), level, np.uint8)


def test_a_table_is_recorded_and_replayed(tmp_path: Path) -> None:
    """Pictures of a film, bytes of the firmware, a request over MQTT: all come back out of the recording."""
    cv2.imwrite(str(tmp_path / "table.png"), picture())
    save(tmp_path / "calibration.json", Kept(CALIBRATION, (640, 480)))
    with VirtualBoard() as board:
        (tmp_path / "table.toml").write_text(
            f'[camera]\nsource = "film"\nfilm = "table.png"\n[sensors]\nlink = "serial"\nport = "{board.port}"\n'
            "[voice]\non = false\n[page]\non = false\n"
        )
        with Running(tmp_path, "record", "rec", "--settings", "table.toml", "--log", "info") as running:
            host, _, port = running.until("MQTT: ").split()[1].rstrip(",").partition(":")
            running.until("Ready. Ctrl-C ends it.")
            running.once("link up")
            board.put(3, Peg.BLANCS)
            board.press("near", Button.ADOUBE, milliseconds=HELD)
            eventually((tmp_path / "rec" / "frames").exists)
            eventually(lambda: any(holds_blancs(value) for value in felt_in(tmp_path / "rec")))
            ask(host, int(port), "claim", {"side": "noirs", "what": "je_tiens", "by": "Anne"})
            assert running.interrupt() == 0
        assert running.said[-1].startswith("rec: ")
    recording = Recording(tmp_path / "rec")
    assert recording.calibration == CALIBRATION
    assert recording.settings.sensors.port == board.port
    frames = list(recording.frames())
    assert frames
    assert all(abs(int(frame.image.mean()) - 90) < 4 for frame in frames)
    times = [frame.t for frame in frames]
    assert times == sorted(times)
    felt = felt_in(tmp_path / "rec")
    assert any(isinstance(value, Signal) and value.button is Button.ADOUBE for value in felt)
    assert any(holds_blancs(value) for value in felt)
    (asked,) = recording.inputs()
    assert (asked.request, asked.values) == ("claim", {"side": "noirs", "what": "je_tiens", "by": "Anne (?)"})
    kinds = [type(happened).__name__ for happened in replay(recording)]
    assert kinds.count("Declared") == 2
    assert not (tmp_path / "var" / "journal.db").exists()


def felt_in(folder: Path) -> list[Value]:
    """The readings in the bytes recorded so far."""
    conversation = Conversation()
    return [value for sent in Recording(folder).serial() for value in conversation.receive(sent.data, sent.t)]


def holds_blancs(value: Value) -> bool:
    return isinstance(value, PegReading) and value.holes[3] is Peg.BLANCS


def ask(host: str, port: int, verb: str, values: dict[str, str]) -> None:
    """Make one request to the table over MQTT, and wait for its answer."""
    answered = threading.Event()
    client = paho.Client(CallbackAPIVersion.VERSION2)
    client.on_message = lambda _client, _data, _message: answered.set()
    client.connect(host, port)
    client.loop_start()
    ready = threading.Event()
    client.on_subscribe = lambda *_: ready.set()
    client.subscribe(f"tablier/table/response/{verb}", qos=1)
    assert ready.wait(LONG)
    client.publish(f"tablier/table/request/{verb}", json.dumps({"transaction": "1", **values}), qos=1)
    assert answered.wait(LONG)
    client.disconnect()
    client.loop_stop()


def test_a_recording_keeps_the_calibration_and_nothing_of_the_broker(tmp_path: Path) -> None:
    settings = Settings(mqtt=MqttSettings(host="broker.club", user="anne", tls=True))
    site = Site(settings, tmp_path)
    assert settings_to_keep(site).calibration == {}
    save(site.calibration, Kept(CALIBRATION, (640, 480)))
    kept = settings_to_keep(site)
    assert Calibration.from_dict(kept.calibration) == CALIBRATION
    assert kept.mqtt == MqttSettings()


def test_a_camera_of_another_size_is_recorded_as_it_is(tmp_path: Path) -> None:
    with RecordingInbox(tmp_path / "rec", Site(Settings(), tmp_path)) as inbox:
        inbox.put(Frame(0.0, picture((48, 64))))
        inbox.put(Frame(0.1, picture((96, 128))))
    frames = list(Recording(tmp_path / "rec").frames())
    assert [frame.image.shape for frame in frames] == [(48, 64, 3), (96, 128, 3)]


def test_few_pictures_are_kept_while_nothing_moves_and_all_while_something_does() -> None:
    """Noise is no movement; a change the size of a die is, however small in the picture."""
    random = np.random.default_rng(3)
    noise = [random.normal(0, 5, (360, 640, 3)) for _ in range(7)]
    thinning = Thinning()
    kept: list[float] = []
    for number in range(150):
        t = number / 15
        scene = picture((360, 640)).astype(float)
        if t >= 6:
            scene[150:160, 250:260] += 40
        if thinning.keeps(t, np.clip(scene + noise[number % 7], 0, 255).astype(np.uint8)):
            kept.append(t)
    first = [t for t in kept if t <= LINGER]
    still = [t for t in kept if 3 <= t < 6]
    moved = [t for t in kept if 6 <= t <= 6 + LINGER]
    assert len(first) == len(moved) == int(LINGER * 15) + 1
    assert len(still) == pytest.approx(3 / SPARSE, abs=1)


def test_it_ends_before_the_disk_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = namedtuple("usage", "free")
    said: list[str] = []
    monkeypatch.setattr("shutil.disk_usage", lambda _path: usage(record.LEAST_DISK - 1))
    with RecordingInbox(tmp_path / "rec", Site(Settings(), tmp_path), say=said.append) as inbox:
        inbox.put(Frame(0.0, picture((48, 64))))
        assert inbox.closed
        inbox.tap(0.2, b"no more of this")
    assert said == [f"The recording ends here: less than 200 MB are free on the disk of {tmp_path / 'rec'}."]
    assert list(Recording(tmp_path / "rec").serial()) == []


def test_it_ends_when_it_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    with RecordingInbox(tmp_path / "rec", Site(Settings(), tmp_path), say=said.append) as inbox:

        def full(_t: float, _verb: str, _values: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(inbox._recorder, "input", full)
        inbox.put(Asked(0.1, "claim", {}))
        assert inbox.closed
    assert said == [f"The recording ends here: {tmp_path / 'rec'}: No space left on device."]


def test_bytes_after_the_end_are_not_written(tmp_path: Path) -> None:
    inbox = RecordingInbox(tmp_path / "rec", Site(Settings(), tmp_path))
    inbox.tap(0.1, b"one")
    inbox.finish()
    inbox.finish()
    inbox.tap(0.2, b"two")
    assert [sent.data for sent in Recording(tmp_path / "rec").serial()] == [b"one"]


def test_no_recording_begins_while_a_table_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Otherwise the refused recording would block the next try."""
    (tmp_path / "table.toml").write_text("")
    with alone(tmp_path / "var"):
        assert main(["record", str(tmp_path / "rec"), "--settings", str(tmp_path / "table.toml")]) == 1
    assert capsys.readouterr().err == f"tablier record: a table is running already over {tmp_path / 'var'}\n"
    assert not (tmp_path / "rec").exists()


def test_a_recording_is_never_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    RecordingInbox(tmp_path / "rec", Site(Settings(), tmp_path)).finish()
    with pytest.raises(RecordingError, match="there is a recording already"):
        RecordingInbox(tmp_path / "rec", Site(Settings(), tmp_path))
    assert main(["record", str(tmp_path / "rec")]) == 1
    assert "there is a recording already" in capsys.readouterr().err
    (tmp_path / "file").write_text("")
    assert main(["record", str(tmp_path / "file" / "rec")]) == 1
    assert "tablier record: " in capsys.readouterr().err
