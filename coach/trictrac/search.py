"""The best play, one throw ahead: every throw of the adversary, and his best answer to each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from coach.throws import CHANCES, THROWS
from coach.trictrac.choosing import first_best, gains, play_equities
from coach.trictrac.situations import Situations, joined, start_rows, thrown
from rules.batch.plays import candidates
from rules.code import LOIS_2013
from rules.marking import TROUS_DU_TOUR

if TYPE_CHECKING:
    from coach.trictrac.evaluator import Evaluator
    from rules.batch.rows import Counts
    from rules.code import Code
    from rules.position import Dice

LOOKED_AT: Final = 8
"""How many of the plays that seem best are looked at one throw further."""


@dataclass(frozen=True, slots=True)
class Option:
    """One legal result of a throw.

    moves: the dames moved, in the thrower's numbering.
    counts: the thrower's dames afterwards, int8 (26,).
    equity: trous he will have gained, less the adversary's, to the end of the tour.
    win: his chance of winning it.
    """

    moves: tuple[tuple[int, int], ...]
    counts: Counts
    equity: float
    win: float


def expected(situations: Situations, evaluator: Evaluator, code: Code = LOIS_2013) -> tuple[np.ndarray, np.ndarray]:
    """Equity and chance to win of who throws next, over all throws and his best choice for each, (n,) each."""
    count = len(situations)
    throws = [thrown(situations, dice, code) for dice in THROWS]
    sizes = np.cumsum([0, *(len(after.tour) for after in throws)])
    # One call of the network for all throws: a call costs as much as some hundred positions.
    values, wins = evaluator.values(joined([after.next for after in throws]))
    equity, win = np.zeros(count), np.zeros(count)
    for chance, after, start, end in zip(CHANCES, throws, sizes[:-1], sizes[1:], strict=True):
        value = np.where(after.again, values[start:end], -values[start:end])
        win_after = np.where(after.again, wins[start:end], 1 - wins[start:end])
        best = first_best(after.tour, value, count)
        gain = gains(situations, after.held.trous)
        won = after.held.trous[:, 0] >= TROUS_DU_TOUR
        stays = np.where(after.over, gain, gain + value[best])
        stays_win = np.where(after.over, won, win_after[best])
        if after.may_leave.any():
            went, went_win = evaluator.values(after.departures())
            leaves = after.may_leave & (went + gains(situations, after.gone.trous) > stays)
            stays = np.where(leaves, went + gains(situations, after.gone.trous), stays)
            stays_win = np.where(leaves, went_win, stays_win)
        equity += chance * stays
        win += chance * stays_win
    return equity, win


def options(
    situation: Situations, dice: Dice, evaluator: Evaluator, code: Code = LOIS_2013, *, look_ahead: bool = True
) -> list[Option]:
    """Every legal result of a throw in one situation, the best first."""
    after = thrown(situation, dice, code)
    _, first = np.unique(after.counts, axis=0, return_index=True)
    equity, win = play_equities(after, evaluator)
    equity, win = equity[first].astype(float), win[first].astype(float)
    gain = float(gains(situation, after.held.trous)[0])
    if after.over[0]:
        equity[:], win[:] = 0.0, float(after.held.trous[0, 0] >= TROUS_DU_TOUR)
    elif look_ahead and len(first) > 1:
        best = np.argsort(-equity)[:LOOKED_AT]
        again = after.again[first[best]]
        deep, deep_win = expected(after.next.taken(first[best]), evaluator, code)
        changed = np.where(again, deep, -deep)
        # Those not looked at keep their distance to the worst that was.
        rest = np.setdiff1d(np.arange(len(first)), best)
        if len(rest):
            equity[rest] += float(np.min(changed) - equity[best[-1]])
        equity[best], win[best] = changed, np.where(again, deep_win, 1 - deep_win)
    moves = plays_listed(after.moves, dice)
    found = [
        Option(moves[at], after.counts[at], gain + float(value), min(1.0, max(0.0, float(chance))))
        for at, value, chance in zip(first, equity, win, strict=True)
    ]
    return sorted(found, key=lambda option: -option.equity)


def plays_listed(at: np.ndarray, dice: Dice) -> list[tuple[tuple[int, int], ...]]:
    """The moves of candidates of a throw, by their index."""
    listed = candidates((max(dice), min(dice))).moves
    return [listed[int(index)] for index in at]


def hold_or_leave(
    situation: Situations, dice: Dice | None, evaluator: Evaluator, code: Code = LOIS_2013
) -> tuple[float, float]:
    """Equity of holding (*tenir*) and of leaving (*s'en aller*) once a trou is marked and before the dames are played.

    dice: of the throw that is to be played; None averages over all throws.
    """
    total = 0.0
    throws = [(1.0, dice)] if dice is not None else list(zip(map(float, CHANCES), THROWS, strict=True))
    for chance, each in throws:
        after = thrown(situation, each, code, marks_it=False)
        equity, _ = play_equities(after, evaluator)
        total += chance * float(equity.max())
    gone = Situations(start_rows(1), situation.marks.left(), np.ones((1, 2), np.int64))
    return total, float(evaluator.values(gone)[0][0])
