"""The marks that jetons and fichets show, now and when the judge last explained them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.marking import TROUS_DU_TOUR, Holding, Score, hole_of
from rules.position import Side


@dataclass(frozen=True, slots=True)
class Shown:
    """One side's marks as shown on the board.

    Attributes:
        points: of its jeton.
        double: whether two jetons mark them.
        trous: of its fichet.
        left: the points at which a forgotten jeton lies; None without one.
        pegged: the points shown when the fichet was last moved.
    """

    points: int = 0
    double: bool = False
    trous: int = 0
    left: int | None = None
    pegged: int | None = None


@dataclass(frozen=True, slots=True)
class Counters:
    """The marks of both sides as they stand, and as they stood when last understood (`known_marks`)."""

    blancs: Shown = Shown()
    noirs: Shown = Shown()
    known_blancs: Shown = Shown()
    known_noirs: Shown = Shown()

    def of(self, side: Side) -> Shown:
        """Return one side's marks now."""
        return self.blancs if side is Side.BLANCS else self.noirs

    def known_marks(self, side: Side) -> Shown:
        """Return one side's marks when last understood."""
        return self.known_blancs if side is Side.BLANCS else self.known_noirs

    def showing(self, side: Side, shown: Shown) -> Counters:
        """Return a copy with other marks for one side."""
        return replace(self, blancs=shown) if side is Side.BLANCS else replace(self, noirs=shown)

    def standing(self, side: Side, *, trous: int, shown: bool = True) -> Counters:
        """Return a copy in which a side's fichet is known to stand in a hole. shown: whether it now shows there too."""
        now, known = (replace(one, trous=trous) for one in (self.of(side), self.known_marks(side)))
        now = now if shown else self.of(side)
        if side is Side.BLANCS:
            return replace(self, blancs=now, known_blancs=known)
        return replace(self, noirs=now, known_noirs=known)

    def understand(self, *sides: Side) -> Counters:
        """Return a copy in which these sides' present marks are understood."""
        board = self
        for side in sides:
            known = board.of(side)
            board = replace(board, known_blancs=known) if side is Side.BLANCS else replace(board, known_noirs=known)
        return board

    def suppose(self, side: Side, points: int) -> Counters:
        """Return a copy in which a side, whose jeton is out of sight, is understood to mark these points."""
        known = replace(self.of(side), points=points, left=None)
        return replace(self, known_blancs=known) if side is Side.BLANCS else replace(self, known_noirs=known)

    def show_score(self, side: Side, score: Score, last: int | None) -> Counters:
        """Return a copy in which a side's marks show its score and are understood."""
        return self.showing(side, showing(score, last=last).of(side)).understand(side)

    def is_tidied(self, side: Side) -> bool:
        """Return whether the only change of a side's marks is that a forgotten jeton was taken off."""
        now, known = self.of(side), self.known_marks(side)
        return known.left is not None and (now.points, now.trous, now.left) == (known.points, known.trous, None)

    def has_changed(self, side: Side, *, felt: bool, seen: bool = True) -> bool:
        """Return whether a side's marks differ from those last understood.

        felt, seen: whether its fichet is felt, and its points are seen.
        """
        now, known = self.of(side), self.known_marks(side)
        moved = now.points != known.points or now.left != known.left
        return (seen and moved) or (felt and now.trous != known.trous)


def showing(score: Score, *, last: int | None = TROUS_DU_TOUR) -> Counters:
    """Return a board that shows a score, all understood (Lois XV: the second in bredouille has two jetons).

    last: how many trous end the tour; None when no number does.
    """
    shown = [
        Shown(
            held.points,
            held.bredouille and score.of(side.adversary).points > 0,
            hole_of(held.trous, last),
        )
        for side in Side
        for held in [score.of(side)]
    ]
    return Counters(*shown, *shown)


def reads(
    shown: Shown,
    held: Holding,
    *,
    felt: bool,
    seen: bool = True,
    wrong_by: int = 0,
    last: int | None = TROUS_DU_TOUR,
) -> bool:
    """Return whether the marks shown are those held.

    felt, seen: whether the fichet is felt, and the points are seen.
    wrong_by: by how many trous the fichet may be wrong.
    last: the trous that win, at which points no longer matter.
    """
    if last is not None and held.trous >= last:
        return not felt or shown.trous >= hole_of(last, last) or shown.trous - held.trous == wrong_by
    holes = {hole_of(trous, last) for trous in (held.trous, max(0, held.trous + wrong_by))}
    return (not seen or shown.points == held.points) and (not felt or shown.trous in holes)
