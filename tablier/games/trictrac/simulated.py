"""A tour of trictrac, or a partie à écrire, between simulated players."""

from __future__ import annotations

from dataclasses import dataclass, replace

from coach.trictrac.advice import LATE, Situation
from coach.trictrac.opponent import decide, lawful
from coach.trictrac.partie import stake
from rules.marking import TROUS_DU_TOUR
from rules.play import Move
from simulation.players.partie import NAMES
from simulation.players.rates import ClumsinessRates, FaultRates
from simulation.players.tour import TourView
from simulation.players.tour_state import MovedFor, TourState
from simulation.render.style import Style
from simulation.timeline.table import SimulatedTable
from tablier.games.plan import COMPANION, Plan, Simulated
from tablier.games.trictrac.agreement import EcrireAgreement

SLIPS = 0.1
"""Share of the companion's plays that the player at first makes wrongly: a guess."""


def _trictrac(plan: Plan, style: Style, standing: TourView | None) -> SimulatedTable:
    return SimulatedTable(
        plan.seed,
        field=style.field,
        profile="referee" if plan.mode in {"referee", "lesson"} else "score",
        # A solo player errs only when moving for the companion.
        faults=FaultRates() if plan.mode == "solo" else FaultRates.typical(plan.faults),
        clumsiness=ClumsinessRates.typical() if plan.clumsy else ClumsinessRates(),
        pace=plan.pace,
        position=None if standing is None else standing.position,
        score=None if standing is None else standing.score,
        first=None if standing is None else standing.trait,
        throws=plan.throws,
        convention=plan.convention,
        guest=None
        if plan.mode != "solo"
        else MovedFor(COMPANION, _Mind(plan.level, plan.seed), min(1.0, SLIPS * plan.faults)),
    )


@dataclass(frozen=True, slots=True)
class _Mind:
    """The companion's mind as on a real table: the same seed, level and throw give the same play."""

    level: str
    seed: int

    def decides(self, tour: TourState) -> tuple[tuple[Move, ...], bool]:
        """Return its play of the throw under way, and whether it leaves instead."""
        side = tour.trait
        before = tour.ledger.before
        coups = (min(tour.coups[side], LATE), min(tour.coups[side.adversary] + 1, LATE))
        seated = tour.partie
        played_for = None if seated is None or seated.partie.over else stake(seated)
        situation = Situation(tour.position, side, before, coups, tour.code, played_for)
        marked, made = before.mark(side, tour.worth_to(side)) if tour.worth_to(side) else (before, None)
        last = TROUS_DU_TOUR if played_for is None else played_for.plafond
        trou = made is not None and made.trous > 0 and (last is None or marked.winner(last) is None)
        leaving = replace(situation, score=marked) if trou else None
        preferred, leaves = decide(situation, tour.dice, self.level, self.seed, leaving)
        return lawful(preferred, tour.legal.plays).moves, leaves


def _agreements(plan: Plan) -> tuple[EcrireAgreement, ...]:
    """Return the agreement of the partie à écrire, if one is played."""
    if plan.players is None:
        return ()
    return (EcrireAgreement(joueurs=list(NAMES[: plan.players]), marques=plan.marques),)


SIMULATED = {"trictrac": Simulated(_trictrac, whole=False, jetons=True, solo=True, agreements=_agreements)}
