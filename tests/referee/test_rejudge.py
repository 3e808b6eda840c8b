"""When the companion keeps the score: its announcements about throws made on a miscounted board."""

from __future__ import annotations

import pytest

from events.acts import DameLifted, DamePlaced
from events.rulings import Withdrawn
from events.state import Mode
from events.trictrac.acts import Corrected
from events.trictrac.rulings import FaultRuled, Marked
from rules.marking import Holding
from tests.referee.hands import BEATS, SIX_TWO, B, Hands, N
from tests.rules.figures import position

STOOD = "1:12 10:2 3"


def miscounted(mode: Mode = Mode.SCORE) -> tuple[Hands, int]:
    """Noirs seem to take a dame from their tenth case, so that Blancs beat the other. Also returns that worth."""
    hands = Hands(BEATS, STOOD, first=N, mode=mode)
    hands.throw((2, 1))
    hands.hop(N, (10, 11), (3, 5))
    worth = hands.throw(SIX_TWO)
    return hands, worth


def counted(hands: Hands, noirs: str, by: str = "board") -> None:
    """Let the board be counted with these dames of Noirs."""
    now = hands.position
    stood = position("", noirs).counts(N)
    hands.act(Corrected(0.0, by, "counted again", position=now.with_counts(N, stood)))


@pytest.mark.parametrize("played", [False, True])
def test_points_of_a_throw_made_on_a_miscounted_board_are_taken_back(played: bool) -> None:
    hands, worth = miscounted()
    assert worth > 0
    assert hands.score.of(B) == Holding(worth, bredouille=True)
    if played:
        hands.play()
        hands.throw((2, 1), N)
    counted(hands, "1:11 5 10:2 11")
    assert hands.score.of(B) == Holding()
    assert [
        one.what.points for one in hands.rulings if isinstance(one, Withdrawn) and isinstance(one.what, Marked)
    ] == [worth]
    assert not [one for one in hands.rulings if isinstance(one, FaultRuled)]
    assert hands.position.counts(N)[9] == 2


def test_points_stay_if_dames_were_taken_from_that_case_since() -> None:
    """The tenth case may have held one dame when Blancs threw, and been miscounted only later."""
    hands, worth = miscounted()
    hands.play()
    hands.throw((2, 1), N)
    hands.act(DameLifted(0.0, N, 10))
    hands.act(DamePlaced(0.0, N, 11))
    hands.hop(N, (5, 7))
    hands.throw((2, 1), B)
    marked = hands.score.of(B).points
    counted(hands, "1:11 7 10 11:2")
    assert hands.score.of(B).points == marked >= worth


def test_a_position_set_by_people_holds_only_from_then_on() -> None:
    """A dame may have been moved by hand."""
    hands, worth = miscounted()
    hands.play()
    hands.throw((2, 1), N)
    marked = hands.score.of(B)
    counted(hands, "1:11 5 10:2 11", by="Blancs")
    assert hands.score.of(B) == marked
    assert worth
