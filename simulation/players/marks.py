"""The marks shown by jetons, fichets and pavillon, and the gestures that lead from one to another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.marking import TROUS_DU_TOUR, Score, hole_of
from rules.position import Side
from simulation.players.gesture import JetonsRead, Mark, MoveFichet, MovePavillon, PushJeton


@dataclass(frozen=True, slots=True)
class Marks:
    """The places of the three identical jetons (None: home, between the talons), both fichets and the pavillon.

    The first jeton's home is Blancs' side, the second's Noirs', the third's the middle.
    """

    jetons: tuple[Mark | None, Mark | None, Mark | None] = (None, None, None)
    trous: tuple[int, int] = (0, 0)
    pavillon: Side | None = None

    def trou(self, side: Side) -> int:
        """Return the trou of a fichet, 0 before the first."""
        return self.trous[0] if side is Side.BLANCS else self.trous[1]

    def points(self, side: Side) -> tuple[int, ...]:
        """Return the points a side's jetons stand on: none, one, or two, the same twice in bredouille."""
        return tuple(mark[1] for mark in self.jetons if mark is not None and mark[0] is side)

    def with_jeton(self, number: int, mark: Mark | None) -> Marks:
        """Return the marks with one jeton moved."""
        first, second, third = (mark if n == number else jeton for n, jeton in enumerate(self.jetons))
        return replace(self, jetons=(first, second, third))


def jetons_for(score: Score) -> list[Mark]:
    """Return where jetons stand to show a score (Lois XV).

    The first side to mark uses one jeton. The side that then marks in bredouille puts a second one beside its own.
    """
    marks: list[Mark] = []
    for side in Side:
        holding = score.of(side)
        if holding.points:
            marks.append((side, holding.points))
            if holding.bredouille and score.of(side.adversary).points:
                marks.append((side, holding.points))
    return marks


def marks_showing(score: Score) -> Marks:
    """Return the marks that show a score."""
    marks = Marks()
    for gesture in change_marks(marks, score, Side.BLANCS):
        marks = marks_after(marks, gesture)
    return marks


def change_marks(
    before: Marks,
    score: Score,
    by: Side,
    *,
    jetons: bool = True,
    strays: tuple[Mark, ...] = (),
    last: int | None = TROUS_DU_TOUR,
) -> Iterator[PushJeton | MoveFichet | MovePavillon]:
    """Yield what `by` does to make the marks show a score: trous, the other's jetons, his own last (Lois XV).

    jetons: whether this table uses them; strays: marks where a player forgot a jeton; last: how many trous end the
    game.
    """
    trous = {side: hole_of(score.of(side).trous, last) for side in Side}
    moved = [side for side in (by, by.adversary) if before.trou(side) != trous[side]]
    fichets = [MoveFichet(side=by, owner=side, trou=trous[side], wait=0.15) for side in moved]
    pavillon = [MovePavillon(side=by, to=score.pavillon, wait=0.1)] if before.pavillon is not score.pavillon else []
    # Free the starting hole for a fichet that goes back to it.
    pavillon_first = any(trous[side] == 0 for side in moved)
    if pavillon_first:
        yield from pavillon
    yield from fichets
    if not pavillon_first:
        yield from pavillon
    if jetons:
        yield from _jetons(before, [*jetons_for(score), *strays], by)


def _jetons(before: Marks, missing: list[Mark], by: Side) -> Iterator[PushJeton]:
    """Keep jetons that stand where one is needed; move the others where one is missing, or home."""
    free: list[int] = []
    for number, mark in enumerate(before.jetons):
        if mark is not None and mark in missing:
            missing.remove(mark)
        else:
            free.append(number)
    goals: list[tuple[int, Mark | None]] = []
    for goal in missing:
        number = _nearest(before, free, goal)
        free.remove(number)
        goals.append((number, goal))
    goals.extend((number, None) for number in free if before.jetons[number] is not None)
    # First the jetons taken off, then the other's, then the player's own.
    goals.sort(key=lambda way: (way[1] is not None, way[1] is not None and way[1][0] is by))
    marks = before
    for number, mark in goals:
        was = marks.jetons[number]
        marks = marks.with_jeton(number, mark)
        gesture = push_gesture(marks, number, mark or was or (by, 0), home=mark is None, by=by)
        taken = mark is not None and was is not None and was[0] is not mark[0]
        yield replace(gesture, leaves=_reading_of(marks, was[0])) if taken and was is not None else gesture


def push_gesture(marks: Marks, number: int, mark: Mark, *, home: bool, by: Side) -> PushJeton:
    """Return the gesture that made `marks` by moving one jeton to a mark, or home from it."""
    shows = _reading_of(marks, mark[0], None if home else mark[1])
    return PushJeton(side=by, jeton=number, to=None if home else mark, shows=shows, wait=0.1)


def _reading_of(marks: Marks, side: Side, points: int | None = None) -> JetonsRead:
    """Return the reading of a side's jetons; `points`: those just marked, by default the most."""
    marked = marks.points(side)
    reads = max(marked, default=0) if points is None else points
    left = next((other for other in marked if other != reads), None)
    return JetonsRead(side, reads, marked.count(reads) > 1, left)


def _nearest(marks: Marks, free: list[int], goal: Mark) -> int:
    """Return the free jeton that a player would take for a mark."""
    return min(free, key=lambda n: (_likeness(marks.jetons[n], goal), n != _home_side(goal[0]), n))


def _likeness(mark: Mark | None, goal: Mark) -> int:
    """Rank a jeton for a mark: the player's own from its place, one at home, one of the other's."""
    if mark is None:
        return 1
    return 0 if mark[0] is goal[0] else 2


def _home_side(side: Side) -> int:
    return 0 if side is Side.BLANCS else 1


def marks_after(marks: Marks, gesture: PushJeton | MoveFichet | MovePavillon) -> Marks:
    """Return the marks after one such gesture."""
    match gesture:
        case PushJeton():
            return marks.with_jeton(gesture.jeton, gesture.to)
        case MoveFichet():
            blancs, noirs = marks.trous
            trous = (gesture.trou, noirs) if gesture.owner is Side.BLANCS else (blancs, gesture.trou)
            return replace(marks, trous=trous)
        case MovePavillon():
            return replace(marks, pavillon=gesture.to)
