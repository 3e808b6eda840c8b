"""Two dames carried at once (Jeu 3, fausse case 9): seen where the board rests while both are in the air."""

from __future__ import annotations

from referee.settings import Settings
from referee.state import Mode
from rules.fault import FaultName
from rules.position import Position, Side
from tests.referee.players import Players, moved, position
from tests.referee.test_where_hands_were import named, plays

B = Side.BLANCS


def carrying(rests: bool) -> Players:
    """Blancs carry dames from 3 and 5 to wrong cases; `rests`: their hand is away for two pictures meanwhile."""
    players = Players(Settings(mode=Mode.REFEREE))
    stands = position({1: 11, 3: 1, 5: 1, 7: 2}, {1: 15})
    players.table.position = stands
    players.show(players.table.look(60))
    players.throw((5, 1))
    base = players.referee.judge.situation.position
    assert base == stands
    if rests:
        in_the_air = stands.replaced(B, tuple(0 if case in (3, 5) else n for case, n in enumerate(stands.blancs, 1)))
        plays(players, B, in_the_air, 3, 5, looks=2)
    plays(players, B, wrong(stands), 7, 10, looks=60)
    return players


def wrong(stands: Position) -> Position:
    return moved(stands, B, (3, 7), (5, 10))


def test_two_dames_seen_in_the_air_were_carried_together() -> None:
    assert named(carrying(rests=True)) == [(FaultName.DEUX_DAMES_ENSEMBLE, B)]


def test_two_dames_moved_under_one_hand_are_not_known_to_have_been() -> None:
    assert FaultName.DEUX_DAMES_ENSEMBLE not in [name for name, _ in named(carrying(rests=False))]
