"""Faults that marks not understood, or a knock against the board, explain as well."""

from __future__ import annotations

import pytest

from events.trictrac.rulings import FaultRuled
from referee.inference.tables import COSTS
from referee.sight import DOUBTED, Sight
from referee.trictrac.judge.misread_tolerance import AMISS, KNOCK, doubts_about
from rules.marking import Holding, Score
from tests.referee.hands import BEATEN, BEATS, FILL, SIX_TWO, B, Hands, N


def doubts(hands: Hands) -> dict[str, list[str]]:
    """Return what speaks against each fault just ruled, by its name."""
    ruled = (one for one in hands.rulings if isinstance(one, FaultRuled) and one.id == one.about)
    return {one.fault.name.value: list(doubts_about(hands.judge.situation, one)) for one in ruled}


@pytest.mark.parametrize(("points", "expected"), [(4, {}), (6, {"ecole_trop_J": []})])
def test_points_seen_marked_after_the_dames_were_marked_too_late(points: int, expected: dict[str, list[str]]) -> None:
    """The look before showed the dames and not the mark (Lois XV; Jeu 3, écoles par moins 3.1).

    With the four owed no more is marked than was owed, so that is no other école (écoles par trop 1).
    """
    hands = Hands(FILL)
    assert hands.throw((6, 1)) == 4
    hands.hop(B, (1, 2), (5, 11))
    assert doubts(hands) == {"ecole_moins_J": []}
    hands.rulings.clear()
    hands.mark(B, points)
    assert doubts(hands) == expected


def test_points_marked_too_much_in_time_are_sure() -> None:
    hands = Hands(FILL)
    hands.throw((6, 1))
    hands.mark(B, 6)
    hands.hop(B, (1, 2), (5, 11))
    assert doubts(hands) == {"ecole_trop_J": []}


@pytest.mark.parametrize(("pegged", "expected"), [(2, []), (1, [AMISS])])
def test_trous_that_wait_to_be_mended_cast_doubt_on_points(pegged: int, expected: list[str]) -> None:
    """Blancs' dozen in bredouille makes two trous (Jeu 1)."""
    hands = Hands(BEATS, BEATEN, Score(Holding(10, bredouille=True)))
    assert hands.throw(SIX_TWO) == 2
    hands.show(Score(Holding(trous=pegged)))
    assert marks_too_much(hands) == {"ecole_trop_J": expected}


def test_a_second_jeton_that_waits_to_be_taken_off_casts_no_doubt_on_points() -> None:
    """Noirs' bredouille ended when Blancs marked."""
    hands = Hands(BEATS, BEATEN, Score(Holding(2), Holding(4, bredouille=True)))
    assert hands.throw(SIX_TWO) == 2
    hands.show(Score(Holding(4), Holding(4, bredouille=True)))
    assert marks_too_much(hands) == {"ecole_trop_J": []}
    assert hands.judge.situation.books.wrong_marks


def marks_too_much(hands: Hands) -> dict[str, list[str]]:
    """Let Blancs play, and Noirs mark two points for a throw worth nothing; return what speaks against that fault."""
    hands.play()
    hands.rulings.clear()
    assert hands.throw((2, 1)) == 0
    hands.mark(N, 2)
    hands.play()
    return doubts(hands)


@pytest.mark.parametrize(("out", "expected"), [((1, 2), [KNOCK]), ((1, 7), [])])
def test_dames_moved_to_the_next_case_and_back_were_perhaps_knocked(out: tuple[int, int], expected: list[str]) -> None:
    hands = Hands()
    hands.throw((6, 1))
    hands.hop(B, out, out[::-1])
    hands.hop(B, (1, 2), (1, 7))
    found = doubts(hands)
    assert found
    assert list(found.values()) == [expected] * len(found)


@pytest.mark.parametrize(("odds", "announced"), [(9.0, True), (0.0, False)])
def test_a_doubtful_fault_is_announced_where_such_faults_were_right_often_enough(
    monkeypatch: pytest.MonkeyPatch, *, odds: float, announced: bool
) -> None:
    monkeypatch.setitem(DOUBTED, AMISS, odds)
    assert Sight(COSTS["club"]).doubts([AMISS]) is not announced
    assert not Sight(COSTS["club"]).doubts([])
