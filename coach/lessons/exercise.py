"""An exercise: a position, a question about it, the right answer, and the facts that explain it.

This module has no words: `announce` puts the question and the explanation into words.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from coach.trictrac.advice import Departure
from coach.trictrac.reasons import Reason
from rules.fault import Fault
from rules.jan import Jan
from rules.marking import Marking, Score
from rules.play import Move
from rules.position import Case, Dice, Position, Side


class AnswerKind(StrEnum):
    """How a question is answered."""

    PLAY = "play"
    CASES = "cases"
    AMOUNT = "amount"
    JETON = "jeton"
    YES_NO = "yes_no"
    LEAVE = "leave"


@dataclass(frozen=True, slots=True)
class Results:
    """The answer is that the dames stand in one of these positions."""

    positions: tuple[Position, ...]


@dataclass(frozen=True, slots=True)
class Cases:
    """The answer is exactly these cases, in the pupil's numbering, ascending."""

    cases: tuple[Case, ...]


@dataclass(frozen=True, slots=True)
class Amount:
    """The answer is a number of points, trous or dice; offered: the numbers to choose from, ascending."""

    number: int
    offered: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Marks:
    """The answer is the places of the pupil's jeton and fichet: points 0..10, and trous."""

    points: int
    trous: int


@dataclass(frozen=True, slots=True)
class YesNo:
    """The answer is yes or no."""

    yes: bool


@dataclass(frozen=True, slots=True)
class Leaves:
    """The answer is whether to leave (*s'en aller*) rather than to hold (*tenir*)."""

    leave: bool


Answer: TypeAlias = Results | Cases | Amount | Marks | YesNo | Leaves

KINDS: dict[type, AnswerKind] = {
    Results: AnswerKind.PLAY,
    Cases: AnswerKind.CASES,
    Amount: AnswerKind.AMOUNT,
    Marks: AnswerKind.JETON,
    YesNo: AnswerKind.YES_NO,
    Leaves: AnswerKind.LEAVE,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Exercise:
    """One question to one pupil.

    Attributes:
        theme: The generator's name in `coach.lessons.themes`, and the key of the question's words.
        side: The pupil's side.
        thrower: The side that throws `dice`; the pupil in most exercises.
        score: The score before anything is marked for this throw.
        what: Which of a theme's questions it is, a key of words; empty when there is only one.
        number: The number that the question names: a case, or points that were marked.
        play: The play that the question is about; its moves are in the thrower's numbering.
        jans, fault, marking, departure, reasons: Facts that explain the answer, if the theme has them.
        article: The law that decides the answer.
    """

    theme: str
    difficulty: int
    side: Side
    position: Position
    answer: Answer
    thrower: Side
    article: str
    dice: Dice | None = None
    score: Score = field(default_factory=Score)
    what: str = ""
    number: int = 0
    play: tuple[Move, ...] = ()
    jans: tuple[Jan, ...] = ()
    fault: Fault | None = None
    marking: Marking | None = None
    departure: Departure | None = None
    reasons: tuple[Reason, ...] = ()

    @property
    def kind(self) -> AnswerKind:
        """How the question is answered."""
        return KINDS[type(self.answer)]
