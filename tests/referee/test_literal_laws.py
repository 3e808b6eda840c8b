"""Disputes written from the texts alone: the acts, and the outcome that the article gives."""

from __future__ import annotations

import pytest

from events.acts import Declaration
from events.rulings import ClaimVerdict, standing
from events.trictrac.acts import JetonMoved, JetonReleased
from events.trictrac.rulings import FaultRuled, HeldOrLeft
from rules.code import CODES, Code
from rules.marking import Holding, Score
from tests.referee.hands import B, Hands, N

PLAY = ((1, 7), (1, 6))
BOTH = ("1:11 8:2 9 10", "1:9 5 9 10:2 11:2")
"""6-5 beats a dame à vrai (2 points), and another à faux (4 to the other side)."""
BLOCKED = ("11 12:2 20:12", "7 8 22:13")
"""6-6 beats two dames (8 points), and nothing can be played (4)."""


def score(blancs: Holding | None = None, noirs: Holding | None = None) -> Score:
    """Return marks without the pavillon."""
    return Score(blancs or Holding(), noirs or Holding())


@pytest.mark.parametrize("code", CODES.values(), ids=CODES)
def test_a_false_ecole_counts_before_or_after_what_the_throw_gives(code: Code) -> None:
    """Jeu 3, chronologie: an école on the thrower's points comes before the given ones; Lois XVII: after all others.

    So by the Lois the other's given points lose the bredouille.
    """
    hands = Hands(*BOTH, code=code)
    assert (hands.throw((6, 5)), hands.given()) == (2, 4)
    hands.mark(B, 2)
    hands.hop(B, *PLAY)
    hands.say(N, Declaration.ECOLE)
    hands.mark(N, 2)
    hands.say(B, Declaration.ECOLE)
    hands.take_off(N, 2)
    hands.mark(B, 2)
    hands.mark(N, 4)
    held = hands.judge.situation.score
    assert (held.blancs.points, held.noirs.points) == (4, 4)
    assert held.noirs.bredouille is not code.ecoles_en_dernier


def test_with_nothing_to_play_the_thrower_marks_until_his_own_turn() -> None:
    """Jeu 3, école impossible: he touches no dame, and once the other has thrown nobody can claim."""
    hands = Hands(*BLOCKED)
    assert (hands.throw((6, 6)), hands.given()) == (8, 4)
    assert hands.say(N, Declaration.ECOLE) == [ClaimVerdict.WRONG]
    hands.mark(N, 4)
    hands.throw((2, 1), N)
    assert hands.say(N, Declaration.ECOLE) != [ClaimVerdict.RIGHT]
    hands.mark(B, 8)
    assert hands.judge.situation.score.blancs.points == 8
    assert hands.open() == []


def test_points_too_many_that_made_a_trou_give_back_what_it_effaced() -> None:
    """Jeu 3, écoles par trop: the marks become what they should have been, and the other marks the surplus."""
    hands = Hands("1:11 9:2 10:2", "1:13 10 11", score(Holding(4), Holding(6)))
    assert hands.throw((6, 5)) == 6
    hands.mark(B, 8)
    assert hands.faults() == [("ecole_trop_J", B, 2, "open")]
    hands.say(N, Declaration.ECOLE)
    hands.show(score(Holding(10), Holding(8)), by=N)
    held = hands.judge.situation.score
    assert (held.blancs, held.noirs) == (Holding(10), Holding(8))


@pytest.mark.parametrize(
    ("trous", "faults"),
    [(3, []), (4, []), (1, [("ecole_moins_J", 12)]), (2, [("ecole_moins_J", 12)]), (5, [("ecole_trop_J", 12)])],
)
def test_a_count_of_trous_is_wrong_by_dozens_only(trous: int, faults: list[tuple[str, int]]) -> None:
    """Jeu 3, école de trous: three trous are due, four are the bredouille miscounted, fewer or more are dozens."""
    hands = Hands("1:5 3 5 6:2 8:2 10:2 11:2", "1:9 2 4 6 9 10 11", score(Holding(10), Holding(2)))
    assert hands.throw((5, 4)) == 16
    hands.show(score(Holding(2, bredouille=True, trous=trous)), by=B)
    hands.hop(B, (1, 5))
    assert [(name, points) for name, _, points, _ in hands.faults() if points] == faults


@pytest.mark.parametrize("said", ["before", "after", ""])
def test_points_taken_off_for_an_ecole_that_is_none_are_put_back(said: str) -> None:
    """Jeu 3, fausse école 2: both jetons go back to where they lay, and the other marks the points too many.

    Noirs took Blancs' two rightly marked points for too many, with or without a word.
    """
    hands = Hands(*BOTH)
    hands.mark(B, hands.throw((6, 5)))
    hands.hop(B, *PLAY)
    hands.mark(N, hands.given())
    if said == "before":
        hands.say(N, Declaration.ECOLE)
    hands.take_off(B, 2)
    hands.mark(N, 2)
    if said == "after":
        hands.say(N, Declaration.ECOLE)
    assert hands.say(B, Declaration.ECOLE) == [ClaimVerdict.RIGHT]
    hands.show(score(Holding(4), Holding(4)), by=B)
    hands.throw((2, 1), N)
    held = hands.judge.situation.score
    assert (held.blancs.points, held.noirs.points) == (4, 4)
    assert [one for one in hands.faults() if one[2]] == [
        ("fausse_ecole", N, 2, "open"),
        ("fausse_ecole", N, 2, "claimed"),
    ]


def test_the_word_may_follow_the_mark_of_an_ecole() -> None:
    """Lois XVII 3: he says "École !" as he marks it, "ou juste après l'avoir fait", and then takes the points off."""
    hands = Hands(*BOTH)
    hands.mark(B, hands.throw((6, 5)) + 4)
    hands.hop(B, *PLAY)
    hands.mark(N, hands.given())
    hands.mark(N, 4)
    assert hands.say(N, Declaration.ECOLE) == [ClaimVerdict.RIGHT]
    hands.take_off(B, 4)
    hands.throw((2, 1), N)
    assert [one for one in hands.faults() if one[1] is N] == []
    held = hands.judge.situation.score
    assert (held.blancs.points, held.noirs.points) == (2, 8)


@pytest.mark.parametrize(("late", "verdict"), [(False, ClaimVerdict.WRONG), (True, ClaimVerdict.RIGHT)])
def test_an_ecole_marked_without_a_word_after_the_next_play_is_points_too_many(
    *, late: bool, verdict: ClaimVerdict
) -> None:
    """Lois XVIII 3: the other's écoles on the given points are marked once he has thrown, before he plays."""
    hands = Hands(*BOTH)
    hands.mark(B, hands.throw((6, 5)))
    hands.hop(B, *PLAY)
    hands.mark(N, hands.given() - 2)
    assert hands.throw((2, 1), N) == hands.given() == 0
    if late:
        hands.hop(N, (1, 2), (1, 3))
    hands.mark(B, 2)
    assert hands.say(N, Declaration.ECOLE) == [verdict]
    assert ("ecole_trop_A" in {name for name, by, *_ in hands.faults() if by is B}) is late


def test_the_rest_of_an_ecole_that_nobody_asked_for_is_too_late_after_his_own_throw() -> None:
    """Jeu 3, écoles par trop 3: he marks the école until he throws. The other rightly takes what he marks then."""
    hands = Hands(*BOTH)
    hands.mark(B, hands.throw((6, 5)) + 4)
    hands.hop(B, *PLAY)
    hands.say(N, Declaration.ECOLE)
    hands.take_off(B, 4)
    hands.mark(N, 2)
    hands.mark(N, hands.given())
    assert hands.throw((2, 1), N) == 0
    hands.mark(N, 2)
    assert set(hands.say(B, Declaration.ECOLE)) == {ClaimVerdict.RIGHT}
    hands.take_off(N, 2)
    hands.mark(B, 2)
    hands.hop(N, (1, 2), (1, 3))
    assert "augmentation" not in {name for name, *_ in hands.faults()}
    held = hands.judge.situation.score
    assert (held.blancs.points, held.noirs.points) == (4, 6)


def test_old_points_given_up_for_a_jeton_of_the_talon_are_no_forgotten_points() -> None:
    """Jeu 3, deux jetons 1: the second jeton marks six from the talon, the old four are lost, and there is no école."""
    hands = Hands("1:11 9:2 10:2", "1:13 10 11", score(Holding(4)))
    assert hands.throw((6, 5)) == 6
    for kind in (JetonMoved, JetonReleased):
        hands.act(kind(0.0, B, 6, bredouille=False, left=4))
    hands.hop(B, *PLAY)
    hands.say(N, Declaration.ECOLE)
    for kind in (JetonMoved, JetonReleased):
        hands.act(kind(0.0, B, 6, bredouille=False))
    hands.shown = score(Holding(6))
    hands.mark(N, 4)
    stand = {one.fault.name for one in standing(hands.rulings) if isinstance(one, FaultRuled)}
    assert stand == {"deux_jetons", "fausse_ecole"}


def test_holding_without_the_points_de_reste_is_an_ecole_of_them() -> None:
    """Lois XV-XVII: they are marked before a dame is touched, also after "je tiens"."""
    hands = Hands("1:11 9:2 10:2", "1:13 10 11", score(Holding(10, bredouille=True)))
    assert hands.throw((6, 5)) == 6
    hands.show(score(Holding(trous=2)), by=B)
    hands.say(B, Declaration.JE_TIENS)
    assert hands.open() == []
    hands.hop(B, *PLAY)
    assert hands.faults() == [("ecole_moins_J", B, 4, "open")]


def test_a_trou_of_an_ecole_obliges_to_hold() -> None:
    """Lois XVI: who gets a trou by the other's throw, or by an école, may not go."""
    hands = Hands("1:11 9:2 10:2", "1:13 10 11", score(noirs=Holding(10, trous=2)))
    hands.throw((6, 5))
    hands.hop(B, *PLAY)
    hands.say(N, Declaration.ECOLE)
    hands.mark(N, 6)
    hands.say(N, Declaration.JE_M_EN_VAIS)
    assert hands.judge.situation.score.noirs == Holding(4, bredouille=True, trous=3)
    assert [one for one in hands.rulings if isinstance(one, HeldOrLeft) and one.left] == []
