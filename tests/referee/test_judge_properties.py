"""With any acts in any order, nothing raises, the score stays possible, and the log gives the same situation."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import example, given, settings
from hypothesis import strategies as st

from events.acts import (
    Act,
    Claimed,
    DameLifted,
    DamePlaced,
    Declaration,
    Declared,
    DiceLifted,
    DiceThrown,
    PlayEnded,
    ThrowCancelled,
    Undone,
)
from events.rulings import Ruling, Window, standing
from events.state import Mode
from events.trictrac.acts import (
    Corrected,
    DameTouched,
    FichetMoved,
    FichetsFelt,
    JetonMoved,
    JetonReleased,
    Misread,
    PavillonMoved,
    Releve,
    TourStarted,
)
from events.trictrac.rulings import FaultRuled
from events.trictrac.settings import Settings
from referee.trictrac.judge.judge import Judge
from rules.code import CODES
from rules.marking import Holding, Score
from rules.position import DAMES, Position, ReleveCause, Side

T = st.just(0.0)
SIDES = st.sampled_from(list(Side))
CASES = st.integers(1, 25)
FACES = st.integers(1, 6)
POINTS = st.integers(0, 5).map(lambda half: 2 * half)
SCORES = st.builds(
    Score,
    st.builds(Holding, POINTS, st.booleans(), st.integers(0, 11)),
    st.builds(Holding, POINTS, st.booleans(), st.integers(0, 11)),
)

HANDS = st.one_of(
    st.builds(DiceThrown, T, SIDES, st.tuples(FACES, FACES), st.booleans()),
    st.builds(DameLifted, T, SIDES, CASES),
    st.builds(DamePlaced, T, SIDES, CASES),
    st.builds(PlayEnded, T, SIDES),
    st.builds(JetonMoved, T, SIDES, POINTS, st.booleans(), st.none() | POINTS),
    st.builds(JetonReleased, T, SIDES, POINTS, st.booleans(), st.none() | POINTS),
    st.builds(FichetMoved, T, SIDES, st.integers(0, 12)),
)
ACTS = st.one_of(
    HANDS,
    HANDS,
    st.builds(DiceLifted, T, st.none() | SIDES),
    st.builds(ThrowCancelled, T, SIDES, st.booleans()),
    st.builds(DameTouched, T, SIDES, CASES),
    st.builds(DiceLifted, T, st.none() | SIDES, st.just(value=True)),
    st.builds(Misread, T, SIDES),
    st.builds(PavillonMoved, T, st.none() | SIDES),
    st.builds(FichetsFelt, T, st.booleans()),
    st.builds(Releve, T, st.sampled_from(list(ReleveCause)), SIDES),
    st.builds(Declared, T, SIDES, st.sampled_from(list(Declaration))),
    st.builds(Claimed, T, SIDES, st.none() | st.just("f0.1.1")),
    st.builds(TourStarted, T, SIDES),
    st.builds(Undone, T, st.just("anybody"), st.integers(0, 4)),
    st.builds(Corrected, T, st.just("anybody"), score=SCORES),
    st.builds(Corrected, T, st.just("anybody"), trait=SIDES),
    st.builds(Corrected, T, st.just("anybody"), dice=st.tuples(FACES, FACES)),
    st.builds(Corrected, T, st.just("anybody"), position=st.just(Position.start())),
)
SETTINGS = st.builds(
    Settings,
    mode=st.sampled_from(list(Mode)),
    code=st.sampled_from(list(CODES.values())),
    jetons=st.booleans(),
    pegs=st.booleans(),
)


def judged(table: Settings, acts: Sequence[Act]) -> Judge:
    judge = Judge(table)
    for act in acts:
        judge.observe(act)
    return judge


@settings(max_examples=150, deadline=None)
@given(SETTINGS, st.lists(ACTS, max_size=40))
def test_no_act_is_too_strange(table: Settings, acts: list[Act]) -> None:
    """Nothing raises, and points, trous and dames are always possible ones."""
    judge = Judge(table)
    for act in acts:
        judge.observe(act)
        now = judge.situation
        for side in Side:
            held = now.score.of(side)
            assert 0 <= held.points <= 10
            assert held.points % 2 == 0
            assert held.trous >= 0
            counts = now.position.counts(side)
            assert min(counts) >= 0
            assert sum(counts) <= DAMES
        assert all(line.due >= 0 and line.marked >= 0 for line in now.books.ledger.lines)


@settings(max_examples=60, deadline=None)
@given(SETTINGS, st.lists(ACTS, max_size=30))
def test_the_same_acts_give_the_same_rulings(table: Settings, acts: list[Act]) -> None:
    """So only the log of acts has to be kept."""
    one, other = Judge(table), Judge(table)
    assert [one.observe(act) for act in acts] == [other.observe(act) for act in acts]
    assert one.situation == other.situation


@settings(max_examples=60, deadline=None)
@given(
    SETTINGS,
    st.lists(HANDS, max_size=15),
    st.lists(ACTS.filter(lambda act: not isinstance(act, TourStarted)), max_size=15),
)
def test_undo_gives_back_the_situation_before_the_throw(table: Settings, before: list[Act], after: list[Act]) -> None:
    """Dames, marks, dues and open faults are as they were before the throw.

    Late dames of the throw before belong to that throw, and so do dice taken up before those were let go. They stay.
    """
    judge = judged(table, before)
    then, known = judge.situation, len(judge.log)
    thrown = DiceThrown(0.0, then.trait, (2, 1), good=True)
    judge.observe(thrown)
    if judge.situation.number != then.number + 1 or judge.situation.tour != then.tour:
        return
    number = judge.situation.number
    hands = [act for act in after if not isinstance(act, Undone | Corrected | ThrowCancelled | Releve)]
    for move in hands:
        judge.observe(move)
    judge.observe(Undone(0.0, "anybody", number))
    if judge.situation.tour == then.tour:
        late = [entry.act for entry in judge.log[known:-1]]
        assert all(
            act.early if isinstance(act, DiceLifted)
            else isinstance(act, DameLifted | DamePlaced) and act.side is not then.trait
            for act in late
        )  # fmt: skip
        as_it_would_be = judged(table, before)
        for act in late:
            as_it_would_be.observe(act)
        assert judge.situation == as_it_would_be.situation


def test_undo_leaves_the_late_dame_of_the_throw_before_where_it_was_put() -> None:
    blancs, noirs = Side.BLANCS, Side.NOIRS
    judge = judged(Settings(), [DiceThrown(0.0, blancs, (6, 5), good=True), DameLifted(1.0, blancs, 1)])
    for act in (DamePlaced(2.0, blancs, 7), DameLifted(3.0, blancs, 1), DiceThrown(4.0, noirs, (2, 1), good=True)):
        judge.observe(act)
    judge.observe(DamePlaced(5.0, blancs, 6))
    judge.observe(Undone(6.0, "anybody", 2))
    assert (judge.situation.number, judge.situation.trait) == (1, noirs)
    assert judge.situation.position.blancs[:7] == (13, 0, 0, 0, 0, 1, 1)


@settings(max_examples=150, deadline=None)
@given(SETTINGS, st.lists(ACTS, max_size=40))
@example(
    Settings(mode=Mode.REFEREE, jetons=True),
    [
        JetonMoved(0.0, Side.NOIRS, 2, bredouille=False),
        DiceThrown(0.0, Side.NOIRS, (1, 1), good=True),
        DiceThrown(0.0, Side.BLANCS, (1, 1), good=True),
        Undone(0.0, "anybody", 2),
    ],
)
def test_a_fault_that_can_be_claimed_was_announced_as_open(table: Settings, acts: list[Act]) -> None:
    """Its last announcement that still holds says that its window is open."""
    judge = Judge(table)
    ruled: list[Ruling] = []
    for act in acts:
        ruled += judge.observe(act)
        last = {one.about: one.window for one in standing(ruled) if isinstance(one, FaultRuled)}
        if not judge.past.held_back:
            assert {last.get(one.about) for one in judge.situation.open_faults} <= {Window.OPEN}


def test_a_fault_can_be_claimed_until_its_window_closes() -> None:
    """Four points marked for a throw worth nothing are one until the adversary throws (Jeu 3, écoles par trop)."""
    judge = Judge(Settings(mode=Mode.REFEREE, jetons=True))
    blancs, noirs = Side.BLANCS, Side.NOIRS
    for side in Side:
        judge.observe(JetonMoved(0.0, side, 0, bredouille=False))
    judge.observe(DiceThrown(1.0, blancs, (2, 1), good=True))
    judge.observe(JetonMoved(2.0, blancs, 4, bredouille=False))
    opened = [one for one in judge.observe(DameLifted(3.0, blancs, 1)) if isinstance(one, FaultRuled)]
    assert [one.window for one in opened] == [Window.OPEN]
    assert [one.about for one in judge.situation.open_faults] == [opened[0].about]
    judge.observe(DamePlaced(4.0, blancs, 4))
    closed = [one for one in judge.observe(DiceThrown(5.0, noirs, (6, 5), good=True)) if isinstance(one, FaultRuled)]
    assert [(one.about, one.window) for one in closed] == [(opened[0].about, Window.CLOSED)]
    assert judge.situation.open_faults == ()
