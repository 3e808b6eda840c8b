"""The strength of the coach: pairs of games with the same dice and exchanged sides, Elo, and the time of a decision.

./run bench coach [--pairs N] [--search-pairs N] [--only trictrac|backgammon|time|treatises] [--save]

The tours of trictrac are saved in a file. The same command continues from there, and one for more pairs adds to them.
"""

from __future__ import annotations

import shutil
import subprocess
from functools import partial
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from bench._coach_time import TOURS, analysis_times, decision_times
from bench._elo import Match, ladder
from bench._gnubg_errors import backgammon_errors
from bench._intervals import pair_interval
from bench._meetings import Meeting, played
from bench._results import ROOT, Page, Results, parser_of
from bench._treatises import treatise_rows
from coach.levels import STRONGEST, levels
from coach.network import Network
from coach.trictrac.choosing import EvaluatorPlayer
from coach.trictrac.evaluator import INPUTS, SHIPPED, Evaluator
from coach.trictrac.opponents import GreedyPlayer, RandomPlayer, TreatisePlayer
from coach.trictrac.playing import LevelPlayer

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from coach.levels import Level
    from coach.trictrac.choosing import Player

PARTS = ("trictrac", "backgammon", "time", "treatises")
EXPERT = "expert"


def main(arguments: list[str]) -> int:
    """Print and keep the requested tables, all of them without `--only`."""
    parser = parser_of("coach", __doc__)
    parser.add_argument("--only", choices=PARTS, action="append", help="a part (all of them)")
    parser.add_argument("--pairs", type=int, default=200, help="pairs of games of two players (%(default)s)")
    parser.add_argument("--search-pairs", type=int, default=100, help="pairs of maitre and expert (%(default)s)")
    parser.add_argument("--checkpoints", type=Path, help="a folder of `training.coach`, whose networks join the ladder")
    parser.add_argument(
        "--kept",
        type=Path,
        default=ROOT / "var" / "coach-tours.jsonl",
        help="file of tours to continue from (%(default)s)",
    )
    parser.add_argument("--positions", type=int, default=1000, help="of backgammon (%(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    results = Results("coach", arguments, given)
    for part in given.only or PARTS:
        TABLES[part](results, given)
    return 0


def _trictrac(results: Results, given: argparse.Namespace) -> None:
    evaluator = Evaluator.load()
    players: dict[str, Callable[[int], Player]] = {
        "random": RandomPlayer,
        "points, then safety": lambda _: GreedyPlayer(),
        "treatises": lambda _: TreatisePlayer(),
    }
    for name, level in levels("trictrac").items():
        players[name] = partial(_level, evaluator, level)
    for name, network in _earlier(given.checkpoints).items():
        players[name] = partial(_unerring, network)
    names = [name for name in players if name != STRONGEST]
    pairings = [(EXPERT, name) for name in names if name != EXPERT]
    pairings += [(one, two) for one, two in pairwise(names) if EXPERT not in (one, two)]
    meetings = [Meeting(one, two, given.pairs, chunk=250) for one, two in pairings]
    meetings.append(Meeting(STRONGEST, EXPERT, given.search_pairs, chunk=25, luck_by=evaluator))
    found = played([meeting for meeting in meetings if meeting.pairs], players, given.kept, given.seed)
    matches: list[Match] = []
    rows: list[tuple[str | float, ...]] = []
    for (one, two), result in found.items():
        won = result.won.astype(float)
        pairs = len(won) // 2
        matches.append((one, two, (won[:pairs] + won[pairs:]) / 2))
        shares = [100 * value for value in pair_interval(won, pairs)]
        rows.append((f"{one} against {two}", 2 * pairs, *pair_interval(result.trous, pairs), *shares))
        if result.luck.any():
            rows.append(("the same, less the luck of the dice", 2 * pairs, *pair_interval(result.skill, pairs), "", ""))
    played_in_all = sum(len(result.won) for result in found.values())
    results.table(
        "trictrac",
        page=Page.ACCURACY,
        title="How strong the coach plays trictrac",
        about="Whole tours in pairs with the same dice and exchanged sides; only maître looks a throw ahead. ± is a "
        "95 % interval. Luck: the value of each throw less the mean over all 21; its expectation is 0.",
        samples=played_in_all,
        unit="tours",
        columns=("players", "tours", "trous a tour", "±", "tours won, %", "± %"),
        rows=rows,
    )
    elo = ladder(matches, "treatises", given.seed)
    results.table(
        "ladder",
        page=Page.ACCURACY,
        title="The ladder of trictrac",
        about="Elo from the tours above; the player of the treatises has 0. The interval holds 95 % of resampled "
        "matches.",
        samples=played_in_all,
        unit="tours",
        columns=("player", "Elo", "least", "most"),
        rows=[(name, *(round(value) for value in values)) for name, values in sorted(elo.items(), key=lambda e: e[1])],
    )


def _level(evaluator: Evaluator, level: Level, seed: int) -> Player:
    return LevelPlayer(evaluator, level, np.random.default_rng(seed))


def _unerring(evaluator: Evaluator, _: int) -> Player:
    return EvaluatorPlayer(evaluator)


def _earlier(checkpoints: Path | None) -> dict[str, Evaluator]:
    """Return earlier evaluators with the same inputs: from the project's history and a folder of `training.coach`."""
    path, program = SHIPPED.relative_to(ROOT), shutil.which("git")
    files: dict[str, Path | BytesIO] = {}
    if checkpoints is not None:
        files |= {each.stem: each for each in sorted(checkpoints.glob("checkpoint-*.npz"))}
    if program is not None and (ROOT / ".git").exists():

        def git(*words: str) -> bytes:
            return subprocess.run([program, *words], cwd=ROOT, capture_output=True, check=True).stdout

        for line in git("log", "--follow", "--format=%h %cs", "--", str(path)).decode().splitlines()[1:]:
            commit, day = line.split()
            files[f"evaluator of {day} ({commit})"] = BytesIO(git("show", f"{commit}:{path}"))
    networks = {name: Network.load(file) for name, file in files.items()}
    return {name: Evaluator(network) for name, network in networks.items() if len(network.layers[0][0]) == INPUTS}


def _backgammon(results: Results, given: argparse.Namespace) -> None:
    rows = backgammon_errors(given.positions, given.seed)
    results.table(
        "backgammon",
        page=Page.ACCURACY,
        title="What the coach loses at backgammon",
        about="Decisions of games between random levels, judged by the networks of GNU Backgammon (gnubg-nn) without a "
        "look ahead; points at a cube of 1.",
        samples=given.positions,
        unit="positions",
        columns=("decisions", "as GNU Backgammon, %", "lost a decision, points", "±"),
        rows=rows,
    )


def _time(results: Results, given: argparse.Namespace) -> None:
    results.table(
        "time",
        page=Page.PERFORMANCE,
        title="A decision of the coach",
        about="Processor time of one core for one line of `tablier coach`, reasons included.",
        samples=40,
        unit="positions",
        columns=("game and level", "first, once ready, ms", "median, ms", "most, ms"),
        rows=decision_times(40, given.seed),
    )
    results.table(
        "analysis",
        page=Page.PERFORMANCE,
        title="An analysis by the coach",
        about="Processor time of one core for a whole simulated tour, every play judged by maître.",
        samples=TOURS,
        unit="tours",
        columns=("", "throws, median", "seconds, median", "most, seconds"),
        rows=analysis_times(given.seed),
    )


def _treatises(results: Results, given: argparse.Namespace) -> None:
    rows = treatise_rows(given.seed)
    results.table(
        "treatises",
        page=Page.ACCURACY,
        title="Plays named in the treatises",
        about="How the text names its play, the play of maître, and what the text's play loses by a rollout with the "
        "same dice; ± is a 95 % interval.",
        samples=len(rows),
        unit="positions",
        columns=("position", "text", "maître", "lost by the text's play, trous", "±"),
        rows=rows,
    )


TABLES = {
    "trictrac": _trictrac,
    "backgammon": _backgammon,
    "time": _time,
    "treatises": _treatises,
}
