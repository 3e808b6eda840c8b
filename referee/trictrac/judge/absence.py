"""Continue after play went on while the table was out of sight: only the present state is known."""

from __future__ import annotations

from dataclasses import replace

from events.trictrac.acts import Unwatched
from events.trictrac.state import Phase
from referee.trictrac.judge.act_context import ActContext
from referee.trictrac.judge.score_keeper import Keeper
from referee.trictrac.judge.situation import UNCOUNTED, Situation
from rules.marking import Score
from rules.position import Position


def accept_board(context: ActContext, _keeper: Keeper, act: Unwatched) -> None:
    """Accept the board as it is: throws, plays and marks were missed, and no fault is ruled on them."""
    stood = context.situation
    if stood.phase is Phase.OVER:
        # The players have begun another tour in the meantime.
        stood = Situation(Phase.TO_THROW, act.trait, tour=stood.tour + 1, books=stood.books.set_to(Score()))
    score = act.score or stood.score
    context.situation = replace(
        stood,
        phase=Phase.TO_THROW,
        trait=act.trait,
        position=act.position,
        throw=None,
        before=None,
        score=score,
        open_faults=(),
        lapsed=(),
        standing=(),
        early=None,
        coups=(0, 0) if act.position == Position.start() else (UNCOUNTED, UNCOUNTED),
        opening=None,
        books=stood.books.set_to(score),
    )
