"""The broker is killed and restarted in the middle of a game: nothing is lost or doubled."""

from __future__ import annotations

import threading
import time
from pathlib import Path

from announce.mqtt.broker import EmbeddedBroker
from simulation.devices.mqtt_brokers import Mosquitto, Watcher
from tablier.runtime.engine import Engine
from tablier.runtime.inbox import Asked, Inbox
from tablier.runtime.table import Table, TableConfig, TableServices
from tablier.runtime.wiring import People
from tablier.storage.settings_file import parse
from tests.programs import crash
from tests.waiting import LONG, eventually

EACH = 10
"""Rulings before the broker dies, while it is away, and after."""


def test_a_broker_killed_in_the_middle_of_a_game_costs_nothing(
    broker: EmbeddedBroker | Mosquitto, tmp_path: Path
) -> None:
    """Each of thirty claims is ruled on once; a watcher has every ruling, in order, and the last state."""
    settings = parse(f'[mqtt]\nhost = "127.0.0.1"\nport = {broker.mqtt_port}\n[voice]\non = false\n[page]\non = false')
    inbox, said = Inbox(), list[str]()
    ruled: list[str] = []
    with (
        Watcher(broker.mqtt_port, "tablier/table/#") as watcher,
        People(settings, tmp_path / "var", inbox, clock=time.monotonic, say=said.append) as people,
    ):
        table = Table(
            Engine(settings, None),
            inbox,
            clock=time.monotonic,
            config=TableConfig(camera=False),
            services=TableServices(sinks=people.sinks, on_ruling=lambda ruling: ruled.append(ruling.id)),
        )
        running = threading.Thread(target=table.run)
        running.start()
        try:
            eventually(lambda: watcher.on("/availability")[-1:] == ["online"])
            claim(inbox, EACH)
            eventually(lambda: len(seen(watcher)) == EACH)
            crash(broker)
            claim(inbox, EACH)
            eventually(lambda: len(ruled) == 2 * EACH)
            claim(inbox, EACH)
            eventually(lambda: len(seen(watcher)) == 3 * EACH)
            eventually(lambda: watcher.on("/availability")[-1] == "online")
        finally:
            inbox.close()
            running.join(LONG)
    assert seen(watcher) == ruled
    announced = [one["id"] for one in watcher.on("/announcement") if one["kind"] == "notice"]
    assert len(set(announced)) <= 2, "the broker's going and its return are each announced once"


def claim(inbox: Inbox, times: int) -> None:
    for _ in range(times):
        inbox.put(Asked(time.monotonic(), "claim", {"side": "blancs", "what": "ecole"}))


def seen(watcher: Watcher) -> list[str]:
    """The rulings seen, each once, in the order they first came: QoS 1 may bring one twice, by its id the same one."""
    return list(dict.fromkeys(one["id"] for one in watcher.on("/announcement") if one["kind"] == "claim_ruled"))
