"""The marks of a throw's two players, right or wrong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rules.fault import Fault, FaultName
from rules.faults.ecoles import deux_jetons, ecole, ecoles_of_play, impuissante
from rules.marking import Holding
from rules.position import Side
from simulation.players.gesture import Gesture, Tell
from simulation.players.ledger import Cause
from simulation.players.marks import push_gesture
from simulation.players.planning import Plan, Slip, would_win
from simulation.players.tour_state import Forgotten, MarksChange, TourState


def mark_thrown(tour: TourState, side: Side, plan: Plan, *, leaving: bool) -> Iterator[Gesture]:
    """Have the thrower mark for his throw (Lois XVIII 4); only his trous if he is leaving."""
    owed = tour.worth_to(side)
    if plan.marks:
        wait = tour.think(0.7, 1.5)
        if plan.slip is Slip.ABANDON:
            yield from _abandon(tour, side, owed, wait)
            return
        if plan.slip is Slip.FORGET:
            tour.stray = (side, tour.score.of(side).points)
            tour.forgotten = Forgotten(*tour.stray, tour.throw)
        ledger = tour.ledger.adding(side, plan.marks, Cause.THROWN)
        step = MarksChange(ledger, side, plan.marks, owed=owed)
        yield from tour.settle(side, [step], wait, clumsy=True, leaving=leaving)
    if plan.marks > owed:
        yield tour.commit(_ecole_of_marks(side, side, owed, plan.marks), cause=Cause.THROWN, right=owed)


def _abandon(tour: TourState, side: Side, points: int, wait: float) -> Iterator[Gesture]:
    """Mark with a jeton from the talon and leave the old one: the old points are given up."""
    old = tour.score.of(side).points
    number = next(n for n, mark in enumerate(tour.marks.jetons) if mark is None)
    marks = tour.marks.with_jeton(number, (side, points))
    yield replace(push_gesture(marks, number, (side, points), home=False, by=side), wait=wait)
    tour.marks = marks
    tour.stray = (side, old)
    given_up = tour.ledger.score.with_holding(side, _empty_holding(tour, side))
    begun = tour.ledger.after(given_up)
    yield from tour.tell(
        [
            MarksChange(begun, side, -old),
            MarksChange(begun.adding(side, points, Cause.THROWN), side, points, owed=points),
        ]
    )
    touched = tour.legal.dice_playable > 0
    yield tour.commit(deux_jetons(side, old=old, with_bredouille=False), with_next=touched)


def take_off_abandoned(tour: TourState, side: Side) -> Iterator[Gesture]:
    """Have `side` send home a jeton the other left behind when marking with another one (Jeu 3, deux jetons 1)."""
    for fault in [f for f in tour.open if f.fault.name is FaultName.DEUX_JETONS and not f.fault.points]:
        tour.stray = None
        yield from tour.claim(fault)
        yield from tour.show(side, tour.think(1.0, 2.0))


def rule_at_touch(tour: TourState, side: Side, plan: Plan) -> Iterator[Tell]:
    """Rule on the thrower's first touched dame: too few points marked can now be claimed (Lois XV)."""
    owed = tour.worth_to(side)
    if plan.marks >= owed:
        return
    if plan.linked:
        yield from _of_play(tour, side, plan, with_next=True)
        return
    fault = _ecole_of_marks(side, side, owed, plan.marks)
    if tour.legal.dice_playable:
        yield tour.commit(fault, with_next=True)
    else:
        # The école impossible: the same act opens and closes its window (Jeu 3).
        tour.at_throw.append(lambda: _impossible(tour, fault))


def _impossible(tour: TourState, fault: Fault) -> Iterator[Tell]:
    yield tour.commit(fault)
    yield tour.close(tour.open[-1])


def rule_at_play(tour: TourState, side: Side, plan: Plan) -> Iterator[Tell]:
    """Rule on the faults of a wrong play just made, and the écoles that come with it."""
    wrong = plan.wrong
    if wrong is None:
        return
    if plan.linked and plan.marks == tour.worth_to(side):
        yield from _of_play(tour, side, plan)
    for fault in wrong.faults:
        if fault.name is FaultName.FAUSSE_CASE_7:
            yield tour.commit(impuissante(side, wrong.handling.position, tour.dice, wrong.result))
        # Missing the sortie is only an école, not also a fausse case.
        if not (plan.linked and fault.name is FaultName.FAUSSE_CASE_8):
            yield tour.commit(fault)


def _of_play(tour: TourState, side: Side, plan: Plan, *, with_next: bool = False) -> Iterator[Tell]:
    """Rule on the écoles of a jan or sortie owed but not made: for marking it, and for missing it."""
    wrong = plan.wrong
    assert wrong is not None  # noqa: S101 - linked points always come with the play that misses them
    position = wrong.handling.position
    for fault in ecoles_of_play(position, side, tour.dice, tour.jans, plan.marks, wrong.result):
        if fault.name is FaultName.ECOLE_TROP_J:
            right = plan.marks - fault.points
            yield tour.commit(fault, cause=Cause.THROWN, right=right, with_next=with_next)
        else:
            yield tour.commit(fault, with_next=with_next)


def mark_given(tour: TourState, side: Side, *, rightly: bool, wait: float | None = None) -> Iterator[Gesture]:
    """Have `side` mark what the other's throw gave him (Lois XVIII 1); `rightly`: without a fault."""
    owed = tour.worth_to(side)
    marks = owed
    if tour.jetons and not rightly:
        if owed and tour.happens(tour.faults[FaultName.ECOLE_MOINS_A]):
            marks = tour.random.choice((0, owed - 2))
            if would_win(tour, side, marks, Cause.GIVEN):
                marks = owed  # he marks no points beyond the fichet that ends the tour (Lois XX)
        elif tour.happens(tour.faults[FaultName.ECOLE_TROP_A]) and not would_win(tour, side, owed + 2, Cause.GIVEN):
            marks = owed + 2
    if marks:
        if wait is None:
            wait = tour.think(0.8, 1.5)
        ledger = tour.ledger.adding(side, marks, Cause.GIVEN)
        yield from tour.settle(side, [MarksChange(ledger, side, marks, owed=owed)], wait, clumsy=True)
    if marks > owed:
        yield _on_given(tour, side, marks, owed)
    elif marks < owed and not tour.won:
        tour.at_throw.append(lambda: iter([_on_given(tour, side, marks, owed)]))


def _on_given(tour: TourState, side: Side, marks: int, owed: int) -> Tell:
    fault = _ecole_of_marks(side, side.adversary, owed, marks)
    return tour.commit(fault, throw=tour.marking, closes=side.adversary, cause=Cause.GIVEN, right=owed)


def _ecole_of_marks(by: Side, thrower: Side, due: int, marked: int) -> Fault:
    fault = ecole(by, thrower=thrower, due=due, marked=marked)
    assert fault is not None  # noqa: S101 - asked only when they differ
    return fault


def _empty_holding(tour: TourState, side: Side) -> Holding:
    return replace(tour.score.of(side), points=0, bredouille=False)
