"""`tablier simulate`: make recordings of simulated players, with their truth (docs/recordings.md)."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import msgspec

from coach.levels import levels
from tablier.cli import complain
from tablier.devices.simulated_source import InventedTable
from tablier.games.plan import FAULTS, PACES, Plan, simulations
from tablier.storage.recording import Recorder, RecordingError
from tablier.storage.settings_file import toml_of

MOST = 1_000_000
"""Recordings, seconds or pictures a second; a larger number is a typing error."""
LIMITS = (("count", 1, MOST), ("players", 2, 4), ("seconds", 0, MOST), ("frames_per_second", 0, MOST))
LINGER, SPARSE = 1.0, 0.5
"""Seconds after a movement in which every picture is kept, and seconds between two pictures after that."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options."""
    parser.description = (
        "Invent recordings with their truth: two players throw, play, mark and err, seen as rendered pictures and felt "
        "through the firmware's own line. The same options give the same recording; docs/recordings.md has its files."
    )
    parser.add_argument(
        "folder", type=Path, metavar="DIR", help="where the recording goes; with --count, a folder for each seed in it"
    )
    parser.add_argument("--game", choices=tuple(simulations()), default="trictrac", help="what is played (%(default)s)")
    add_invention(parser, mode="referee", faults=0.0)
    parser.add_argument("--count", type=int, default=1, help="how many, with seeds one after the other (%(default)s)")
    parser.add_argument("--clumsy", action="store_true", help="players who slide, knock and fumble")
    parser.add_argument("--after", type=int, default=0, help="throws played before it begins (%(default)s)")
    parser.add_argument("--throws", type=int, help="how many more are played; without it, to the end of the tour")
    parser.add_argument("--players", type=int, help="of a partie à écrire, 2 to 4; without it a tour is played")
    parser.add_argument("--marques", type=int, help="of the partie à écrire, a multiple of its players (4)")
    parser.add_argument("--seconds", type=float, help="frames of the first seconds only")
    parser.add_argument("--frames-per-second", type=float, default=15.0, help="0 leaves the pictures out (%(default)g)")


def run(arguments: argparse.Namespace) -> int:
    """Write the recordings; return 1 when one cannot be written."""
    for option, least, most in LIMITS:
        value = getattr(arguments, option)
        if value is not None and not least <= value <= most:
            wrong = f"--{option.replace('_', '-')}: {value}, expected {least} to {most}"
            return complain("simulate", ValueError(wrong))
    if arguments.marques is not None and arguments.players is None:
        return complain("simulate", ValueError("--marques: of a partie à écrire, expected --players with it"))
    for seed in range(arguments.seed, arguments.seed + arguments.count):
        folder = arguments.folder if arguments.count == 1 else arguments.folder / f"{seed:06}"
        try:
            plan = replace(plan_of(arguments), seed=seed)
            _write(folder, plan, arguments.frames_per_second, arguments.seconds)
        except (OSError, RecordingError, ValueError) as error:
            return complain("simulate", error, folder)
    return 0


def _write(folder: Path, plan: Plan, rate: float, seconds: float | None) -> None:
    invented = InventedTable(plan)
    end = invented.table.duration if seconds is None else min(seconds, invented.table.duration)
    with Recorder(folder, toml_of(invented.settings)) as recorder:
        for sent in invented.serial():
            if sent.t <= end:
                recorder.serial(sent.t, sent.data)
        (folder / "plan.json").write_bytes(msgspec.json.encode(plan))
        for asked in invented.inputs():
            recorder.input(asked.t, asked.request, asked.values)
        frames = 0
        for number, t in _moments(invented, end, rate):
            recorder.frame(t, invented.picture(t, number))
            frames += 1
        # Write the truth last: a recording that was cut off must not be scored against all of it.
        for line in invented.truth():
            if line["t"] <= end:
                recorder.truth(line)
    print(f"{folder}: {end:.0f} s, {frames} frames")


def _moments(invented: InventedTable, end: float, rate: float) -> Iterator[tuple[int, float]]:
    """Yield the pictures to keep: all while something moves and shortly after, then two a second."""
    still_since, last, before = 0.0, 0.0, None
    for number in range(int(end * rate)):
        t = number / rate
        scene = invented.table.scene_at(t)
        if scene is not before:
            still_since, before = t, scene
        if t - still_since < LINGER or t - last >= SPARSE:
            last = t
            yield number, t


def plan_of(arguments: argparse.Namespace) -> Plan:
    """Return the plan that these options describe. Raises ValueError."""
    given = {option: value for option, value in vars(arguments).items() if value is not None}
    return Plan(**{option: value for option, value in given.items() if option in Plan.__dataclass_fields__})


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
