"""Which of several écoles was marked, if any, as words and the order of the marks show."""

from __future__ import annotations

from dataclasses import replace

import pytest

from events.acts import Declaration, DiceLifted
from events.rulings import ClaimVerdict, Window, Withdrawn, standing
from events.trictrac.acts import FichetMoved, JetonMoved, JetonReleased, JetonsInSight
from events.trictrac.rulings import FaultRuled, Marked
from referee.trictrac.judge.counters import Counters, Shown
from referee.trictrac.judge.evidence import Evidence
from referee.trictrac.judge.ledger import Ledger, LedgerLine
from referee.trictrac.judge.mark_changes import Change, Plan, Reach
from referee.trictrac.judge.mark_inference import infer_marks
from rules.code import LOIS_2013
from rules.fault import FaultName
from rules.faults.chronology import On
from rules.marking import Holding, Score
from rules.position import Side
from tests.referee.hands import FILL, B, Hands, N, beating, begun_ecole, unfilled

ECOLE = Declaration.ECOLE


def ecole(throw: int, due: int, of: FaultName, *, marked: int = 0) -> LedgerLine:
    """Return an école that Noirs may mark."""
    on = On.GIVEN if of is FaultName.ECOLE_MOINS_A else On.OWN
    return LedgerLine(N, throw, on, due, ecole=True, marked=marked, of=of)


def changes(
    lines: tuple[LedgerLine, ...], board: Counters, reach: Reach, *, called: bool = True, thrower: Side = B
) -> Plan:
    """Return the inferred marks of Noirs in the third throw, which has been played."""
    side = N
    seen = Evidence(
        ledger=Ledger(Score(), lines), board=board, code=LOIS_2013, felt=True, thrower=thrower, number=3, marking=3,
        called=(side,) if called else (),
    )  # fmt: skip
    found = infer_marks(seen, side, reach)
    assert found is not None
    return found.changes


@pytest.mark.parametrize("reach", [Reach.RELEASED, Reach.OVER])
def test_of_two_equal_ecoles_the_one_of_the_later_throw_is_marked(reach: Reach) -> None:
    """He let the earlier one pass until the other erred again (Lois XVII 3)."""
    lines = (ecole(2, 4, FaultName.ECOLE_MOINS_A), ecole(3, 4, FaultName.ECOLE_REMPLIR))
    assert changes(lines, Counters(noirs=Shown(4)), reach) == (Change(1, 4),)


def test_a_partial_mark_is_part_of_one_ecole() -> None:
    """It belongs to the école just made, not to an earlier one and a part of this (Jeu 3, école d'école)."""
    lines = (ecole(2, 2, FaultName.ECOLE_MOINS_A), ecole(3, 6, FaultName.ECOLE_REMPLIR))
    assert changes(lines, Counters(noirs=Shown(4)), Reach.OVER) == (Change(1, 4),)


def test_a_call_after_the_play_is_about_the_ecole_just_made_even_if_as_much_was_due_before() -> None:
    """He called no école of the throw before when he should have, after the dice (Lois XVIII 3; Jeu 3)."""
    lines = (ecole(2, 2, FaultName.ECOLE_MOINS_A), ecole(3, 4, FaultName.ECOLE_REMPLIR))
    assert changes(lines, Counters(noirs=Shown(2)), Reach.OVER) == (Change(1, 2),)
    assert changes(lines, Counters(noirs=Shown(2)), Reach.OVER, called=False) == (Change(0, 2),)


def test_an_ecole_taken_for_a_false_one_is_answered_once() -> None:
    """The answer was marked in full. His next marks are for later faults of the other (Jeu 3, augmentation)."""
    undone = LedgerLine(B, 2, On.OWN, 4, ecole=True, undone=4, of=FaultName.ECOLE_TROP_J)
    answer = LedgerLine(N, 2, On.OWN, 0, ecole=True, marked=4)
    lines = (undone, answer, ecole(3, 6, FaultName.ECOLE_CONSERVER))
    board = Counters(noirs=Shown(8), known_noirs=Shown(4))
    assert changes(lines, board, Reach.OVER) == (Change(2, 4),)


def test_points_of_another_throw_are_not_put_back_with_an_ecole_undone() -> None:
    """He gets back what that école took from him, and answers with as much (Jeu 3, augmentation 2)."""
    lines = (
        LedgerLine(N, 1, On.OWN, 0, taken=2),
        LedgerLine(N, 2, On.OWN, 0, taken=2),
        LedgerLine(B, 2, On.OWN, 2, ecole=True, undone=2, of=FaultName.ECOLE_TROP_J),
    )
    answer = Change(3, 2, LedgerLine(N, 2, On.OWN, 0, ecole=True))
    assert changes(lines, Counters(noirs=Shown(4)), Reach.RELEASED) == (Change(1, 2), answer)


def test_after_taking_a_surplus_off_his_marks_are_the_ecole_of_that_surplus() -> None:
    """He takes off the surplus and marks as much. Two of the four points are a part of that (Lois XVII 3)."""
    lines = (
        LedgerLine(B, 2, On.GIVEN, 0, marked=2),
        LedgerLine(N, 2, On.GIVEN, 2, ecole=True, of=FaultName.ECOLE_TROP_A),
        LedgerLine(B, 3, On.OWN, 0, taken=4),
        ecole(3, 4, FaultName.ECOLE_TROP_J),
    )
    board = Counters(Shown(2), Shown(2), Shown(2), Shown(0))
    assert changes(lines, board, Reach.OVER) == (Change(3, 2),)


def test_a_player_who_claimed_took_the_surplus_off_even_if_his_trou_effaces_it() -> None:
    """Two of ten points were too many. Four marked for that école of two complete his trou, which effaces all ten."""
    lines = (
        LedgerLine(N, 1, On.OWN, 10, marked=10),
        LedgerLine(B, 3, On.OWN, 8, marked=10),
        ecole(3, 2, FaultName.ECOLE_TROP_J),
    )
    board = Counters(Shown(0), Shown(2, trous=1), Shown(10), Shown(10))
    assert changes(lines, board, Reach.OVER) == (Change(1, -2), Change(2, 4))


def test_what_is_marked_after_a_call_is_a_part_of_the_ecole_rather_than_other_points() -> None:
    """He says "Ecole !" while he marks its points (Lois XVII 3). The two that the throw gave him he forgets."""
    lines = (LedgerLine(N, 3, On.GIVEN, 2), ecole(3, 4, FaultName.ECOLE_MOINS_J))
    board = Counters(noirs=Shown(2))
    assert changes(lines, board, Reach.OVER) == (Change(1, 2),)
    assert changes(lines, board, Reach.OVER, called=False) == (Change(0, 2),)


def test_what_is_marked_after_a_call_answers_the_ecole_taken_off() -> None:
    """He took an école for a false one, and marks it back before the points of the throw (augmentation d'école 1)."""
    undone = LedgerLine(B, 3, On.OWN, 2, ecole=True, undone=2, of=FaultName.ECOLE_MOINS_J)
    lines = (undone, LedgerLine(N, 3, On.GIVEN, 2))
    board = Counters(noirs=Shown(2))
    answer = Change(2, 2, LedgerLine(N, 3, On.OWN, 0, ecole=True))
    assert changes(lines, board, Reach.RELEASED) == (answer,)
    assert changes(lines, board, Reach.RELEASED, called=False) == (Change(1, 2),)


def test_points_marked_without_a_call_are_too_many_rather_than_a_part_of_an_ecole() -> None:
    """An école is announced, "en disant: Ecole !" (Lois XVII 3). So the two points are no part of the four."""
    board = Counters(noirs=Shown(2))
    lines = (LedgerLine(N, 3, On.GIVEN, 0), ecole(3, 4, FaultName.ECOLE_MOINS_J))
    assert changes(lines, board, Reach.OVER, called=False) == (Change(0, 2),)
    assert changes(lines, board, Reach.OVER) == (Change(1, 2),)


def test_of_two_rests_asked_for_one_may_be_marked() -> None:
    """Both écoles were marked in part, and he marks the rest of one of them (école d'école)."""
    begun = replace(ecole(2, 4, FaultName.ECOLE_TROP_J, marked=2), begun=True, asked=True)
    lines = (begun, replace(begun, of=FaultName.ECOLE_REMPLIR), LedgerLine(N, 3, On.OWN, 6))
    board = Counters(noirs=Shown(6), known_noirs=Shown(4))
    assert changes(lines, board, Reach.RELEASED, called=False, thrower=N) == (Change(0, 2),)


def test_the_rest_asked_for_is_marked_before_his_own_points() -> None:
    """An école that is marked must be marked "dans son intégralité" if the other wishes (Lois XVII 3)."""
    begun = replace(ecole(2, 4, FaultName.ECOLE_MOINS_A, marked=2), begun=True, asked=True)
    lines = (begun, LedgerLine(N, 3, On.OWN, 6))
    board = Counters(noirs=Shown(4), known_noirs=Shown(2))
    assert changes(lines, board, Reach.RELEASED, called=False, thrower=N) == (Change(0, 2),)


def test_a_player_who_asked_for_the_rest_of_an_ecole_marks_his_own_points_next() -> None:
    """His call was for the other's marks, and was answered by them (Jeu 3, école d'école)."""
    hands = begun_ecole()
    hands.say(B, ECOLE)
    hands.mark(N, 2)
    assert B not in hands.judge.situation.books.called


def test_one_call_is_for_every_ecole_marked_at_once() -> None:
    """Four points for a jan marked, and four for not making it (Jeu 3, école liée au remplissage 1.2)."""
    hands = unfilled()
    hands.say(N, ECOLE)
    hands.take_off(B, 4)
    hands.mark(N, 8)
    marked = [(one.points, one.ecole) for one in standing(hands.rulings) if isinstance(one, Marked) and one.side is N]
    assert marked == [(4, True), (4, True)]
    assert hands.score == hands.shown


def test_points_of_his_own_throw_hold_no_rest_of_an_ecole_nobody_demanded() -> None:
    """He has thrown, so he may mark no école any more. He marks six points instead of two (écoles par moins 3)."""
    begun = replace(ecole(2, 4, FaultName.ECOLE_MOINS_A, marked=2), begun=True)
    lines = (begun, LedgerLine(N, 3, On.OWN, 2))
    board = Counters(noirs=Shown(8), known_noirs=Shown(2))
    assert changes(lines, board, Reach.OVER, called=False, thrower=N) == (Change(1, 6),)


def test_ten_points_marked_of_twelve_are_ten_without_a_claim() -> None:
    """Two taken off and twelve marked would look the same (Jeu 3, écoles par moins)."""
    lines = (
        LedgerLine(N, 2, On.GIVEN, 0, marked=2),
        LedgerLine(B, 2, On.GIVEN, 2, ecole=True, of=FaultName.ECOLE_TROP_A),
        LedgerLine(N, 3, On.OWN, 12),
    )
    seen = Evidence(
        ledger=Ledger(Score(Holding(6)), lines), board=Counters(Shown(0), Shown(0, trous=2), Shown(6), Shown(2)),
        code=LOIS_2013, felt=True, thrower=N, number=3, marking=3, touched=False,
    )  # fmt: skip
    assert infer_marks(seen, N, Reach.RELEASED) is None
    found = infer_marks(seen, N, Reach.OVER)
    assert found is not None
    assert found.changes == (Change(2, 10),)


def test_a_forgotten_jeton_seen_alone_is_no_mark() -> None:
    """The jeton on ten was taken up, so the one forgotten on four is seen alone while he marks (deux jetons)."""
    ledger = Ledger(Score(Holding(8), Holding(10)), (ecole(3, 4, FaultName.ECOLE_MOINS_J),))
    board = Counters(Shown(0), Shown(4, trous=1, pegged=10), Shown(8), Shown(10, left=4))
    seen = Evidence(
        ledger=ledger, board=board, code=LOIS_2013, felt=True, thrower=B, number=3, marking=3, called=(N,)
    )  # fmt: skip
    assert infer_marks(seen, N, Reach.RELEASED) is None
    laid = replace(seen, board=replace(board, noirs=Shown(2, trous=1, pegged=10)))
    found = infer_marks(laid, N, Reach.RELEASED)
    assert found is not None
    assert found.changes == (Change(0, 4),)


def test_a_forgotten_jeton_taken_off_is_no_mark() -> None:
    """A trou effaces the other's points, marked by two jetons. They go home one after the other (Lois XV)."""
    then, now = Shown(10, left=4), Shown(10)
    ledger = Ledger(Score(Holding(8), Holding(10)), (LedgerLine(B, 3, On.OWN, 4), LedgerLine(N, 3, On.GIVEN, 0)))
    board = Counters(Shown(0, trous=1), now, Shown(8), then)
    seen = Evidence(ledger=ledger, board=board, code=LOIS_2013, felt=True, thrower=B, number=3, marking=3)
    found = infer_marks(seen, N, Reach.RELEASED)
    assert found is not None
    assert found.changes == (Change(0, 4),)


def test_each_of_two_ecoles_claimed_one_by_one_may_be_marked_in_part() -> None:
    """Two of four points are marked for the jan marked, then two of four for not filling it (école d'école)."""
    hands = unfilled()
    hands.say(N, ECOLE)
    hands.take_off(B, 4)
    hands.mark(N, 2)
    hands.say(N, ECOLE)
    hands.mark(N, 2)
    hands.throw((2, 1), N)
    assert [one.points for one in hands.rulings if isinstance(one, Marked) and one.side is N] == [2, 2]
    assert [name for name, *_ in hands.faults()].count("ecole_partielle") == 2
    assert hands.score == hands.shown


def test_marks_after_a_claim_are_not_for_the_next_throw() -> None:
    """Claimed and marked after the dice were taken up, it is a fausse école, whatever his throw gives (Lois XVII 3)."""
    hands, worth = beating()
    hands.mark(B, worth)
    hands.play()
    hands.act(DiceLifted(0.0, N))
    assert hands.say(N, ECOLE) == [ClaimVerdict.WRONG]
    hands.mark(N, 2)
    assert hands.throw((6, 2), N) == 2
    assert "fausse_ecole" in hands.open()


def test_an_ecole_marked_in_part_by_a_fichet_alone_is_not_for_the_next_throw() -> None:
    """Two of the four points make a trou from ten, so only the fichet shows the mark (Lois XV)."""
    hands = Hands(FILL, "1:12 10:2 3", Score(Holding(0), Holding(10, trous=1)))
    assert hands.throw((6, 1)) == 4
    hands.hop(B, (1, 7), (1, 2))
    hands.rest(B)
    hands.say(N, ECOLE)
    hands.act(FichetMoved(0.0, N, 2))
    hands.act(JetonMoved(0.0, N, 0, bredouille=False))
    assert hands.throw((2, 2), N) == 4
    assert [(one.throw, one.side, one.points) for one in hands.rulings if isinstance(one, Marked)] == [(1, N, 2)]
    assert "ecole_partielle" in hands.open()
    assert replace(hands.score.of(N), bredouille=False) == Holding(0, trous=2)


def test_a_mark_by_a_fichet_alone_counts_when_the_other_claims_it() -> None:
    """The jeton stays where it lay. The other claims before a dame is touched (Jeu 3, écoles par trop)."""
    hands, worth = beating(Score(Holding(4), Holding(0)))
    points = 12
    assert worth < points
    hands.act(FichetMoved(0.0, B, 1))
    assert hands.say(N, ECOLE) == [ClaimVerdict.RIGHT]
    assert ("ecole_trop_J", B, points - worth) in {ruled[:3] for ruled in hands.faults()}


def test_a_jeton_in_the_hand_does_not_count_when_the_other_claims() -> None:
    """It counts from the release on (Jeu 3, écoles par trop 3)."""
    hands, worth = beating()
    hands.act(JetonMoved(0.0, B, worth + 2, bredouille=False))
    assert hands.say(N, ECOLE) == [ClaimVerdict.WRONG]
    hands.act(JetonReleased(0.0, B, worth + 2, bredouille=False))
    assert hands.say(N, ECOLE) == [ClaimVerdict.RIGHT]


def test_marks_that_went_out_of_sight_are_read_when_they_are_back() -> None:
    """Two points are taken off and two marked. They are hidden while the other plays, and seen afterwards."""
    hands, worth = beating()
    hands.mark(B, worth + 2)
    hands.say(N, ECOLE)
    hands.act(JetonMoved(0.0, B, worth, bredouille=False))
    hands.act(JetonMoved(0.0, N, 2, bredouille=False))
    hands.act(JetonsInSight(0.0, whole=False, unseen=(N,)))
    hands.play()
    for side, points in ((B, worth), (N, 2)):
        hands.act(JetonReleased(0.0, side, points, bredouille=False))
    hands.act(JetonsInSight(0.0, whole=True))
    hands.throw((2, 1), N)
    assert hands.marked() == [(B, worth + 2), (B, -2), (N, 2)]


def test_a_mark_from_before_his_claim_is_no_ecole() -> None:
    """A picture from before the claim shows it, although it is read after the claim (Jeu 3, écoles par trop)."""
    hands, worth = beating()
    hands.mark(B, worth)
    hands.play()
    assert hands.say(N, ECOLE) == [ClaimVerdict.WRONG]
    hands.judge.observe(JetonMoved(hands.t - 0.5, N, 2, bredouille=True))
    hands.act(JetonReleased(0.0, N, 2, bredouille=True))
    assert hands.open() == ["ecole_trop_A"]


def test_without_a_claim_a_mark_is_part_of_his_points_and_no_ecole() -> None:
    """Four marked of six are two too few, although the other made an école of four (Jeu 3, écoles par moins)."""
    lines = (LedgerLine(N, 3, On.GIVEN, 6), ecole(3, 4, FaultName.ECOLE_MOINS_J))
    assert changes(lines, Counters(noirs=Shown(4)), Reach.OVER, called=False) == (Change(0, 4),)
    assert changes(lines, Counters(noirs=Shown(4)), Reach.OVER) == (Change(1, 4),)


def test_a_claim_after_a_complete_answer_is_about_the_last_throw() -> None:
    """As many points again are no further part of the answer (Jeu 3, fausse école)."""
    undone = LedgerLine(B, 2, On.OWN, 4, ecole=True, undone=4, of=FaultName.ECOLE_TROP_J)
    answer = LedgerLine(N, 2, On.OWN, 0, ecole=True, marked=4)
    board = Counters(noirs=Shown(8), known_noirs=Shown(4))
    assert changes((undone, answer), board, Reach.OVER) == (Change(2, 4, LedgerLine(N, 3, On.OWN, 0, ecole=True)),)


def test_an_ecole_claimed_before_the_jan_was_missed_becomes_that_of_filling() -> None:
    """He stopped after one dame and had marked nothing. There is only one école (école liée au remplissage)."""
    hands = Hands(FILL)
    assert hands.throw((6, 1)) == 4
    hands.hop(B, (1, 7))
    assert hands.say(N, ECOLE) == [ClaimVerdict.RIGHT]
    hands.hop(B, (1, 2))
    hands.rest(B)
    hands.mark(N, 4)
    last = {one.fault.name: one.window for one in standing(hands.rulings) if isinstance(one, FaultRuled)}
    assert FaultName.ECOLE_MOINS_J not in last
    assert last[FaultName.ECOLE_REMPLIR] is Window.CLAIMED


def test_points_taken_off_make_no_trou_with_later_points() -> None:
    """Eight points, two of them too many, and four make ten (Jeu 3, écoles par trop)."""
    lines = (LedgerLine(B, 1, On.OWN, 0, counted=2), LedgerLine(B, 2, On.OWN, 4, marked=4))
    assert Ledger(Score(Holding(8)), lines).score(LOIS_2013).of(B) == Holding(10)


def test_no_right_claim_becomes_too_late_so_that_a_later_one_is_right() -> None:
    """Blancs claims two undue points and marks them; Noirs says "École !" for nothing (Jeu 3, augmentation d'école)."""
    hands = Hands(first=N)
    hands.throw((2, 1))
    hands.hop(N, (1, 3), (3, 2), (1, 3))
    hands.rest(N)
    hands.throw((2, 1))
    hands.play()
    hands.throw((2, 1))
    hands.mark(N, 2)
    hands.play()
    assert hands.say(B, ECOLE) == [ClaimVerdict.RIGHT]
    hands.take_off(N, 2)
    hands.mark(B, 2)
    hands.throw((2, 1))
    hands.rulings.clear()
    assert hands.say(N, ECOLE) == [ClaimVerdict.WRONG]
    assert not [one for one in hands.rulings if isinstance(one, Withdrawn)]


def test_points_marked_before_the_ecole_was_said_and_marked_were_too_many() -> None:
    """He marks the école "en disant: Ecole !" (Lois XVII 3). So the two before it were for the throw."""
    hands, worth = beating()
    hands.mark(B, worth - 2)
    hands.play()
    hands.mark(N, 2)
    assert hands.say(N, ECOLE) == [ClaimVerdict.RIGHT]
    hands.mark(N, 2)
    marked = [(one.points, one.ecole) for one in standing(hands.rulings) if isinstance(one, Marked) and one.side is N]
    assert marked == [(2, False), (2, True)]
    assert hands.open() == ["ecole_trop_A"]
    assert hands.score == hands.shown
