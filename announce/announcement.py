"""An announcement: one ruling or notice, in every language of the table."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import TYPE_CHECKING, Final

from rules.position import Side

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rules.position import Case


class Severity(StrEnum):
    """How much it asks of people: nothing, a glance, a decision, a hand on the table."""

    INFO = "info"
    NOTICE = "notice"
    WARNING = "warning"
    ALERT = "alert"


class Priority(IntEnum):
    """Which line is said first when several wait."""

    LOW = 0
    NORMAL = 1
    HIGH = 2
    URGENT = 3


class Subject(StrEnum):
    """The subject of a line: a newer line makes those waiting on the same subject stale."""

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
"""What is stale once the dice are thrown again, or no more will be: whatever was of the throw before."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """One announcement.

    id: of the ruling or notice, unique in its game; t: seconds on the readings' clock; throw: its number in the tour,
    None for what belongs to no throw; kind: the ruling's name in lower case ("throw_worth", "notice");
    stales: the subjects whose waiting lines it makes out of date;
    article: the law it rests on, if any; text: by language code, to be read; spoken: by language code, to be said
    (empty: nothing is said, though stale lines are still dropped); brief: what is said when time is short;
    choices: of a doubt, the plays to choose from, in notation; cases: the cases it is about, each in its own side's
    numbering; differences: of a disorder, (side, own case, dames expected, dames seen); evidence: the names of the
    pictures it rests on, before and after; waits: in a lesson, the table waits until it has been heard;
    about: of a fault, its name and who made it, of a claim that is right, the same: who hears one has heard the other.
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
    differences: tuple[tuple[Side, Case, int, int], ...] = ()
    evidence: tuple[str, ...] = ()
    waits: bool = False
    about: str = ""
