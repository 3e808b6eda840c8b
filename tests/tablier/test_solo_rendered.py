"""A solo game through rendered pictures of a player who moves the companion's dames as it says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from events.rulings import CarriedOut, Played, PlayToMake
from events.trictrac.rulings import FaultRuled
from tablier.devices.simulated_source import InventedTable
from tablier.games.plan import COMPANION, Plan
from tablier.runtime.engine import Engine
from tablier.runtime.inbox import Felt, Inbox, Thought
from tablier.runtime.solo.seat import Seat
from tablier.runtime.solo.thinking import answered
from tablier.runtime.table import Table, TableConfig, TableServices
from tablier.storage.recording import Frame
from tests.tablier.listener import Listener

if TYPE_CHECKING:
    from events.rulings import Ruling
    from tablier.games.solo import Question

RATE = 15.0


def watched(plan: Plan) -> tuple[list[Ruling], Listener]:
    """A game seen through its pictures, all of them while something moves and two a second otherwise."""
    invented = InventedTable(plan)
    rulings: list[Ruling] = []
    listener = Listener()
    questions: list[Question] = []
    now = [0.0]
    engine = Engine(invented.settings, invented.calibration)
    table = Table(
        engine,
        Inbox(),
        clock=lambda: now[0],
        config=TableConfig(camera=False),
        services=TableServices(sinks=[listener], on_ruling=rulings.append),
        seat=Seat(engine.game, questions.append, level=plan.level, seed=plan.seed),
    )
    felt = list(invented.felt())
    before, since, last = None, 0.0, -1.0
    for number in range(int(invented.table.duration * RATE)):
        now[0] = t = number / RATE
        while felt and felt[0].t <= t:
            value = felt.pop(0)
            table.step(Felt(value.t, value))
        scene = invented.table.scene_at(t)
        if scene is not before:
            before, since = scene, t
        if t - since > 1.0 and t - last < 0.5:
            continue
        last = t
        table.step(Frame(t, invented.picture(t, number)))
        while questions:
            table.step(Thought(t, answered(questions.pop())))
    return rulings, listener


def test_a_short_game_is_announced_made_and_accepted() -> None:
    """Each of the companion's plays is seen made as announced; one made wrongly at first is said, and put right."""
    rulings, listener = watched(Plan(seed=5, mode="solo", throws=8, faults=5.0, pace=2.0))
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
