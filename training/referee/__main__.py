"""Count the data tables of the referee: `./run train referee [RECORDING...]`.

Backgammon's priors are counted in simulated matches and in the given recordings, and so is where hands are. The weights
that distinguish the stories of trictrac's dames are fitted to simulated tours. The faults ruled in doubt are counted in
such tours. The errors of vision on dames and dice are counted on rendered tables, two of three of them hard to see, and
on such tables the faults ruled rightly and wrongly. Counts are kept in training-data/referee, and a later run continues
from them. Costs are not counted: people decide them, in referee/data/costs.toml.
"""

from __future__ import annotations

import argparse
import tomllib
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

from referee.backgammon.successors import KINDS, TOUCHED
from referee.inference.tables import FOLDER
from referee.trictrac.numbers import FILE
from training.command_line import CHECKPOINTS, non_negative, parser_of, run
from training.referee.backgammon import Counted, recorded_game, simulated_match
from training.referee.doubts import Doubted, count_tour
from training.referee.faults import Refereed, odds, referee_table
from training.referee.hands import Played, simulated_hands, weight_of_a_dame
from training.referee.keeping import count_all
from training.referee.looks import HARD, LookedAt, look_at
from training.referee.observation import dice_read, fit, fit_dice, report, report_dice
from training.referee.tables_file import flat, text_of, with_numbers
from training.referee.trictrac import NO_WEIGHTS, TABLES, TourDecisions, decide_tour, fit_weights, surprise

COMMAND = "./run train referee"
MATCHES_FROM, TOURS_FROM = 600_000, 610_000
"""The seeds of the first match and tour: no bench plays them."""


def main(arguments: list[str]) -> int:
    """Count what is asked for and write the files."""
    counts = {
        "priors": _priors,
        "hands": _hands,
        "weights": _weights,
        "observation": _observation,
        "dice": _dice,
        "faults": _faults,
        "doubts": _doubts,
    }
    parser = parser_of(__doc__)
    parser.prog = COMMAND
    parser.add_argument("recordings", nargs="*", type=Path, metavar="RECORDING", help="of backgammon, with their truth")
    parser.add_argument("--only", choices=list(counts), help="one of these")
    parser.add_argument("--matches", type=non_negative, default=200, help="simulated matches (%(default)s)")
    parser.add_argument("--tours", type=non_negative, default=100, help="simulated tours (%(default)s)")
    parser.add_argument("--tables", type=non_negative, default=600, help="rendered tables (%(default)s)")
    parser.add_argument("--watched", type=non_negative, default=10, help="rendered tables of each fault (%(default)s)")
    parser.add_argument("--wrong", choices=HARD, action="append", help="a fault of those tables (all)")
    parser.add_argument("--processes", type=int, help="at a time (one a core)")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where the files are written (%(default)s)")
    given = parser.parse_args(arguments)
    for name, count in counts.items():
        if given.only in {None, name}:
            count(given)
    return 0


def source(what: str, command: str) -> str:
    """Return the source of a table's numbers."""
    return f"{what}, {datetime.now(UTC).date().isoformat()} ({command})"


def _priors(given: argparse.Namespace) -> None:
    kept = CHECKPOINTS / "referee"
    seeds = range(MATCHES_FROM, MATCHES_FROM + given.matches)
    found = count_all(kept / "matches", seeds, simulated_match, Counted, given.processes)
    found += [recorded_game(folder) for folder in given.recordings]
    total: dict[str, Counter[str]] = {occasion: Counter() for occasion in KINDS}
    for one in found:
        for occasion, kinds in one.kinds.items():
            total[occasion].update(kinds)
    unexplained = sum(one.unexplained for one in found)
    command = f"{COMMAND} --only priors --matches {given.matches}"
    command += "".join(f" {folder.name}" for folder in given.recordings)
    what = f"counted in {given.matches} simulated matches and {len(given.recordings)} recordings"
    path = given.folder / "priors.toml"
    tables = flat(tomllib.loads(path.read_text(encoding="utf-8")))
    for occasion, names in KINDS.items():
        counts = total[occasion]
        tables[f"backgammon.{occasion}"] = {"source": source(what, command), **{kind: counts[kind] for kind in names}}
        print(f"{occasion}: {counts.total()} rests, {dict(counts.most_common())}")
    path.write_text(text_of(path.name, tables), encoding="utf-8")
    print(f"{path} is written; {unexplained} rests were explained by nothing and are not counted")


def _hands(given: argparse.Namespace) -> None:
    seeds = range(MATCHES_FROM, MATCHES_FROM + given.matches)
    found = count_all(CHECKPOINTS / "referee" / "hands", seeds, simulated_hands, Played, given.processes)
    chosen = [each for one in found for each in one.chosen]
    command = f"{COMMAND} --only hands --matches {given.matches}"
    path = given.folder / "priors.toml"
    tables = flat(tomllib.loads(path.read_text(encoding="utf-8")))
    for touch, stays in TOUCHED.items():
        counts = {stay: sum(one.stays[touch].get(stay, 0) for one in found) for stay in stays}
        what = source(f"counted in {given.matches} simulated matches", command)
        tables[f"hands.{touch}"] = {"source": what, **counts}
        print(f"{touch}: {counts}")
    path.write_text(text_of(path.name, tables), encoding="utf-8")
    weight, path = weight_of_a_dame(chosen), given.folder / "filter.toml"
    text = path.read_text(encoding="utf-8")
    judged = tomllib.loads(text)["filter"]["source"].partition("; borne_off")[0]
    what = source(f"{judged}; borne_off: fitted to {len(chosen)} simulated plays", command)
    path.write_text(with_numbers(text, "filter", {"borne_off": weight}, what), encoding="utf-8")
    print(f"each dame borne off: {weight:g} nats, from {len(chosen)} plays")


def _weights(given: argparse.Namespace) -> None:
    seeds = range(TOURS_FROM, TOURS_FROM + given.tours)
    found = count_all(CHECKPOINTS / "referee" / "decisions", seeds, decide_tour, TourDecisions, given.processes)
    fitted, path = fit_weights(found), given.folder / FILE
    decisions = sum(len(one.decisions) for one in found)
    text = path.read_text(encoding="utf-8")
    command = f"{COMMAND} --only weights --tours {given.tours}"
    what = source(f"fitted to {decisions} decisions in {given.tours} simulated tours, near the weights before", command)
    for table, entries in tomllib.loads(text).items():
        if table in fitted:
            earlier = dict(part.partition(": ")[::2] for part in entries["source"].split("; "))
            others = (f"{name}: {earlier.get(name, 'set by judgement')}" for name in entries if name in NO_WEIGHTS)
            text = with_numbers(text, table, fitted[table], "; ".join((what, *others)))
    path.write_text(text, encoding="utf-8")
    for when, tables in (("before", TABLES), ("now", fitted)):
        nats, missed = surprise(found, tables)
        print(f"{when}: the truth costs {nats:.3f} nats and is not the likeliest in {missed} of {decisions} decisions")
    print(f"{path} is written")


def _observation(given: argparse.Namespace) -> None:
    found = count_all(CHECKPOINTS / "referee" / "looks", range(given.tables), look_at, LookedAt, given.processes)
    path = given.folder / "observation.toml"
    tables = flat(tomllib.loads(path.read_text(encoding="utf-8")))
    before = dict(tables["dames"])
    rates = fit(found)
    what = f"{', '.join(rates)}: counted in {given.tables} rendered tables, two of three hard to see"
    command = f"{COMMAND} --only observation --tables {given.tables}"
    tables["dames"] = {**before, **rates, "source": source(what, command) + "; the others set by judgement"}
    path.write_text(text_of(path.name, tables), encoding="utf-8")
    print(*report(found, before, tables["dames"]), f"{path} is written", sep="\n")


def _dice(given: argparse.Namespace) -> None:
    found = count_all(CHECKPOINTS / "referee" / "looks", range(given.tables), look_at, LookedAt, given.processes)
    path = given.folder / "observation.toml"
    tables = flat(tomllib.loads(path.read_text(encoding="utf-8")))
    before, (confidence, right) = dict(tables["dice"]), dice_read(found)
    what = f"fitted to {len(right)} dice on {given.tables} rendered tables, two of three hard to see"
    command = f"{COMMAND} --only dice --tables {given.tables}"
    tables["dice"] = {"source": source(what, command), **fit_dice(confidence, right)}
    path.write_text(text_of(path.name, tables), encoding="utf-8")
    print(*report_dice(found, before, tables["dice"]), f"{path} is written", sep="\n")


def _faults(given: argparse.Namespace) -> None:
    wrongs = [wrong for wrong in HARD if wrong in (given.wrong or HARD)]
    numbers = [len(HARD) * number + HARD.index(wrong) for number in range(given.watched) for wrong in wrongs]
    found = count_all(CHECKPOINTS / "referee" / "faults", numbers, referee_table, Refereed, given.processes)
    path = given.folder / "observation.toml"
    tables = flat(tomllib.loads(path.read_text(encoding="utf-8")))
    what = f"counted on {len(found)} rendered tables that are hard to see"
    command = f"{COMMAND} --only faults --watched {given.watched}" + "".join(f" --wrong {one}" for one in wrongs)
    tables["faults"] = {"source": source(what, command), **odds(found)}
    path.write_text(text_of(path.name, tables), encoding="utf-8")
    print(*found, f"{path} is written", sep="\n")


def _doubts(given: argparse.Namespace) -> None:
    seeds = range(TOURS_FROM + 1, TOURS_FROM + 2 * given.tours, 2)
    tours = count_all(CHECKPOINTS / "referee" / "doubts", seeds, count_tour, Doubted, given.processes)
    found = [one for tour in tours for one in tour.faults]
    path = given.folder / "observation.toml"
    tables = flat(tomllib.loads(path.read_text(encoding="utf-8")))
    what = f"counted in {given.tours} simulated tours of erring players"
    tables["doubts"] = {"source": source(what, f"{COMMAND} --only doubts --tours {given.tours}"), **odds(found)}
    path.write_text(text_of(path.name, tables), encoding="utf-8")
    print(*found, f"{path} is written", sep="\n")


if __name__ == "__main__":
    run(main)
