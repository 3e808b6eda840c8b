"""A solo game through rendered pictures of a player who moves the companion's dames as it says."""

from __future__ import annotations

from bench.solo import watched
from events.codec import line_of
from events.rulings import CarriedOut, Played, PlayToMake, standing
from events.trictrac.rulings import FaultRuled, TourWon
from tablier.devices.simulated_source import InventedTable
from tablier.games.plan import COMPANION, Plan
from tablier.runtime.scoring import scored
from tests.tablier.listener import Listener


def test_a_short_game_is_announced_made_and_accepted() -> None:
    """Each of the companion's plays is seen made as announced; one made wrongly at first is said, and put right."""
    listener = Listener()
    rulings = watched(Plan(seed=5, mode="solo", throws=8, faults=5.0, pace=2.0), [listener])
    announced = [one for one in rulings if isinstance(one, PlayToMake)]
    assert len(announced) == 4
    for play in announced:
        made = [one for one in rulings if isinstance(one, CarriedOut) and one.throw == play.throw]
        assert made
        assert made[-1].differences == ()
        played = [one for one in rulings if isinstance(one, Played) and one.throw == play.throw]
        assert sorted(played[-1].moves) == sorted(play.moves) or played[-1].lawful
    assert not [one for one in rulings if isinstance(one, FaultRuled) and one.fault.by is COMPANION]
    assert any(one.text["fr"].startswith("Je joue ") for one in listener.announced)


def test_a_tour_is_played_to_its_end() -> None:
    """Its last throws, to the twelfth trou: every throw, play and mark is right, and so is who has won."""
    plan = Plan(seed=52041, mode="solo", after=50, pace=2.0)
    rulings = watched(plan)
    assert any(isinstance(one, TourWon) for one in standing(rulings))
    score = scored(InventedTable(plan).truth(), map(line_of, rulings))
    assert not score.differences
    assert score.tours.right == 1
