"""The formats of a tournament's matches. Each game registers its own; no other module knows the games."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from rules.marking import TROUS_DU_TOUR

LONGEST_MATCH: Final = 99
"""The most marqués or points of a match: two digits on the sheet."""


@dataclass(frozen=True, slots=True)
class MatchFormat:
    """One kind of match.

    Attributes:
        name: in a tournament's file and its requests; its phrases are `club.game.NAME` and `club.target.NAME`.
        unit: of a score, in messages.
        targets: the possible lengths of a match; a single one needs no choice.
        together: whether the length limits the sum of both scores, not each score.
    """

    name: str
    unit: str
    targets: range
    together: bool = False

    @property
    def fixed(self) -> int | None:
        """The only length, None where there is a choice."""
        return self.targets.start if len(self.targets) == 1 else None

    def payload(self) -> dict[str, Any]:
        """Return the format as the page gets it. targets: the shortest length, the longest and the step."""
        targets = (self.targets.start, self.targets[-1], self.targets.step)
        return {"name": self.name, "targets": targets, "together": self.together}

    def lengths_in_words(self) -> str:
        """Return the lengths in words, as `an even number from 2 to 98`."""
        first, last = self.targets.start, self.targets[-1]
        if self.fixed is not None:
            return str(first)
        return f"{first} to {last}" if self.targets.step == 1 else f"an even number from {first} to {last}"

    def fits(self, target: int, score: tuple[int, int]) -> bool:
        """Return whether a match can end with this score. A match stopped for time may be shorter than its length."""
        most = sum(score) if self.together else max(score)
        return min(score) >= 0 and most <= target and min(score) < target


TOUR: Final = MatchFormat("tour", "trous", range(TROUS_DU_TOUR, TROUS_DU_TOUR + 1))
"""The format of a tournament that names none."""
FORMATS: Final = {TOUR.name: TOUR}
"""Every format that this process knows, by name."""


def register(formats: Iterable[MatchFormat]) -> None:
    """Register formats, before a tournament is read or started."""
    FORMATS.update({one.name: one for one in formats})
