"""How soon a peg, a button and a return of the board are reported, and the cost of listening.

`./run bench link`: the firmware on CPython behind a pseudo-terminal, the real SerialLink in this process.
"""

from __future__ import annotations

import queue
import statistics
import time
from collections.abc import Callable
from functools import partial

from bench._results import Page, Results, parser_of
from events.peg_reading import Button, LinkEvent, Peg, PegReading, Signal
from firmware_bridge.conversation import Value
from firmware_bridge.serial_link import SerialLink
from simulation.devices.virtual_board import VirtualBoard

MOVES = 40
"""How often a peg is put in and taken out, and a button pressed."""
QUIET = 5.0
"""Seconds of listening to the board while nothing happens."""
WAIT = 20.0
"""Seconds after which a missing report counts as lost."""


def main(arguments: list[str]) -> int:
    """Print and keep the figures."""
    given = parser_of("link", __doc__).parse_args(arguments)
    values: queue.Queue[Value] = queue.Queue()
    with VirtualBoard() as board, SerialLink(board.port, callback=values.put, find=lambda: [board.port]):

        def until(kind: type[Value], act: Callable[[], object]) -> float:
            """Return milliseconds from the end of an act to the first value of a kind."""
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
    measured = {
        "a peg to its reading": pegs,
        "a button to its signal": buttons,
        "the board freezes, to the report": [frozen],
        "it runs again, to a reading": [thawed],
        "unplugged, to the report": [gone],
        "plugged in elsewhere, to a reading": [back],
    }
    Results("link", arguments, given).table(
        "",
        page=Page.PERFORMANCE,
        title="From the board to the companion",
        about="The firmware behind a pseudo-terminal and the real serial link. Listening to a still board takes "
        f"{100 * busy:.2f} % of a core.",
        samples=sum(map(len, measured.values())),
        unit="events",
        columns=("event", "times", "median, ms", "longest, ms"),
        rows=[(name, len(times), statistics.median(times), max(times)) for name, times in measured.items()],
    )
    return 0
