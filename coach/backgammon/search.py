"""Search one throw ahead in backgammon: every throw of the adversary, and the best answer to each."""

from __future__ import annotations

from typing import Final

import numpy as np

from coach.backgammon.evaluator import Evaluator, equity, other_players_chances
from coach.backgammon.games import Games, best_of
from coach.network import Floats
from coach.throws import CHANCES, THROWS
from rules.backgammon.batch import plays_of
from rules.batch.rows import Numbers

LOOKED_AT: Final = 6
"""The number of plays, best first, that are searched one throw further."""
MARGIN: Final = 0.25
"""Points. A play that seems this much worse than the best is not searched."""


def expected_chances(games: Games, evaluator: Evaluator) -> Floats:
    """Return the chances of the player who throws next, over all throws with the best play for each, (n, 5)."""
    over, outcome = games.results()
    throws = [plays_of(games.own, games.theirs, dice) for dice in THROWS]
    after = Games(np.concatenate([plays.theirs for plays in throws]), np.concatenate([plays.own for plays in throws]))
    # One call of the network for all throws: a call costs as much as a hundred positions or so.
    chances = other_players_chances(evaluator.chances(after))
    value = equity(chances)
    total = np.zeros((len(games), chances.shape[1]))
    start = 0
    for chance, plays in zip(CHANCES, throws, strict=True):
        end = start + len(plays.rows)
        best = best_of(plays.rows, value[start:end], len(games))
        total += chance * chances[start:end][best]
        start = end
    return np.asarray(np.where(over[:, None], outcome, total), np.float32)


def search_best(rows: Numbers, after: Games, chances: Floats, evaluator: Evaluator) -> Floats:
    """Return the chances of the player who has just played, (p, 5), with the best plays searched one throw further.

    Args:
        rows: The game of each play; plays of a game need not be together.
        after: The games after each play, seen by the next thrower.
        chances: The chances without looking ahead.
        evaluator: The evaluator.
    """
    value = equity(chances)
    order = np.lexsort((-value, rows))
    first = np.searchsorted(rows[order], rows[order])
    close = (np.arange(len(order)) - first < LOOKED_AT) & (value[order] > value[order][first] - MARGIN)
    alone = np.bincount(rows[order], close)[rows[order]] < 2
    best = order[close & ~alone]
    if not len(best):
        return chances
    deep = other_players_chances(expected_chances(after.select(best), evaluator))
    # A play that was not searched changes by the mean change of the searched plays.
    change = np.zeros((int(rows.max()) + 1, chances.shape[1]))
    np.add.at(change, rows[best], deep - chances[best])
    change /= np.maximum(np.bincount(rows[best], minlength=len(change)), 1)[:, None]
    chances = np.clip(chances + change[rows], 0, 1).astype(np.float32)
    chances[best] = deep
    return chances
