"""Requests that are refused: why, for programs and for the person who asked."""

from __future__ import annotations

from typing import Final

from announce.phrases.catalogue import catalogue, languages

START: Final = "no."
"""The prefix of these phrases' keys in the catalogues."""


class Refused(ValueError):
    """A request cannot be carried out. The message is for programs and logs: it names the field and what was expected.

    why, values: the phrase for the person who asked, without START, and its placeholders. "invalid" is for requests
        that no page sends.
    """

    def __init__(self, message: str, why: str = "invalid", **values: object) -> None:
        super().__init__(message)
        self.why = why
        self.values = values

    def text(self) -> dict[str, str]:
        """Return the phrase by language."""
        return {language: catalogue(language).text(START + self.why, **self.values) for language in languages()}
