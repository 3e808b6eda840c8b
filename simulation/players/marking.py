"""The marks of a throw's two players, right or wrong."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rules.fault import FaultName
from rules.faults.ecoles import deux_jetons, ecole, ecoles_of_play, impuissante
from simulation.players.ledger import Cause
from simulation.players.marks import push
from simulation.players.planning import Slip, wins
from simulation.players.tour_state import Forgotten, Step

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rules.fault import Fault
    from rules.marking import Holding
    from rules.position import Side
    from simulation.players.gesture import Gesture, Tell
    from simulation.players.planning import Plan
    from simulation.players.tour_state import TourState


def mark_thrown(sitting: TourState, side: Side, plan: Plan, *, leaving: bool) -> Iterator[Gesture]:
    """Have the thrower mark for his throw (Lois XVIII 4); only his trous if he is leaving."""
    owed = sitting.owed(side)
    if plan.marks:
        wait = sitting.think(side, 0.7, 1.5)
        if plan.slip is Slip.ABANDON:
            yield from _abandon(sitting, side, owed, wait)
            return
        if plan.slip is Slip.FORGET:
            sitting.stray = (side, sitting.score.of(side).points)
            sitting.forgotten = Forgotten(*sitting.stray, sitting.throw)
        ledger = sitting.ledger.adding(side, plan.marks, Cause.THROWN)
        step = Step(ledger, side, plan.marks, owed=owed)
        yield from sitting.settle(side, [step], wait, clumsy=True, leaving=leaving)
    if plan.marks > owed:
        yield sitting.commit(_marked_wrongly(side, side, owed, plan.marks), cause=Cause.THROWN, right=owed)


def _abandon(sitting: TourState, side: Side, points: int, wait: float) -> Iterator[Gesture]:
    """Mark with a jeton from the talon and leave the old one: the old points are given up."""
    old = sitting.score.of(side).points
    number = next(n for n, mark in enumerate(sitting.marks.jetons) if mark is None)
    marks = sitting.marks.with_jeton(number, (side, points))
    yield replace(push(marks, number, (side, points), home=False, by=side), wait=wait)
    sitting.marks = marks
    sitting.stray = (side, old)
    given_up = sitting.ledger.score.with_holding(side, _emptied(sitting, side))
    begun = sitting.ledger.after(given_up)
    yield from sitting.tell(
        [
            Step(begun, side, -old),
            Step(begun.adding(side, points, Cause.THROWN), side, points, owed=points),
        ]
    )
    touched = sitting.legal.dice_playable > 0
    yield sitting.commit(deux_jetons(side, old=old, with_bredouille=False), with_next=touched)


def take_off_abandoned(sitting: TourState, side: Side) -> Iterator[Gesture]:
    """Have `side` send home a jeton the other left behind when marking with another one (Jeu 3, deux jetons 1)."""
    for fault in [f for f in sitting.open if f.fault.name is FaultName.DEUX_JETONS and not f.fault.points]:
        sitting.stray = None
        yield from sitting.claimed(fault)
        yield from sitting.show(side, sitting.think(side, 1.0, 2.0))


def at_touch(sitting: TourState, side: Side, plan: Plan) -> Iterator[Tell]:
    """Rule on the thrower's first touched dame: too few points marked can now be claimed (Lois XV)."""
    owed = sitting.owed(side)
    if plan.marks >= owed:
        return
    if plan.linked:
        yield from _of_play(sitting, side, plan, with_next=True)
        return
    fault = _marked_wrongly(side, side, owed, plan.marks)
    if sitting.legal.dice_playable:
        yield sitting.commit(fault, with_next=True)
    else:
        # The école impossible: the same act opens and closes its window (Jeu 3).
        sitting.at_throw.append(lambda: _impossible(sitting, fault))


def _impossible(sitting: TourState, fault: Fault) -> Iterator[Tell]:
    yield sitting.commit(fault)
    yield sitting.close(sitting.open[-1])


def at_play(sitting: TourState, side: Side, plan: Plan) -> Iterator[Tell]:
    """Rule on the faults of a wrong play just made, and the écoles that come with it."""
    wrong = plan.wrong
    if wrong is None:
        return
    if plan.linked and plan.marks == sitting.owed(side):
        yield from _of_play(sitting, side, plan)
    for fault in wrong.faults:
        if fault.name is FaultName.FAUSSE_CASE_7:
            yield sitting.commit(impuissante(side, wrong.handling.position, sitting.dice, wrong.result))
        # Missing the sortie is only an école, not also a fausse case.
        if not (plan.linked and fault.name is FaultName.FAUSSE_CASE_8):
            yield sitting.commit(fault)


def _of_play(sitting: TourState, side: Side, plan: Plan, *, with_next: bool = False) -> Iterator[Tell]:
    """Rule on the écoles of a jan or sortie owed but not made: for marking it, and for missing it."""
    wrong = plan.wrong
    assert wrong is not None  # noqa: S101 - linked points always come with the play that misses them
    position = wrong.handling.position
    for fault in ecoles_of_play(position, side, sitting.dice, sitting.jans, plan.marks, wrong.result):
        if fault.name is FaultName.ECOLE_TROP_J:
            right = plan.marks - fault.points
            yield sitting.commit(fault, cause=Cause.THROWN, right=right, with_next=with_next)
        else:
            yield sitting.commit(fault, with_next=with_next)


def mark_given(sitting: TourState, side: Side, *, rightly: bool, wait: float | None = None) -> Iterator[Gesture]:
    """Have `side` mark what the other's throw gave him (Lois XVIII 1); `rightly`: without a fault."""
    owed = sitting.owed(side)
    marks = owed
    if sitting.jetons and not rightly:
        if owed and sitting.happens(sitting.faults[FaultName.ECOLE_MOINS_A]):
            marks = sitting.random.choice((0, owed - 2))
            if wins(sitting, side, marks, Cause.GIVEN):
                marks = owed  # he marks no points beyond the fichet that ends the tour (Lois XX)
        elif sitting.happens(sitting.faults[FaultName.ECOLE_TROP_A]) and not wins(sitting, side, owed + 2, Cause.GIVEN):
            marks = owed + 2
    if marks:
        if wait is None:
            wait = sitting.think(side, 0.8, 1.5)
        ledger = sitting.ledger.adding(side, marks, Cause.GIVEN)
        yield from sitting.settle(side, [Step(ledger, side, marks, owed=owed)], wait, clumsy=True)
    if marks > owed:
        yield _on_given(sitting, side, marks, owed)
    elif marks < owed and not sitting.won:
        sitting.at_throw.append(lambda: iter([_on_given(sitting, side, marks, owed)]))


def _on_given(sitting: TourState, side: Side, marks: int, owed: int) -> Tell:
    fault = _marked_wrongly(side, side.adversary, owed, marks)
    return sitting.commit(fault, throw=sitting.marking, closes=side.adversary, cause=Cause.GIVEN, right=owed)


def _marked_wrongly(by: Side, thrower: Side, due: int, marked: int) -> Fault:
    fault = ecole(by, thrower=thrower, due=due, marked=marked)
    assert fault is not None  # noqa: S101 - asked only when they differ
    return fault


def _emptied(sitting: TourState, side: Side) -> Holding:
    return replace(sitting.score.of(side), points=0, bredouille=False)
