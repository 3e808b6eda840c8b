"""Marks of the last throws that later acts explain otherwise."""

from __future__ import annotations

from events.trictrac.acts import JetonMoved, JetonReleased
from referee.trictrac.judge.likelihood import surprise
from rules.marking import Holding, Score
from tests.referee.hands import FILL, B, Hands, N


def _shown(hands: Hands, points: int) -> None:
    hands.act(JetonMoved(0.0, B, points, bredouille=False))
    hands.act(JetonReleased(0.0, B, points, bredouille=False))


def test_a_jeton_seen_at_home_and_then_where_it_lay_marked_nothing() -> None:
    hands = Hands(score=Score(blancs=Holding(4)))
    _shown(hands, 0)
    hands.throw((6, 1))
    hands.play()
    _shown(hands, 4)
    hands.throw((6, 1), N)
    hands.play()
    assert hands.faults() == []
    assert hands.marked() == []
    assert hands.score.of(B).points == 4


def test_a_lawful_throw_surprises_nobody_and_an_error_does() -> None:
    hands = Hands(FILL)
    hands.mark(B, hands.throw((6, 1)))
    hands.hop(B, (5, 11))
    assert surprise(hands.judge.log, hands.judge.situation) == 0
    hands.hop(B, (1, 2))
    hands.throw((2, 1), N)
    hands.mark(N, 4)
    assert surprise(hands.judge.log, hands.judge.situation) > 0
