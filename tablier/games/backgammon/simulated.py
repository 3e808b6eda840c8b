"""A match of backgammon between simulated players."""

from __future__ import annotations

from simulation.backgammon import BackgammonRates, SimulatedBackgammon
from simulation.players.tour import TourView
from simulation.render.style import Style
from tablier.games.backgammon.agreement import BackgammonAgreement
from tablier.games.plan import MATCH, Plan, Simulated

ILLEGAL = 0.03
"""Illegal plays per throw, by people who know the rules."""


def _backgammon(plan: Plan, style: Style, _standing: TourView | None) -> SimulatedBackgammon:
    rates = BackgammonRates.typical(illegal=min(1.0, ILLEGAL * plan.faults), clumsy=plan.clumsy)
    return SimulatedBackgammon(
        plan.seed,
        target=MATCH,
        field=style.field,
        rates=rates,
        pace=plan.pace,
        bar_height=max(style.board.bar_height, 0.0),
    )


SIMULATED = {"backgammon": Simulated(_backgammon, agreements=lambda _plan: (BackgammonAgreement(points=MATCH),))}
