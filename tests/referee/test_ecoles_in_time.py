"""Écoles whose parts come at unusual moments: claimed at the touch, played slowly, mended, demanded."""

from __future__ import annotations

import pytest

from events.acts import DameLifted, DamePlaced, Declaration
from events.rulings import ClaimVerdict, Played, Window
from events.state import Mode
from events.trictrac.acts import Corrected, FichetMoved, JetonMoved, JetonReleased
from events.trictrac.rulings import HeldOrLeft
from rules.marking import Holding, Score
from rules.position import Side
from tests.referee.hands import A_TROU, FILL, B, Hands, N, beating, begun_ecole
from tests.rules.figures import position

OPEN, CLAIMED, CLOSED, MENDED = Window.OPEN, Window.CLAIMED, Window.CLOSED, Window.MENDED
ECOLE, FAUSSE_CASE = Declaration.ECOLE, Declaration.FAUSSE_CASE


def taken(hands: Hands, side: Side) -> int:
    """Return the points a side has marked in all."""
    return sum(points for who, points in hands.marked() if who is side)


@pytest.mark.parametrize("marked", [0, 2, 4])
def test_points_claimed_at_the_touch_are_not_claimed_again_when_the_jan_is_not_filled(marked: int) -> None:
    """The other marks the worth of filling once, and takes off and marks the points marked for it (Jeu 3, 1.1, 1.2)."""
    hands = Hands(FILL)
    assert hands.throw((6, 1)) == 4
    hands.mark(B, marked)
    hands.act(DameLifted(0.0, B, 1))
    if marked < 4:
        assert hands.say(N, ECOLE) == [ClaimVerdict.RIGHT]
        hands.mark(N, 4 - marked)
    hands.act(DamePlaced(0.0, B, 7))
    hands.hop(B, (1, 2))
    hands.rest(B)
    owed = hands.judge.situation.books.ledger.claimable(N)
    assert owed + taken(hands, N) == 4 + marked
    hands.take_off(B, marked)
    hands.say(N, ECOLE)
    hands.mark(N, owed)
    hands.throw((2, 1), N)
    assert taken(hands, N) == 4 + marked
    assert not {name for name, *_ in hands.faults()} & {"fausse_ecole", "ecole_partielle"}
    assert hands.score == hands.shown


@pytest.mark.parametrize("marked", [0, 4])
@pytest.mark.parametrize("mode", [Mode.REFEREE, Mode.SCORE])
def test_a_player_who_pauses_after_one_dame_may_still_fill(marked: int, mode: Mode) -> None:
    """The jans count as he has played in the end, if nobody objects before (Lois XIII)."""
    hands = Hands(FILL, mode=mode)
    hands.throw((6, 1))
    if mode is Mode.REFEREE:
        hands.mark(B, marked)
    hands.hop(B, (1, 2))
    hands.rest(B)
    assert "ecole_remplir" in hands.open()
    assert "fausse_case_8" in hands.open()
    hands.hop(B, (5, 11))
    assert hands.open() == ([] if marked or mode is Mode.SCORE else ["ecole_moins_J"])
    worth = hands.throw((2, 1), N)
    assert hands.score.of(N).points == worth * (mode is Mode.SCORE)


def test_points_claimed_at_the_first_dame_stand() -> None:
    """The points go to the other even if the jan is filled after all (Jeu 3, 1.1)."""
    hands = Hands(FILL)
    hands.throw((6, 1))
    hands.hop(B, (1, 2))
    hands.rest(B)
    assert hands.say(N, ECOLE) == [ClaimVerdict.RIGHT]
    hands.mark(N, 4)
    hands.hop(B, (5, 11))
    hands.throw((2, 1), N)
    assert taken(hands, N) == 4
    assert [one for one in hands.faults() if one[0] == "fausse_ecole"] == []


def test_dames_impuissantes_replayed_leave_nothing_to_mark() -> None:
    """The play is only replayed lawfully; two points marked for it are too many (Jeu 3, dames impuissantes)."""
    hands = Hands("6 9:14")
    hands.throw((6, 3))
    hands.hop(B, (6, 9))
    hands.rest(B)
    hands.say(N, FAUSSE_CASE)
    hands.hop(B, (9, 6))
    throw = hands.judge.situation.throw
    assert throw is not None
    hands.hop(B, *((move.start, move.end) for move in throw.plays.plays[0].moves))
    hands.mark(N, hands.given() + 2)
    assert hands.faults()[-1] == ("ecole_trop_A", N, 2, OPEN)


def test_j_adoube_is_said_for_each_dame() -> None:
    """Jeu 3, fausse case 1."""
    for words, faults in ((1, ["fausse_case_1"]), (2, [])):
        hands = Hands("1:13 6 7")
        hands.throw((4, 3))
        for case in (6, 7):
            if case == 6 or words == 2:
                hands.say(B, Declaration.J_ADOUBE)
            hands.hop(B, (case, case))
        hands.hop(B, (1, 5), (1, 4))
        assert hands.open() == faults


def test_j_adoube_is_said_before_the_dame_is_touched() -> None:
    """Said with the dame in the hand, it comes too late for it (Jeu 3, fausse case 1: before touching it)."""
    hands = Hands("1:13 6 7")
    hands.throw((6, 1))
    hands.act(DameLifted(0.0, B, 7))
    hands.say(B, Declaration.J_ADOUBE)
    hands.act(DamePlaced(0.0, B, 7))
    hands.hop(B, (1, 7), (1, 2))
    assert hands.open() == ["fausse_case_1"]


def test_a_dame_put_straight_after_j_adoube_does_not_end_the_time_to_mark() -> None:
    """It is not touched, so he may still mark his points and go (Lois XV-XVII; Jeu 3, fausse case 1)."""
    hands, worth = beating(A_TROU)
    hands.say(B, Declaration.J_ADOUBE)
    hands.hop(B, (9, 9))
    hands.mark(B, worth)
    hands.say(B, Declaration.J_ADOUBE)
    hands.hop(B, (1, 1))
    hands.say(B, Declaration.JE_M_EN_VAIS)
    assert [one.left for one in hands.rulings if isinstance(one, HeldOrLeft)] == [True]
    assert hands.faults() == []


def test_a_dame_played_after_j_adoube_was_touched() -> None:
    """The word is for putting a dame straight only (Jeu 3, fausse case 1)."""
    hands, worth = beating()
    hands.say(B, Declaration.J_ADOUBE)
    hands.hop(B, (1, 7))
    assert hands.faults() == [("ecole_moins_J", B, worth, OPEN)]
    hands.hop(B, (1, 3))
    assert [one.lawful for one in hands.rulings if isinstance(one, Played)] == [True]


def test_a_play_of_one_dame_after_j_adoube_is_complete_at_once() -> None:
    """The dame that was to be put straight makes the whole play, by both numbers (Lois XVIII 7)."""
    hands = Hands("1:13 6 7")
    hands.throw((4, 3))
    hands.say(B, Declaration.J_ADOUBE)
    hands.hop(B, (1, 8))
    assert [one.lawful for one in hands.rulings if isinstance(one, Played)] == [True]


def test_a_dame_put_straight_after_the_play_leaves_its_faults_as_they_are() -> None:
    """The other has claimed nothing, and the play is not made again (Lois XVII 2)."""
    hands, worth = beating()
    hands.mark(B, worth)
    hands.hop(B, (1, 7), (1, 4))
    hands.rest(B)
    hands.say(B, Declaration.J_ADOUBE)
    hands.hop(B, (9, 9))
    assert hands.faults() == [("fausse_case_4_1", B, 0, OPEN)]
    hands.say(B, Declaration.J_ADOUBE)
    hands.hop(B, (4, 3))
    hands.rest(B)
    assert hands.open() == []


@pytest.mark.parametrize("worth", [2, 4])
def test_a_jeton_of_the_talon_taken_back_in_time(worth: int) -> None:
    """Until he touches his dames he may mend it, and his eight points count again (Jeu 3, deux jetons 1, nota)."""
    old = Score(Holding(8, True, 0), Holding(0, False, 0))
    hands = Hands("1:12 9:3", "1:13 10 3", old)
    dice = (6, 2) if worth == 2 else (6, 6)
    assert hands.throw(dice) == worth
    for kind in (JetonMoved, JetonReleased):
        hands.act(kind(0.0, B, worth, bredouille=False, left=8))
    assert hands.faults() == [("deux_jetons", B, 0, OPEN)]
    hands.shown = Score(Holding(8, True, 0))
    hands.show(old.mark(B, worth)[0])
    hands.play()
    assert hands.faults() == [("deux_jetons", B, 0, OPEN), ("deux_jetons", B, 0, MENDED)]
    assert taken(hands, B) == worth
    assert hands.score == hands.shown


def test_a_jeton_of_the_talon_left_there_stays() -> None:
    """After he has touched his dames it is too late, and eight more points are too many (Jeu 3, deux jetons 1)."""
    hands, worth = beating(Score(Holding(8, True, 0)))
    for kind in (JetonMoved, JetonReleased):
        hands.act(kind(0.0, B, worth, bredouille=False, left=8))
    hands.play()
    for kind in (JetonMoved, JetonReleased):
        hands.act(kind(0.0, B, 8 + worth, bredouille=False))
    hands.throw((2, 1), N)
    assert ("ecole_trop_J", B, 8, OPEN) in hands.faults()


def test_an_ecole_marked_in_part_may_be_demanded_at_once() -> None:
    """It may be demanded once, from the release on. Marked whole it is no fault (Jeu 3, école d'école)."""
    hands = begun_ecole()
    assert hands.say(B, ECOLE) == [ClaimVerdict.RIGHT]
    assert hands.faults()[-2:] == [("ecole_partielle", N, 0, OPEN), ("ecole_partielle", N, 0, CLAIMED)]
    assert hands.say(B, ECOLE) == [ClaimVerdict.WRONG]
    hands.mark(N, 2)
    hands.throw((2, 1), N)
    assert taken(hands, N) == 6
    assert hands.open() == []
    assert hands.score == hands.shown


def test_an_ecole_not_begun_cannot_be_demanded() -> None:
    """Nobody has to mark an école (Jeu 3, école d'école)."""
    hands, worth = beating()
    hands.mark(B, worth + 6)
    hands.play()
    assert hands.say(B, ECOLE) == [ClaimVerdict.WRONG]
    hands.throw((2, 1), N)
    assert "ecole_partielle" not in {name for name, *_ in hands.faults()}


def test_the_rest_of_an_ecole_marked_before_a_trou_is_pegged_is_a_mark_of_its_own() -> None:
    """He marks the rest that was demanded. Then his own points give him a trou, and he may leave (école d'école)."""
    hands = Hands(score=Score(Holding(0, trous=1), Holding(0)), first=N)
    hands.throw((6, 5), N)
    hands.mark(N, 4)
    hands.play()
    hands.say(B, ECOLE)
    hands.take_off(N, 4)
    hands.mark(B, 2)
    hands.act(Corrected(0.0, "test", position=position("1:13 16 19", "1:12 3 5 2")))
    assert hands.throw((6, 1), B) == 12
    assert hands.faults()[-1][0] == "ecole_partielle"
    hands.mark(B, 2)
    assert hands.marked() == [(N, 4), (N, -4), (B, 2), (B, 2)]
    hands.act(FichetMoved(0.0, B, 3))
    hands.say(B, Declaration.JE_M_EN_VAIS)
    assert hands.marked() == [(N, 4), (N, -4), (B, 2), (B, 2), (B, 12)]
    assert not {name for name, *_ in hands.faults()} & {"depart_sur_ecole"}


@pytest.mark.parametrize("called", [True, False])
def test_a_forgotten_jeton_taken_up_unseen_is_a_fault_only_if_the_other_claimed_it(called: bool) -> None:
    """One look shows the next throw played and the jeton gone. A player who claimed saw it (Jeu 3, deux jetons 2)."""
    hands, worth = beating(Score(Holding(4, True), Holding(2)))
    for kind in (JetonMoved, JetonReleased):
        hands.act(kind(0.0, B, 4 + worth, bredouille=False, left=4))
    hands.play()
    hands.throw((2, 1), N)
    if called:
        hands.say(N, ECOLE)
    throw = hands.judge.situation.throw
    assert throw is not None
    first, last = throw.plays.plays[0].moves
    hands.hop(N, (first.start, first.end))
    hands.act(DameLifted(0.0, N, last.start))
    hands.act(JetonMoved(0.0, B, 4 + worth, bredouille=False))
    hands.t -= 1.0
    hands.act(DamePlaced(0.0, N, last.end))
    assert ("deux_jetons" in hands.open()) is called


@pytest.mark.parametrize("called", [True, False])
def test_given_points_marked_after_one_s_own_throw_are_one_ecole(*, called: bool) -> None:
    """Blancs take them off with the école, or leave them marked (Lois XVII 3; Jeu 3, écoles par trop 1)."""
    hands = Hands("1:10 5 10 11 12:2", "1:6 5 6 8:2 10:2 11 12:2", Score(Holding(2), Holding(2)))
    hands.mark(B, hands.throw((6, 2)))
    given = hands.given()
    hands.hop(B, (5, 11), (10, 12))
    assert (given, hands.throw((2, 1), N)) == (4, 0)
    hands.mark(N, given)
    assert hands.open() == ["ecole_moins_A"]
    if called:
        assert hands.say(B, ECOLE) == [ClaimVerdict.RIGHT]
        hands.take_off(N, given)
        hands.mark(B, given)
    hands.play()
    hands.throw((2, 1), B)
    assert hands.score == hands.shown
    assert {name for name, *_ in hands.faults()} == {"ecole_moins_A"}
