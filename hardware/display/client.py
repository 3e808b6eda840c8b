"""The display's program: follows one table and shows its four lines. Runs on MicroPython and CPython.

Call `Client.step` repeatedly. It waits only where its port does, and never raises, whatever a broker sends.
"""

import json

from . import mqtt

KEEPALIVE_S = 30
# A broker that stays silent this long, though pinged, is gone.
SILENCE_MS = 45_000
PING_MS = 15_000
# The time between attempts doubles each time, up to the longest.
RETRY_MS = 1_000
LONGEST_RETRY_MS = 30_000
LINES = 4
WIDTH = 20


class Port:
    """The client's interface to the machine it runs on; `pico_w.PicoW` is the real one."""

    def milliseconds(self) -> int:
        """Return the milliseconds since power-up, never wrapping."""
        raise NotImplementedError

    def open(self) -> None:
        """Begin to connect to the broker. Raises OSError."""
        raise NotImplementedError

    def close(self) -> None:
        """Drop the connection, if there is one."""
        raise NotImplementedError

    def send(self, data: bytes) -> None:
        """Write all of `data`. Raises OSError."""
        raise NotImplementedError

    def receive(self) -> bytes:
        """Return new bytes, b"" when there are none. Raises OSError when the connection is gone."""
        raise NotImplementedError

    def show(self, lines: list[str]) -> None:
        """Show four lines on the panel."""
        raise NotImplementedError


class Client:
    """Follows `tablier/<table>/display` and `.../availability`, and shows each new text once."""

    def __init__(
        self, port: Port, table: str, client: str, user: str | None = None, password: str | None = None
    ) -> None:
        """Show the table's name; the first step connects."""
        self._port = port
        self._base = "tablier/" + table + "/"
        self._hello = mqtt.connect(client, KEEPALIVE_S, user, password)
        self._table = table
        self._stream: mqtt.Stream | None = None
        self._welcome = False
        self._live: set[str] = set()
        self._next = 0
        self._retry = RETRY_MS
        self._last_message = self._pinged = 0
        self._lines: list[str] = []
        self._there = False
        self._shown: list[str] = []
        self._display([table, "", "...", ""])

    def step(self) -> None:
        """Check the broker once."""
        now = self._port.milliseconds()
        try:
            if self._stream is None:
                if now >= self._next:
                    self._open(now)
                return
            self._listen(now)
            self._stay(now)
        except mqtt.Refused as refused:
            self._drop(now, str(refused))
        except (OSError, mqtt.Broken):
            self._drop(now, "...")

    def _open(self, now: int) -> None:
        self._port.open()
        self._stream, self._welcome = mqtt.Stream(), False
        self._live = set()
        self._last_message = self._pinged = now
        self._port.send(self._hello)

    def _listen(self, now: int) -> None:
        data = self._port.receive()
        if not data or self._stream is None:
            return
        self._last_message = now
        for kind, flags, body in self._stream.feed(data):
            if kind == mqtt.CONNACK:
                mqtt.welcome(body)
                self._welcome, self._retry = True, RETRY_MS
                self._port.send(mqtt.subscribe([self._base + "availability", self._base + "display"]))
            elif kind == mqtt.PUBLISH:
                topic, payload, receipt = mqtt.message(flags, body)
                if receipt:
                    self._port.send(receipt)
                # Some brokers send retained messages after newer ones; ignore these old messages.
                retained = flags & 1
                if retained and topic in self._live:
                    continue
                if not retained:
                    self._live.add(topic)
                self._handle(topic[len(self._base) :], payload)

    def _stay(self, now: int) -> None:
        if now - self._last_message > SILENCE_MS:
            raise OSError("silence")
        if self._welcome and now - self._pinged > PING_MS:
            self._pinged = now
            self._port.send(mqtt.PING)

    def _handle(self, name: str, payload: bytes) -> None:
        if name == "availability":
            self._there = payload == b"online"
        elif name == "display":
            try:
                lines = json.loads(payload)["lines"]
                self._lines = [str(line)[:WIDTH] for line in lines[:LINES]]
            except (ValueError, KeyError, TypeError, RuntimeError):  # RuntimeError: nested too deeply for the parser.
                return
        if self._lines and self._there:
            self._display(self._lines)
        elif self._lines:
            # Keep the last score, and show in the last line that the table is away.
            self._display(self._lines[:3] + ["--"])

    def _drop(self, now: int, why: str) -> None:
        self._port.close()
        self._stream = None
        self._there = False
        self._next = now + self._retry
        self._retry = min(2 * self._retry, LONGEST_RETRY_MS)
        self._display((self._lines or [self._table, "", ""])[:3] + [why[:WIDTH]])

    def _display(self, lines: list[str]) -> None:
        lines = list(lines) + [""] * (LINES - len(lines))
        if lines != self._shown:
            self._shown = lines
            self._port.show(lines)
