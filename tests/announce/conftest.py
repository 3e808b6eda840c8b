"""The fixtures of the tests of announcing."""

from __future__ import annotations

import pytest

from announce.club.match_format import register
from tablier.games import match_formats


@pytest.fixture(scope="session", autouse=True)
def _formats() -> None:
    """A club knows the matches of every game."""
    register(match_formats())
