"""The project's rules and the slow second reading in `oracle.py` give the same answers everywhere."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement, islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.code import JEU_DE_TRICTRAC, LOIS_2013, Code
from rules.jan import Jan
from rules.jans import jans
from rules.plays import legal_plays
from rules.position import Dice, Position, Side

from .oracle import answer
from .strategies import lawful_positions, positions, throws

EVERY_OPTION = Code(rencontre=True, margot_la_fendue=True)
CODES = (LOIS_2013, JEU_DE_TRICTRAC, EVERY_OPTION, Code(pile_de_misere=False))
TWENTY_ONE_THROWS = [(a, b) for a in range(1, 7) for b in range(a, 7)]


def written(jan: Jan) -> dict[str, object]:
    """Return a jan as the `rules` command writes it."""
    item: dict[str, object] = {"jan": jan.name.value, "for": jan.side.value, "ways": jan.ways, "points": jan.points}
    if jan.table is not None:
        item["table"] = jan.table.value
    if jan.case is not None:
        item["case"] = jan.case
    return item


def assert_same(
    position: Position,
    side: Side,
    dice: Dice,
    code: Code,
    *,
    coup: int | None = None,
    first_throw: Dice | None = None,
) -> None:
    """Check that plays, results, numbers and jans equal the oracle's, and that none comes twice."""
    expected = answer(position, side, dice, code, coup=coup, first_throw=first_throw)
    legal = legal_plays(position, side, dice)
    assert legal.dice_playable == expected["dice_playable"]
    plays = [tuple((move.start, move.end) for move in play.moves) for play in legal.plays]
    assert plays == sorted(expected["plays"])
    assert {play.result for play in legal.plays} == expected["results"]
    marked = [written(jan) for jan in jans(position, side, dice, code, coup=coup, first_throw=first_throw)]
    assert sorted(marked, key=str) == sorted(expected["jans"], key=str)


@pytest.mark.parametrize("seed", range(6))
def test_a_long_stream_of_positions(seed: int) -> None:
    """Games and placements: departures, batteries, pleins, returns, piles, sorties, missing dames."""
    for at, (position, side, dice) in enumerate(islice(positions(seed), 250)):
        coup = (None, 1, 3)[at % 3]
        first_throw = (dice[1], dice[0]) if coup == 1 else None
        assert_same(position, side, dice, CODES[at % 4], coup=coup, first_throw=first_throw)
    assert at == 249


@settings(deadline=None)  # the oracle is slow on purpose
@given(throws(), st.sampled_from(CODES), st.sampled_from([None, 1, 2, 3, 4]))
def test_any_lawful_throw(throw: tuple[Position, Side, Dice], code: Code, coup: int | None) -> None:
    """This holds for any lawful board that Hypothesis draws."""
    position, side, dice = throw
    assert_same(position, side, dice, code, coup=coup)


@settings(deadline=None, max_examples=30)  # 42 throws each
@given(lawful_positions())
def test_every_throw_of_one_position(position: Position) -> None:
    """All 21 throws of one board, for both sides, the numbers in either order."""
    for a, b in TWENTY_ONE_THROWS:
        assert_same(position, Side.BLANCS, (a, b), EVERY_OPTION)
        assert_same(position, Side.NOIRS, (b, a), EVERY_OPTION)


def departure(*off: int, his_coin: int = 0) -> Position:
    """Blancs with these dames off the talon, Noirs with some on their coin; the others on the talons."""
    counts = [0] * 24
    for case in off:
        counts[case - 1] += 1
    counts[0] = 15 - len(off)
    return Position(tuple(counts), (15 - his_coin, *[0] * 10, his_coin, *[0] * 12))


@pytest.mark.parametrize("coup", [2, 3])
def test_six_tables_from_every_four_of_the_six_cases(coup: int) -> None:
    """Lois XII: four of cases 2..7 furnished, every throw; a jan on the third one only."""
    for off in combinations(range(2, 8), 4):
        for dice in TWENTY_ONE_THROWS:
            assert_same(departure(*off), Side.BLANCS, dice, LOIS_2013, coup=coup)


@pytest.mark.parametrize("his_coin", [0, 2])
def test_deux_tables_and_mezeas_from_every_two_dames(his_coin: int) -> None:
    """Lois XII: two dames off the talon within reach of the coins, every throw, the other coin empty or held."""
    for off in combinations_with_replacement(range(6, 13), 2):
        position = departure(*off, his_coin=his_coin)
        if not position.breaches():
            for dice in TWENTY_ONE_THROWS:
                assert_same(position, Side.BLANCS, dice, LOIS_2013)
