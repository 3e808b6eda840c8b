"""The faults of a throw, chosen before its player has marked or touched anything."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from rules.fault import FaultName
from rules.faults.ecoles import ecoles_of_play
from rules.jan import JanName
from rules.jans import CONSERVE, REMPLI
from rules.marking import POINTS_DU_TROU
from rules.position import Side
from simulation.players.ledger import Cause
from simulation.players.tour_state import TourState
from simulation.players.wrong_play import ThrowToPlay, WrongPlay
from simulation.players.wrong_plays import KINDS

LINKED = {
    FaultName.ECOLE_REMPLIR: tuple(REMPLI.values()),
    FaultName.ECOLE_CONSERVER: tuple(CONSERVE.values()),
    FaultName.ECOLE_SORTIE: (JanName.SORTIE,),
}
"""Faults of marking and playing together, with the figures that are then not made."""


class Slip(Enum):
    """Mistakes with the jetons themselves."""

    NONE = auto()
    ABANDON = auto()
    """Marking with another jeton and leaving the old one, which gives up the old points (Jeu 3, deux jetons)."""
    FORGET = auto()
    """Taking over the bredouille's jeton and forgetting the old one (Jeu 3, deux jetons)."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How the thrower will mark and play.

    Attributes:
        marks: what he marks for his throw.
        linked: the throw gave points for a figure that he then does not make.
        slip: a mistake of the hand.
        leaves: he will leave on a trou he did not win.
        wrong: a play against the laws.
        tolerated: the other player lets it pass.
    """

    marks: int
    linked: bool = False
    slip: Slip = Slip.NONE
    leaves: bool = False
    wrong: WrongPlay | None = None
    tolerated: bool = False


def plan_throw(tour: TourState, side: Side) -> Plan:
    """Choose at most one fault of marking and one of playing, each at its rate and only where it is possible."""
    owed = tour.worth_to(side)
    linked = _linked_plan(tour, side, owed)
    if linked is not None:
        return linked
    marking = _mark(tour, side, owed) if tour.jetons else Plan(owed)
    wrong, tolerated = _wrong_play(tour, side)
    return Plan(marking.marks, slip=marking.slip, leaves=marking.leaves, wrong=wrong, tolerated=tolerated)


def _linked_plan(tour: TourState, side: Side, owed: int) -> Plan | None:
    for name, figures in LINKED.items():
        if not tour.jetons or not tour.happens(tour.faults[name]):
            continue
        worth = sum(jan.points for jan in tour.jans if jan.name in figures and jan.side is side)
        wrong = _one_of(tour, name, side) if worth else None
        if wrong is not None:
            # A player misses a sortie because he did not see it; a jan can be marked and then not made.
            marked = name is not FaultName.ECOLE_SORTIE and tour.random.random() < 0.5
            marks = owed if marked else owed - worth
            if not would_win(tour, side, marks, Cause.THROWN):
                return Plan(marks, linked=True, wrong=wrong)
    return None


def _mark(tour: TourState, side: Side, owed: int) -> Plan:
    """Choose a fault of marking the throw."""
    rates, random = tour.faults, tour.random
    holding = tour.score.of(side)
    other = tour.marks.points(side.adversary)
    below = owed > 0 and holding.points + owed < POINTS_DU_TROU
    if owed and tour.happens(rates[FaultName.ECOLE_MOINS_J]):
        marks = random.choice((0, owed - 2))
        # He marks no points beyond the fichet that ends the tour (Lois XX).
        return Plan(owed if would_win(tour, side, marks, Cause.THROWN) else marks)
    if tour.happens(rates[FaultName.DEPART_SUR_ECOLE]) and owed and below:
        short = POINTS_DU_TROU - holding.points
        if short - owed <= 6 and not would_win(tour, side, short, Cause.THROWN):
            return Plan(short, leaves=True)
    if tour.happens(rates[FaultName.ECOLE_TROP_J]):
        too_many = owed + random.choice((2, 2, 4))
        if not would_win(tour, side, too_many, Cause.THROWN):
            return Plan(too_many)
    once = tour.stray is None  # there are three jetons
    if tour.happens(rates[FaultName.DEUX_JETONS]) and once and below and holding.points and holding.points != owed:
        if len(other) == 2:
            return Plan(owed, slip=Slip.FORGET)
        if None in tour.marks.jetons and (not holding.bredouille or not other):
            return Plan(owed, slip=Slip.ABANDON)
    return Plan(owed)


def _wrong_play(tour: TourState, side: Side) -> tuple[WrongPlay | None, bool]:
    if tour.happens(tour.clumsiness.take_back):
        return _one_of(tour, FaultName.FAUSSE_CASE_2, side), True
    for name in tour.random.sample(sorted(KINDS.keys() - LINKED.keys()), len(KINDS) - len(LINKED)):
        if tour.happens(tour.faults[name]):
            wrong = _one_of(tour, name, side)
            if wrong is not None:
                return wrong, False
    return None, False


def _one_of(tour: TourState, name: FaultName, side: Side) -> WrongPlay | None:
    """Choose a wrong play of this kind, if there is one; only LINKED ones may leave a jan unmade that he owed."""
    found = list(KINDS[name](ThrowToPlay(tour.position, side, tour.dice)))
    if name not in LINKED:
        found = [wrong for wrong in found if not _misses(tour, side, wrong)]
    return tour.random.choice(found) if found else None


def _misses(tour: TourState, side: Side, wrong: WrongPlay) -> bool:
    faults = ecoles_of_play(wrong.handling.position, side, tour.dice, tour.jans, tour.worth_to(side), wrong.result)
    return any(fault.name in LINKED for fault in faults)


def would_win(tour: TourState, side: Side, points: int, cause: Cause) -> bool:
    """Whether marking these points would end the tour; simulated players never end it by a mistake."""
    return tour.ledger.adding(side, points, cause).winner is not None
