"""A board examined while it runs: its sensors' levels asked for, and every hole judged, five times a second."""

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
"""Seconds of levels asked for at a time: a program that dies leaves the board talking no longer."""


@dataclass(frozen=True, slots=True)
class Examined:
    """One look at a board: every hole in order, whether each converter is alive, and the levels themselves."""

    holes: tuple[HoleCheck, ...]
    references: tuple[bool, bool]
    levels: Levels


def examine(link: Link, *, timeout: float = 5.0) -> Iterator[Examined]:
    """Look at a board until the caller has seen enough, five times a second.

    Raises BoardSilent when the board says nothing for `timeout` seconds.
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
