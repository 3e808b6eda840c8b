"""A hand comes and goes; a false hand at every look belongs to the board."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from vision.hands.persistent import ALWAYS, LEAST_LOOKS, LEAST_TIME, LOOKS, HandsSeen, over_board

CELLS = (88, 96)


def patch(row: int, column: int, size: int = 12) -> NDArray[np.float32]:
    """Return P(hand) of a board with one patch that looks like a hand."""
    hand = np.zeros(CELLS, np.float32)
    hand[row : row + size, column : column + size] = 0.9
    return hand


def test_one_picture_alone_shows_a_hand() -> None:
    assert over_board(0.0, patch(60, 40), None)
    assert not over_board(0.0, np.zeros(CELLS, np.float32), None)


def test_a_window_mirrored_at_every_look_hides_nothing_but_a_hand_next_to_it_does() -> None:
    seen = HandsSeen()
    reported = [over_board(number * 6.0, patch(60, 40), seen) for number in range(8)]
    assert reported[: LEAST_LOOKS - 1] == [True] * (LEAST_LOOKS - 1)
    assert not any(reported[LEAST_LOOKS - 1 :])
    assert over_board(60.0, np.maximum(patch(60, 40), patch(10, 20)), seen)
    assert not over_board(66.0, patch(60, 40), seen)


def test_the_edge_of_what_is_mirrored_may_waver() -> None:
    seen = HandsSeen()
    reported = [over_board(number * 6.0, patch(60 + number % 2, 40, 12 + number % 2), seen) for number in range(12)]
    assert not any(reported[LEAST_LOOKS:])


@pytest.mark.parametrize("looks", [LEAST_LOOKS, 3 * LOOKS])
def test_a_hand_that_lies_there_no_longer_than_a_throw_takes_is_a_hand(looks: int) -> None:
    seen = HandsSeen()
    between = LEAST_TIME / (looks + 1)
    assert all(over_board(number * between, patch(60, 40), seen) for number in range(looks))


def test_an_arm_laid_on_a_board_that_was_free_stays_a_hand_for_longer() -> None:
    seen = HandsSeen()
    for number in range(LOOKS):
        assert not over_board(number * 6.0, np.zeros(CELLS, np.float32), seen)
    reported = [over_board(200.0 + number * 6.0, patch(60, 40), seen) for number in range(LOOKS)]
    assert all(reported)


@given(st.lists(st.tuples(st.integers(0, 70), st.integers(0, 80), st.booleans()), min_size=1, max_size=40))
def test_a_hand_that_is_not_there_at_most_looks_is_reported_whole(
    places: list[tuple[int, int, bool]],
) -> None:
    seen, reported = HandsSeen(), np.zeros((0, *CELLS), np.bool_)
    for number, (row, column, there) in enumerate(places):
        hand = patch(row, column) if there else np.zeros(CELLS, np.float32)
        reported = np.concatenate([reported, [hand > 0.5]])
        coming = seen.coming(number * 6.0, hand)
        assert not (coming & ~reported[-1]).any()
        if number < LOOKS and reported.mean(axis=0).max() <= ALWAYS:
            np.testing.assert_array_equal(coming, reported[-1])
