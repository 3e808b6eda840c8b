"""Thousands of scenes, each from a seed: positions of every kind, dice anywhere, hands in between."""

from __future__ import annotations

import math
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from events.field import HOLES
from rules.position import Position, Side
from rules.seating import Seating
from simulation.falling import drop_die
from simulation.scene import (
    Dame,
    Die,
    Hand,
    Jeton,
    PegPlaced,
    Scene,
    dame_top,
    dames_of_position,
    dames_on_case,
    jeton_place,
    start_pegs,
)

if TYPE_CHECKING:
    from events.field import Field, Point, Row
    from simulation.scene import Carried, DameColour, PegKind

    Piles = dict[tuple[Row, int], tuple[DameColour, int]]

ROWS: tuple[Row, Row] = ("near", "far")
COLOURS: tuple[DameColour, DameColour] = ("light", "dark")
HEAPS = {"piles": 3, "backgammon": 9, "impossible": 14, "few": 2}
"""On how many cases each colour may stand at most, by kind of position."""


def random_scene(seed: int, field: Field) -> Scene:
    """Return any scene that is possible on a board, mostly what a game would show."""
    random = Random(f"scene {seed}")  # noqa: S311 - a picture, not a secret
    seating = Seating(random.choice(ROWS), random.choice(("left", "right")))
    scene = Scene(_dames(random, seating, field))
    scene = replace(scene, jetons=_jetons(random, seating, field), pegs=_pegs(random, seating, field))
    for _ in range(random.choices((0, 1, 2, 3, 4), (0.12, 0.08, 0.68, 0.06, 0.06))[0]):
        scene = replace(scene, dice=(*scene.dice, random_die(scene, field, random)))
    return replace(scene, hands=_hands(random, field))


def random_die(scene: Scene, field: Field, random: Random) -> Die:
    """Return one more die: mostly free on the floor, or over, on and against anything it can touch."""
    value = random.randint(1, 6)
    where = random.choices(
        ("floor", "anywhere", "dame", "rim", "jeton", "rail", "die", "outside", "on rail", "close", "thrown"),
        (0.42, 0.08, 0.11, 0.07, 0.06, 0.06, 0.03, 0.05, 0.02, 0.06, 0.04),
    )[0]
    width, height, edge = field.width, field.height, field.de
    x, y = random.uniform(edge, width - edge), random.uniform(edge, height - edge)
    if where in ("floor", "thrown"):
        x, y = _free_place(scene, field, random)
        if where == "thrown":
            motion = (random.gauss(0, 9), random.gauss(0, 9))
            return replace(drop_die(scene, field, x, y, value, random), motion=motion)
    elif where in ("dame", "rim") and scene.dames:
        dame = random.choice([d for d in scene.dames if not d.lean] or list(scene.dames))
        upper = max((d for d in scene.dames if math.hypot(d.x - dame.x, d.y - dame.y) < 4), key=lambda d: d.level)
        away = random.uniform(0, 0.7) * field.dame / 2 if where == "dame" else field.dame / 2 + 0.2 * edge
        angle = random.uniform(-math.pi, math.pi)
        x, y = upper.x + away * math.cos(angle), upper.y + away * math.sin(angle)
    elif where == "jeton" and scene.jetons:
        jeton = random.choice(scene.jetons)
        x, y = jeton.x + random.gauss(0, field.jeton / 3), jeton.y + random.gauss(0, field.jeton / 3)
    elif where == "rail":
        along = random.uniform(0.1, 0.9)
        x, y = random.choice(
            ((along * width, 1.0), (along * width, height - 1), (1.0, along * height), (width - 1, along * height))
        )
    elif where == "on rail":
        x = random.choice((-field.rail / 2, width + field.rail / 2))
    elif where == "die" and scene.dice:
        other = random.choice(scene.dice)
        x, y = other.x + random.uniform(-0.2, 0.2) * edge, other.y + random.uniform(-0.2, 0.2) * edge
    elif where == "close" and scene.dice:
        other = random.choice(scene.dice)
        angle, apart = random.uniform(-math.pi, math.pi), random.uniform(1.42, 1.7) * edge
        x, y = other.x + apart * math.cos(angle), other.y + apart * math.sin(angle)
    elif where == "outside":
        x = random.choice((-1, 1)) * (width / 2 + field.rail + random.uniform(20, 90)) + width / 2
    die = drop_die(scene, field, x, y, value, random)
    clash = any(
        math.hypot(d.x - die.x, d.y - die.y) < 1.4 * edge and abs(d.height - die.height) < 0.9 * edge
        for d in scene.dice
    )
    if clash or (die.rest == "floor" and abs(die.x - width / 2) < field.bar / 2 + edge):
        x, y = _free_place(scene, field, random)
        return drop_die(scene, field, x, y, value, random)
    return die


def _free_place(scene: Scene, field: Field, random: Random) -> Point:
    """Return a place on the floor of either half with nothing within a die's reach, if a few tries find one."""
    place = (field.width / 4, field.height / 2)
    for _ in range(60):
        half = random.choice((0.0, (field.width + field.bar) / 2))
        room = (field.width - field.bar) / 2 - 2 * field.de
        x = half + field.de + random.random() * room
        y = random.uniform(field.de, field.height - field.de)
        things = [(d.x, d.y, field.dame / 2) for d in scene.dames]
        things += [(j.x, j.y, field.jeton / 2) for j in scene.jetons] + [(d.x, d.y, field.de * 0.7) for d in scene.dice]
        place = (x, y)
        if all(math.hypot(x - tx, y - ty) > radius + 0.75 * field.de for tx, ty, radius in things):
            break
    return place


def _dames(random: Random, seating: Seating, field: Field) -> tuple[Dame, ...]:
    """Return dames as in a tour of trictrac, as in backgammon, or as in no game at all."""
    kind = random.choices(
        ("tour", "start", "piles", "backgammon", "setup", "impossible", "few", "strewn"),
        (0.4, 0.06, 0.1, 0.16, 0.05, 0.12, 0.06, 0.05),
    )[0]
    jitter = random.choice((0.4, 1.0, 1.0, 1.6))
    seed = random.randrange(1 << 30)
    if kind == "start":
        return dames_of_position(Position.start(), seating, field, seed, jitter=jitter)
    if kind == "tour":
        position = Position(_tour(random), _tour(random))
        if not _shared(position):
            return dames_of_position(position, seating, field, seed, jitter=jitter)
        kind = "impossible"
    if kind == "strewn":
        return _strewn(random, field)
    dames: list[Dame] = []
    for (row, column), (colour, count) in (_setup(random) if kind == "setup" else _piles(kind, random)).items():
        dames.extend(dames_on_case(row, column, colour, count, field, random, jitter))
    if random.random() < 0.08:  # Some dames have left the board.
        colour, x = random.choice(COLOURS), random.choice((-field.rail - 45.0, field.width + field.rail + 45.0))
        for number in range(random.randint(1, 5)):
            y = field.height * 0.3 + number * field.dame * 1.08
            dames.append(Dame(x + random.gauss(0, 4), y, colour))
    if kind == "backgammon" and random.random() < 0.4:
        colour = random.choice(COLOURS)
        middle = field.height / 2 + random.choice((-1, 1)) * field.dame * random.uniform(0.6, 2)
        dames.append(Dame(field.width / 2 + random.gauss(0, 2), middle, colour, base=field.rail_height))
    return tuple(dames)


def _setup(random: Random) -> Piles:
    """Return backgammon's first position, or nearly, with each colour playing in either direction."""
    piles: Piles = {}
    for colour, (row, other) in zip(COLOURS, (ROWS, ROWS[::-1]), strict=True):
        mirror = random.random() < 0.5
        for case_row, column, count in ((row, 12, 5), (row, 8, 3), (row, 7, 5), (other, 1, 2)):
            piles[case_row, 13 - column if mirror else column] = (colour, count)
    return piles


def _piles(kind: str, random: Random) -> Piles:
    """Return dames of both colours on at most as many cases as HEAPS allows for the kind."""
    piles: Piles = {}
    for colour in COLOURS:
        left = random.randint(1, 4) if kind == "few" else 15
        for _ in range(HEAPS[kind]):
            place = (random.choice(ROWS), random.randint(1, 12))
            if place in piles or left == 0:
                continue
            pile = random.randint(4, 12) if kind == "piles" else random.choice((1, 1, 2, 2, 2, 3, 4, 5, 6))
            count = min(left, pile)
            piles[place] = (colour, count)
            left -= count
    return piles


def _tour(random: Random) -> tuple[int, ...]:
    """Return fifteen dames under way: most near each other, many on the talon or in the grand jan."""
    counts = [0] * 24
    progress = random.random()
    gone = random.randint(0, 6) if progress > 0.92 else 0
    for _ in range(15 - gone):
        case = 0 if random.random() > progress * 1.5 else min(max(int(random.gauss(progress * 14, 4)), 0), 23)
        counts[case] += 1
    return tuple(counts)


def _shared(position: Position) -> bool:
    return any(b and n for b, n in zip(position.blancs, reversed(position.noirs), strict=True))


def _strewn(random: Random, field: Field) -> tuple[Dame, ...]:
    """Return dames anywhere on the floor without overlap; a few lean on one another."""
    dames: list[Dame] = []
    for _ in range(random.randint(3, 22)):
        x = random.uniform(field.dame / 2, field.width - field.dame / 2)
        y = random.uniform(field.dame / 2, field.height - field.dame / 2)
        if abs(x - field.width / 2) < (field.bar + field.dame) / 2:
            continue
        if all(math.hypot(x - d.x, y - d.y) > field.dame + 0.5 for d in dames):
            dames.append(Dame(x, y, random.choice(COLOURS)))
            if random.random() < 0.15:
                leaning = _leaning_on(dames[-1], field, random)
                room = min(abs(leaning.x - field.width / 2) - field.bar / 2, leaning.x, field.width - leaning.x)
                room = min(room, leaning.y, field.height - leaning.y)
                others = (math.hypot(leaning.x - d.x, leaning.y - d.y) for d in dames[:-1])
                if room > field.dame / 2 and min(others, default=math.inf) > field.dame:
                    dames.append(leaning)
    return tuple(dames)


def _leaning_on(below: Dame, field: Field, random: Random) -> Dame:
    """Return a dame with one edge on another dame and the other edge on the floor."""
    angle = random.uniform(-math.pi, math.pi)
    lean = math.asin(field.dame_height / field.dame) * random.uniform(0.9, 1.0)
    apart = field.dame * 0.8
    return Dame(
        below.x + apart * math.cos(angle),
        below.y + apart * math.sin(angle),
        random.choice(COLOURS),
        base=dame_top(below, field) / 2,
        lean=lean,
        towards=angle,
    )


def _jetons(random: Random, seating: Seating, field: Field) -> tuple[Jeton, ...]:
    if random.random() < 0.12:
        return ()
    jetons = []
    for side in (*Side, None):
        if random.random() < 0.08:
            x, y = random.uniform(10, field.width - 10), random.uniform(10, field.height - 10)
        elif side is None and random.random() < 0.6:
            x, _ = jeton_place(Side.BLANCS, 0, seating, field)
            y = field.height / 2
        else:
            x, y = jeton_place(side or random.choice(list(Side)), random.choice((0, 0, 2, 4, 6, 8, 10)), seating, field)
        jetons.append(Jeton(x + random.gauss(0, 2), y + random.gauss(0, 2)))
    return tuple(jetons)


def _pegs(random: Random, seating: Seating, field: Field) -> tuple[PegPlaced, ...]:
    if random.random() < 0.2:
        return ()
    if random.random() < 0.3:
        return start_pegs(seating)
    kinds: tuple[PegKind, ...] = ("blancs", "noirs", "pavillon")
    holes = random.sample(range(HOLES), 3)
    pegs = [PegPlaced(hole, kind) for hole, kind in zip(holes, kinds, strict=True)]
    if random.random() < 0.1:
        beside = (random.choice((-60.0, field.width + 60)), random.uniform(0, field.height))
        pegs[0] = PegPlaced(None, "blancs", beside, random.uniform(-3, 3))
    return tuple(pegs)


def _hands(random: Random, field: Field) -> tuple[Hand, ...]:
    """Return hands: one in six frames has some, sometimes only at the edge, sometimes two, often moving."""
    if random.random() > 0.17:
        return ()
    hands = []
    reaching: tuple[tuple[Row, ...], ...] = (("near",), ("far",), ("near",), ("far",), ("near", "far"))
    for side in random.choice(reaching):
        depth = random.choice((random.uniform(-0.1, 0.15), random.uniform(0.1, 0.9)))
        y = field.height * (1 - depth if side == "near" else depth)
        carrying: Carried | None = random.choice((None, None, "light", "dark", "die", "jeton", "peg"))
        hands.append(
            Hand(
                side,
                random.uniform(0, field.width),
                y,
                random.uniform(3, 90),
                random.gauss(0, 0.3),
                random.random(),
                random.choice((0.0, random.random())),
                carrying,
                left=random.random() < 0.3,
                motion=(random.gauss(0, 8), random.gauss(0, 8)) if random.random() < 0.4 else (0.0, 0.0),
            )
        )
    return tuple(hands)
