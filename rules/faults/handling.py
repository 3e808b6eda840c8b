"""A throw as a player's hands played it, and the dames that moved."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

from rules.play import Move
from rules.position import BANDE, COIN, COIN_ADVERSE, Case, Dice, Position, Side


@dataclass(frozen=True, slots=True)
class Handling:
    """A throw as it was really played.

    Attributes:
        position: as it stood before.
        steps: every time a dame was let go, in order, from where it was taken to where it was put; a dame that rests on
            its way makes two steps.
        touched: the cases of dames that were touched and put back without "j'adoube".
        together: whether the two dames were carried at once.
    """

    position: Position
    side: Side
    dice: Dice
    steps: tuple[Move, ...]
    touched: tuple[Case, ...] = ()
    together: bool = False

    def result(self) -> Position:
        """Return the position after it. For the coin par puissance, dames stand where they were put."""
        counts = list(self.position.counts(self.side))
        for dame in dames(self):
            counts[dame.start - 1] -= 1
            if dame.end != BANDE:
                counts[dame.end - 1] += 1
        return self.position.with_counts(self.side, tuple(counts))


@dataclass(frozen=True, slots=True)
class Dame:
    """The way of one dame.

    path: the case it was taken from, then every case it was let go on. retaken: whether it was moved on after another
    dame was touched.
    """

    path: tuple[Case, ...]
    retaken: bool = False

    @property
    def start(self) -> Case:
        """The case where it stood."""
        return self.path[0]

    @property
    def end(self) -> Case:
        """The case where it stands now."""
        return self.path[-1]

    @property
    def move(self) -> Move:
        """Its whole way."""
        return Move(self.start, self.end)

    @property
    def distance(self) -> int:
        """How many cases it moved, counting the bande as one; negative for a dame that moved back."""
        return self.end - self.start

    @property
    def moved_back(self) -> bool:
        """Whether it moved back at any moment (Lois VII)."""
        return any(after < before for before, after in pairwise(self.path))


def dames(handling: Handling) -> tuple[Dame, ...]:
    """Return the dames that stand elsewhere than before, in the order in which they were first taken.

    A step from the case where the last dame was just let go belongs to that dame. Otherwise a dame that stood on the
    case from the beginning is taken first. Raises ValueError for a step from an empty case.
    """
    return tuple(dame for dame in _moved_dames(handling) if dame.start != dame.end)


def touched_dames(handling: Handling, *, until_played: bool = False) -> tuple[Dame, ...]:
    """Return the dames that were touched and stand where they stood, in order.

    until_played: leave out those touched after the last dame was played.
    """
    steps = handling.steps
    while until_played and steps and steps[-1].start == steps[-1].end:
        steps = steps[:-1]
    taken = _moved_dames(replace(handling, steps=steps))
    return (*(Dame((case,)) for case in handling.touched), *(dame for dame in taken if dame.start == dame.end))


def _moved_dames(handling: Handling) -> tuple[Dame, ...]:
    standing = list(handling.position.counts(handling.side))
    paths: list[list[Case]] = []
    retaken: set[int] = set()
    last: int | None = None
    for step in _without_gesture(handling):
        if last is not None and paths[last][-1] == step.start:
            which = last
        elif 1 <= step.start <= 24 and standing[step.start - 1]:
            standing[step.start - 1] -= 1
            paths.append([step.start])
            which = len(paths) - 1
        else:
            which = next((at for at, path in enumerate(paths) if path[-1] == step.start), len(paths))
            if which == len(paths):
                raise ValueError(f"no dame of {handling.side} on case {step.start} to be moved")
            if step.start not in (step.end, paths[which][0]):
                retaken.add(which)
        if step.end != step.start:
            paths[which].append(step.end)
        last = which
    return tuple(Dame(tuple(path), at in retaken) for at, path in enumerate(paths))


def _without_gesture(handling: Handling) -> tuple[Move, ...]:
    """Return the steps without dames being shown on the adverse coin, if the own one is taken par puissance (Jeu 2)."""
    back = Move(COIN_ADVERSE, COIN)
    if back not in handling.steps:
        return handling.steps
    steps = tuple(
        Move(step.start, COIN) if step.end == COIN_ADVERSE else step for step in handling.steps if step != back
    )
    return steps if by_puissance(replace(handling, steps=steps)) else handling.steps


def by_puissance(handling: Handling) -> bool:
    """Whether two dames took the own empty coin as if they came back from the adverse one (Lois IX)."""
    standing = handling.position
    empty = not standing.on(handling.side, COIN) and not standing.on(handling.side.adversary, COIN)
    return empty and back_from_adverse_coin(handling)


def back_from_adverse_coin(handling: Handling) -> bool:
    """Whether the numbers would bring two dames to the adverse coin, but they stand on the own one."""
    moved = dames(handling)
    starts = sorted(COIN_ADVERSE - number for number in handling.dice)
    return sorted(dame.start for dame in moved) == starts and all(dame.end == COIN for dame in moved)
