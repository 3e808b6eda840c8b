"""Judge a pupil's answer, given on the board or by buttons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from coach.lessons.exercise import Amount, Cases, Exercise, Leaves, Marks, Results, YesNo
from rules.fault import Fault
from rules.faults.handling import Handling
from rules.faults.played import judge_play
from rules.play import Move
from rules.plays import legal_plays
from rules.position import BANDE, Dice, Position

Given: TypeAlias = "Position | tuple[int, ...] | int | bool | Marks"
"""A given answer: the position of the dames, cases, a number, yes or no (leave or hold), or jeton and fichet."""


class WrongKind(TypeError):
    """An answer of the wrong kind for the question; the message says what was expected."""


@dataclass(frozen=True, slots=True)
class AnswerVerdict:
    """Whether an answer is right.

    fault: the fault of an illegal play, as the adversary might name it
    """

    right: bool
    fault: Fault | None = None


def verdict(exercise: Exercise, given: Given) -> AnswerVerdict:
    """Judge an answer.

    Raises WrongKind when the answer's kind is not the question's.
    """
    match exercise.answer, given:
        case Results(positions), Position():
            right = given in positions
            return AnswerVerdict(right, None if right else _fault(exercise, given))
        case Cases(cases), tuple():
            return AnswerVerdict(set(given) == set(cases))
        case Amount(number), int() if not isinstance(given, bool):
            return AnswerVerdict(given == number)
        case Marks(), Marks():
            return AnswerVerdict(given == exercise.answer)
        case ((YesNo(right) | Leaves(right)), bool()):
            return AnswerVerdict(given == right)
    raise WrongKind(f"an answer of the kind {type(given).__name__}, expected one to a question of kind {exercise.kind}")


def _fault(exercise: Exercise, given: Position) -> Fault | None:
    """Return the fault of a throw as the dames show it; None if their moves are unclear or lawful."""
    side, dice = exercise.thrower, exercise.dice
    other = side.adversary
    if dice is None or exercise.play or given.counts(other) != exercise.position.counts(other):
        return None
    moves = moves_between(exercise.position.counts(side), given.counts(side), dice)
    if moves is None:
        return None
    faults = judge_play(Handling(exercise.position, side, dice, moves)).faults
    return faults[0] if faults else None


def answering_play(exercise: Exercise) -> tuple[Move, ...]:
    """Return the lawful play that leads to the first right position; empty for another question."""
    answer, dice = exercise.answer, exercise.dice
    if not isinstance(answer, Results) or dice is None:
        return ()
    plays = legal_plays(exercise.position, exercise.thrower, dice).plays
    return next((play.moves for play in plays if play.result == answer.positions[0]), ())


def moves_between(before: Iterable[int], after: Iterable[int], dice: Dice) -> tuple[Move, ...] | None:
    """Return the one or two dames moved between two positions of a side, the rearmost first; None for other changes.

    Two dames may have crossed: of both ways, the one that plays more of the numbers thrown.
    """
    changes = [now - was for was, now in zip(before, after, strict=True)]
    left = [case for case, change in enumerate(changes, 1) for _ in range(-change)]
    come = [case for case, change in enumerate(changes, 1) for _ in range(change)]
    come += [BANDE] * (len(left) - len(come))
    if not 1 <= len(left) <= 2 or len(come) > len(left):
        return None
    ways = [[Move(start, end) for start, end in zip(left, ends, strict=True)] for ends in (come, come[::-1])]
    return tuple(max(ways, key=lambda way: sum((Counter(dice) & Counter(m.end - m.start for m in way)).values())))
