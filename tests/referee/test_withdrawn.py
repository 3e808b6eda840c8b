"""Announcements that do not hold are taken back once: by the referee, in speech, in the record, in the report."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

import pytest

from announce.report.summary import Moment, summarise
from events.acts import Act, Claimed, DameLifted, DamePlaced, DiceThrown, PlayEnded, ThrowCancelled, Undone
from events.rulings import ClaimRuled, ClaimVerdict, Played, Ruling, ThrowWorth, Window, Withdrawn, standing
from events.state import Mode
from events.trictrac.acts import Corrected
from events.trictrac.rulings import FaultRuled, Marked, TourWon
from events.trictrac.settings import Settings
from referee.trictrac.referee import Referee
from rules.marking import Holding, Score
from rules.position import Position
from rules.record.writing import write
from tablier.storage.game_record import record_of, tours_of
from tests.announce.samples import announcements
from tests.referee.hands import B, N
from tests.rules.figures import position

# Blancs seemed to play only the as, which leaves a dame alone on 7 that a six beats. In truth they covered it.
BEFORE = position("1:12 5 6 7", "1:10 8:3 12:2")
AS_READ = (
    DiceThrown(2.0, B, (2, 1), good=True),
    DameLifted(3.0, B, 1),
    DamePlaced(4.0, B, 2),
    DiceThrown(7.0, N, (6, 4), good=True),
)
IN_TRUTH = (DameLifted(8.0, B, 5), DamePlaced(9.0, B, 7))


def played(score: Score, *acts: Act) -> tuple[Referee, list[Ruling]]:
    """Return the referee of a table in score mode at BEFORE, and every ruling on these acts."""
    referee = Referee(Settings())
    rulings: list[Ruling] = []
    for act in (Corrected(1.0, "test", position=BEFORE, score=score, trait=B), *acts):
        rulings += referee.recall(act)
    return referee, rulings


def marks(rulings: Sequence[Ruling]) -> list[tuple[str, int, int]]:
    """Return side, points and remaining points of the marks that stand."""
    return [(str(one.side), one.points, one.reste) for one in standing(rulings) if isinstance(one, Marked)]


def withdrawn(rulings: Sequence[Ruling], kind: type) -> list[Withdrawn]:
    return [one for one in rulings if isinstance(one, Withdrawn) and isinstance(one.what, kind)]


def test_a_mark_that_is_not_found_again_is_withdrawn_once() -> None:
    referee, rulings = played(Score(), *AS_READ, *IN_TRUTH)
    ruled = [one for one in rulings if isinstance(one, Marked)]
    gone = withdrawn(rulings, Marked)
    assert gone
    assert len({one.what.id for one in gone}) == len(gone)
    assert {one.what.id for one in gone} <= {one.id for one in ruled}
    score = referee.judge.situation.score
    for side in (B, N):
        assert sum(points for who, points, _ in marks(rulings) if who == side) == score.of(side).points
    before = len(rulings)
    rulings += referee.recall(DameLifted(20.0, N, 9))
    assert not withdrawn(rulings[before:], Marked)


@pytest.mark.parametrize(("mode", "says"), [(Mode.SCORE, False), (Mode.LESSON, True), (Mode.REFEREE, True)])
def test_it_is_taken_back_aloud_if_it_was_said_aloud(mode: Mode, says: bool) -> None:
    """In score mode points are written and only trous are spoken, so points are not taken back aloud."""
    _, rulings = played(Score(), *AS_READ, *IN_TRUTH)
    (one,) = announcements(withdrawn(rulings, Marked)[0], mode=mode)
    assert one.kind == "withdrawn"
    assert one.text["fr"].startswith("Correction, ceci ne vaut plus")
    assert "marquent" in one.text["fr"]
    assert one.text["en"].startswith("Correction, this no longer holds")
    assert bool(one.spoken["fr"]) is says


def test_a_tour_announced_won_goes_on() -> None:
    """Noirs have eleven trous and lack two points. The throw announced for them is cancelled."""
    eleven = Score(Holding(), Holding(10, False, 11))
    referee, rulings = played(eleven, *AS_READ)
    assert any(isinstance(one, TourWon) for one in rulings)
    assert len(tours_of(rulings)) == 1
    rulings += referee.recall(ThrowCancelled(10.0, N))
    assert [one.what for one in withdrawn(rulings, TourWon)] == [one for one in rulings if isinstance(one, TourWon)]
    assert referee.judge.situation.winner is None
    (said,) = announcements(withdrawn(rulings, TourWon)[0], mode=Mode.SCORE)
    assert "gagnent le tour" in said.spoken["fr"]
    rulings += referee.recall(DiceThrown(11.0, N, (1, 1), good=True))
    assert [tour.over for tour in tours_of(rulings)] == [False]
    assert [made.trous for made in summarise([Moment(tuple(rulings), Position.start())]).trous] == []


def test_the_record_has_only_what_holds() -> None:
    """One line for each throw, with the marks that stand."""
    day = datetime.date(2026, 11, 20)
    _, rulings = played(Score(), *AS_READ, *IN_TRUTH)
    text = write(record_of(tours_of(rulings), day, "lois-2013", ()))
    assert [line.split()[0] for line in text.splitlines() if " noirs 6-4" in line or " blancs 2-1" in line] == [
        "1",
        "2",
    ]
    assert "T/1, 4/6" in text
    assert "battre_a_vrai" not in text
    assert "faute" not in text


def test_a_fault_announced_and_over_is_withdrawn_and_an_open_one_mended() -> None:
    """It was ruled that Blancs left a number unplayed. Late dames show that they had played it."""
    _, rulings = played(Score(), *AS_READ, *IN_TRUTH)
    first = [one for one in rulings if isinstance(one, FaultRuled)]
    assert [one.window for one in first] == [Window.OPEN, Window.CLOSED]
    (gone,) = withdrawn(rulings, FaultRuled)
    assert gone.what == first[-1]
    assert not [one for one in standing(rulings) if isinstance(one, FaultRuled)]
    assert announcements(gone, mode=Mode.REFEREE)
    assert announcements(gone, mode=Mode.REFEREE, unclaimed=False) == (), "it was not announced either"


def test_undoing_by_people_is_not_announced() -> None:
    _, rulings = played(Score(), *AS_READ, Undone(10.0, "somebody", 2))
    gone = [one for one in rulings if isinstance(one, Withdrawn)]
    assert [type(one.what) for one in gone] == [Played, ThrowWorth, Marked, FaultRuled]
    assert all(one.asked for one in gone)
    assert {announcements(one, mode=Mode.LESSON) for one in gone} == {()}
    assert marks(rulings) == []


def test_a_ruling_judged_again_is_withdrawn_under_its_announced_id() -> None:
    """Judging again makes an unannounced copy of the ruling, which must not be the one withdrawn."""
    right = (Corrected(8.0, "Anne", dice=(6, 5)), Corrected(9.0, "Anne", position=BEFORE))
    _, rulings = played(Score(), *AS_READ, *right, Undone(10.0, "Anne", 1))
    ruled = {one.id for one in rulings}
    assert all(one.what.id in ruled for one in rulings if isinstance(one, Withdrawn))
    assert standing(rulings) == []
    assert tours_of(rulings) == []


def test_a_throw_set_right_by_hand_is_one_line_of_the_record() -> None:
    day = datetime.date(2026, 11, 20)
    _, rulings = played(Score(), *AS_READ, Corrected(8.0, "Anne", dice=(6, 5)))
    text = write(record_of(tours_of(rulings), day, "lois-2013", ()))
    assert "2 noirs 6-5" in text
    assert "6-4" not in text
    _, rulings = played(Score(), *AS_READ, Corrected(8.0, "Anne", dice=(6, 5)), Undone(9.0, "Anne", 2))
    assert " noirs " not in write(record_of(tours_of(rulings), day, "lois-2013", ()))


SEEN_TO_BE_ENDED = (*AS_READ[:-1], PlayEnded(6.0, B), AS_READ[-1])


def faults(rulings: Sequence[Ruling]) -> list[FaultRuled]:
    """Return the rulings on faults that stand."""
    return [one for one in standing(rulings) if isinstance(one, FaultRuled)]


@pytest.mark.parametrize("back", [Undone(10.0, "somebody", 2), ThrowCancelled(10.0, N)])
def test_a_fault_closed_by_a_throw_may_be_claimed_again_when_that_throw_is_undone(back: Act) -> None:
    """Blancs left a number unplayed. Noirs' throw, which ended the time to claim, is taken back."""
    referee, rulings = played(Score(), *SEEN_TO_BE_ENDED, back)
    assert [one.window for one in faults(rulings)] == [Window.OPEN, Window.CLOSED, Window.OPEN]
    assert len({one.about for one in faults(rulings)}) == 1
    rulings += referee.recall(Claimed(11.0, N))
    assert [one.verdict for one in rulings if isinstance(one, ClaimRuled)] == [ClaimVerdict.RIGHT]
    assert faults(rulings)[-1].window is Window.CLAIMED


@pytest.mark.parametrize("acts", [AS_READ, SEEN_TO_BE_ENDED])
def test_a_fault_stays_closed_if_the_dice_that_closed_it_are_read_again(acts: tuple[Act, ...]) -> None:
    """They were thrown, whatever their values."""
    _, rulings = played(Score(), *acts, ThrowCancelled(8.0, N), DiceThrown(8.0, N, (6, 5), good=True))
    assert faults(rulings)[-1].window is Window.CLOSED
    assert [one.window for one in summarise([Moment(tuple(rulings), Position.start())]).faults] == [Window.CLOSED]
