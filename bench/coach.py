"""The strength of the coach: pairs of games with the same dice and exchanged sides, Elo, and the time of a decision.

./run bench coach [--pairs N] [--search-pairs N] [--only trictrac|a_ecrire|backgammon|time|treatises] [--save]

The tours of trictrac are saved in a file. The same command continues from there, and one for more pairs adds to them.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Iterable
from functools import partial
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import numpy as np

from bench._gnubg_errors import backgammon_errors
from bench._meetings import Meeting, play_meetings
from bench._results import ROOT, Page, Results, parser_of
from bench._statistics import Match, ladder, pair_interval
from coach.levels import STRONGEST, Level, levels
from coach.lines import answer
from coach.network import Network
from coach.trictrac.advice import Situation, choices, evaluator
from coach.trictrac.choosing import EvaluatorPlayer, Player
from coach.trictrac.evaluator import AT_STAKE, INPUTS, MARQUES, SHIPPED, Evaluator
from coach.trictrac.opponents import GreedyPlayer, MarquePlayer, RandomPlayer, TourPlayer, TreatisePlayer
from coach.trictrac.playing import LevelPlayer
from coach.trictrac.rollout import roll_out
from coach.trictrac.situations import Situations, join
from events.rulings import Ruling
from rules.backgammon.position import Position as BackgammonPosition
from rules.batch import rows_of
from rules.code import LOIS_2013
from rules.position import Position, Side
from simulation.timeline import SimulatedTable
from tablier.game_packages import coach_answers
from tablier.runtime.analysis import judged_tours
from training.coach_games import TrictracGames

PLAYS = Path(__file__).parent / "treatise_plays.toml"
LOOKS, LOOK = (100, 400, 1600, 6400), 2.361
"""Rollouts of a position, more as long as neither play is better, and the half width of an interval that holds its
95 % over four looks, in standard errors (Pocock 1977)."""
EQUAL = 0.05
"""Trous. Plays that differ by less are worth the same."""


def treatise_rows(seed: int, looks: Iterable[int] = LOOKS) -> list[tuple[str | float, ...]]:
    """Return for each position its title, the text's play and the coach's, and the loss of the text's play.

    looks: as LOOKS
    """
    rows: list[tuple[str | float, ...]] = []
    for each in tomllib.loads(PLAYS.read_text("utf-8"))["play"]:
        position = Position(*(_counts(each[side]) for side in Side))
        side = Side(each["trait"])
        situation = Situation(position, side)
        found = choices(situation, (each["dice"][0], each["dice"][1]))
        counts = list(position.counts(side))
        for start, end in each["play"]:
            counts[start - 1] -= 1
            counts[end - 1] += 1
        result = position.with_counts(side, tuple(counts))
        text = next((choice for choice in found if choice.result == result), None)
        if text is None:
            raise ValueError(f"{PLAYS.name}: {each['title']}: not a legal play")
        if text is found[0]:
            rows.append((each["title"], each["named"], "the same", 0.0, 0.0, ""))
            continue
        after = join([_after(situation, choice.result) for choice in (found[0], text)])
        best = ", ".join(f"{start}/{end}" for start, end in found[0].moves)
        rows.append((each["title"], each["named"], best, *_loss(after, seed, looks)))
        print(*rows[-1], sep="; ", flush=True)
    return rows


def _loss(after: Situations, seed: int, looks: Iterable[int]) -> tuple[float, float, int]:
    """Return what the second of two plays loses, half the width of the interval, and how many rollouts it took."""
    lost = np.zeros(0)
    mean = more = 0.0
    for look in looks:
        worth = roll_out(after, evaluator(), look - len(lost), seed + len(lost))
        lost = np.concatenate([lost, worth[1] - worth[0]])
        mean, more = float(lost.mean()), float(LOOK * lost.std(ddof=1) / np.sqrt(len(lost)))
        if abs(mean) > more or abs(mean) + more < EQUAL:
            break
    return mean, more, len(lost)


def _after(situation: Situation, result: Position) -> Situations:
    before = situation.batch()
    rows = rows_of([(result, situation.side.adversary)])
    return Situations(rows, before.marks.swap_sides(), (before.coup + np.array([1, 0]))[:, ::-1])


def _counts(given: dict[str, int]) -> tuple[int, ...]:
    counts = [0] * 24
    for case, dames in given.items():
        counts[int(case) - 1] = dames
    return tuple(counts)


FIRST = """
import json, sys, time
began = time.process_time()
from coach.lines import answer
from tablier.game_packages import coach_answers, coach_warm_ups
games = coach_answers()
for warm_up in coach_warm_ups().values():
    warm_up()
loaded = time.process_time()
found = answer(sys.argv[1], games)
assert "plays" in found, found
print(1000 * (time.process_time() - loaded), 1000 * (loaded - began))
"""
LEVELS = ("amateur", "maitre")
TOURS = 5
"""How many simulated tours are analysed."""


def questions(count: int, seed: int) -> dict[str, list[dict[str, object]]]:
    """Return questions from the middle of tours and games, by game."""
    random = np.random.default_rng(seed)
    course = TrictracGames(count)
    course.begin(random)
    course.stretch(Network.fresh((course.inputs, 8, 2), seed), 20, 0.7)
    found: dict[str, list[dict[str, object]]] = {"trictrac": [], "backgammon": []}
    start = BackgammonPosition.start()
    for own, adverse in zip(course.situations.rows.own, course.situations.rows.adverse, strict=True):
        dice = random.integers(1, 7, 2).tolist()
        position = {"blancs": own[1:25].tolist(), "noirs": adverse[24:0:-1].tolist()}
        found["trictrac"].append({"position": position, "trait": "blancs", "dice": dice})
        opening = {"blancs": list(start.blancs), "noirs": list(start.noirs)}
        found["backgammon"].append({"game": "backgammon", "position": opening, "trait": "blancs", "dice": dice})
    return found


def decision_times(count: int, seed: int) -> list[tuple[str | float, ...]]:
    """Return for each game and level the milliseconds of a ready process's first answer, the median and the longest."""
    rows: list[tuple[str | float, ...]] = []
    for game, asked in questions(count, seed).items():
        for level in LEVELS:
            lines = [json.dumps({**question, "level": level}) for question in asked]
            ran = subprocess.run([sys.executable, "-c", FIRST, lines[0]], capture_output=True, text=True, check=True)
            answer(lines[0], coach_answers())
            taken = []
            for line in lines:
                began = time.process_time()
                answer(line, coach_answers())
                taken.append(1000 * (time.process_time() - began))
            rows.append((f"{game}, {level}", float(ran.stdout.split()[0]), float(np.median(taken)), max(taken)))
    return rows


def analysis_times(seed: int) -> list[tuple[str | float, ...]]:
    """Return the throws of a tour, and the seconds of processor time for its analysis: median and longest."""
    throws, taken = [], []
    for each in range(seed, seed + TOURS):
        rulings = [event for event in SimulatedTable(each, profile="referee").events() if isinstance(event, Ruling)]
        began = time.process_time()
        throws.append(sum(len(tour.plays) for tour in judged_tours(rulings, LOIS_2013)))
        taken.append(time.process_time() - began)
    return [("a tour", float(np.median(throws)), float(np.median(taken)), max(taken))]


PARTS = ("trictrac", "a_ecrire", "backgammon", "time", "treatises")
EXPERT = "expert"
STAKES, TOURS_ONLY = "stakes known", "as in a tour"


def main(arguments: list[str]) -> int:
    """Print and keep the requested tables, all of them without `--only`."""
    parser = parser_of("coach", __doc__)
    parser.add_argument("--only", choices=PARTS, action="append", help="a part (all of them)")
    parser.add_argument("--pairs", type=int, default=200, help="pairs of games of two players (%(default)s)")
    parser.add_argument("--search-pairs", type=int, default=100, help="pairs of maitre and expert (%(default)s)")
    parser.add_argument("--marques", type=int, default=2000, help="pairs of marqués (%(default)s)")
    parser.add_argument("--earlier", type=int, default=500, help="pairs of marqués with each checkpoint (%(default)s)")
    parser.add_argument("--rollouts", type=int, default=LOOKS[-1], help="most of a position (%(default)s)")
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
    for name, network in _earlier(given.checkpoints, SHIPPED, INPUTS).items():
        players[name] = partial(_unerring, network)
    names = [name for name in players if name != STRONGEST]
    pairings = [(EXPERT, name) for name in names if name != EXPERT]
    pairings += [(one, two) for one, two in pairwise(names) if EXPERT not in (one, two)]
    meetings = [Meeting(one, two, given.pairs, chunk=250) for one, two in pairings]
    meetings.append(Meeting(STRONGEST, EXPERT, given.search_pairs, chunk=25, luck_by=evaluator))
    found = play_meetings([meeting for meeting in meetings if meeting.pairs], players, given.kept, given.seed)
    matches: list[Match] = []
    rows: list[tuple[str | float, ...]] = []
    for (one, two), result in found.items():
        won = result.won.astype(float)
        pairs = len(won) // 2
        matches.append((one, two, (won[:pairs] + won[pairs:]) / 2))
        shares = [100 * value for value in pair_interval(won, pairs)]
        rows.append((f"{one} against {two}", 2 * pairs, *pair_interval(result.trous, pairs), *shares))
        if result.luck.any():
            shares = [100 * value for value in pair_interval(result.skill_won, pairs)]
            rows.append(
                ("the same, less the luck of the dice", 2 * pairs, *pair_interval(result.skill, pairs), *shares)
            )
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


def _a_ecrire(results: Results, given: argparse.Namespace) -> None:
    players: dict[str, Callable[[int], Player]] = {
        STAKES: lambda _: MarquePlayer(Evaluator.load(), Evaluator.load(MARQUES)),
        TOURS_ONLY: lambda _: TourPlayer(Evaluator.load()),
    }
    for name, network in _earlier(given.checkpoints, MARQUES, INPUTS + AT_STAKE).items():
        players[name] = partial(_of_marques, network)
    pairs = dict.fromkeys(players, given.earlier) | {TOURS_ONLY: given.marques}
    meetings = [Meeting(STAKES, name, pairs[name], chunk=500, game="marques") for name in players if name != STAKES]
    rows: list[tuple[str | float, ...]] = []
    found = play_meetings(meetings, players, given.kept, given.seed)
    for (one, two), result in found.items():
        shares = [100 * value for value in pair_interval(result.won.astype(float), pairs[two])]
        rows.append((f"{one} against {two}", 2 * pairs[two], *pair_interval(result.trous, pairs[two]), *shares))
    results.table(
        "a-ecrire",
        page=Page.ACCURACY,
        title="What knowing the stakes gains in a partie à écrire",
        about="Marqués of parties that stand in many ways, in pairs with the same dice, stakes and exchanged sides, "
        "without looking ahead. One player leaves as in a tour; the other, once leaving ends the marqué, as the "
        "evaluator of marqués says. A checkpoint is that evaluator after the minutes of training in its name. "
        "Jetons count what a win is expected to bring in paris and queue; ± is a 95 % interval.",
        samples=2 * sum(pairs[two] for _, two in found),
        unit="marqués",
        columns=("players", "marqués", "jetons a marqué", "±", "won, %", "± %"),
        rows=rows,
    )


def _level(evaluator: Evaluator, level: Level, seed: int) -> Player:
    return LevelPlayer(evaluator, level, np.random.default_rng(seed))


def _unerring(evaluator: Evaluator, _: int) -> Player:
    return EvaluatorPlayer(evaluator)


def _of_marques(evaluator: Evaluator, _: int) -> Player:
    return MarquePlayer(Evaluator.load(), evaluator)


def _earlier(checkpoints: Path | None, shipped: Path, inputs: int) -> dict[str, Evaluator]:
    """Return earlier evaluators with the same inputs: from the project's history and a folder of `training.coach`."""
    path, program = shipped.relative_to(ROOT), shutil.which("git")
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
    return {name: Evaluator(network) for name, network in networks.items() if len(network.layers[0][0]) == inputs}


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
    rows = treatise_rows(given.seed, [look for look in LOOKS if look <= given.rollouts])
    results.table(
        "treatises",
        page=Page.ACCURACY,
        title="Plays named in the treatises",
        about="How the text names its play, the play of maître, and what the text's play loses by rollouts with the "
        f"same dice, which go on until one is better or they differ by less than {EQUAL} trous; ± is a 95 % interval.",
        samples=len(rows),
        unit="positions",
        columns=("position", "text", "maître", "lost by the text's play, trous", "±", "rollouts"),
        rows=rows,
    )


TABLES = {
    "trictrac": _trictrac,
    "a_ecrire": _a_ecrire,
    "backgammon": _backgammon,
    "time": _time,
    "treatises": _treatises,
}
