"""Every fault of marking in the table of faults, marked by hands, with the worked examples of Jeu 3."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from referee.acts import Declaration, FichetMoved, JetonMoved, JetonReleased, Releve
from referee.rulings import ClaimRuled, FaultRuled, HeldOrLeft, Verdict, Window
from referee.state import Mode, Phase
from rules.code import JEU_DE_TRICTRAC, LOIS_2013, Code
from rules.marking import Holding, Score
from rules.releve import ReleveCause
from tests.referee.hands import B, Hands, N

if TYPE_CHECKING:
    from rules.position import Side

OPEN, CLAIMED, CLOSED, MENDED = Window.OPEN, Window.CLAIMED, Window.CLOSED, Window.MENDED
ECOLE = Declaration.ECOLE

FILL = "1:3 5 7:2 8:2 9:2 10:2 11 12:2"
"""Blancs fill their grand jan by a six from 5: four points, and nothing else."""
BEATS = "1:12 9:3"
BEATEN = "1:13 10 3"
"""By a six from 9 Blancs beat the dame on Noirs' 10."""
SIX_TWO = (6, 2)
BARRED = "1 2:2 3:2 4:2 5:2 6:2 7:2 8:2"
"""Every way of Noirs' dames on their coin is barred."""


def beating(score: Score | None = None) -> tuple[Hands, int]:
    """Blancs have thrown, and this is what it is worth."""
    hands = Hands(BEATS, BEATEN, score)
    return hands, hands.throw(SIX_TWO)


def begun_ecole() -> Hands:
    """Blancs marked six points too many and took them off; Noirs said école and let go four of the six."""
    hands, worth = beating()
    hands.mark(B, worth + 6)
    hands.play()
    hands.take_off(B, 6)
    hands.say(N, ECOLE)
    hands.mark(N, 4)
    return hands


# --- écoles par moins, par trop -------------------------------------------------------------------------------------


def test_par_moins_of_the_thrower() -> None:
    """Jeu 3, écoles par moins 3.1: opens with the first dame touched, closes when the other throws."""
    hands, worth = beating()
    assert worth == 2
    assert hands.say(N, ECOLE) == [Verdict.WRONG]
    hands.play()
    assert hands.open() == ["ecole_moins_J"]
    hands.mark(N, hands.given())
    hands.throw((2, 1), N)
    assert hands.faults() == [("ecole_moins_J", B, 2, OPEN), ("ecole_moins_J", B, 2, CLOSED)]
    assert hands.say(N, ECOLE) == [Verdict.TOO_LATE]


def test_par_moins_of_the_thrower_marked_by_the_other() -> None:
    """Jeu 3, écoles par moins 2: the other counts the points forgotten for himself."""
    hands, worth = beating()
    hands.play()
    hands.mark(N, hands.given() + worth)
    assert hands.faults()[-1] == ("ecole_moins_J", B, worth, CLAIMED)
    assert hands.score == hands.shown


def test_par_moins_of_the_other() -> None:
    """Jeu 3, écoles par moins, n'ayant pas lancé: opens when he throws, closes when the other throws again."""
    hands = Hands("12:15", BARRED, first=B)
    hands.throw((5, 4))
    owed = hands.given()
    assert owed == 4
    hands.mark(N, 2)
    assert hands.open() == []
    hands.mark(N, hands.throw((2, 1), N))
    assert ("ecole_moins_A", N, 2, OPEN) in hands.faults()
    hands.play()
    hands.throw((2, 1), B)
    assert ("ecole_moins_A", N, 2, CLOSED) in hands.faults()


def test_par_trop_of_the_thrower() -> None:
    """Jeu 3, écoles par trop 2 and 3.1: from the release on the surplus is taken off and marked by the other."""
    hands, worth = beating()
    hands.mark(B, worth + 4)
    assert hands.faults() == [("ecole_trop_J", B, 4, OPEN)]
    hands.take_off(B, 4)
    hands.mark(N, 4)
    assert hands.marked() == [(B, worth + 4), (B, -4), (N, 4)]
    assert hands.faults()[-1] == ("ecole_trop_J", B, 4, CLAIMED)
    assert hands.score == hands.shown


def test_par_trop_of_the_thrower_unseen() -> None:
    """Jeu 3, écoles par trop 3.1: once the other has thrown it stands as marked."""
    hands, worth = beating()
    hands.mark(B, worth + 4)
    hands.play()
    hands.mark(N, hands.given())
    hands.throw((2, 1), N)
    assert hands.faults() == [("ecole_trop_J", B, 4, OPEN), ("ecole_trop_J", B, 4, CLOSED)]
    assert hands.score.of(B).points == worth + 4


def test_par_trop_in_several_goes_is_one_ecole() -> None:
    """Jeu 3, jetons 5: points are marked in several moves; they are too many in all."""
    hands, worth = beating()
    hands.mark(B, worth + 2)
    hands.mark(B, 2)
    assert hands.faults()[1:] == [("ecole_trop_J", B, 2, MENDED), ("ecole_trop_J", B, 4, OPEN)]
    assert [one.fault.remedies[0].points for one in hands.judge.situation.open_faults] == [4]
    hands.take_off(B, 4)
    hands.mark(N, 4)
    assert hands.faults()[-1] == ("ecole_trop_J", B, 4, CLAIMED)
    assert hands.score == hands.shown


def test_par_trop_of_the_other() -> None:
    """Jeu 3, écoles par trop, n'ayant pas lancé: from the release until the other throws again."""
    hands, worth = beating()
    hands.mark(B, worth)
    hands.play()
    hands.mark(N, hands.given() + 4)
    assert hands.faults() == [("ecole_trop_A", N, 4, OPEN)]
    hands.mark(N, hands.throw((2, 1), N))
    assert hands.open() == ["ecole_trop_A"]
    hands.play()
    hands.throw((2, 1), B)
    assert hands.faults()[-1] == ("ecole_trop_A", N, 4, CLOSED)


def test_who_can_play_nothing_cannot_be_sent_to_school() -> None:
    """Jeu 3, école impossible: he touches no dame; the other's throw ends the other's own time, and he may yet mark."""
    hands = Hands("2 3:2 4:2 5:2 6:2 7:2 8:2 10:2", "12:15", first=N)
    assert hands.throw((5, 4)) > 0
    worth = hands.judge.situation.throw.worth(N) if hands.judge.situation.throw else 0
    assert hands.judge.situation.phase is Phase.TO_THROW
    hands.mark(B, hands.given())
    hands.throw((2, 1), B)
    assert hands.open() == []
    hands.mark(N, worth)
    assert hands.open() == []
    assert hands.marked()[-1] == (N, worth)


# --- écoles on écoles -----------------------------------------------------------------------------------------------


def test_an_ecole_not_marked_is_no_ecole() -> None:
    """Jeu 3, école d'école: it does not exist."""
    hands, _ = beating()
    hands.play()
    hands.throw((2, 1), N)
    hands.play()
    hands.throw((2, 1), B)
    assert {name for name, *_ in hands.faults()} == {"ecole_moins_J"}


def test_an_ecole_begun_may_be_forced_to_be_marked_whole() -> None:
    """Jeu 3, école d'école; Lois XVII 3: the one who erred may ask for the rest until he throws, and nothing else."""
    hands = begun_ecole()
    hands.throw((2, 1), N)
    assert ("ecole_partielle", N, 0, OPEN) in hands.faults()
    (part,) = (one for one in hands.judge.situation.open_faults if one.fault.name == "ecole_partielle")
    assert [remedy.points for remedy in part.fault.remedies] == [2]
    assert [one.verdict for one in hands.claim(B, part.about)] == [Verdict.RIGHT]
    hands.mark(N, 2)
    assert hands.marked()[-1] == (N, 2)
    assert "fausse_ecole" not in {name for name, *_ in hands.faults()}


def test_fausse_ecole_of_what_does_not_exist() -> None:
    """Jeu 3, fausse école: both jetons where they should be, then the points marked for it."""
    hands, worth = beating()
    hands.mark(B, worth)
    hands.play()
    assert hands.say(N, ECOLE) == [Verdict.WRONG]
    hands.mark(N, 4)
    assert hands.faults() == [("fausse_ecole", N, 4, OPEN)]
    hands.throw((2, 1), N)
    hands.say(B, ECOLE)
    hands.take_off(N, 4)
    hands.mark(B, 4)
    assert hands.faults()[1:] == [("fausse_ecole", N, 4, CLAIMED)]
    assert hands.marked() == [(B, worth), (N, 4), (N, -4), (B, 4)]


def test_fausse_ecole_by_too_large_a_one() -> None:
    """Jeu 3, fausse école 1: more points of an école than there are; the surplus only."""
    hands, worth = beating()
    hands.play()
    hands.say(N, ECOLE)
    hands.mark(N, hands.given() + worth + 2)
    assert ("fausse_ecole", N, 2, OPEN) in hands.faults()
    hands.throw((2, 1), N)
    hands.play()
    hands.throw((2, 1), B)
    assert hands.faults()[-1] == ("fausse_ecole", N, 2, CLOSED)


def test_moving_the_other_s_jeton_back_is_never_a_fault() -> None:
    """Jeu 3, fausse école 1 and jetons 17: taken off wrongly and put back."""
    hands, worth = beating()
    hands.mark(B, worth)
    hands.play()
    marked = hands.shown
    hands.show(marked.with_holding(B, Holding(0, False, 0)), by=N)
    hands.show(marked, by=N)
    hands.mark(N, hands.given())
    hands.throw((2, 1), N)
    assert hands.faults() == []
    assert hands.score == hands.shown


def test_augmentation_and_its_answer() -> None:
    """Jeu 3, augmentation d'école 1 and 2: both jetons as before, and as many points again."""
    hands, worth = beating()
    hands.play()
    before = hands.shown
    hands.say(N, ECOLE)
    hands.mark(N, worth)
    hands.throw((2, 1), N)
    hands.say(B, ECOLE)
    hands.show(before, by=B)
    hands.mark(B, worth)
    assert hands.faults()[-1] == ("augmentation", B, worth, OPEN)
    hands.say(N, ECOLE)
    hands.show(before.marked(N, 2 * worth)[0], by=N)
    assert hands.faults()[-1] == ("augmentation", B, worth, CLAIMED)
    assert hands.score.of(N).points == 2 * worth
    assert hands.score.of(B).points == 0


def test_an_ecole_is_augmented_once_and_once_more_but_no_further() -> None:
    """Jeu 3, augmentation d'école 3: then the marking stays as it is, and what is taken off goes back."""
    hands, worth = beating()
    hands.play()
    nothing = hands.shown
    hands.say(N, ECOLE)
    hands.mark(N, worth)
    hands.throw((2, 1), N)

    def augment(times: int) -> tuple[str, Side, int, Window]:
        """Noirs have `times` écoles of this worth; Blancs take the last off and mark it for themselves."""
        hands.say(B, ECOLE)
        hands.show(nothing.marked(N, (times - 1) * worth)[0], by=B)
        hands.mark(B, worth)
        return hands.faults()[-1]

    def answer(times: int) -> tuple[str, Side, int, Window]:
        """Noirs put both jetons so that they have `times`."""
        hands.say(N, ECOLE)
        hands.show(nothing.marked(N, times * worth)[0], by=N)
        return hands.faults()[-1]

    assert augment(1) == ("augmentation", B, worth, OPEN)
    assert answer(2) == ("augmentation", B, worth, CLAIMED)
    assert augment(2) == ("augmentation", B, worth, OPEN)
    assert answer(3) == ("augmentation", B, worth, CLAIMED)
    assert augment(3) == ("augmentation", B, 0, OPEN)
    assert answer(3) == ("augmentation", B, 0, CLAIMED)
    assert (hands.score.of(N).points, hands.score.of(B).points) == (3 * worth, 0)
    assert hands.say(N, ECOLE) == [Verdict.WRONG]
    hands.mark(N, worth)
    assert hands.faults()[-1] == ("fausse_ecole", N, worth, OPEN)


# --- trous ----------------------------------------------------------------------------------------------------------

FOUR_OLD = Score(Holding(10, False, 3), Holding(4, False, 2))


def test_a_trou_simple_for_a_double_one_is_no_ecole_and_may_be_mended() -> None:
    """Jeu 3, école de trous, jetons 15: until the other has played and he throws again."""
    hands, _ = beating(FOUR_OLD)
    hands.show(Score(Holding(0, False, 5), Holding(0, False, 2)))
    hands.play()
    assert hands.faults() == [("trous_bredouille", B, 0, OPEN)]
    assert [one.verdict for one in hands.claim(N)] == [Verdict.WRONG]
    hands.mark(N, hands.given())
    hands.throw((2, 1), N)
    hands.play()
    hands.act(FichetMoved(0.0, B, 4))
    hands.throw((2, 1), B)
    assert hands.faults()[-1] == ("trous_bredouille", B, 0, MENDED)
    assert hands.score.of(B).trous == 4


def test_a_trou_miscounted_and_left_stands() -> None:
    """Jeu 3, école de trous: afterwards the error is no longer to be mended."""
    hands, _ = beating(FOUR_OLD)
    hands.show(Score(Holding(0, False, 5), Holding(0, False, 2)))
    hands.play()
    hands.mark(N, hands.given())
    hands.throw((2, 1), N)
    hands.play()
    hands.throw((2, 1), B)
    assert hands.faults()[-1] == ("trous_bredouille", B, 0, CLOSED)
    assert hands.score.of(B).trous == 5


@pytest.mark.parametrize(("trous", "points"), [(6, 12), (7, 12)])
def test_dozens_too_many_are_ecoles_of_points(trous: int, points: int) -> None:
    """Jeu 3, école de trous: twelve points for each dozen too many; one trou was due, from three."""
    hands, _ = beating(FOUR_OLD)
    hands.show(Score(Holding(0, False, trous), Holding(0, False, 2)))
    hands.play()
    assert ("ecole_trop_J", B, points, OPEN) in hands.faults()


def test_dozens_forgotten_are_ecoles_of_points() -> None:
    """Jeu 3, école de trous: the jeton went home, the fichet stayed: the trou was not marked."""
    hands, worth = beating(FOUR_OLD)
    assert worth == 2
    hands.show(Score(Holding(0, False, 3), Holding(4, False, 2)))
    hands.play()
    assert [one for one in hands.faults() if one[0] == "ecole_moins_J"] == [("ecole_moins_J", B, 2, OPEN)]


def test_the_fichet_may_go_back_until_a_dame_is_touched() -> None:
    """Jeu 3, jetons 13 and 14."""
    hands, _ = beating(FOUR_OLD)
    hands.act(FichetMoved(0.0, B, 6))
    hands.act(FichetMoved(0.0, B, 4))
    hands.shown = hands.shown.with_holding(B, Holding(10, False, 4))
    hands.show(Score(Holding(0, False, 4), Holding(0, False, 2)))
    hands.play()
    assert hands.faults() == []


# --- jans not made ---------------------------------------------------------------------------------------------------


def test_not_filled_and_nothing_marked() -> None:
    """Jeu 3, école liée au remplissage 1.1: what filling was worth, and the fausse case besides."""
    hands = Hands(FILL)
    assert hands.throw((6, 1)) == 4
    hands.hop(B, (1, 7), (1, 2))
    hands.rest(B)
    assert set(hands.open()) == {"fausse_case_10", "ecole_remplir"}
    assert hands.say(N, ECOLE) == [Verdict.RIGHT]
    hands.mark(N, 4)
    assert hands.say(N, Declaration.FAUSSE_CASE) == [Verdict.RIGHT]
    hands.hop(B, (7, 1), (5, 11))
    assert hands.marked() == [(N, 4)]
    assert hands.score == hands.shown


def test_not_filled_but_marked() -> None:
    """Jeu 3, 1.2: the four are taken off, and the other marks four and four: eight."""
    hands = Hands(FILL)
    hands.mark(B, hands.throw((6, 1)))
    hands.hop(B, (1, 7), (1, 2))
    hands.rest(B)
    assert set(hands.open()) == {"fausse_case_10", "ecole_trop_J", "ecole_remplir"}
    hands.say(N, ECOLE)
    hands.take_off(B, 4)
    hands.mark(N, 8)
    assert sum(points for side, points in hands.marked() if side is N) == 8
    hands.throw((2, 1), N)
    assert [one for one in hands.faults() if one[0] in {"ecole_partielle", "fausse_ecole"}] == []
    assert hands.score == hands.shown


def test_marked_for_filling_what_could_not_be_filled() -> None:
    """Jeu 3, 1.3: no fausse case; par trop like any other."""
    hands = Hands("1:4 7:2 8:2 9:2 10:2 11 12:2")
    assert hands.throw((2, 1)) == 0
    hands.mark(B, 4)
    assert hands.faults() == [("ecole_trop_J", B, 4, OPEN)]


def test_not_kept() -> None:
    """Jeu 3, école liée à la conservation: as for filling, one way only."""
    hands = Hands("1:3 7:2 8:2 9:2 10:2 11:2 12:2")
    assert hands.throw((2, 1)) == 4
    hands.hop(B, (7, 9), (1, 2))
    hands.rest(B)
    assert set(hands.open()) == {"fausse_case_11", "ecole_conserver"}
    assert ("ecole_conserver", B, 4, OPEN) in hands.faults()


def test_last_dames_not_taken_out_and_taken_out_by_the_other() -> None:
    """Jeu 3, école liée à la sortie: four points, they may be taken out without his marking, and he throws first."""
    hands = Hands("20 21", "19:15")
    assert hands.throw((5, 4)) == 4
    hands.hop(B, (20, 24), (21, 25))
    hands.rest(B)
    assert hands.open() == ["ecole_sortie"]
    assert hands.say(N, ECOLE) == [Verdict.RIGHT]
    hands.mark(N, 4)
    hands.hop(B, (24, 25))
    hands.act(Releve(0.0, ReleveCause.SORTIE, B))
    assert hands.marked() == [(N, 4)]
    assert hands.judge.situation.trait is B
    assert hands.score == hands.shown


def test_dames_impuissantes_leave_two_points() -> None:
    """Jeu 3, dames impuissantes: the other leaves it and marks two, or has it replayed and no more."""
    hands = Hands("6 9:14")
    hands.mark(B, hands.throw((6, 3)))
    hands.hop(B, (6, 9))
    hands.rest(B)
    hands.mark(N, hands.given() + 2)
    assert ("impuissante", B, 2, CLAIMED) in hands.faults()
    assert hands.score == hands.shown


@pytest.mark.parametrize("replayed", [False, True])
def test_dames_impuissantes_are_marked_by_the_companion_once_they_were_left(replayed: bool) -> None:
    """Who has them replayed marks nothing; which it is to be only shows when he throws."""
    hands = Hands("6 9:14", mode=Mode.SCORE)
    hands.throw((6, 3))
    hands.hop(B, (6, 9))
    hands.rest(B)
    given = hands.score.of(N).points
    assert hands.say(N, Declaration.FAUSSE_CASE) == [Verdict.RIGHT, Verdict.RIGHT]
    assert hands.score.of(N).points == given
    if replayed:
        hands.hop(B, (9, 6))
        throw = hands.judge.situation.throw
        assert throw is not None
        hands.hop(B, *((move.start, move.end) for move in throw.plays.plays[0].moves))
    hands.rulings.clear()
    hands.throw((2, 1), N)
    assert hands.marked()[:1] == ([] if replayed else [(N, 2)])


# --- deux jetons ------------------------------------------------------------------------------------------------------


def test_deux_jetons_first_case() -> None:
    """Jeu 3, deux jetons 1: eight left behind, two marked with a jeton of the talon: the eight are given up."""
    hands, worth = beating(Score(Holding(8, True, 0)))
    assert worth == 2
    hands.act(JetonMoved(0.0, B, 2, bredouille=False, left=8))
    hands.act(JetonReleased(0.0, B, 2, bredouille=False, left=8))
    assert hands.faults() == [("deux_jetons", B, 0, OPEN)]
    assert hands.score.of(B).points == 2


def test_deux_jetons_second_case() -> None:
    """Jeu 3, deux jetons 2: the bredouille's jeton drawn over, the old one forgotten: an école after the next play."""
    hands, _ = beating(Score(Holding(6, False, 0), Holding(8, True, 0)))
    hands.act(JetonMoved(0.0, N, 8, bredouille=False))
    hands.act(JetonReleased(0.0, N, 8, bredouille=False))
    hands.act(JetonMoved(0.0, B, 8, bredouille=False, left=6))
    hands.act(JetonReleased(0.0, B, 8, bredouille=False, left=6))
    hands.play()
    assert hands.faults() == []
    hands.shown = Score(Holding(8, False, 0), Holding(8, False, 0))
    hands.mark(N, hands.given())
    hands.throw((2, 1), N)
    assert hands.faults() == []
    hands.play()
    assert hands.faults() == [("deux_jetons", B, 6, OPEN)]
    assert hands.say(N, ECOLE) == [Verdict.RIGHT]


def test_deux_jetons_mended_in_time() -> None:
    """Jeu 3, deux jetons, nota: until the next throw has been played."""
    hands, _ = beating(Score(Holding(6, False, 0), Holding(8, True, 0)))
    hands.act(JetonMoved(0.0, B, 8, bredouille=False, left=6))
    hands.act(JetonReleased(0.0, B, 8, bredouille=False, left=6))
    hands.play()
    hands.throw((2, 1), N)
    hands.act(JetonMoved(0.0, B, 8, bredouille=False))
    hands.play()
    assert hands.faults() == []


# --- s'en aller -------------------------------------------------------------------------------------------------------


def test_going_on_a_trou_that_too_many_points_gave() -> None:
    """Jeu 3, prise de trous; Lois XVI: the other marks the école and he plays on, or assents and it is over."""
    hands, worth = beating(Score(Holding(6, False, 3), Holding(4, False, 2)))
    hands.mark(B, worth + 4)
    hands.say(B, Declaration.JE_M_EN_VAIS)
    assert hands.open() == ["ecole_trop_J", "depart_sur_ecole"]
    assert hands.judge.situation.phase is not Phase.LEAVING
    assert hands.say(N, ECOLE) == [Verdict.RIGHT, Verdict.RIGHT]
    hands.play()
    assert not [one for one in hands.rulings if isinstance(one, HeldOrLeft) and one.left]


def test_going_on_such_a_trou_with_nothing_to_play() -> None:
    """The same, though his throw was over when it was thrown: the école is the other's, and what he marked is told."""
    hands = Hands("12:15", BARRED, Score(Holding(4, False, 2), Holding(4, False, 2)))
    assert hands.throw((5, 4)) == 4
    assert hands.judge.situation.phase is Phase.TO_THROW
    hands.act(FichetMoved(0.0, B, 3))
    hands.say(B, Declaration.JE_M_EN_VAIS)
    assert hands.open() == ["ecole_trop_J", "depart_sur_ecole"]
    assert hands.say(N, ECOLE) == [Verdict.RIGHT, Verdict.RIGHT]


def test_assenting_closes_it() -> None:
    """Lois XVI: agreed in words, or by beginning to break one's own game."""
    hands, worth = beating(Score(Holding(6, False, 3), Holding(4, False, 2)))
    hands.mark(B, worth + 4)
    hands.say(B, Declaration.JE_M_EN_VAIS)
    hands.act(Releve(0.0, ReleveCause.S_EN_ALLER, B))
    assert hands.open() == []
    assert ("depart_sur_ecole", B, 4, CLOSED) in hands.faults()
    assert hands.score == Score(Holding(0, False, 4), Holding(0, False, 2))


def test_who_goes_makes_no_ecole_par_moins() -> None:
    """Jeu 3, prise de trous: what he does not mark he gives up; what the throw gave the other is lost."""
    hands, _ = beating(Score(Holding(10, False, 3), Holding(4, False, 2)))
    hands.act(FichetMoved(0.0, B, 4))
    hands.say(B, Declaration.JE_M_EN_VAIS)
    hands.act(Releve(0.0, ReleveCause.S_EN_ALLER, B))
    hands.throw((2, 1), B)
    assert hands.faults() == []
    assert hands.score == Score(Holding(0, False, 4), Holding(0, False, 2))


def test_points_de_reste_marked_oblige_to_hold() -> None:
    """Jeu 3, jetons 10."""
    hands = Hands(BEATS, BEATEN, Score(Holding(10, True, 3), Holding(0, False, 2)))
    owed = hands.throw((6, 6))
    assert owed > 2
    hands.mark(B, owed)
    hands.say(B, Declaration.JE_M_EN_VAIS)
    assert hands.judge.situation.phase is Phase.TO_MARK


# --- jetons, pavillon, fichets ----------------------------------------------------------------------------------------


def test_a_jeton_may_be_touched_taken_up_and_put_back() -> None:
    """Jeu 3, jetons 2 and 3."""
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
    """Jeu 3, jetons 11: effaced in time they count for nothing; afterwards they stay the other's."""
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


def test_playing_on_from_points_nobody_effaced() -> None:
    """Jeu 3, jetons 11: the other may go on from them, as his jeton lies there; no école of his."""
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


@pytest.mark.parametrize(("code", "left"), [(LOIS_2013, 0), (JEU_DE_TRICTRAC, 4)])
def test_ecoles_count_in_the_order_of_the_code(code: Code, left: int) -> None:
    """Lois XVII: écoles after all other points; Jeu 3, chronologie: with the points they are on.

    Noirs have two old points and four of the throw, and mark four for an école that is none. The four Blancs mark for
    that make a trou: by the Lois it effaces all six, by Jeu 3 the old two, as what the throw gave comes after it.
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


def test_a_claim_names_what_it_is_about() -> None:
    """A claim is answered with the fault, the throw it was made in and the article."""
    hands, worth = beating()
    hands.play()
    (ruling,) = (one for one in hands.rulings if isinstance(one, FaultRuled))
    (claim,) = hands.claim(N, ruling.about)
    assert isinstance(claim, ClaimRuled)
    assert (claim.verdict, claim.points, claim.throw) == (Verdict.RIGHT, worth, 1)
    assert "écoles par moins" in claim.article
