"""Waiting for outcomes that come in their own time."""

from __future__ import annotations

import time
from collections.abc import Callable

from firmware_bridge.conversation import Value
from firmware_bridge.link import Link

LONG = 180.0
"""Seconds that a busy machine may take. A passing test never waits that long."""


def eventually(what: Callable[[], object]) -> None:
    """Wait until something is true; fail if it never is."""
    end = time.monotonic() + LONG
    while not what():
        assert time.monotonic() < end, "it never came true"
        time.sleep(0.01)


def next_value(link: Link) -> Value:
    """Return the next value of a link; fail if none comes."""
    value = next(link.readings(timeout=LONG), None)
    assert value is not None, f"nothing came from {link}"
    return value
