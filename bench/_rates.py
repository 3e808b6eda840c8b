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
    each direction; jeton_missed: on a mark; hands; sideless: how often nobody can tell at some moment whose hands came
    between two readings, of one player's and of both's; sideless_pictures: in how many of the pictures of them then;
    tip: by how many millimetres a hand's tip is told too far to the right and too far in, each with its standard
    deviation.
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
    sideless_pictures: float
    tip: tuple[tuple[float, float], tuple[float, float]]


# ./run bench seen 7419 to 7436: parts of tours on tables of eighteen looks, rendered by `tablier simulate` as
# docs/rendered.md says, none left out.
MEASURED = Rates(
    blind=0.0,
    cases={
        Standing(dames=0, flat=0): (Read(dames=0, piled=False, share=1.0, above=0.01),),
        Standing(dames=1, flat=1): (
            Read(dames=0, piled=False, share=0.00317, above=0.192),
            Read(dames=1, piled=False, share=0.99683, above=0.01),
        ),
        Standing(dames=2, flat=2): (Read(dames=2, piled=False, share=1.0, above=0.024),),
        Standing(dames=3, flat=3): (
            Read(dames=2, piled=False, share=0.00066, above=0.373),
            Read(dames=3, piled=False, share=0.99469, above=0.04),
            Read(dames=3, piled=True, share=0.00465, above=0.527),
        ),
        Standing(dames=4, flat=3): (
            Read(dames=3, piled=False, share=0.58621, above=0.158),
            Read(dames=3, piled=True, share=0.41379, above=0.48),
        ),
        Standing(dames=4, flat=4): (
            Read(dames=4, piled=False, share=0.80877, above=0.142),
            Read(dames=4, piled=True, share=0.19123, above=0.558),
        ),
        Standing(dames=5, flat=4): (
            Read(dames=4, piled=False, share=0.31429, above=0.378),
            Read(dames=4, piled=True, share=0.68571, above=0.833),
        ),
        Standing(dames=5, flat=5): (
            Read(dames=5, piled=False, share=0.42857, above=0.239),
            Read(dames=5, piled=True, share=0.57143, above=0.59),
        ),
        Standing(dames=6, flat=3): (Read(dames=3, piled=True, share=1.0, above=0.645),),
        Standing(dames=6, flat=4): (
            Read(dames=4, piled=False, share=0.17391, above=0.272),
            Read(dames=4, piled=True, share=0.82609, above=0.802),
        ),
        Standing(dames=6, flat=5): (
            Read(dames=5, piled=False, share=0.58929, above=0.302),
            Read(dames=5, piled=True, share=0.41071, above=0.784),
        ),
        Standing(dames=7, flat=3): (Read(dames=3, piled=True, share=1.0, above=0.841),),
        Standing(dames=7, flat=4): (Read(dames=4, piled=True, share=1.0, above=0.83),),
        Standing(dames=7, flat=5): (
            Read(dames=5, piled=False, share=0.76923, above=0.269),
            Read(dames=5, piled=True, share=0.23077, above=0.85),
        ),
        Standing(dames=8, flat=4): (
            Read(dames=4, piled=False, share=0.06731, above=0.409),
            Read(dames=5, piled=False, share=0.01923, above=0.408),
            Read(dames=4, piled=True, share=0.86538, above=0.731),
            Read(dames=5, piled=True, share=0.04808, above=0.489),
        ),
        Standing(dames=8, flat=5): (
            Read(dames=5, piled=False, share=0.73171, above=0.341),
            Read(dames=5, piled=True, share=0.26829, above=0.813),
        ),
        Standing(dames=9, flat=3): (Read(dames=3, piled=True, share=1.0, above=0.852),),
        Standing(dames=9, flat=4): (
            Read(dames=4, piled=False, share=0.11111, above=0.372),
            Read(dames=4, piled=True, share=0.88889, above=0.831),
        ),
        Standing(dames=9, flat=5): (Read(dames=5, piled=False, share=1.0, above=0.345),),
        Standing(dames=10, flat=3): (Read(dames=3, piled=True, share=1.0, above=0.903),),
        Standing(dames=10, flat=4): (
            Read(dames=4, piled=True, share=0.89888, above=0.844),
            Read(dames=5, piled=True, share=0.10112, above=0.75),
        ),
        Standing(dames=10, flat=5): (Read(dames=5, piled=True, share=1.0, above=0.661),),
        Standing(dames=11, flat=3): (Read(dames=3, piled=True, share=1.0, above=0.904),),
        Standing(dames=11, flat=4): (
            Read(dames=4, piled=False, share=0.52, above=0.276),
            Read(dames=4, piled=True, share=0.48, above=0.85),
        ),
        Standing(dames=11, flat=5): (Read(dames=5, piled=True, share=1.0, above=0.81),),
        Standing(dames=12, flat=3): (Read(dames=3, piled=True, share=1.0, above=0.902),),
        Standing(dames=12, flat=4): (
            Read(dames=4, piled=True, share=0.51724, above=0.733),
            Read(dames=5, piled=True, share=0.48276, above=0.74),
        ),
        Standing(dames=12, flat=5): (Read(dames=5, piled=True, share=1.0, above=0.724),),
        Standing(dames=13, flat=3): (Read(dames=3, piled=True, share=1.0, above=0.87),),
        Standing(dames=13, flat=4): (
            Read(dames=3, piled=True, share=0.27273, above=0.926),
            Read(dames=4, piled=True, share=0.72727, above=0.697),
        ),
        Standing(dames=13, flat=5): (Read(dames=5, piled=True, share=1.0, above=0.805),),
        Standing(dames=14, flat=4): (Read(dames=5, piled=True, share=1.0, above=0.799),),
        Standing(dames=14, flat=5): (Read(dames=5, piled=True, share=1.0, above=0.78),),
        Standing(dames=15, flat=4): (Read(dames=4, piled=True, share=1.0, above=0.833),),
        Standing(dames=15, flat=5): (Read(dames=5, piled=True, share=1.0, above=0.808),),
    },
    case_again=0.4,
    die_missed=0.00921,
    die_misread=0.0,
    die_false=0.00188,
    die_again=0.61538,
    die_off=5.0,
    jeton_missed=0.03264,
    jeton_missed_at_home=0.00158,
    jeton_misplaced=0.0,
    hands=(
        Reached(depth=-60, told=0.22549),
        Reached(depth=-40, told=0.26667),
        Reached(depth=-20, told=0.68395),
        Reached(depth=0, told=0.95674),
        Reached(depth=20, told=0.97251),
        Reached(depth=60, told=0.99063),
        Reached(depth=120, told=0.99929),
    ),
    sideless=(0.05025, 0.5),
    # Of eleven parts (7477, 7479, 7481, 7484, 7486, 7489, 7491, 7492, 7493, 7503, 7512): 29 of 162 pictures in the
    # six times that it was so at all.
    sideless_pictures=0.179,
    tip=((1.3, 17.6), (19.7, 21.9)),
)
