"""Play games for exercises: both sides play lawfully from the start, each in a style that suits the exercise."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Final, TypeAlias

from rules.plays import legal_plays
from rules.position import COIN, Counts, Position, Side
from rules.view import GRAND_JAN, JAN_DE_RETOUR, PETIT_JAN

Style: TypeAlias = Callable[[Counts], float]
STRAYS: Final = 0.15
"""How often a side plays any lawful play instead of its style, so that games differ."""


@dataclass(frozen=True, slots=True)
class WalkPosition:
    """A position before a throw of `side`; coup: the number of that throw since the start, 1 for the first."""

    position: Position
    side: Side
    coup: int


def walk(random: Random, styles: dict[Side, Style]) -> Iterator[WalkPosition]:
    """Play one game, standing by standing, until a side has taken its last dame out."""
    position, side, throws = Position.start(), random.choice(list(Side)), dict.fromkeys(Side, 0)
    while True:
        yield WalkPosition(position, side, throws[side] + 1)
        throws[side] += 1
        dice = (random.randint(1, 6), random.randint(1, 6))
        plays = legal_plays(position, side, dice).plays
        if random.random() < STRAYS:
            position = random.choice(plays).result
        else:
            style = styles[side]
            position = max(plays, key=lambda play: (style(play.result.counts(side)), random.random())).result
        if not sum(position.counts(side)):
            return
        side = side.adversary


def anything(_counts: Counts) -> float:
    """Prefer nothing: any lawful play."""
    return 0


def spreads(counts: Counts) -> float:
    """Prefer many single dames, as a beginner leaves them."""
    return sum(count == 1 for count in counts)


def fills(jan: range) -> Style:
    """Prefer a full jan."""

    def style(counts: Counts) -> float:
        value = 1.0 * sum(min(counts[case - 1], 2) for case in jan)
        # Dames behind the jan that can still reach it are worth keeping.
        return value + 0.01 * sum(counts[: jan.start - 1])

    return style


fills_petit_jan: Final = fills(PETIT_JAN)
fills_grand_jan: Final = fills(GRAND_JAN)


def waits_for_the_coin(counts: Counts) -> float:
    """Prefer dames within reach of the coin, without taking the coin."""
    return sum(min(counts[case - 1], 2) for case in range(6, COIN)) - 4 * counts[COIN - 1]


def keeps_off_the_coin(counts: Counts) -> float:
    """Prefer single dames and an empty coin, as the adversary in an exercise about coins."""
    return spreads(counts) - 4 * counts[COIN - 1]


def goes_home(counts: Counts) -> float:
    """Prefer as many dames as possible in the jan de retour, the last ones first."""
    return -sum(count * math.sqrt(max(0, JAN_DE_RETOUR.start - case)) ** 3 for case, count in enumerate(counts, 1))


def fills_the_retour(counts: Counts) -> float:
    """Prefer the jan de retour, with two dames on a case."""
    return goes_home(counts) + 3 * sum(min(counts[case - 1], 2) for case in JAN_DE_RETOUR)
