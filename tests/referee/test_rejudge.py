"""Where the companion keeps the score: the announcements about throws made on a board that was miscounted."""

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
    """Noirs are read to have taken a dame from their tenth case, and Blancs beat the other; the worth of that."""
    hands = Hands(BEATS, STOOD, first=N, mode=mode)
    hands.throw((2, 1))
    hands.hop(N, (10, 11), (3, 5))
    worth = hands.throw(SIX_TWO)
    return hands, worth


def counted(hands: Hands, noirs: str, by: str = "board") -> None:
    """The board is counted otherwise."""
    now = hands.position
    stood = position("", noirs).counts(N)
    hands.act(Corrected(0.0, by, "counted again", position=now.replaced(N, stood)))


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


def test_points_stay_where_dames_have_been_announced_to_be_taken_from_there_since() -> None:
    """The tenth case held one dame when Blancs threw, as far as anybody knows: it was miscounted only since."""
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


def test_what_people_set_right_is_so_from_now_on() -> None:
    """They mean it: a dame may have been moved by hand."""
    hands, worth = miscounted()
    hands.play()
    hands.throw((2, 1), N)
    marked = hands.score.of(B)
    counted(hands, "1:11 5 10:2 11", by="Blancs")
    assert hands.score.of(B) == marked
    assert worth
