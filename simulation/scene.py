"""The pieces on a simulated table, each with its exact place.

All places are millimetres in the field coordinates of `events.field` (origin at the far left corner of the floor,
x to the right, y towards the near edge); heights are millimetres above the floor; angles are radians, azimuths turning
from x towards y. A scene does not describe how things look: the style and the camera do.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from random import Random
from typing import Literal, TypeAlias

from events.field import Column, Field, Point, Row
from rules.position import Position, Side
from rules.seating import Seating

DameColour: TypeAlias = Literal["light", "dark"]
Rest: TypeAlias = Literal["floor", "dames", "jetons", "die", "rail", "outside"]
PegKind: TypeAlias = Literal["blancs", "noirs", "pavillon"]
Carried: TypeAlias = Literal["light", "dark", "die", "jeton", "peg"]

FLAT_DAMES = 5
"""How many dames people lay flat in one column before they pile more on them: a flèche is five dames long."""

JETON_HEIGHT = 3.0
"""Thickness of a jeton, mm."""


@dataclass(frozen=True, slots=True)
class Dame:
    """One dame: the centre of its lower face.

    Attributes:
        level: how many dames are below it.
        base: height of what the lowest one stands on (0 = the floor).
    """

    x: float
    y: float
    colour: DameColour
    level: int = 0
    base: float = 0.0


@dataclass(frozen=True, slots=True)
class Die:
    """One die: the place of its centre, and `value` (1..6) on the uppermost face.

    Attributes:
        height: of its centre.
        yaw: its turn round the vertical while flat.
        tilt: angle by which the upper face's normal is then turned from the vertical, towards the azimuth `towards`.
        rest: what it rests on.
    """

    x: float
    y: float
    height: float
    value: int
    yaw: float = 0.0
    tilt: float = 0.0
    towards: float = 0.0
    rest: Rest = "floor"

    @property
    def flat(self) -> bool:
        """Whether it lies flat: less than two degrees from level."""
        return self.tilt < math.radians(2)


@dataclass(frozen=True, slots=True)
class Jeton:
    """One jeton: the centre of its lower face; `height` of that face (0 = on the floor)."""

    x: float
    y: float
    height: float = 0.0


@dataclass(frozen=True, slots=True)
class PegPlaced:
    """A fichet or the pavillon: in hole 0..29 of `events.field.hole_place`, or lying `beside` when hole is None."""

    hole: int | None
    kind: PegKind
    beside: Point = (0.0, 0.0)
    yaw: float = 0.0


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand reaching in from one long side.

    Attributes:
        x, y: where its fingertips point to.
        height: of the fingertips.
        heading: azimuth of the fingers, 0 = straight in from its side, positive turning from x towards y.
        opening: 0 = fingertips together, 1 = spread flat.
        sleeve: how far down the forearm the sleeve comes, 0 = bare to the elbow, 1 = to the knuckles.
        carrying: what it holds.
    """

    side: Row
    x: float
    y: float
    height: float = 35.0
    heading: float = 0.0
    opening: float = 0.4
    sleeve: float = 0.6
    carrying: Carried | None = None


Piece: TypeAlias = Dame | Die | Jeton | PegPlaced | Hand
"""Anything that can be on or above a board."""


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything on and above a board at one instant."""

    dames: tuple[Dame, ...] = ()
    dice: tuple[Die, ...] = ()
    jetons: tuple[Jeton, ...] = ()
    pegs: tuple[PegPlaced, ...] = ()
    hands: tuple[Hand, ...] = ()


def dames_on_case(
    row: Row, column: Column, colour: DameColour, count: int, field: Field, random: Random, jitter: float = 1.0
) -> tuple[Dame, ...]:
    """Lay `count` dames on one case as people do: a row of at most five from the rail, the others piled on them.

    jitter: standard deviation (mm) of a hand's carelessness. A row also leans a little as a whole, and dames keep a
    small distance so that they never overlap.
    """
    per_layer = FLAT_DAMES
    if count > 2 * FLAT_DAMES:  # People keep fifteen on a talon in a few piles.
        per_layer = random.choice((3, 4, 4, 5))
    slope = random.gauss(0, 0.02) * jitter
    inward = 1 if row == "far" else -1
    first = abs(random.gauss(0, 0.6)) * jitter
    offset = random.gauss(0, 0.5) * jitter
    centres: list[Point] = []
    distance = first
    for rank in range(min(count, per_layer)):
        x, y = field.dame_place(row, column, 0)
        distance += 0.2 + abs(random.gauss(0, 0.35)) * jitter if rank else 0.0
        along = distance + rank * field.dame
        aside = offset + slope * along + random.gauss(0, 0.6) * jitter
        centres.append((x + aside, y + inward * along))
    dames = []
    for rank in range(count):
        level, place = divmod(rank, per_layer)
        x, y = centres[place]
        if level:  # Each dame is placed relative to the one below, not to the column.
            x += random.gauss(0, 0.9) * jitter
            y += inward * abs(random.gauss(0, 0.9)) * jitter
            centres[place] = (x, y)
        dames.append(Dame(x, y, colour, level))
    return tuple(dames)


def dames_of_position(
    position: Position,
    seating: Seating,
    field: Field,
    seed: int,
    *,
    light: Side = Side.BLANCS,
    jitter: float = 1.0,
) -> tuple[Dame, ...]:
    """Return every dame of a position on the board; `light` is the side that plays the light dames.

    Each case has its own random numbers, so a play moves only the dames of the cases it touches.
    """
    dames: list[Dame] = []
    for side in Side:
        colour: DameColour = "light" if side is light else "dark"
        for case, count in enumerate(position.counts(side), 1):
            if count:
                row, column = seating.place(side, case)
                random = Random(f"{seed} {row} {column} {colour}")  # noqa: S311 - a picture, not a secret
                dames.extend(dames_on_case(row, column, colour, count, field, random, jitter))
    return tuple(dames)


def jeton_place(side: Side, points: int, seating: Seating, field: Field) -> Point:
    """Return where the jeton of `side` that marks `points` (0, 2, .. 10) lies (Lois XV).

    Seen from its owner: 0 at the talons, 2 between the tips of cases 2 and 3, 4 between 4 and 5, 6 and 8 against the
    middle bar on either side, 10 at the side rail far from the talons. Raises ValueError for any other number.
    """
    beyond_bar = field.case_width * 6 + field.bar
    along = {
        0: field.jeton * 0.8,
        2: field.case_width * 2,
        4: field.case_width * 4,
        6: field.case_width * 6 - field.jeton * 0.6,
        8: beyond_bar + field.jeton * 0.6,
        10: field.width - field.jeton * 0.6,
    }.get(points)
    if along is None:
        raise ValueError(f"a jeton marks 0, 2, 4, 6, 8 or 10 points, not {points}")
    from_rail = field.fleche + field.jeton * 0.6
    if points == 0:  # Between the talons, on the player's side of the middle.
        from_rail = field.height / 2 - field.jeton * 1.05  # The bredouille's lies between the two.
    x = along if seating.talons == "left" else field.width - along
    return x, from_rail if seating.row_of(side) == "far" else field.height - from_rail


def start_pegs(seating: Seating) -> tuple[PegPlaced, ...]:
    """Return the fichets and the pavillon before the first trou: in the three holes of the side rail at the talons."""
    first = seating.pavillon_hole
    kinds: dict[Side, PegKind] = {Side.BLANCS: "blancs", Side.NOIRS: "noirs"}
    fichets = {seating.hole(side, 0): kind for side, kind in kinds.items()}
    return (
        PegPlaced(first - 1, fichets[first - 1]),
        PegPlaced(first, "pavillon"),
        PegPlaced(first + 1, fichets[first + 1]),
    )


def scene_of_position(
    position: Position,
    seating: Seating,
    field: Field,
    seed: int,
    *,
    light: Side = Side.BLANCS,
    jitter: float = 1.0,
) -> Scene:
    """Return a quiet table: the dames of `position`, all three jetons at zero, pegs at the start."""
    x, y = jeton_place(Side.BLANCS, 0, seating, field)
    jetons = (
        Jeton(x, y),
        Jeton(*jeton_place(Side.NOIRS, 0, seating, field)),
        Jeton(x, field.height / 2),
    )
    dames = dames_of_position(position, seating, field, seed, light=light, jitter=jitter)
    return Scene(dames, (), jetons, start_pegs(seating))


def dame_low(dame: Dame, field: Field) -> float:
    """Return the height of a dame's lower face."""
    return dame.base + dame.level * field.dame_height


def dame_top(dame: Dame, field: Field) -> float:
    """Return the height of a dame's upper face."""
    return dame_low(dame, field) + field.dame_height


def with_dice(scene: Scene, dice: Iterable[Die]) -> Scene:
    """Return the scene with these dice."""
    return replace(scene, dice=tuple(dice))
