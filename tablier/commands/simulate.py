"""`tablier simulate`: invented recordings with their truth (docs/recordings.md)."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tablier.invented import InventedTable, Plan
from tablier.recording import Recorder, RecordingError
from tablier.settings import toml_of

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options."""
    parser.add_argument(
        "folder", type=Path, help="where the recording goes; with --count, a folder for each seed in it"
    )
    parser.add_argument("--seed", type=int, default=1, help="of the game and the hands")
    parser.add_argument("--count", type=int, default=1, help="how many, with seeds one after the other")
    parser.add_argument("--look", type=int, help="seed of the board, the light and the camera; a plain one without it")
    parser.add_argument("--mode", choices=("score", "referee", "lesson"), default="referee", help="of the table")
    parser.add_argument("--faults", type=float, default=0.0, help="how often each fault is committed, 0 to 1")
    parser.add_argument("--clumsy", action="store_true", help="players who slide, knock and fumble")
    parser.add_argument("--pace", type=float, default=1.0, help="how many times faster than calm players")
    parser.add_argument("--seconds", type=float, help="frames of the first seconds only")
    parser.add_argument("--frames-per-second", type=float, default=15.0, help="0 leaves the pictures out")


def run(arguments: argparse.Namespace) -> int:
    """Write the recordings; 1 when one cannot be written."""
    for seed in range(arguments.seed, arguments.seed + arguments.count):
        folder = arguments.folder if arguments.count == 1 else arguments.folder / f"{seed:06}"
        try:
            plan = Plan(
                seed=seed,
                look=arguments.look,
                mode=arguments.mode,
                faults=arguments.faults,
                clumsy=arguments.clumsy,
                pace=arguments.pace,
            )
            _write(folder, plan, arguments.frames_per_second, arguments.seconds)
        except (OSError, RecordingError, ValueError) as error:
            print(f"tablier simulate: {error}", file=sys.stderr)
            return 1
    return 0


def _write(folder: Path, plan: Plan, rate: float, seconds: float | None) -> None:
    invented = InventedTable(plan)
    end = invented.table.duration if seconds is None else min(seconds, invented.table.duration)
    with Recorder(folder, toml_of(invented.settings), frames_per_second=rate) as recorder:
        for sent in invented.serial():
            if sent.t <= end:
                recorder.serial(sent.t, sent.data)
        for line in invented.truth():
            if line["t"] <= end:
                recorder.truth(line)
        for number in range(int(end * rate)):
            recorder.frame(number / rate, invented.picture(number / rate, number))
    print(f"{folder}: {end:.0f} s, {int(end * rate)} frames")
