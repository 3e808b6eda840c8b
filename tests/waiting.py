"""Waiting for what comes in its own time."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

LONG = 60.0
"""Seconds a busy machine may take; a good one never waits so long."""


def eventually(what: Callable[[], object]) -> None:
    """Wait until something is true; fails when it never is."""
    end = time.monotonic() + LONG
    while not what():
        assert time.monotonic() < end, "it never came true"
        time.sleep(0.01)
