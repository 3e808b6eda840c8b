"""Relevés nobody may have, and throws before the dames were seen to be back."""

from __future__ import annotations

import pytest

from referee.acts import (
    DameLifted,
    Declaration,
    FichetMoved,
    JetonMoved,
    JetonReleased,
    Releve,
)
from referee.rulings import HeldOrLeft, ReleveRuled, Verdict
from referee.state import Phase
from rules.marking import Holding, Score
from rules.position import Position
from rules.releve import ReleveCause
from tests.referee.hands import A_TROU, BEATEN, BEATS, SIX_TWO, B, Hands, N, beating, goes_on

ECOLE = Declaration.ECOLE


@pytest.mark.parametrize("lifted", [False, True])
def test_a_releve_when_nobody_may_leave_costs_no_points(lifted: bool) -> None:
    """Lois XVI: only a trou of his own throw lets a player go; nobody is told to have gone."""
    hands = Hands(BEATS, BEATEN, Score(Holding(6, True, 1), Holding(4, False, 2)))
    hands.mark(B, hands.throw(SIX_TWO))
    if lifted:
        hands.act(DameLifted(0.0, B, 1))
    hands.act(Releve(0.0, ReleveCause.S_EN_ALLER, B))
    assert hands.position == Position.start()
    assert (hands.score.of(B).points, hands.score.of(N).points) == (8, 4)
    assert not any(isinstance(one, HeldOrLeft) for one in hands.rulings)
    goes_on(hands)


def test_a_releve_of_what_stands_at_the_talons_is_none() -> None:
    hands = Hands()
    hands.act(Releve(0.0, ReleveCause.S_EN_ALLER, N))
    hands.throw((6, 5))
    hands.act(Releve(0.0, ReleveCause.S_EN_ALLER, N))
    assert not any(isinstance(one, ReleveRuled) for one in hands.rulings)
    hands.play()
    assert hands.judge.situation.trait is N


def test_who_goes_may_throw_before_the_dames_were_seen_to_be_back() -> None:
    """Lois XVI: he has the primauté."""
    hands, _ = beating(A_TROU)
    hands.act(FichetMoved(0.0, B, 4))
    hands.say(B, Declaration.JE_M_EN_VAIS)
    hands.throw((3, 1), N)
    assert hands.open() == ["hors_tour"]
    hands.throw((6, 5), B)
    assert (hands.judge.situation.number, hands.judge.situation.phase) == (2, Phase.TO_MARK)
    assert hands.position == Position.start()
    hands.act(Releve(0.0, ReleveCause.S_EN_ALLER, B))
    assert sum(isinstance(one, ReleveRuled) for one in hands.rulings) == 1
    hands.play()
    goes_on(hands)


def test_who_has_gone_out_may_throw_before_the_dames_were_seen_to_be_back() -> None:
    """Lois VIII: he throws again, and the points stay."""
    hands = Hands("20 21", "19:15", Score(Holding(2, True, 1)))
    hands.mark(B, hands.throw((5, 4)))
    hands.hop(B, (20, 25), (21, 25))
    hands.throw((6, 5), B)
    assert (hands.position, hands.judge.situation.number) == (Position.start(), 2)
    assert [one.first for one in hands.rulings if isinstance(one, ReleveRuled)] == [B]
    assert hands.open() == []
    assert hands.score.of(B).points == 6
    hands.play()
    goes_on(hands)


def test_what_is_in_the_hand_is_not_marked_yet() -> None:
    """Jeu 3, écoles par trop 3: from the release on; called before, the claim is wrong."""
    hands, worth = beating()
    hands.act(JetonMoved(0.0, B, worth + 4, bredouille=False))
    assert hands.say(N, ECOLE) == [Verdict.WRONG]
    hands.act(JetonMoved(0.0, B, worth, bredouille=False))
    hands.act(JetonReleased(0.0, B, worth, bredouille=False))
    hands.play()
    assert hands.faults() == []
