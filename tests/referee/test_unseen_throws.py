"""When several throws would explain an unseen one, the thrower's marks decide, since he saw it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from events.state import Mode
from events.trictrac.acts import Corrected, FichetMoved, JetonMoved
from events.trictrac.settings import Settings
from referee.trictrac.judge.judge import Judge
from referee.trictrac.tracker.dice_from_marks import likeliest_of
from rules.jans import jans
from rules.marking import Holding, Score
from rules.position import Dice, Side
from tests.referee.players import position

B = Side.BLANCS
STANDS = position({8: 2, 10: 1, 11: 3, 12: 9}, {7: 1, 8: 3, 9: 2, 10: 1, 11: 2, 12: 2, 16: 4})
THROWS: tuple[Dice, ...] = ((6, 4), (5, 4), (4, 3), (4, 2), (4, 1))
MARKING = Settings(mode=Mode.REFEREE, jetons=True)


def worth(dice: Dice) -> int:
    return sum(jan.points for jan in jans(STANDS, B, dice, MARKING.code, coup=1) if jan.side is B)


def ruled(marked: int, settings: Settings) -> Dice:
    judge = Judge(settings)
    judge.observe(Corrected(0.0, by="test", position=STANDS, trait=B))
    if marked:
        judge.observe(JetonMoved(1.0, B, marked, bredouille=False))
    return likeliest_of(THROWS, B, judge.situation, settings)


@pytest.mark.parametrize("dice", THROWS)
def test_the_throw_is_one_that_is_worth_the_points_marked(dice: Dice) -> None:
    assert worth(ruled(worth(dice), MARKING)) == worth(dice)


@pytest.mark.parametrize(
    ("dice", "held"),
    [((6, 5), Holding()), ((6, 5), Holding(4)), ((6, 4), Holding(4)), ((5, 1), Holding(4)), ((5, 1), Holding(8))],
)
def test_each_further_dozen_of_a_mark_is_two_trous(dice: Dice, held: Holding) -> None:
    """The thrower marks from these points; only his first trou may be single (Jeu 1)."""
    stands = position(
        {6: 3, 7: 2, 8: 2, 9: 2, 10: 2, 11: 2, 12: 2}, {1: 2, 2: 1, 3: 1, 4: 1, 5: 2, 6: 2, 7: 1, 8: 1, 16: 4}
    )
    points = {
        one: sum(jan.points for jan in jans(stands, B, one, MARKING.code, coup=1) if jan.side is B)
        for one in ((4, 3), (4, 1), (2, 1), dice)
    }
    before = Score(blancs=held)
    after = before.mark(B, points[dice])[0].of(B)
    judge = Judge(replace(MARKING, pegs=True))
    judge.observe(Corrected(0.0, by="test", position=stands, score=before, trait=B))
    judge.observe(JetonMoved(1.0, B, held.points, bredouille=False))
    judge.observe(JetonMoved(2.0, B, after.points, bredouille=False))
    if after.trous:
        judge.observe(FichetMoved(2.0, B, after.trous))
    assert points[likeliest_of(tuple(points), B, judge.situation, judge.settings)] == points[dice]


def test_the_throws_are_not_all_worth_the_same() -> None:
    assert len({worth(dice) for dice in THROWS}) > 2


def test_marks_that_fit_no_throw_are_no_evidence() -> None:
    """Nor are marks at a table that keeps the score itself."""
    assert ruled(0, MARKING) == ruled(10, MARKING) == THROWS[0]
    assert ruled(worth((4, 3)), replace(MARKING, mode=Mode.SCORE)) == THROWS[0]
