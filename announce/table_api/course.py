"""The published state of a course exercise."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from announce.table_api.payloads import Json, differences_payload
from coach.lessons.exercise import Amount, AnswerKind, Cases, Exercise, Leaves, Marks, Results, YesNo
from coach.lessons.judging import answering_play
from events.rulings import CaseDifference
from rules.marking import Score
from rules.position import Position


class Unread(StrEnum):
    """The piece that could not be read in an answer on the board."""

    JETON = "jeton"
    FICHET = "fichet"


@dataclass(frozen=True, slots=True, kw_only=True)
class CourseShown:
    """The state of a sitting.

    Attributes:
        pupil: the pupil's name, may be empty.
        step: of the course.
        phase: set_up, asked or judged.
        on_board: positions are set up on the real board.
        right: whether the last answer was right, None before it.
        answered: how many questions of this sitting were answered.
        right_so_far: how many of these answers were right.
        differences: (side, own case, dames expected, dames seen) while the position is set up.
        points_seen: points that the jeton marks, if it was read.
        unread: the piece that could not be read.
    """

    pupil: str
    step: str
    phase: str
    exercise: Exercise
    on_board: bool
    right: bool | None
    answered: int
    right_so_far: int
    differences: tuple[CaseDifference, ...]
    points_seen: int | None = None
    unread: Unread | None = None


def course_payload(shown: CourseShown) -> dict[str, Json]:
    """Return the `course` of a state. It holds the answer only once one was given."""
    made = shown.exercise
    judged = shown.phase == "judged"
    return {
        "pupil": shown.pupil,
        "step": shown.step,
        "theme": made.theme,
        "kind": str(made.kind),
        "phase": shown.phase,
        "board": shown.on_board,
        "side": str(made.side),
        "thrower": str(made.thrower),
        "position": _position(made.position),
        "dice": list(made.dice) if made.dice and shown.phase != "set_up" else None,
        "score": _score(made.score),
        "play": [[move.start, move.end] for move in made.play] if _shows_play(made) or judged else [],
        "offered": list(made.answer.offered) if isinstance(made.answer, Amount) else [],
        "differences": differences_payload(shown.differences),
        "points_seen": shown.points_seen,
        "unread": str(shown.unread) if shown.unread else None,
        "right": shown.right,
        "answered": shown.answered,
        "right_so_far": shown.right_so_far,
        "answer": _answer(made) if judged else None,
    }


def _shows_play(made: Exercise) -> bool:
    return made.kind is not AnswerKind.PLAY or made.theme == "replay"


def _answer(made: Exercise) -> dict[str, Json]:
    match made.answer:
        case Results(positions):
            play: list[Json] = [[move.start, move.end] for move in answering_play(made)]
            return {"position": _position(positions[0]), "play": play}
        case Cases(cases):
            return {"cases": list(cases)}
        case Amount(number):
            return {"number": number}
        case Marks(points, trous):
            return {"points": points, "trous": trous}
        case YesNo(yes) | Leaves(yes):
            return {"yes": yes}


def _position(position: Position) -> dict[str, Json]:
    return {"blancs": list(position.blancs), "noirs": list(position.noirs)}


def _score(score: Score) -> dict[str, Json]:
    return {
        name: {"points": held.points, "trous": held.trous, "bredouille": held.bredouille}
        for name, held in (("blancs", score.blancs), ("noirs", score.noirs))
    }
