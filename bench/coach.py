"""How strong the coach plays: pairs of games with the same dice and exchanged sides, Elo, and the time of a decision.

./run bench coach [--pairs N] [--search-pairs N] [--only trictrac|search|backgammon|time|treatises] [--save]
"""

from __future__ import annotations

import shutil
import subprocess
from io import BytesIO
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from bench._coach_time import TOURS, analysis_times, decision_times
from bench._elo import ladder
from bench._gnubg_errors import backgammon_errors
from bench._intervals import pair_interval
from bench._results import ROOT, Page, Results, parser_of
from bench._treatises import treatise_rows
from coach.levels import levels
from coach.network import Network
from coach.trictrac.choosing import EvaluatorPlayer
from coach.trictrac.evaluator import INPUTS, SHIPPED, Evaluator
from coach.trictrac.matches import tours
from coach.trictrac.opponents import GreedyPlayer, RandomPlayer, SearchPlayer, TreatisePlayer
from coach.trictrac.playing import LevelPlayer

if TYPE_CHECKING:
    import argparse

    from coach.trictrac.choosing import Player

PARTS = ("trictrac", "search", "backgammon", "time", "treatises")
EXPERT = "expert"


def main(arguments: list[str]) -> int:
    """Print and keep the tables asked for, all of them without `--only`."""
    parser = parser_of("coach", __doc__)
    parser.add_argument("--only", choices=PARTS, action="append", help="a part (all of them)")
    parser.add_argument("--pairs", type=int, default=200, help="of games of two players (%(default)s)")
    parser.add_argument("--search-pairs", type=int, default=100, help="with a throw looked ahead (%(default)s)")
    parser.add_argument("--positions", type=int, default=1000, help="of backgammon (%(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    results = Results("coach", arguments, given)
    for part in given.only or PARTS:
        TABLES[part](results, given)
    return 0


def _trictrac(results: Results, given: argparse.Namespace) -> None:
    evaluator = Evaluator.load()
    players: dict[str, Player] = {
        "random": RandomPlayer(given.seed),
        "points, then safety": GreedyPlayer(),
        "treatises": TreatisePlayer(),
    }
    for number, (name, level) in enumerate(levels("trictrac").items()):
        if not level.look_ahead:
            players[name] = LevelPlayer(evaluator, level, np.random.default_rng([given.seed, number]))
    players |= {name: EvaluatorPlayer(network) for name, network in _earlier().items()}
    names = list(players)
    meetings = [(EXPERT, name) for name in names if name != EXPERT]
    meetings += [(one, two) for one, two in pairwise(names) if EXPERT not in (one, two)]
    matches, rows = [], []
    for one, two in meetings:
        result = tours(players[one], players[two], given.pairs, given.seed)
        won = result.won.astype(float)
        matches.append((one, two, (won[: given.pairs] + won[given.pairs :]) / 2))
        trous, more = pair_interval(result.trous, given.pairs)
        share, wider = pair_interval(won, given.pairs)
        rows.append((f"{one} against {two}", 2 * given.pairs, trous, more, 100 * share, 100 * wider))
    results.table(
        "trictrac",
        page=Page.ACCURACY,
        title="How strong the coach plays trictrac",
        about="Whole tours in pairs with the same dice and exchanged sides, without looking a throw ahead; ± is a 95 % "
        "interval.",
        samples=2 * given.pairs * len(meetings),
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
        samples=2 * given.pairs * len(meetings),
        unit="tours",
        columns=("player", "Elo", "least", "most"),
        rows=[(name, *(round(value) for value in values)) for name, values in sorted(elo.items(), key=lambda e: e[1])],
    )


def _earlier() -> dict[str, Evaluator]:
    """Every earlier evaluator of the project's history that takes the same inputs, by its commit's date."""
    path, program = SHIPPED.relative_to(ROOT), shutil.which("git")
    if program is None:
        return {}

    def git(*arguments: str) -> bytes:
        return subprocess.run([program, *arguments], cwd=ROOT, capture_output=True, check=True).stdout

    found = {}
    for line in git("log", "--follow", "--format=%h %cs", "--", str(path)).decode().splitlines()[1:]:
        commit, day = line.split()
        network = Network.load(BytesIO(git("show", f"{commit}:{path}")))
        if len(network.layers[0][0]) == INPUTS:
            found[f"evaluator of {day} ({commit})"] = Evaluator(network)
    return found


def _search(results: Results, given: argparse.Namespace) -> None:
    evaluator = Evaluator.load()
    pairs = given.search_pairs
    result = tours(SearchPlayer(evaluator), EvaluatorPlayer(evaluator), pairs, given.seed, evaluator)
    rows = [
        (name, *pair_interval(values, pairs))
        for name, values in (
            ("trous a tour", result.trous),
            ("trous a tour, less luck", result.skill),
            ("tours won, %", 100.0 * result.won),
        )
    ]
    results.table(
        "search",
        page=None,
        title="What looking one throw ahead is worth in trictrac",
        about="The evaluator with a throw looked ahead against the same without, in pairs of tours with the same dice.",
        samples=2 * pairs,
        unit="tours",
        columns=("figure", "mean", "±"),
        rows=rows,
    )


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
    "search": _search,
    "backgammon": _backgammon,
    "time": _time,
    "treatises": _treatises,
}
