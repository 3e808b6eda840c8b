"""When several throws would explain an unseen one, the thrower's marks decide, since he saw it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from events.state import Mode
from events.trictrac.acts import Corrected, FichetMoved, JetonMoved
from events.trictrac.settings import Settings
from referee.trictrac.judge.judge import Judge
from referee.trictrac.tracker.dice_votes import likeliest_of
from rules.jans import jans
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


def test_in_bredouille_the_trous_of_a_mark_count_double() -> None:
    """A throw is worth thirty points, marked by four trous and six points."""
    stands = position(
        {6: 3, 7: 2, 8: 2, 9: 2, 10: 2, 11: 2, 12: 2}, {1: 2, 2: 1, 3: 1, 4: 1, 5: 2, 6: 2, 7: 1, 8: 1, 16: 4}
    )
    settings = replace(MARKING, pegs=True)
    judge = Judge(settings)
    judge.observe(Corrected(0.0, by="test", position=stands, trait=B))
    judge.observe(JetonMoved(1.0, B, 6, bredouille=False))
    judge.observe(FichetMoved(1.0, B, 4))
    assert likeliest_of(((6, 4), (6, 5)), B, judge.situation, settings) == (6, 5)


def test_the_throws_are_not_all_worth_the_same() -> None:
    assert len({worth(dice) for dice in THROWS}) > 2


def test_marks_that_fit_no_throw_are_no_evidence() -> None:
    """Nor are marks at a table that keeps the score itself."""
    assert ruled(0, MARKING) == ruled(10, MARKING) == THROWS[0]
    assert ruled(worth((4, 3)), replace(MARKING, mode=Mode.SCORE)) == THROWS[0]
