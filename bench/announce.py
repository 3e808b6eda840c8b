"""The time from a ruling to its sound and to the page, and many tables on one broker.

./run bench announce [--only voice|page|tables] [--tables N] [--seconds S]
"""

from __future__ import annotations

import dataclasses
import json
import shutil
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import paho.mqtt.client as paho
from paho.mqtt.enums import CallbackAPIVersion

from announce.announcement import Announcement
from announce.mqtt.broker import EmbeddedBroker
from announce.mqtt.client import BrokerSettings
from announce.mqtt.publisher import MqttPublisher
from announce.page.app import create_page
from announce.page.server import PageServer
from announce.phrases.registry import Manner, announcements
from announce.phrases.trictrac import TRICTRAC
from announce.voice.speaker import Said, Speaker
from bench._processes import megabytes
from bench._results import Page, Results, parser_of
from events.state import Mode
from events.trictrac.rulings import Marked
from events.trictrac.state import Holding, Phase, TableState
from rules.position import Position, Side
from simulation.devices.mqtt_brokers import Mosquitto, ProgramMissing

OPEN = ("allow_anonymous true", "max_queued_messages 0")
"""Mosquitto's settings."""
ROUNDS = 40
RECORDED = 24
"""Points up to which markings have recorded phrases."""
STATE = TableState(
    mode=Mode.REFEREE, phase=Phase.TO_THROW, position=Position.start(), trait=Side.BLANCS, dice=(6, 4), jans=(),
    blancs=Holding(0, False, 0, 0), noirs=Holding(0, False, 0, 0), pavillon=None, throw=1, tour=1,
)  # fmt: skip


def telling(number: int, points: int = 4) -> Announcement:
    """Return an announcement with its own id."""
    ruling = Marked(str(number), 0.0, number, Side.BLANCS, points, 0, points, False, 0, False, 0)
    return announcements(ruling, TRICTRAC, Manner(Mode.REFEREE))[0]


SPREAD: Final = ("", "times", "median, ms", "longest, ms")
"""The columns of `spread`."""


def spread(name: str, seconds: Sequence[float]) -> tuple[str, int, float, float]:
    """Return a row with the median and the maximum in milliseconds."""
    return name, len(seconds), statistics.median(seconds) * 1e3, max(seconds) * 1e3


def bench_voice(results: Results) -> None:
    """Measure from say() until a player (`true`) has ended: rendering, and starting a program."""
    done = threading.Event()

    def on_said(_said: Said) -> None:
        done.set()

    kinds = (
        ("recorded phrase, first time", range(2, RECORDED + 1, 2)),
        ("new phrase, not recorded", range(RECORDED + 2, RECORDED + 2 + 2 * ROUNDS, 2)),
        ("cached phrase", [2] * ROUNDS),
    )
    rows = []
    with Speaker(players=(("true",),), on_said=on_said) as speaker:
        for name, points in kinds:
            took = []
            for number, count in enumerate(points):
                done.clear()
                start = time.perf_counter()
                speaker.say(telling(number, count))
                done.wait()
                took.append(time.perf_counter() - start)
            rows.append(spread(name, took))
    results.table(
        "voice",
        page=Page.PERFORMANCE,
        title="From a ruling to its sound",
        about="Until a player has been given the sound and has ended; the player is the program `true`.",
        samples=sum(row[1] for row in rows),
        unit="announcements",
        columns=SPREAD,
        rows=rows,
    )


def bench_page(folder: Path, results: Results) -> None:
    """Measure from publishing until the browser has painted, on the same machine's clock."""
    chromium = shutil.which("chromium")
    if chromium is None:
        print("ruling to pixel: chromium is not installed")
        return
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - needed only where there is a browser

    watch = """() => {
        window.painted = [];
        new MutationObserver(() => requestAnimationFrame(() => window.painted.push(Date.now())))
            .observe(document.getElementById("turn"), {childList: true});
    }"""
    with (
        EmbeddedBroker(folder, mqtt_port=0) as broker,
        MqttPublisher("bench", BrokerSettings(port=broker.mqtt_port)) as publisher,
        PageServer(create_page(publisher), port=0) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page()
        publisher.publish_state(STATE)
        page.goto(server.url)
        page.wait_for_selector(".dames")
        page.evaluate(watch)
        took = []
        for throw in range(2, ROUNDS + 2):
            before = page.evaluate("window.painted.length")
            start = time.time()
            publisher.publish_state(dataclasses.replace(STATE, throw=throw))
            while page.evaluate("window.painted.length") == before:
                time.sleep(0.005)
            took.append(page.evaluate("window.painted.at(-1)") / 1e3 - start)
        browser.close()
    results.table(
        "page",
        page=Page.PERFORMANCE,
        title="From a ruling to the painted page",
        about="From publishing the state until a browser on the same machine has painted it, embedded broker.",
        samples=len(took),
        unit="states",
        columns=SPREAD,
        rows=[spread("painted", took)],
    )


def bench_tables(folder: Path, tables: int, seconds: float, results: Results) -> None:
    """Measure many tables that each announce and publish once a second, with one client that follows them all."""
    sent: dict[str, float] = {}
    took: list[float] = []
    with Mosquitto(folder, *OPEN, persistent=False) as broker:
        port = broker.mqtt_port
        client = paho.Client(CallbackAPIVersion.VERSION2, "club")
        client.on_connect = lambda client, *_: client.subscribe("tablier/+/#", 1)
        client.on_message = lambda _client, _data, message: (
            took.append(time.perf_counter() - sent[json.loads(message.payload)["id"]])
            if message.topic.endswith("/announcement")
            else None
        )
        client.connect("127.0.0.1", port)
        client.loop_start()
        publishers = [MqttPublisher(f"table-{n}", BrokerSettings(port=port)) for n in range(tables)]
        while not all(publisher.connected for publisher in publishers):
            time.sleep(0.1)
        for number, (publisher, pause) in enumerate(rounds(publishers, seconds)):
            one = telling(number)
            sent[one.id] = time.perf_counter()
            publisher.announce(one)
            publisher.publish_state(dataclasses.replace(STATE, throw=number % 300))
            time.sleep(pause)
        end = time.monotonic() + 10
        while len(took) < len(sent) and time.monotonic() < end:
            time.sleep(0.05)
        results.table(
            "tables",
            page=Page.PERFORMANCE,
            title="Many tables on one broker",
            about=f"{tables} tables on Mosquitto, an announcement and a state a second each, followed by one client.",
            samples=len(sent),
            unit="announcements",
            columns=("tables", "lost", "median, ms", "longest, ms", "memory of Mosquitto, MB"),
            rows=[(tables, len(sent) - len(took), *spread("", took)[2:], megabytes(broker.pid))],
        )
        for publisher in publishers:
            publisher.close()
        client.disconnect()
        client.loop_stop()


def rounds(publishers: Sequence[MqttPublisher], seconds: float) -> Iterator[tuple[MqttPublisher, float]]:
    """Yield every publisher once a second, evenly, for `seconds`."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for publisher in publishers:
            yield publisher, 0.8 / len(publishers)


def main(arguments: list[str]) -> int:
    """Measure the requested parts; all of them without --only."""
    parser = parser_of("announce", __doc__)
    parser.add_argument("--only", choices=("voice", "page", "tables"))
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=10.0)
    options = parser.parse_args(arguments)
    results = Results("announce", arguments, options)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if options.only in (None, "voice"):
            bench_voice(results)
        if options.only in (None, "page"):
            bench_page(folder, results)
        if options.only in (None, "tables"):
            try:
                bench_tables(folder, options.tables, options.seconds, results)
            except ProgramMissing as error:
                print(f"many tables: {error}")
    return 0
