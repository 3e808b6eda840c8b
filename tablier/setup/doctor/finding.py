"""The doctor's finding about one thing."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

INSTALL: Final = "install again: remove the folder .venv, then ./run doctor"
"""What mends a program that is not whole: the setting up is not done again while the lock is the same."""


class Health(StrEnum):
    """How it is: well, well but for something to know, wrong, or not asked for by the settings."""

    GOOD = "good"
    NOTE = "note"
    WRONG = "wrong"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing examined: what it is, how it is, what was found, and what to do about it (empty when nothing)."""

    subject: str
    health: Health
    said: str
    mend: str = ""


def good(subject: str, said: str) -> Finding:
    """All is well."""
    return Finding(subject, Health.GOOD, said)


def note(subject: str, said: str, mend: str) -> Finding:
    """It works, but."""
    return Finding(subject, Health.NOTE, said, mend)


def wrong(subject: str, said: str, mend: str) -> Finding:
    """It does not work, or not well enough."""
    return Finding(subject, Health.WRONG, said, mend)


def off(subject: str, said: str) -> Finding:
    """The settings do not ask for it."""
    return Finding(subject, Health.OFF, said)
