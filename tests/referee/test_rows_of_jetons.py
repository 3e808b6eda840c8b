"""The numbered rules of Jeu 3 on jetons, pavillon and fichets."""

from __future__ import annotations

import pytest

from events.acts import DameLifted, DamePlaced, Declaration
from events.rulings import ClaimVerdict, Window
from events.trictrac.acts import FichetMoved, JetonMoved, JetonReleased, PavillonMoved, Releve
from events.trictrac.rulings import HeldOrLeft
from events.trictrac.state import Phase
from rules.marking import Holding, Score
from rules.position import ReleveCause, Side
from tests.referee.hands import A_TROU, BEATEN, BEATS, SIX_TWO, B, Hands, N, beating

OPEN = Window.OPEN
IN_BREDOUILLE = Score(Holding(4, False, 0), Holding(8, True, 0))
"""Noirs have eight points, marked with two jetons."""


def jeton(hands: Hands, side: Side, points: int, *, double: bool = False) -> None:
    """Put a side's jeton on these points and let go of it."""
    for kind in (JetonMoved, JetonReleased):
        hands.act(kind(0.0, side, points, bredouille=double))


def test_a_jeton_that_was_let_go_has_marked() -> None:
    """A surplus may be claimed from then on (rules 1 and 4)."""
    hands, worth = beating()
    hands.mark(B, worth + 4)
    assert hands.faults() == [("ecole_trop_J", B, 4, OPEN)]


def test_due_points_moved_back_after_they_were_let_go_are_no_ecole() -> None:
    """The jeton may not go back (rule 4). If the other moved it, that is no fault of its player's (fausse école 1)."""
    hands = Hands("1:11 2 5 8 10", "1:6 4 6 7 8 9:2 10 12:2")
    hands.mark(B, hands.throw((6, 3)))
    hands.play()
    assert hands.given() == 4
    for points in (4, 2):
        jeton(hands, N, points, double=True)
    hands.throw((2, 1))
    assert [name for name, *_ in hands.faults()] == []


def test_a_jeton_in_the_hand_is_not_let_go() -> None:
    """Moved too far and put right before it is let go, it never marked the surplus (rules 2, 3, 4)."""
    hands, worth = beating()
    hands.act(JetonMoved(0.0, B, worth + 4, bredouille=False))
    hands.act(JetonMoved(0.0, B, worth, bredouille=False))
    hands.act(JetonReleased(0.0, B, worth, bredouille=False))
    hands.play()
    assert hands.faults() == []


@pytest.mark.parametrize("taken", ["at once", "after the other's throw", "never"])
def test_the_other_s_bredouille_forgotten_may_be_taken_off_until_the_next_throw(taken: str) -> None:
    """It may be taken off until one throws again. After that it stays the other's (rule 6)."""
    hands, worth = beating(IN_BREDOUILLE)
    if taken == "at once":
        jeton(hands, N, 8)
    jeton(hands, B, 4 + worth)
    hands.play()
    hands.throw((2, 1), N)
    hands.play()
    if taken == "after the other's throw":
        jeton(hands, N, 8)
    hands.throw((2, 1), B)
    assert hands.score.of(N).bredouille is (taken == "never")
    assert [one for one in hands.faults() if one[2]] == []


@pytest.mark.parametrize("taken", [True, False])
def test_one_s_own_bredouille_forgotten_may_be_taken_until_the_next_throw(taken: bool) -> None:
    """The second player to mark has two jetons. With only one he has no bredouille (rule 7)."""
    hands, worth = beating(Score(Holding(), Holding(6, True, 0)))
    jeton(hands, B, worth)
    assert hands.score.of(B).bredouille
    hands.play()
    hands.throw((2, 1), N)
    hands.play()
    if taken:
        jeton(hands, B, worth, double=True)
    hands.throw((2, 1), B)
    assert hands.score.of(B).bredouille is taken


def test_a_bredouille_lost_meanwhile_is_not_taken_any_more() -> None:
    """The other has marked since, which ended it (rule 8)."""
    hands, worth = beating(Score(Holding(), Holding(6, True, 0)))
    jeton(hands, B, worth)
    hands.play()
    hands.throw((2, 1), N)
    own = 2
    jeton(hands, N, 6 + own)
    hands.play()
    jeton(hands, B, worth, double=True)
    assert not hands.score.of(B).bredouille


def test_a_bredouille_put_right_in_time_is_lost_once_the_other_marks() -> None:
    """Wrong for a moment, the second jeton was right before the other marked; left lying, it means nothing (rule 8)."""
    hands, worth = beating(Score(Holding(), Holding(6, True, 0)))
    jeton(hands, B, worth)
    hands.play()
    jeton(hands, B, worth, double=True)
    hands.throw((2, 1), N)
    jeton(hands, N, 6 + 2)
    assert not hands.score.of(B).bredouille
    hands.play()
    hands.throw((2, 1), B)
    assert not hands.score.of(B).bredouille


@pytest.mark.parametrize("holds", [True, False])
def test_the_jeton_may_wait_at_the_talon_while_he_decides(holds: bool) -> None:
    """The trou is marked, the reste is not. He marks it if he holds, not if he leaves (rule 9)."""
    hands = Hands(BEATS, BEATEN, A_TROU)
    owed = hands.throw((6, 6))
    reste = A_TROU.mark(B, owed)[0].of(B).points
    assert reste
    hands.act(FichetMoved(0.0, B, 4))
    jeton(hands, B, 0)
    assert hands.judge.situation.phase is Phase.TO_DECIDE
    if holds:
        hands.say(B, Declaration.JE_TIENS)
        jeton(hands, B, reste)
        jeton(hands, N, 0)
        hands.play()
        assert hands.score.of(B).points == reste
    else:
        hands.say(B, Declaration.JE_M_EN_VAIS)
        hands.act(Releve(0.0, ReleveCause.S_EN_ALLER, B))
        assert hands.score.of(B).points == 0
    assert [one[0] for one in hands.faults()] == []
    assert [one.left for one in hands.rulings if isinstance(one, HeldOrLeft)] == [not holds]
    assert hands.score.of(B).trous == 4


def test_the_pavillon_may_always_be_put_right() -> None:
    """Any hand may move it to any hole. Only the trous decide (rule 12)."""
    hands, worth = beating()
    for owner in (N, None, B, N, None):
        hands.act(PavillonMoved(0.0, owner))
    hands.mark(B, worth)
    hands.play()
    assert hands.faults() == []
    assert hands.score.pavillon is None


def test_trous_changed_after_a_dame_was_touched_are_too_late() -> None:
    """A dozen not marked by then is an école, even if the fichet comes afterwards (rules 13 and 14)."""
    hands, _ = beating(A_TROU)
    hands.act(DameLifted(0.0, B, 1))
    hands.act(FichetMoved(0.0, B, 4))
    jeton(hands, B, 0)
    assert hands.faults() == [("ecole_moins_J", B, 2, OPEN)]
    assert hands.say(N, Declaration.ECOLE) == [ClaimVerdict.RIGHT]


@pytest.mark.parametrize("called", [True, False])
def test_points_marked_after_a_dame_was_touched_are_too_late(*, called: bool) -> None:
    """Points not marked by then go to the other, who takes off those marked after it (rule 16). That is one école.

    He may also leave it at the right marks (Lois XVII 3: "forcer le joueur fautif à rectifier correctement sa marque").
    """
    hands = Hands(BEATS, BEATEN)
    worth = hands.throw(SIX_TWO)
    hands.act(DameLifted(0.0, B, 1))
    hands.mark(B, worth)
    hands.act(DamePlaced(0.0, B, 3))
    hands.hop(B, (1, 7))
    assert hands.faults() == [("ecole_moins_J", B, worth, OPEN)]
    if called:
        assert hands.say(N, Declaration.ECOLE) == [ClaimVerdict.RIGHT]
        hands.take_off(B, worth)
        hands.mark(N, worth)
    hands.throw((2, 1), N)
    assert hands.open() == []
    assert hands.score == hands.shown
    assert hands.score.of(N if called else B).points == worth


def test_touching_the_other_s_jeton_is_no_fault() -> None:
    """It is taken up, set back and put where it was (rule 17)."""
    hands, worth = beating(Score(Holding(), Holding(6, True, 0)))
    for points in (4, 0, 6):
        hands.act(JetonMoved(0.0, N, points, bredouille=False))
    hands.act(JetonReleased(0.0, N, 6, bredouille=False))
    hands.mark(B, worth)
    hands.play()
    assert hands.faults() == []
    assert hands.score.of(N).points == 6


@pytest.mark.parametrize("back", [True, False])
def test_a_dame_moved_without_a_word_shows_whether_he_leaves(back: bool) -> None:
    """If the dames go back he leaves, and if one advances he holds (Jeu 2, s'en aller, tenir)."""
    hands, _ = beating(A_TROU)
    hands.act(FichetMoved(0.0, B, 4))
    jeton(hands, B, 0)
    if back:
        hands.act(DameLifted(0.0, B, 9))
        hands.act(Releve(0.0, ReleveCause.S_EN_ALLER, B))
    else:
        hands.play()
    assert [one.left for one in hands.rulings if isinstance(one, HeldOrLeft)] == [back]


def test_a_trou_of_the_other_s_throw_obliges_to_hold() -> None:
    """Declaring that one leaves has no effect (Lois XVI; Jeu 2, tenir par obligation)."""
    hands = Hands("12:15", "1 2:2 3:2 4:2 5:2 6:2 7:2 8:2", Score(Holding(2, False, 1), Holding(8, False, 1)))
    hands.mark(B, hands.throw((5, 4)))
    assert hands.given() == 4
    hands.mark(N, 4)
    assert hands.score.of(N).trous == 2
    hands.say(N, Declaration.JE_M_EN_VAIS)
    assert hands.judge.situation.phase is Phase.TO_THROW
    hands.throw((2, 1), N)
    assert hands.judge.situation.number == 2
