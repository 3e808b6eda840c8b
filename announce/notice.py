"""Notices about the table itself, each given once: device troubles, their end, resumed games, lessons, advice."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

from coach.advice import AnyReason
from coach.lessons.exercise import Exercise
from events.board_reading import Trouble
from events.peg_reading import HoleFault
from events.rulings import CaseDifference, News, PlayToMake, ThrowWorth
from events.state import GameState
from rules.fault import Fault
from rules.play import Move
from rules.position import Side


class DeviceTrouble(StrEnum):
    """A trouble of the table itself, apart from those of its pictures and its holes."""

    DICE_MISSED = "dice_missed"
    CAMERA_LOST = "camera_lost"
    PEGS_LOST = "pegs_lost"
    BROKER_LOST = "broker_lost"
    SPEAKER_LOST = "speaker_lost"
    JOURNAL_LOST = "journal_lost"
    PROGRAM_FAILED = "program_failed"


AnyTrouble: TypeAlias = Trouble | HoleFault | DeviceTrouble
TROUBLES: Final[tuple[AnyTrouble, ...]] = (*Trouble, *HoleFault, *DeviceTrouble)
"""All that a notice can be about."""


@dataclass(frozen=True, slots=True)
class Notice(News):
    """A trouble that began or, with `over`, ended.

    detail: the holes ("7, 8"), or for the log what is wrong; may be empty.
    """

    trouble: AnyTrouble
    over: bool = False
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Reprise(News):
    """An interrupted game continues. state: as it was left."""

    state: GameState


@dataclass(frozen=True, slots=True)
class AboutThrow(News):
    """A notice about a throw, by its number."""

    throw: int


@dataclass(frozen=True, slots=True)
class Guessed(AboutThrow):
    """In a lesson, somebody guessed what a throw is worth before it was announced.

    Attributes:
        right: whether the guess was right.
        worth: what the throw is worth.
        guess: the points guessed for Blancs and Noirs.
    """

    right: bool
    worth: ThrowWorth
    guess: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class StillToMake(PlayToMake):
    """The companion's play was only partly made for it. moves: the missing ones."""


@dataclass(frozen=True, slots=True)
class JetonUnseen(AboutThrow):
    """In a solo game a jeton is out of sight.

    Attributes:
        side: whose points it should mark.
        points: the points it should mark.
        companion: whether these are the companion's.
    """

    side: Side
    points: int
    companion: bool


@dataclass(frozen=True, slots=True)
class BestPlay(AboutThrow):
    """The best play of a throw, with the reasons for it."""

    side: Side
    moves: tuple[Move, ...]
    reasons: tuple[AnyReason, ...]


@dataclass(frozen=True, slots=True)
class Advice(BestPlay):
    """A hint the player asked for. leaves: whether it is best to leave, without a play."""

    leaves: bool


@dataclass(frozen=True, slots=True)
class Reviewed(BestPlay):
    """In a lesson, there was a better play.

    loss: in trous a tour. chance: the loss in the chance of winning it, 0..1.
    """

    loss: float
    chance: float


@dataclass(frozen=True, slots=True)
class LevelChanged(News):
    """The level of the companion in a solo game changes from now on."""

    level: str


class LessonStage(StrEnum):
    """The stages of a beginner's introduction, in order."""

    MOVING = "moving"
    BEATING = "beating"
    TROU = "trou"
    COIN = "coin"
    ECOLES = "ecoles"
    LEAVING = "leaving"


@dataclass(frozen=True, slots=True)
class Introduced(AboutThrow):
    """A stage of the introduction matters for the first time to this pupil."""

    stage: LessonStage


@dataclass(frozen=True, slots=True)
class BredouilleTurned(AboutThrow):
    """In a lesson, the points of `side` are now in bredouille (`gained`), or no longer are."""

    side: Side
    gained: bool


@dataclass(frozen=True, slots=True)
class AboutExercise(News):
    """A notice about an exercise."""

    exercise: Exercise


@dataclass(frozen=True, slots=True)
class ExerciseSet(AboutExercise):
    """The position of an exercise, to be set up on the board."""


@dataclass(frozen=True, slots=True)
class Misplaced(News):
    """Dames that are not where the exercise has them."""

    differences: tuple[CaseDifference, ...]


@dataclass(frozen=True, slots=True)
class ExerciseAsked(AboutExercise):
    """The question of an exercise."""


@dataclass(frozen=True, slots=True)
class ExerciseJudged(AboutExercise):
    """An answer was judged. fault: of a play that breaks a law."""

    right: bool
    fault: Fault | None = None


@dataclass(frozen=True, slots=True)
class CourseStopped(News):
    """The pupil stopped or, with `done`, nothing more is due today.

    answered, right: questions of this sitting.
    """

    answered: int
    right: int
    done: bool
