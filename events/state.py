"""The parts that the states and settings of all games share."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from rules.position import Side
    from rules.seating import Seating


class Mode(StrEnum):
    """What the companion is for at this table."""

    SCORE = "score"
    REFEREE = "referee"
    LESSON = "lesson"
    SOLO = "solo"


class GameSettings(Protocol):
    """What the players of any game agreed on."""

    @property
    def mode(self) -> Mode:
        """What the companion is for."""

    @property
    def seating(self) -> Seating:
        """How the players sit."""

    @property
    def light(self) -> Side:
        """Whose dames the camera calls light."""


class GameState(Protocol):
    """The state of a table of any game between two acts, as anyone may look at it."""

    @property
    def mode(self) -> Mode:
        """What the companion is for."""

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
        """The id of the doubt that is open; None without one."""

    @property
    def over(self) -> bool:
        """Whether the tour or game is won, and the dames go back."""
