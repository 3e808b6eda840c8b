"""A simulated match of backgammon: legal except where it says otherwise, with fifteen dames a side, and repeatable."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from events.acts import DameLifted, DamePlaced
from events.backgammon.rulings import GameBegan, GameWon
from events.rulings import Played, ThrowWorth
from rules.backgammon.faults import fault_of
from rules.backgammon.plays import legal_plays
from rules.backgammon.position import Position
from rules.position import Side
from simulation.backgammon import BackgammonRates, SimulatedBackgammon
from simulation.timeline.handling import Event


def match(seed: int, illegal: float = 0.0) -> list[Event]:
    rates = BackgammonRates.typical(illegal=illegal, clumsy=bool(illegal))
    return list(SimulatedBackgammon(seed, target=2, rates=rates, pace=4.0).events())


@pytest.mark.parametrize(("seed", "illegal"), [(1, 0.0), (2, 0.15), (4, 0.1)])
def test_the_acts_lead_to_the_plays_that_are_announced(seed: int, illegal: float) -> None:
    """Followed dame by dame, each play ends where its moves lead, and is lawful exactly if it says so."""
    position, base, dice, thrower = Position.start(), Position.start(), (0, 0), Side.BLANCS
    plays, faults = 0, 0
    for event in match(seed, illegal):
        match event:
            case DameLifted() | DamePlaced():
                counts = list(position.counts(event.side))
                counts[event.case] += 1 if isinstance(event, DamePlaced) else -1
                position = position.with_counts(event.side, tuple(counts))
            case ThrowWorth():
                base, dice, thrower = position, event.dice, event.side
                assert position.breaches() == ()
                assert event.dice_playable == legal_plays(base, thrower, dice).dice_playable
            case Played():
                fault = fault_of(base, thrower, dice, position)
                assert event.lawful == (fault is None)
                plays, faults = plays + 1, faults + (fault is not None)
            case GameBegan():
                assert position == Position.start()
            case _:
                pass
    assert plays > 10
    assert (faults > 0) == (illegal > 0)


def test_a_match_ends_at_its_points_and_is_announced_in_order() -> None:
    """Times never go back; the last ruling wins the match."""
    announced = match(3)
    assert all(one.t <= other.t for one, other in pairwise(announced))
    games = [event for event in announced if isinstance(event, GameWon)]
    assert [game.match_over for game in games] == [False] * (len(games) - 1) + [True]
    assert max(games[-1].blancs, games[-1].noirs) >= 2


def test_the_same_seed_is_the_same_match_and_its_scenes_hold_thirty_dames() -> None:
    """Hit dames lie on the bar, those borne off next to the board or out of sight."""
    once, twice = (SimulatedBackgammon(5, target=1, pace=4.0) for _ in range(2))
    assert list(once.events()) == list(twice.events())
    field = once.field
    for number in range(0, int(once.duration), 7):
        scene = once.scene_at(float(number))
        colours = Counter(dame.colour for dame in scene.dames)
        assert max(colours.values()) <= 15
    barred = [event.t for event in once.events() if isinstance(event, DamePlaced) and event.case == 25]
    if barred:
        middle = [dame for dame in once.scene_at(barred[0] + 0.01).dames if abs(dame.x - field.width / 2) < 5]
        assert middle


def test_an_invalid_pace_is_refused() -> None:
    with pytest.raises(ValueError, match="pace"):
        SimulatedBackgammon(1, pace=0.0)
