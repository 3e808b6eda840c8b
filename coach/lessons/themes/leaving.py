"""Holding or leaving (*tenir ou s'en aller*), by the law and by the evaluator."""

from __future__ import annotations

from typing import Final

from coach.lessons.exercise import Exercise, Leaves, YesNo
from coach.lessons.themes.theme import Draw, Theme, random_score
from coach.lessons.themes.worth import worth
from coach.lessons.walks import fills_grand_jan, spreads
from coach.trictrac.advice import Situation, departure
from rules.faults.ecoles import points_owed

APART: Final = {1: 1.5, 2: 0.9, 3: 0.5}
"""Least difference between holding and leaving, in trous, by difficulty: the evaluator errs by some tenths."""


def _leave(draw: Draw) -> Exercise | None:
    """Ask whether the position is worth staying for, after a trou of the pupil's own throw."""
    found = worth(draw)
    points = points_owed(found, draw.side)
    before = random_score(draw.random)
    after, marking = before.mark(draw.side, points)
    gives = points_owed(found, draw.side.adversary)
    if gives or not marking.trous or before.winner() is not None or after.winner() is not None:
        return None
    decided = departure(Situation(draw.position, draw.side, after), draw.dice)
    if abs(decided.hold - decided.leave) < APART[draw.difficulty]:
        return None
    leave = decided.leave > decided.hold
    if leave != draw.toss:
        return None
    return draw.exercise(
        Leaves(leave), "Lois XVI", score=before, number=points, marking=marking, jans=found, departure=decided
    )


def _may_leave(draw: Draw) -> Exercise | None:
    """Ask whether the pupil may leave: only a trou of his own throw allows it, not a given trou or points alone."""
    found = worth(draw)
    points = points_owed(found, draw.side)
    before = random_score(draw.random)
    if not points or points_owed(found, draw.side.adversary) or before.winner() is not None:
        return None
    after, marking = before.mark(draw.side, points)
    if after.winner() is not None:
        return None
    own = draw.standing.side is draw.side
    yes = own and marking.trous > 0
    if yes != draw.toss or (draw.difficulty == 2 and not marking.trous):
        return None
    return draw.exercise(YesNo(yes), "Lois XVI", score=before, number=points, marking=marking, jans=found)


THEMES: Final = {
    "leave": Theme(makes=_leave, style=fills_grand_jan, other=fills_grand_jan, after=8, until=60),
    "may_leave": Theme(makes=_may_leave, style=fills_grand_jan, other=spreads, after=8, until=60),
    "given_trou": Theme(makes=_may_leave, style=spreads, other=fills_grand_jan, adverse=None, after=8, until=60),
}
