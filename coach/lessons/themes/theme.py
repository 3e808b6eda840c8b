"""A theme: how the two sides play to get there, and what is asked of the position they reach."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from coach.lessons.exercise import Exercise
from coach.lessons.walks import anything
from rules.marking import Score
from rules.position import Side

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from coach.lessons.exercise import Answer
    from coach.lessons.walks import Standing, Style
    from rules.position import Dice, Position


@dataclass(frozen=True, slots=True)
class Draw:
    """A standing and a throw, to be made an exercise if they will do.

    side: the pupil's
    toss: heads or tails, once for the whole exercise: whether a question with two answers is to have the first
    """

    theme: str
    difficulty: int
    side: Side
    standing: Standing
    dice: Dice
    toss: bool
    random: Random

    @property
    def position(self) -> Position:
        """The position before the throw."""
        return self.standing.position

    def exercise(self, answer: Answer, article: str, **more: Any) -> Exercise:  # noqa: ANN401 - fields of Exercise
        """An exercise of this standing and throw."""
        fields = {"dice": self.dice, "thrower": self.standing.side, **more}
        return Exercise(
            theme=self.theme,
            difficulty=self.difficulty,
            side=self.side,
            position=self.position,
            answer=answer,
            article=article,
            **fields,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """A generator.

    makes: an exercise of a draw, None where it does not suit
    style, other: how the pupil's side and the other play on the way there
    after: throws of both sides before a position is looked at
    until: throws after which another game is begun
    adverse: the adversary of the pupil throws; None for either
    suits: tells by position, side that throws and difficulty whether it is worth looking at its 21 throws
    """

    makes: Callable[[Draw], Exercise | None]
    style: Style = anything
    other: Style = anything
    after: int = 4
    until: int = 60
    adverse: bool | None = False
    suits: Callable[[Position, Side, int], bool] = lambda _position, _side, _difficulty: True


def offered(number: int, random: Random, *, step: int = 2, most: int = 5) -> tuple[int, ...]:
    """Numbers to choose from: the right one among its neighbours, at a place that says nothing."""
    below = random.randint(0, min(most - 1, number // step))
    return tuple(number + step * (place - below) for place in range(most))


def marked_score(random: Random) -> Score:
    """Marks as a game leads to: several amounts marked one after the other."""
    score = Score()
    for _ in range(random.randint(0, 9)):
        score, _marking = score.marked(random.choice(list(Side)), random.choice((2, 2, 4, 4, 6, 8)))
    return score
