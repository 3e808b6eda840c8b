"""Messages of the calibration: phrase keys and their values, still without a language."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from announce.phrases.catalogue import catalogue
from vision.calibration import CalibrationError

if TYPE_CHECKING:
    from collections.abc import Mapping

START: Final = "walk."
"""The beginning of the keys of these phrases in the catalogues."""


@dataclass(frozen=True, slots=True)
class Message:
    """One message.

    key: of its phrase, without START; values: of its placeholders: text, numbers, or further messages, to
    stand one after the other. As text it is English, which the command line speaks.
    """

    key: str
    values: Mapping[str, str | float | tuple[Message, ...]] = field(default_factory=dict)

    def __str__(self) -> str:
        """It in English."""
        return catalogue("en").text(START + self.key, **{name: _english(value) for name, value in self.values.items()})

    def to_dict(self) -> dict[str, Any]:
        """It for JSON: `{"say": key, "values": {...}}`, with further messages as a list of the same."""
        values = {
            name: [one.to_dict() for one in value] if isinstance(value, tuple) else value
            for name, value in self.values.items()
        }
        return {"say": START + self.key, "values": values}


class Unfit(CalibrationError):
    """The trouble of a picture or a request, and its remedy."""

    def __init__(self, *messages: Message) -> None:
        super().__init__("; ".join(map(str, messages)), messages[0].key)
        self.messages = messages


def messages_of(error: CalibrationError) -> tuple[Message, ...]:
    """The messages of an error; one without a key stays as it is, in English."""
    if isinstance(error, Unfit):
        return error.messages
    if not error.what:
        return (Message("refused", {"error": str(error)}),)
    values: dict[str, Any] = dict(error.values)
    if "cells" in values:
        values["cells"] = tuple(cell(each) for each in values["cells"])
    return (Message(error.what, values),)


def cell(place: tuple[int, int]) -> Message:
    """A ninth of the picture (column, row), as the charts before the lens are counted."""
    return Message(f"cell.{place[0]}.{place[1]}")


def _english(value: str | float | tuple[Message, ...]) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return value if isinstance(value, str) else f"{value:g}"
