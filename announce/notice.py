"""Notices about the table itself, each given once: device troubles, their end, resumed games, lessons, advice."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from events.board_reading import Trouble

if TYPE_CHECKING:
    from coach.advice import AnyReason
    from coach.lessons.exercise import Exercise
    from events.rulings import ThrowWorth
    from events.state import GameState
    from rules.fault import Fault
    from rules.play import Move
    from rules.position import Case, Dice, Side


class DeviceTrouble(StrEnum):
    """A trouble of the table itself.

    Vision's troubles and the bridge's hole faults (with the prefix `hole_`) keep their names.
    """

    NO_BOARD = "no_board"
    PARTLY_OUT_OF_VIEW = "partly_out_of_view"
    TOO_DARK = "too_dark"
    TOO_BRIGHT = "too_bright"
    BLURRED = "blurred"
    BOARD_MOVED = "board_moved"
    SMALL = "small"
    CAMERA_LOW = "camera_low"
    SOFT = "soft"
    HOLE_STUCK = "hole_stuck"
    HOLE_MISSING = "hole_missing"
    HOLE_DRIFTING = "hole_drifting"
    HOLE_ADC = "hole_adc"
    CAMERA_LOST = "camera_lost"
    PEGS_LOST = "pegs_lost"
    BROKER_LOST = "broker_lost"
    SPEAKER_LOST = "speaker_lost"
    JOURNAL_LOST = "journal_lost"
    PROGRAM_FAILED = "program_failed"


OF_THE_PICTURE: Final = tuple(DeviceTrouble(trouble) for trouble in Trouble)
"""The troubles that make a single picture unfit for reading."""


@dataclass(frozen=True, slots=True)
class News:
    """Something to announce that is not a ruling.

    id: unique in its sitting. t: seconds on the table's clock.
    """

    id: str
    t: float


@dataclass(frozen=True, slots=True)
class Notice(News):
    """A device trouble that began or, with `over`, ended.

    detail: the device or hole in short ("7", "/dev/ttyACM0"); may be empty.
    """

    trouble: DeviceTrouble
    over: bool = False
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Reprise(News):
    """An interrupted game continues. state: as it was left."""

    state: GameState


@dataclass(frozen=True, slots=True)
class Guessed(News):
    """In a lesson, somebody guessed what a throw is worth before it was announced.

    Attributes:
        right: whether the guess was right.
        worth: what the throw is worth.
        guess: the points guessed for Blancs and Noirs.
    """

    throw: int
    right: bool
    worth: ThrowWorth
    guess: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class StillToMake(News):
    """The companion's play was only partly made for it. moves: the missing ones."""

    throw: int
    side: Side
    dice: Dice
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Advice(News):
    """A hint the player asked for: the best play of the throw, or to leave, with the reasons for it."""

    throw: int
    side: Side
    moves: tuple[Move, ...]
    leaves: bool
    reasons: tuple[AnyReason, ...]


@dataclass(frozen=True, slots=True)
class Reviewed(News):
    """In a lesson, there was a better play.

    loss: in trous a tour. chance: the loss in the chance of winning it, 0..1.
    """

    throw: int
    side: Side
    moves: tuple[Move, ...]
    loss: float
    chance: float
    reasons: tuple[AnyReason, ...]


@dataclass(frozen=True, slots=True)
class LevelChanged(News):
    """The level of the companion in a solo game changes from now on."""

    level: str


class Stage(StrEnum):
    """The stages of a beginner's introduction, in order."""

    MOVING = "moving"
    BEATING = "beating"
    TROU = "trou"
    COIN = "coin"
    ECOLES = "ecoles"
    LEAVING = "leaving"


@dataclass(frozen=True, slots=True)
class Introduced(News):
    """A stage of the introduction matters for the first time to this pupil."""

    throw: int
    stage: Stage


@dataclass(frozen=True, slots=True)
class BredouilleTurned(News):
    """In a lesson, the points of `side` are now in bredouille (`gained`), or no longer are."""

    throw: int
    side: Side
    gained: bool


@dataclass(frozen=True, slots=True)
class ExerciseSet(News):
    """The position of an exercise, to be set up on the board."""

    exercise: Exercise


@dataclass(frozen=True, slots=True)
class Misplaced(News):
    """Dames that are not where the exercise has them: (side, own case, dames expected, dames seen)."""

    differences: tuple[tuple[Side, Case, int, int], ...]


@dataclass(frozen=True, slots=True)
class ExerciseAsked(News):
    """The question of an exercise."""

    exercise: Exercise


@dataclass(frozen=True, slots=True)
class ExerciseJudged(News):
    """An answer was judged. fault: of a play that breaks a law."""

    exercise: Exercise
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
