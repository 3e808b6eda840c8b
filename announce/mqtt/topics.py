"""The topics of one table. See docs/mqtt.md."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

ROOT: Final = "tablier"
HOME_ASSISTANT: Final = "homeassistant"
"""The root of the topics by which Home Assistant discovers devices."""
TABLE_ID: Final = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?")


class InvalidTableId(ValueError):
    """A table's id that cannot stand in a topic; the message holds it and what is expected."""


class Verb(StrEnum):
    """What may be asked of a table."""

    UNDO = "undo"
    CORRECT = "correct"
    CLAIM = "claim"
    PAUSE = "pause"
    MODE = "mode"
    TOUR = "tour"
    GUESS = "guess"
    CUBE = "cube"
    SEAT = "seat"
    VOLUME = "volume"
    CALL = "call"
    PICTURE = "picture"
    SNAPSHOT = "snapshot"


@dataclass(frozen=True, slots=True)
class Topics:
    """Where a table speaks and listens; its id is 1 to 32 of a-z, 0-9 and inner hyphens.

    Raises InvalidTableId.

    >>> Topics("salon").request(Verb.UNDO)
    'tablier/salon/request/undo'
    """

    table: str

    def __post_init__(self) -> None:
        if not TABLE_ID.fullmatch(self.table):
            raise InvalidTableId(
                f"invalid table id {self.table!r}, expected 1 to 32 of a-z, 0-9 and hyphens between them"
            )

    def _at(self, name: str) -> str:
        return f"{ROOT}/{self.table}/{name}"

    def shown(self, name: str) -> str:
        """Where what the table shows goes, by its schema: "state" and "display", retained; "announcement"."""
        return self._at(name)

    @property
    def availability(self) -> str:
        """Retained: "online" or, also as the last will, "offline"."""
        return self._at("availability")

    @property
    def requests(self) -> str:
        """All requests, for a subscription."""
        return self._at("request/+")

    def request(self, verb: Verb) -> str:
        """Where one verb is asked."""
        return self._at(f"request/{verb}")

    def response(self, verb: str) -> str:
        """Where the answers to one verb go."""
        return self._at(f"response/{verb}")
