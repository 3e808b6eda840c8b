"""What the embedded broker guarantees."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from announce.mqtt import broker as room
from announce.mqtt.broker import BrokerFailed, BrokerUser, EmbeddedBroker
from announce.mqtt.topics import table_topics
from simulation.devices.mqtt_brokers import Watcher, kill, listening
from tests.waiting import LONG, eventually


def gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    with open(f"/proc/{pid}/stat") as stat:
        return stat.read().rpartition(")")[2].split()[0] == "Z"


def test_it_keeps_what_is_retained_over_a_kill_and_over_a_new_start(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """After a kill, or when opened again, it is on the same port with the same messages."""
    with EmbeddedBroker(tmp_path, mqtt_port=0) as broker:
        port, first = broker.mqtt_port, broker.pid
        with Watcher(broker.mqtt_port, "kept/#") as writer:
            writer.client.publish("kept/a", "1", qos=1, retain=True).wait_for_publish(LONG)
        kill(first)
        eventually(lambda: broker.pid not in (None, first))
        eventually(lambda: found(port))
        assert broker.mqtt_port == port
    assert "the broker went down, starting it again in 1 s: Killed" in caplog.text
    assert broker.pid is None
    broker.close()
    with EmbeddedBroker(tmp_path, mqtt_port=0) as again:
        eventually(lambda: found(again.mqtt_port))


def found(port: int) -> bool:
    """Return whether a new client gets the retained messages; while the server reads its store it may not."""
    with Watcher(port, "kept/#", persistent=False) as reader:
        end = time.monotonic() + 2
        while not reader.messages and time.monotonic() < end:
            time.sleep(0.01)
        return ("kept/a", "1", True) in reader.messages


def test_it_listens_on_this_machine_only_unless_configured(tmp_path: Path) -> None:
    with EmbeddedBroker(tmp_path / "a", mqtt_port=0) as broker:
        assert listening(broker.mqtt_port) == {"0100007F"}
    with EmbeddedBroker(tmp_path / "b", host="0.0.0.0", mqtt_port=0) as broker:  # noqa: S104 - as configured
        assert listening(broker.mqtt_port) <= {"00000000", "0" * 32}


@pytest.mark.parametrize("name", [os.fsencode("été ☃"), b'a "b" \\ $HOME #c', b"\xe9t\xe9"])
def test_the_folder_may_have_any_name(tmp_path: Path, name: bytes) -> None:
    """The name may have spaces and accents, or bytes in an old disk's encoding."""
    folder = tmp_path / os.fsdecode(name)
    with EmbeddedBroker(folder, mqtt_port=0) as broker:
        assert broker.running
    assert (folder / "store" / "jetstream").is_dir()


def test_a_taken_port_is_announced_in_the_servers_words(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(BrokerFailed, match="address already in use"):
            EmbeddedBroker(tmp_path, mqtt_port=taken.getsockname()[1])


def test_it_dies_with_its_table_however_that_ends(tmp_path: Path) -> None:
    program = (
        "import sys, time; from pathlib import Path; from announce.mqtt.broker import EmbeddedBroker\n"
        f"broker = EmbeddedBroker(Path({str(tmp_path)!r}), mqtt_port=0)\n"
        "print(broker.pid, flush=True); time.sleep(60)"
    )
    with subprocess.Popen((sys.executable, "-c", program), stdout=subprocess.PIPE, text=True) as table:
        assert table.stdout is not None
        pid = int(table.stdout.readline())
        assert not gone(pid)
        kill(table.pid)
    eventually(lambda: gone(pid))


def test_users_that_could_not_be_written_down_are_taken_up_when_they_can(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The settings cannot be written for a while, as on a full disk."""
    monkeypatch.setattr(room, "LOOK", 0.05)
    users = [BrokerUser("lea", "mot de passe", table_topics("salon"))]
    looks: list[int] = []

    def known() -> list[BrokerUser]:
        looks.append(len(users))
        return list(users)

    with EmbeddedBroker(tmp_path, mqtt_port=0, users=known):
        (tmp_path / "nats.new").mkdir()
        users.append(BrokerUser("max", "mot de passe", table_topics("salon")))
        eventually(lambda: looks.count(2) > 4)
        assert '"user": "max"' not in (tmp_path / "nats.conf").read_text()
        (tmp_path / "nats.new").rmdir()
        eventually(lambda: '"user": "max"' in (tmp_path / "nats.conf").read_text())


def test_words_of_the_server_may_be_no_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A client's name may be any bytes, and the server logs it unchanged."""
    program = tmp_path / "server"
    program.write_text(f"#!/bin/sh\nprintf '[ERR] \\377\\n' >&2\nexec {room._program()} \"$@\"\n")
    program.chmod(0o755)
    monkeypatch.setattr(room, "_program", lambda: program)
    monkeypatch.setattr(room, "READY_TIME", 5.0)
    with EmbeddedBroker(tmp_path / "store", mqtt_port=0) as broker:
        assert broker.running
