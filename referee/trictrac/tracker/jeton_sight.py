"""How well jetons are seen at one table: learnt from those believed to lie there, and from reports of others."""

from __future__ import annotations

from dataclasses import dataclass
from math import log

import numpy as np
from numpy.typing import NDArray

from referee.inference.tables import JETONS


@dataclass(slots=True)
class JetonSight:
    """How often a look shows jetons; later looks count for more.

    Attributes:
        seen, missed: jetons on marks that a look showed, and that it did not.
        looks: how many looks were counted.
        false: how many jetons appeared where none lay.
    """

    seen: float = 0.0
    missed: float = 0.0
    looks: float = 0.0
    false: float = 0.0

    @property
    def wrong(self) -> float:
        """The share of jetons on marks that are not seen there, or seen where none lies, 0..1."""
        seen, missed, false = JETONS.seen + self.seen, JETONS.missed + self.missed, JETONS.false + self.false
        return 1 - seen / (seen + missed + false)

    def count(self, lie: NDArray[np.intp], seen: NDArray[np.intp], lost: int) -> None:
        """Count the first look after a hand: jetons that lie at each place and that were seen; lost: seen at none."""
        both, lack = np.minimum(lie, seen)[1:].sum(), max(0, np.maximum(lie - seen, 0)[1:].sum() - lost)
        self.seen, self.missed = (JETONS.kept * n + float(now) for n, now in ((self.seen, both), (self.missed, lack)))

    def count_false(self, lie: NDArray[np.intp], seen: NDArray[np.intp], before: NDArray[np.intp]) -> None:
        """Count jetons that appear where none lies, though the look before did not show them."""
        new = np.maximum(seen - np.maximum(lie, before), 0).sum()
        self.looks, self.false = JETONS.kept * self.looks + 1, JETONS.kept * self.false + float(new)

    def nats(
        self, lie: NDArray[np.intp], seen: NDArray[np.intp], lost: int, before: NDArray[np.intp] | None
    ) -> NDArray[np.float64]:
        """Return the log likelihood of a look if the jetons lie so, (n, 11) -> (n,).

        What a look before showed wrongly is shown so again more often.
        seen, before: how many jetons this look and the one before show at each place; None if they may have moved.
        lost: how many are seen at no place.
        """
        lack, more = np.maximum(lie - seen, 0), np.maximum(seen - lie, 0)
        found = gone = old_lack = old_more = np.zeros_like(lie)
        if before is not None:
            lacked, had = np.maximum(lie - before, 0), np.maximum(before - lie, 0)
            old_lack, old_more = np.minimum(lack, lacked), np.minimum(more, had)
            found, gone = lacked - old_lack, had - old_more
        again, other = log(JETONS.again), log(1 - JETONS.again)
        new = np.maximum((lack - old_lack).sum(axis=1) - lost, 0)
        nats = log((JETONS.missed + self.missed) / (JETONS.seen + self.seen)) * new
        often = (JETONS.false + self.false) / (JETONS.looks + self.looks)
        nats = nats + log(often / lie.shape[1]) * (more - old_more).sum(axis=1)
        return np.asarray(
            nats + again * (old_lack + old_more).sum(axis=1) + other * (found + gone).sum(axis=1), np.float64
        )
