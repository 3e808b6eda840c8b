"""The beam: weighted hypotheses of what happened, and their successors, which each look weighs.

1. A hypothesis is an act log and the situation it leads to. The beam never looks inside: the game gives its successors.
2. While a rest lasts, its looks weigh the successors of the hypotheses that stood when it began. When it ends, the best
   successors are the hypotheses of the next one.
3. Hypotheses about the past stay in the beam, so that later evidence still weighs them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from referee.inference.dames import Rest


class Keyed(Protocol):
    """A hypothesis that may equal another one."""

    @property
    def key(self) -> Hashable:
        """Equal for hypotheses that lead to the same table; only the heaviest of those is kept."""


class Hypothesis(Keyed, Protocol):
    """A hypothesis as the beam knows it."""

    @property
    def looks(self) -> NDArray[np.intp]:
        """The counts a camera would see, (48,): Blancs' own cases, then Noirs'."""


KeyedT = TypeVar("KeyedT", bound=Keyed)
HypothesisT = TypeVar("HypothesisT", bound=Hypothesis)


@dataclass(frozen=True, slots=True)
class Successors:
    """The n tables that a hypothesis may lead to by the next look; row 0 is the unchanged one.

    Attributes:
        looks: the counts a camera would see, (n, 48).
        nats: log priors, (n,).
    """

    looks: NDArray[np.intp]
    nats: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Weighed(Generic[KeyedT]):
    """A hypothesis and its log weight; only differences of weights mean anything."""

    hypothesis: KeyedT
    nats: float


@dataclass(slots=True)
class Beam(Generic[HypothesisT]):
    """The hypotheses that stood at the end of the last rest.

    Attributes:
        kept: how many hypotheses are kept.
        within: nats behind the best beyond which a hypothesis is dropped.
        stood: the hypotheses, the best first.
    """

    kept: int
    within: float
    stood: list[Weighed[HypothesisT]] = field(default_factory=list)

    def start(self, hypothesis: HypothesisT) -> None:
        """Start from one hypothesis that is certain."""
        self.stood = [Weighed(hypothesis, 0.0)]

    def weighed(self, rest: Rest, successors: Sequence[Successors]) -> list[tuple[int, int, float]]:
        """Return the successors that are not too far behind the best, the best first.

        Each is given by its hypothesis' place in `stood`, its row, and its log weight. successors: of each in `stood`.
        """
        found: list[tuple[int, int, float]] = []
        for at, (each, those) in enumerate(zip(self.stood, successors, strict=True)):
            scores = rest.scores(those.looks, each.hypothesis.looks) + those.nats + each.nats
            rows = np.flatnonzero(scores >= scores.max() - self.within)
            found += [(at, int(row), float(scores[row])) for row in rows]
        found.sort(key=lambda one: -one[2])
        return [one for one in found if one[2] >= found[0][2] - self.within]

    def become(self, hypotheses: Iterable[Weighed[HypothesisT]]) -> None:
        """Replace the hypotheses by the best of these."""
        self.stood = best_of(hypotheses, self.kept, self.within)


def best_of(hypotheses: Iterable[Weighed[KeyedT]], kept: int, within: float) -> list[Weighed[KeyedT]]:
    """Return the heaviest hypothesis of each key, of those the best, the best first with weight 0; see `Beam`."""
    best: dict[Hashable, Weighed[KeyedT]] = {}
    for one in hypotheses:
        known = best.get(one.hypothesis.key)
        if known is None or known.nats < one.nats:
            best[one.hypothesis.key] = one
    ranked = sorted(best.values(), key=lambda one: -one.nats)[:kept]
    top = ranked[0].nats
    return [Weighed(one.hypothesis, one.nats - top) for one in ranked if one.nats >= top - within]


def shares(nats: Sequence[float]) -> list[float]:
    """Return probabilities from log weights, which are known up to a constant."""
    weights = np.exp(np.array(nats) - max(nats))
    return [float(each) for each in weights / weights.sum()]
