"""The kinds of match a tournament can have. Each game registers its own, and no other module tells them apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from rules.marking import TROUS_DU_TOUR

if TYPE_CHECKING:
    from collections.abc import Iterable

LONGEST_MATCH: Final = 99
"""Marqués, or points, a match may be played for: two digits on the sheet."""


@dataclass(frozen=True, slots=True)
class MatchFormat:
    """One kind of match.

    name: in a tournament's file and its requests; `club.game.NAME` and `club.target.NAME` are its phrases
    unit: of a score, in messages
    targets: the lengths a match can have; a single one needs no choice
    together: whether the length bounds both scores together, not each
    """

    name: str
    unit: str
    targets: range
    together: bool = False

    @property
    def fixed(self) -> int | None:
        """The only length; None where there is a choice."""
        return self.targets.start if len(self.targets) == 1 else None

    def payload(self) -> dict[str, Any]:
        """The format as the page gets it; targets: the shortest, the longest and the step."""
        targets = (self.targets.start, self.targets[-1], self.targets.step)
        return {"name": self.name, "targets": targets, "together": self.together}

    def expected(self) -> str:
        """The lengths in words, as `an even number from 2 to 98`."""
        first, last = self.targets.start, self.targets[-1]
        if self.fixed is not None:
            return str(first)
        return f"{first} to {last}" if self.targets.step == 1 else f"an even number from {first} to {last}"

    def fits(self, target: int, score: tuple[int, int]) -> bool:
        """Whether a match can end so; one that time ended may stop short of its length."""
        most = sum(score) if self.together else max(score)
        return min(score) >= 0 and most <= target and min(score) < target


TOUR: Final = MatchFormat("tour", "trous", range(TROUS_DU_TOUR, TROUS_DU_TOUR + 1))
"""The format of a tournament that names none."""
FORMATS: Final = {TOUR.name: TOUR}
"""Every format known to this process, by name."""


def register(formats: Iterable[MatchFormat]) -> None:
    """Make formats known before a tournament is read or begun."""
    FORMATS.update({one.name: one for one in formats})
