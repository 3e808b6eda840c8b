"""The speed of the rules: single throws by the readable rules, thousands by the batched ones, whole random tours.

All times are processor time of this process, so that a busy machine does not change them.
"""

from __future__ import annotations

import random
import statistics
import subprocess
import time
from pathlib import Path

from bench._random_games import one_by_one, play_tours, side_by_side
from bench._results import Results, parser_of
from rules.batch import jans_of, plays_of, rows_of
from rules.code import LOIS_2013
from rules.jans import jans
from rules.plays import legal_plays
from rules.position import Dice, Position, Side

PEERS = Path(__file__).parents[1] / ".venv-peers" / "bin" / "python"
"""The environment of peers, set up by `./run bench rules`."""
ROUNDS = 3
"""How often both are measured, in turn."""


def positions(count: int, seed: int) -> list[tuple[Position, Side, Dice]]:
    """Return throws of random games from the start, at most forty throws of each game."""
    source = random.Random(seed)  # noqa: S311 - dice of a benchmark
    found: list[tuple[Position, Side, Dice]] = []
    while len(found) < count:
        position, side = Position.start(), Side.BLANCS
        for _ in range(40):
            dice = (source.randint(1, 6), source.randint(1, 6))
            found.append((position, side, dice))
            position = source.choice(legal_plays(position, side, dice).plays).result
            side = side.adversary
    return found[:count]


def main(arguments: list[str]) -> int:
    """Print and keep the figures."""
    parser = parser_of("rules", __doc__)
    parser.add_argument("--throws", type=int, default=2000)
    parser.add_argument("--tours", type=int, default=20_000)
    parser.add_argument("--side-by-side", type=int, default=16_384)
    parser.add_argument("--plies", type=int, default=500_000, help="of backgammon, batched")
    parser.add_argument("--games", type=int, default=2048, help="of backgammon side by side")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    results = Results("rules", arguments, options)
    corpus = positions(options.throws, options.seed)

    each = []
    for position, side, dice in corpus:
        begin = time.process_time()
        legal_plays(position, side, dice)
        jans(position, side, dice, LOIS_2013, coup=3)
        each.append(time.process_time() - begin)
    each.sort()

    high_low = [(position, side) for position, side, dice in corpus if sorted(dice) == [1, 6]] * 200
    rows = rows_of(high_low)
    begin = time.process_time()
    jans_of(plays_of(rows, (6, 1)), LOIS_2013)
    batched = 1e3 * (time.process_time() - begin) / len(rows)
    results.table(
        "throw",
        page=None,
        title="Plays and jans of one throw",
        about="The readable rules one throw at a time, the batched rules thousands together. Processor time, one core.",
        samples=len(each),
        unit="throws",
        columns=("rules", "median, ms", "99 % under, ms"),
        rows=[
            ("readable", 1e3 * statistics.median(each), 1e3 * each[int(0.99 * len(each))]),
            ("batched", batched, "-"),
        ],
    )

    begin = time.process_time()
    over, throws = play_tours(options.tours, options.side_by_side, options.seed)
    taken = time.process_time() - begin
    results.table(
        "tours",
        page=None,
        title="Random tours by the batched rules",
        about=f"{options.side_by_side:,} side by side; processor time, one core.",
        samples=over,
        unit="tours",
        columns=("tours a second", "throws a second"),
        rows=[(over / taken, throws / taken)],
    )
    backgammon(options.plies, options.games, options.seed, results)
    return 0


def backgammon(plies: int, games: int, seed: int, results: Results) -> None:
    """Keep the figures of backgammon, and those of OpenSpiel from the same run where it is installed."""
    alone, _ = one_by_one(max(plies // 100, 1000), seed)
    batched, peers = [], []
    for turn in range(ROUNDS):
        many, _, _ = side_by_side(plies // ROUNDS, games, seed + turn)
        batched.append(many)
        theirs = open_spiel(plies // ROUNDS, seed + turn)
        if theirs is not None:
            peers.append(theirs)
    rows = [("readable", alone), ("batched", statistics.median(batched))]
    if peers:
        rows.append(("OpenSpiel, from Python", statistics.median(peers)))
    results.table(
        "backgammon",
        page=None,
        title="Random games of backgammon",
        about=f"Batched rules: {games:,} games side by side. The median of {ROUNDS} runs in turn, one core.",
        samples=plies,
        unit="plies",
        columns=("rules", "plies a second"),
        rows=rows,
    )


def open_spiel(plies: int, seed: int) -> float | None:
    """Return plies a second of OpenSpiel's backgammon; None where it is not installed."""
    if not PEERS.exists():
        return None
    program = Path(__file__).with_name("_openspiel.py")
    done = subprocess.run([PEERS, "-I", program, str(plies), str(seed)], capture_output=True, text=True, check=True)
    return float(done.stdout)
