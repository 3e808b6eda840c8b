"""What rulings are called: unique in a game, and the same for the same fault when the past is judged again."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee.judge.situation import FaultKey, Situation


@dataclass(slots=True)
class Ids:
    """Gives names to rulings; branch: how often the game was taken back, as what is done again is another fault."""

    last: int = 0
    branch: int = 0
    faults: dict[tuple[int, int, FaultKey, int], str] = field(default_factory=dict)

    def new(self) -> str:
        """A name nothing had before."""
        self.last += 1
        return str(self.last)

    def of_fault(self, situation: Situation, key: FaultKey) -> str:
        """The name of a fault about to be told in a situation; judged again it has the one it had."""
        whole = (self.branch, situation.tour, key, situation.faults.count(key))
        return self.faults.setdefault(whole, f"f{self.branch}.{situation.tour}.{self._in_tour(situation.tour) + 1}")

    def _in_tour(self, tour: int) -> int:
        return sum(known[0] == self.branch and known[1] == tour for known in self.faults)
