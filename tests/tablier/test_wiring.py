"""What people look at and listen to: what cannot be opened is said and left out."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tablier.inbox import Inbox
from tablier.outlets import Shown, Voice
from tablier.settings_file import parse
from tablier.wiring import People


@pytest.mark.parametrize(
    ("settings", "folder", "said"),
    [
        ("", "/dev/null/none", "No broker: "),
        ('mqtt.host = "a..b"', "/dev/null/none", "No broker: "),
    ],
)
def test_the_table_goes_on_without_a_broker(settings: str, folder: str, said: str) -> None:
    told: list[str] = []
    with People(
        parse(f"voice.on = false\n{settings}"), Path(folder), Inbox(), clock=time.monotonic, say=told.append
    ) as people:
        assert [type(outlet) for outlet in people.outlets] == [Shown]
    assert told[0].startswith(said)


def test_the_table_goes_on_with_a_voice_where_nothing_can_be_written() -> None:
    settings = parse('page.on = false\nmqtt.host = "127.0.0.1"')
    with People(settings, Path("/dev/null/none"), Inbox(), clock=time.monotonic, say=lambda _words: None) as people:
        assert [type(outlet) for outlet in people.outlets] == [Voice, Shown]
