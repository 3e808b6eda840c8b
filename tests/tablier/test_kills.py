"""A game killed at random instants: nothing that was told is lost, nothing is kept by halves, and it goes on there.

`./run bench kills` kills a thousand, and says how long it took to go on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.tablier.killing import killed

if TYPE_CHECKING:
    from pathlib import Path

KILLS = 20


def test_a_game_killed_at_any_instant_goes_on_where_it_was(tmp_path: Path) -> None:
    reached = [kill.acts for kill in killed(tmp_path, KILLS, seed=11)]
    assert len(set(reached)) > KILLS / 2, "the instants were not spread over the game"
