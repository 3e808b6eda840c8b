"""Moves of dames: where numbers lead, lawfully or not, and which numbers and acts explain a change of counts."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from events.acts import Act, DameLifted, DamePlaced
from referee.inference.moves import left_and_reached, throws_with
from referee.trictrac.judge.situation import Situation, Throw
from rules.plays import legal_plays
from rules.position import BANDE, COIN, DAMES, Case, Counts, Dice, Side

HOME = 18
"""Dames go off the board only when all of them are beyond this case (Lois VIII)."""


def moved(counts: Counts, start: int, end: int) -> Counts:
    """Return the counts after one dame went from `start` to `end` (25: off the board)."""
    after = list(counts)
    after[start - 1] -= 1
    if end < BANDE:
        after[end - 1] += 1
    return tuple(after)


def steps(counts: Counts, number: int) -> Iterator[Counts]:
    """Yield the counts after one dame moved by a number, lawfully or not, but none goes out before all are home."""
    home = not any(counts[:HOME])
    for start in range(1, BANDE):
        if counts[start - 1] and (home or start + number < BANDE):
            yield moved(counts, start, min(start + number, BANDE))


def moved_back(before: Counts, after: Counts) -> int:
    """Return how many dames, at least, stand further back than before."""
    starts, ends = left_and_reached(before, after)
    forward = 0
    for end in ends:
        forward += forward < len(starts) and starts[forward] < end
    return len(ends) - forward


def _all_steps(table: NDArray[np.intp], number: int, last: Case) -> NDArray[np.intp]:
    """Return the counts after each dame of n sets moved by a number, lawful or not, (n, 24) -> (m, 24).

    last: the last case a dame may reach.
    """
    rows, starts = np.nonzero(table[:, : last - number])
    after = table[rows]
    after[np.arange(len(rows)), starts] -= 1
    on = starts + number < BANDE - 1
    after[np.nonzero(on)[0], starts[on] + number] += 1
    return after


@lru_cache(maxsize=4)
def both_numbers(base: Counts, dice: Dice) -> NDArray[np.intp]:
    """Return all counts that one or two dames moved by both numbers lead to, lawfully or not, (n, 24).

    Dames go off the board only if all are home (Lois VIII). Par puissance, two dames that the numbers would take one
    case beyond the own coin are put there (Lois IX).
    """
    start, last = np.array([base], np.intp), BANDE - 1 if any(base[:HOME]) else BANDE
    both = _all_steps(_all_steps(start, dice[0], last), dice[1], last)
    before = [COIN + 1 - number for number in dice]
    if not base[COIN - 1] and all(base[case - 1] >= before.count(case) for case in before):
        by_power = start.copy()
        for case in before:
            by_power[0, case - 1] -= 1
        by_power[0, COIN - 1] += 2
        both = np.concatenate([both, by_power])
    return np.unique(both, axis=0)


def by_the_dice(base: Counts, after: Counts, dice: Dice) -> bool:
    """Whether the two numbers explain all dames that moved, lawfully or not."""
    starts, ends = left_and_reached(base, after)
    ends += [BANDE] * (len(starts) - len(ends))
    if len(starts) != len(ends):
        return False
    if len(starts) == 1:
        return ends[0] - starts[0] in {sum(dice), *dice}
    if len(starts) == 2 and ends == [COIN, COIN] and starts == sorted(COIN + 1 - number for number in dice):
        return True  # par puissance (Lois IX)
    return len(starts) == 2 and any(
        sorted((one - starts[0], two - starts[1])) == sorted(dice) for one, two in (ends, ends[::-1])
    )


def by_a_wrong_number(base: Counts, after: Counts, dice: Dice) -> bool:
    """Whether a dame was carried by a number that was not thrown, and another, if two moved, by one that was.

    One dame alone goes beyond the higher number, two further than both together at most. One of two goes by less than
    the higher (Jeu 3, fausses cases 4.1 and 4.2).
    """
    starts, ends = left_and_reached(base, after)
    if len(starts) != len(ends) or not 1 <= len(starts) <= len(dice):
        return False
    if len(starts) == 1:
        return max(dice) < ends[0] - starts[0] <= sum(dice) + len(dice) and ends[0] - starts[0] != sum(dice)
    ways = ((one - starts[0], two - starts[1]) for one, two in (ends, ends[::-1]))
    by = (each for way in ways for each in (way, way[::-1]))
    return any(0 < wrong < max(dice) and wrong not in dice and right in dice for wrong, right in by)


def takes_all_out(throw: Throw) -> bool:
    """Whether a throw may take the last dames off the board, after which all go back to the talons (Lois VIII)."""
    side = throw.side
    return sum(throw.base.counts(side)) <= 2 and any(not any(counts) for counts in throw.plays.counts(side))


def dice_unseen(situation: Situation, side: Side, counts: Counts, half_read: int | None = None) -> tuple[Dice, ...]:
    """Return the throws by which `side` can play to these counts; half_read: the value of the only die read, if any."""
    return tuple(
        dice for dice in throws_with(half_read) if counts in legal_plays(situation.position, side, dice).counts(side)
    )


def could_be_all(before: Counts, after: Counts, total: int) -> bool:
    """Whether no dame is missing and none too many. Two may have gone off the board if all were home.

    total: how many dames the player is believed to have. He may have more, up to fifteen.
    """
    home = not any(before[:HOME])
    return total - (2 if home else 0) <= sum(after) <= DAMES


def ways_between(
    t: float,
    side: Side,
    before: Counts,
    after: Counts,
    in_hand: int = 0,
    taken: Callable[[Case], float] | None = None,
) -> Iterator[DameLifted | DamePlaced]:
    """Yield the acts from one set of counts to another: every dame lifted, then every dame placed.

    in_hand: how many of the missing dames are still in a hand; the others went off the board. taken: returns when the
    dame of a case was lifted; at t if not given.
    """
    lifted, placed = left_and_reached(before, after)
    placed += [BANDE] * (len(lifted) - len(placed) - in_hand)
    for since, case in sorted((taken(case) if taken is not None else t, case) for case in lifted):
        yield DameLifted(since, side, case)
    for case in placed:
        yield DamePlaced(t, side, case)


def one_after_the_other(
    t: float, side: Side, before: Counts, after: Counts, dice: Dice
) -> Iterator[DameLifted | DamePlaced]:
    """Yield the acts if each dame was let go before the next was taken up; a dame still in the hand comes last."""
    held = list(before)
    for case in range(1, BANDE):
        for _ in range(after[case - 1] - before[case - 1]):
            came = [start for start in range(1, case) if held[start - 1] > after[start - 1]]
            start = min(came, key=lambda start: (case - start not in dice, start), default=None)
            if start is not None:
                held[start - 1] -= 1
                yield DameLifted(t, side, start)
                yield DamePlaced(t, side, case)
                held[case - 1] += 1
    yield from ways_between(t, side, tuple(held), after, sum(held) - sum(after))


def put_back(t: float, side: Side, base: Counts, before: Counts, after: Counts) -> Generator[Act, None, Counts]:
    """Yield the acts of the one dame, if any, that was put back from where a throw had brought it.

    base: the counts before the throw; before, after: those between which it was put back. Return the counts after that.
    """
    cases = range(1, BANDE)
    gone = [case for case in cases if after[case - 1] < before[case - 1] > base[case - 1]]
    back = [case for case in cases if after[case - 1] > before[case - 1] < base[case - 1]]
    if len(gone) != 1 or len(back) != 1 or back[0] > gone[0]:
        return before
    yield DameLifted(t, side, gone[0])
    yield DamePlaced(t, side, back[0])
    return moved(before, gone[0], back[0])
