"""Search one throw ahead in trictrac: every throw of the adversary, and the best answer to each."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from coach.throws import CHANCES, THROWS
from coach.trictrac.choosing import equity_of_leaving, first_best, play_equities
from coach.trictrac.evaluator import Evaluator
from coach.trictrac.situations import Situations, ThrowOutcomes, gains, join, of_tours, throw_dice
from rules.batch.plays import candidates
from rules.code import LOIS_2013, Code
from rules.position import Dice

LOOKED_AT: Final = 8
"""The number of plays, best first, that are searched one throw further."""
MARGIN: Final = 0.5
"""Trous. A play that seems this much worse than the best is not searched.

In 237 throws of self-play the best play after the search never seemed more than 0.46 worse before it.
"""


def by_throw(situations: Situations, evaluator: Evaluator, code: Code = LOIS_2013) -> tuple[np.ndarray, np.ndarray]:
    """Return equity and chance to win of the next thrower, after each throw and the best choice, (21, n) each."""
    count = len(situations)
    throws = [throw_dice(situations, dice, code) for dice in THROWS]
    sizes = np.cumsum([0, *(len(after.tour) for after in throws)])
    # One call of the network for all throws: a call costs as much as a hundred positions or so.
    values, wins = evaluator.values(join([after.next for after in throws]))
    equity, win = np.zeros((len(throws), count)), np.zeros((len(throws), count))
    for number, (after, start, end) in enumerate(zip(throws, sizes[:-1], sizes[1:], strict=True)):
        value = np.where(after.again, values[start:end], -values[start:end])
        win_after = np.where(after.again, wins[start:end], 1 - wins[start:end])
        best = first_best(after.tour, value, count)
        gain = gains(situations, after.held)
        won = after.held.trous[:, 0] > after.held.trous[:, 1]
        equity[number] = np.where(after.over, gain, gain + value[best])
        win[number] = np.where(after.over, won, win_after[best])
        may = np.flatnonzero(after.may_leave)
        if len(may):
            went, went_win = equity_of_leaving(after, evaluator, may)
            leaves = went > equity[number, may]
            equity[number, may[leaves]], win[number, may[leaves]] = went[leaves], went_win[leaves]
    return equity, win


def expected_equity(
    situations: Situations, evaluator: Evaluator, code: Code = LOIS_2013
) -> tuple[np.ndarray, np.ndarray]:
    """Return equity and chance to win of the next thrower, over all throws and the best choice for each, (n,) each."""
    equity, win = by_throw(situations, evaluator, code)
    return np.asarray(CHANCES @ equity), np.asarray(CHANCES @ win)


def search_best(
    after: ThrowOutcomes, evaluator: Evaluator, code: Code = LOIS_2013, most: int = LOOKED_AT
) -> tuple[np.ndarray, np.ndarray]:
    """Return equity and chance to win after each play, as `play_equities`, with the best plays searched further.

    most: how many plays of each throw are searched.
    """
    equity, win = (np.array(values, float) for values in play_equities(after, evaluator))
    order = np.lexsort((-equity, after.tour))
    place = np.arange(len(order)) - np.searchsorted(after.tour[order], after.tour[order])
    highest = equity[order][np.searchsorted(after.tour[order], after.tour[order])]
    close = equity[order] > highest - MARGIN
    alone = np.bincount(after.tour[order], close)[after.tour[order]] < 2
    best = order[(place < most) & close & ~alone]
    if not len(best):
        return equity, win
    deep, deep_win = expected_equity(after.next.select(best), evaluator, code)
    deep = np.where(after.again[best], deep, -deep)
    # A play that was not searched keeps its distance to the worst searched play.
    tours = int(after.tour.max()) + 1
    worst, was = np.full(tours, np.inf), np.full(tours, np.inf)
    np.minimum.at(worst, after.tour[best], deep)
    np.minimum.at(was, after.tour[best], equity[best])
    seen = np.isfinite(worst)
    change = np.zeros(tours)
    change[seen] = worst[seen] - was[seen]
    equity += change[after.tour]
    equity[best], win[best] = deep, np.where(after.again[best], deep_win, 1 - deep_win)
    return equity, win


def worth(
    situation: Situations,
    after: ThrowOutcomes,
    evaluator: Evaluator,
    code: Code = LOIS_2013,
    *,
    look_ahead: bool = True,
) -> tuple[np.ndarray, np.ndarray]:
    """Return equity, with the points of the throw, and chance to win of each play of a throw in one situation, (m,)."""
    gain = float(gains(situation, after.held)[0])
    if after.over[0]:
        won = float(after.held.trous[0, 0] > after.held.trous[0, 1])
        return np.full(len(after.tour), gain), np.full(len(after.tour), won)
    equity, win = search_best(after, evaluator, code) if look_ahead else play_equities(after, evaluator)
    return np.asarray(gain + equity, float), np.asarray(np.clip(win, 0, 1), float)


def distinct(after: ThrowOutcomes) -> ThrowOutcomes:
    """Return each result of one throw in one situation once."""
    _, first = np.unique(after.counts, axis=0, return_index=True)
    return replace(
        after,
        tour=after.tour[first],
        moves=after.moves[first],
        counts=after.counts[first],
        next=after.next.select(first),
        again=after.again[first],
    )


def plays_listed(at: np.ndarray, dice: Dice) -> list[tuple[tuple[int, int], ...]]:
    """Return the moves of candidates of a throw, by their index."""
    listed = candidates((max(dice), min(dice))).moves
    return [listed[int(index)] for index in at]


def hold_or_leave(
    situation: Situations,
    dice: Dice | None,
    evaluator: Evaluator,
    code: Code = LOIS_2013,
    plays_by: Evaluator | None = None,
) -> tuple[float, float]:
    """Return the equity of holding (*tenir*) and of leaving (*s'en aller*), after a trou and before the play.

    dice: of the throw to be played; None averages over all throws. plays_by: chooses the play of marqués, as in tours
    """
    total = 0.0
    throws = [(1.0, dice)] if dice is not None else list(zip(map(float, CHANCES), THROWS, strict=True))
    for chance, each in throws:
        after = throw_dice(situation, each, code, marks_it=False)
        equity, _ = play_equities(after, evaluator)
        liked = equity if plays_by is None else play_equities(of_tours(after), plays_by)[0]
        total += chance * float(equity[liked.argmax()])
    return total, float(equity_of_leaving(after, evaluator, np.zeros(1, np.int64))[0][0])
