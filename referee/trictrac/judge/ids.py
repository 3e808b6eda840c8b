"""Names of rulings: unique in a game, and the same for the same fault when the past is judged again."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from referee.trictrac.judge.situation import FaultKey, Situation


@dataclass(slots=True)
class Ids:
    """Gives names to rulings.

    branch: how often throws were undone; a fault made again after that has a new name.
    gone: withdrawn faults; if one is found again, it has a new name, because its withdrawal was announced.
    """

    last: int = 0
    branch: int = 0
    faults: dict[tuple[int, int, FaultKey, int], str] = field(default_factory=dict)
    named: Counter[tuple[int, int]] = field(default_factory=Counter)
    gone: set[str] = field(default_factory=set)

    def new(self) -> str:
        """Return a new name."""
        self.last += 1
        return str(self.last)

    def of_fault(self, situation: Situation, key: FaultKey) -> str:
        """Return the name of a fault about to be ruled in a situation. When judged again it keeps its name."""
        whole = (self.branch, situation.tour, key, situation.faults.count(key))
        if whole not in self.faults or self.faults[whole] in self.gone:
            self.named[whole[:2]] += 1
            self.faults[whole] = f"f{self.branch}.{situation.tour}.{self.named[whole[:2]]}"
        return self.faults[whole]
