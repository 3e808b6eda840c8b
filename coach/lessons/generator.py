"""Make exercises: simulate games until one reaches a position that suits the theme."""

from __future__ import annotations

from random import Random
from typing import Final

from coach.lessons.exercise import Exercise
from coach.lessons.themes import board, faults, leaving, plays, worth
from coach.lessons.themes.theme import Draw, Theme
from coach.lessons.walks import walk
from coach.throws import THROWS
from rules.position import Side

THEMES: Final[dict[str, Theme]] = {
    **board.THEMES,
    **plays.THEMES,
    **worth.THEMES,
    **leaving.THEMES,
    **faults.THEMES,
}
"""Every theme by name."""
GAMES: Final = 400
"""The most games begun for one exercise; the rarest themes need some dozens."""
TURNED: Final = GAMES // 2
"""Games after which a question with two answers may have the other answer, which is easier to find."""


class NoExercise(RuntimeError):
    """No game reached a position for an exercise; the message names its theme, difficulty and seed."""


def exercise(theme: str, difficulty: int, seed: int, side: Side = Side.BLANCS) -> Exercise:
    """Return an exercise for a pupil who plays `side`; equal arguments give equal exercises.

    difficulty: 1..3 Raises NoExercise, and KeyError for an unknown theme.
    """
    found, random = THEMES[theme], Random(f"{theme} {difficulty} {seed}")  # noqa: S311 - exercises, no secrets
    styles = {side: found.style, side.adversary: found.other}
    toss = random.random() < 0.5
    for game in range(GAMES):
        # Games are searched from different throws on; otherwise all positions would be as early as possible.
        after = found.after + random.randint(0, max(2, found.after // 2))
        for count, standing in enumerate(walk(random, styles)):
            if count >= found.until:
                break
            adverse = standing.side is not side
            if count < after or (found.adverse is not None and adverse != found.adverse):
                continue
            if not found.suits(standing.position, standing.side, difficulty):
                continue
            for dice in random.sample(THROWS, len(THROWS)):
                thrown = dice if random.random() < 0.5 else dice[::-1]
                made = found.makes(Draw(theme, difficulty, side, standing, thrown, toss != (game >= TURNED), random))
                if made is not None:
                    return made
    raise NoExercise(f"{theme}, difficulty {difficulty}, seed {seed}: no position in {GAMES} games")
