"""A dame overlooked for a while: the board may be counted again, but the true count and its points are found back."""

from __future__ import annotations

import pytest

from events.rulings import standing
from events.state import Mode
from events.trictrac.acts import Corrected
from events.trictrac.rulings import Marked
from events.trictrac.settings import Settings
from rules.position import Position, Side
from tests.referee.players import Players, moved

B, N = Side.BLANCS, Side.NOIRS


def follows(overlooked: float) -> Players:
    """Follow a few throws; a dame of 11 is not seen for some seconds, from just before the third throw on."""
    players = Players(Settings(mode=Mode.SCORE, jetons=False, pegs=False))
    players.throw((5, 5))
    players.play(moved(Position.start(), B, (1, 11)))
    players.throw((6, 2))
    players.play(moved(players.table.position, N, (1, 7), (1, 3)))
    stands = players.table.position
    if overlooked:
        players.table.position = moved(stands, B, (11, 1))
    players.throw((6, 6))
    players.wait(overlooked)
    players.table.position = stands
    players.play(moved(stands, B, (1, 7), (1, 7)))
    players.wait(2.0)
    players.throw((5, 3))
    players.play(moved(players.table.position, N, (1, 4), (1, 6)))
    players.throw((4, 2))
    players.wait()
    return players


@pytest.mark.parametrize(("seconds", "counted"), [(1.0, False), (2.5, True), (8.0, True)])
def test_a_dame_overlooked_for_a_while_costs_nothing_in_the_end(seconds: float, *, counted: bool) -> None:
    """For a moment nothing is believed of it. Counted again and then seen again, it never was away."""
    players, plainly = follows(seconds), follows(0.0)
    assert any(isinstance(act, Corrected) for act in players.acts) is counted
    situation = players.referee.judge.situation
    assert situation.position == players.table.position
    assert situation.score == plainly.referee.judge.situation.score

    def marks(those: Players) -> list[tuple[int, Side, int]]:
        marked = (one for one in standing(those.rulings) if isinstance(one, Marked))
        return [(one.throw, one.side, one.points) for one in marked]

    assert marks(players) == marks(plainly)
