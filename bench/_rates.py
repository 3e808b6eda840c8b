"""How the real vision errs on rendered tables: what the simulated eyes draw their errors from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping


OTHER = -1
"""Read for the other set's."""


class Standing(NamedTuple):
    """Dames of one set on a case, and how many of them lie on the floor; the others lie on these."""

    dames: int
    flat: int


class Read(NamedTuple):
    """What is made of a case: so many dames (or OTHER), and whether told piled.

    share: how often (0..1); above: what probability the reading gives to more dames than it counts.
    """

    dames: int
    piled: bool
    share: float
    above: float


class Reached(NamedTuple):
    """How often a hand whose fingertips are `depth` mm or more over the floor is told in a picture."""

    depth: int
    told: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Rates:
    """How often what is seen wrongly, in a reading.

    blind: readings that say that nothing can be seen; cases: by what stands there; case_again, die_again: how often
    what was read of a case, or a die, is read again next time, right or wrong, and not looked at anew; die_missed,
    die_misread: of flat dice; die_false: dice that are none, in a reading; die_off: millimetres (standard deviation) in
    each direction; jeton_missed: on a mark; hands; sideless: how often nobody can tell whose hands came between two
    readings, of one player's and of both's; tip: by how many millimetres a hand's tip is told too far to the right and
    too far in, each with its standard deviation.
    """

    blind: float
    cases: Mapping[Standing, tuple[Read, ...]]
    case_again: float
    die_missed: float
    die_misread: float
    die_false: float
    die_again: float
    die_off: float
    jeton_missed: float
    jeton_missed_at_home: float
    jeton_misplaced: float
    hands: tuple[Reached, ...]
    sideless: tuple[float, float]
    tip: tuple[tuple[float, float], tuple[float, float]]


MEASURED = Rates(
    blind=0.0,
    cases={
        Standing(0, 0): (Read(0, False, 1.0, 0.01),),
        Standing(1, 1): (Read(0, False, 0.002, 0.01), Read(1, False, 0.998, 0.01)),
        Standing(5, 5): (Read(5, False, 1.0, 0.2),),
        Standing(6, 5): (Read(5, True, 1.0, 0.7),),
    },
    case_again=0.87255,
    die_missed=0.00254,
    die_misread=0.0,
    die_false=0.0,
    die_again=1.0,
    die_off=2.4,
    jeton_missed=0.0,
    jeton_missed_at_home=0.018,
    jeton_misplaced=0.0,
    hands=(
        Reached(depth=-60, told=0.213),
        Reached(depth=-40, told=0.315),
        Reached(depth=-20, told=0.752),
        Reached(depth=0, told=0.997),
    ),
    sideless=(0.02, 0.5),
    tip=((3.6, 13.0), (18.0, 12.4)),
)
