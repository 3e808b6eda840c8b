"""Many tables on one broker with the club's page open: messages lost, how late they are seen, memory.

./run bench club [--tables N] [--seconds S]
"""

from __future__ import annotations

import dataclasses
import json
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import WebSocket, sync_playwright

from announce.mqtt.client import BrokerSettings
from announce.mqtt.publisher import MqttPublisher
from bench._processes import megabytes
from bench._results import Page, Results, parser_of
from bench.announce import OPEN, STATE, spread, telling
from simulation.devices.mqtt_brokers import Mosquitto, ProgramMissing, free_port

COUNT_REDRAWS = """() => {
  globalThis.redraws = 0;
  const cards = new MutationObserver((changes) => {
    globalThis.redraws += new Set(changes.map((change) => change.target)).size;
  });
  for (const card of document.querySelectorAll(".table-card")) cards.observe(card, { childList: true });
}"""
"""Counts the cards whose content is replaced."""


def main(arguments: list[str]) -> int:
    """Have every table announce and publish its state once a second while a browser shows the page."""
    parser = parser_of("club", __doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=30.0)
    options = parser.parse_args(arguments)
    program = shutil.which("chromium")
    if program is None:
        print("chromium is not installed")
        return 1
    try:
        with tempfile.TemporaryDirectory() as name, Mosquitto(Path(name), *OPEN, persistent=False) as broker:
            row = run(program, Path(name), broker, options.tables, options.seconds)
    except ProgramMissing as error:
        print(error)
        return 1
    Results("club", arguments, options).table(
        "",
        page=Page.PERFORMANCE,
        title="The club's page with many tables",
        about=f"{options.tables} tables, an announcement and a state a second each for {options.seconds:g} s, with the "
        "page open in a browser.",
        samples=row[0],
        unit="announcements",
        columns=(
            "announcements", "lost on the page", "cards drawn again a second", "ruling to page, median, ms",
            "longest, ms", "memory of the club, MB", "of Mosquitto, MB",
        ),
        rows=[row],
    )  # fmt: skip
    return 0


def run(
    program: str, folder: Path, broker: Mosquitto, tables: int, seconds: float
) -> tuple[int, int, float, float, float, float, float]:
    """Start the club's page and the tables, and watch them with a browser: `watch`'s figures, and memory in MB."""
    port, page_port = broker.mqtt_port, free_port()
    settings = folder / "club.toml"
    settings.write_text(f'[mqtt]\nhost = "127.0.0.1"\nport = {port}\n[page]\nport = {page_port}\n')
    tablier = str(Path(sys.executable).with_name("tablier"))
    club = subprocess.Popen((tablier, "club", "--settings", str(settings)))
    publishers = [MqttPublisher(f"table-{n}", BrokerSettings(port=port)) for n in range(tables)]
    try:
        return (*watch(program, page_port, publishers, seconds), megabytes(club.pid), megabytes(broker.pid))
    finally:
        for publisher in publishers:
            publisher.close()
        club.terminate()
        club.wait()


def wait_for(port: int) -> None:
    """Wait until a server listens on the port."""
    with socket.socket() as probe:
        while probe.connect_ex(("127.0.0.1", port)):
            time.sleep(0.1)


def watch(
    program: str, port: int, publishers: list[MqttPublisher], seconds: float
) -> tuple[int, int, float, float, float]:
    """Open the page while all tables announce.

    Return announcements, lost ones, cards drawn a second, and the median and most ms.
    """
    sent: dict[tuple[str, str], float] = {}
    seen: dict[tuple[str, str], float] = {}

    def on_frame(frame: str | bytes) -> None:
        announced = json.loads(frame)
        tables = announced["value"]["tables"] if announced["name"] == "snapshot" else announced["value"]
        if announced["name"] in ("snapshot", "tables"):
            for table in tables:
                for one in table["told"]:
                    seen.setdefault((table["id"], one["id"]), time.perf_counter())

    def on_socket(socket: WebSocket) -> None:
        socket.on("framereceived", on_frame)

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page = browser.new_page()
        page.on("websocket", on_socket)
        while not all(publisher.connected for publisher in publishers):
            time.sleep(0.1)
        wait_for(port)
        page.goto(f"http://localhost:{port}/")
        while page.locator(".table-card").count() < len(publishers):
            page.wait_for_timeout(200)
        page.evaluate(COUNT_REDRAWS)
        end = time.monotonic() + seconds
        number = 0
        while time.monotonic() < end:
            began = time.monotonic()
            for index, publisher in enumerate(publishers):
                number += 1
                one = telling(number)
                sent[publisher.topics.table, one.id] = time.perf_counter()
                publisher.announce(one)
                publisher.publish_state(dataclasses.replace(STATE, throw=number % 300))
                page.wait_for_timeout(max(0.0, (began + (index + 1) / len(publishers) - time.monotonic()) * 1e3))
        page.wait_for_timeout(5000)
        redraws = page.evaluate("() => globalThis.redraws")
        browser.close()
    lost = sent.keys() - seen.keys()
    _, _, median, longest = spread("", [seen[one] - sent[one] for one in sent.keys() & seen.keys()])
    return len(sent), len(lost), redraws / seconds, median, longest
