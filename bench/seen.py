"""`./run bench seen DIR...`: rendered recordings through the real vision, and the same tables through simulated vision.

Each DIR is made by `tablier simulate` (with its plan.json). Every observation of its pictures goes to the referee,
whose rulings are scored, and is compared with the rendered scene. The same table then goes through simulated vision,
which errs as often as the real one did on this recording, to another referee. The command prints both scores of each
recording and of all.

    ./run bench seen --tell DIR...      and every error, one a line
    ./run bench seen --write simulation/sensors/vision_rates.json DIR...      and write the rates for simulated vision
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec

from bench._readings import Overheard
from bench._results import Page, Results, Share, parser_of
from bench._sight import SightCounts, Watch, rates_of
from simulation.sensors.simulated_vision import SimulatedVision, VisionErrors
from simulation.sensors.vision_rates import VisionRates
from simulation.timeline import SimulatedTable
from tablier.devices.simulated_source import InventedTable
from tablier.games import game_played
from tablier.games.plan import Plan
from tablier.games.requests import request_of
from tablier.games.trictrac.requests import OWN
from tablier.runtime.engine import Engine
from tablier.runtime.scoring import Score, score_lines
from tablier.storage.recording import Frame, Recording


def replay_real_vision(recording: Recording, invented: InventedTable) -> tuple[Score, SightCounts]:
    """Return the score of a recording's replay, and how its pictures were read."""
    settings, calibration = recording.settings, recording.calibration
    assert calibration is not None
    referee = Overheard(game_played(settings).referee(settings))
    engine = Engine(settings, calibration, referee)  # type: ignore[arg-type] # it is one, overheard
    watch = Watch(invented, calibration)
    for happened in recording.happenings():
        if isinstance(happened, Frame):
            watch.frame(happened.t)
        referee.observations.clear()
        engine.take(happened)
        if isinstance(happened, Frame):
            for observation in referee.observations:
                watch.count_observation(observation)
    return score_lines(recording.truth(), referee.lines), watch.seen


def replay_simulated_vision(invented: InventedTable, rates: VisionRates) -> Score:
    """Return the score of the same table seen by simulated vision with these error rates."""
    table = invented.table
    assert isinstance(table, SimulatedTable)
    referee = Overheard(game_played(invented.settings).referee(invented.settings))
    for asked in invented.inputs():
        referee.observe(request_of(asked.request, asked.values, asked.t, 0, OWN))
    watched = SimulatedVision(table, VisionErrors(rates=rates, seed=invented.plan.seed))
    for observation in watched.observations():
        referee.observe(observation)
    return score_lines(watched.truth, referee.lines)


def row(name: str, score: Score) -> tuple[str, Share, Share, Share, Share]:
    """Return one row: what was found of each kind."""
    counts = (score.throws, score.plays, score.marks, score.faults)
    throws, plays, marks, faults = map(Share.from_count, counts)
    return name, throws, plays, marks, faults


def main(arguments: list[str]) -> int:
    """Measure the recordings, print and keep the figures."""
    parser = parser_of("seen", __doc__)
    parser.add_argument("folders", nargs="+", type=Path, metavar="DIR", help="simulated recordings of trictrac")
    parser.add_argument("--tell", action="store_true", help="print every error, one a line")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the error rates there, as JSON")
    given = parser.parse_args(arguments)
    real, eyes, sight = Score(), Score(), SightCounts()
    rows = []
    for folder in given.folders:
        plan = msgspec.json.decode((folder / "plan.json").read_bytes(), type=Plan)
        score, seen = replay_real_vision(Recording(folder), InventedTable(plan))
        drawn = replay_simulated_vision(InventedTable(plan), rates_of(seen))
        rows += [row(folder.name, score), row(f"{folder.name}, simulated eyes", drawn)]
        print(*rows[-2:], sep="\n", flush=True)
        if given.tell:
            for name, each in (("real", score), ("simulated", drawn)):
                for difference in each.differences:
                    print(f"{folder.name} {name} {difference}")
        real.add(score)
        eyes.add(drawn)
        sight.add(seen)
    Results("seen", arguments, given).table(
        "",
        page=Page.ACCURACY,
        title="What was ruled of whole tables",
        about="Recordings of invented tables: through the real vision, and through simulated eyes that err as often.",
        samples=len(given.folders),
        unit="recordings",
        columns=("recording", "throws", "plays", "marks", "faults"),
        rows=[*rows, row("all", real), row("all, simulated eyes", eyes)],
    )
    if given.write:
        names = ", ".join(folder.name for folder in given.folders)
        given.write.write_text(replace(rates_of(sight), source=f"./run bench seen --write on {names}").to_json())
    return 0
