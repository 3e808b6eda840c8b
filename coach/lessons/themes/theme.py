"""A theme: how both sides play to reach a position, and the question about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from coach.lessons.exercise import Answer, Exercise
from coach.lessons.walks import Style, WalkPosition, anything
from rules.marking import Score
from rules.position import Dice, Position, Side


@dataclass(frozen=True, slots=True)
class Draw:
    """A standing and a throw, from which an exercise may be made.

    side: the pupil's toss: which of two answers the question should have, drawn once for the whole exercise
    """

    theme: str
    difficulty: int
    side: Side
    standing: WalkPosition
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
    """A generator of exercises.

    Attributes:
        makes: Makes an exercise of a draw; None if it does not suit.
        style, other: How the pupil's side and the other play on the way there.
        after: Throws of both sides before positions are tried.
        until: Throws after which another game is begun.
        adverse: Whether the pupil's adversary throws; None for either.
        suits: Tells by position, thrower and difficulty whether the 21 throws are worth trying.
    """

    makes: Callable[[Draw], Exercise | None]
    style: Style = anything
    other: Style = anything
    after: int = 4
    until: int = 60
    adverse: bool | None = False
    suits: Callable[[Position, Side, int], bool] = lambda _position, _side, _difficulty: True


def options_around(points: int, random: Random) -> tuple[int, ...]:
    """Return five even numbers to choose from: the right one and its neighbours, at a random place."""
    lowest = points - 2 * random.randint(0, min(4, points // 2))
    return tuple(range(lowest, lowest + 10, 2))


def random_score(random: Random) -> Score:
    """Return a score as in a game: several amounts marked one after the other."""
    score = Score()
    for _ in range(random.randint(0, 9)):
        score, _marking = score.mark(random.choice(list(Side)), random.choice((2, 2, 4, 4, 6, 8)))
    return score
