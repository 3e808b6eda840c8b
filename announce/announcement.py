"""An announcement: one ruling or notice, in every language of the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import Final

from events.rulings import CaseDifference
from rules.position import Case, Side


class Severity(StrEnum):
    """How much an announcement asks of people: nothing, a glance, a decision, or an action at the table."""

    INFO = "info"
    NOTICE = "notice"
    WARNING = "warning"
    ALERT = "alert"


class Priority(IntEnum):
    """The order in which waiting lines are spoken, highest first."""

    LOW = 0
    NORMAL = 1
    HIGH = 2
    URGENT = 3


class Subject(StrEnum):
    """The subject of a line. A newer line makes the waiting lines on its subject stale."""

    THROW = "throw"
    PLAY = "play"
    SCORE_BLANCS = "score_blancs"
    SCORE_NOIRS = "score_noirs"
    FAULT = "fault"
    CLAIM = "claim"
    COURSE = "course"
    DOUBT = "doubt"
    ORDER = "order"
    DEVICE = "device"


SCORE: Final = {Side.BLANCS: Subject.SCORE_BLANCS, Side.NOIRS: Subject.SCORE_NOIRS}

NEW_THROW: Final = frozenset({Subject.THROW, Subject.PLAY, Subject.DOUBT})
"""Subjects whose lines are about the last throw. They are stale after the next throw, or when no throw follows."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """One announcement.

    Attributes:
        id: of the ruling or notice, unique in its game.
        t: seconds on the readings' clock.
        throw: the number of its throw in the tour, None if it belongs to no throw.
        kind: the ruling's name in lower case ("throw_worth", "notice").
        stales: the subjects whose waiting lines it makes stale.
        article: the law it rests on, if any.
        text: for reading, by language code.
        spoken: for speech, by language code. Empty: nothing is said, but stale lines are still dropped.
        brief: a shorter speech for when time is short, by language code.
        choices: of a doubt, the plays to choose from, in notation.
        cases: the cases it is about, each in its own side's numbering.
        differences: of a disorder, (side, own case, dames expected, dames seen).
        evidence: the names of the pictures it rests on, before and after.
        waits: in a lesson, the table waits until it has been heard.
        about: a fault's name and who made it. A right claim has the same value, so that only one of them is spoken.
    """

    id: str
    t: float
    throw: int | None
    kind: str
    subject: Subject
    stales: frozenset[Subject]
    severity: Severity
    priority: Priority
    article: str | None
    text: Mapping[str, str]
    spoken: Mapping[str, str]
    brief: Mapping[str, str] = field(default_factory=dict)
    choices: tuple[str, ...] = ()
    cases: tuple[tuple[Side, Case], ...] = ()
    differences: tuple[CaseDifference, ...] = ()
    evidence: tuple[str, ...] = ()
    waits: bool = False
    about: str = ""
