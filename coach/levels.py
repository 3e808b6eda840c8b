"""Levels of play, from débutant to maître, and what each of them overlooks.

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
"""A number greater than any difference of equity between two plays."""


@dataclass(frozen=True, slots=True)
class Level:
    """The strength of a level.

    Attributes:
        look_ahead: Whether it looks one throw ahead, over all 21 throws.
        overlooks: Chance that it does not see a play at all, 0..1.
        forgets: Chance that it does not mark a jan that it knows, 0..1.
        unknown: The jans it does not know (names of rules.jan): it neither plays for them nor marks them.
        danger: Whether it sees what its play offers the adversary.
        leaves: Whether it considers leaving after a trou.
    """

    look_ahead: bool
    overlooks: float = 0.0
    forgets: float = 0.0
    unknown: frozenset[str] = frozenset()
    danger: bool = True
    leaves: bool = True


@cache
def levels(game: str) -> dict[str, Level]:
    """Return the levels of a game by name, the weakest first."""
    text = (resources.files(f"coach.{game}") / "levels.toml").read_text("utf-8")
    return {
        name: Level(**{**values, "unknown": frozenset(values.get("unknown", ()))})
        for name, values in tomllib.loads(text).items()
    }


def chance_of(seed: int, *what: object) -> np.random.Generator:
    """Return a generator that is the same for the same seed and question."""
    return np.random.default_rng([seed, zlib.crc32(repr(what).encode())])


def without_overlooked(value: np.ndarray, overlooks: float, random: np.random.Generator) -> np.ndarray:
    """Return the values, with the overlooked plays behind all others in random order."""
    if not overlooks:
        return value
    chance = random.random(len(value))
    return np.asarray(np.where(chance < overlooks, chance - _BEHIND, value))
