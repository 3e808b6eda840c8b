"""The batched plays equal those of the readable rules, for many positions at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.backgammon.batch import NO_MOVE, plays_of
from rules.backgammon.plays import legal_plays
from rules.position import Side
from tests.rules.backgammon.figures import positions

if TYPE_CHECKING:
    from rules.backgammon.position import Position


def found(boards: list[Position], side: Side, dice: tuple[int, int]) -> list[set[object]]:
    """Return the batched plays of each position: its moves and the counts afterwards."""
    own = np.array([board.counts(side) for board in boards], np.int8)
    theirs = np.array([board.counts(side.adversary) for board in boards], np.int8)
    plays = plays_of(own, theirs, dice)
    assert list(plays.rows) == sorted(plays.rows)
    ruled: list[set[object]] = [set() for _ in boards]
    for row, moves, mine, his in zip(plays.rows, plays.moves, plays.own, plays.theirs, strict=True):
        made = tuple((int(move) // 26, int(move) % 26) for move in moves if move != NO_MOVE)
        one = (made, tuple(map(int, mine)), tuple(map(int, his)))
        assert one not in ruled[row], "a play met twice"
        ruled[row].add(one)
    return ruled


@given(st.lists(positions(), min_size=1, max_size=6), st.sampled_from(Side), st.integers(1, 6), st.integers(1, 6))
def test_they_are_the_readable_ones(boards: list[Position], side: Side, one: int, other: int) -> None:
    """Moves and results are the same, no more and no fewer."""
    for board, ruled in zip(boards, found(boards, side, (one, other)), strict=True):
        assert ruled == {
            (
                tuple((move.start, move.end) for move in play.moves),
                play.result.counts(side),
                play.result.counts(side.adversary),
            )
            for play in legal_plays(board, side, (one, other)).plays
        }


@pytest.mark.parametrize("dice", [(6, 5), (1, 1)])
def test_no_positions_have_no_plays(dice: tuple[int, int]) -> None:
    nobody = np.zeros((0, 26), np.int8)
    assert len(plays_of(nobody, nobody, dice).rows) == 0
