"""The plays of one throw in many positions at once: the rules of `rules.backgammon.plays`, computed in arrays.

Counts are int8 of shape (n, 26), one array for the thrower and one for the adversary, each in its own numbering.
Positions grow one number at a time, and every way of playing is a row. Duplicates, and ways that could have been
longer, are removed at the end.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from rules.backgammon.position import BAR, HOME, OFF
from rules.position import Dice

Counts: TypeAlias = NDArray[np.int8]
Numbers: TypeAlias = NDArray[np.int64]

MOST = 4
NO_MOVE = 26 * 26
"""In `Plays.moves`: no further number was played. It sorts behind every move."""


@dataclass(frozen=True, slots=True)
class Plays:
    """Every legal play of several positions; the plays of one position stand together.

    Attributes:
        rows: (p,) the index of the position each play belongs to.
        moves: (p, 4) `26 * start + end`, ascending, NO_MOVE where there is none.
        own, theirs: (p, 26) the counts afterwards.
    """

    rows: Numbers
    moves: Numbers
    own: Counts
    theirs: Counts


def plays_of(own: Counts, theirs: Counts, dice: Dice) -> Plays:
    """Return every legal play of `dice` for the owner of `own` in each position. Dice are two numbers of 1..6."""
    rows = np.arange(len(own))
    none = Plays(rows, np.full((len(own), MOST), NO_MOVE), own, theirs)
    high, low = max(dice), min(dice)
    if high == low:
        return _longest(_doublet(none, high))
    one, other = _step(none, high, 0), _step(none, low, 0)
    both = _concatenate([_step(one, low, 1), _step(other, high, 1)])
    alone = _without(one, both.rows)
    lower = _without(_without(other, both.rows), alone.rows)
    unplayed = none
    for found in (both, alone, lower):
        unplayed = _without(unplayed, found.rows)
    return _distinct(_concatenate([both, alone, lower, unplayed]))


def _doublet(plays: Plays, number: int) -> list[Plays]:
    """Return the ways of playing a number zero to four times, by how often; sorted moves make each occur once."""
    found = [plays]
    for level in range(MOST):
        found.append(_step(found[-1], number, level, ordered=True))
    return found


def _longest(levels: list[Plays]) -> Plays:
    """Return for each position the plays with the most moves."""
    kept: list[Plays] = []
    for plays in reversed(levels):
        for longer in kept:
            plays = _without(plays, longer.rows)  # noqa: PLW2901 - the same list, made shorter
        kept.append(plays)
    return _distinct(_concatenate(kept))


def _step(plays: Plays, number: int, level: int, *, ordered: bool = False) -> Plays:
    """Play one more number. If `ordered`, its case is no further than that of the last move."""
    starts = _starts(plays, number)
    if ordered and level:
        starts &= np.arange(26)[None, :] <= (plays.moves[:, level - 1] // 26)[:, None]
    at, start = np.nonzero(starts)
    end = np.maximum(start - number, OFF)
    own, theirs, moves = plays.own[at], plays.theirs[at], plays.moves[at]
    each = np.arange(len(at))
    own[each, start] -= 1
    own[each, end] += 1
    hit = np.flatnonzero((end > OFF) & (theirs[each, 25 - end] == 1))
    theirs[hit, 25 - end[hit]] = 0
    theirs[hit, BAR] += 1
    moves[:, level] = 26 * start + end
    return Plays(plays.rows[at], moves, own, theirs)


def _starts(plays: Plays, number: int) -> NDArray[np.bool_]:
    """Return (n, 26): the cases from which a dame may play a number."""
    own, theirs = plays.own, plays.theirs
    starts = np.zeros(own.shape, np.bool_)
    open_ = theirs[:, 24:0:-1] < 2  # of the own cases 1..24
    starts[:, number + 1 :] = (own[:, number + 1 :] > 0) & open_[:, : BAR - number]
    on_bar = own[:, BAR] > 0
    starts[on_bar, :BAR] = False
    home = np.flatnonzero(~own[:, HOME + 1 :].any(axis=1))
    if len(home):
        held = own[home, : HOME + 1] > 0
        held[:, OFF] = False
        furthest = HOME - held[:, ::-1].argmax(axis=1)
        starts[home, number] |= held[:, number]
        beyond = held.any(axis=1) & (furthest < number)
        starts[home[beyond], furthest[beyond]] = True
    return starts


def _concatenate(parts: list[Plays]) -> Plays:
    return Plays(
        np.concatenate([part.rows for part in parts]),
        np.concatenate([part.moves for part in parts]),
        np.concatenate([part.own for part in parts]),
        np.concatenate([part.theirs for part in parts]),
    )


def _without(plays: Plays, rows: Numbers) -> Plays:
    """Return the plays of all positions but `rows`."""
    if not len(rows) or not len(plays.rows):
        return plays
    there = np.zeros(max(int(plays.rows.max()), int(rows.max())) + 1, np.bool_)
    there[rows] = True
    return _those(plays, np.flatnonzero(~there[plays.rows]))


def _those(plays: Plays, at: Numbers) -> Plays:
    return Plays(plays.rows[at], plays.moves[at], plays.own[at], plays.theirs[at])


def _distinct(plays: Plays) -> Plays:
    """Return each play once, in the order of positions."""
    moves = np.sort(plays.moves, axis=1)
    keys = plays.rows
    for column in range(MOST):
        keys = keys * (NO_MOVE + 1) + moves[:, column]
    _, at = np.unique(keys, return_index=True)
    return _those(Plays(plays.rows, moves, plays.own, plays.theirs), at)
