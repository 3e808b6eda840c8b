"""A solo game through rendered pictures of a player who moves the companion's dames as it says."""

from __future__ import annotations

from bench.solo import watched
from events.rulings import CarriedOut, Played, PlayToMake
from events.trictrac.rulings import FaultRuled
from tablier.games.plan import COMPANION, Plan
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
