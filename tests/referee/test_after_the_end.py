"""A tour that is over, and the acts that may still reopen it."""

from __future__ import annotations

import pytest

from events.acts import Declaration
from events.rulings import ClaimVerdict, Window, Withdrawn
from events.state import Mode
from events.trictrac.acts import Corrected, FichetMoved, Releve, TourStarted, Unwatched
from events.trictrac.rulings import TourWon
from events.trictrac.state import Phase
from rules.marking import Holding, Score
from rules.position import Position, ReleveCause
from tests.referee.hands import BEATEN, BEATS, SIX_TWO, B, Hands, N, beating, goes_on

ECOLE = Declaration.ECOLE
ELEVEN = Score(Holding(6, False, 11), Holding(4, False, 2))
"""Six points more and Blancs have won the tour."""


def won_by_too_many() -> Hands:
    """Blancs were due two points, but marked six and so their twelfth trou."""
    hands, worth = beating(ELEVEN)
    hands.mark(B, worth + 4)
    assert hands.judge.situation.winner is B
    return hands


@pytest.mark.parametrize("says", [False, True])
def test_a_tour_won_by_too_many_points_goes_on_once_they_are_taken_off(says: bool) -> None:
    """The surplus is taken off, the other marks as much, and there is no twelfth trou (Jeu 3, écoles par trop)."""
    hands = won_by_too_many()
    if says:
        assert hands.say(N, ECOLE) == [ClaimVerdict.RIGHT]
    hands.show(Score(Holding(8, False, 11), Holding(8, False, 2)), by=N)
    assert hands.score == hands.shown
    (withdrawn,) = (one for one in hands.rulings if isinstance(one, Withdrawn))
    assert isinstance(withdrawn.what, TourWon)
    assert hands.faults()[-1] == ("ecole_trop_J", B, 4, Window.CLAIMED)
    hands.play()
    goes_on(hands)


def test_acts_after_the_end_change_nothing() -> None:
    """The tour ends with the twelfth trou (Lois XX). After it jetons and dames are only put away."""
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
    """The player who puts the dames away has won, even if he may not leave (Lois XX)."""
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


def counted_too_high(mode: Mode = Mode.SCORE) -> Hands:
    """The companion counts a twelfth trou for Blancs, who did not have it."""
    hands = Hands(BEATS, BEATEN, Score(Holding(10, False, 11), Holding(4, False, 2)), mode=mode)
    worth = hands.throw(SIX_TWO)
    if mode is not Mode.SCORE:
        hands.mark(B, worth)
    assert hands.judge.situation.winner is B
    return hands


def withdrawn(hands: Hands) -> list[Withdrawn]:
    return [one for one in hands.rulings if isinstance(one, Withdrawn) and isinstance(one.what, TourWon)]


@pytest.mark.parametrize("dames", ["nothing", "talons", "astray"])
def test_dice_thrown_after_the_end_alone_reopen_nothing(dames: str) -> None:
    """The players throw for the start of the next tour, and put the dames away in any order."""
    hands = counted_too_high()
    if dames == "talons":
        hands.act(Corrected(0.0, "board", position=Position.start()))
    elif dames == "astray":
        hands.hop(B, (1, 12))
    for side in (N, B, N):
        hands.throw((6, 5), side)
    assert not withdrawn(hands)
    assert hands.judge.situation.phase is Phase.OVER


def test_a_fichet_felt_in_the_last_hole_has_won_even_if_they_play_on() -> None:
    """The fichet is the score (Lois XV, XX)."""
    hands = counted_too_high(Mode.REFEREE)
    hands.play()
    hands.throw((2, 1), N)
    assert not withdrawn(hands)
    assert hands.judge.situation.winner is B
