"""A tour analysed: what each play lost and what the dice gave."""

from __future__ import annotations

import numpy as np
import pytest

from coach.throws import CHANCES, THROWS
from coach.trictrac.advice import Situation, choices
from coach.trictrac.analysis import MOST_THROWS, Turn, judge_turns, throws_after_the_end, turns_of
from rules.marking import Holding, Score
from rules.play import Move
from rules.position import Position, ReleveCause, Side
from rules.record.entries import Decided, Manche, Marked, Played, Releve, Thrown

START = Situation(Position.start(), Side.BLANCS)


def test_the_best_play_loses_nothing_and_the_worst_the_difference() -> None:
    found = choices(START, (5, 2))
    best, worst = (judge_turns([Turn(START, (5, 2), choice.result)])[0] for choice in (found[0], found[-1]))
    assert best.lost == 0
    assert best.played == best.best
    assert worst.lost == pytest.approx(found[0].equity - found[-1].equity)
    assert worst.lost > 0


def test_luck_cancels_out_over_all_throws() -> None:
    """The luck of a throw is its worth less the mean of all 36 throws."""
    turns = judge_turns(Turn(START, dice, choices(START, dice)[0].result) for dice in THROWS)
    luck = np.array([turn.luck for turn in turns])
    assert abs(CHANCES @ luck) < 1e-6
    assert luck.std() > 0.01


def test_an_illegal_play_has_no_name_and_loses_nothing() -> None:
    """Two dames are moved by 6 for a throw of 5 and 2."""
    position = Position((13, 0, 0, 0, 0, 0, 2, *(0,) * 17), Position.start().noirs)
    (turn,) = judge_turns([Turn(START, (5, 2), position)])
    assert turn.played is None
    assert turn.lost == 0


def test_a_record_is_followed_with_its_marks_a_departure_and_a_releve() -> None:
    manche = Manche(
        "Alice",
        "Bruno",
        (
            Thrown(Side.BLANCS, (6, 5)),
            Played((Move(1, 7), Move(1, 6))),
            Thrown(Side.NOIRS, (4, 2)),
            Marked(Side.NOIRS, 4, jeton=4, bredouille=True, fichet=0),
            Played((Move(1, 5), Move(1, 3))),
            Thrown(Side.BLANCS, (3, 1)),
            Marked(Side.BLANCS, 12, jeton=0, fichet=2),
            Decided(left=True),
            Releve(ReleveCause.S_EN_ALLER),
            Thrown(Side.BLANCS, (2, 1)),
            Played((Move(1, 4),)),
        ),
    )
    first, second, third, fourth = turns_of(manche)
    assert first.result is not None
    assert first.result.blancs[:7] == (13, 0, 0, 0, 0, 1, 1)
    assert second.situation.position == first.result
    assert third.situation.score.noirs == Holding(4, bredouille=True, trous=0)
    assert third.left
    assert third.marked == Score(Holding(0, bredouille=False, trous=2), Holding(0, bredouille=False, trous=0))
    assert fourth.situation.position == Position.start()
    assert fourth.situation.score == Score(Holding(trous=2), Holding())
    assert fourth.situation.coups == (1, 1)
    found = judge_turns((third,))[0]
    assert found.departure is not None
    assert found.lost_by_decision == pytest.approx(max(found.departure.hold - found.departure.leave, 0))


def test_a_play_from_an_empty_case_names_its_throw() -> None:
    manche = Manche("Alice", "Bruno", (Thrown(Side.BLANCS, (6, 5)), Played((Move(3, 9), Move(1, 6)))))
    with pytest.raises(ValueError, match="throw 1: blancs had no dame"):
        turns_of(manche)


def test_throws_after_the_twelfth_trou_are_left_out_until_it_is_taken_back() -> None:
    """Players may go on after the end; a false trou taken off puts the tour where it was."""
    manche = Manche(
        "Alice",
        "Bruno",
        (
            Thrown(Side.BLANCS, (6, 5)),
            Marked(Side.BLANCS, 12, jeton=0, fichet=12),
            Played((Move(1, 7), Move(1, 6))),
            Thrown(Side.NOIRS, (4, 2)),
            Played((Move(1, 5), Move(1, 3))),
            Marked(Side.BLANCS, -12, jeton=0, fichet=10),
            Thrown(Side.BLANCS, (3, 1)),
            Played((Move(7, 11),)),
        ),
    )
    turns = turns_of(manche)
    assert [turn.number for turn in turns] == [1, 3]
    assert turns[1].situation.position.noirs[:5] == (13, 0, 1, 0, 1), "the play between counts"
    assert turns[1].situation.score.blancs.trous == 10
    assert throws_after_the_end(manche, turns) == (2,)


def test_a_tour_without_end_is_refused() -> None:
    with pytest.raises(ValueError, match="501 throws"):
        judge_turns([Turn(START, (2, 1), None)] * (MOST_THROWS + 1))
