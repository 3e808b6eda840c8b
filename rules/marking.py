"""Marking: points by jeton, trous by fichet, bredouille, the pavillon (Lois XV-XVI; Jeu 1).

See docs/rules.md, "Marking".
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.position import Side

POINTS_DU_TROU = 12
TROUS_DU_TOUR = 12


@dataclass(frozen=True, slots=True)
class Holding:
    """The marks of one side.

    Attributes:
        points: 0, 2, .. 10 by jeton.
        bredouille: the other side has marked no points since these began from zero, so the trou they make is double.
        trous: by fichet.
    """

    points: int = 0
    bredouille: bool = False
    trous: int = 0


@dataclass(frozen=True, slots=True)
class Marking:
    """The effect of marking points: the points, the trous gained, the points de reste, and whether in bredouille."""

    side: Side
    points: int
    trous: int
    reste: int
    bredouille: bool


@dataclass(frozen=True, slots=True)
class Score:
    """The marks of both sides; pavillon: the side that holds it, None while it is in the middle (Lois XV; Jeu 1)."""

    blancs: Holding = Holding()
    noirs: Holding = Holding()
    pavillon: Side | None = None

    def of(self, side: Side) -> Holding:
        """Return the marks of one side."""
        return self.blancs if side is Side.BLANCS else self.noirs

    def with_holding(self, side: Side, holding: Holding) -> Score:
        """Return the score with one side's marks replaced."""
        if side is Side.BLANCS:
            return Score(holding, self.noirs, self.pavillon)
        return Score(self.blancs, holding, self.pavillon)

    def mark(self, side: Side, points: int) -> tuple[Score, Marking]:
        """Mark `points` for `side`, all at once; an even number, 0 changes nothing.

        Twelve points make a trou, or two in bredouille. The adversary's points are then erased. The rest is marked from
        zero again, so every further dozen is double. Marking any points ends the adversary's bredouille.

        >>> Score(blancs=Holding(4, False, 0)).mark(Side.BLANCS, 28)[1]
        Marking(side=<Side.BLANCS: 'blancs'>, points=28, trous=3, reste=8, bredouille=False)

        Raises ValueError for a negative or odd number of points: points are always even (Jeu 1).
        """
        if points < 0 or points % 2:
            raise ValueError(f"{points} points: points are even and not negative")
        before = self.of(side)
        if points == 0:
            return self, Marking(side, 0, 0, before.points, before.bredouille)
        bredouille = before.bredouille or before.points == 0
        douzaines, reste = divmod(before.points + points, POINTS_DU_TROU)
        other = self.of(side.adversary)
        if not douzaines:
            score = self.with_holding(side, Holding(reste, bredouille, before.trous))
            score = score.with_holding(side.adversary, Holding(other.points, False, other.trous))
            return score, Marking(side, points, 0, reste, bredouille)
        trous = trous_of(douzaines, bredouille=bredouille)
        score = Score(pavillon=self._pavillon_after(side))
        score = score.with_holding(side, Holding(reste, reste > 0, before.trous + trous))
        score = score.with_holding(side.adversary, Holding(0, False, other.trous))
        return score, Marking(side, points, trous, reste, bredouille)

    def _pavillon_after(self, side: Side) -> Side | None:
        """Return who holds the pavillon once `side` marks a trou: the second to mark, until the first marks again."""
        if self.of(side.adversary).trous and not self.of(side).trous:
            return side
        return side if self.pavillon is side else None

    def after_leaving(self) -> Score:
        """Return the score after s'en aller: the points of both go to zero, trous and pavillon stay (Lois XVI)."""
        return Score(Holding(trous=self.blancs.trous), Holding(trous=self.noirs.trous), self.pavillon)

    def d_affilee(self, side: Side) -> bool:
        """Whether `side` has trous and the other marked none in between (grande bredouille)."""
        return self.of(side).trous > 0 and (self.of(side.adversary).trous == 0 or self.pavillon is side)

    def winner(self, trous: int = TROUS_DU_TOUR) -> Side | None:
        """Return the side with at least `trous` trous. Ask after each marking: the thrower's come first (Lois XX)."""
        return next((side for side in Side if self.of(side).trous >= trous), None)


def hole_of(trous: int, last: int | None = TROUS_DU_TOUR) -> int:
    """Return the hole of a fichet that has marked `trous`; at `last` the game ends.

    In a game of more than twelve trous (partie à écrire) it goes round again from the first hole.

    >>> hole_of(0), hole_of(12), hole_of(13), hole_of(13, None)
    (0, 12, 12, 1)
    """
    if not _goes_round(last):
        return min(TROUS_DU_TOUR, trous)
    return (trous - 1) % TROUS_DU_TOUR + 1 if trous else 0


def trous_at(hole: int, near: int, last: int | None = TROUS_DU_TOUR) -> int:
    """Return how many trous a fichet in this hole has marked; if it may have gone round, the count nearest to `near`.

    >>> trous_at(12, 12, None), trous_at(1, 12, None), trous_at(1, 2, None), trous_at(11, 13, None), trous_at(1, 12)
    (12, 13, 1, 11, 1)
    """
    if not _goes_round(last):
        return hole
    round_ = TROUS_DU_TOUR
    found = hole + (near - hole + round_ // 2) // round_ * round_ if hole and near > 0 else hole
    return max(0, found)


def _goes_round(last: int | None) -> bool:
    return last is None or last > TROUS_DU_TOUR


def trous_of(douzaines: int, *, bredouille: bool) -> int:
    """Return the trous of these dozens in one marking: all double, but the first only in bredouille (Jeu 1)."""
    return 2 * douzaines - (not bredouille) if douzaines else 0


def points_of(trous: int, *, old: int) -> int:
    """Return how many points made these trous from `old` ones and left none (Jeu 3, nombre de points marqués).

    >>> points_of(3, old=4), points_of(5, old=8), points_of(6, old=0)
    (20, 28, 36)
    """
    return (trous + 1) // 2 * POINTS_DU_TROU - old


def mark_in_order(
    score: Score, marks: Iterable[tuple[Side, int]], *, trous: int | None = TROUS_DU_TOUR
) -> tuple[Score, tuple[Marking, ...]]:
    """Mark several amounts in order. The tour ends at the twelfth trou, and the rest is not marked (Lois XX).

    marks: (side, points) in the order in which they count: the thrower's points before those given to the adversary.
    trous: how many end the tour; None when it ends only when a player leaves (Lois II, partie à écrire).
    """
    done: list[Marking] = []
    for side, points in marks:
        if trous is not None and score.winner(trous) is not None:
            break
        score, marking = score.mark(side, points)
        done.append(marking)
    return score, tuple(done)
