"""A simulated table: what it shows agrees with its truth."""

from __future__ import annotations

import itertools
from collections import Counter
from math import dist
from random import Random
from typing import Any

import pytest

from events.acts import DameLifted, DamePlaced, DiceLifted, DiceThrown
from events.field import Field, Row
from events.peg_reading import PegReading
from events.rulings import Disorder
from events.trictrac.acts import Releve
from rules.fault import FaultName
from rules.marking import Holding, Score
from rules.position import Position, Side
from rules.seating import Seating
from simulation.players import ClumsinessRates, FaultRates, Player
from simulation.players.drills import DRILLS
from simulation.players.marks import jetons_for
from simulation.players.tour_state import Profile
from simulation.scene import Scene, jeton_place
from simulation.timeline import SimulatedTable
from simulation.timeline.dames import Dames

SEEDS = range(3)


def read_scene(scene: Scene, seating: Seating, field: Field) -> Position:
    """Return the position that a scene shows, from the places of its dames."""
    counts = {side: [0] * 24 for side in Side}
    for dame in scene.dames:
        if not 0 <= dame.x <= field.width:
            continue
        side = Side.BLANCS if dame.colour == "light" else Side.NOIRS
        row: Row = "far" if dame.y < field.height / 2 else "near"
        counts[side][seating.case(side, row, field.column_at(dame.x)) - 1] += 1
    return Position(tuple(counts[Side.BLANCS]), tuple(counts[Side.NOIRS]))


def follow(position: Position, act: object) -> Position:
    """Return the position after an act, from the acts alone."""
    if isinstance(act, Releve):
        return Position.start()
    if isinstance(act, Disorder):
        for side, case, expected, there in act.differences:
            counts = list(position.counts(side))
            counts[case - 1] += there - expected
            position = position.with_counts(side, tuple(counts))
        return position
    if isinstance(act, DameLifted | DamePlaced):
        counts = list(position.counts(act.side))
        if act.case <= 24:
            counts[act.case - 1] += 1 if isinstance(act, DamePlaced) else -1
        return position.with_counts(act.side, tuple(counts))
    return position


@pytest.mark.parametrize("seed", SEEDS)
def test_events_come_in_order_and_again(seed: int) -> None:
    """Events are in the order of time, and the same seed gives the same tour."""
    table = SimulatedTable(seed)
    events = list(table.events())
    assert [e.t for e in events] == sorted(e.t for e in events)
    assert list(table.events()) == events
    assert list(SimulatedTable(seed).events()) == events
    assert list(SimulatedTable(seed + 100).events()) != events


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("seating", [Seating(), Seating("far", "right")])
def test_scenes_agree_with_acts(seed: int, seating: Seating) -> None:
    """Whenever dice are about to be taken up, the dames lie where the acts so far put them."""
    table = SimulatedTable(seed, seating=seating)
    position = Position.start()
    compared = 0
    for event in table.events():
        if isinstance(event, DiceThrown):
            assert read_scene(table.scene_at(event.t + 1e-6), seating, table.field) == position
            compared += 1
        position = follow(position, event)
    assert compared == table.tour.throw


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("profile", ["score", "referee"])
def test_scenes_agree_with_acts_whatever_happens(seed: int, profile: Profile) -> None:
    """Despite faults and clumsiness, all pieces are where the acts put them whenever all hands are away."""
    table = SimulatedTable(
        seed,
        profile=profile,
        seating=Seating("far", "right"),
        faults=FaultRates.typical(4),
        clumsiness=ClumsinessRates.typical(),
    )
    position = Position.start()
    holes: tuple[object, ...] = ()
    quiet = 0
    for event, after in itertools.pairwise(table.events()):
        position = follow(position, event)
        if isinstance(event, PegReading):
            holes = event.holes
        t = (event.t + after.t) / 2
        scene = table.scene_at(t)
        if after.t - event.t < 0.2 or scene.hands or scene is not table.scene_at(t + 0.05):
            continue
        quiet += 1
        assert read_scene(scene, table.seating, table.field) == position
        assert {peg.hole: peg.kind for peg in scene.pegs} == {n: kind for n, kind in enumerate(holes) if kind}
    assert quiet > 10


def test_scene_is_the_same_object_while_nothing_moves() -> None:
    table = SimulatedTable(1)
    times = [rank / 30 for rank in range(30 * 60)]
    scenes = [table.scene_at(t) for t in times]
    kept = sum(one is two for one, two in itertools.pairwise(scenes))
    assert 0.1 < kept / len(scenes) < 0.9


def test_asking_for_scenes_first_changes_nothing() -> None:
    asked, announced = SimulatedTable(2), SimulatedTable(2)
    scenes = [asked.scene_at(t) for t in range(0, 120, 7)]
    events = list(announced.events())
    assert list(asked.events()) == events
    assert [announced.scene_at(t) for t in range(0, 120, 7)] == scenes


@pytest.mark.parametrize("seed", SEEDS)
def test_every_piece_is_always_somewhere(seed: int) -> None:
    """Fifteen dames a side but for those that went out, three jetons, three pegs, two dice or none."""
    table = SimulatedTable(seed)
    assert table.duration > 3
    for t in range(0, int(table.duration), 3):
        scene = table.scene_at(t + 0.37)
        colours = Counter(dame.colour for dame in scene.dames)
        assert colours["light"] <= 15
        assert colours["dark"] <= 15
        assert len(scene.jetons) == 3
        assert len(scene.pegs) == 3
        assert len(scene.dice) <= 2
        assert len({hand.side for hand in scene.hands}) == len(scene.hands)


def test_pegs_start_at_the_talons_and_are_never_lost() -> None:
    table = SimulatedTable(3)
    changes = [event for event in table.events() if isinstance(event, PegReading)]
    assert {hole for hole, peg in enumerate(changes[0].holes) if peg} == {24, 25, 26}
    for change in changes:
        assert Counter(change.holes)[None] in (27, 28)


@pytest.mark.parametrize(("pace", "least", "most"), [(1.0, 6.0, 12.0), (2.5, 3.0, 5.0)])
def test_a_throw_takes_as_long_as_people_take(pace: float, least: float, most: float) -> None:
    table = SimulatedTable(0, pace=pace)
    assert least <= table.duration / table.tour.throw <= most


ALONE = Position((0,) * 11 + (1,) + (0,) * 12, (15,) + (0,) * 23)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"pace": 0}, "pace is 0, expected more than 0"),
        ({"pace": float("nan")}, "pace is nan"),
        ({"profile": "lesson"}, "profile is 'lesson', expected 'score' or 'referee'"),
        ({"players": {Side.BLANCS: Player()}}, "players: none for noirs"),
        ({"position": ALONE}, "position: blancs: one dame alone on its coin"),
        ({"score": Score(blancs=Holding(0, False, 12))}, "score: blancs has won already"),
    ],
)
def test_an_impossible_table_is_refused(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        SimulatedTable(0, **wrong)


def test_a_table_can_begin_anywhere() -> None:
    """Marks, pegs and dames stand as asked before anything happens. Dames that left lie next to the board."""
    score = Score(Holding(6, True, 3), Holding(4, False, 5), Side.NOIRS)
    table = SimulatedTable(0, position=DRILLS[FaultName.ECOLE_SORTIE], score=score, first=Side.NOIRS)
    scene = table.scene_at(0.0)
    assert read_scene(scene, table.seating, table.field) == DRILLS[FaultName.ECOLE_SORTIE]
    assert {peg.hole: peg.kind for peg in scene.pegs} == {2: "blancs", 16: "noirs", 24: "pavillon"}
    places = [jeton_place(side, points, table.seating, table.field) for side, points in jetons_for(score)]
    for place in places:
        assert any(dist(place, (jeton.x, jeton.y)) < 2 * table.field.jeton for jeton in scene.jetons)
    assert len(places) == 3
    thrown = next(event for event in table.events() if isinstance(event, DiceThrown))
    assert thrown.side is Side.NOIRS


@pytest.mark.parametrize("profile", ["score", "referee"])
def test_every_throw_can_be_seen(profile: Profile) -> None:
    """However clumsy the players, dice that count lie a fifth of a second with no hand over the board."""
    table = SimulatedTable(1000, profile=profile, clumsiness=ClumsinessRates.typical())
    events = list(table.events())
    lifted = [event.t for event in events if isinstance(event, DiceLifted)]
    throws = [event for event in events if isinstance(event, DiceThrown) and event.good]
    assert throws
    for thrown in throws:
        until = min((t for t in lifted if t > thrown.t), default=table.duration)
        frames = range(int(thrown.t * 15) + 1, int(until * 15))
        scenes = [table.scene_at(frame / 15) for frame in frames]
        assert any(
            not a.hands and a is b is c is d
            for a, b, c, d in zip(scenes, scenes[1:], scenes[2:], scenes[3:], strict=False)
        )


@pytest.mark.parametrize("seed", SEEDS)
def test_dames_brought_back_to_a_talon_lie_on_its_floor(seed: int) -> None:
    """At a relevé the other's dames may still lie there. Once they are gone, no dame floats."""
    noirs = (*(0,) * 23, 6)
    dames = Dames(Position((0,) * 24, noirs), Seating(), Field(), Random(seed))  # noqa: S311 - a game, not a secret
    back = [dames.lay(100 + number, Side.BLANCS, 1) for number in range(15)]
    for _ in range(6):
        dames.take(Side.NOIRS, 24)
    for dame in back:
        below = [one for one in back if one.level == dame.level - 1 and dist((one.x, one.y), (dame.x, dame.y)) < 10]
        assert below or not dame.level
