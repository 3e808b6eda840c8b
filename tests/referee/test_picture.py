"""docs/referee.md draws the table the judge works by."""

from __future__ import annotations

import pytest

from referee.judge.picture import PAGE, with_table


def test_the_page_shows_the_table_as_it_is() -> None:
    """`python -m referee.judge.picture` was run after the last change of the table."""
    page = PAGE.read_text(encoding="utf-8")
    assert with_table(page) == page


def test_a_page_without_its_marks_is_told_so() -> None:
    with pytest.raises(ValueError, match="expected the lines"):
        with_table("# The referee\n")
