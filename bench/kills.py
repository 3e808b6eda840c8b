"""A game killed a thousand times at random instants: what was lost, and how long it took to go on.

Each is a process of its own that plays, keeps and tells (`tests/tablier/killing.py`); SIGKILL comes at a random moment.
Then the journal is opened, held against its second copy, and the referee rebuilt. It ends at the first loss.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench._command_line import parser_of
from bench._processes import processor_seconds
from bench._results import Page, Results
from tests.tablier.killing import killed, play, unkilled

QUIET = '[camera]\nsource = "none"\n[voice]\non = false\n[page]\non = false\n[table]\nlanguage = "en"\n'


def started(folder: Path) -> tuple[float, float]:
    """Start `tablier play` over a game broken off: seconds until it says that it goes on, and of processor time."""
    program = Path(sys.executable).parent / "tablier"
    begun = time.perf_counter()
    with subprocess.Popen(
        [program, "play", "--settings", folder / "table.toml"],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    ) as table:
        assert table.stdout is not None
        assert any("The game goes on where it was" in line for line in table.stdout), "the game did not go on"
        found = time.perf_counter() - begun, processor_seconds(table.pid)
        table.kill()
    return found


def main(arguments: list[str]) -> int:
    """Print and keep the figures."""
    parser = parser_of("kills", __doc__)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--starts", type=int, default=10, help="of the whole program, afterwards")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    lines, _ = unkilled()
    with tempfile.TemporaryDirectory() as folder:
        found = list(killed(Path(folder), given.kills, given.seed))
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "table.toml").write_text(QUIET, encoding="utf-8")
        play(Path(folder) / "var")
        walls, own = zip(*(started(Path(folder)) for _ in range(given.starts)), strict=True)
    acts = [kill.acts for kill in found]
    seconds = [kill.seconds for kill in found]
    results = Results("kills", arguments, given)
    results.table(
        "",
        page=Page.PERFORMANCE,
        title="A game killed at random moments",
        about=f"SIGKILL after {min(acts)} to {max(acts)} of {len(lines)} acts, at {len(set(acts))} different ones. "
        "Then the journal is opened and the referee rebuilt. Any lost act would have ended the bench.",
        samples=given.kills,
        unit="kills",
        columns=("kills", "before the game began", "acts lost", "going on, median, ms", "longest, ms"),
        rows=[
            (given.kills, given.kills - len(found), 0, 1e3 * statistics.median(seconds), 1e3 * max(seconds)),
        ],
    )
    results.table(
        "start",
        page=Page.PERFORMANCE,
        title="`tablier play` after a kill",
        about=f"From its start until it says that the game of {len(lines)} acts goes on.",
        samples=given.starts,
        unit="starts",
        columns=("", "median, s", "longest, s"),
        rows=[
            ("wall clock", statistics.median(walls), max(walls)),
            ("processor", statistics.median(own), max(own)),
        ],
    )
    return 0
