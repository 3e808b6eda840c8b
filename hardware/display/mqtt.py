"""The part of MQTT 3.1.1 that a display needs, sans I/O: bytes in, messages out. Runs on MicroPython and CPython.

The sections named here are those of the OASIS standard.
"""

CONNACK, PUBLISH = 2, 3
PING = b"\xc0\x00"
# Bytes of the longest message accepted: four lines take some 150. Longer messages are skipped.
LONGEST = 1024

REFUSALS = {
    1: "protocol version",
    2: "client id",
    3: "broker unavailable",
    4: "user or password",
    5: "not authorised",
}


class Refused(Exception):
    """The broker refuses the connection; the message says why."""


class Broken(Exception):
    """The bytes are not MQTT, so the link must be opened again."""


def text(value: str) -> bytes:
    """Return a string as it stands in a packet (1.5.3)."""
    data = value.encode()
    return len(data).to_bytes(2, "big") + data


def packet(kind: int, body: bytes) -> bytes:
    """Return a packet with its fixed header (2.2); kind is the whole first byte."""
    length, size = b"", len(body)
    while True:
        size, digit = size >> 7, size & 127
        length += bytes((digit | 128 if size else digit,))
        if not size:
            return bytes((kind,)) + length + body


def connect(client: str, keepalive: int, user: str | None = None, password: str | None = None) -> bytes:
    """Return CONNECT (3.1): a clean session, with or without an account."""
    flags, account = 2, b""
    if user is not None:
        flags |= 0xC0
        account = text(user) + text(password or "")
    body = text("MQTT") + bytes((4, flags)) + keepalive.to_bytes(2, "big") + text(client) + account
    return packet(0x10, body)


def subscribe(topics: list[str]) -> bytes:
    """Return SUBSCRIBE (3.8) with QoS 1 for every topic."""
    return packet(0x82, b"\x00\x01" + b"".join(text(topic) + b"\x01" for topic in topics))


class Stream:
    """Splits a broker's bytes into packets, in whatever pieces they arrive."""

    def __init__(self) -> None:
        """Start without bytes."""
        self._data = b""
        self._skip = 0

    def feed(self, data: bytes) -> list[tuple[int, int, bytes]]:
        """Take bytes; return the packets now complete as [(kind, flags, body), ...].

        Raises Broken.
        """
        found: list[tuple[int, int, bytes]] = []
        self._data += data
        while True:
            if self._skip:
                passed = min(self._skip, len(self._data))
                self._data, self._skip = self._data[passed:], self._skip - passed
                if self._skip:
                    return found
            size, at = self._size()
            if size is None:
                return found
            if size > LONGEST:
                self._skip, self._data = size, self._data[at:]
                continue
            if len(self._data) < at + size:
                return found
            first = self._data[0]
            found.append((first >> 4, first & 15, self._data[at : at + size]))
            self._data = self._data[at + size :]

    def _size(self) -> tuple[int | None, int]:
        """Return the remaining length and where the body begins (2.2.3); (None, 0) until it is complete."""
        size = 0
        for place in range(1, 5):
            if place >= len(self._data):
                return None, 0
            digit = self._data[place]
            size |= (digit & 127) << 7 * (place - 1)
            if not digit & 128:
                return size, place + 1
        raise Broken("a remaining length of more than four bytes")


def welcome(body: bytes) -> None:
    """Read CONNACK (3.2).

    Raises Refused and Broken.
    """
    if len(body) != 2:
        raise Broken(f"a CONNACK of {len(body)} bytes")
    if body[1]:
        raise Refused(REFUSALS.get(body[1], f"code {body[1]}"))


def message(flags: int, body: bytes) -> tuple[str, bytes, bytes]:
    """Read PUBLISH (3.3): (topic, payload, the acknowledgement to send or b"").

    Raises Broken.
    """
    end = 2 + int.from_bytes(body[:2], "big")
    qos = flags >> 1 & 3
    if len(body) < end + (2 if qos else 0) or qos > 1:
        raise Broken(f"a PUBLISH that is cut short, or of QoS {qos}")
    try:
        topic = body[2:end].decode()
    except UnicodeError:
        raise Broken("a topic that is not UTF-8") from None
    if not qos:
        return topic, body[end:], b""
    return topic, body[end + 2 :], packet(0x40, body[end : end + 2])
