"""Trous of both players in one throw: the thrower's points come first (Jeu 3, chronologie; Lois X)."""

from __future__ import annotations

import pytest

from events.acts import Declaration
from events.rulings import standing
from events.state import Mode
from events.trictrac.acts import FichetMoved, JetonMoved, JetonReleased, Releve
from events.trictrac.rulings import Marked, TourWon
from events.trictrac.state import Phase
from rules.code import CODES
from rules.marking import Holding, Score
from rules.position import ReleveCause, Side
from tests.referee.hands import B, Hands, N

BEATS_BOTH = "12:2 1:11 9 8"
"""Against FILL_TOO, a double three gives Blancs ten points and Noirs four."""

FILL_TOO = "1:3 5 7:2 8:2 9:2 10:2 11 12:2"
THREES = (3, 3)


def both_owed(
    blancs: int = 11, noirs: int = 11, *, mode: Mode = Mode.REFEREE, code: str = "lois-2013", trous: int | None = 12
) -> Hands:
    """Blancs have thrown. Their ten points make a trou, and Noirs' four would make one, too."""
    score = Score(Holding(8, False, blancs), Holding(8, False, noirs))
    hands = Hands(FILL_TOO, BEATS_BOTH, score, mode=mode, code=CODES[code], trous=trous)
    assert hands.throw(THREES) == 10
    assert hands.given() == 4
    return hands


def peg(hands: Hands, side: Side, trou: int) -> None:
    """Put a side's fichet into the hole of a trou."""
    hands.act(FichetMoved(0.0, side, trou))


def jeton(hands: Hands, side: Side, points: int) -> None:
    """Put a side's jeton on these points and let go of it."""
    for kind in (JetonMoved, JetonReleased):
        hands.act(kind(0.0, side, points, bredouille=False))


def winners(hands: Hands) -> list[Side]:
    """Return the winner by the rulings that stand, if any."""
    return [one.side for one in standing(hands.rulings) if isinstance(one, TourWon)]


@pytest.mark.parametrize("mode", [Mode.REFEREE, Mode.LESSON])
@pytest.mark.parametrize("code", sorted(CODES))
@pytest.mark.parametrize("first", [N, B])
def test_of_two_last_trous_the_throwers_counts_whatever_fichet_moves_first(first: Side, code: str, mode: Mode) -> None:
    """The thrower's points count first, then those he gives, whatever the order of marking (chronologie 1 and 3)."""
    hands = both_owed(code=code, mode=mode)
    for side in (first, first.adversary):
        peg(hands, side, 12)
    assert winners(hands) == [B]
    assert hands.judge.situation.phase is Phase.OVER


def test_while_the_thrower_may_still_mark_the_other_has_not_won() -> None:
    """The thrower marks until he touches his dames (Lois XV)."""
    hands = both_owed()
    peg(hands, N, 12)
    assert winners(hands) == []
    assert hands.judge.situation.phase is not Phase.OVER


@pytest.mark.parametrize("code", sorted(CODES))
def test_a_thrower_who_plays_without_marking_has_lost_the_race(code: str) -> None:
    """His time to mark ends when he touches a dame. Noirs have their last trou (Lois XV, XX)."""
    hands = both_owed(code=code)
    peg(hands, N, 12)
    hands.play()
    assert winners(hands) == [N]


@pytest.mark.parametrize("code", sorted(CODES))
@pytest.mark.parametrize("back", ["before", "after", "at once"])
def test_a_trou_of_the_thrower_effaces_the_points_that_would_have_won(back: str, code: str) -> None:
    """Noirs' eight points are effaced, and four from zero make no trou, so the tour goes on (Lois XV)."""
    hands = both_owed(blancs=5, code=code)
    if back != "at once":
        peg(hands, N, 12)
    if back == "before":
        peg(hands, N, 11)
    peg(hands, B, 6)
    jeton(hands, N, 0)
    jeton(hands, B, 6)
    if back == "after":
        peg(hands, N, 11)
    hands.play()
    assert winners(hands) == []
    jeton(hands, N, 4)
    hands.throw((2, 1), N)
    assert winners(hands) == []
    assert (hands.score.of(B).trous, hands.score.of(N).trous, hands.score.of(N).points) == (6, 11, 4)
    assert hands.faults() == []


def test_a_fichet_left_in_the_last_hole_does_not_end_the_thrower_s_throw() -> None:
    """When he plays, his trou has effaced the points for which Noirs moved their fichet (Jeu 3, chronologie)."""
    hands = both_owed(blancs=5)
    peg(hands, N, 12)
    peg(hands, B, 6)
    jeton(hands, N, 0)
    jeton(hands, B, 6)
    hands.play()
    assert winners(hands) == []
    assert hands.score.of(B).trous == 6
    assert [one.side for one in hands.rulings if isinstance(one, Marked)] == [B]
    assert hands.faults() == []


def test_points_that_make_no_trou_but_take_the_bredouille_decide_too() -> None:
    """Blancs' points end the bredouille of Noirs, who have ten trous (Jeu 1, bredouille; Jeu 3, chronologie 1)."""
    score = Score(Holding(0, False, 3), Holding(8, True, 10))
    hands = Hands(FILL_TOO, BEATS_BOTH, score)
    hands.throw(THREES)
    peg(hands, N, 12)
    assert winners(hands) == []
    jeton(hands, B, 10)
    peg(hands, N, 11)
    jeton(hands, B, 0)
    jeton(hands, N, 0)
    assert winners(hands) == []


def test_where_the_thrower_s_points_change_nothing_the_other_has_won_at_once() -> None:
    """Blancs make no trou and Noirs have no bredouille to lose. Noirs' last trou ends the tour (Lois XX)."""
    score = Score(Holding(0, False, 3), Holding(8, False, 11))
    hands = Hands(FILL_TOO, BEATS_BOTH, score)
    hands.throw(THREES)
    peg(hands, N, 12)
    assert winners(hands) == [N]


def test_with_nothing_owed_to_the_thrower_the_other_has_won_at_once() -> None:
    """A tour may be won by points of the other's throw (Lois XX)."""
    hands = both_owed()
    peg(hands, B, 12)
    assert winners(hands) == [B]
    marked = Hands(FILL_TOO, BEATS_BOTH, Score(Holding(0, False, 3), Holding(8, False, 11)))
    marked.throw(THREES)
    jeton(marked, B, 10)
    peg(marked, N, 12)
    assert winners(marked) == [N]


def test_the_thrower_goes_and_the_other_s_last_trou_is_lost() -> None:
    """The other loses the points of the throw for good (Jeu 3, prise de trous; Lois XVI)."""
    hands = both_owed(blancs=5)
    peg(hands, N, 12)
    peg(hands, B, 6)
    hands.say(B, Declaration.JE_M_EN_VAIS)
    peg(hands, N, 11)
    hands.act(Releve(0.0, ReleveCause.S_EN_ALLER, B))
    assert winners(hands) == []
    assert hands.score == Score(Holding(trous=6), Holding(trous=11))
    hands.throw((2, 1), B)
    hands.play()
    assert hands.faults() == []


def test_dames_put_away_after_the_other_pegged_his_last_trou_end_the_tour() -> None:
    """Blancs marked no trou on which to leave, so putting the dames away grants Noirs the tour (Lois XVI, XX)."""
    hands = both_owed()
    peg(hands, N, 12)
    hands.act(Releve(0.0, ReleveCause.S_EN_ALLER, B))
    assert winners(hands) == [N]


def test_in_a_partie_a_ecrire_the_thrower_s_trou_effaces_it_all_the_same() -> None:
    """The twelfth trou wins nothing, but points marked too early are effaced as always (Lois II, XV)."""
    hands = both_owed(blancs=12, trous=None)
    peg(hands, N, 12)
    jeton(hands, N, 0)
    peg(hands, N, 11)
    peg(hands, B, 1)
    jeton(hands, B, 6)
    hands.play()
    assert (hands.score.of(B).trous, hands.score.of(N).trous) == (13, 11)
    assert hands.faults() == []


@pytest.mark.parametrize("mode", [Mode.SCORE, Mode.REFEREE])
def test_the_companion_marks_in_that_order_too(mode: Mode) -> None:
    """When it keeps the score, the thrower's last trou ends the tour before the other's points are marked."""
    score = Score(Holding(8, False, 11), Holding(8, False, 11))
    hands = Hands(FILL_TOO, BEATS_BOTH, score, mode=mode, jetons=False)
    hands.throw(THREES)
    assert winners(hands) == [B]
    assert [one.side for one in hands.rulings if isinstance(one, Marked)] == [B]
