"""The small display: its core on CPython byte by byte, and all of it on MicroPython against real brokers."""

from __future__ import annotations

import contextlib
import json
import shutil
import subprocess
import threading
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from announce.mqtt.broker import EmbeddedBroker
from announce.mqtt.client import BrokerSettings
from announce.mqtt.publisher import MqttPublisher
from hardware.display import mqtt
from hardware.display.client import LONGEST_RETRY_MS, SILENCE_MS, Client, Port
from simulation.devices.mqtt_brokers import Mosquitto
from tests.announce.samples import table_state
from tests.programs import crash, started_mosquitto
from tests.waiting import LONG, eventually

ROOT = Path(__file__).resolve().parents[2]
MICROPYTHON = (
    ROOT
    / "tests/firmware_bridge/micropython/node_modules/@micropython/micropython-webassembly-pyscript/micropython.mjs"
)
LINES = ["Blancs  3t  4p br", "Noirs  11t 10p P", "> Blancs 6-4", "dû : B 2"]


def on_micropython() -> tuple[str, ...]:
    """Return the command that runs the display's files on MicroPython; its arguments follow."""
    node = shutil.which("node")
    if node is None or not MICROPYTHON.is_file():
        pytest.skip("needs node and: npm ci --prefix tests/firmware_bridge/micropython")
    return node, str(Path(__file__).with_name("display.mjs")), str(MICROPYTHON), str(ROOT / "hardware/display")


class Display:
    """The display's program, and the pictures it showed."""

    def __init__(self, port: int, table: str, *account: str) -> None:
        self.shown: list[list[str]] = []
        self._program = subprocess.Popen(
            (*on_micropython(), str(port), table, *account), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self._program.stdout is not None
        for line in self._program.stdout:
            self.shown.append(json.loads(line))

    def close(self) -> None:
        assert self._program.stdin is not None
        self._program.stdin.close()
        self._program.wait(LONG)
        self._reader.join()
        assert self._program.stdout is not None
        self._program.stdout.close()


def test_the_display_follows_its_table_on_micropython(broker: EmbeddedBroker | Mosquitto) -> None:
    """It shows the four lines, says when the table is away, and comes back after its broker was killed."""
    settings = BrokerSettings(port=broker.mqtt_port)
    with contextlib.closing(Display(broker.mqtt_port, "salon")) as display:
        with MqttPublisher("salon", settings) as publisher:
            publisher.publish_state(table_state())
            eventually(lambda: display.shown[-1:] == [LINES])
            publisher.publish_state(table_state(points=6))
            eventually(lambda: display.shown[-1][0] == "Blancs  3t  6p br")
        eventually(lambda: display.shown[-1][3] == "--")
        assert display.shown[-1][0] == "Blancs  3t  6p br"
        crash(broker)
        eventually(lambda: display.shown[-1][3] == "...")
        with MqttPublisher("salon", settings) as publisher:
            publisher.publish_state(table_state(points=8))
            eventually(lambda: display.shown[-1] == ["Blancs  3t  8p br", *LINES[1:]])
    assert display.shown[0] == ["salon", "", "...", ""]
    assert all(one != other for one, other in zip(display.shown, display.shown[1:], strict=False))


def test_an_account_refused_is_said_on_the_panel(tmp_path: Path) -> None:
    with (
        started_mosquitto(tmp_path, "allow_anonymous false") as club,
        contextlib.closing(Display(club.mqtt_port, "salon", "noe", "mot")) as display,
    ):
        eventually(lambda: display.shown[-1:] == [["salon", "", "", "not authorised"]])


def drawn(lines: list[str]) -> list[str]:
    done = subprocess.run((*on_micropython(), json.dumps(lines)), capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def test_four_lines_fill_the_panel_and_keep_apart() -> None:
    """296 by 128: each line within its quarter with air below, twenty characters within the width."""
    picture = drawn(["M" * 20, "", "g" * 20, ">"])
    assert {len(row) for row in picture} == {296}
    assert len(picture) == 128
    inked = [sum("#" in row for row in picture[start : start + 32]) for start in (0, 32, 64, 96)]
    assert inked[0] > 20
    assert inked[1] == 0
    assert inked[2] > 15
    assert not any("#" in row for row in picture[28:32] + picture[92:96])
    assert any("#" in row[19 * 14 :] for row in picture)


def test_letters_the_font_lacks_are_drawn_plain() -> None:
    assert drawn(["dû", "", "", ""]) == drawn(["du", "", "", ""])
    assert drawn(["日", "", "", ""]) == drawn(["?", "", "", ""])


class Fake(Port):
    """A port without a network: input is given, output is kept."""

    def __init__(self) -> None:
        self.now, self.came, self.sent, self.opened = 0, b"", b"", 0
        self.shown: list[list[str]] = []

    def milliseconds(self) -> int:
        return self.now

    def open(self) -> None:
        self.opened += 1

    def close(self) -> None:
        self.came = b""

    def send(self, data: bytes) -> None:
        self.sent += data

    def receive(self) -> bytes:
        came, self.came = self.came, b""
        return came

    def show(self, lines: list[str]) -> None:
        self.shown.append(lines)


CONNACK = b"\x20\x02\x00\x00"


def published(name: str, payload: bytes, *, retained: bool = False) -> bytes:
    return mqtt.packet(0x33 if retained else 0x32, mqtt.text(f"tablier/salon/{name}") + b"\x00\x07" + payload)


def test_it_says_hello_as_the_standard_has_it() -> None:
    """MQTT 3.1.1, 3.1: the example of an account."""
    assert mqtt.connect("a", 60) == bytes.fromhex("100d00044d5154540402003c000161")
    assert mqtt.connect("a", 60, "u", "p") == bytes.fromhex("101300044d51545404c2003c000161000175000170")


def test_a_message_of_qos_1_is_acknowledged_and_shown_once() -> None:
    port = Fake()
    client = Client(port, "salon", "a")
    client.step()
    port.came = CONNACK + published("availability", b"online")
    port.came += 2 * published("display", json.dumps({"lines": LINES}).encode())
    client.step()
    assert port.shown == [["salon", "", "...", ""], LINES]
    assert port.sent.endswith(3 * b"\x40\x02\x00\x07")


def test_a_retained_message_after_live_news_is_ignored() -> None:
    """The NATS server may send an older retained message after the newer live one."""
    port = Fake()
    client = Client(port, "salon", "a")
    client.step()
    port.came = CONNACK + published("display", json.dumps({"lines": LINES}).encode(), retained=True)
    port.came += published("availability", b"online") + published("availability", b"offline", retained=True)
    client.step()
    assert port.shown[-1] == LINES


def test_a_silent_broker_is_left_and_tried_again_ever_later() -> None:
    port = Fake()
    client = Client(port, "salon", "a")
    client.step()
    assert port.opened == 1
    port.now = SILENCE_MS + 1
    client.step()
    for waited in (1000, 2000, 4000):
        port.now += waited - 1
        client.step()
        opened = port.opened
        port.now += 1
        client.step()
        assert port.opened == opened + 1
        port.now += SILENCE_MS + 1
        client.step()


@given(st.binary(max_size=300), st.integers(1, 9))
@example(CONNACK + mqtt.packet(0x30, b"\x00\x02\xff\xfe"), 9)
@example(CONNACK + mqtt.packet(0x30, mqtt.text("tablier/salon/display") + b"[" * 1000), 9)
def test_nothing_a_broker_sends_stops_it(data: bytes, piece: int) -> None:
    """After any bytes in any pieces it goes on, and reconnects to a working broker."""
    port = Fake()
    client = Client(port, "salon", "a")
    for start in range(0, len(data), piece):
        port.now += 40_000
        client.step()
        port.came = data[start : start + piece]
        client.step()
    opened = port.opened
    while port.opened == opened:
        port.now += LONGEST_RETRY_MS
        client.step()
    port.came = CONNACK + published("availability", b"online")
    port.came += published("display", json.dumps({"lines": LINES}).encode())
    client.step()
    assert port.shown[-1] == LINES


@given(st.lists(st.binary(max_size=1200), max_size=4), st.integers(1, 500))
def test_packets_are_cut_right_in_any_pieces_and_long_ones_passed_over(bodies: list[bytes], piece: int) -> None:
    data = b"".join(mqtt.packet(0x30, body) for body in bodies)
    stream = mqtt.Stream()
    found = [one for start in range(0, len(data), piece) for one in stream.feed(data[start : start + piece])]
    assert found == [(3, 0, body) for body in bodies if len(body) <= mqtt.LONGEST]
