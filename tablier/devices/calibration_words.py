"""Messages of the calibration, as phrase keys and values that are not yet in a language."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from announce.phrases.catalogue import catalogue
from vision.calibration import CalibrationError

if TYPE_CHECKING:
    from collections.abc import Mapping

START: Final = "walk."
"""The prefix of these phrases' keys in the catalogues."""


@dataclass(frozen=True, slots=True)
class Message:
    """One message. Its text is English, for the command line.

    key: of its phrase, without START
    values: of its placeholders: text, numbers, or further messages, to be joined
    """

    key: str
    values: Mapping[str, str | float | tuple[Message, ...]] = field(default_factory=dict)

    def __str__(self) -> str:
        """Return the message in English."""
        return catalogue("en").text(START + self.key, **{name: _english(value) for name, value in self.values.items()})

    def to_dict(self) -> dict[str, Any]:
        """Return the message for JSON: `{"say": key, "values": {...}}`; further messages are a list of such objects."""
        values = {
            name: [one.to_dict() for one in value] if isinstance(value, tuple) else value
            for name, value in self.values.items()
        }
        return {"say": START + self.key, "values": values}


class Unfit(CalibrationError):
    """A picture or a request cannot be used. Its messages say why, and what to do."""

    def __init__(self, *messages: Message) -> None:
        super().__init__("; ".join(map(str, messages)), messages[0].key)
        self.messages = messages


def messages_of(error: CalibrationError) -> tuple[Message, ...]:
    """Return the messages of an error; an error without a phrase key stays in English."""
    if isinstance(error, Unfit):
        return error.messages
    if not error.what:
        return (Message("refused", {"error": str(error)}),)
    values: dict[str, Any] = dict(error.values)
    if "cells" in values:
        values["cells"] = tuple(cell(each) for each in values["cells"])
    return (Message(error.what, values),)


def cell(place: tuple[int, int]) -> Message:
    """Name a ninth of the picture (column, row), as used to count the charts held before the lens."""
    return Message(f"cell.{place[0]}.{place[1]}")


def _english(value: str | float | tuple[Message, ...]) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return value if isinstance(value, str) else f"{value:g}"
