"""What the jetons, the fichets and the pavillon show, and the gestures that lead from one to another."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from rules.marking import TROUS_DU_TOUR
from rules.position import Side
from simulation.players.gesture import MoveFichet, MovePavillon, PushJeton

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rules.marking import Score
    from simulation.players.gesture import JetonName, Mark


@dataclass(frozen=True, slots=True)
class Marks:
    """Where the three jetons, both fichets and the pavillon are; a jeton at None is home, between the talons."""

    blancs: Mark | None = None
    noirs: Mark | None = None
    bredouille: Mark | None = None
    trous: tuple[int, int] = (0, 0)
    pavillon: Side | None = None

    @classmethod
    def of(cls, score: Score) -> Marks:
        """How a score is shown (Lois XV).

        The one who marks first uses one jeton, and the one who marks in bredouille after him a second beside it.
        """
        jetons: dict[Side, Mark | None] = {}
        doubled: Mark | None = None
        for side in Side:
            points = score.of(side).points
            jetons[side] = (side, points) if points else None
            if points and score.of(side).bredouille and score.of(side.adversary).points:
                doubled = (side, points)
        trous = (min(score.blancs.trous, TROUS_DU_TOUR), min(score.noirs.trous, TROUS_DU_TOUR))
        return cls(jetons[Side.BLANCS], jetons[Side.NOIRS], doubled, trous, score.pavillon)

    def jeton(self, name: JetonName) -> Mark | None:
        """Where one of the jetons is."""
        if name == "bredouille":
            return self.bredouille
        return self.blancs if name == "blancs" else self.noirs

    def with_jeton(self, name: JetonName, mark: Mark | None) -> Marks:
        """With one jeton elsewhere."""
        if name == "bredouille":
            return replace(self, bredouille=mark)
        return replace(self, blancs=mark) if name == "blancs" else replace(self, noirs=mark)

    def trou(self, side: Side) -> int:
        """Which trou a fichet is in, 0 before the first."""
        return self.trous[0] if side is Side.BLANCS else self.trous[1]

    def shows(self, side: Side) -> tuple[Side, int, bool]:
        """What a side's jetons read: its points, and whether two stand together."""
        mark = self.jeton(own_jeton(side))
        points = mark[1] if mark else 0
        return side, points, self.bredouille is not None and self.bredouille == mark


def own_jeton(side: Side) -> JetonName:
    """The jeton a side marks with."""
    return "blancs" if side is Side.BLANCS else "noirs"


def change(
    before: Marks, after: Marks, by: Side, *, jetons: bool = True
) -> Iterator[PushJeton | MoveFichet | MovePavillon]:
    """What `by` does to make the marks read `after`: trous first, then the other's jetons, his own last (Lois XV).

    jetons: whether this table uses them at all.
    """
    for side in (by, by.adversary):
        if before.trou(side) != after.trou(side):
            yield MoveFichet(side=by, owner=side, trou=after.trou(side), wait=0.15)
    if before.pavillon is not after.pavillon:
        yield MovePavillon(side=by, to=after.pavillon, wait=0.1)
    if not jetons:
        return
    marks = before
    for name in _order(before, by):
        mark = after.jeton(name)
        if marks.jeton(name) != mark:
            was = marks.jeton(name)
            marks = marks.with_jeton(name, mark)
            whose = (mark or was or (by, 0))[0]
            yield PushJeton(side=by, jeton=name, to=mark, shows=marks.shows(whose), wait=0.1)


def _order(before: Marks, by: Side) -> tuple[JetonName, JetonName, JetonName]:
    """The other's jeton first; the bredouille's before his own only when it is taken from the other."""
    other, own = own_jeton(by.adversary), own_jeton(by)
    if before.bredouille is not None and before.bredouille[0] is not by:
        return "bredouille", other, own
    return other, own, "bredouille"
