"""The options of `tablier demo` and `tablier simulate` for the simulated players and their board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coach.levels import levels
from tablier.games.plan import FAULTS, PACES

if TYPE_CHECKING:
    import argparse


def add_invention(parser: argparse.ArgumentParser, *, mode: str, faults: float) -> None:
    """Declare `--seed`, `--look`, `--mode`, `--level`, `--faults` and `--pace`; `mode` and `faults` are defaults.

    A demo shows everything a table can say, so its players err and get explanations. Recordings are made to be counted,
    so their players err only if asked to.
    """
    parser.add_argument("--seed", type=int, default=1, help="of the game: the same seed, the same game (%(default)s)")
    parser.add_argument(
        "--look", type=int, metavar="SEED", help="of another board, light and camera; a plain one without it"
    )
    parser.add_argument(
        "--mode", choices=("score", "referee", "lesson", "solo"), default=mode, help="of the table (%(default)s)"
    )
    parser.add_argument(
        "--level",
        choices=tuple(levels("trictrac")),
        default="amateur",
        help="how well the companion plays its side, in mode solo (%(default)s)",
    )
    least, most = FAULTS
    parser.add_argument(
        "--faults",
        type=float,
        default=faults,
        help=f"how often the players err, {least:g} to {most:g}: 0 never, 1 as people do (%(default)g)",
    )
    slowest, fastest = PACES
    parser.add_argument(
        "--pace",
        type=float,
        default=1.0,
        help=f"how many times faster than calm players, {slowest:g} to {fastest:g} (%(default)g)",
    )
