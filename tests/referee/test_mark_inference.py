"""Marks inferred from the board: they agree with it, and are lawful wherever possible."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from events.acts import Declaration
from events.rulings import Window
from events.trictrac.rulings import Marked
from events.trictrac.state import Phase
from referee.trictrac.judge.counters import Counters, reads, showing
from referee.trictrac.judge.evidence import Evidence
from referee.trictrac.judge.ledger import Ledger, LedgerLine
from referee.trictrac.judge.mark_changes import Change, Explanation, Reach, apply_changes, in_order
from referee.trictrac.judge.mark_inference import infer_marks
from rules.code import CODES, LOIS_2013, Code
from rules.fault import FaultName
from rules.faults.chronology import On
from rules.marking import Holding, Score
from rules.position import Side
from tests.referee.hands import BARRED, FILL, B, Hands, N, unfilled

Marks = tuple[Side, int, int]
EVEN = st.integers(0, 5).map(lambda half: 2 * half)
HOLDINGS = st.builds(Holding, EVEN, st.just(value=False), st.integers(0, 8))
CODE = st.sampled_from(list(CODES.values()))


@st.composite
def dues(draw: st.DrawFn) -> Ledger:
    """Draw the points a throw of Blancs gives either side, and perhaps an école for points forgotten before."""
    before = Score(draw(HOLDINGS), draw(HOLDINGS))
    lines = [
        LedgerLine(B, 3, On.OWN, draw(EVEN)),
        LedgerLine(N, 3, On.GIVEN, draw(EVEN)),
    ]
    if draw(st.booleans()):
        moins = FaultName.ECOLE_MOINS_A
        lines.append(LedgerLine(draw(st.sampled_from(Side)), 2, On.GIVEN, draw(EVEN), ecole=True, fault="f", of=moins))
    return Ledger(before, tuple(lines))


def evidence(ledger: Ledger, after: Ledger, code: Code, side: Side) -> Evidence:
    """Return the evidence of a board that agreed with `ledger` and now agrees with `after`."""
    then, now = showing(ledger.score(code)), showing(after.score(code))
    board = Counters(now.blancs, now.noirs, then.blancs, then.noirs)
    return Evidence(
        ledger=ledger, board=board, code=code, felt=True, thrower=B, number=3, marking=3, touched=side is not B
    )


def entered(found: Explanation | None) -> Ledger:
    """Return the ledger with the inferred changes. Without any, the example is dropped."""
    assume(found is not None)
    assert found is not None
    return apply_changes(found.ledger, found.changes)


def test_a_trou_without_felt_fichets_may_leave_the_jeton_where_it_was() -> None:
    """The line is down, and Noirs mark twelve points from eight. Only Blancs' effaced points are seen."""
    ledger = Ledger(Score(Holding(8, trous=8), Holding(8)), (LedgerLine(N, 3, On.OWN, 12),))
    marked = Ledger(Score(Holding(0, trous=8), Holding(8, trous=1)))
    for side in Side:
        seen = replace(evidence(ledger, marked, LOIS_2013, side), felt=False, thrower=N)
        found = infer_marks(seen, side, Reach.RELEASED)
        assert found is not None
        after = apply_changes(found.ledger, found.changes).score(LOIS_2013)
        assert (after.of(B), after.of(N).trous, after.of(N).points) == (Holding(0, trous=8), 1, 8)


@settings(max_examples=60, deadline=None)
@given(dues(), HOLDINGS, HOLDINGS, st.sampled_from(Side), st.sampled_from(Reach))
def test_without_felt_fichets_nobody_wins_by_points_that_were_not_due(
    ledger: Ledger, blancs: Holding, noirs: Holding, side: Side, reach: Reach
) -> None:
    """This holds whatever the jetons show, since nothing could correct a tour that is over."""
    seen = replace(evidence(ledger, Ledger(Score(blancs, noirs)), LOIS_2013, side), felt=False)
    after = entered(infer_marks(seen, side, reach))
    winner = after.winner(after.score(LOIS_2013))
    assert winner is None or not after.surplus(winner)


@settings(max_examples=60, deadline=None)
@given(dues(), HOLDINGS, HOLDINGS, st.sampled_from(Side), st.sets(st.sampled_from(Side)))
def test_nobody_wins_by_a_trou_that_his_fichet_does_not_show(
    ledger: Ledger, blancs: Holding, noirs: Holding, side: Side, called: set[Side]
) -> None:
    """Fichets stand in the eighth trou at most, whatever the jetons show and either side said (Lois XV, XX)."""
    after = Ledger(Score(blancs, noirs))
    shown = replace(evidence(ledger, after, LOIS_2013, side), called=tuple(called))
    assert entered(infer_marks(shown, side, Reach.OVER)).score(LOIS_2013).winner() is None


@pytest.mark.parametrize("side", list(Side))
@pytest.mark.parametrize("called", [(), (B,), (N,)])
def test_marks_inferred_of_the_other_agree_with_his_side(side: Side, called: tuple[Side, ...]) -> None:
    """One side's time is over while the other still marks. The other's missing marks explain nothing."""
    other, taken = side.adversary, 0
    for had, due, mine, his in product((0, 6), (2, 8), (0, 4, 10), range(0, 12, 2)):
        before = Score().with_holding(side, Holding(4)).with_holding(other, Holding(had))
        ledger = Ledger(before, (LedgerLine(other, 3, On.OWN if other is B else On.GIVEN, due),))
        shown = before.with_holding(side, Holding(mine)).with_holding(other, Holding(his))
        seen = replace(evidence(ledger, Ledger(shown), LOIS_2013, side), called=called)
        found = infer_marks(seen, side, Reach.OVER)
        after = ledger if found is None else apply_changes(found.ledger, found.changes)
        if found is not None and any(after.lines[change.at].side is other for change in found.changes):
            taken += 1
            assert his == after.score(LOIS_2013).of(other).points or not seen.has_changed(other)
    assert taken


def test_points_effaced_by_the_others_trou_need_no_other_explanation() -> None:
    """Noirs mark a trou and efface Blancs' six points. Their own jeton has not moved when Blancs' time ends."""
    ledger = Ledger(Score(Holding(6), Holding(10)), (LedgerLine(N, 2, On.GIVEN, 8),))
    shown = evidence(ledger, Ledger(Score(Holding(0), Holding(10, trous=1))), LOIS_2013, B)
    found = infer_marks(shown, B, Reach.OVER)
    assert found is not None
    assert found.changes == ()


@settings(max_examples=150, deadline=None)
@given(dues(), CODE, st.sets(st.integers(0, 2)), st.sampled_from(Side))
def test_dues_marked_in_full_are_no_fault(ledger: Ledger, code: Code, paid: set[int], side: Side) -> None:
    """Any of a side's dues may have been marked, and other explanations may exist: nobody is accused."""
    mine = [at for at in paid if at < len(ledger.lines) and ledger.lines[at].side is side]
    after = ledger
    for at in mine:
        after = after.marking(at, ledger.lines[at].open)
    assume(after.score(code).winner() is None)
    found = infer_marks(evidence(ledger, after, code, side), side, Reach.OVER)
    assert found is not None
    assert not any(line.surplus for line in entered(found).lines)
    assert not any(change.line for change in found.changes)


@settings(max_examples=150, deadline=None)
@given(dues(), CODE, EVEN.filter(bool), st.sampled_from(Side))
def test_inferred_marks_agree_with_the_board(ledger: Ledger, code: Code, points: int, side: Side) -> None:
    """Whatever points a side marks, due or not, the ledger then adds up to the marks on the board."""
    after = replace(ledger, before=ledger.before.mark(side, points)[0])
    assume(after.score(code).winner() is None)
    seen = evidence(ledger, after, code, side)
    found = infer_marks(seen, side, Reach.OVER)
    score = entered(found).score(code)
    assume(found is not None and found.ledger == ledger)
    assert reads(seen.board.of(side), replace(score.of(side), trous=seen.board.of(side).trous), felt=True)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 100_000), CODE)
def test_the_score_agrees_with_the_board_when_a_players_time_is_over(seed: int, code: Code) -> None:
    """In whole games, marks are right, too many, too few or forgotten. At each touch and throw the score agrees."""
    chance = random.Random(seed)  # noqa: S311 - a test's, not a secret's
    hands = Hands(code=code)
    judged: list[Marks] = []
    shown: list[Marks] = []

    def stands(side: Side) -> None:
        now = hands.judge.situation
        if now.phase is not Phase.OVER and not now.books.wrong_marks:
            for score, all_of_them in ((now.score, judged), (hands.shown, shown)):
                all_of_them.append((side, score.of(side).points, score.of(side).trous))

    for _ in range(16):
        side = hands.judge.situation.trait
        worth = hands.throw((chance.randint(1, 6), chance.randint(1, 6)), side)
        if hands.judge.situation.phase is Phase.OVER:
            break
        stands(side)
        hands.mark(side, max(0, worth + chance.choice((0, 0, 0, 2, -2, 4, -worth))))
        throw = hands.judge.situation.throw
        if throw is None or hands.shown.winner() or not throw.plays.plays[0].moves:
            break
        hands.play()
        stands(side)
        hands.mark(side.adversary, max(0, hands.given() + chance.choice((0, 0, 2, -2))))
    assert judged == shown
    assert len(judged) >= 2


def marked_as(hands: Hands) -> list[tuple[Side, int, bool]]:
    """Return side and points of each mark, and whether it was for an école."""
    return [(one.side, one.points, one.ecole) for one in hands.rulings if isinstance(one, Marked)]


def test_an_ecole_marked_in_two_goes() -> None:
    """Eight points for a jan marked and not filled are marked in two goes, with a word between (Jeu 3, jetons 5)."""
    hands = unfilled()
    hands.say(N, Declaration.ECOLE)
    hands.take_off(B, 4)
    hands.mark(N, 2)
    hands.say(N, Declaration.ECOLE)
    hands.mark(N, 6)
    hands.throw((2, 1), N)
    assert marked_as(hands) == [(B, 4, False), (B, -4, True), (N, 2, True), (N, 2, True), (N, 4, True)]
    assert {one for one in hands.faults() if one[1] is N and one[3] is Window.OPEN} == set()
    assert hands.score == hands.shown


def test_marks_before_ecole_are_ones_own_points() -> None:
    """Marks let go before "École !" were for the dues. Later ones are for the école."""
    hands = Hands("12:15", BARRED)
    hands.mark(B, hands.throw((5, 4)) + 4)
    assert hands.given() == 4
    hands.mark(N, 2)
    hands.say(N, Declaration.ECOLE)
    hands.take_off(B, 4)
    hands.mark(N, 4)
    hands.throw((2, 1), N)
    assert marked_as(hands)[-3:] == [(N, 2, False), (B, -4, True), (N, 4, True)]
    assert ("ecole_moins_A", N, 2, Window.OPEN) in hands.faults()
    assert "ecole_partielle" not in {name for name, *_ in hands.faults()}


def test_points_taken_off_by_the_other_had_been_marked() -> None:
    """Only the other moves a jeton back after it was let go, so marking and taking off are two acts."""
    hands = Hands(FILL)
    hands.mark(B, hands.throw((6, 1)) + 2)
    hands.hop(B, (5, 11), (1, 2))
    hands.mark(N, 2)
    hands.say(B, Declaration.ECOLE)
    hands.take_off(N, 2)
    hands.mark(B, 2)
    assert ("ecole_trop_A", N, 2, Window.OPEN) in hands.faults()
    assert marked_as(hands)[-3:] == [(N, 2, False), (N, -2, True), (B, 2, True)]


@pytest.mark.parametrize("due", [0, 2, 4])
def test_marks_equal_to_the_rest_of_an_ecole_are_that_rest_unless_due_otherwise(due: int) -> None:
    """He marks a demanded rest at once, but must mark his own points first (Jeu 3, école d'école)."""
    ledger = Ledger(
        Score(),
        (
            LedgerLine(N, 1, On.OWN, 4, ecole=True, marked=2, of=FaultName.ECOLE_MOINS_J, begun=True),
            LedgerLine(N, 2, On.OWN, due),
            LedgerLine(B, 2, On.GIVEN, 0),
        ),
    )
    after = replace(ledger, before=ledger.before.mark(N, 2)[0])
    seen = replace(evidence(ledger, after, LOIS_2013, N), thrower=N, number=2, marking=2, touched=False)
    found = infer_marks(seen, N, Reach.OVER)
    assert found is not None
    assert [(change.at, change.points) for change in found.changes] == [(1 if due == 2 else 0, 2)]


def test_a_player_who_takes_a_surplus_off_marks_the_ecole_of_that_surplus() -> None:
    """He puts the jeton back and marks as much for himself. An equal earlier école stays forgotten (Lois XVII 3)."""
    lines = (
        LedgerLine(N, 2, On.GIVEN, 4, ecole=True, fault="f", of=FaultName.DEUX_JETONS),
        LedgerLine(B, 3, On.OWN, 2, marked=6),
        LedgerLine(N, 3, On.OWN, 4, ecole=True, fault="g", of=FaultName.ECOLE_TROP_J),
    )
    ledger = Ledger(Score(Holding(2, False, 1), Holding(2, False, 1)), lines)
    after = ledger.marking(1, -4).marking(2, 4)
    seen = replace(evidence(ledger, after, LOIS_2013, N), called=(N,))
    found = infer_marks(seen, N, Reach.OVER)
    assert found is not None
    assert apply_changes(found.ledger, found.changes).lines == after.lines


@pytest.mark.parametrize("rested", [B, None])
def test_a_trou_that_leaves_as_many_points_is_marked_once_he_goes_on(rested: Side | None) -> None:
    """At twelve points on top of four, his fichet moves and his jeton need not. At first it still may."""
    ledger = Ledger(Score(Holding(4, False, 1), Holding(2, False, 1)), (LedgerLine(B, 3, On.OWN, 12),))
    after = ledger.marking(0, 12)
    seen = replace(evidence(ledger, after, LOIS_2013, B), rested=rested)
    found = infer_marks(seen, B, Reach.DUE)
    assert (found is not None and apply_changes(found.ledger, found.changes) == after) is (rested is B)


def test_two_points_too_many_are_no_ecole_put_back_with_a_trou() -> None:
    """Noirs marked a trou for an école and now mark ten points instead of eight. No fichet has moved."""
    marked = LedgerLine(N, 2, On.OWN, 2, ecole=True, marked=2, fault="f", of=FaultName.ECOLE_TROP_J)
    ledger = Ledger(Score(noirs=Holding(10, trous=7)), (marked, LedgerLine(N, 3, On.OWN, 8)))
    seen = evidence(ledger, Ledger(Score(noirs=Holding(10, trous=8))), LOIS_2013, N)
    found = infer_marks(replace(seen, thrower=N, touched=True), N, Reach.OVER)
    assert found is not None
    assert found.changes == (Change(1, 10),)


def test_ecoles_that_belong_together_are_marked_without_the_rest_of_another() -> None:
    """He restores the points taken off and marks as much. The rest of another école stays (augmentation 2)."""
    rest = LedgerLine(
        N, 2, On.OWN, 4, ecole=True, marked=2, fault="a", of=FaultName.ECOLE_TROP_J, begun=True, asked=True
    )
    undone = LedgerLine(N, 2, On.OWN, 4, ecole=True, fault="b", of=FaultName.ECOLE_CONSERVER)
    more = LedgerLine(N, 2, On.OWN, 4, ecole=True, fault="c", of=FaultName.AUGMENTATION, augmented=1)
    ledger = Ledger(Score(), (rest, undone, more))
    seen = replace(evidence(ledger, Ledger(Score(noirs=Holding(10))), LOIS_2013, N), called=(N,))
    found = infer_marks(seen, N, Reach.RELEASED)
    assert found is not None
    assert found.changes == (Change(1, 4), Change(2, 4))


def test_a_player_with_ecoles_to_mark_marks_no_trou_for_another_throw() -> None:
    """Blancs have marked a trou. They may mark two points of a throw, and écoles as well."""
    lines = (
        LedgerLine(N, 2, On.GIVEN, 2, ecole=True, marked=2, fault="a", of=FaultName.ECOLE_MOINS_A, undone=0),
        LedgerLine(B, 2, On.GIVEN, 2, ecole=True, fault="b", of=FaultName.AUGMENTATION, augmented=1),
        LedgerLine(B, 3, On.OWN, 2),
    )
    ledger = Ledger(Score(Holding(10, trous=7), Holding(8, trous=3)), lines)
    shown = Ledger(Score(Holding(0, trous=8), Holding(0, trous=3)))
    seen = replace(evidence(ledger, shown, LOIS_2013, N), called=(B,))
    assert infer_marks(seen, N, Reach.PEGGED) is None


@given(dues(), CODE)
def test_points_are_announced_in_the_order_in_which_they_count(ledger: Ledger, code: Code) -> None:
    """Whatever the order of the hands, the last mark announced shows the score (Jeu 3, chronologie)."""
    plan = tuple(Change(at, line.due) for at, line in enumerate(ledger.lines) if line.due)
    ordered = in_order(ledger, plan[::-1], code)
    assert set(ordered) == set(plan)
    assert ordered == in_order(ledger, plan, code)


def test_an_ecole_that_only_fichets_show_is_marked_before_the_other_marks() -> None:
    """Noirs' four undue points made a trou. Taken off and marked, they give Blancs one, and all jetons stay at home."""
    hands = Hands("1:13 10 3", "1:12 9:3", Score(Holding(8), Holding(8)))
    assert hands.throw((2, 1)) == 0
    hands.play()
    hands.mark(N, 4)
    assert hands.throw((6, 2), N) == 2
    hands.say(B, Declaration.ECOLE)
    hands.show(Score(Holding(trous=1), Holding()), by=B)
    hands.mark(N, 6)
    hands.say(B, Declaration.ECOLE)
    hands.show(Score(Holding(4, False, 1), Holding(2)), by=B)
    hands.play()
    hands.throw((2, 1), B)
    assert hands.marked() == [(N, 4), (N, -4), (B, 4), (N, 6), (N, -4), (B, 4)]
    assert [name for name, _, _, window in hands.faults() if window is not Window.CLAIMED] == [
        "ecole_trop_A", "ecole_trop_J"
    ]  # fmt: skip
    assert (hands.score.of(B), hands.score.of(N)) == (Holding(4, True, 1), Holding(2, False, 0))


def test_an_ecole_claimed_after_a_trou_counts_before_it() -> None:
    """The four points end the bredouille in which Blancs marked their trou, and this trou effaces them (Jeu 3)."""
    before = Score(Holding(4, True), Holding())
    hands = Hands("7:2 8:2 9:2 10:2 11 12:3 5:2 6", "1:15", before, first=N)
    hands.throw((2, 1), N)
    hands.play()
    hands.mark(B, 4)
    worth = hands.throw((5, 4), B)
    hands.mark(B, worth)
    hands.play()
    assert hands.score.of(B) == Holding(4, True, 2)
    hands.say(N, Declaration.ECOLE)
    hands.show(before.mark(N, 4)[0].mark(B, worth)[0], by=N)
    assert hands.score == hands.shown
    assert hands.score.of(B) == Holding(0, False, 1)
    assert hands.faults()[-1] == ("ecole_trop_A", B, 4, Window.CLAIMED)


def test_points_lost_are_no_more_than_the_jeton_showed() -> None:
    """Noirs marked six of eight, Blancs mark ten. No trou of Noirs' is undone by it."""
    lines = (LedgerLine(N, 2, On.OWN, 8, marked=8), LedgerLine(N, 3, On.OWN, 8), LedgerLine(B, 3, On.GIVEN, 10))
    ledger = Ledger(Score(Holding(10), Holding(8, trous=6)), lines)
    held = ledger.score(LOIS_2013)
    assert held == Score(Holding(0), Holding(4, True, 7))
    after = ledger.marking(1, 6).marking(2, 10)
    seen = replace(evidence(ledger, after, LOIS_2013, N), thrower=N, touched=False)
    found = infer_marks(seen, N, Reach.OVER)
    assert found is not None
    assert apply_changes(found.ledger, found.changes).lines[1].marked == 6
