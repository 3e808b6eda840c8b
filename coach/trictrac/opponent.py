"""How an opponent of some level plays one throw of a tour and whether it leaves, for the table and its simulation."""

from __future__ import annotations

from collections.abc import Iterable

from coach.advice import Choice
from coach.trictrac.advice import Situation, choices, leaves
from rules.play import Play
from rules.position import Dice, Position


def decide(
    situation: Situation, dice: Dice, level: str, seed: int, leaving: Situation | None = None
) -> tuple[tuple[Choice[Position], ...], bool]:
    """Return every play of a throw, the preferred one first, and whether the level leaves instead.

    leaving: the situation after the thrower's own points are marked, None if they make no trou
    """
    dice = (max(dice), min(dice))  # The choice does not depend on the order in which the dice are read.
    goes = leaving is not None and leaves(leaving, dice, level)
    return choices(situation, dice, level, seed), goes


def lawful(preferred: Iterable[Choice[Position]], plays: tuple[Play, ...]) -> Play:
    """Return the preferred lawful play, with the fewest dames moved; the first play if none is preferred."""
    for choice in preferred:
        same = [play for play in plays if play.result == choice.result]
        if same:
            return min(same, key=lambda play: len(play.moves))
    return plays[0]
