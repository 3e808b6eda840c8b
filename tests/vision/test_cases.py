from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.board_reading import Colour
from events.field import Field
from vision.locate.flat import bar_seen
from vision.locate.rectify import FLOOR, VIEW
from vision.pieces.cases import Dame, column_of, covered, read_case, read_cases

CELLS = (VIEW[1] // 4, VIEW[0] // 4)
NO_HAND = np.zeros(CELLS, np.float32)

dames = st.builds(
    Dame,
    x=st.floats(0, VIEW[0]),
    y=st.floats(0, VIEW[1]),
    confidence=st.floats(0.15, 1),
    light=st.floats(0, 1),
    raised=st.floats(0, 1),
)


@given(st.lists(dames, max_size=30), st.floats(0, 0.15))
def test_every_case_is_read_and_its_probabilities_sum_to_one(seen: list[Dame], bar: float) -> None:
    cases = read_cases(seen, bar, NO_HAND)
    assert [(case.row, case.column) for case in cases] == [(row, c) for row in ("near", "far") for c in range(1, 13)]
    for case in cases:
        assert case.light[0] == case.dark[0]
        assert max(sum(case.light[1:]), sum(case.dark[1:])) <= 1 + 1e-9
        assert min(case.light + case.dark) >= 0
        assert (case.colour is Colour.NONE) is (case.count == 0)
        assert 0 <= case.confidence <= 1


@given(st.integers(1, 12), st.floats(0, 60))
def test_the_middle_of_a_column_belongs_to_it(column: int, bar: float) -> None:
    field = Field(bar=bar)
    assert column_of(field.column_centre(column) / field.width, bar / field.width) == column


def test_the_bar_is_no_case() -> None:
    assert column_of(0.5, 0.08) is None
    assert column_of(-0.2, 0.08) is None


@given(st.integers(0, 15))
def test_dames_seen_for_sure_are_counted(count: int) -> None:
    case = read_case("near", 3, [Dame(60, 300, 1.0, 1.0, 0.0)] * count)
    assert case.count == count
    assert case.light[count] > 0.9


@given(st.lists(dames, max_size=8), st.booleans())
def test_where_dames_of_one_set_lie_the_probabilities_of_both_sets_sum_to_one(seen: list[Dame], light: bool) -> None:
    case = read_case("near", 3, [replace(dame, light=float(light)) for dame in seen])
    assert case.light[0] + sum(case.light[1:]) + sum(case.dark[1:]) == pytest.approx(1)


@given(st.integers(1, 3), st.integers(1, 3))
def test_dames_of_both_sets_on_a_case_are_counted_apart(light: int, dark: int) -> None:
    """No law allows it, but it happens (Jeu 3, cases interdites 3)."""
    there = [Dame(60, 300, 0.99, 0.999, 0.0)] * light + [Dame(60, 300, 0.99, 0.001, 0.0)] * dark
    case = read_case("near", 3, there)
    assert int(np.argmax(case.light[1:])) + 1 == light
    assert int(np.argmax(case.dark[1:])) + 1 == dark


def test_one_dame_of_a_doubtful_set_among_others_does_not_make_two_sets() -> None:
    case = read_case("near", 3, [Dame(60, 300, 0.99, 0.98, 0.0)] * 4 + [Dame(60, 300, 0.99, 0.6, 0.0)])
    assert int(np.argmax(case.light)) == 5


def test_a_pile_may_hide_more_dames() -> None:
    """Where dames lie on dames, higher counts are possible, and the count seen is the lowest possible one."""
    flat = read_case("near", 1, [Dame(30, 300, 1.0, 0.0, 0.0)] * 4)
    piled = read_case("near", 1, [Dame(30, 300, 1.0, 0.0, 1.0)] * 4)
    assert (flat.count, flat.piled, piled.count, piled.piled) == (4, False, 4, True)
    assert sum(piled.dark[5:]) > 0.5 > sum(flat.dark[5:])
    assert sum(piled.dark[:4]) < 0.05


def test_a_case_under_a_hand_is_less_sure() -> None:
    hand = NO_HAND.copy()
    hand[CELLS[0] // 2 :] = 1
    assert covered(hand, "near", 4, 0.06) == 1
    assert covered(hand, "far", 4, 0.06) == 0
    sure, unsure = read_case("near", 4, [], 0.0), read_case("near", 4, [], 1.0)
    assert sure.confidence > 0.98
    assert unsure.confidence < 0.6


@pytest.mark.parametrize("bar", [0.02, 0.06, 0.11])
def test_the_bar_is_as_wide_as_it_is_seen(bar: float) -> None:
    seen = np.zeros(CELLS, np.float32)
    half = bar * FLOOR[0] / 2 / 4
    middle = VIEW[0] / 2 / 4
    columns = np.arange(CELLS[1]) + 0.5
    seen[:, np.abs(columns - middle) < half] = 1
    assert bar_seen(seen)[1] == pytest.approx(bar, abs=0.012)
