"""The marks of the score: jetons that are seen, fichets and pavillon that are felt, and when they are let go."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf

from events.acts import Act
from events.board_reading import BoardReading
from events.peg_reading import LinkEvent, PegReading
from events.trictrac.acts import FichetMoved, FichetsFelt, JetonMoved, JetonReleased, JetonsInSight, PavillonMoved
from referee.trictrac.judge.counters import showing
from referee.trictrac.numbers import MARKS
from referee.trictrac.tracker.jetons import JetonsTracker, Mark
from referee.trictrac.tracker.pegs import PegsTracker
from rules.marking import Holding, Score
from rules.position import Side
from rules.seating import Seating


@dataclass(slots=True)
class MarksTracker:
    """Follows what both sides mark.

    Attributes:
        resting: since when the marks of a side lie unmoved, until they count as let go.
        moved: the sides whose jeton was moved since then.
        looked: the time of the last look at the jetons but one.
        seen_at: the time of the last look.
        disturbed: when a hand that may have moved them was last there.
        rest_before: the time of the last look before that.
        feeling: whether the holes can be felt.
        sight: the jetons last reported to be in sight.
        waiting: whether marks may be of a throw that is not read whole yet, so that none counts as let go.
    """

    jetons: JetonsTracker = field(default_factory=JetonsTracker)
    pegs: PegsTracker = field(default_factory=PegsTracker)
    resting: dict[Side, float] = field(default_factory=dict)
    moved: set[Side] = field(default_factory=set)
    looked: float = 0.0
    seen_at: float = 0.0
    disturbed: float = 0.0
    rest_before: float = 0.0
    feeling: bool = True
    sight: tuple[bool, tuple[Side, ...]] = (True, ())
    waiting: bool = False

    def recall(self, act: Act) -> None:
        """Restore what an act of the past says about the marks."""
        match act:
            case JetonMoved():
                self.jetons.recall(act.side, Mark(act.points, act.bredouille, act.left))
                self.resting[act.side] = act.t
                self.moved.add(act.side)
            case FichetMoved():
                self.pegs.trous[act.side] = act.trou
                self.resting[act.side] = act.t
            case JetonReleased():
                self.resting.pop(act.side, None)
                self.moved.discard(act.side)
            case PavillonMoved():
                self.pegs.pavillon = act.owner
            case FichetsFelt():
                self.feeling = act.felt
            case JetonsInSight():
                self.sight = act.whole, act.unseen
            case _:
                pass

    def on_link(self, event: LinkEvent) -> Iterator[Act]:
        """Report that the link to the board went down. The next snapshot of the holes shows that it is up again."""
        if self.feeling and not event.up:
            self.feeling = False
            yield FichetsFelt(event.t, felt=False)

    def on_pegs(self, reading: PegReading, seating: Seating) -> Iterator[Act]:
        """Yield the acts that a snapshot of the holes shows; after a break of the link, all fichets' places first."""
        moved = list(self.pegs.observe(reading, seating))
        if not self.feeling:
            self.feeling = True
            yield from (FichetMoved(reading.t, side, trou) for side, trou in self.pegs.trous.items())
            yield from (act for act in moved if isinstance(act, PavillonMoved))
            yield FichetsFelt(reading.t, felt=True)
            return
        for act in moved:
            if isinstance(act, FichetMoved):
                yield from self.let_go(reading.t)
                self.resting[act.side] = reading.t
            yield act

    def let_go(self, t: float) -> Iterator[Act]:
        """Take all marks seen until now for let go, because a hand moves a fichet or a player calls a fault."""
        yield from self.on_still(self.seen_at)
        yield from self._release([side for side in self.resting if side in self.moved], t)

    def on_jetons(
        self, reading: BoardReading, seating: Seating, due: Callable[[], Iterable[Score]] = tuple
    ) -> Iterator[Act]:
        """Yield the acts that the jetons show; due: returns the scores that the players are to mark now."""
        looked, self.seen_at = self.seen_at, reading.t
        self.looked = looked
        if self.disturbed > looked:
            yield from self.on_still(looked)  # the rest before shows no more
            self.jetons.disturbed()
            self.rest_before = looked
        lay = self._lay()
        yield from self._jeton_moves(
            list(self.jetons.observe(reading, seating, lambda: map(marks_of, due()))), lay, reading.t
        )
        yield from self._in_sight(reading.t)

    def on_still(self, before: float) -> Iterator[Act]:
        """Believe marks that were seen only once, before a time."""
        lay = self._lay()
        yield from self._jeton_moves(self.jetons.pending(before), lay)
        yield from self._in_sight(before)

    def _lay(self) -> dict[Side, Mark]:
        """Return what both sides are believed to mark."""
        return {side: self.jetons.marks.get(side, Mark()) for side in Side}

    def _jeton_moves(
        self, moved: Sequence[tuple[Side, Mark, float]], lay: Mapping[Side, Mark], rests: float | None = None
    ) -> Iterator[Act]:
        """Yield the moves of jetons, after the marks that had been let go before them.

        A mark that a look showed still lying when the hand came again had been let go.

        Args:
            moved: the marks that changed, with the times they were first seen.
            lay: the marks before.
            rests: since when the new marks lie there; None: since they were first seen.
        """
        if moved:
            before = [side for side, since in self.resting.items() if since <= self.rest_before]
            yield from self._release(before, moved[0][2], lay)
        for side, mark, t in moved:
            self.resting[side] = t if rests is None else rests
            self.moved.add(side)
            yield JetonMoved(t, side, mark.points, mark.bredouille, mark.left)

    def _in_sight(self, t: float) -> Iterator[Act]:
        """Report which jetons are in sight, if that has changed and there are any."""
        sight = self.jetons.whole, self.jetons.unseen
        if sight != self.sight and self.jetons.marks:
            self.sight = sight
            yield JetonsInSight(t, *sight)

    def release_rested(self, t: float) -> Iterator[Act]:
        """Release the marks that have lain still for long enough."""
        still = [
            side
            for side, since in self.resting.items()
            if t - max(since, self.disturbed) >= MARKS.rest and self.jetons.candidate is None
        ]
        yield from self._release(still, t)

    def now(self, t: float, *, made_before: float = inf) -> Iterator[Act]:
        """Release the marks made before a time as they lie, as there is no time left to see them rest."""
        lay = self._lay()
        yield from self._jeton_moves(self.jetons.pending(), lay, t)
        yield from self._in_sight(t)
        yield from self._release([side for side, since in self.resting.items() if since <= made_before], t)

    def shown_score(self, counted: Score) -> Score:
        """Return the score that jetons, fichets and pavillon show; counted: the companion's, used without jetons."""
        score = replace(counted, pavillon=self.pegs.pavillon)
        if not self.jetons.marks:
            for side, trou in self.pegs.trous.items():
                score = score.with_holding(side, replace(score.of(side), trous=trou))
            return score
        marks = {side: self.jetons.marks.get(side, Mark()) for side in Side}
        for side, mark in marks.items():
            alone = not marks[side.adversary].points
            bredouille = mark.points > 0 and (alone or mark.bredouille)
            score = score.with_holding(side, Holding(mark.points, bredouille, self.pegs.trous.get(side, 0)))
        return score

    def adopt(self) -> None:
        """Take all marks shown now, even those seen once, for old, so that none counts for a later throw."""
        self.jetons.pending()
        self.resting.clear()
        self.moved.clear()

    def lying(self, score: Score, t: float) -> Iterator[Act]:
        """Yield the marks that show a score, for each side that has marks."""
        for side, mark in marks_of(score).items():
            if side in self.jetons.marks:
                yield JetonMoved(t, side, mark.points, mark.bredouille)
                yield JetonReleased(t, side, mark.points, mark.bredouille)

    def made_from(self, before: Score | None, t: float) -> Iterator[Act]:
        """Yield the marks that turn a score into the one shown now, although nobody was seen to make them."""
        for side in Side:
            mark, held = self.jetons.marks.get(side, Mark()), (before or Score()).of(side)
            if self.pegs.trous.get(side, 0) != held.trous:
                yield FichetMoved(t, side, self.pegs.trous[side])
            if mark.points != held.points:
                yield JetonMoved(t, side, mark.points, mark.bredouille, mark.left)
                yield JetonReleased(t, side, mark.points, mark.bredouille, mark.left)

    def _release(self, sides: list[Side], t: float, lay: Mapping[Side, Mark] | None = None) -> Iterator[Act]:
        """Report that these sides let go of their jetons, if any was ever seen."""
        for side in () if self.waiting else sides:
            del self.resting[side]
            self.moved.discard(side)
            if self.jetons.marks:
                mark = (lay or self.jetons.marks).get(side, Mark())
                yield JetonReleased(t, side, mark.points, mark.bredouille, mark.left)


def marks_of(score: Score) -> dict[Side, Mark]:
    """Return the marks that show a score."""
    shown = {side: showing(score).of(side) for side in Side}
    return {side: Mark(one.points, one.double) for side, one in shown.items()}
