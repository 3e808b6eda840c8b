"""Points marked in several goes, forgotten, effaced and claimed."""

from __future__ import annotations

import pytest

from events.acts import Declaration
from events.rulings import ClaimRuled, ClaimVerdict, Played, Window
from events.trictrac.acts import FichetMoved, JetonMoved, JetonReleased
from events.trictrac.rulings import FaultRuled
from referee.trictrac.judge.ledger import Ledger, LedgerLine
from rules.code import JEU_DE_TRICTRAC, LOIS_2013, Code
from rules.faults.chronology import On
from rules.marking import Holding, Score
from tests.referee.hands import BARRED, FILL, B, Hands, N, beating

OPEN, CLAIMED = Window.OPEN, Window.CLAIMED
ECOLE = Declaration.ECOLE


def test_a_jeton_may_be_touched_taken_up_and_put_back() -> None:
    """See Jeu 3, jetons 2 and 3."""
    hands, worth = beating(Score(Holding(4, True, 0)))
    hands.act(JetonMoved(0.0, B, 0, bredouille=False))
    hands.act(JetonMoved(0.0, B, 4, bredouille=False))
    hands.act(JetonReleased(0.0, B, 4, bredouille=False))
    hands.mark(B, worth)
    hands.play()
    assert hands.faults() == []


def test_points_may_be_marked_in_several_goes() -> None:
    """Jeu 3, jetons 5."""
    hands = Hands(FILL)
    assert hands.throw((6, 1)) == 4
    hands.mark(B, 2)
    hands.mark(B, 2)
    hands.hop(B, (5, 11), (1, 2))
    assert hands.faults() == []
    assert sum(points for _, points in hands.marked()) == 4


def test_the_other_s_points_forgotten_may_be_effaced_until_his_next_throw() -> None:
    """Effaced in time they do not count. After that they stay (Jeu 3, jetons 11)."""
    for effaced in (True, False):
        hands, _ = beating(Score(Holding(10, False, 3), Holding(4, False, 2)))
        hands.act(FichetMoved(0.0, B, 4))
        hands.act(JetonMoved(0.0, B, 0, bredouille=False))
        hands.act(JetonReleased(0.0, B, 0, bredouille=False))
        hands.play()
        assert hands.given() == 0
        hands.throw((2, 1), N)
        hands.play()
        if effaced:
            hands.act(JetonMoved(0.0, N, 0, bredouille=False))
            hands.act(JetonReleased(0.0, N, 0, bredouille=False))
        hands.throw((2, 1), B)
        assert hands.score.of(N).points == (0 if effaced else 4)


def test_points_nobody_effaced_may_be_marked_on_from() -> None:
    """The other may go on from them, since his jeton lies there. That is no école (Jeu 3, jetons 11)."""
    hands, _ = beating(Score(Holding(10, False, 3), Holding(4, False, 2)))
    hands.act(FichetMoved(0.0, B, 4))
    hands.act(JetonMoved(0.0, B, 0, bredouille=False))
    hands.act(JetonReleased(0.0, B, 0, bredouille=False))
    hands.play()
    own = hands.throw((4, 4), N)
    if own:
        hands.act(JetonMoved(0.0, N, 4 + own, bredouille=False))
        hands.act(JetonReleased(0.0, N, 4 + own, bredouille=False))
    hands.play()
    assert [one for one in hands.faults() if one[3] is OPEN] == []


@pytest.mark.parametrize("noirs", [6, 8])
@pytest.mark.parametrize("late", [False, True])
def test_points_marked_on_from_may_still_be_effaced_until_the_next_throw(noirs: int, *, late: bool) -> None:
    """Noirs marked their four on top of points not effaced, which with eight make a trou (Jeu 3, jetons 11).

    late: Blancs mend it only after Noirs' next play, "avant de lancer soi-même les dés".
    """
    hands = Hands(
        "1:10 5 10 11 12:2", "1:6 5 6 8:2 10:2 11 12:2", Score(Holding(8, False, 0), Holding(noirs, False, 0))
    )
    assert (hands.throw((6, 2)), hands.given()) == (6, 4)
    right = Score(Holding(2, True, 1), Holding(0, False, 0))
    hands.show(Score(Holding(2, False, 1), Holding(noirs, False, 0)))
    hands.play()
    hands.mark(N, 4)
    assert hands.score.of(N) == hands.shown.of(N)
    own = hands.throw((2, 1), N) if late else 0
    if late:
        assert hands.given() == 0
        hands.mark(N, own)
        hands.play()
    right = right.mark(N, 4 + own)[0]
    hands.show(right)
    hands.throw((2, 1))
    assert hands.score == right
    assert hands.open() == []


@pytest.mark.parametrize("kept", [True, False])
def test_marks_made_since_remain_when_points_are_effaced_after_all(*, kept: bool) -> None:
    """Noirs marked four on top of points not effaced, then two for a fausse école, which Blancs take off or not."""
    hands = Hands("1:10 5 10 11 12:2", "1:6 5 6 8:2 10:2 11 12:2", Score(Holding(8), Holding(4)))
    hands.throw((6, 2))
    hands.show(Score(Holding(2, False, 1), Holding(4)))
    hands.play()
    hands.mark(N, 4)
    hands.say(N, Declaration.ECOLE)
    hands.mark(N, 2)
    if not kept:
        hands.say(B, Declaration.ECOLE)
    hands.show(Score(Holding(2 if kept else 4, False, 1), Holding(6 if kept else 4, True)))
    assert hands.score.of(N).points == hands.shown.of(N).points
    assert [(name, by) for name, by, _, window in hands.faults() if window is OPEN] == [("fausse_ecole", N)]


@pytest.mark.parametrize(("code", "left"), [(LOIS_2013, 0), (JEU_DE_TRICTRAC, 4)])
def test_ecoles_count_in_the_order_of_the_code(code: Code, left: int) -> None:
    """Écoles come after all other points (Lois XVII), or with the points they belong to (Jeu 3, chronologie).

    Noirs have two old points and four of the throw, and mark four for an école that is none. Blancs mark those four,
    which makes a trou. By the Lois it effaces all six points, by Jeu 3 only the old two.
    """
    hands = Hands("12:15", BARRED, Score(Holding(4, False, 1), Holding(2, False, 1)), code=code)
    hands.mark(B, hands.throw((5, 4)))
    assert (hands.given(), hands.shown.of(B).points) == (4, 8)
    hands.mark(N, 4)
    hands.say(N, ECOLE)
    hands.mark(N, 4)
    hands.throw((2, 1), N)
    hands.say(B, ECOLE)
    hands.show(Score(Holding(0, False, 2), Holding(left, left > 0, 1)), by=B)
    assert hands.faults() == [("fausse_ecole", N, 4, OPEN), ("fausse_ecole", N, 4, CLAIMED)]
    assert hands.marked() == [(B, 4), (N, 4), (N, 4), (N, -4), (B, 4)]
    assert hands.score == hands.shown


def test_the_answer_to_a_claim_names_the_fault() -> None:
    """It has the verdict, the points, the throw and the article."""
    hands, worth = beating()
    hands.play()
    (ruling,) = (one for one in hands.rulings if isinstance(one, FaultRuled))
    (claim,) = hands.claim(N, ruling.about)
    assert isinstance(claim, ClaimRuled)
    assert (claim.verdict, claim.points, claim.throw) == (ClaimVerdict.RIGHT, worth, 1)
    assert "écoles par moins" in claim.article


@pytest.mark.parametrize("more", [0, 2])
def test_a_fichet_and_then_a_jeton_are_one_mark(more: int) -> None:
    """Even if the trou is all that was due, points may follow until it is let go (Jeu 3, jetons 5)."""
    hands = Hands("1 7:3 8:3 9:2 10:3 11 12:2")
    worth = hands.throw((3, 1))
    assert worth == 12
    hands.act(FichetMoved(0.0, B, 2))
    assert hands.marked() == []
    hands.act(JetonMoved(0.0, B, more, bredouille=False))
    hands.act(JetonReleased(0.0, B, more, bredouille=False))
    assert hands.marked() == [(B, worth + more)]
    assert hands.open() == (["ecole_trop_J"] if more else [])


def test_the_last_trou_ends_the_tour_at_once() -> None:
    """Nothing counts after it, and no jeton has to be moved any more (Lois XX)."""
    hands, worth = beating(Score(Holding(10, False, 11)))
    hands.act(FichetMoved(0.0, B, 12))
    assert hands.marked() == [(B, worth)]
    assert hands.judge.situation.winner is B


def test_winning_by_the_others_throw_ends_his_play() -> None:
    """A dame moved by neither number is ruled on even if nobody could claim it in time (Lois VI, XX)."""
    hands = Hands("1:13 8:2", "1:10 6 11:2 12:2", Score(Holding(), Holding(10, False, 11)))
    hands.throw((6, 5))
    assert hands.given() > 0
    hands.hop(B, (8, 10), (1, 7))
    hands.act(FichetMoved(0.0, N, 12))
    assert hands.judge.situation.winner is N
    assert [one.lawful for one in hands.rulings if isinstance(one, Played)] == [False]


def test_unexplained_points_still_end_the_others_bredouille() -> None:
    """Blancs claim a fausse école after the trou that effaced its points (Jeu 1, bredouille).

    By the order of the throws these points count before that trou and are gone with it, but he marked them after it.
    """
    hands = Hands(FILL, FILL, Score(Holding(0, False, 9), Holding(6, False, 8)))
    hands.mark(B, hands.throw((6, 1)))
    hands.mark(N, 4)
    hands.hop(B, (5, 11), (1, 2))
    hands.mark(N, hands.throw((6, 1), N))
    held = hands.score.of(N)
    assert held.points
    assert held.bredouille
    hands.hop(N, (5, 11), (1, 2))
    assert hands.say(B, ECOLE) == [ClaimVerdict.RIGHT]
    hands.mark(B, 4)
    hands.throw((2, 1), B)
    assert hands.score == Score(Holding(4, True, 9), Holding(held.points, False, held.trous))


def test_a_jeton_back_at_the_talon_marks_no_bredouille() -> None:
    """Points for a double trou are marked from the talon on (Jeu 1, troisième jeton)."""
    hands = Hands(score=Score(Holding(4, True)))
    hands.throw((6, 5))
    hands.play()
    hands.act(JetonMoved(0.0, B, 0, bredouille=False))
    hands.act(JetonReleased(0.0, B, 0, bredouille=False))
    hands.throw((2, 1))
    hands.play()
    hands.throw((2, 1))
    assert hands.score == Score()
    line = LedgerLine(B, 1, On.OWN, 4, counted=4)
    assert Ledger(Score(Holding(4, True)), (line,)).score(LOIS_2013) == Score()
