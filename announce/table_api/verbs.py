"""The requests that a table takes, and the names of tables."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final

TABLE_ID: Final = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?")


class InvalidTableId(ValueError):
    """A table id that cannot be part of a topic or an address. The message quotes it and says what is expected."""


def check_table_id(table: str) -> str:
    """Return the id, if it has 1 to 32 of a-z, 0-9 and inner hyphens.

    Raises InvalidTableId.
    """
    if not TABLE_ID.fullmatch(table):
        raise InvalidTableId(f"invalid table id {table!r}, expected 1 to 32 of a-z, 0-9 and hyphens between them")
    return table


class Verb(StrEnum):
    """The requests that a table takes."""

    UNDO = "undo"
    CORRECT = "correct"
    CLAIM = "claim"
    PAUSE = "pause"
    MODE = "mode"
    TOUR = "tour"
    GUESS = "guess"
    COURSE = "course"
    SOLO = "solo"
    CUBE = "cube"
    SEAT = "seat"
    PLAYERS = "players"
    VOLUME = "volume"
    CALL = "call"
    PICTURE = "picture"
    SNAPSHOT = "snapshot"
