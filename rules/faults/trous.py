"""Trous and the points they stand for (Jeu 3, école de trous; nombre de points marqués par l'adversaire)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.marking import POINTS_DU_TROU, trous_of


def points_of_trous(old: int, trous: int, reste: int) -> int:
    """How many points somebody has marked who had `old` by jeton and now has `trous` more trous and `reste` points.

    An odd number of trous holds one simple trou, so a dozen for the odd one and a dozen for every other two; an even
    number is taken for double ones.

    >>> points_of_trous(4, 3, 2), points_of_trous(8, 5, 10), points_of_trous(0, 6, 4)
    (22, 38, 40)
    """
    return (trous + 1) // 2 * POINTS_DU_TROU - old + reste


@dataclass(frozen=True, slots=True)
class TrousMarked:
    """What marking so many trous for so many points amounts to.

    right: the trous and points there should be; ecole: points marked par trop (positive) or par moins (negative), 0
    when the dozens are right; only_bredouille: the dozens are right but the trous are not: no école, and either player
    may put the fichet right until the other has played a throw and the one who erred has thrown again.
    """

    right: tuple[int, int]
    ecole: int
    only_bredouille: bool


def trous_marked(old: int, *, bredouille: bool, points: int, trous: int, reste: int) -> TrousMarked:
    """Judge trous and points marked by somebody who held `old` points (in bredouille or not) and made `points` more.

    There is no école of trous: only of points, a dozen for each dozen of trous marked too many or too few.
    """
    dozens, over = divmod(old + points, POINTS_DU_TROU)
    right = trous_of(dozens, bredouille=bredouille), over
    surplus = points_of_trous(old, trous, reste) - points
    return TrousMarked(right, surplus, only_bredouille=not surplus and trous != right[0])
