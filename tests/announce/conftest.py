"""The fixtures of the tests of announcing."""

from __future__ import annotations

import pytest

from announce.club.match_format import register
from tablier.games import match_formats


@pytest.fixture(scope="session", autouse=True)
def _formats() -> None:
    """Register the match formats of every game, as a club does."""
    register(match_formats())
