"""Positions of backgammon: the dames on each case, each side counted in its own numbering.

A side's dames travel downwards. 24 is the case furthest from home, 6..1 are home, 0 holds the dames borne off and 25
those on the bar. A player's case k is the adversary's 25 - k, as in trictrac.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.position import DAMES, Case, Counts, Side

OFF = 0
BAR = 25
HOME = 6
"""The furthest case of the home table (jan intérieur)."""


def _start_counts() -> Counts:
    counts = [0] * 26
    for case, dames in ((24, 2), (13, 5), (8, 3), (6, 5)):
        counts[case] = dames
    return tuple(counts)


@dataclass(frozen=True, slots=True)
class Position:
    """The dames of both sides: 26 counts each, index 0 = borne off, 1..24 = own cases, 25 = the bar.

    Dames missing from the fifteen count as borne off. Any counts are accepted, so a faulty board can be described;
    `breaches` says what is wrong with it.
    """

    blancs: Counts
    noirs: Counts

    @classmethod
    def start(cls) -> Position:
        """Return the start: two dames on 24, five on 13, three on 8, five on 6 (BG, plateau de jeu)."""
        counts = _start_counts()
        return cls(counts, counts)

    def counts(self, side: Side) -> Counts:
        """Return the 26 counts of one side, in its own numbering."""
        return self.blancs if side is Side.BLANCS else self.noirs

    def on(self, side: Side, case: Case) -> int:
        """Return how many dames `side` has on its own `case` (0..25)."""
        return self.counts(side)[case]

    def with_counts(self, side: Side, counts: Counts) -> Position:
        """Return the position with the counts of one side replaced."""
        return Position(counts, self.noirs) if side is Side.BLANCS else Position(self.blancs, counts)

    def pips(self, side: Side) -> int:
        """Return the points `side` needs to bear off all its dames, 25 for one on the bar (BG, fin de la partie)."""
        return sum(case * count for case, count in enumerate(self.counts(side)))

    def breaches(self) -> tuple[str, ...]:
        """Return every law of the board that this position breaks, as short phrases; empty for a legal position.

        Laws: 26 counts of 0..15 a side, at most fifteen dames a side, no case shared by both colours.
        """
        found: list[str] = []
        for side in Side:
            counts = self.counts(side)
            if len(counts) != 26:
                found.append(f"{side}: {len(counts)} counts, expected 26 (off, 24 cases, bar)")
                continue
            found.extend(
                f"{side}: {count} dames on {_place(case)}, expected 0..15"
                for case, count in enumerate(counts)
                if not 0 <= count <= DAMES
            )
            if sum(counts) > DAMES:
                found.append(f"{side}: {sum(counts)} dames, at most 15")
        if len(self.blancs) == len(self.noirs) == 26:
            found.extend(
                f"both colours on case {case} of blancs ({25 - case} of noirs)"
                for case in range(1, 25)
                if self.blancs[case] and self.noirs[25 - case]
            )
        return tuple(found)


def _place(case: Case) -> str:
    return {OFF: "the dames borne off (index 0)", BAR: "the bar (index 25)"}.get(case, f"case {case}")
