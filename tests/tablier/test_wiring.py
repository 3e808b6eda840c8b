"""What people look at and listen to: what cannot be opened is said and left out."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tablier.inbox import Inbox
from tablier.outlets import Shown
from tablier.settings import parse
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
