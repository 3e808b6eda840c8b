"""Positions of backgammon: literal ones, and a strategy for random ones."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from rules.backgammon.position import BAR, OFF, Position
from rules.position import DAMES, Counts, Side


def counts(**cases: int) -> Counts:
    """Counts by case: c6=5 for five on 6, bar=1; the rest of the fifteen is borne off."""
    found = [0] * 26
    for name, dames in cases.items():
        found[BAR if name == "bar" else int(name[1:])] = dames
    found[OFF] = DAMES - sum(found[1:])
    return tuple(found)


FAR = counts(c24=15)
"""An adversary who stands on my own case 1."""


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Two sides scattered over disjoint cases, some on the bar, some home, some borne off."""
    random = Random(draw(st.integers(0, 2**32)))  # noqa: S311 - positions, not secrets
    home = draw(st.sampled_from((24, 24, 12, 6)))
    owners = [random.choice((Side.BLANCS, Side.NOIRS)) for _ in range(25)]
    both: dict[Side, list[int]] = {}
    for side in Side:
        own = [0] * 26
        mine = [case for case in range(1, home + 1) if owners[case if side is Side.BLANCS else 25 - case] is side]
        own[OFF] = random.choice((0, 0, 3, 12))
        own[BAR] = random.choice((0, 0, 0, 1, 2)) if home == 24 else 0
        for _ in range(DAMES - sum(own)):
            own[random.choice(mine or [OFF])] += 1
        both[side] = own
    return Position(tuple(both[Side.BLANCS]), tuple(both[Side.NOIRS]))
