"""How soon a table goes on after a power cut: `tablier play` is started on interrupted games.

    ./run bench resume [--seconds S] [--starts N]

A test checks that nothing is lost: `./run test tests/tablier/test_kills.py --kills 1000`.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from signal import SIGKILL

from bench._compressed import CompressedSitting
from bench._processes import STARTS, starts
from bench._results import Page, Results, parser_of

QUIET = '[camera]\nsource = "none"\n[voice]\non = false\n[page]\non = false\n[table]\nlanguage = "en"\n'


def main(arguments: list[str]) -> int:
    """Print and keep the figures."""
    parser = parser_of("resume", __doc__)
    parser.add_argument("--seconds", type=float, default=240.0, help="of play before the interruption")
    parser.add_argument("--starts", type=int, default=10, help="of the whole program")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "table.toml").write_text(QUIET, encoding="utf-8")
        (folder / "var").mkdir()
        sitting = CompressedSitting(folder / "var")
        sitting.play(given.seed, given.seconds)
        kept = sitting.end()
        program = Path(sys.executable).parent / "tablier"
        rows = starts(program, folder, "The game goes on where it was", given.starts, SIGKILL)
    Results("resume", arguments, given).table(
        "",
        page=Page.PERFORMANCE,
        title="`tablier play` after a power cut",
        about=f"From its start until it reports that the game goes on. It was broken off after {given.seconds:g} s.",
        samples=given.starts,
        unit="starts",
        columns=STARTS,
        rows=rows,
    )
    return 0 if kept else 1
