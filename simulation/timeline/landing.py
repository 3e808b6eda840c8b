"""Where thrown dice come to rest."""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING

from simulation.falling import drop_die
from simulation.players.gesture import Landing

if TYPE_CHECKING:
    from random import Random

    from events.field import Field, Point
    from simulation.scene import Die, Scene

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


def thrown_over(field: Field, random: Random) -> float:
    """Return the x of the middle of the table, one of two, into which dice are thrown."""
    return field.width * random.choice((0.27, 0.73))


def land(value: int, landing: Landing, lying: Scene, field: Field, table: float, random: Random) -> Die:
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
