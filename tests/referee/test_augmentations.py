"""Écoles taken off whole, and the augmentations that answer this (Jeu 3, fausse école 2, augmentation 1-3)."""

from __future__ import annotations

import pytest

from events.acts import Declaration
from events.rulings import Window
from events.state import Mode
from rules.code import CODES
from rules.marking import Holding, Score
from rules.position import Side
from tests.referee.hands import BEATEN, BEATS, SIX_TWO, B, Hands, N

OPEN, CLAIMED = Window.OPEN, Window.CLAIMED


def marked_for_two(points: int, code: str = "lois-2013", mode: Mode = Mode.REFEREE) -> Hands:
    """Blancs forgot two points. Noirs marked `points` for that école, and have thrown."""
    hands = Hands(BEATS, BEATEN, code=CODES[code], mode=mode)
    assert hands.throw(SIX_TWO) == 2
    hands.play()
    calls(hands, N, 0, points)
    hands.throw((2, 1), N)
    return hands


def calls(hands: Hands, side: Side, blancs: int, noirs: int) -> tuple[str, Side, int, Window]:
    """Let a side say "École !" and put both jetons on these points; return the last ruling on a fault."""
    hands.say(side, Declaration.ECOLE)
    hands.show(Score(Holding(blancs), Holding(noirs)), by=side)
    return hands.faults()[-1] if hands.faults() else ("", side, 0, OPEN)


@pytest.mark.parametrize("mode", [Mode.REFEREE, Mode.LESSON])
@pytest.mark.parametrize("code", sorted(CODES))
def test_an_ecole_too_large_taken_off_whole_is_augmented_by_what_was_right(code: str, mode: Mode) -> None:
    """Of six points marked for two, four were false, but Blancs take off and mark six (Jeu 3, fausse école 2)."""
    hands = marked_for_two(6, code, mode)
    assert ("fausse_ecole", N, 4, OPEN) in hands.faults()
    assert calls(hands, B, 6, 0) == ("augmentation", B, 2, OPEN)
    assert ("fausse_ecole", N, 4, CLAIMED) in hands.faults()
    assert (hands.score.of(B).points, hands.score.of(N).points) == (6, 0)
    assert calls(hands, N, 4, 4) == ("augmentation", B, 2, CLAIMED)
    assert (hands.score.of(B).points, hands.score.of(N).points) == (4, 4)


def test_an_ecole_too_large_answered_rightly_is_no_augmentation() -> None:
    """Blancs put both jetons where they should be and mark the surplus (Jeu 3, fausse école 2)."""
    hands = marked_for_two(6)
    assert calls(hands, B, 4, 2) == ("fausse_ecole", N, 4, CLAIMED)
    assert (hands.score.of(B).points, hands.score.of(N).points) == (4, 2)
    assert hands.open() == []


@pytest.mark.parametrize("code", sorted(CODES))
def test_an_ecole_and_its_augmentation_taken_off_together_are_augmented_once_more(code: str) -> None:
    """Each time as many points are added as were taken off, but none the third time (Jeu 3, augmentation 2-3)."""
    hands = marked_for_two(2, code)
    assert calls(hands, B, 2, 0) == ("augmentation", B, 2, OPEN)
    assert calls(hands, N, 0, 4) == ("augmentation", B, 2, CLAIMED)
    assert calls(hands, B, 4, 0) == ("augmentation", B, 4, OPEN)
    assert calls(hands, N, 0, 8) == ("augmentation", B, 4, CLAIMED)
    assert calls(hands, B, 8, 0) == ("augmentation", B, 0, OPEN)
    assert calls(hands, N, 0, 8) == ("augmentation", B, 0, CLAIMED)
    assert (hands.score.of(B).points, hands.score.of(N).points) == (0, 8)
    assert not [name for name, *_ in hands.faults() if name == "fausse_ecole"]


def test_an_ecole_that_does_not_exist_taken_off_whole_is_no_augmentation() -> None:
    """Blancs marked their two points, so all four of Noirs are false and Blancs mark them (Jeu 3, fausse école 1-2)."""
    hands = Hands(BEATS, BEATEN)
    hands.mark(B, hands.throw(SIX_TWO))
    hands.play()
    calls(hands, N, 2, 4)
    hands.throw((2, 1), N)
    assert calls(hands, B, 6, 0) == ("fausse_ecole", N, 4, CLAIMED)
    assert hands.open() == []
