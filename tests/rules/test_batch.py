"""The batched rules agree with the readable ones on every kind of board that the strategies draw."""

from __future__ import annotations

from collections import defaultdict
from itertools import islice

import numpy as np
import pytest

from rules.batch import jans_of, plays_of, rows_of
from rules.code import Code
from rules.jans import jans
from rules.plays import legal_plays, possible_plays
from rules.position import Dice, Position, Side

from .strategies import positions

CODE = Code(margot_la_fendue=True)


@pytest.mark.parametrize("seed", range(4))
def test_same_plays_and_same_points_as_the_readable_rules(seed: int) -> None:
    by_dice: dict[Dice, list[tuple[Position, Side]]] = defaultdict(list)
    for position, side, dice in islice(positions(100 + seed), 700):
        by_dice[max(dice), min(dice)].append((position, side))
    assert len(by_dice) == 21
    for dice, thrown in by_dice.items():
        plays = plays_of(rows_of(thrown), dice)
        coup = np.array([1 + row % 3 for row in range(len(thrown))])
        points = jans_of(plays, CODE, coup=coup)
        for row, (position, side) in enumerate(thrown):
            legal = legal_plays(position, side, dice)
            expected = {
                tuple((move.start, move.end) for move in play.moves): play.result.counts(side) for play in legal.plays
            }
            assert {moves: tuple(own[1:25]) for moves, own in plays.results(row)} == expected
            assert plays.dice_playable[row] == legal.dice_playable
            assert plays.possible[row].sum() == len(possible_plays(position, side, dice).plays)
            worth: dict[str, int] = defaultdict(int)
            for jan in jans(position, side, dice, CODE, coup=int(coup[row])):
                worth[jan.name] += jan.points
            found = {name: int(values[row]) for name, values in points.by_name.items() if values[row]}
            assert found == dict(worth)


def test_turning_twice_is_no_turn() -> None:
    rows = rows_of([(position, side) for position, side, _ in islice(positions(1), 20)])
    twice = rows.swap_sides().swap_sides()
    assert np.array_equal(twice.own, rows.own)
    assert np.array_equal(twice.adverse, rows.adverse)
