"""Levels of play, from débutant to maître: what each of them does not see.

A game's levels.toml is written by `python -m training.levels`.
"""

from __future__ import annotations

import tomllib
import zlib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Final

import numpy as np

STRONGEST: Final = "maitre"
_BEHIND: Final = 1000.0
"""More than two plays ever differ by, in the equity of any game."""


@dataclass(frozen=True, slots=True)
class Level:
    """How well a level plays.

    look_ahead: it looks one throw ahead, over all 21 throws
    overlooks: chance that it does not see a play at all, 0..1
    forgets: chance that it does not mark a jan that it knows, 0..1
    unknown: the jans it does not know (names of rules.jan); it does not play for them and does not mark them
    danger: it sees what its play offers the adversary
    leaves: it thinks of leaving after a trou
    """

    look_ahead: bool
    overlooks: float = 0.0
    forgets: float = 0.0
    unknown: frozenset[str] = frozenset()
    danger: bool = True
    leaves: bool = True


@cache
def levels(game: str) -> dict[str, Level]:
    """The levels of a game by name, the weakest first."""
    text = (resources.files(f"coach.{game}") / "levels.toml").read_text("utf-8")
    return {
        name: Level(**{**values, "unknown": frozenset(values.get("unknown", ()))})
        for name, values in tomllib.loads(text).items()
    }


def chance_of(seed: int, *what: object) -> np.random.Generator:
    """A generator that is the same for the same seed and question."""
    return np.random.default_rng([seed, zlib.crc32(repr(what).encode())])


def seen(value: np.ndarray, overlooks: float, random: np.random.Generator) -> np.ndarray:
    """The values with the plays that a player overlooks put behind all others, in random order among themselves."""
    if not overlooks:
        return value
    chance = random.random(len(value))
    return np.asarray(np.where(chance < overlooks, chance - _BEHIND, value))
