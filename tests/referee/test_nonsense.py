"""Impossible acts: nothing raises, and nothing changes."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from events.acts import Act, Claimed, DameLifted, DamePlaced, DiceThrown, DoubtAnswered
from events.rulings import ClaimRuled, Played
from events.state import Mode
from events.trictrac.acts import Corrected, FichetMoved, JetonReleased, Unwatched
from rules.marking import Holding, Score
from rules.position import Position
from tests.referee.hands import B, Hands, N, goes_on

BOARD = (15, *(0,) * 23)


NONSENSE: Sequence[Act] = (
    DiceThrown(0.0, B, (0, 7), good=True),
    DiceThrown(0.0, B, (99, -7), good=True),
    DameLifted(0.0, B, 0),
    DameLifted(0.0, B, 30),
    DamePlaced(0.0, B, -3),
    JetonReleased(0.0, B, 7, bredouille=False),
    JetonReleased(0.0, B, -2, bredouille=False),
    JetonReleased(0.0, B, 100, bredouille=False),
    JetonReleased(0.0, B, 2, bredouille=False, left=13),
    FichetMoved(0.0, B, 40),
    FichetMoved(0.0, B, -1),
    Corrected(0.0, "somebody", dice=(0, 9)),
    Corrected(0.0, "somebody", position=Position((1, 2), (3,))),
    Corrected(0.0, "somebody", position=Position(BOARD, (5,) * 24)),
    Corrected(0.0, "somebody", position=Position(BOARD, (-1, 16, *(0,) * 22))),
    Corrected(0.0, "somebody", score=Score(Holding(13, True, 0))),
    Corrected(0.0, "somebody", score=Score(Holding(0, False, -1))),
    Unwatched(0.0, Position((), ()), N),
    Claimed(0.0, N, ""),
    DoubtAnswered(0.0, "no such doubt", 77),
)


@pytest.mark.parametrize("nonsense", NONSENSE, ids=repr)
@pytest.mark.parametrize("mode", [Mode.REFEREE, Mode.SCORE])
def test_an_impossible_act_changes_nothing(nonsense: Act, mode: Mode) -> None:
    """It stays in the log, and gets an answer only if it was a claim."""
    hands = Hands(mode=mode)
    hands.throw((6, 5))
    before = hands.judge.situation
    assert [one for one in hands.act(nonsense) if not isinstance(one, ClaimRuled)] == []
    assert isinstance(nonsense, Claimed) or hands.judge.situation == before
    hands.play()
    assert [one.lawful for one in hands.rulings if isinstance(one, Played)] == [True]
    goes_on(hands)
