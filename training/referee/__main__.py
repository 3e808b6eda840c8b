"""Count the data tables of the referee: `./run train referee [RECORDING...]`.

Priors are counted of simulated matches of backgammon and of the recordings given; how vision errs, of rendered tables,
two of three hard to see. What is counted is kept in training-data/referee, and the same command goes on from there.
What costs what is no matter of counting: people decide it, in referee/data/costs.toml.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from referee.backgammon.successors import KINDS
from referee.inference.tables import FOLDER
from training.command_line import CHECKPOINTS, from_nought, parser_of, run
from training.referee.backgammon import Counted, recorded_game, simulated_match
from training.referee.keeping import counted
from training.referee.looks import LookedAt, looked_at
from training.referee.observation import fitted, report
from training.referee.tables_file import flat, text_of

if TYPE_CHECKING:
    import argparse

MATCHES_FROM = 600_000
"""The seed of the first match: no bench plays it."""


def main(arguments: list[str]) -> int:
    """Count what is asked for and write the files."""
    parser = parser_of(__doc__)
    parser.prog = "./run train referee"
    parser.add_argument("recordings", nargs="*", type=Path, metavar="RECORDING", help="of backgammon, with their truth")
    parser.add_argument("--only", choices=("priors", "observation"), help="one of the two")
    parser.add_argument("--matches", type=from_nought, default=200, help="simulated matches (%(default)s)")
    parser.add_argument("--tables", type=from_nought, default=600, help="rendered tables (%(default)s)")
    parser.add_argument("--processes", type=int, help="at a time (one a core)")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where the files are written (%(default)s)")
    given = parser.parse_args(arguments)
    if given.only != "observation":
        _priors(given)
    if given.only != "priors":
        _observation(given)
    return 0


def source(what: str, command: str) -> str:
    """Where a table's numbers come from."""
    return f"{what}, {datetime.now(UTC).date().isoformat()} ({command})"


def _priors(given: argparse.Namespace) -> None:
    kept = CHECKPOINTS / "referee"
    seeds = range(MATCHES_FROM, MATCHES_FROM + given.matches)
    found = counted(kept / "matches", seeds, simulated_match, Counted, given.processes)
    found += [recorded_game(folder) for folder in given.recordings]
    total: dict[str, Counter[str]] = {occasion: Counter() for occasion in KINDS}
    for one in found:
        for occasion, kinds in one.kinds.items():
            total[occasion].update(kinds)
    unexplained = sum(one.unexplained for one in found)
    command = f"./run train referee --only priors --matches {given.matches}"
    command += "".join(f" {folder.name}" for folder in given.recordings)
    what = f"counted of {given.matches} simulated matches and {len(given.recordings)} recordings"
    path = given.folder / "priors.toml"
    tables = flat(tomllib.loads(path.read_text(encoding="utf-8")))
    for occasion, names in KINDS.items():
        counts = total[occasion]
        tables[f"backgammon.{occasion}"] = {"source": source(what, command), **{kind: counts[kind] for kind in names}}
        print(f"{occasion}: {counts.total()} rests, {dict(counts.most_common())}")
    path.write_text(text_of(path.name, tables), encoding="utf-8")
    print(f"{path} is written; {unexplained} rests were explained by nothing and are not counted")


def _observation(given: argparse.Namespace) -> None:
    found = counted(CHECKPOINTS / "referee" / "looks", range(given.tables), looked_at, LookedAt, given.processes)
    path = given.folder / "observation.toml"
    tables = flat(tomllib.loads(path.read_text(encoding="utf-8")))
    before = dict(tables["dames"])
    rates = fitted(found)
    what = f"{', '.join(rates)}: counted of {given.tables} rendered tables, two of three hard to see"
    command = f"./run train referee --only observation --tables {given.tables}"
    tables["dames"] = {**before, **rates, "source": source(what, command) + "; the others set by judgement"}
    path.write_text(text_of(path.name, tables), encoding="utf-8")
    print(*report(found, before, tables["dames"]), f"{path} is written", sep="\n")


if __name__ == "__main__":
    run(main)
