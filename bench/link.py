"""How soon a peg, a button and a return of the board are known, and what listening costs.

`./run bench link`: the firmware on CPython behind a pseudo-terminal, the real SerialLink in this process.
"""

from __future__ import annotations

import queue
import statistics
import time
from functools import partial
from typing import TYPE_CHECKING

from bench._machine import machine
from firmware_bridge.reading import Button, LinkEvent, Peg, PegReading, Signal
from firmware_bridge.serial_link import SerialLink
from firmware_bridge.virtual_board import VirtualBoard

if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware_bridge.conversation import Value

MOVES = 40
"""How often a peg is put in and taken out, and a button pressed."""
QUIET = 5.0
"""Seconds for which the board is listened to while nothing happens."""
WAIT = 20.0
"""Seconds after which what should have been told never will be."""


def main(arguments: list[str]) -> int:
    """Print the figures; no options."""
    if arguments:
        print("./run bench link takes no options")
        return 2
    values: queue.Queue[Value] = queue.Queue()
    with VirtualBoard() as board, SerialLink(board.port, callback=values.put, find=lambda: [board.port]) as link:

        def until(kind: type[Value], act: Callable[[], object]) -> float:
            """Milliseconds from the end of an act to the first value of a kind."""
            act()
            begun = time.perf_counter()
            while not isinstance(values.get(timeout=WAIT), kind):
                pass
            return (time.perf_counter() - begun) * 1000

        until(PegReading, lambda: None)
        pegs = [until(PegReading, partial(board.put, 5, peg)) for _ in range(MOVES) for peg in (Peg.BLANCS, None)]
        buttons: list[float] = []
        for _ in range(MOVES):
            buttons.append(until(Signal, lambda: board.press("near", Button.ECOLE, milliseconds=60)))
            time.sleep(0.15)
        frozen = until(LinkEvent, board.freeze)
        thawed = until(PegReading, board.thaw)
        gone = until(LinkEvent, board.unplug)
        back = until(PegReading, board.plug)
        before = time.process_time()
        time.sleep(QUIET)
        busy = (time.process_time() - before) / QUIET
        print(link)
    for name, times in (("a peg to its reading", pegs), ("a button to its signal", buttons)):
        print(f"{name}: median {statistics.median(times):.0f} ms, worst {max(times):.0f} ms of {len(times)}")
    print(f"frozen, told after {frozen:.0f} ms; thawed, read after {thawed:.0f} ms")
    print(f"unplugged, told after {gone:.0f} ms; plugged in elsewhere, read after {back:.0f} ms")
    print(f"listening to a still board: {100 * busy:.2f} % of a core")
    print(machine())
    return 0
