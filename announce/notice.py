"""Notices: what happens to the table itself, each said once: a device's trouble, its end, a game gone on with."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final, TypeAlias

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

    The first nine are vision's troubles and the `hole_` ones the bridge's hole faults, by the same names.
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


OF_THE_PICTURE: Final = tuple(DeviceTrouble)[:9]
"""The troubles that make a single picture unfit for reading."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A device trouble that began or, when `over`, ended.

    detail: which one, in a word ("7", "/dev/ttyACM0"); may be empty.
    """

    id: str
    t: float
    trouble: DeviceTrouble
    over: bool = False
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Reprise:
    """A game that was broken off goes on; state: as it was left."""

    id: str
    t: float
    state: GameState


@dataclass(frozen=True, slots=True)
class Guessed:
    """In a lesson somebody said what a throw is worth before it was announced: whether that was right, and what it is.

    guess: the points said for Blancs and Noirs.
    """

    id: str
    t: float
    throw: int
    right: bool
    worth: ThrowWorth
    guess: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class StillToMake:
    """The companion's play was begun for it and left there; moves: what is missing."""

    id: str
    t: float
    throw: int
    side: Side
    dice: Dice
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Advice:
    """A hint the player asked for: the best play of his throw, or to leave, and what is true of that play."""

    id: str
    t: float
    throw: int
    side: Side
    moves: tuple[Move, ...]
    leaves: bool
    reasons: tuple[AnyReason, ...]


@dataclass(frozen=True, slots=True)
class Reviewed:
    """In a lesson: a better play there was; loss: by how many trous a tour, chance: by how much of winning it, 0..1."""

    id: str
    t: float
    throw: int
    side: Side
    moves: tuple[Move, ...]
    loss: float
    chance: float
    reasons: tuple[AnyReason, ...]


@dataclass(frozen=True, slots=True)
class LevelChanged:
    """The companion of a solo game plays at another level from now on."""

    id: str
    t: float
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
class Introduced:
    """A stage of a lesson matters for the first time to this pupil."""

    id: str
    t: float
    throw: int
    stage: Stage


@dataclass(frozen=True, slots=True)
class BredouilleTurned:
    """In a lesson `side` has come in bredouille by its points, or is so no more."""

    id: str
    t: float
    throw: int
    side: Side
    gained: bool


@dataclass(frozen=True, slots=True)
class ExerciseSet:
    """The position of an exercise is to be set up on the board."""

    id: str
    t: float
    exercise: Exercise


@dataclass(frozen=True, slots=True)
class Misplaced:
    """Dames that are not where the exercise has them: (side, its case, dames expected, dames seen)."""

    id: str
    t: float
    differences: tuple[tuple[Side, Case, int, int], ...]


@dataclass(frozen=True, slots=True)
class ExerciseAsked:
    """The question of an exercise."""

    id: str
    t: float
    exercise: Exercise


@dataclass(frozen=True, slots=True)
class ExerciseJudged:
    """An answer was judged; fault: of a play that breaks a law."""

    id: str
    t: float
    exercise: Exercise
    right: bool
    fault: Fault | None = None


@dataclass(frozen=True, slots=True)
class CourseStopped:
    """The pupil stopped, or with `done` nothing more is due today; answered, right: questions of this sitting."""

    id: str
    t: float
    answered: int
    right: int
    done: bool


News: TypeAlias = (
    Notice
    | Reprise
    | Guessed
    | StillToMake
    | Advice
    | Reviewed
    | LevelChanged
    | Introduced
    | BredouilleTurned
    | ExerciseSet
    | Misplaced
    | ExerciseAsked
    | ExerciseJudged
    | CourseStopped
)
"""Everything announced besides rulings."""
