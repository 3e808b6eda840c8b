"""Notices: what happens to the table itself, each said once: a device's trouble, its end, a game gone on with."""

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

    Those of a picture are vision's troubles and the `hole_` ones the bridge's hole faults, by the same names.
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
    """Something announced that is no ruling.

    id: unique in its sitting; t: seconds, on the table's clock.
    """

    id: str
    t: float


@dataclass(frozen=True, slots=True)
class Notice(News):
    """A device trouble that began or, when `over`, ended.

    detail: which one, in a word ("7", "/dev/ttyACM0"); may be empty.
    """

    trouble: DeviceTrouble
    over: bool = False
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Reprise(News):
    """A game that was broken off goes on; state: as it was left."""

    state: GameState


@dataclass(frozen=True, slots=True)
class Guessed(News):
    """In a lesson somebody said what a throw is worth before it was announced: whether that was right, and what it is.

    guess: the points said for Blancs and Noirs.
    """

    throw: int
    right: bool
    worth: ThrowWorth
    guess: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class StillToMake(News):
    """The companion's play was begun for it and left there; moves: what is missing."""

    throw: int
    side: Side
    dice: Dice
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Advice(News):
    """A hint the player asked for: the best play of his throw, or to leave, and what is true of that play."""

    throw: int
    side: Side
    moves: tuple[Move, ...]
    leaves: bool
    reasons: tuple[AnyReason, ...]


@dataclass(frozen=True, slots=True)
class Reviewed(News):
    """In a lesson: a better play there was; loss: by how many trous a tour, chance: by how much of winning it, 0..1."""

    throw: int
    side: Side
    moves: tuple[Move, ...]
    loss: float
    chance: float
    reasons: tuple[AnyReason, ...]


@dataclass(frozen=True, slots=True)
class LevelChanged(News):
    """The companion of a solo game plays at another level from now on."""

    level: str


class Stage(StrEnum):
    """The stages of a beginner's introduction, in this order."""

    MOVING = "moving"
    BEATING = "beating"
    TROU = "trou"
    COIN = "coin"
    ECOLES = "ecoles"
    LEAVING = "leaving"


@dataclass(frozen=True, slots=True)
class Introduced(News):
    """A stage of a lesson matters for the first time to this pupil."""

    throw: int
    stage: Stage


@dataclass(frozen=True, slots=True)
class BredouilleTurned(News):
    """In a lesson `side` has come in bredouille by its points, or is so no more."""

    throw: int
    side: Side
    gained: bool


@dataclass(frozen=True, slots=True)
class ExerciseSet(News):
    """The position of an exercise is to be set up on the board."""

    exercise: Exercise


@dataclass(frozen=True, slots=True)
class Misplaced(News):
    """Dames that are not where the exercise has them: (side, its case, dames expected, dames seen)."""

    differences: tuple[tuple[Side, Case, int, int], ...]


@dataclass(frozen=True, slots=True)
class ExerciseAsked(News):
    """The question of an exercise."""

    exercise: Exercise


@dataclass(frozen=True, slots=True)
class ExerciseJudged(News):
    """An answer was judged; fault: of a play that breaks a law."""

    exercise: Exercise
    right: bool
    fault: Fault | None = None


@dataclass(frozen=True, slots=True)
class CourseStopped(News):
    """The pupil stopped, or with `done` nothing more is due today; answered, right: questions of this sitting."""

    answered: int
    right: int
    done: bool
