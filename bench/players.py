"""Simulated tables: how often each fault is really committed, how long a throw lasts, and the cost of simulating it.

All times are processor time of this process, so that a busy machine does not change them.
"""

from __future__ import annotations

import time
from collections import Counter
from itertools import pairwise

from bench._results import Results, parser_of
from events.rulings import Window
from events.trictrac.rulings import FaultRuled
from rules.code import CODES
from rules.fault import FaultName
from rules.position import Side
from simulation.players import STYLES, ClumsinessRates, FaultRates, Player
from simulation.timeline import SimulatedTable

FRAMES = 15
"""Scenes requested per simulated second, as by a camera."""


def tables(count: int, seed: int, often: float, pace: float) -> list[SimulatedTable]:
    """Return tables of every pair of styles, with both codes in turn."""
    styles = list(STYLES.values())
    codes = list(CODES.values())
    return [
        SimulatedTable(
            n,
            players={
                Side.BLANCS: Player(style=styles[n % len(styles)]),
                Side.NOIRS: Player(style=styles[n // len(styles) % len(styles)]),
            },
            code=codes[n % len(codes)],
            faults=FaultRates.typical(often),
            clumsiness=ClumsinessRates.typical(),
            pace=pace,
        )
        for n in range(seed, seed + count)
    ]


def main(arguments: list[str]) -> int:
    """Print and keep the figures."""
    parser = parser_of("players", __doc__)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--often", type=float, default=1.0, help="how much more often than typical players err")
    parser.add_argument("--pace", type=float, default=1.0)
    options = parser.parse_args(arguments)
    windows: Counter[tuple[FaultName, Window]] = Counter()
    throws, lasted = 0, 0.0
    begin = time.process_time()
    played = tables(options.tables, options.seed, options.often, options.pace)
    for table in played:
        for event in table.events():
            if isinstance(event, FaultRuled):
                windows[event.fault.name, event.window] += 1
        throws += table.tour.throw
        lasted += table.duration
    cost = time.process_time() - begin
    throw_ms = 1e3 * cost / throws

    scenes = [frame / FRAMES for frame in range(int(FRAMES * min(600, played[0].duration)))]
    begin = time.process_time()
    shown = [played[0].scene_at(t) for t in scenes]
    cost = time.process_time() - begin
    same = sum(one is other for one, other in pairwise(shown))
    results = Results("players", arguments, options)
    results.table(
        "time",
        page=None,
        title="Inventing a game",
        about=f"A throw lasts {lasted / throws:.1f} s; {same / len(shown):.0%} of the frames show nothing new.",
        samples=options.tables,
        unit="tours",
        columns=("", "processor time, ms"),
        rows=[("a throw", throw_ms), ("a scene", 1e3 * cost / len(shown))],
    )
    windows_of = (Window.OPEN, Window.CLAIMED, Window.CLOSED)
    print(f"\n{'fault':20}{'made':>10}{'claimed':>10}{'missed':>10}")
    for name in FaultName:
        counts = (windows[name, window] for window in windows_of)
        print(f"{name:20}" + "".join(f"{count:>10}" for count in counts))
    return 0
