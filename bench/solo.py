"""Whole solo tours through rendered pictures: whether every play of the companion is announced, made and accepted.

    ./run bench solo [--tours N] [--seed S] [--level NAME] [--pace P] [--save]

A simulated player moves the companion's dames as announced, sometimes wrongly first. A tour takes two minutes of one
core.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bench._results import Results, Share, parser_of
from coach.levels import levels
from events.codec import line_of
from events.rulings import CarriedOut, PlayToMake, Ruling, standing
from events.trictrac.rulings import FaultRuled
from simulation.sensors.simulated_vision import FRAME_RATE
from tablier.devices.simulated_source import InventedTable
from tablier.games.plan import COMPANION, Plan
from tablier.games.solo import Question
from tablier.runtime.engine import Engine
from tablier.runtime.inbox import Asked, Felt, Inbox, Thought
from tablier.runtime.scoring import score_lines
from tablier.runtime.solo import Seat, answer_of
from tablier.runtime.table import Sink, Table, TableConfig, TableServices
from tablier.storage.recording import Frame

RESTS = 1.0
"""Seconds after a movement from which two pictures a second are enough."""


def watch_game(plan: Plan, sinks: Sequence[Sink] = ()) -> list[Ruling]:
    """Play a game through its pictures: all of them while something moves, and two a second otherwise."""
    invented = InventedTable(plan)
    rulings: list[Ruling] = []
    questions: list[Question] = []
    now = [0.0]
    engine = Engine(invented.settings, invented.calibration)
    table = Table(
        engine,
        Inbox(),
        clock=lambda: now[0],
        config=TableConfig(camera=False),
        services=TableServices(
            sinks=sinks,
            on_ruling=rulings.append,
            seat=Seat(engine.game, questions.append, level=plan.level, seed=plan.seed),
        ),
    )
    for one in invented.inputs():
        table.step(Asked(one.t, one.request, one.values))
    felt = list(invented.sensor_readings())
    before, since, last = None, 0.0, -1.0
    for number in range(int(invented.table.duration * FRAME_RATE)):
        now[0] = t = number / FRAME_RATE
        while felt and felt[0].t <= t:
            value = felt.pop(0)
            table.step(Felt(value.t, value))
        scene = invented.table.scene_at(t)
        if scene is not before:
            before, since = scene, t
        if t - since > RESTS and t - last < 0.5:
            continue
        last = t
        table.step(Frame(t, invented.picture(t, number)))
        while questions:
            table.step(Thought(t, answer_of(questions.pop())))
    return rulings


def main(arguments: list[str]) -> int:
    """Play the tours, print and keep the figures."""
    parser = parser_of("solo", __doc__)
    parser.add_argument("--tours", type=int, default=3, help="(%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the first tour (%(default)s)")
    parser.add_argument("--level", choices=tuple(levels("trictrac")), default="amateur", help="(%(default)s)")
    parser.add_argument("--pace", type=float, default=4.0, help="how many times faster than calm players (%(default)s)")
    given = parser.parse_args(arguments)
    found: Counter[str] = Counter()
    for seed in range(given.seed, given.seed + given.tours):
        plan = Plan(seed=seed, mode="solo", level=given.level, faults=1.0, pace=given.pace)
        found += _figures_of(watch_game(plan), plan)
        print(f"seed {seed}: {dict(found)}", flush=True)
    Results("solo", arguments, given).table(
        "",
        page=None,
        title="Solo tours through rendered pictures",
        about="A player moves the companion's dames as it says, now and then wrongly first. Its plays: announced, and "
        "in the end on the board as announced. The rest as in the tables of the referee.",
        samples=given.tours,
        unit="tours",
        columns=("figure", "right"),
        rows=[
            (name, Share(found[f"{name} right"], found[name], found[f"{name} false"]))
            for name in ("the companion's plays", "throws", "plays", "marks", "tours")
        ],
    )
    print(f"Faults ruled against the companion: {found['accused']}.")
    return 0


def _figures_of(rulings: list[Ruling], plan: Plan) -> Counter[str]:
    """Return the figures of one tour."""
    found: Counter[str] = Counter()
    kept = list(standing(rulings))
    carried = {one.throw: one for one in kept if isinstance(one, CarriedOut)}
    for play in (one for one in kept if isinstance(one, PlayToMake)):
        found["the companion's plays"] += 1
        made = carried.get(play.throw)
        found["the companion's plays right"] += made is not None and not made.differences
    found["accused"] = sum(isinstance(one, FaultRuled) and one.fault.by is COMPANION for one in kept)
    score = score_lines(InventedTable(plan).truth(), map(line_of, rulings))
    for name in ("throws", "plays", "marks", "tours"):
        count = getattr(score, name)
        found[name], found[f"{name} right"], found[f"{name} false"] = count.true, count.right, count.false
    return found
