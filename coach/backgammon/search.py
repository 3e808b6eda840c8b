"""The best play of backgammon, one throw ahead: every throw of the adversary, and his best answer to each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from coach.backgammon.evaluator import equity, turned
from coach.backgammon.games import Games, best_of
from coach.throws import CHANCES, THROWS
from rules.backgammon.batch import plays_of

if TYPE_CHECKING:
    from coach.backgammon.evaluator import Evaluator
    from coach.network import Floats

LOOKED_AT: Final = 6
"""At most so many of the plays that seem best are looked at one throw further."""
MARGIN: Final = 0.25
"""Points. A play that seems this much worse than the best is not looked at."""


def expected(games: Games, evaluator: Evaluator) -> Floats:
    """The chances of who throws next, over all throws and his best play for each, (n, 5)."""
    over, outcome = games.results()
    throws = [plays_of(games.own, games.theirs, dice) for dice in THROWS]
    after = Games(np.concatenate([plays.theirs for plays in throws]), np.concatenate([plays.own for plays in throws]))
    # One call of the network for all throws: a call costs as much as some hundred positions.
    chances = turned(evaluator.chances(after))
    value = equity(chances)
    total = np.zeros((len(games), chances.shape[1]))
    start = 0
    for chance, plays in zip(CHANCES, throws, strict=True):
        end = start + len(plays.rows)
        best = best_of(plays.rows, value[start:end], len(games))
        total += chance * chances[start:end][best]
        start = end
    return np.asarray(np.where(over[:, None], outcome, total), np.float32)


def after_plays(games: Games, evaluator: Evaluator, *, look_ahead: bool) -> Floats:
    """The chances of who has just played, (n, 5), for the results of one throw in one game.

    games: after the plays, seen by the next thrower; look_ahead: value the best of them one throw further.
    """
    chances = turned(evaluator.chances(games))
    value = equity(chances)
    if look_ahead and len(value) > 1:
        best = np.argsort(-value)[:LOOKED_AT]
        best = best[value[best] > value[best[0]] - MARGIN]
        deep = turned(expected(games.taken(best), evaluator))
        # A play that was not looked at stays behind the worst that was.
        change = (deep - chances[best])[np.argmin(equity(deep))]
        rest = np.setdiff1d(np.arange(len(value)), best)
        chances[rest] = np.clip(chances[rest] + change, 0, 1)
        chances[best] = deep
    return chances
