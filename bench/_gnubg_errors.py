"""The coach's losses at backgammon, as GNU Backgammon's networks judge them.

The networks are a yardstick for development. They are not shipped, and the coach does not learn from them.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np

from coach.backgammon.advice import evaluator
from coach.backgammon.cube import CENTRED, doubling
from coach.backgammon.evaluator import equity, other_players_chances
from coach.backgammon.games import Games, after_throw, best_of
from coach.backgammon.matches import BackgammonPlayer
from coach.backgammon.search import expected_chances, search_best
from coach.levels import levels
from coach.throws import CHANCES, THROWS
from rules.backgammon.batch import plays_of

PEERS = Path(__file__).parents[1] / ".venv-peers" / "bin" / "python"
JUDGE = Path(__file__).parent / "_gnubg_nn.py"


def backgammon_errors(count: int, seed: int) -> list[tuple[str | float, ...]]:
    """Return rows of figures: plays and doubles, with and without looking ahead.

    Empty where GNU Backgammon's networks have no wheel (anything but x86_64).
    """
    if not PEERS.exists():
        print(f"no {PEERS}: GNU Backgammon's networks are not measured", file=sys.stderr)
        return []
    games = from_games(count, seed)
    random = np.random.default_rng(seed)
    dice = random.choice(len(THROWS), count, p=CHANCES)
    rows, after = [], []
    for number, numbers in enumerate(THROWS):
        here = np.flatnonzero(dice == number)
        plays = plays_of(games.own[here], games.theirs[here], numbers)
        rows.append(here[plays.rows])
        after.append(Games(plays.theirs, plays.own))
    order = np.argsort(np.concatenate(rows), kind="stable")
    of = np.concatenate(rows)[order]
    results = Games(
        np.concatenate([each.own for each in after])[order], np.concatenate([each.theirs for each in after])[order]
    )
    judged, doubles = judge(results, games)
    over, outcome = results.results()
    judged = np.where(over[:, None], outcome, judged)
    truth = -equity(np.asarray(judged, np.float32))
    best = truth[best_of(of, truth, count)]
    chances = other_players_chances(evaluator().chances(results))
    found: list[tuple[str | float, ...]] = []
    for name, value in (
        ("plays, without looking ahead", chances),
        ("plays, one throw ahead", search_best(of, results, chances, evaluator())),
    ):
        found.append(_row(name, best - truth[best_of(of, equity(value), count)]))
    for name, value in (
        ("doubles, without looking ahead", evaluator().chances(games)),
        ("doubles, one throw ahead", expected_chances(games, evaluator())),
    ):
        found += _cube_rows(name, value, doubles)
    return found


def _row(name: str, lost: np.ndarray) -> tuple[str | float, ...]:
    more = 1.96 * lost.std(ddof=1) / np.sqrt(len(lost))
    return name, 100 * float((lost < 1e-4).mean()), float(lost.mean()), float(more)


def _cube_rows(name: str, chances: np.ndarray, judged: np.ndarray) -> list[tuple[str | float, ...]]:
    """Return rows of the loss by doubling or not, and by taking or not."""
    hold, take, drop = judged[:, 2], judged[:, 3], judged[:, 4]
    own = [doubling(each, CENTRED) for each in chances]
    doubled = np.minimum(take, drop)
    lost = np.maximum(hold, doubled) - np.where([each.doubles for each in own], doubled, hold)
    wrong = np.where([each.taken for each in own], take, drop) - doubled
    return [_row(name, lost), _row(name.replace("doubles", "takes"), wrong)]


def from_games(count: int, seed: int) -> Games:
    """Return situations before a throw, at most two of each game, from games of levels from amateur to expert."""
    random = np.random.default_rng(seed)
    found: list[Games] = []
    names = [name for name, level in levels("backgammon").items() if not level.look_ahead][1:]
    players = [BackgammonPlayer(evaluator(), levels("backgammon")[name], random) for name in names]
    each = -(-count // (2 * len(players)))
    for player in players:
        under_way = Games.start(each)
        for throws in (int(random.integers(6, 14)), int(random.integers(12, 24))):
            for _ in range(throws):
                under_way = after_throw(under_way, random.choice(len(THROWS), each, p=CHANCES), player)
                over, _ = under_way.results()
                under_way = under_way.restart(over)
            found.append(under_way)
    own, theirs = (np.concatenate([getattr(games, side) for games in found])[:count] for side in ("own", "theirs"))
    return Games(own, theirs)


def judge(results: Games, games: Games) -> tuple[np.ndarray, np.ndarray]:
    """Return GNU Backgammon's chances of the next thrower in `results`, (p, 5), and its doubles in `games`, (n, 5)."""
    asked = {"positions": _boards(results), "doubles": _boards(games)}
    ran = subprocess.run([PEERS, JUDGE], input=json.dumps(asked), capture_output=True, text=True, check=True)
    found = json.loads(ran.stdout)
    return np.array(found["positions"]), np.array(found["doubles"])


def _boards(games: Games) -> list[list[list[int]]]:
    return [[theirs, own] for theirs, own in zip(games.theirs[:, 1:].tolist(), games.own[:, 1:].tolist(), strict=True)]
