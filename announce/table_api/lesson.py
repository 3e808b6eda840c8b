"""The plays open to a beginner: the legal plays of the current throw, and the dames in the air."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from events.state import Mode
from events.trictrac.state import Phase
from rules.plays import legal_plays

if TYPE_CHECKING:
    from events.trictrac.state import TableState
    from rules.play import Move
    from rules.position import Case, Counts


@dataclass(frozen=True, slots=True)
class Lesson:
    """What a beginner can play. Cases are in the thrower's numbering.

    plays: every legal play of the throw. lifted: cases from which a dame was taken that is still in the air.
    """

    plays: tuple[tuple[Move, ...], ...]
    lifted: tuple[Case, ...] = ()


class Tutor:
    """Follows the states of a table. The plays belong to the position before any dame of the throw was touched."""

    def __init__(self) -> None:
        self._throw: tuple[int, int] | None = None
        self._before: Counts = ()
        self._plays: tuple[tuple[Move, ...], ...] = ()

    def lesson(self, state: TableState) -> Lesson | None:
        """Return the plays open now; None outside a lesson and when no side is to play."""
        if state.mode is not Mode.LESSON or state.dice is None or state.phase in (Phase.LEAVING, Phase.OVER):
            return None
        now = state.position.counts(state.trait)
        if state.phase is Phase.TO_MARK and not state.position.breaches():
            self._throw, self._before = (state.tour, state.throw), now
            self._plays = tuple(play.moves for play in legal_plays(state.position, state.trait, state.dice).plays)
        if self._throw != (state.tour, state.throw) or state.phase is Phase.TO_THROW:
            return None
        in_the_air = sum(now) < sum(self._before)
        lifted = [case for case, (was, is_) in enumerate(zip(self._before, now, strict=True), 1) if is_ < was]
        return Lesson(self._plays, tuple(lifted) if in_the_air else ())
