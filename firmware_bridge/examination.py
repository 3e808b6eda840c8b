"""Examine a running board: ask for its sensors' levels and check every hole, five times a second."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from firmware_bridge.checkup import HoleCheck, check_holes, check_references
from firmware_bridge.link import BoardSilent
from firmware_bridge.messages import AskLevels, Levels, Rests

if TYPE_CHECKING:
    from collections.abc import Iterator

    from firmware_bridge.link import Link

AGAIN: Final = 30
"""Seconds of levels requested at a time. The board stops sending them soon after a program dies."""


@dataclass(frozen=True, slots=True)
class Examined:
    """One examination of a board: every hole in order, whether each converter works, and the levels."""

    holes: tuple[HoleCheck, ...]
    references: tuple[bool, bool]
    levels: Levels


def examine(link: Link, *, timeout: float = 5.0) -> Iterator[Examined]:
    """Examine a board five times a second until the caller stops.

    Raises BoardSilent when the board sends no levels for `timeout` seconds.
    """
    rests: Rests | None = None
    while True:
        link.send(AskLevels(AGAIN), timeout=timeout)
        until = time.monotonic() + AGAIN - timeout
        for answer in link.answers(timeout=timeout):
            if isinstance(answer, Rests):
                rests = answer
            elif isinstance(answer, Levels) and link.reading is not None:
                yield Examined(check_holes(link.reading, answer, rests), check_references(answer), answer)
            if time.monotonic() > until:
                break
        else:
            raise BoardSilent(f"the board sent no levels for {timeout:g} s")
