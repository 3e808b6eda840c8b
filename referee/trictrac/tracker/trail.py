"""The rests of the throw under way, as hypotheses of how its player's dames came to stand where they stand now.

1. What a rest showed is often unclear when a hand comes back. Its best explanations are kept, and later rests weigh
   them.
2. A dame that had left its case and stands there again, or further back than before, was put back: a fault (Jeu 3,
   fausse cases 1-3). It is reported if that leads every other explanation by what an accusation costs, or if the other
   player calls a fault.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import exp, log1p
from typing import TypeAlias

from events.acts import DameLifted, DamePlaced
from referee.inference.beam import Weighed, best_of
from referee.inference.deciding import worth_accusing
from referee.inference.moves import displaced
from referee.inference.tables import FILTER, Costs
from referee.trictrac.judge.situation import Throw
from referee.trictrac.numbers import PLAYS, REACH
from referee.trictrac.tracker.dames import UNFORESEEN
from referee.trictrac.tracker.hypotheses import Story
from referee.trictrac.tracker.hypothesis_scoring import Contender
from referee.trictrac.tracker.moves import moved_back, one_after_the_other, ways_between
from rules.position import Case, Counts

Came: TypeAlias = Callable[[Case, float, Sequence[Case]], float]
"""The nats by which the player's hand touched a dame on a case after a time, as it was there, and not at others."""


@dataclass(frozen=True, slots=True)
class Stand:
    """How the dames stood from one rest until a hand came after another, and how they came to.

    Attributes:
        prior: how surprising it is to see them so at a rest of the throw, in nats.
        back: the cases on which dames taken up before were put back first.
    """

    counts: Counts
    story: Story
    since: float
    until: float
    prior: float = 0.0
    back: tuple[Case, ...] = ()


@dataclass(frozen=True, slots=True)
class Path:
    """How the dames stood at each rest at which they stood otherwise than before.

    Attributes:
        stands: in order of time.
        undone: how many times a dame was put back.
        score: nats of the looks of the rest that speaks most against the last stand.
    """

    stands: tuple[Stand, ...] = ()
    undone: int = 0
    score: float = 0.0

    @property
    def key(self) -> tuple[object, ...]:
        """Equal for the same stands, reached with or without a dame put back."""
        return self.undone, *(one.counts for one in self.stands)


def _came_beyond(case: Case, before: Counts, after: Counts) -> bool:
    """Return whether a dame came to a case beyond this one, or left the board."""
    return any(more > less for less, more in zip(before[case:], after[case:], strict=True)) or sum(after) < sum(before)


@dataclass(slots=True)
class Trail:
    """The paths of the dames since the position last reported.

    Attributes:
        number: the throw.
        start: the counts last reported.
        stood: the paths, the best first.
        suspected: the likeliest path with a dame put back, if it was not reported, and its lead in nats.
    """

    number: int = 0
    start: Counts = ()
    stood: list[Weighed[Path]] = field(default_factory=lambda: [Weighed(Path(), 0.0)])
    suspected: tuple[Path, float] | None = None

    def follow(self, throw: Throw, standing: Counts) -> None:
        """Start from the position reported, if that has changed."""
        if throw.number != self.number:
            self.suspected = None
        if (throw.number, standing) != (self.number, self.start):
            self.number, self.start, self.stood = throw.number, standing, [Weighed(Path(), 0.0)]

    def rest(self, throw: Throw, seen: Sequence[Contender], since: float, t: float, came: Came) -> None:
        """Weigh a rest in that ends at t; seen: its explanations, since: when the likeliest began to lead."""
        found = [way for one in self.stood for to in seen for way in self._extended(one, to, throw, since, t, came)]
        self.stood = best_of(found, FILTER.kept, FILTER.within)

    def _extended(
        self, one: Weighed[Path], to: Contender, throw: Throw, since: float, t: float, came: Came
    ) -> Iterator[Weighed[Path]]:
        path = one.hypothesis
        if to.counts == self._last(path):
            stands = (*path.stands[:-1], *(replace(last, until=t) for last in path.stands[-1:]))
            score = min(path.score, to.score)
            yield Weighed(Path(stands, path.undone, score), one.nats + score - path.score)
            return
        # A dame in a hand at a rest is a surprise, but only once: the rest before may have shown it already.
        surprise = min(0.0, to.prior - (path.stands[-1].prior if path.stands else 0.0))
        for nats, back, undone in self._steps(path, to.counts, throw, came):
            stands = (*path.stands, Stand(to.counts, to.story, since, t, to.prior, back))
            yield Weighed(Path(stands, path.undone + undone, to.score), one.nats + nats + surprise + to.score)

    def undone_before(self, throw: Throw, counts: Counts, came: Came, costs: Costs) -> tuple[Path, float] | None:
        """Return the likeliest path to the present counts on which a dame was put back, and its lead; None if none.

        The last stand of the path only says which dames were put back since the one before it. A path on which fewer
        were put back is taken, if more would not be worth an accusation.
        """
        best: dict[int, tuple[float, Path]] = {}
        for one in self.stood:
            path = one.hypothesis
            ways = (
                [(one.nats, path)]
                if counts == self._last(path)
                else [
                    (
                        one.nats + nats,
                        Path((*path.stands, Stand(counts, Story.STANDING, 0.0, 0.0, back=back)), path.undone + undone),
                    )
                    for nats, back, undone in self._steps(path, counts, throw, came)
                ]
            )
            for nats, way in ways:
                if way.undone not in best or best[way.undone][0] < nats:
                    best[way.undone] = nats, way
        innocent = best.pop(0)[0] if 0 in best else min(one.nats for one in self.stood) - FILTER.within
        if not best:
            return None
        nats, path = best[min(best)]
        for undone in sorted(best):
            if worth_accusing(best[undone][0] - nats, costs):
                nats, path = best[undone]
        return path, max(nats for nats, _ in best.values()) - innocent

    def _last(self, path: Path) -> Counts:
        return path.stands[-1].counts if path.stands else self.start

    def _steps(self, path: Path, to: Counts, throw: Throw, came: Came) -> Iterator[tuple[float, tuple[Case, ...], int]]:
        """Yield the steps that lead from a path to other counts.

        Each is its log prior, the cases on which dames in the hand were put back, and how many dames were put back.
        """
        last, now = self._last(path), path.stands[-1] if path.stands else None
        if now is None or now.story in UNFORESEEN or last == self.start:
            yield 0.0, (), 0  # from a board knocked over, it was put right
            return
        before = path.stands[-2].counts if len(path.stands) > 1 else self.start
        three = tuple(enumerate(zip(before, last, to, strict=True), 1))
        # A dame let go, and taken up again or moved back.
        again = tuple(case for case, (stood, held, stands) in three if stood < held > stands)
        if now.story is not Story.IN_HAND:
            if displaced(last, to) <= 1 and not moved_back(last, to) and now.story is not Story.PLAYED:
                yield 0.0, (), 0
                return
            reached = tuple(case for case, (_, held, stands) in three if held < stands)
            there = len(again) > 0 and all(came(case, now.until, reached) > 0 for case in again)
            yield PLAYS.undone + REACH.retaken * there, (), max(1, moved_back(last, to))
            return
        back = tuple(case for case, (stood, held, stands) in three if held < stood <= stands)
        undone = sum(not _came_beyond(case, last, to) for case in again)
        nats = PLAYS.undone if undone else 0.0
        if back:
            yield nats + PLAYS.held_back + min(came(case, now.until, ()) for case in back), back, undone + len(back)
        if all(self._plays_from(case, to, throw) for case in back):
            yield nats + log1p(-exp(PLAYS.held_back)), (), undone

    def _plays_from(self, case: Case, to: Counts, throw: Throw) -> bool:
        """Return whether a lawful play to these counts takes a dame from a case, or moves it on from there."""
        plays = (play for play in throw.plays.plays if play.result.counts(throw.side) == to)
        reported = self.start[case - 1] > throw.base.counts(throw.side)[case - 1]
        return any(reported or case in {move.start for move in play.moves} for play in plays)

    def acts(self, path: Path, throw: Throw) -> Iterator[DameLifted | DamePlaced]:
        """Yield the acts of a path up to its last stand, which is reported otherwise, from the counts `left_from`."""
        side = throw.side
        for stood, stand in zip((None, *path.stands), path.stands, strict=False):
            for case in stand.back:
                yield DamePlaced(stand.since if stood is None else stood.until, side, case)
            if stand is path.stands[-1]:
                return
            counts = self._with_back(stood, stand)
            if stand.story is Story.IN_HAND:
                yield from one_after_the_other(stand.since, side, counts, stand.counts, throw.dice)
            else:
                yield from ways_between(stand.since, side, counts, stand.counts)

    def left_from(self, path: Path) -> Counts:
        """Return the counts from which a path's last stand was reached, once dames taken up before are put back."""
        return self._with_back(path.stands[-2] if len(path.stands) > 1 else None, path.stands[-1])

    def _with_back(self, stood: Stand | None, stand: Stand) -> Counts:
        counts = self.start if stood is None else stood.counts
        return tuple(count + (case in stand.back) for case, count in enumerate(counts, 1))

    def held_since(self, case: Case, count: int) -> float | None:
        """Return since when a dame taken from a case was in a hand at rest, which left `count` dames there, if so."""
        path = self.stood[0].hypothesis
        last = path.stands[-1] if path.stands else None
        if last is None or last.story is not Story.IN_HAND or not last.counts[case - 1] == count < self.start[case - 1]:
            return None
        return last.since
