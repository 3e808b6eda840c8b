"""Positions: the dames on each case, each side counted in its own numbering.

A player's cases are 1..24 in the order his dames travel: 1 talon, 12 coin de repos, 13 the adversary's coin, 24 the
adversary's talon. A player's case k is the adversary's 25 - k. See docs/rules.md, "Numbering".
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

TALON = 1
COIN = 12
COIN_ADVERSE = 13
BANDE = 25
DAMES = 15

Dice: TypeAlias = tuple[int, int]
Case: TypeAlias = int
Counts: TypeAlias = tuple[int, ...]


class Side(StrEnum):
    """One of the two players, named by the colour of his dames."""

    BLANCS = "blancs"
    NOIRS = "noirs"

    @property
    def adversary(self) -> Side:
        """The other side."""
        return Side.NOIRS if self is Side.BLANCS else Side.BLANCS


@dataclass(frozen=True, slots=True)
class Position:
    """The dames of both sides: 24 counts each, index 0 = the owner's talon, index 11 = the owner's coin.

    Dames missing from the fifteen are off the board. Any counts are accepted, so a faulty board can be described;
    `breaches` says what is wrong with it.
    """

    blancs: Counts
    noirs: Counts

    @classmethod
    def start(cls) -> Position:
        """Return the start: all fifteen dames of each side on its talon (Lois IV)."""
        talon = (DAMES, *(0,) * 23)
        return cls(talon, talon)

    def counts(self, side: Side) -> Counts:
        """Return the 24 counts of one side, in its own numbering."""
        return self.blancs if side is Side.BLANCS else self.noirs

    def on(self, side: Side, case: Case) -> int:
        """Return how many dames `side` has on its own `case` (1..24)."""
        return self.counts(side)[case - 1]

    def with_counts(self, side: Side, counts: Counts) -> Position:
        """Return the position with the counts of one side replaced."""
        return Position(counts, self.noirs) if side is Side.BLANCS else Position(self.blancs, counts)

    def breaches(self) -> tuple[str, ...]:
        """Return every law of the board that this position breaks, as short phrases; empty for a legal position.

        Laws: 24 counts of 0..15 a side, at most fifteen dames a side, no case shared by both colours (Lois VII), never
        a single dame on its own coin nor any on the adversary's (Lois IX).
        """
        found: list[str] = []
        for side in Side:
            counts = self.counts(side)
            if len(counts) != 24:
                found.append(f"{side}: {len(counts)} cases, expected 24")
                continue
            for case, count in enumerate(counts, 1):
                if not 0 <= count <= DAMES:
                    found.append(f"{side}: {count} dames on case {case}, expected 0..15")
            if sum(counts) > DAMES:
                found.append(f"{side}: {sum(counts)} dames, at most 15")
            if counts[COIN - 1] == 1:
                found.append(f"{side}: one dame alone on its coin (case 12)")
            if counts[COIN_ADVERSE - 1]:
                found.append(f"{side}: a dame on the adversary's coin (case 13)")
        if len(self.blancs) == len(self.noirs) == 24:
            found.extend(
                f"both colours on case {case} of blancs ({25 - case} of noirs)"
                for case in range(1, 25)
                if self.blancs[case - 1] and self.noirs[24 - case]
            )
        return tuple(found)


class ReleveCause(StrEnum):
    """Why the dames went back to their talons: all of one side's are out, or that side leaves (Jeu 2, les relevés)."""

    SORTIE = "sortie"
    S_EN_ALLER = "s_en_aller"
