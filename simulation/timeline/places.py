"""The places of jetons and pegs on the board, and where thrown dice come to rest."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable
from random import Random

from events.field import JETONS, Field, Point
from rules.position import Side
from rules.seating import Seating
from simulation.falling import drop_die
from simulation.players.gesture import Landing, Mark
from simulation.players.marks import Marks
from simulation.scene import Die, Jeton, PegKind, PegPlaced, Scene, jeton_place


def jeton_goal(
    jeton: int, to: Mark | None, others: Iterable[Jeton], seating: Seating, field: Field, random: Random
) -> Point:
    """Return where a jeton (0..2) is let go: at a mark, beside one already there, or home (`to` None)."""
    if to is None:
        x, y = _home(jeton, seating, field)
    else:
        side, points = to
        x, y = jeton_place(side, points, seating, field)
        if any(math.dist((x, y), (other.x, other.y)) < field.jeton for other in others):
            # Put it on the side with room.
            along = (-1.1 if points in (6, 10) else 1.1) * field.jeton
            x += along if seating.talons == "left" else -along
    return x + random.gauss(0, 0.6), y + random.gauss(0, 1.5)


def _home(jeton: int, seating: Seating, field: Field) -> Point:
    """Return a place between the talons: the first two jetons at their players' sides, the third in the middle."""
    x = jeton_place(Side.BLANCS, 0, seating, field)[0]
    middle, apart = field.height / 2, 1.2 * field.jeton
    if jeton == JETONS - 1:
        return x, middle
    near = seating.row_of(Side.BLANCS if jeton == 0 else Side.NOIRS) == "near"
    return x, middle + apart if near else middle - apart


def kind_of(side: Side) -> PegKind:
    """Return the kind of a side's fichet."""
    return "blancs" if side is Side.BLANCS else "noirs"


def hole_of(whose: Side | None, trou: int, seating: Seating) -> int:
    """Return the hole of a side's trou, 0 for its fichet's start; None is the pavillon in the middle."""
    return seating.pavillon_hole if whose is None else seating.hole(whose, trou)


def pegs_of(marks: Marks, seating: Seating) -> list[PegPlaced]:
    """Return both fichets and the pavillon as the marks have them."""
    fichets = [PegPlaced(hole_of(side, marks.trou(side), seating), kind_of(side)) for side in Side]
    return [*fichets, PegPlaced(hole_of(marks.pavillon, 0, seating), "pavillon")]


RESTS = {
    Landing.GOOD: ("floor",),
    Landing.ON_DAME: ("dames",),
    Landing.ON_JETON: ("jetons",),
    Landing.ON_RAIL: ("rail",),
    Landing.OUTSIDE: ("outside",),
    Landing.STACKED: ("die",),
}
"""The thing a die then rests on; a leaning die may rest on anything."""

TRIES = 400
"""After this many attempts to hit a dame or jeton, the throw is a plain one."""


def table_thrown_into(field: Field, random: Random) -> float:
    """Return the x of the middle of the table, one of two, into which dice are thrown."""
    return field.width * random.choice((0.27, 0.73))


def land_die(value: int, landing: Landing, lying: Scene, field: Field, table: float, random: Random) -> Die:
    """Return one die at rest as requested among the pieces there; `table`: the x it is thrown towards, mm."""
    for attempt in itertools.count():
        wanted = landing if attempt < TRIES else Landing.GOOD
        die = drop_die(lying, field, *_aim(wanted, lying, field, table, attempt, random), value, random)
        if _fits(die, wanted, lying, field):
            return die
    raise AssertionError  # the count never ends


def _fits(die: Die, landing: Landing, lying: Scene, field: Field) -> bool:
    """Whether the die lies as requested, clear of the others and of the middle bar."""
    if die.rest not in ("rail", "outside") and abs(die.x - field.width / 2) < field.bar / 2 + field.de:
        return False
    if landing is Landing.STACKED:
        return die.rest == "die"
    if any(math.dist((die.x, die.y), (other.x, other.y)) < 1.6 * field.de for other in lying.dice):
        return False
    if landing is Landing.LEANING:
        return not die.flat
    return die.rest in RESTS[landing] and (die.flat or landing is Landing.ON_RAIL)


def _aim(landing: Landing, lying: Scene, field: Field, table: float, attempt: int, random: Random) -> Point:
    """Return where the die is aimed; later attempts go further from the middle of the table."""
    uniform = random.uniform
    if landing is Landing.STACKED:
        return lying.dice[0].x + uniform(-4, 4), lying.dice[0].y + uniform(-4, 4)
    if landing is Landing.ON_RAIL:
        return uniform(20, field.width - 20), random.choice((-field.rail / 2, field.height + field.rail / 2))
    if landing is Landing.OUTSIDE:
        beyond = field.rail + 34.0
        return uniform(40, field.width - 40), random.choice((-beyond, field.height + beyond))
    if landing is Landing.ON_JETON and lying.jetons:
        jeton = random.choice(lying.jetons)
        return jeton.x + uniform(-6, 6), jeton.y + uniform(-6, 6)
    if lying.dames and (landing is Landing.ON_DAME or (landing is Landing.LEANING and attempt % 2)):
        dame = random.choice(lying.dames)
        return dame.x + uniform(-20, 20), dame.y + uniform(-20, 20)
    half = field.width / 2 - field.bar / 2 - 20
    spread = min(1.0, 0.5 + attempt / 40)
    return table + uniform(-half / 2, half / 2), field.height * (0.5 + uniform(-0.4, 0.4) * spread)
