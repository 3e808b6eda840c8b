"""The acts that lead from one set of counts of a side's dames to another."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator

from events.acts import Act, DameLifted, DamePlaced
from referee.trictrac.tracker.moves import HOME, moved
from rules.position import BANDE, DAMES, Case, Counts, Dice, Side


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
    lifted = [case for case in range(1, BANDE) for _ in range(before[case - 1] - after[case - 1])]
    placed = [case for case in range(1, BANDE) for _ in range(after[case - 1] - before[case - 1])]
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
