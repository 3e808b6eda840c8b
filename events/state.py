"""The parts that the states and settings of all games share."""

from __future__ import annotations

from enum import StrEnum
from typing import Protocol

from rules.position import Side
from rules.seating import Seating


class Mode(StrEnum):
    """The companion's task at this table."""

    SCORE = "score"
    REFEREE = "referee"
    LESSON = "lesson"
    SOLO = "solo"


class GameSettings(Protocol):
    """The settings that the players of any game agreed on."""

    @property
    def mode(self) -> Mode:
        """The companion's task."""

    @property
    def seating(self) -> Seating:
        """How the players sit."""

    @property
    def light(self) -> Side:
        """The side whose dames the camera calls light."""


class GameState(Protocol):
    """The state of a table of any game between two acts, for display."""

    @property
    def mode(self) -> Mode:
        """The companion's task."""

    @property
    def position(self) -> object:
        """The position as it stands, lawful or not."""

    @property
    def throw(self) -> int:
        """The number of the throw in its tour or game."""

    @property
    def tour(self) -> int:
        """The number of the tour or game in the sitting, from 1."""

    @property
    def doubt(self) -> str | None:
        """The id of the open doubt, None without one."""

    @property
    def over(self) -> bool:
        """Whether the tour or game is won and the dames go back."""
