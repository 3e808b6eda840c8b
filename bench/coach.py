"""How strong the coach plays: pairs of tours with the same dice and exchanged sides, trous a tour and tours won.

./run bench coach [--pairs N] [--search-pairs N] [--checkpoint FILE ...]
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from bench._command_line import parser_of
from bench._results import Page, Results
from coach.trictrac.choosing import EvaluatorPlayer
from coach.trictrac.evaluator import Evaluator
from coach.trictrac.matches import interval, tours
from coach.trictrac.opponents import GreedyPlayer, RandomPlayer, SearchPlayer, TreatisePlayer

if TYPE_CHECKING:
    from coach.trictrac.choosing import Player


def main(arguments: list[str]) -> int:
    """Print and keep a row for each pair of players."""
    parser = parser_of("coach", __doc__)
    parser.add_argument("--pairs", type=int, default=1000, help="of tours, against each other player (%(default)s)")
    parser.add_argument("--search-pairs", type=int, default=100, help="with a throw looked ahead (%(default)s)")
    parser.add_argument("--checkpoint", type=Path, action="append", default=[], help="an earlier evaluator to play")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    results = Results("coach", arguments, given)
    evaluator = Evaluator.load()
    own = EvaluatorPlayer(evaluator)
    others: dict[str, Player] = {
        "random": RandomPlayer(given.seed),
        "points, then safety": GreedyPlayer(),
        "treatises": TreatisePlayer(),
        **{path.stem: EvaluatorPlayer(Evaluator.load(path)) for path in given.checkpoint},
    }
    rows = [match(f"evaluator against {name}", own, other, given.pairs, given.seed) for name, other in others.items()]
    rows.append(
        match("one throw ahead against the evaluator", SearchPlayer(evaluator), own, given.search_pairs, given.seed)
    )
    results.table(
        "trictrac",
        page=Page.ACCURACY,
        title="How strong the coach plays trictrac",
        about="Whole tours in pairs with the same dice and exchanged sides; ± is a 95 % interval.",
        samples=sum(int(row[1]) for row in rows),
        unit="tours",
        columns=("players", "tours", "trous a tour", "±", "tours won, %", "± %", "Elo, least", "Elo, most"),
        rows=rows,
    )
    return 0


def match(name: str, one: Player, other: Player, pairs: int, seed: int) -> tuple[str | int | float, ...]:
    """Trous a tour, tours won and Elo, each with its 95 % interval: a row of the table."""
    result = tours(one, other, pairs, seed)
    trous, more = interval(result.trous, pairs)
    won, wider = interval(result.won.astype(float), pairs)
    low, high = (np.clip(chance, 0.001, 0.999) for chance in (won - wider, won + wider))
    elo = [round(400 * np.log10(chance / (1 - chance))) for chance in (low, high)]
    return name, 2 * pairs, float(trous), float(more), 100 * float(won), 100 * float(wider), int(elo[0]), int(elo[1])
