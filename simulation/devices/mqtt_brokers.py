"""Mosquitto as a child process, and an MQTT client that records every message."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

import paho.mqtt.client as paho
from paho.mqtt.enums import CallbackAPIVersion

PATIENCE = 60.0
"""Seconds that starting a broker or subscribing may take on a busy machine."""


def free_port() -> int:
    """Return a free TCP port."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


class ProgramMissing(FileNotFoundError):
    """A program that is not installed; the message names it."""


class Mosquitto:
    """Mosquitto with given settings.

    persistent: its store survives a kill. Raises ProgramMissing when it is not installed, TimeoutError when it does not
    start.
    """

    def __init__(self, folder: Path, *settings: str, persistent: bool = True) -> None:
        program = shutil.which("mosquitto", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
        if program is None:
            raise ProgramMissing("mosquitto is not installed")
        self.host, self.mqtt_port = "127.0.0.1", free_port()
        self._command = (program, "-c", str(folder / "mosquitto.conf"))
        # Started by root it would drop its rights, including those to its own folder.
        own = ("user root",) if os.geteuid() == 0 else ()
        store = (f"persistence_location {folder}/", "autosave_interval 1", "autosave_on_changes true")
        kept = ("persistence true", *store) if persistent else ()
        lines = (f"listener {self.mqtt_port} 127.0.0.1", *own, *settings, *kept)
        (folder / "mosquitto.conf").write_text("\n".join(lines) + "\n")
        self._start()

    def _start(self) -> None:
        self._process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        end = time.monotonic() + PATIENCE
        while not self._listens():
            if time.monotonic() > end:
                raise TimeoutError(f"mosquitto does not listen on port {self.mqtt_port}")
            time.sleep(0.01)

    def _listens(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex((self.host, self.mqtt_port)) == 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.wait(10)

    @property
    def pid(self) -> int:
        """The process's id."""
        return self._process.pid

    @contextmanager
    def outage(self) -> Iterator[None]:
        """Stop the broker, and start it again at the end of the block."""
        self._process.terminate()
        self._process.wait(10)
        yield
        self._start()

    def crash(self, away: float) -> None:
        """Stop the broker, and start it again after `away` seconds."""
        with self.outage():
            time.sleep(away)


def kill(pid: int | None) -> None:
    """Send SIGKILL to a running process."""
    if pid is None:
        raise ProcessLookupError("the process is not running")
    os.kill(pid, signal.SIGKILL)


class Watcher:
    """A client that keeps its session and records every message, in order."""

    def __init__(self, port: int, *topics: str, persistent: bool = True) -> None:
        self.messages: list[tuple[str, str, bool]] = []
        self._subscribed = threading.Event()
        self.client = paho.Client(
            CallbackAPIVersion.VERSION2, f"watcher-{uuid.uuid4().hex[:8]}", clean_session=not persistent
        )
        self.client.reconnect_delay_set(1, 2)
        self.client.on_connect = lambda client, *_: client.subscribe([(topic, 1) for topic in topics])
        self.client.on_subscribe = lambda *_: self._subscribed.set()
        self.client.on_message = lambda _client, _data, message: self.messages.append(
            (message.topic, message.payload.decode(), message.retain)
        )
        self.client.connect_async("127.0.0.1", port)
        self.client.loop_start()
        if not self._subscribed.wait(PATIENCE):
            raise TimeoutError(f"cannot subscribe on port {port}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.client.disconnect()
        self.client.loop_stop()

    def on(self, end: str) -> list[Any]:
        """Return the payloads received on topics with this end, in order; JSON is decoded."""
        found = [payload for topic, payload, _ in self.messages if topic.endswith(end)]
        return [json.loads(payload) if payload[:1] in "{[" else payload for payload in found]

    def ask(self, table: str, verb: str, **body: object) -> None:
        """Send a request."""
        self.client.publish(f"tablier/{table}/request/{verb}", json.dumps(body), qos=1)


def listening(port: int) -> set[str]:
    """Return the local addresses on which a port is open, as the kernel lists them."""
    found = set()
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        with open(table) as lines:
            for line in list(lines)[1:]:
                address, state = line.split()[1], line.split()[3]
                if state == "0A" and int(address.rpartition(":")[2], 16) == port:
                    found.add(address.rpartition(":")[0])
    return found
