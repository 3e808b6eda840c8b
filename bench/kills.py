"""A game killed a thousand times at random instants: what was lost, and how long it took to go on.

Each is a process of its own that plays, keeps and tells (`tests/tablier/killing.py`); SIGKILL comes at a random moment.
Then the journal is opened, held against its second copy, and the referee rebuilt. It ends at the first loss.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
from pathlib import Path

from bench._machine import machine
from tests.tablier.killing import killed, unkilled


def main(arguments: list[str]) -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(prog="./run bench kills", description=__doc__)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    lines, _ = unkilled()
    with tempfile.TemporaryDirectory() as folder:
        found = list(killed(Path(folder), given.kills, given.seed))
    acts = [kill.acts for kill in found]
    seconds = [kill.seconds for kill in found]
    print(machine())
    print(f"{given.kills} kills, {given.kills - len(found)} of them before the game had begun, nothing lost")
    print(f"after {min(acts)} to {max(acts)} of {len(lines)} acts, {len(set(acts))} different ones")
    print(f"gone on after {statistics.median(seconds) * 1000:.0f} ms (median), {max(seconds) * 1000:.0f} ms (longest)")
    return 0
