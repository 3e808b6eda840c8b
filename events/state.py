"""What the states of all games share."""

from __future__ import annotations

from enum import StrEnum


class Mode(StrEnum):
    """What the companion is for at this table."""

    SCORE = "score"
    REFEREE = "referee"
    LESSON = "lesson"
    SOLO = "solo"
