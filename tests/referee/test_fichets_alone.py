"""Fichets without jetons in referee mode: the companion counts the points, and the players mark the trous."""

from __future__ import annotations

import pytest

from events.acts import Declaration
from events.rulings import ClaimVerdict, Window
from events.state import Mode
from events.trictrac.acts import Corrected, FichetMoved, FichetsFelt
from rules.marking import Holding, Score
from rules.position import Side
from tests.referee.hands import B, Hands, N

OPEN, CLAIMED, CLOSED, MENDED = Window.OPEN, Window.CLAIMED, Window.CLOSED, Window.MENDED
ECOLE = Declaration.ECOLE

TEN = Score(Holding(10, False, 3), Holding(4, False, 2))
"""Blancs have ten points and no bredouille: two points more make a simple trou."""


def a_trou(*, mode: Mode = Mode.REFEREE, used: bool = True, jetons: bool = False) -> Hands:
    """Return a table at which Blancs have thrown a simple trou, with their fichet in the third hole."""
    hands = Hands("1:12 9:3", "1:13 10 3", TEN, mode=mode, jetons=jetons)
    if used:
        hands.act(FichetMoved(0.0, N, 2))
    assert hands.throw((6, 2)) == 2
    return hands


def test_a_trou_marked_is_no_fault() -> None:
    hands = a_trou()
    hands.act(FichetMoved(0.0, B, 4))
    hands.play()
    hands.throw((2, 1))
    hands.play()
    assert hands.faults() == []


def test_a_fichet_may_go_wrong_and_be_put_right_until_a_dame_is_touched() -> None:
    """It may be moved back within the throw (Jeu 3, jetons 12)."""
    hands = a_trou()
    hands.act(FichetMoved(0.0, B, 6))
    hands.act(FichetMoved(0.0, B, 4))
    hands.play()
    assert hands.faults() == []


def test_a_trou_double_for_a_simple_one_is_no_ecole_and_may_be_mended() -> None:
    """See Jeu 3, école de trous and jetons 15."""
    hands = a_trou()
    hands.act(FichetMoved(0.0, B, 5))
    hands.play()
    assert hands.faults() == [("trous_bredouille", B, 0, OPEN)]
    hands.throw((2, 1))
    hands.act(FichetMoved(0.0, B, 4))
    assert hands.faults()[1:] == [("trous_bredouille", B, 0, MENDED)]
    assert hands.score.of(B).trous == 4


def test_a_trou_miscounted_and_left_stands() -> None:
    """After his next throw but one it can no longer be mended."""
    hands = a_trou()
    hands.act(FichetMoved(0.0, B, 5))
    hands.play()
    hands.throw((2, 1))
    hands.play()
    assert hands.score.of(B).trous == 4
    hands.throw((2, 1))
    assert hands.faults()[1:] == [("trous_bredouille", B, 0, CLOSED)]
    assert hands.score.of(B).trous == 5


def test_a_trou_forgotten_is_an_ecole_of_a_dozen() -> None:
    """He loses the dozen, and the other marks it (Jeu 3, école de trous)."""
    hands = a_trou()
    hands.play()
    assert hands.faults() == [("ecole_moins_J", B, 12, OPEN)]
    noirs = hands.score.of(N).trous
    assert hands.say(N, ECOLE) == [ClaimVerdict.RIGHT]
    assert hands.score.of(B).trous == 3
    assert hands.score.of(N).trous > noirs
    assert hands.marked()[-2:] == [(B, -12), (N, 12)]
    hands.act(FichetMoved(0.0, N, hands.score.of(N).trous))
    hands.throw((2, 1))
    hands.play()
    hands.throw((2, 1))
    assert [window for *_, window in hands.faults()] == [OPEN, CLAIMED]


def test_a_trou_forgotten_and_not_claimed_is_lost() -> None:
    hands = a_trou()
    hands.play()
    hands.throw((2, 1))
    assert hands.faults()[1:] == [("ecole_moins_J", B, 12, CLOSED)]
    hands.play()
    hands.throw((2, 1))
    assert hands.score.of(B).trous == 3


def test_a_dozen_too_many_is_an_ecole_par_trop_and_goes_back() -> None:
    """The fichet is in the sixth hole instead of the fourth, a dozen in bredouille too far."""
    hands = a_trou()
    hands.act(FichetMoved(0.0, B, 6))
    hands.play()
    assert hands.faults() == [("ecole_trop_J", B, 12, OPEN)]
    assert hands.say(N, ECOLE) == [ClaimVerdict.RIGHT]
    hands.act(FichetMoved(0.0, B, 4))
    hands.act(FichetMoved(0.0, N, hands.score.of(N).trous))
    hands.throw((2, 1))
    hands.play()
    hands.throw((2, 1))
    assert [window for *_, window in hands.faults()] == [OPEN, CLAIMED]
    assert hands.score.of(B).trous == 4


def test_a_trou_too_many_of_the_other_is_ruled_on_when_he_throws() -> None:
    """His fichet is moved although the throw gave him no trou."""
    hands = a_trou()
    hands.act(FichetMoved(0.0, B, 4))
    hands.play()
    hands.act(FichetMoved(0.0, N, 3))
    assert hands.faults() == []
    hands.throw((2, 1))
    assert hands.faults() == [("ecole_trop_A", N, 12, OPEN)]


@pytest.mark.parametrize(
    "hands",
    [
        pytest.param(a_trou(used=False), id="fichets never used"),
        pytest.param(a_trou(mode=Mode.SCORE), id="the companion keeps the score"),
        pytest.param(a_trou(mode=Mode.SCORE, jetons=True), id="whatever lies there"),
    ],
)
def test_no_fault_of_trous_is_ruled_where_fichets_do_not_count(hands: Hands) -> None:
    hands.play()
    hands.throw((2, 1))
    assert hands.faults() == []
    assert hands.score.of(B).trous == 4


def test_fichets_not_felt_are_taken_to_stand_right() -> None:
    """The serial line is down while he marks. Marks missing when it comes back are no fault."""
    hands = a_trou()
    hands.act(FichetsFelt(0.0, felt=False))
    hands.play()
    hands.act(FichetsFelt(0.0, felt=True))
    for side in Side:
        hands.throw((2, 1), side.adversary)
        hands.play()
    assert hands.faults() == []
    assert hands.score.of(B).trous == 4


def two_throws(hands: Hands) -> None:
    """Let Noirs throw and play, and Blancs throw."""
    hands.throw((2, 1), N)
    hands.play()
    hands.throw((2, 1), B)


def test_a_fichet_left_at_another_trou_than_the_companion_keeps_is_the_score() -> None:
    """Nobody is accused. It may be put right until his next throw but one."""
    hands = a_trou(mode=Mode.SCORE)
    assert hands.score.of(B).trous == 4
    hands.act(FichetMoved(0.0, B, 5))
    hands.play()
    hands.throw((2, 1), N)
    hands.play()
    assert hands.score.of(B).trous == 4
    hands.throw((2, 1), B)
    assert hands.score.of(B).trous == 5
    assert hands.faults() == []


def test_a_fichet_put_right_in_time_changes_nothing_where_the_companion_keeps_the_score() -> None:
    hands = a_trou(mode=Mode.SCORE)
    hands.act(FichetMoved(0.0, B, 5))
    hands.play()
    hands.act(FichetMoved(0.0, B, 4))
    two_throws(hands)
    assert hands.score.of(B).trous == 4


def test_a_marked_trou_that_the_companion_did_not_count_effaces_the_points_of_both() -> None:
    """The points of later throws count from zero (Lois XV)."""
    hands = Hands("1:12 9:3", "1:13 10 3", TEN, mode=Mode.SCORE, jetons=False)
    hands.throw((1, 1), B)
    assert hands.score == TEN
    hands.act(FichetMoved(0.0, B, 4))
    hands.play()
    two_throws(hands)
    assert (hands.score.of(B).trous, hands.score.of(N).trous) == (4, 2)
    assert hands.score.of(B).points == hands.judge.situation.throw.worth(B)  # type: ignore[union-attr] # one was made
    assert hands.score.of(N).points == 0
    assert hands.faults() == []


def test_a_fichet_moved_less_far_takes_back_trous_announced_too_early() -> None:
    """Six trous were announced, but he moved his fichet only to the fourth."""
    hands = Hands("1:12 9:3", "1:13 10 3", TEN, mode=Mode.SCORE, jetons=False)
    hands.act(Corrected(0.0, "a misreading", score=Score(Holding(0, False, 6), Holding(0, False, 2))))
    hands.act(FichetMoved(0.0, B, 4))
    hands.throw((1, 1), B)
    hands.play()
    two_throws(hands)
    assert hands.score.of(B).trous == 4
