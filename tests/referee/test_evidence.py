"""The weight of a first look, of a second one and of later ones."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.board_reading import CaseReading, Colour
from events.trictrac.acts import Corrected
from events.trictrac.settings import Settings
from referee.inference.dames import likelihoods
from referee.inference.tables import OBSERVATION
from referee.trictrac.tracker.evidence import Evidence
from rules.position import Position, Side
from rules.seating import Seating
from tests.referee.players import Players, moved

B, N = Side
NONE: tuple[int, ...] = (0,) * 24


def look(counts: dict[int, int], rows: int = 5, sure: float = 0.99) -> np.ndarray:
    """Return a reading with these counts on some cases of Blancs and none on the others."""
    seating = Seating()
    cases = []
    for case in range(1, 25):
        row, column = seating.place(B, case)
        light = [(1.0 - sure) / 15] * 16
        light[counts.get(case, 0)] = sure
        none = (light[0], *(0.0,) * 15)
        cases.append(CaseReading(row, column, Colour.LIGHT, counts.get(case, 0), False, sure, tuple(light), none))
    return likelihoods(tuple(cases), B, Colour.LIGHT, seating, np.full(24, rows))


@given(st.integers(1, 200))
def test_looks_that_say_the_same_are_hardly_more_than_one(looks: int) -> None:
    """A misreading repeats in 83 of 100 looks, so each further look weighs at most log(1/0.83)."""
    evidence = Evidence()
    evidence.add(look({6: 1}), NONE)
    once = evidence.log[5, 1] - evidence.log[5, 0]
    for _ in range(looks):
        evidence.add(look({6: 1}), NONE)
    gained = evidence.log[5, 1] - evidence.log[5, 0] - once
    assert 0.0 < gained <= looks * np.log(1 / OBSERVATION.again) + 1e-9


@given(st.integers(1, 5))
def test_a_count_read_in_two_ways_equally_often_is_not_known(looks: int) -> None:
    """The priors decide between them, except that dames are more often invented than missed."""
    evidence = Evidence()
    for counts in ({6: 1}, {}):
        for _ in range(looks):
            evidence.add(look(counts), NONE)
    assert abs(evidence.log[5, 1] - evidence.log[5, 0]) < 2.5
    assert (evidence.log[5, 2:] < -5.0).all()


def test_a_case_where_a_hand_was_is_read_again() -> None:
    """The former count weighs no more than the chance that the hand left the case alone."""
    evidence = Evidence()
    evidence.add(look({6: 1}), NONE)
    evidence.add(look({}), NONE, np.full(24, 0.5))
    assert evidence.log[5, 0] - evidence.log[5, 1] > 3.0
    before = evidence.log[5, 0] - evidence.log[5, 1]
    evidence.add(look({}), NONE, np.full(24, 1e-9))
    assert evidence.log[5, 0] - evidence.log[5, 1] - before == pytest.approx(
        np.log(1 / OBSERVATION.again_later), abs=0.05
    )


def test_a_dame_misread_before_a_hand_came_was_not_moved_by_it() -> None:
    """One of two dames is missed before and after the hand. On another case the looks changed with the hand."""
    believed = tuple(2 * (case in {6, 9}) for case in range(1, 25))
    evidence = Evidence()
    evidence.add(look({6: 1, 9: 2}), believed)
    evidence.untouched(believed)
    evidence.add(look({6: 1, 9: 1}), believed, np.full(24, 0.5))
    assert evidence.log[5, 1] - evidence.log[5, 2] > 3.0
    assert evidence.moved_since[5, 1] - evidence.moved_since[5, 2] < 1.0
    assert evidence.moved_since[8, 1] - evidence.moved_since[8, 2] > 3.0


@given(st.integers(3, 6), st.integers(8, 15))
def test_how_many_lie_in_a_row_is_learnt_from_a_pile(row: int, pile: int) -> None:
    """From that many dames on all counts are equally likely at every look, but one dame fewer is not."""
    evidence = Evidence()
    believed = (pile, *(0,) * 23)
    for _ in range(4):
        evidence.add(look({1: row}, rows=int(evidence.rows[0])), believed)
    assert evidence.rows[0] == row
    evidence = Evidence(piles=evidence.piles)
    for _ in range(4):
        evidence.add(look({1: row}, rows=row), believed)
    assert np.ptp(evidence.log[0, row:]) < 1e-9
    assert evidence.log[0, row - 1] < -3.0


@pytest.mark.parametrize("wrong", [((1, 4),), ((1, 4), (1, 9)), ((1, 2), (1, 2), (1, 5), (1, 8))])
def test_a_wrong_belief_is_corrected_within_two_throws(wrong: tuple[tuple[int, int], ...]) -> None:
    """Fifteen dames are seen on the board, and the believed position follows them."""
    players = Players(Settings())
    players.throw((6, 5))
    players.play(moved(Position.start(), B, (1, 7), (1, 6)))
    believed = moved(players.table.position, N, *wrong)
    players.show([Corrected(players.table.t, by="test", position=believed)])
    for dice in ((2, 1), (3, 1), (4, 1), (5, 2)):
        players.throw(dice)
        side = players.referee.state().trait
        players.play(players.table.lawful(side, dice))
    assert players.referee.state().position == players.table.position


def test_a_dame_that_appears_after_a_hand_weighs_more_than_at_the_first_look() -> None:
    """A hand probably changed the count there."""
    first, changed = Evidence(), Evidence()
    first.add(look({6: 1}), NONE)
    for _ in range(3):
        changed.add(look({}), NONE)
    changed.add(look({6: 1}), NONE, np.full(24, 0.5))
    assert changed.log[5, 1] - changed.log[5, 0] > first.log[5, 1] - first.log[5, 0]


def test_a_board_that_is_firm_but_for_uncountable_piles_is_believed() -> None:
    """One unsure case elsewhere makes it unsure."""
    evidence = Evidence()
    counts = (7, 6, *(0,) * 21, 2)
    for _ in range(4):
        evidence.add(look(dict(enumerate((min(n, 5) for n in counts), 1))), counts)
    assert evidence.firmness(counts, counts, 1.0) > 3.0
    shown = look({1: 5, 2: 5, 24: 2})
    shown[9] = np.where(np.arange(16) < 2, 1.0, shown[9])
    unsure = Evidence()
    unsure.add(shown, counts)
    assert unsure.firmness(counts, counts, 1.0) < 3.0
