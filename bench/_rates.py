"""How the real vision errs on rendered tables: what the simulated eyes draw their errors from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping


class Read(NamedTuple):
    """What is made of a case: so many dames (-1: as many as are there, of the other set), and whether told piled.

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

    cases: by how many dames are there; case_again, die_again: how often what was read of a case, or a die, is read
    again next time, right or wrong, rather than looked at anew; die_missed, die_misread: of flat dice; die_false: dice
    that are none, in a reading; die_off: millimetres (standard deviation) in each direction; jeton_missed: on a mark;
    hands; sideless: how often nobody can tell whose hands came between two readings, of one player's and of both's;
    tip: by how many millimetres a hand's tip is told too far to the right and too far in, each with its standard
    deviation.
    """

    cases: Mapping[int, tuple[Read, ...]]
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
    cases={
        0: (Read(dames=0, piled=False, share=1.0, above=0.01),),
        1: (
            Read(dames=0, piled=False, share=0.00303, above=0.01),
            Read(dames=1, piled=False, share=0.99697, above=0.01),
        ),
        2: (
            Read(dames=-1, piled=False, share=0.01347, above=0.005),
            Read(dames=2, piled=False, share=0.98653, above=0.018),
        ),
        3: (
            Read(dames=-1, piled=False, share=0.0839, above=0.009),
            Read(dames=3, piled=False, share=0.9161, above=0.053),
        ),
        4: (
            Read(dames=-1, piled=False, share=0.00644, above=0.015),
            Read(dames=4, piled=False, share=0.78112, above=0.115),
            Read(dames=4, piled=True, share=0.21245, above=0.56),
        ),
        5: (Read(dames=5, piled=False, share=0.5, above=0.203), Read(dames=5, piled=True, share=0.5, above=0.602)),
        6: (Read(dames=5, piled=True, share=1.0, above=0.662),),
        7: (Read(dames=5, piled=True, share=1.0, above=0.742),),
        8: (Read(dames=5, piled=True, share=1.0, above=0.729),),
        9: (Read(dames=5, piled=True, share=1.0, above=0.758),),
        10: (Read(dames=5, piled=True, share=1.0, above=0.772),),
        11: (Read(dames=5, piled=True, share=1.0, above=0.821),),
        12: (Read(dames=5, piled=True, share=1.0, above=0.838),),
        13: (Read(dames=5, piled=True, share=1.0, above=0.844),),
        14: (Read(dames=5, piled=True, share=1.0, above=0.848),),
        15: (Read(dames=5, piled=True, share=1.0, above=0.839),),
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
