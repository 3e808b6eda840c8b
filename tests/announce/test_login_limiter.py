"""The embedded broker limits guesses for each address and account, and lets everything else through."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from announce.access.auth import ATTEMPTS
from announce.access.limits import SILENT
from announce.mqtt.broker import BrokerFailed, BrokerUser, EmbeddedBroker
from announce.mqtt.login_limiter import NoConnect, user_of
from announce.mqtt.topics import account_topics, table_topics
from tests.announce.samples import ACCOUNTS, WORD
from tests.waiting import LONG, eventually

ACCEPTED, REFUSED = 0, 5


@pytest.fixture
def broker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[EmbeddedBroker]:
    """A broker that allows the usual burst of failures, and next to none after it however slow the machine is."""
    monkeypatch.setattr("announce.mqtt.login_limiter.ATTEMPTS", (1e-3, ATTEMPTS[1]))
    own = BrokerUser("table-salon", WORD, table_topics("salon"))
    users = [own, *(BrokerUser(one.name, one.password, account_topics(one)) for one in ACCOUNTS.by_name.values())]
    with EmbeddedBroker(tmp_path, mqtt_port=0, users=lambda: users) as broker:
        yield broker


def text(value: str) -> bytes:
    return len(value.encode()).to_bytes(2, "big") + value.encode()


def connect(user: str, password: str) -> bytes:
    """A CONNECT packet, MQTT 3.1.1."""
    body = text("MQTT") + bytes((4, 0xC2, 0, 30)) + text(f"c{time.monotonic_ns()}") + text(user) + text(password)
    return bytes((0x10, len(body))) + body


def signs_in(broker: EmbeddedBroker, user: str, password: str, address: str = "127.0.0.1") -> int | None:
    """Return the broker's answer to a sign-in; None when it closes without one."""
    source = (address, 0)
    with socket.create_connection(("127.0.0.1", broker.mqtt_port), timeout=LONG, source_address=source) as line:
        line.sendall(connect(user, password))
        answer = line.recv(4)
        return answer[3] if len(answer) == 4 else None


def test_guesses_at_a_password_end_and_keep_nobody_else_out(broker: EmbeddedBroker) -> None:
    """After these failures even the right password is refused there; from elsewhere, and for others, it is not."""
    for _ in range(ATTEMPTS[1]):
        assert signs_in(broker, "noe", "guessed") != ACCEPTED
    assert signs_in(broker, "noe", WORD) == REFUSED
    assert signs_in(broker, "Noe", WORD) == REFUSED
    assert signs_in(broker, "lea", WORD) == ACCEPTED
    assert signs_in(broker, "noe", WORD, "127.0.0.2") == ACCEPTED


def test_right_sign_ins_are_not_limited(broker: EmbeddedBroker) -> None:
    for _ in range(2 * ATTEMPTS[1]):
        assert signs_in(broker, "lea", WORD) == ACCEPTED


@pytest.mark.parametrize(
    "said", [b"", b"GET / HTTP/1.1\r\n\r\n", b"\x10\xff\xff\xff\x7f", b"\x10\x02ab", b"\xf0" * 900]
)
def test_a_connection_without_connect_is_closed(broker: EmbeddedBroker, said: bytes) -> None:
    with socket.create_connection(("127.0.0.1", broker.mqtt_port), timeout=LONG) as line:
        line.sendall(said)
        line.shutdown(socket.SHUT_WR)
        assert line.recv(100) == b""
    assert signs_in(broker, "lea", WORD) == ACCEPTED


def test_a_crowd_that_says_nothing_keeps_nobody_out(broker: EmbeddedBroker) -> None:
    """The broker closes the oldest silent connections and does not use up the table's descriptors."""
    files = Path("/proc/self/fd")
    before = len(list(files.iterdir()))
    held = [socket.create_connection(("127.0.0.1", broker.mqtt_port), timeout=LONG) for _ in range(200)]
    try:
        assert signs_in(broker, "lea", WORD) == ACCEPTED
        # Here the crowd's own ends are this process's files, too.
        eventually(lambda: len(list(files.iterdir())) - before - len(held) <= SILENT + 4)
    finally:
        for one in held:
            one.close()
    assert signs_in(broker, "lea", WORD) == ACCEPTED


def test_a_server_that_died_is_behind_the_same_door_again(
    broker: EmbeddedBroker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("announce.mqtt.broker.CALM", 0.1)
    port, process = broker.mqtt_port, broker._process
    assert process is not None
    process.kill()
    eventually(lambda: broker._process is not process and broker.running)
    for _ in range(2 * ATTEMPTS[1]):
        signs_in(broker, "lea", WORD)  # the server does not listen yet, so these are no guesses
    eventually(lambda: signs_in(broker, "lea", WORD) == ACCEPTED)
    assert broker.mqtt_port == port


def test_a_taken_port_is_reported(tmp_path: Path) -> None:
    with ExitStack() as opened:
        taken = opened.enter_context(socket.create_server(("127.0.0.1", 0)))
        with pytest.raises(BrokerFailed, match="in use"):
            EmbeddedBroker(tmp_path, mqtt_port=taken.getsockname()[1], users=list)


@given(st.binary(max_size=60))
def test_any_bytes_have_a_name_or_are_none(packet: bytes) -> None:
    for body in (packet, text("MQTT") + packet):
        try:
            assert isinstance(user_of(body), str)
        except NoConnect:
            continue


def test_the_name_stands_behind_a_will() -> None:
    body = text("MQTT") + bytes((4, 0xC6, 0, 30)) + text("id") + text("topic") + text("gone") + text("léa") + text("x")
    assert user_of(body) == "léa"
    assert user_of(text("MQTT") + bytes((4, 2, 0, 30)) + text("id")) == ""


def test_no_account_listens_to_what_is_delivered_to_others(broker: EmbeddedBroker) -> None:
    """NATS delivers MQTT's QoS 1 on subjects that its own protocol could listen to: accounts speak MQTT alone."""
    said = [nats_says(port) for port in ports_of(broker.pid)]
    greeted = [each for each in said if each.startswith("INFO")]
    assert greeted, "the server's own port was not found"
    assert all("Authorization Violation" in each for each in greeted)


def ports_of(process: int | None) -> list[int]:
    """The TCP ports a process listens on, as the kernel lists them."""
    opened = {os.readlink(file) for file in Path(f"/proc/{process}/fd").iterdir()}
    lines = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return [
        int(line[1].rpartition(":")[2], 16) for line in lines if line[3] == "0A" and f"socket:[{line[9]}]" in opened
    ]


def nats_says(port: int) -> str:
    """A server's answer to somebody with an account who signs in by NATS's own protocol."""
    said = b""
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1) as line:
        said = line.recv(4096)
        if said.startswith(b"INFO"):
            signed = json.dumps({"user": "vera", "pass": WORD, "verbose": False, "pedantic": False})
            line.sendall(f"CONNECT {signed}\r\nSUB $MQTT.sub.> 1\r\nPING\r\n".encode())
            said += line.recv(4096)
    return said.decode(errors="replace")
