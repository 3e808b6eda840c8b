"""What people look at and listen to: what cannot be opened is said and left out."""

from __future__ import annotations

import socket
import time
from pathlib import Path

import pytest

from tablier.runtime.inbox import Inbox
from tablier.runtime.sinks import Shown, Voice
from tablier.runtime.wiring import People
from tablier.storage.settings_file import parse


@pytest.mark.parametrize(
    ("settings", "folder", "said"),
    [
        ("", "/dev/null/none", "No broker: "),
        ('mqtt.host = "a..b"', "/dev/null/none", "No broker: "),
    ],
)
def test_the_table_goes_on_without_a_broker(settings: str, folder: str, said: str) -> None:
    announced: list[str] = []
    with People(
        parse(f"voice.on = false\n{settings}"), Path(folder), Inbox(), clock=time.monotonic, say=announced.append
    ) as people:
        assert [type(outlet) for outlet in people.sinks] == [Shown]
    assert announced[0].startswith(said)


def test_the_table_goes_on_with_a_voice_where_nothing_can_be_written() -> None:
    settings = parse('page.on = false\nmqtt.host = "127.0.0.1"')
    with People(settings, Path("/dev/null/none"), Inbox(), clock=time.monotonic, say=lambda _words: None) as people:
        assert [type(outlet) for outlet in people.sinks] == [Voice, Shown]


def test_the_broker_beside_the_table_is_at_its_port_or_says_where_it_is(tmp_path: Path) -> None:
    """A small display and Home Assistant are given a port once; two tables on one machine need two."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    settings = parse(f"voice.on = false\npage.on = false\nmqtt.port = {port}")
    announced: list[str] = []
    with People(settings, tmp_path / "one", Inbox(), clock=time.monotonic, say=announced.append):
        assert announced == [f"MQTT: 127.0.0.1:{port}, topics tablier/table/..."]
        with People(settings, tmp_path / "two", Inbox(), clock=time.monotonic, say=announced.append):
            _, why, where = announced
            other = where.removeprefix("MQTT: 127.0.0.1:").partition(",")[0]
            assert other != str(port)
            assert why.startswith(f"The broker beside the table takes port {other}, not {port}: ")
