"""The rows of the table of faults about trous: dozens too many and too few, and leaving on them."""

from __future__ import annotations

import pytest

from events.acts import Declaration
from events.rulings import ClaimVerdict, Window
from events.trictrac.acts import FichetMoved, JetonMoved, JetonReleased, Releve
from events.trictrac.rulings import HeldOrLeft
from events.trictrac.state import Phase
from rules.fault import FaultName
from rules.marking import Holding, Score
from rules.position import ReleveCause
from tests.referee.hands import BARRED, BEATEN, BEATS, FILL, SIX_TWO, B, Hands, N, beating

OPEN, CLAIMED, CLOSED, MENDED = Window.OPEN, Window.CLAIMED, Window.CLOSED, Window.MENDED
ECOLE = Declaration.ECOLE


THREE_WAYS = "16 18 19:3 20:2 21 22:2 23:3 24:2"
"""By 3 and 2 Blancs fill their jan de retour in three ways: twelve points (Jeu 2, 1.3)."""


FOUR_OLD = Score(Holding(10, False, 3), Holding(4, False, 2))


def test_a_trou_simple_for_a_double_one_is_no_ecole_and_may_be_mended() -> None:
    """He may mend it until the other has played and he throws again (Jeu 3, école de trous, jetons 15)."""
    hands, _ = beating(FOUR_OLD)
    hands.show(Score(Holding(0, False, 5), Holding(0, False, 2)))
    hands.play()
    assert hands.faults() == [("trous_bredouille", B, 0, OPEN)]
    assert [one.verdict for one in hands.claim(N)] == [ClaimVerdict.WRONG]
    hands.mark(N, hands.given())
    hands.throw((2, 1), N)
    hands.play()
    hands.act(FichetMoved(0.0, B, 4))
    hands.throw((2, 1), B)
    assert hands.faults()[-1] == ("trous_bredouille", B, 0, MENDED)
    assert hands.score.of(B).trous == 4


def test_a_trou_miscounted_and_left_stands() -> None:
    """After that the error can no longer be mended (Jeu 3, école de trous)."""
    hands, _ = beating(FOUR_OLD)
    hands.show(Score(Holding(0, False, 5), Holding(0, False, 2)))
    hands.play()
    hands.mark(N, hands.given())
    hands.throw((2, 1), N)
    hands.play()
    hands.throw((2, 1), B)
    assert hands.faults()[-1] == ("trous_bredouille", B, 0, CLOSED)
    assert hands.score.of(B).trous == 5


@pytest.mark.parametrize(
    ("trous", "ruled"),
    [
        (0, [("ecole_moins_J", 24)]),
        (1, [("ecole_moins_J", 12)]),
        (2, [("ecole_moins_J", 12), ("trous_bredouille", 0)]),
        (3, []),
        (4, [("trous_bredouille", 0)]),
        (5, [("ecole_trop_J", 12)]),
        (6, [("ecole_trop_J", 12), ("trous_bredouille", 0)]),
        (7, [("ecole_trop_J", 24)]),
    ],
)
def test_ecoles_where_three_trous_and_eight_points_were_due(trous: int, ruled: list[tuple[str, int]]) -> None:
    """Four old points, not in bredouille, and twenty-eight make three trous and eight points (école de trous, exemple).

    Four trous are only a miscounted bredouille. One or two are twelve points too few, five or six twelve too many.
    """
    hands = Hands("5 6 7:2 8:2 9 10:2 11:2 12:3 15", "1:12 3 4 9", Score(Holding(4, False, 1), Holding(2)))
    assert hands.throw((6, 6)) == 28
    hands.show(Score(Holding(8, False, 1 + trous), Holding(0 if trous else 2)))
    hands.play()
    assert [(name, points) for name, side, points, _ in hands.faults() if side is B] == ruled


@pytest.mark.parametrize(("trous", "points"), [(6, 12), (7, 12)])
def test_dozens_too_many_are_ecoles_of_points(trous: int, points: int) -> None:
    """Each dozen too many is twelve points. One trou was due, on top of three (Jeu 3, école de trous)."""
    hands, _ = beating(FOUR_OLD)
    hands.show(Score(Holding(0, False, trous), Holding(0, False, 2)))
    hands.play()
    assert ("ecole_trop_J", B, points, OPEN) in hands.faults()


@pytest.mark.parametrize(("effaced", "bredouille"), [(False, False), (True, False), (False, True)])
@pytest.mark.parametrize(
    ("blancs", "noirs", "dice", "worth"),
    [
        (BEATS, BEATEN, SIX_TWO, 2),  # 10 and 2: the jeton goes home
        (FILL, "1:15", (6, 1), 4),  # 10 and 4: it goes on to 2
        (THREE_WAYS, "12:15", (3, 2), 12),  # 10 and 12: it stays where it is, as if nothing had been marked
    ],
)
def test_trous_forgotten_are_ecoles_of_dozens(
    blancs: str, noirs: str, dice: tuple[int, int], worth: int, *, effaced: bool, bredouille: bool
) -> None:
    """The remainder is marked right, but not the trou: twelve points too few (Jeu 3, école de trous).

    Its rule counts no dozen, less the ten old points, plus the remainder.
    """
    hands = Hands(blancs, noirs, Score(Holding(10, bredouille, 3), Holding(4)))
    assert hands.throw(dice) == worth
    hands.show(Score(Holding((10 + worth) % 12, False, 3), Holding(0 if effaced and worth < 12 else 4)))
    hands.play()
    assert [one for one in hands.faults() if one[1] is B] == [("ecole_moins_J", B, 12, OPEN)]
    assert hands.score.of(B).trous == 3
    hands.mark(N, hands.given())
    hands.say(N, ECOLE)
    hands.mark(N, 12)
    hands.throw((2, 1), N)
    assert ("ecole_moins_J", B, 12, CLAIMED) in hands.faults()
    assert hands.score == hands.shown


def test_a_trou_of_the_others_throw_forgotten() -> None:
    """The other's throw gives four points to ten. Two are marked, but the fichet stays where it was."""
    hands = Hands("12:15", BARRED, Score(Holding(4, False, 2), Holding(10, False, 3)))
    hands.throw((5, 4))
    assert hands.given() == 4
    hands.show(Score(Holding(0, False, 2), Holding(2, False, 3)), by=N)
    hands.throw((2, 1), N)
    assert [one for one in hands.faults() if one[1] is N] == [("ecole_moins_A", N, 12, OPEN)]


@pytest.mark.parametrize("forgotten", [False, True])
def test_a_jeton_that_goes_home_before_its_fichet_takes_no_ecole_back(*, forgotten: bool) -> None:
    """Noirs have eight points of an école and make four. Their jeton goes home, which undoes no école."""
    hands = Hands("1:15", FILL)
    hands.throw((6, 6))
    hands.mark(B, 8)
    hands.play()
    hands.say(N, ECOLE)
    hands.take_off(B, 8)
    hands.mark(N, 8)
    assert hands.throw((6, 1), N) == 4
    before = hands.marked()
    hands.act(JetonMoved(0.0, N, 0, bredouille=False))
    hands.act(JetonReleased(0.0, N, 0, bredouille=False))
    assert hands.marked() == before
    if not forgotten:
        hands.act(FichetMoved(0.0, N, 2))
    hands.hop(N, (5, 11), (1, 2))
    assert [one for one in hands.faults() if one[1] is N] == ([("ecole_moins_J", N, 12, OPEN)] if forgotten else [])
    assert hands.marked() == (before if forgotten else [*before, (N, 4)])
    assert hands.score.of(N) == Holding(0, False, 0 if forgotten else 2)


def test_the_fichet_may_go_back_until_a_dame_is_touched() -> None:
    """See Jeu 3, jetons 13 and 14."""
    hands, _ = beating(FOUR_OLD)
    hands.act(FichetMoved(0.0, B, 6))
    hands.act(FichetMoved(0.0, B, 4))
    hands.shown = hands.shown.with_holding(B, Holding(10, False, 4))
    hands.show(Score(Holding(0, False, 4), Holding(0, False, 2)))
    hands.play()
    assert hands.faults() == []


def test_leaving_on_a_trou_that_too_many_points_gave() -> None:
    """The other marks the école and he plays on, or the other agrees (Jeu 3, prise de trous; Lois XVI)."""
    hands, worth = beating(Score(Holding(6, False, 3), Holding(4, False, 2)))
    hands.mark(B, worth + 4)
    hands.say(B, Declaration.JE_M_EN_VAIS)
    assert hands.open() == ["ecole_trop_J", "depart_sur_ecole"]
    assert hands.judge.situation.phase is not Phase.LEAVING
    assert hands.say(N, ECOLE) == [ClaimVerdict.RIGHT, ClaimVerdict.RIGHT]
    hands.play()
    assert not [one for one in hands.rulings if isinstance(one, HeldOrLeft) and one.left]


def test_leaving_on_such_a_trou_with_nothing_to_play() -> None:
    """His throw was over at once, but the école can still be claimed."""
    hands = Hands("12:15", BARRED, Score(Holding(4, False, 2), Holding(4, False, 2)))
    assert hands.throw((5, 4)) == 4
    assert hands.judge.situation.phase is Phase.TO_THROW
    hands.act(FichetMoved(0.0, B, 3))
    hands.say(B, Declaration.JE_M_EN_VAIS)
    assert hands.open() == ["ecole_trop_J", "depart_sur_ecole"]
    assert hands.say(N, ECOLE) == [ClaimVerdict.RIGHT, ClaimVerdict.RIGHT]


def test_a_dame_put_back_is_no_play_of_a_throw_with_nothing_to_play() -> None:
    """The dames stand as after his throw all the time, and he leaves all the same."""
    hands = Hands("12:15", BARRED, Score(Holding(8, False, 2)))
    assert hands.throw((5, 4)) == 4
    hands.mark(B, 4)
    hands.say(B, Declaration.JE_M_EN_VAIS)
    hands.hop(N, (2, 2))
    assert hands.judge.situation.phase is Phase.LEAVING


def test_agreeing_to_the_departure_closes_the_faults() -> None:
    """The other agrees in words, or by clearing his own dames (Lois XVI)."""
    hands, worth = beating(Score(Holding(6, False, 3), Holding(4, False, 2)))
    hands.mark(B, worth + 4)
    hands.say(B, Declaration.JE_M_EN_VAIS)
    hands.act(Releve(0.0, ReleveCause.S_EN_ALLER, B))
    assert hands.open() == []
    assert ("depart_sur_ecole", B, 4, CLOSED) in hands.faults()
    assert hands.score == Score(Holding(0, False, 4), Holding(0, False, 2))


def test_taking_up_one_s_own_dames_agrees_to_the_departure() -> None:
    """Breaking up his game is his assent, after which a claim is too late (Lois XVI)."""
    hands, worth = beating(Score(Holding(6, False, 3), Holding(4, False, 2)))
    hands.mark(B, worth + 4)
    hands.say(B, Declaration.JE_M_EN_VAIS)
    hands.hop(N, (10, 1))
    assert hands.open() == []
    assert hands.say(N, ECOLE) == [ClaimVerdict.TOO_LATE]
    hands.act(Releve(0.0, ReleveCause.S_EN_ALLER, B))
    assert hands.score == Score(Holding(0, False, 4), Holding(0, False, 2))
    assert [name for name, *_, window in hands.faults() if window is OPEN] == ["ecole_trop_J", "depart_sur_ecole"]


def test_breaking_up_one_s_game_changes_no_play_made_before() -> None:
    """Noirs played, and Blancs go on an undue trou. The dames that Noirs put away are no part of that play."""
    hands = Hands("1:9 4 6 9:2 12:2", "1:8 4:2 5 7 8 10 11", Score(Holding(4)), first=N)
    hands.throw((6, 3))
    hands.hop(N, (4, 10), (8, 11))
    hands.mark(B, 4)
    assert hands.throw((4, 2)) == 2
    hands.mark(B, 4)
    hands.say(B, Declaration.JE_M_EN_VAIS)
    hands.hop(N, (10, 1), (11, 1))
    assert {name for name, *_, window in hands.faults() if window is CLOSED} == {"ecole_trop_J", "depart_sur_ecole"}
    assert {by for _, by, *_ in hands.faults()} == {B}


def test_a_departure_closes_the_ecoles_of_the_throw_before() -> None:
    """Noirs forgot what the throw of Blancs gave them, and leave. Nobody objects (Lois XVI), so it is too late."""
    hands = Hands("1:12 8:2 9", "1:10 5 10:2 11:2", Score(Holding(), Holding(10, True, 3)))
    hands.throw((6, 5), B)
    assert hands.given() == 4
    hands.hop(B, (1, 7), (1, 6))
    assert hands.throw((6, 4), N) == 2
    assert hands.open() == ["ecole_moins_A"]
    hands.act(FichetMoved(0.0, N, 5))
    hands.say(N, Declaration.JE_M_EN_VAIS)
    hands.act(Releve(0.0, ReleveCause.S_EN_ALLER, N))
    assert ("ecole_moins_A", N, 4, CLOSED) in hands.faults()
    assert hands.say(B, ECOLE) == [ClaimVerdict.TOO_LATE]


def test_a_player_who_leaves_makes_no_ecole_par_moins() -> None:
    """He gives up what he does not mark, and the other loses what the throw gave him (Jeu 3, prise de trous)."""
    hands, _ = beating(Score(Holding(10, False, 3), Holding(4, False, 2)))
    hands.act(FichetMoved(0.0, B, 4))
    hands.say(B, Declaration.JE_M_EN_VAIS)
    hands.act(Releve(0.0, ReleveCause.S_EN_ALLER, B))
    hands.throw((2, 1), B)
    assert hands.faults() == []
    assert hands.score == Score(Holding(0, False, 4), Holding(0, False, 2))


def test_a_double_trou_for_a_simple_one_wins_no_tour_until_it_can_no_longer_be_mended() -> None:
    """He "se trompe simplement sur la bredouille" (Jeu 3, école de trous): no twelve points too many, and no win."""
    hands, _ = beating(Score(Holding(10, False, 10), Holding(4, False, 2)))
    hands.show(Score(Holding(0, False, 12), Holding(0, False, 2)))
    hands.play()
    assert hands.faults() == [("trous_bredouille", B, 0, OPEN)]
    assert hands.score.of(B).trous == 11
    hands.mark(N, hands.given())
    hands.throw((2, 1), N)
    hands.play()
    hands.throw((2, 1), B)
    assert hands.faults()[-1] == ("trous_bredouille", B, 0, CLOSED)
    assert hands.judge.situation.winner is B


def test_points_de_reste_marked_oblige_to_hold() -> None:
    """See Jeu 3, jetons 10."""
    hands = Hands(BEATS, BEATEN, Score(Holding(10, True, 3), Holding(0, False, 2)))
    owed = hands.throw((6, 6))
    assert owed > 2
    hands.mark(B, owed)
    hands.say(B, Declaration.JE_M_EN_VAIS)
    assert hands.judge.situation.phase is Phase.TO_MARK


def test_a_trou_from_points_taken_off_since_allows_nobody_to_leave() -> None:
    """Écoles on Noirs' throw count before the points of Blancs' own throw (Jeu 3, chronologie)."""
    hands = Hands(BEATS, BEATEN, Score(Holding(8, False, 3), Holding()), first=N)
    hands.throw((2, 1), N)
    hands.hop(N, (1, 2), (1, 3))
    hands.mark(B, 2)
    worth = hands.throw(SIX_TWO, B)
    assert 8 + worth < 12 <= 8 + 2 + worth
    assert hands.say(N, ECOLE) == [ClaimVerdict.RIGHT]
    hands.take_off(B, 2)
    hands.mark(N, 2)
    hands.act(FichetMoved(0.0, B, 4))
    hands.say(B, Declaration.JE_M_EN_VAIS)
    assert hands.judge.situation.phase is not Phase.LEAVING
    assert hands.open() == [FaultName.ECOLE_TROP_J, FaultName.DEPART_SUR_ECOLE]
    assert hands.score.of(B).trous == 4
    assert hands.say(N, ECOLE) == [ClaimVerdict.RIGHT, ClaimVerdict.RIGHT]
