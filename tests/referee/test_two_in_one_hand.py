"""Two dames carried at once (Jeu 3, fausse case 9) are seen if the board rests while both are in the air."""

from __future__ import annotations

import pytest

from events.state import Mode
from events.trictrac.settings import Settings
from rules.fault import FaultName
from rules.position import Position, Side
from tests.referee.fake_table import Noise
from tests.referee.players import Players, moved, position
from tests.referee.test_where_hands_were import named, plays

B = Side.BLANCS


def carrying(rests: bool) -> Players:
    """Let Blancs carry dames from 3 and 5 to wrong cases. rests: whether their hand is away for two looks meanwhile."""
    players = Players(Settings(mode=Mode.REFEREE))
    stands = position({1: 11, 3: 1, 5: 1, 7: 2}, {1: 15})
    players.table.position = stands
    players.show(players.table.look(60))
    players.throw((5, 1))
    base = players.referee.judge.situation.position
    assert base == stands
    if rests:
        in_the_air = stands.with_counts(B, tuple(0 if case in (3, 5) else n for case, n in enumerate(stands.blancs, 1)))
        plays(players, B, in_the_air, 3, 5, looks=2)
    plays(players, B, wrong(stands), 7, 10, looks=60)
    return players


def wrong(stands: Position) -> Position:
    return moved(stands, B, (3, 7), (5, 10))


def test_two_dames_seen_in_the_air_were_carried_together() -> None:
    assert named(carrying(rests=True)) == [(FaultName.FAUSSE_CASE_9, B)]


def test_two_dames_moved_under_one_hand_may_have_been_carried_one_by_one() -> None:
    assert FaultName.FAUSSE_CASE_9 not in [name for name, _ in named(carrying(rests=False))]


def test_one_of_two_dames_carried_at_once_may_come_from_a_pile() -> None:
    """The hand was at the talon, which cannot be counted, before it left the board with both dames."""
    players = Players(Settings(mode=Mode.REFEREE))
    stands = position({1: 11, 4: 1, 7: 3}, {1: 15})
    players.table.position = stands
    players.show(players.table.look(60))
    players.throw((6, 4))
    carried = tuple(n - (case in (1, 4)) for case, n in enumerate(stands.blancs, 1))
    plays(players, B, stands.with_counts(B, carried), 1, 4, looks=2)
    players.show(players.table.hand(8))
    players.table.position = moved(stands, B, (1, 6), (4, 8))
    players.show(players.table.look(60))
    assert named(players) == [(FaultName.FAUSSE_CASE_9, B)]


@pytest.mark.parametrize("seen", [True, False])
def test_a_hand_near_a_pile_put_a_dame_there_if_it_already_held_one(seen: bool) -> None:
    """Dames go from the talon and 7 to 2 and 11. The hand is at the talon twice, since 2 is next to it.

    If the dame of 7 was seen missing after the first visit, both were in the hand. Else they went one by one.
    """
    players = Players(Settings(mode=Mode.REFEREE))
    stands = position({1: 11, 7: 3, 10: 1}, {1: 15})
    players.table.position = stands
    players.show(players.table.look(60))
    players.throw((4, 3))
    if seen:
        carried = tuple(n - (case in (1, 7)) for case, n in enumerate(stands.blancs, 1))
        plays(players, B, stands.with_counts(B, carried), 1, 7, looks=2)
    else:
        plays(players, B, stands, 1, looks=2)
    plays(players, B, moved(stands, B, (1, 2), (7, 11)), *((2, 11) if seen else (1, 2, 7, 11)), looks=60)
    assert ((FaultName.FAUSSE_CASE_9, B) in named(players)) is seen


def test_two_dames_in_one_hand_are_a_fault_even_if_the_next_throw_decides_the_play() -> None:
    """The origin of the second dame is known only when Noirs have thrown."""
    players = Players(Settings(mode=Mode.REFEREE))
    stands = position({1: 11, 7: 1, 10: 3}, {1: 15})
    players.table.position = stands
    players.show(players.table.look(60))
    players.throw((4, 3))
    carried = tuple(n - (case in (1, 7)) for case, n in enumerate(stands.blancs, 1))
    plays(players, B, stands.with_counts(B, carried), 1, 7, looks=2)
    plays(players, B, moved(stands, B, (1, 2), (7, 11)), 2, 11, looks=2)
    players.show(players.table.throw((6, 6), by=(Side.NOIRS,)))
    assert named(players) == [(FaultName.FAUSSE_CASE_9, B)]


def test_two_dames_brought_to_one_pile_were_put_down_after_both_were_in_the_air() -> None:
    """How many dames the pile then holds cannot be counted. The next throw decides the play."""
    players = Players(Settings(mode=Mode.REFEREE), Noise(pile=5))
    stands = position({1: 8, 7: 2, 8: 1, 12: 4}, {1: 15})
    players.table.position = stands
    players.show(players.table.look(60))
    players.throw((6, 4))
    carried = tuple(n - (case in (7, 8)) for case, n in enumerate(stands.blancs, 1))
    plays(players, B, stands.with_counts(B, carried), 7, 8, looks=2)
    plays(players, B, moved(stands, B, (7, 12), (8, 12)), 12, looks=2)
    players.show(players.table.throw((6, 6), by=(Side.NOIRS,)))
    assert named(players) == [(FaultName.FAUSSE_CASE_9, B)]
