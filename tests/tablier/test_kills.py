"""A game killed at random instants: no announced ruling is lost, nothing is half written, and it goes on there.

`./run test tests/tablier/test_kills.py --kills 1000` kills a thousand.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tablier.killing import killed

SPREAD = 20
"""However many games are killed, half as many different acts are enough."""


def test_a_game_killed_at_any_instant_goes_on_where_it_was(tmp_path: Path, pytestconfig: pytest.Config) -> None:
    kills = pytestconfig.getoption("--kills")
    reached = [kill.acts for kill in killed(tmp_path, kills, seed=11)]
    spread = len(set(reached))
    assert spread > min(kills, SPREAD) / 2, "the instants were not spread over the game"
