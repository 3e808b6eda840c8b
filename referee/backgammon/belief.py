"""The belief of backgammon's tracker: explanations of the last looks, and how two of them differ."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from events.acts import DameLifted, DamePlaced
from referee.backgammon.lines import LineOfPlay
from referee.backgammon.successors import Kind, Next
from referee.inference.deciding import Outcome
from rules.backgammon.position import BAR, OFF, Position
from rules.position import Side


@dataclass(frozen=True, slots=True)
class Believed:
    """One explanation of the last looks.

    Attributes:
        line: the line it follows from.
        following: the successor of that line.
        share: its probability, 0..1.
        hand_nats: the part of its weight that comes from where hands were since the last throw.
    """

    line: LineOfPlay
    following: Next
    share: float = 0.0
    hand_nats: float = 0.0

    @property
    def key(self) -> tuple[object, ...]:
        """Equal for explanations with the same past and present."""
        return self.past, self.following.position

    @property
    def past(self) -> tuple[object, ...]:
        """The throws and their starting positions."""
        steps = self.line.steps_key
        return *steps[: len(steps) - self.following.drop], *(turn.key for turn in self.following.turns)

    @property
    def news(self) -> object:
        """The last throw, and how the dames moved since then, wherever they stood before."""
        if self.following.kind is Kind.SET:
            return Kind.SET
        turn = self.following.turns[-1] if self.following.turns else self.line.last
        base = self.line.root.position if turn is None else turn.base
        guessed = self.following.kind is Kind.UNSEEN or (not self.following.turns and self.line.guessed is not None)
        pairs = (zip(base.counts(side), self.following.position.counts(side), strict=True) for side in Side)
        moves = tuple(tuple(after - before for before, after in each) for each in pairs)
        return turn and (turn.side, None if guessed else turn.dice, turn.found), moves


@dataclass(frozen=True, slots=True)
class News:
    """One possible last event.

    Attributes:
        key: equal for explanations with the same last event.
        believed: the explanation that stands for all of those.
        outcome: their probability, and whether it accuses somebody.
    """

    key: object
    believed: Believed
    outcome: Outcome


def same_but_base(one: LineOfPlay, other: LineOfPlay) -> bool:
    """Whether two lines differ only in how the throw before the last one was played."""
    first, second = one.last, other.last
    if first is None or second is None or first.base == second.base:
        return False
    return one.steps_key[:-1] == other.steps_key[:-1] and (first.side, first.dice) == (second.side, second.dice)


def ways_between(t: float, before: Position, after: Position) -> Iterator[DameLifted | DamePlaced]:
    """Yield the acts from one position to another: every dame lifted, then every dame placed, hit dames first."""
    for act, more in ((DameLifted, 1), (DamePlaced, -1)):
        for side in Side:
            for case in range(BAR, OFF - 1, -1):
                for _ in range(more * (before.on(side, case) - after.on(side, case))):
                    yield act(t, side, case)
