"""What a table shows of an exercise of the course."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from coach.lessons.exercise import Amount, Cases, Exercise, Kind, Leaves, Marks, Results, YesNo

if TYPE_CHECKING:
    from announce.table_api.payloads import Json
    from rules.marking import Score
    from rules.position import Case, Position, Side


class Unread(StrEnum):
    """What could not be read of an answer on the board."""

    JETON = "jeton"
    FICHET = "fichet"


@dataclass(frozen=True, slots=True, kw_only=True)
class CourseShown:
    """A sitting as it stands.

    pupil: his name, may be empty; step: of the course; phase: set_up, asked or judged
    on_board: positions are set up on the real board
    right: of the last answer, None before it; answered, right_so_far: in this sitting
    differences: (side, its case, dames expected, dames seen) while it is set up
    points_seen: of the jeton, where it was looked for; unread: what was not found then
    """

    pupil: str
    step: str
    phase: str
    exercise: Exercise
    on_board: bool
    right: bool | None
    answered: int
    right_so_far: int
    differences: tuple[tuple[Side, Case, int, int], ...]
    points_seen: int | None = None
    unread: Unread | None = None


def course_payload(shown: CourseShown) -> dict[str, Json]:
    """The `course` of a state. The answer is in it only once one was given."""
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
        "differences": [
            {"side": str(side), "case": case, "expected": expected, "seen": seen}
            for side, case, expected, seen in shown.differences
        ],
        "points_seen": shown.points_seen,
        "unread": str(shown.unread) if shown.unread else None,
        "right": shown.right,
        "answered": shown.answered,
        "right_so_far": shown.right_so_far,
        "answer": _answer(made) if judged else None,
    }


def _shows_play(made: Exercise) -> bool:
    return made.kind is not Kind.PLAY or made.theme == "replay"


def _answer(made: Exercise) -> dict[str, Json]:
    match made.answer:
        case Results(positions):
            return {"position": _position(positions[0])}
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
