"""Nobody is accused of a play that would be lawful with one misread dame on a pile instead."""

from __future__ import annotations

import pytest

from events.acts import DameLifted, DamePlaced, Declaration
from events.rulings import Verdict, Window
from events.trictrac.acts import Corrected
from tests.referee.hands import B, Hands, N
from tests.rules.figures import position

PILED, OPEN = "1:14 6", "1:3 2:3 3:3 6 8:3 10:2"
"""A dame on 6 that may never have been there, as fifteen on the talon look like fourteen; and one that was."""


def moved(hands: Hands, *ways: tuple[int, int]) -> None:
    """All of it understood at once, as where the dames are seen to stand otherwise."""
    acts: list[DameLifted | DamePlaced] = [
        *(DameLifted(0.0, B, start) for start, _ in ways),
        *(DamePlaced(0.0, B, end) for _, end in ways),
    ]
    for act in acts:
        hands.t -= 1.0
        hands.act(act)
    hands.rest(B)


@pytest.mark.parametrize(("blancs", "accused"), [(PILED, []), (OPEN, ["fausse_case_2"])])
def test_a_dame_that_never_was_there_does_not_go_back(blancs: str, accused: list[str]) -> None:
    """A dame from 6 seems to go back to the talon while two of it are played by the numbers."""
    hands = Hands(blancs, "1:15")
    hands.throw((3, 1))
    moved(hands, (6, 1), (1, 2), (1, 4))
    assert [name for name in hands.open() if name != "couvrir"] == accused


def test_half_of_a_sortie_is_announced_only_where_the_dames_can_be_counted() -> None:
    """Whether one dame or two left an uncountable pile of seven."""
    for blancs, accused in (("20:7", []), ("20:2 19", ["fausse_case_8"])):
        hands = Hands(blancs, "1:15")
        hands.throw((6, 5))
        moved(hands, (20, 25))
        assert hands.open() == accused


def test_what_is_seen_where_the_dames_stand_is_sure() -> None:
    """One dame alone on the coin is a case interdite, whatever a pile holds (Lois IX)."""
    hands = Hands("1:14 6", "1:15")
    hands.throw((6, 1))
    moved(hands, (6, 12), (1, 2))
    assert hands.open() == ["case_interdite_1"]


COUNTED = "1:13 10 3"
"""Noirs with a dame on their 10, that Blancs' 9 beats by a six."""


@pytest.mark.parametrize(("by", "accused"), [("board", []), ("someone", ["ecole_moins_J"])])
def test_what_a_throw_is_worth_on_a_board_just_counted_again_is_no_ecole(by: str, accused: list[str]) -> None:
    """The camera took the dame on 10 to be there: two points, or none. Said by people, it is there."""
    hands = Hands("1:12 9:3", "1:14 3")
    hands.act(Corrected(0.0, by, position=position("1:12 9:3", COUNTED)))
    assert hands.throw((6, 2)) == 2
    hands.play()
    assert hands.open() == accused


def test_nor_are_points_too_many_there() -> None:
    hands = Hands("1:12 9:3", COUNTED)
    hands.act(Corrected(0.0, "board", position=position("1:12 9:3", "1:14 3")))
    assert hands.throw((6, 2)) == 0
    hands.mark(B, 2)
    hands.play()
    hands.throw((2, 1), N)
    assert hands.faults() == []
    assert hands.score.of(B).points == 2


@pytest.mark.parametrize(("by", "accused"), [("board", []), ("someone", ["fausse_ecole"])])
def test_nor_is_he_accused_who_takes_them_for_an_ecole(by: str, accused: list[str]) -> None:
    """Blancs mark by the dames as they stood before; Noirs, who see none of it, send them to the école."""
    hands = Hands("1:12 9:3", "1:14 3")
    hands.act(Corrected(0.0, by, position=position("1:12 9:3", COUNTED)))
    hands.mark(B, hands.throw((6, 2)))
    hands.play()
    hands.say(N, Declaration.ECOLE)
    hands.mark(N, 2)
    assert [name for name, *_ in hands.faults()] == accused


def test_a_board_counted_again_is_believed_in_time() -> None:
    """Eight throws later it stands as it was counted."""
    hands = Hands("1:12 9:3", "1:14 3")
    hands.act(Corrected(0.0, "board", position=position("1:12 9:3", COUNTED)))
    for _ in range(10):
        hands.throw((2, 1))
        hands.play()
    assert hands.judge.situation.otherwise is None


@pytest.mark.parametrize(("called", "accused"), [(True, []), (False, ["fausse_case_1"])])
def test_what_is_played_again_after_a_claim_is_as_the_other_asked(called: bool, accused: list[str]) -> None:
    """The two may know of a fault that nobody else saw: dames then go back by agreement (Jeu 3, traitement)."""
    hands = Hands("1:13 6 7", "1:15")
    hands.throw((4, 3))
    hands.hop(B, (6, 10), (7, 10))
    if called:
        (ruling,) = hands.claim(N)
        assert ruling.verdict is Verdict.WRONG
    hands.hop(B, (10, 7), (1, 4))
    assert hands.open() == accused


@pytest.mark.parametrize(("blancs", "accused"), [(PILED, False), (OPEN, True), ("1:3 2:3 3:3 6:4 10:2", False)])
def test_a_dame_that_never_was_there_does_not_go_back_in_a_wrong_play_either(blancs: str, accused: bool) -> None:
    """From 6 to 4, where 4-1 was thrown: it may have stood on the talon, or there were only three on 6."""
    hands = Hands(blancs, "1:15")
    hands.throw((4, 1))
    moved(hands, (6, 4))
    assert ("fausse_case_2" in hands.open()) is accused


@pytest.mark.parametrize(("blancs", "alone"), [("1:11 4 6 7 8", []), ("1:3 2:3 3:3 4 6 7 8:2 10", ["fausse_case_4_1"])])
def test_what_looks_like_a_fault_is_one_if_the_other_says_so(blancs: str, alone: list[str]) -> None:
    """From 6 to 7 by none of six and two: lawful from the talon, had it a dame more. The other sees that it had not."""
    hands = Hands(blancs, "1:15")
    hands.throw((6, 2))
    moved(hands, (6, 7), (8, 10))
    assert [name for name in hands.open() if name != "couvrir"] == alone
    assert set(hands.say(N, Declaration.ECOLE)) == {Verdict.RIGHT}
    assert ("fausse_case_4_1", B, 0, Window.CLAIMED) in hands.faults()


def test_a_claim_of_a_lawful_play_is_wrong_however_many_lie_on_a_pile() -> None:
    hands = Hands("1:11 4 6 7 8", "1:15")
    hands.throw((2, 1))
    moved(hands, (6, 7), (8, 10))
    assert hands.say(N, Declaration.ECOLE) == [Verdict.WRONG]
    assert hands.faults() == []


@pytest.mark.parametrize(("way", "goes_on"), [((7, 12), False), ((3, 6), True)])
def test_a_dame_beyond_the_higher_number_has_played_both(way: tuple[int, int], goes_on: bool) -> None:
    """Jeu 3, fausse case 4.2: another dame taken up then is no second one, but as the other asked.

    Five points by four and one, to the coin, on which the dame is alone; three by none, which may still come.
    """
    hands = Hands("1:3 2:2 3:2 5:2 6:3 7:2 9", "1:15")
    hands.throw((4, 1))
    moved(hands, way)
    (fault,) = hands.open()
    hands.act(DameLifted(0.0, B, 2))
    assert [window for name, _, _, window in hands.faults() if name == fault][-1] is (
        Window.MENDED if goes_on else Window.CLAIMED
    )


def test_a_dame_taken_up_after_both_numbers_were_used_is_another_play() -> None:
    """7 to 8 and 8 to 12 look like 7 to the coin; the other asks aloud for it otherwise, before any ruling."""
    hands = Hands("1:3 2:2 3:2 5:2 6:3 7:2 8", "1:15")
    hands.throw((4, 1))
    for act in (DameLifted(0.0, B, 7), DamePlaced(0.0, B, 12)):
        hands.act(act)
    hands.hop(B, (12, 8), (2, 6))
    ruled = [(name, window) for name, _, _, window in hands.faults()]
    assert ruled == [("case_interdite_1", Window.OPEN), ("case_interdite_1", Window.CLAIMED)]
