"""A trou of the thrower that an école takes away: the throw before counts first (Lois XVIII 3; Jeu 3, chronologie)."""

from __future__ import annotations

import pytest

from events.acts import Declaration, DiceLifted
from events.rulings import ClaimVerdict, standing
from events.trictrac.acts import FichetMoved
from events.trictrac.rulings import HeldOrLeft, TourWon
from events.trictrac.state import Phase
from rules.code import CODES
from rules.marking import Holding, Score
from rules.position import Side
from tests.referee.hands import B, Hands, N

ECOLE, JE_M_EN_VAIS = Declaration.ECOLE, Declaration.JE_M_EN_VAIS


def forgotten_four(noirs: int, *, trous: tuple[int, int] = (0, 0), code: str = "lois-2013") -> Hands:
    """Noirs' throw gave Blancs four points, which they did not mark. Their own throw makes two, and with ten a trou.

    noirs: Noirs' points. trous: of Blancs and Noirs.
    """
    score = Score(Holding(10, False, trous[0]), Holding(noirs, False, trous[1]))
    hands = Hands("1:9 4 6 9:2 12:2", "1:8 4:2 5 7 8 10 11", score, code=CODES[code], first=N)
    assert (hands.throw((6, 3)), hands.given()) == (0, 4)
    hands.hop(N, (4, 10), (8, 11))
    assert (hands.throw((4, 2)), hands.given()) == (2, 0)
    return hands


@pytest.mark.parametrize("trous", [(0, 0), (11, 5)])
def test_what_was_judged_again_is_withdrawn_as_it_was_announced(trous: tuple[int, int]) -> None:
    """Blancs took the dice up early, which is seen only after they left or won."""
    hands = forgotten_four(noirs=8, trous=trous)
    hands.mark(B, 2)
    hands.say(B, JE_M_EN_VAIS)
    hands.act(DiceLifted(0.0, B, early=True))
    assert hands.say(N, ECOLE) == [ClaimVerdict.RIGHT]
    assert not any(isinstance(one, HeldOrLeft | TourWon) for one in standing(hands.rulings))


@pytest.mark.parametrize("code", sorted(CODES))
def test_an_ecole_that_makes_the_other_a_trou_undoes_the_departure(code: str) -> None:
    """Noirs' trou effaces the ten points first, so Blancs have two and none to leave with ("peut s'y opposer", XVI)."""
    hands = forgotten_four(noirs=8, code=code)
    hands.mark(B, 2)
    hands.say(B, JE_M_EN_VAIS)
    assert hands.judge.situation.phase is Phase.LEAVING
    assert hands.say(N, ECOLE) == [ClaimVerdict.RIGHT]
    assert hands.judge.situation.phase is not Phase.LEAVING
    assert not any(isinstance(one, HeldOrLeft) for one in standing(hands.rulings))
    after = Score(Holding(2, True, 0), Holding(0, False, 1))
    hands.show(after, by=N)
    hands.hop(B, (1, 5), (6, 8))
    assert hands.score == after
    assert hands.judge.situation.phase is Phase.TO_THROW
    assert hands.open() == []


def test_an_ecole_that_makes_no_trou_leaves_the_departure() -> None:
    """The departure sets the points of both to zero, those of the école with them (Lois XVI)."""
    hands = forgotten_four(noirs=2)
    hands.mark(B, 2)
    hands.say(B, JE_M_EN_VAIS)
    assert hands.say(N, ECOLE) == [ClaimVerdict.RIGHT]
    assert hands.judge.situation.phase is Phase.LEAVING


@pytest.mark.parametrize("called", [True, False])
@pytest.mark.parametrize(("noirs", "winner"), [(8, N), (2, B)])
def test_a_last_trou_falls_to_the_ecole_that_counts_before_it(noirs: int, winner: Side, *, called: bool) -> None:
    """The end of the tour, too, depends on the order alone (Jeu 3, chronologie)."""
    hands = forgotten_four(noirs=noirs, trous=(11, 11))
    hands.mark(B, 2)
    if called:
        assert hands.say(N, ECOLE) == [ClaimVerdict.RIGHT]
    if winner is N:
        hands.act(FichetMoved(0.0, N, 12))
    assert [one.side for one in standing(hands.rulings) if isinstance(one, TourWon)] == [winner]


def test_a_last_trou_effaced_by_the_ecole_of_the_throw_before_wins_nothing() -> None:
    """Noirs' école makes their sixth trou and effaces Blancs' ten points. The tour goes on (Jeu 3, chronologie)."""
    hands = forgotten_four(noirs=8, trous=(11, 5))
    hands.mark(B, 2)
    assert hands.say(N, ECOLE) == [ClaimVerdict.RIGHT]
    after = Score(Holding(2, True, 11), Holding(0, False, 6))
    hands.show(after, by=N)
    hands.hop(B, (1, 5), (6, 8))
    assert hands.score == after
    assert not any(isinstance(one, TourWon) for one in standing(hands.rulings))


def test_who_was_refused_the_departure_may_not_go_before_the_ecole_is_marked() -> None:
    hands = forgotten_four(noirs=8)
    hands.mark(B, 2)
    hands.say(B, JE_M_EN_VAIS)
    hands.say(N, ECOLE)
    hands.say(B, JE_M_EN_VAIS)
    assert hands.judge.situation.phase is not Phase.LEAVING


def test_a_last_trou_stands_if_the_ecole_is_claimed_and_not_marked() -> None:
    """The claimant's time ends when he throws (Lois XVIII 3)."""
    hands = forgotten_four(noirs=8, trous=(11, 5))
    hands.mark(B, 2)
    hands.say(N, ECOLE)
    hands.hop(B, (1, 5), (6, 8))
    assert not any(isinstance(one, TourWon) for one in standing(hands.rulings))
    hands.throw((2, 1), N)
    assert [one.side for one in standing(hands.rulings) if isinstance(one, TourWon)] == [B]
