"""An école that another one replaces is withdrawn silently, and does not count as mended."""

from __future__ import annotations

import pytest

from announce.report.summary import Moment, summarise
from events.acts import Declaration
from events.rulings import Window, Withdrawn, standing
from events.state import Mode
from events.trictrac.acts import Releve
from events.trictrac.rulings import FaultRuled
from referee.trictrac.judge.ruling_diff import announced_changes
from rules.fault import FaultName
from rules.marking import Holding, Score
from rules.position import Position, ReleveCause
from tests.announce.samples import announcements
from tests.referee.hands import FILL, B, Hands, N, beating, unfilled

ECOLE = Declaration.ECOLE


def windows(hands: Hands) -> dict[FaultName, Window]:
    """Return the window of each fault that stands."""
    return {one.fault.name: one.window for one in standing(hands.rulings) if isinstance(one, FaultRuled)}


@pytest.mark.parametrize(
    ("marks", "left"),
    [(0, {FaultName.ECOLE_REMPLIR}), (2, {FaultName.ECOLE_REMPLIR, FaultName.ECOLE_TROP_J})],
)
def test_the_ecole_par_moins_gives_way_to_that_of_filling_without_a_word(marks: int, left: set[FaultName]) -> None:
    """There is one école for the missing marks and the missing jan (Jeu 3, école liée au remplissage 1.1, 1.2)."""
    hands = unfilled(Mode.LESSON, marks)
    assert hands.faults()[0][0] == "ecole_moins_J"
    said = [one.text["en"] for ruling in hands.rulings for one in announcements(ruling, mode=Mode.LESSON)]
    assert said
    assert not [text for text in said if "mended" in text]
    assert {name for name, window in windows(hands).items() if window is Window.OPEN} == left | {
        FaultName.FAUSSE_CASE_10
    }
    assert Window.MENDED not in windows(hands).values()


def test_the_report_has_only_the_ecole_that_stands() -> None:
    """It shows no mended fault of marking."""
    hands = unfilled(marks=0)
    assert {one.fault.name for one in summarise([Moment(tuple(hands.rulings), Position.start())]).faults} == {
        FaultName.ECOLE_REMPLIR,
        FaultName.FAUSSE_CASE_10,
    }


def test_an_ecole_claimed_before_it_was_replaced_is_replaced_too() -> None:
    """The other marked its four points before the play was over. They count for the école of filling (Jeu 3, 1.1)."""
    hands = Hands(FILL, mode=Mode.LESSON)
    hands.throw((6, 1))
    hands.hop(B, (1, 7))
    hands.say(N, ECOLE)
    hands.hop(B, (1, 2))
    hands.rest(B)
    hands.mark(N, 4)
    assert windows(hands)[FaultName.ECOLE_REMPLIR] is Window.CLAIMED
    assert FaultName.ECOLE_MOINS_J not in windows(hands)


def test_points_too_many_in_two_goes_are_one_ecole_and_none_was_mended() -> None:
    """Points may be marked in several goes (Jeu 3, jetons 5)."""
    hands, worth = beating()
    hands.mark(B, worth + 2)
    hands.mark(B, 2)
    (trop,) = (one for one in standing(hands.rulings) if isinstance(one, FaultRuled))
    assert (trop.fault.name, trop.fault.points, trop.window) == (FaultName.ECOLE_TROP_J, 4, Window.OPEN)


def test_points_taken_off_by_the_player_himself_are_still_mended() -> None:
    """He takes back the old points before he plays, which is announced as mended (Jeu 3, deux jetons 1)."""
    hands, worth = beating(Score(Holding(8, True), Holding()))
    hands.show(Score(Holding(worth), Holding()), left=(B, 8))
    hands.show(Score(Holding(8 + worth), Holding()))
    assert windows(hands)[FaultName.DEUX_JETONS] is Window.MENDED


def test_judged_again_a_replaced_fault_is_not_ruled_again() -> None:
    """A withdrawn ruling is not announced again when the past is judged again, nor does it count as mended."""
    hands = unfilled(Mode.LESSON, 0)
    at = next(at for at, one in enumerate(hands.rulings) if isinstance(one, FaultRuled))
    ids = iter(str(at) for at in range(1000, 2000))

    def again(ruled: int) -> list[object]:
        return list(
            announced_changes(
                hands.rulings[:ruled], hands.rulings, 0.0, new_id=lambda: next(ids), number=1, replaced={}
            )
        )

    assert again(len(hands.rulings)) == []
    later = again(at + 1)
    assert [one.asked for one in later if isinstance(one, Withdrawn)] == [True]
    assert not [one for one in later if isinstance(one, FaultRuled) and one.window is Window.MENDED]


def test_a_dame_put_back_on_leaving_mends_nothing() -> None:
    """The école ruled when the dame was lifted is withdrawn, not mended (Jeu 2, s'en aller; Jeu 3, prise de trous)."""
    hands, _ = beating(Score(Holding(10, False, 3), Holding(4, False, 2)))
    hands.hop(B, (9, 1))
    assert hands.open() == ["ecole_moins_J"]
    hands.act(Releve(0.0, ReleveCause.S_EN_ALLER, B))
    assert windows(hands) == {}
