"""The plays of one throw in many positions at once.

The dice are the same for all rows. So everything that could be played in any position is listed once: two dames, one
dame tout d'une, the coin par puissance, single numbers, no number. A table of rows by candidates then says which are
possible. Rows in which a dame may leave the board take a slower way, one move at a time, as the sortie requires.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final, TypeAlias

import numpy as np

from rules.batch.rows import WIDTH, Counts, Mask, Numbers, Rows
from rules.position import BANDE, COIN, COIN_ADVERSE, Dice
from rules.view import FILLABLE, GRAND_JAN, JAN_DE_RETOUR, PETIT_JAN

Moves: TypeAlias = tuple[tuple[int, int], ...]

BOTH, HIGH, LOW, NONE = range(4)
"""What a candidate plays: both numbers (or the last dame out), the higher alone, the lower alone, no number."""
NEVER: Final = 9
"""A count of excédants that no play reaches."""


@dataclass(frozen=True)
class Candidates:
    """Everything that could be played with one throw in any position.

    Attributes:
        moves: each candidate's moves, sorted.
        plays: BOTH, HIGH, LOW or NONE for each candidate.
        change: int8 (c, 26), what the candidate changes in the thrower's counts.
        index: the place of each candidate, by what it plays and its moves.
    """

    dice: Dice
    moves: tuple[Moves, ...]
    plays: Numbers
    change: Counts
    index: dict[tuple[int, Moves], int]

    @cached_property
    def those(self) -> dict[int, slice]:
        """Where the candidates that play BOTH, HIGH, LOW or NONE stand; each kind stands together."""
        found = {plays: np.flatnonzero(self.plays == plays) for plays in (BOTH, HIGH, LOW, NONE)}
        return {plays: slice(int(at[0]), int(at[-1]) + 1) for plays, at in found.items()}

    @cached_property
    def passing(self) -> Mask:
        """Which candidates pass a dame beyond the adverse coin."""
        return np.array([any(end > COIN_ADVERSE for _, end in moves) for moves in self.moves])

    @cached_property
    def of_two_dames(self) -> tuple[Numbers, Numbers, Numbers]:
        """Candidates of two dames that stay inside: index, start of the higher number, start of the lower."""
        high, low = self.dice
        found = []
        for first in range(1, BANDE - high):
            for second in range(1, BANDE - low):
                if high != low or first <= second:
                    moves = tuple(sorted(((first, first + high), (second, second + low))))
                    found.append((self.index[BOTH, moves], first, second))
        columns = np.array(found, np.int64).reshape(-1, 3)
        return columns[:, 0], columns[:, 1], columns[:, 2]

    def of_one_dame(self, plays: int, pips: int) -> tuple[Numbers, Numbers]:
        """Return candidates of one dame that stays inside: their index and start."""
        starts = range(1, BANDE - pips)
        at = [self.index[plays, ((start, start + pips),)] for start in starts]
        return np.array(at, np.int64), np.array(starts, np.int64)


def _end(start: int, pips: int) -> int:
    return min(start + pips, BANDE)


@lru_cache(maxsize=21)
def candidates(dice: Dice) -> Candidates:
    """List the candidates of a throw, the higher number first in `dice`."""
    high, low = dice
    starts = range(1, BANDE)
    found: dict[tuple[int, Moves], None] = {}
    for first in starts:
        for second in starts:
            moves = tuple(sorted(((first, _end(first, high)), (second, _end(second, low)))))
            found[BOTH, moves] = None
    for start in starts:
        found[BOTH, ((start, _end(start, high + low)),)] = None
    found[BOTH, _coin_par_puissance(dice)] = None
    for plays, number in ((HIGH, high), (LOW, low)):
        for start in starts:
            found[plays, ((start, _end(start, number)),)] = None
    found[NONE, ()] = None
    change = np.zeros((len(found), WIDTH), np.int8)
    for row, (_, moves) in enumerate(found):
        for start, end in moves:
            change[row, start] -= 1
            change[row, end] += end != BANDE
    kinds = np.array([kind for kind, _ in found], np.int64)
    return Candidates(
        dice, tuple(moves for _, moves in found), kinds, change, {key: at for at, key in enumerate(found)}
    )


def _coin_par_puissance(dice: Dice) -> Moves:
    return tuple(sorted((COIN_ADVERSE - number, COIN) for number in dice))


@dataclass(frozen=True)
class PlaysOfThrow:
    """The plays of one throw in n positions.

    Attributes:
        possible: bool (n, c), before the obligation to fill and to keep.
        dice_playable: (n,), 0..2.
    """

    rows: Rows
    candidates: Candidates
    possible: Mask
    dice_playable: Numbers

    @cached_property
    def full(self) -> tuple[tuple[range, Numbers, Mask], ...]:
        """Each jan, the rows that lack at most two of its dames, and which of their candidates leave it full.

        The rows are indices (m,), the candidates bool (m, c), only the possible ones.
        """
        return tuple((jan, *_full_after(self.rows, self.possible, self.candidates, jan)) for jan in FILLABLE)

    @cached_property
    def legal(self) -> Mask:
        """The possible plays that fill a jan or keep one full, where there are any (Lois XIII), bool (n, c)."""
        legal = self.possible.copy()
        for _, near, full in self.full:
            bound = full.any(axis=1)
            legal[near[bound]] = full[bound]
        return legal

    def results(self, row: int) -> Iterator[tuple[Moves, Counts]]:
        """Yield the legal plays of one row: the moves, and the thrower's counts after them."""
        for at in np.flatnonzero(self.legal[row]):
            yield self.candidates.moves[at], self.rows.own[row] + self.candidates.change[at]

    def after(self, which: Mask | Numbers, at: Numbers) -> Counts:
        """Return the thrower's counts in some rows after one candidate each."""
        return self.rows.own[which] + self.candidates.change[at]


def plays_of(rows: Rows, dice: Dice) -> PlaysOfThrow:
    """Return all plays of one throw in many legal positions (Lois VI-IX, XIII-XIV), as `rules.plays` does."""
    all_of = candidates((max(dice), min(dice)))
    floor = _Floor.of(rows)
    table = np.zeros((len(rows), len(all_of.moves)), np.bool_)
    outside = rows.own[:, 1 : JAN_DE_RETOUR.start].sum(axis=1)
    leaving = outside <= 1
    staying = np.flatnonzero(~leaving)
    if len(staying):
        table[staying] = _staying(rows.select(staying), floor.select(staying), all_of)
    if leaving.any():
        table[leaving] = _leaving(rows.select(leaving), floor.select(leaving), all_of)
    table &= rows.own[:, COIN, None] + all_of.change[:, COIN] != 1
    both, high, low = (table[:, all_of.those[plays]].any(axis=1) for plays in (BOTH, HIGH, LOW))
    best = np.select([both, high, low], [BOTH, HIGH, LOW], NONE)
    table[:, all_of.those[NONE]] = True
    table &= all_of.plays == best[:, None]
    playable = np.select([both, high | low], [2, 1], 0)
    return PlaysOfThrow(rows, all_of, table, playable)


@dataclass(frozen=True, slots=True)
class _Floor:
    """Where dames stand, may rest and may end: bool (n, 26) each. The bande takes dames only in the sortie."""

    stands: Mask
    rest: Mask
    end: Mask

    @classmethod
    def of(cls, rows: Rows) -> _Floor:
        rest = rows.adverse == 0
        rest[:, 0] = rest[:, BANDE] = False
        end = rest.copy()
        end[:, COIN_ADVERSE] = False
        his = rows.swap_sides().own
        end[:, 13:19] &= ~_can_still_fill(his, GRAND_JAN)[:, None]
        end[:, 19:25] &= ~_can_still_fill(his, PETIT_JAN)[:, None]
        return cls(rows.own > 0, rest, end)

    def select(self, which: Mask | Numbers) -> _Floor:
        return _Floor(self.stands[which], self.rest[which], self.end[which])


def _can_still_fill(counts: Counts, jan: range) -> Mask:
    """Apply `rules.view.can_still_fill` to each row; counts of the jan's owner, in its own numbering."""
    standing = np.cumsum(counts[:, : jan.stop], axis=1)[:, jan.start :]
    return np.asarray((standing >= 2 * np.arange(1, 7)).all(axis=1))


def _staying(rows: Rows, floor: _Floor, all_of: Candidates) -> Mask:
    """Return the plays of rows with two or more dames before the jan de retour, where no dame can leave."""
    high, low = all_of.dice
    table = np.zeros((len(rows), len(all_of.moves)), np.bool_)
    by = {number: np.zeros_like(floor.stands) for number in all_of.dice}
    for number, can in by.items():
        can[:, : WIDTH - number] = floor.stands[:, : WIDTH - number] & floor.end[:, number:]
    at, first, second = all_of.of_two_dames
    pairs = by[high][:, first] & by[low][:, second]
    same = first == second
    pairs[:, same] &= rows.own[:, first[same]] >= 2
    table[:, at] = pairs
    at, start = all_of.of_one_dame(BOTH, high + low)
    rest = floor.rest[:, start + high] | floor.rest[:, start + low]
    table[:, at] |= floor.stands[:, start] & floor.end[:, start + high + low] & rest
    for plays, number in ((HIGH, high), (LOW, low)):
        at, start = all_of.of_one_dame(plays, number)
        table[:, at] = by[number][:, start]
    table[:, all_of.index[BOTH, _coin_par_puissance(all_of.dice)]] |= _takes_coin_par_puissance(rows, all_of.dice)
    return table


def _takes_coin_par_puissance(rows: Rows, dice: Dice) -> Mask:
    """Whether both coins are empty and a pair reaches the adverse coin but not the own one (Lois IX)."""
    empty = (rows.own[:, COIN] == 0) & (rows.adverse[:, COIN_ADVERSE] == 0)
    return np.asarray(empty & _pair_reaches(rows.own, dice, COIN_ADVERSE) & ~_pair_reaches(rows.own, dice, COIN))


def _pair_reaches(own: Counts, dice: Dice, case: int) -> Mask:
    one, two = own[:, case - dice[0]], own[:, case - dice[1]]
    return one >= 2 if dice[0] == dice[1] else (one > 0) & (two > 0)


def _leaving(rows: Rows, floor: _Floor, all_of: Candidates) -> Mask:
    """Return the plays of rows with at most one dame before the jan de retour: each number in either order.

    One dame alone never takes the coin.
    """
    high, low = all_of.dice
    excedants = np.full((len(rows), len(all_of.moves)), NEVER, np.int8)
    for first, second in {(high, low), (low, high)}:
        can, beyond = _steps(rows.own, floor, first)
        for start in map(int, np.flatnonzero(can.any(axis=0))):
            _then(rows, floor, all_of, excedants, (start, first, second), can[:, start], beyond[:, start])
    table = np.zeros_like(excedants, dtype=np.bool_)
    both = all_of.those[BOTH]
    lawful = rows.own[:, COIN, None] + all_of.change[:, COIN] != 1
    excedants[~lawful] = NEVER
    fewest = excedants.min(axis=1)
    table[:, both] = ((excedants == fewest[:, None]) & (fewest < NEVER)[:, None])[:, both]
    for plays, number in ((HIGH, high), (LOW, low)):
        can, _ = _steps(rows.own, floor, number)
        for start in range(1, BANDE):
            end = _end(start, number)
            ends = floor.end[:, end] if end < BANDE else True
            table[:, all_of.index[plays, ((start, end),)]] = can[:, start] & ends
    return table


def _steps(own: Counts, floor: _Floor, number: int) -> tuple[Mask, Mask]:
    """Return which dames may move by a number, and for which of them it is an excédant (Lois VIII)."""
    can = np.zeros_like(floor.stands)
    stands = own > 0
    can[:, : WIDTH - number] = stands[:, : WIDTH - number] & floor.rest[:, number:]
    home = own[:, 1 : JAN_DE_RETOUR.start].sum(axis=1) == 0
    can[:, BANDE - number] |= home & stands[:, BANDE - number]
    furthest = np.argmax(stands, axis=1)
    beyond = np.zeros_like(can)
    every = np.flatnonzero(home & stands.any(axis=1) & (furthest + number > BANDE))
    beyond[every, furthest[every]] = True
    return can | beyond, beyond


def _then(
    rows: Rows,
    floor: _Floor,
    all_of: Candidates,
    excedants: Counts,
    order: tuple[int, int, int],
    can: Mask,
    beyond: Mask,
) -> None:
    """Lower `excedants` for the plays that the second number completes after the dame on `start` moved by the first."""
    start, first, second = order
    end = _end(start, first)
    own = rows.own.copy()
    own[:, start] -= 1
    if end < BANDE:
        own[:, end] += 1
    finished = can & ~(own > 0).any(axis=1)
    two_can, two_beyond = _steps(own, floor, second)
    two_can &= can[:, None]
    ends = floor.end[:, end] if end < BANDE else np.ones(len(rows), np.bool_)
    for other in map(int, np.flatnonzero(two_can.any(axis=0))):
        last = _end(other, second)
        may_end = two_can[:, other] & (floor.end[:, last] if last < BANDE else True)
        count = beyond.astype(np.int8) + two_beyond[:, other]
        if other == end:
            _lower(excedants, all_of.index[BOTH, ((start, last),)], may_end, count)
        another = may_end & ends & ((rows.own[:, other] > 0) if other == end else True)
        moves = tuple(sorted(((start, end), (other, last))))
        _lower(excedants, all_of.index[BOTH, moves], another, count)
    if finished.any():
        _lower(excedants, all_of.index[BOTH, ((start, BANDE),)], finished, beyond.astype(np.int8))


def _lower(excedants: Counts, at: int, where: Mask, count: Counts) -> None:
    excedants[:, at] = np.where(where, np.minimum(excedants[:, at], count), excedants[:, at])


def _full_after(rows: Rows, table: Mask, all_of: Candidates, jan: range) -> tuple[Numbers, Mask]:
    """Return the rows that lack at most two dames of a jan, and which candidates in `table` leave the jan full."""
    cases = slice(jan.start, jan.stop)
    near = np.flatnonzero(np.maximum(2 - rows.own[:, cases], 0).sum(axis=1) <= 2)
    full = table[near]
    who, which = np.nonzero(full)
    full[who, which] = (rows.own[near[who], cases] + all_of.change[which, cases] >= 2).all(axis=1)
    return near, full
