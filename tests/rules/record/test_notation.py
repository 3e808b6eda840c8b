"""Printed cases, moves and plays (Jeu 1, notation)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.play import Move
from rules.position import Side
from rules.record.notation import (
    NotationError,
    Numbering,
    format_case,
    format_play,
    parse_case,
    parse_move,
    parse_play,
)

BLANCS, NOIRS = Side.BLANCS, Side.NOIRS
sides = st.sampled_from(list(Side))
cases = st.integers(1, 25)
moves = st.builds(Move, st.integers(1, 24), cases).filter(lambda move: move.start != move.end)


def test_the_examples_of_the_source() -> None:
    """Jeu 1: T/6, T/3 for six and three; Jeu 2: Blancs' 7/n11 and 9/n11 reach Noirs' coin, their own 13."""
    assert parse_play("T/6, T/3", BLANCS) == (Move(1, 7), Move(1, 4))
    assert parse_play("7/n11, 9/n11", BLANCS) == (Move(8, 13), Move(10, 13))
    assert parse_play("9/11, 9/11", BLANCS) == (Move(10, 12), Move(10, 12))


def test_both_sides_of_the_board() -> None:
    """All the cases of a player in order: his own by number, the adversary's by letter, counted back to his talon."""
    numbers = [str(rank) for rank in range(1, 12)]
    for side, letter in ((BLANCS, "n"), (NOIRS, "b")):
        printed = ["T", *numbers, *(letter + rank for rank in reversed(numbers)), letter + "T", "S"]
        assert [format_case(case, side) for case in range(1, 26)] == printed
        assert [parse_case(text, side) for text in printed] == list(range(1, 26))


@given(st.lists(moves, max_size=4).map(tuple), sides)
def test_plays_survive_printing(played: tuple[Move, ...], side: Side) -> None:
    """Any play, legal or not, is read as it was written."""
    assert parse_play(format_play(played, side), side) == played


@given(st.lists(moves, min_size=1, max_size=4).map(tuple), sides)
def test_plays_in_own_numbering(played: tuple[Move, ...], side: Side) -> None:
    """1..24 and 25 are read only with this option."""
    text = ", ".join(f"{move.start}/{move.end}" for move in played)
    assert parse_play(text, side, Numbering.OWN) == played


@pytest.mark.parametrize("text", ["t/6", "T/S", "N5/nt".lower(), "  7/N11 "])
def test_upper_and_lower_case_are_alike(text: str) -> None:
    assert parse_play(text, BLANCS) == parse_play(text.upper(), BLANCS)


@pytest.mark.parametrize(
    ("text", "side", "offset", "found", "expected"),
    [
        ("T/12", BLANCS, 2, "12", "a case T, 1..11, nT, n1..n11 or S"),
        ("T/6, 7/b11", BLANCS, 7, "b11", "a case T, 1..11, nT, n1..n11 or S"),
        ("T/6,  x/3", NOIRS, 6, "x", "a case T, 1..11, bT, b1..b11 or S"),
        ("T/0", NOIRS, 2, "0", "a case T, 1..11, bT, b1..b11 or S"),
        ("T6", BLANCS, 0, "T6", "a move like T/6"),
        ("T/6 T/3", BLANCS, 2, "6 T/3", "a case T, 1..11, nT, n1..n11 or S"),
        ("T/6,", BLANCS, 4, "", "a move like T/6"),
        ("S/3", BLANCS, 0, "S", "a case on the board"),
        ("4/4", BLANCS, 2, "4", "another case than the dame stands on"),
        ("T/\u0663", BLANCS, 2, "\u0663", "a case T, 1..11, nT, n1..n11 or S"),
    ],
)
def test_errors_tell_the_place(text: str, side: Side, offset: int, found: str, expected: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_play(text, side)
    assert (caught.value.offset, caught.value.found, caught.value.expected) == (offset, found, expected)


def test_own_numbering_is_not_guessed() -> None:
    """Case 8 of the owner and the printed 8 are different cases; T exists only in print, 13 only in own numbering."""
    assert parse_move("8/11", BLANCS) == Move(9, 12)
    assert parse_move("8/11", BLANCS, Numbering.OWN) == Move(8, 11)
    with pytest.raises(NotationError, match=r"a case 1\.\.24"):
        parse_move("T/11", BLANCS, Numbering.OWN)
    with pytest.raises(NotationError, match="n11"):
        parse_move("8/13", BLANCS)


@pytest.mark.parametrize("case", [0, 26])
def test_cases_that_do_not_exist(case: int) -> None:
    with pytest.raises(ValueError, match=f"case {case}"):
        format_case(case, BLANCS)
