"""A tour that is over, and what may still reopen it."""

from __future__ import annotations

import pytest

from referee.acts import (
    Corrected,
    Declaration,
    FichetMoved,
    Releve,
    TourStarted,
    Unwatched,
)
from referee.rulings import TourWon, Verdict, Window, Withdrawn
from referee.state import Phase
from rules.marking import Holding, Score
from rules.position import Position
from rules.releve import ReleveCause
from tests.referee.hands import B, Hands, N, beating, goes_on

ECOLE = Declaration.ECOLE
ELEVEN = Score(Holding(6, False, 11), Holding(4, False, 2))
"""Six points more and Blancs have won the tour."""


def won_by_too_many() -> Hands:
    """Two points were due to Blancs, who marked six and so their twelfth trou."""
    hands, worth = beating(ELEVEN)
    hands.mark(B, worth + 4)
    assert hands.judge.situation.winner is B
    return hands


@pytest.mark.parametrize("says", [False, True])
def test_a_tour_won_by_points_too_many_goes_on_once_they_are_taken_off(says: bool) -> None:
    """Jeu 3, écoles par trop: the surplus goes, the other marks as much, and there is no twelfth trou."""
    hands = won_by_too_many()
    if says:
        assert hands.say(N, ECOLE) == [Verdict.RIGHT]
    hands.show(Score(Holding(8, False, 11), Holding(8, False, 2)), by=N)
    assert hands.score == hands.shown
    (withdrawn,) = (one for one in hands.rulings if isinstance(one, Withdrawn))
    assert isinstance(withdrawn.what, TourWon)
    assert hands.faults()[-1] == ("ecole_trop_J", B, 4, Window.CLAIMED)
    hands.play()
    goes_on(hands)


def test_acts_after_the_end_change_nothing() -> None:
    """Lois XX: the tour ends with the twelfth trou; jetons and dames are only put away."""
    hands, worth = beating(Score(Holding(10, False, 11), Holding(4, False, 2)))
    hands.mark(B, worth)
    won = hands.judge.situation
    assert won.phase is Phase.OVER
    hands.throw((6, 6), N)
    hands.throw((6, 6), B)
    hands.say(N, ECOLE)
    hands.say(B, Declaration.JE_M_EN_VAIS)
    hands.show(Score(), by=B)
    hands.hop(B, (1, 2), (2, 1))
    now = hands.judge.situation
    assert (now.phase, now.score, now.number) == (Phase.OVER, won.score, won.number)
    assert sum(isinstance(one, TourWon) for one in hands.rulings) == 1
    hands.act(TourStarted(0.0, N))
    assert hands.judge.situation.score == Score()
    goes_on(hands)


@pytest.mark.parametrize("says", [False, True])
def test_going_on_the_last_trou_ends_the_tour(says: bool) -> None:
    """Lois XX: it need not be possible to go; whoever puts the dames away has won all the same."""
    hands, _ = beating(Score(Holding(10, False, 11), Holding(4, False, 2)))
    if says:
        hands.say(B, Declaration.JE_M_EN_VAIS)
    hands.act(FichetMoved(0.0, B, 12))
    hands.act(Releve(0.0, ReleveCause.S_EN_ALLER, B))
    assert sum(isinstance(one, TourWon) for one in hands.rulings) == 1
    assert (hands.judge.situation.tour, hands.judge.situation.score) == (2, Score())
    hands.shown = Score()
    goes_on(hands)


def test_a_score_set_right_by_hand_ends_the_tour_or_reopens_it() -> None:
    hands, worth = beating(Score(Holding(10, False, 11), Holding(4, False, 2)))
    hands.mark(B, worth)
    hands.act(Corrected(0.0, "somebody", score=Score(Holding(0, False, 11), Holding(4, False, 2))))
    assert hands.judge.situation.winner is None
    assert isinstance(hands.rulings[-1], Withdrawn)
    hands.act(Corrected(0.0, "somebody", score=Score(Holding(0, False, 11), Holding(0, False, 12))))
    assert hands.judge.situation.winner is N


def test_a_table_not_seen_after_the_end_plays_another_tour() -> None:
    hands, worth = beating(Score(Holding(10, False, 11), Holding(4, False, 2)))
    hands.mark(B, worth)
    hands.act(Unwatched(0.0, Position.start(), N))
    assert (hands.judge.situation.tour, hands.judge.situation.score) == (2, Score())
    hands.shown = Score()
    goes_on(hands)
