"""Throws undone, positions and dice set by hand, and dames that come late."""

from __future__ import annotations

import pytest

from events.acts import DameLifted, DamePlaced, ThrowCancelled, Undone
from events.rulings import Withdrawn
from events.trictrac.acts import Corrected
from rules.marking import Holding, Score
from rules.position import DAMES
from tests.referee.hands import FILL, B, Hands, N, beating, goes_on


@pytest.mark.parametrize("throw", [-3, 0, 2, 99])
def test_an_undo_of_a_throw_that_was_not_made_changes_nothing(throw: int) -> None:
    hands, _ = beating()
    before = hands.judge.situation
    hands.act(Undone(0.0, "somebody", throw))
    assert hands.judge.situation == before


def test_the_first_throw_undone_is_thrown_again() -> None:
    """Its announcement is withdrawn, so that the record has only one first throw."""
    hands, worth = beating()
    hands.mark(B, worth)
    ruled = [one.id for one in hands.rulings]
    hands.act(Undone(0.0, "somebody", 1))
    assert [one.what.id for one in hands.rulings if isinstance(one, Withdrawn) and one.asked] == ruled
    hands.shown = Score()
    hands.act(Undone(0.0, "somebody", 1))
    assert hands.judge.situation.number == 0
    goes_on(hands)


def test_dice_set_right_after_marks_and_dames_moved_keep_both() -> None:
    """Only the dice were misread, not the hands' acts."""
    hands = Hands(FILL)
    hands.throw((5, 1))
    hands.mark(B, 4)
    hands.hop(B, (1, 2))
    hands.act(Corrected(0.0, "somebody", dice=(6, 1)))
    assert hands.position.on(B, 2) == 1
    hands.hop(B, (5, 11))
    assert hands.open() == []
    assert hands.score.of(B).points == 4


@pytest.mark.parametrize("marks", [0, 2])
@pytest.mark.parametrize(("blancs", "noirs"), [(2, 1), (2, 2), (4, 1)])
def test_a_score_set_right_before_the_players_mark_accuses_them_of_no_mark(blancs: int, noirs: int, marks: int) -> None:
    """Blancs marked nothing yet of two points. Only where their own marks were not set do they still owe them.

    blancs: points set; with four it is not known whether they include the two. noirs: trous set.
    """
    hands, worth = beating(Score(Holding(2, True, 0), Holding(0, False, 1)))
    assert worth == 2
    hands.shown = Score(Holding(blancs, True, 0), Holding(0, False, noirs))
    hands.act(Corrected(0.0, "somebody", score=hands.shown))
    hands.mark(B, marks)
    hands.play()
    owes = marks < worth and blancs == 2
    assert hands.open() == (["ecole_moins_J"] if owes else [])
    assert hands.score == hands.shown


def test_a_score_set_right_for_an_ecole_leaves_none_to_claim() -> None:
    hands, worth = beating()
    hands.mark(B, worth + 2)
    assert hands.open() == ["ecole_trop_J"]
    hands.act(Corrected(0.0, "somebody", score=Score(Holding(worth, True, 0), Holding(2, True, 0))))
    assert hands.open() == []


def test_a_position_set_right_before_playing_keeps_the_marks() -> None:
    hands, worth = beating()
    hands.mark(B, worth)
    hands.act(Corrected(0.0, "somebody", position=hands.position))
    hands.play()
    assert hands.open() == []


def test_the_turn_set_right_accuses_nobody() -> None:
    hands, _ = beating()
    hands.act(Corrected(0.0, "somebody", trait=N))
    hands.throw((2, 1), N)
    assert hands.faults() == []
    assert hands.judge.situation.number == 2


def test_a_late_dame_of_a_throw_that_never_was_moves_once() -> None:
    """The throw is cancelled while the adversary holds a dame, which belongs to his own throw."""
    hands = Hands()
    hands.throw((6, 5))
    hands.play()
    hands.throw((2, 1), N)
    hands.act(DameLifted(0.0, B, 7))
    hands.act(ThrowCancelled(0.0, N))
    hands.act(DamePlaced(0.0, B, 7))
    assert sum(hands.position.blancs) == DAMES
    hands.throw((2, 1), N)
    assert hands.open() == []


def test_a_late_dame_never_put_down_does_not_haunt_the_next_throws() -> None:
    hands = Hands()
    hands.throw((6, 5))
    hands.play()
    hands.throw((2, 1), N)
    hands.act(DameLifted(0.0, B, 7))
    hands.play()
    hands.throw((2, 1), B)
    hands.play()
    hands.throw((2, 1), N)
    position = hands.position
    hands.hop(B, (7, 7))
    assert hands.position == position
