"""Nobody is accused of a play that would be lawful if one dame on a pile had been misread."""

from __future__ import annotations

import pytest

from events.acts import DameLifted, DamePlaced, Declaration
from events.rulings import ClaimVerdict, Window
from events.trictrac.acts import Corrected
from tests.referee.hands import B, Hands, N
from tests.rules.figures import position

PILED, OPEN = "1:14 6", "1:3 2:3 3:3 6 8:3 10:2"
"""A dame on 6 that may be on the talon instead, where fourteen look like fifteen; and one that is surely on 6."""


def moved(hands: Hands, *ways: tuple[int, int]) -> None:
    """Make these moves at one moment, as when a look shows the dames elsewhere."""
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
    assert accused or "couvrir" not in hands.open(), "it only follows from another fault (Lois XVII 2)"


def test_half_of_a_sortie_is_announced_only_where_the_dames_can_be_counted() -> None:
    """A pile of seven does not show whether one or two dames left it."""
    for blancs, accused in (("20:7", []), ("20:2 19", ["fausse_case_8"])):
        hands = Hands(blancs, "1:15")
        hands.throw((6, 5))
        moved(hands, (20, 25))
        assert hands.open() == accused


def test_a_hand_seen_to_take_one_dame_took_no_second_one_from_a_pile() -> None:
    """One dame of 22 goes out by a five, and the two is not played, though 22 to 24 is (Lois VI)."""
    for reaches, accused in (((0, 0), []), ((1, 1), ["fausse_case_8"])):
        hands = Hands("22:4 23:3 24:5", "5:15")
        hands.throw((5, 2))
        hands.act(DameLifted(0.0, B, 22))
        hands.act(DamePlaced(0.0, B, 25, (22,), reaches))
        hands.rest(B)
        assert hands.open() == accused


def test_a_dame_seen_to_be_brought_to_a_pile_came_there() -> None:
    """Of a one and a four a dame of 6 plays the four and another goes to 8, which is no number (Lois VI)."""
    for brought, accused in (((), []), ((6,), ["fausse_case_4_1"])):
        hands = Hands("1:4 6:3 7:4 8:4", "1:15")
        hands.throw((1, 4))
        for end in (8, 10):
            hands.act(DameLifted(0.0, B, 6))
            hands.act(DamePlaced(0.0, B, end, brought))
        hands.rest(B)
        assert hands.open() == accused


def test_a_fault_seen_where_a_dame_stands_is_sure() -> None:
    """A dame alone on the coin is on a case interdite, whatever a pile holds (Lois IX)."""
    hands = Hands("1:14 6", "1:15")
    hands.throw((6, 1))
    moved(hands, (6, 12), (1, 2))
    assert hands.open() == ["case_interdite_1"]


COUNTED = "1:13 10 3"
"""Noirs have a dame on their 10, which Blancs beat from 9 by a six."""


@pytest.mark.parametrize(("by", "accused"), [("board", []), ("someone", ["ecole_moins_J"])])
def test_points_missing_after_the_board_was_counted_again_are_no_ecole(by: str, accused: list[str]) -> None:
    """The camera may be wrong about the dame on 10, which decides between two points and none. People are not."""
    hands = Hands("1:12 9:3", "1:14 3")
    hands.act(Corrected(0.0, by, position=position("1:12 9:3", COUNTED)))
    assert hands.throw((6, 2)) == 2
    hands.play()
    assert hands.open() == accused


def test_points_too_many_after_the_board_was_counted_again_are_no_ecole() -> None:
    hands = Hands("1:12 9:3", COUNTED)
    hands.act(Corrected(0.0, "board", position=position("1:12 9:3", "1:14 3")))
    assert hands.throw((6, 2)) == 0
    hands.mark(B, 2)
    hands.play()
    hands.throw((2, 1), N)
    assert hands.faults() == []
    assert hands.score.of(B).points == 2


@pytest.mark.parametrize(("by", "accused"), [("board", []), ("someone", ["fausse_ecole"])])
def test_an_ecole_claimed_on_a_board_counted_again_is_no_fausse_ecole(by: str, accused: list[str]) -> None:
    """Blancs mark by the dames as counted now. Noirs, who see no such dame, claim an école."""
    hands = Hands("1:12 9:3", "1:14 3")
    hands.act(Corrected(0.0, by, position=position("1:12 9:3", COUNTED)))
    hands.mark(B, hands.throw((6, 2)))
    hands.play()
    hands.say(N, Declaration.ECOLE)
    hands.mark(N, 2)
    assert [name for name, *_ in hands.faults()] == accused


def test_a_board_counted_again_is_believed_in_time() -> None:
    """After some throws the other count is forgotten."""
    hands = Hands("1:12 9:3", "1:14 3")
    hands.act(Corrected(0.0, "board", position=position("1:12 9:3", COUNTED)))
    for _ in range(10):
        hands.throw((2, 1))
        hands.play()
    assert hands.judge.situation.otherwise is None


@pytest.mark.parametrize(("called", "accused"), [(True, []), (False, ["fausse_case_2"])])
def test_a_play_made_again_after_a_claim_is_as_the_other_asked(called: bool, accused: list[str]) -> None:
    """The players may know of a fault that the camera missed. Dames then go back by agreement (Jeu 3, traitement)."""
    hands = Hands("1:13 6 7", "1:15")
    hands.throw((4, 3))
    hands.hop(B, (6, 10), (7, 10))
    if called:
        (ruling,) = hands.claim(N)
        assert ruling.verdict is ClaimVerdict.WRONG
    hands.hop(B, (10, 7), (1, 4))
    assert hands.open() == accused


@pytest.mark.parametrize(("blancs", "accused"), [(PILED, False), (OPEN, True), ("1:3 2:3 3:3 6:4 10:2", False)])
def test_a_dame_that_never_was_there_does_not_go_back_in_a_wrong_play_either(blancs: str, accused: bool) -> None:
    """A dame seems to go from 6 to 4 at 4-1. It may have been on the talon, or only three were on 6."""
    hands = Hands(blancs, "1:15")
    hands.throw((4, 1))
    moved(hands, (6, 4))
    assert ("fausse_case_2" in hands.open()) is accused


@pytest.mark.parametrize(("blancs", "alone"), [("1:11 4 6 7 8", []), ("1:3 2:3 3:3 4 6 7 8:2 10", ["fausse_case_4_1"])])
def test_an_apparent_fault_is_one_if_the_other_claims_it(blancs: str, alone: list[str]) -> None:
    """A dame goes from 6 to 7 by neither six nor two. From the talon it would be lawful, but the other saw it."""
    hands = Hands(blancs, "1:15")
    hands.throw((6, 2))
    moved(hands, (6, 7), (8, 10))
    assert [name for name in hands.open() if name != "couvrir"] == alone
    assert set(hands.say(N, Declaration.ECOLE)) == {ClaimVerdict.RIGHT}
    assert ("fausse_case_4_1", B, 0, Window.CLAIMED) in hands.faults()


def test_a_claim_of_a_lawful_play_is_wrong_however_many_lie_on_a_pile() -> None:
    hands = Hands("1:11 4 6 7 8", "1:15")
    hands.throw((2, 1))
    moved(hands, (6, 7), (8, 10))
    assert hands.say(N, Declaration.ECOLE) == [ClaimVerdict.WRONG]
    assert hands.faults() == []


@pytest.mark.parametrize(("way", "goes_on"), [((7, 12), False), ((3, 6), True)])
def test_a_dame_beyond_the_higher_number_has_played_both(way: tuple[int, int], goes_on: bool) -> None:
    """Another dame taken up after that is moved as the other asked (Jeu 3, fausse case 4.2).

    One dame goes five points by four and one, alone to the coin; or three by neither, so that a second may follow.
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
    """7 to 8 and 8 to 12 look like 7 to the coin. The other asked aloud for another play before any ruling."""
    hands = Hands("1:3 2:2 3:2 5:2 6:3 7:2 8", "1:15")
    hands.throw((4, 1))
    for act in (DameLifted(0.0, B, 7), DamePlaced(0.0, B, 12)):
        hands.act(act)
    hands.hop(B, (12, 8), (2, 6))
    ruled = [(name, window) for name, _, _, window in hands.faults()]
    assert ruled == [("case_interdite_1", Window.OPEN), ("case_interdite_1", Window.CLAIMED)]
