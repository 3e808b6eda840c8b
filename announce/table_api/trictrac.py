"""The published state of a trictrac table, and of one with a partie à écrire."""

from __future__ import annotations

from typing import TYPE_CHECKING

from announce.table_api.course import course_payload
from announce.table_api.lesson import Tutor
from announce.table_api.partie import partie_payload
from announce.table_api.payloads import display_lines, state_payload

if TYPE_CHECKING:
    from announce.table_api.payloads import Json
    from announce.table_api.view import Shown
    from events.a_ecrire import EcrireState
    from events.trictrac.state import TableState


class TrictracView:
    """The view of a trictrac table. Its tutor finds the plays open in a lesson."""

    def __init__(self) -> None:
        self._tutor = Tutor()

    def payload(self, state: TableState, shown: Shown) -> dict[str, Json]:
        """Return the state as JSON values."""
        return state_payload(
            state,
            shown.table,
            prompting=shown.prompting,
            paused=shown.paused,
            muted=shown.muted,
            called=shown.called,
            guess=shown.guess,
            level=shown.level,
            players=shown.players,
            waiting=shown.waiting,
            course=None if shown.course is None else course_payload(shown.course),
            lesson=self._tutor.lesson(state),
        )

    def lines(self, state: TableState, shown: Shown) -> tuple[str, ...]:
        """Return four short lines for a small display."""
        return display_lines(state, shown.language, prompting=shown.prompting, guess=shown.guess)


class EcrireView:
    """The view of a trictrac table with its partie: the players, the marqués, the accounts."""

    def __init__(self) -> None:
        self._table = TrictracView()

    def payload(self, state: EcrireState, shown: Shown) -> dict[str, Json]:
        """Return the state as JSON values."""
        return {**self._table.payload(state.table, shown), "partie": partie_payload(state.sitting)}

    def lines(self, state: EcrireState, shown: Shown) -> tuple[str, ...]:
        """Return four short lines for a small display."""
        return self._table.lines(state.table, shown)
