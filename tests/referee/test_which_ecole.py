"""Which of several écoles was marked, and whether one was at all, as words and the order of the hands tell."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from events.acts import Declaration, DiceLifted
from events.rulings import Verdict, Window, standing
from events.trictrac.acts import FichetMoved, JetonMoved, JetonReleased, JetonsInSight
from events.trictrac.rulings import FaultRuled, Marked
from referee.judge.counters import Counters, Shown
from referee.judge.evidence import Evidence
from referee.judge.ledger import Ledger, Line
from referee.judge.mark_changes import Change, Plan, Reach
from referee.judge.mark_inference import infer_marks
from rules.code import LOIS_2013
from rules.fault import FaultName
from rules.faults.chronology import On
from rules.marking import Holding, Score
from tests.referee.hands import FILL, B, Hands, N, beating

if TYPE_CHECKING:
    from rules.position import Side

ECOLE = Declaration.ECOLE


def ecole(throw: int, due: int, of: FaultName, *, marked: int = 0) -> Line:
    """One that Noirs may mark."""
    on = On.GIVEN if of is FaultName.ECOLE_MOINS_A else On.OWN
    return Line(N, throw, on, due, ecole=True, marked=marked, of=of)


def changes(lines: tuple[Line, ...], board: Counters, reach: Reach, *, called: bool = True, thrower: Side = B) -> Plan:
    """The acts of Noirs in the third throw, which is played."""
    side = N
    seen = Evidence(
        ledger=Ledger(Score(), lines), board=board, code=LOIS_2013, felt=True, thrower=thrower, number=3, marking=3,
        called=(side,) if called else (),
    )  # fmt: skip
    found = infer_marks(seen, side, reach)
    assert found is not None
    return found.changes


@pytest.mark.parametrize("reach", [Reach.RELEASED, Reach.OVER])
def test_of_two_ecoles_of_as_much_that_of_the_later_throw_is_marked(reach: Reach) -> None:
    """Lois XVII 3: the one before he let stand until the other erred again."""
    lines = (ecole(2, 4, FaultName.ECOLE_MOINS_A), ecole(3, 4, FaultName.ECOLE_REMPLIR))
    assert changes(lines, Counters(noirs=Shown(4)), reach) == (Change(1, 4),)


def test_a_part_is_of_one_ecole_rather_than_one_whole_and_a_part_of_another() -> None:
    """Jeu 3, école d'école: said of the école just made, and marked in part."""
    lines = (ecole(2, 2, FaultName.ECOLE_MOINS_A), ecole(3, 6, FaultName.ECOLE_REMPLIR))
    assert changes(lines, Counters(noirs=Shown(4)), Reach.OVER) == (Change(1, 4),)


def test_what_was_taken_for_a_false_ecole_is_answered_once() -> None:
    """Jeu 3, augmentation: he has undone it and marked as much; his next marks are for later acts of the other."""
    undone = Line(B, 2, On.OWN, 4, ecole=True, undone=4, of=FaultName.ECOLE_TROP_J)
    answer = Line(N, 2, On.OWN, 0, ecole=True, marked=4)
    lines = (undone, answer, ecole(3, 6, FaultName.ECOLE_CONSERVER))
    board = Counters(noirs=Shown(8), known_noirs=Shown(4))
    assert changes(lines, board, Reach.OVER) == (Change(2, 4),)


def test_points_of_another_throw_are_not_put_back_with_an_ecole_undone() -> None:
    """Jeu 3, augmentation 2: he has back what that école took from him, and answers with as much."""
    lines = (
        Line(N, 1, On.OWN, 0, taken=2),
        Line(N, 2, On.OWN, 0, taken=2),
        Line(B, 2, On.OWN, 2, ecole=True, undone=2, of=FaultName.ECOLE_TROP_J),
    )
    answer = Change(3, 2, Line(N, 2, On.OWN, 0, ecole=True))
    assert changes(lines, Counters(noirs=Shown(4)), Reach.RELEASED) == (Change(1, 2), answer)


def test_who_took_a_surplus_off_marks_the_ecole_of_that_and_not_of_another_that_stands() -> None:
    """Lois XVII 3: he takes off what was marked too much, and marks as much; two of the four are a part of that."""
    lines = (
        Line(B, 2, On.GIVEN, 0, marked=2),
        Line(N, 2, On.GIVEN, 2, ecole=True, of=FaultName.ECOLE_TROP_A),
        Line(B, 3, On.OWN, 0, taken=4),
        ecole(3, 4, FaultName.ECOLE_TROP_J),
    )
    board = Counters(Shown(2), Shown(2), Shown(2), Shown(0))
    assert changes(lines, board, Reach.OVER) == (Change(3, 2),)


def test_who_called_has_taken_the_surplus_off_though_his_trou_effaces_it() -> None:
    """Lois XVII 3: of the ten two were too many; four for that école of two end his trou, and efface all ten."""
    lines = (
        Line(N, 1, On.OWN, 10, marked=10),
        Line(B, 3, On.OWN, 8, marked=10),
        ecole(3, 2, FaultName.ECOLE_TROP_J),
    )
    board = Counters(Shown(0), Shown(2, trous=1), Shown(10), Shown(10))
    assert changes(lines, board, Reach.OVER) == (Change(1, -2), Change(2, 4))


def test_the_rest_of_an_ecole_nobody_asked_for_is_not_among_the_points_of_his_own_throw() -> None:
    """Jeu 3, écoles par moins 3: he has thrown, and may mark no école any more; six of the two he was due."""
    begun = replace(ecole(2, 4, FaultName.ECOLE_MOINS_A, marked=2), begun=True)
    lines = (begun, Line(N, 3, On.OWN, 2))
    board = Counters(noirs=Shown(8), known_noirs=Shown(2))
    assert changes(lines, board, Reach.OVER, called=False, thrower=N) == (Change(1, 6),)


def test_nobody_has_marked_an_ecole_unasked_that_the_other_s_trou_would_have_effaced() -> None:
    """Jeu 3, écoles par moins: ten marked of twelve are ten, though two taken off and twelve would read the same."""
    lines = (
        Line(N, 2, On.GIVEN, 0, marked=2),
        Line(B, 2, On.GIVEN, 2, ecole=True, of=FaultName.ECOLE_TROP_A),
        Line(N, 3, On.OWN, 12),
    )
    seen = Evidence(
        ledger=Ledger(Score(Holding(6)), lines), board=Counters(Shown(0), Shown(0, trous=2), Shown(6), Shown(2)),
        code=LOIS_2013, felt=True, thrower=N, number=3, marking=3, touched=False,
    )  # fmt: skip
    assert infer_marks(seen, N, Reach.RELEASED) is None
    found = infer_marks(seen, N, Reach.OVER)
    assert found is not None
    assert found.changes == (Change(2, 10),)


def test_a_forgotten_jeton_laid_bare_is_no_mark() -> None:
    """Jeu 3, deux jetons: the jeton on ten was taken up, and the one forgotten on four seen alone; he marks on."""
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
    """Lois XV: a trou effaces the other's points, where two jetons lie; one goes home after the other."""
    then, now = Shown(10, left=4), Shown(10)
    ledger = Ledger(Score(Holding(8), Holding(10)), (Line(B, 3, On.OWN, 4), Line(N, 3, On.GIVEN, 0)))
    board = Counters(Shown(0, trous=1), now, Shown(8), then)
    seen = Evidence(ledger=ledger, board=board, code=LOIS_2013, felt=True, thrower=B, number=3, marking=3)
    found = infer_marks(seen, N, Reach.RELEASED)
    assert found is not None
    assert found.changes == (Change(0, 4),)


def test_each_of_two_ecoles_called_one_by_one_may_be_marked_in_part() -> None:
    """Jeu 3, école d'école: two of the four for marking a jan he did not fill, then two of the four for not filling."""
    hands = Hands(FILL)
    hands.mark(B, hands.throw((6, 1)))
    hands.hop(B, (1, 7), (1, 2))
    hands.rest(B)
    hands.say(N, ECOLE)
    hands.take_off(B, 4)
    hands.mark(N, 2)
    hands.say(N, ECOLE)
    hands.mark(N, 2)
    hands.throw((2, 1), N)
    assert [one.points for one in hands.rulings if isinstance(one, Marked) and one.side is N] == [2, 2]
    assert [name for name, *_ in hands.faults()].count("ecole_partielle") == 2
    assert hands.score == hands.shown


def test_what_he_marks_after_his_own_call_is_not_for_his_next_throw() -> None:
    """Lois XVII 3: said and marked when the dice were up, it is a fausse école, whatever his throw then gives."""
    hands, worth = beating()
    hands.mark(B, worth)
    hands.play()
    hands.act(DiceLifted(0.0, N))
    assert hands.say(N, ECOLE) == [Verdict.WRONG]
    hands.mark(N, 2)
    assert hands.throw((6, 2), N) == 2
    assert "fausse_ecole" in hands.open()


def test_an_ecole_marked_in_part_by_a_fichet_alone_is_not_his_next_throw_s() -> None:
    """Lois XV: two of the four make a trou from ten, and his jeton lies at the talon already when it is pegged."""
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


def test_what_the_other_speaks_of_was_marked_though_it_was_a_fichet_alone() -> None:
    """Jeu 3, écoles par trop: two too many leave his jeton where it lay; the other says so before a dame is touched."""
    hands, worth = beating(Score(Holding(4), Holding(0)))
    points = 12
    assert worth < points
    hands.act(FichetMoved(0.0, B, 1))
    assert hands.say(N, ECOLE) == [Verdict.RIGHT]
    assert ("ecole_trop_J", B, points - worth) in {ruled[:3] for ruled in hands.faults()}


def test_a_jeton_in_the_hand_is_not_read_when_the_other_speaks() -> None:
    """Jeu 3, écoles par trop 3: from the release on."""
    hands, worth = beating()
    hands.act(JetonMoved(0.0, B, worth + 2, bredouille=False))
    assert hands.say(N, ECOLE) == [Verdict.WRONG]
    hands.act(JetonReleased(0.0, B, worth + 2, bredouille=False))
    assert hands.say(N, ECOLE) == [Verdict.RIGHT]


def test_what_went_out_of_sight_before_it_was_understood_is_read_when_it_is_back() -> None:
    """Lois XVII 3: two taken off and two marked, which nobody sees while the other plays, are seen again after."""
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


def test_what_lay_there_before_he_called_was_marked_before() -> None:
    """Jeu 3, écoles par trop: seen in a picture of before his call, and read after it, it is no école of his."""
    hands, worth = beating()
    hands.mark(B, worth)
    hands.play()
    assert hands.say(N, ECOLE) == [Verdict.WRONG]
    hands.judge.observe(JetonMoved(hands.t - 0.5, N, 2, bredouille=True))
    hands.act(JetonReleased(0.0, N, 2, bredouille=True))
    assert hands.open() == ["ecole_trop_A"]


def test_who_has_said_nothing_has_marked_a_part_of_his_points_rather_than_an_ecole_alone() -> None:
    """Jeu 3, écoles par moins: four marked of six are two too few, though the other made an école of four."""
    lines = (Line(N, 3, On.GIVEN, 6), ecole(3, 4, FaultName.ECOLE_MOINS_J))
    assert changes(lines, Counters(noirs=Shown(4)), Reach.OVER, called=False) == (Change(0, 4),)
    assert changes(lines, Counters(noirs=Shown(4)), Reach.OVER) == (Change(1, 4),)


def test_what_is_called_once_an_answer_is_whole_and_the_throw_played_is_about_that_throw() -> None:
    """Jeu 3, fausse école: as much again as the école taken off is no more of the same answer."""
    undone = Line(B, 2, On.OWN, 4, ecole=True, undone=4, of=FaultName.ECOLE_TROP_J)
    answer = Line(N, 2, On.OWN, 0, ecole=True, marked=4)
    board = Counters(noirs=Shown(8), known_noirs=Shown(4))
    assert changes((undone, answer), board, Reach.OVER) == (Change(2, 4, Line(N, 3, On.OWN, 0, ecole=True)),)


def test_an_ecole_claimed_before_the_jan_was_missed_turns_out_to_be_of_that() -> None:
    """Jeu 3, école liée au remplissage: he stopped after one dame and had marked nothing; there is one école of it."""
    hands = Hands(FILL)
    assert hands.throw((6, 1)) == 4
    hands.hop(B, (1, 7))
    assert hands.say(N, ECOLE) == [Verdict.RIGHT]
    hands.hop(B, (1, 2))
    hands.rest(B)
    hands.mark(N, 4)
    last = {one.fault.name: one.window for one in standing(hands.rulings) if isinstance(one, FaultRuled)}
    assert FaultName.ECOLE_MOINS_J not in last
    assert last[FaultName.ECOLE_REMPLIR] is Window.CLAIMED


def test_what_was_taken_off_makes_no_trou_with_what_was_marked_since() -> None:
    """Jeu 3, écoles par trop: eight, two of them too many, and four are ten."""
    lines = (Line(B, 1, On.OWN, 0, counted=2), Line(B, 2, On.OWN, 4, marked=4))
    assert Ledger(Score(Holding(8)), lines).score(LOIS_2013).of(B) == Holding(10)
