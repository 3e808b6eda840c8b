"""A game's view of its table. Each game registers one (`tablier.games`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from announce.phrases.catalogue import FALLBACK
from announce.table_api.course import CourseShown
from announce.table_api.payloads import Json
from events.backgammon.state import BackgammonState
from events.trictrac.state import TableState
from rules.position import Side


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFacts:
    """Facts about the table that are shown with a state. The API adds its own: `table` to `called`, and `waiting`.

    Attributes:
        table: the id of the table.
        language: of the small display.
        prompting: in referee mode, show what players must see for themselves.
        called: the side that has called the referee.
        waiting: whether a lesson's table waits for its voice.
        paused: whether the table has stopped watching.
        muted: whether the voice is silent.
        guess: "on" or "open" in a lesson (docs/mqtt.md).
        level: of the companion in a solo game.
        players: the names of Blancs and Noirs, None where the game has none.
        course: the exercise under way, None for none.
    """

    table: str = ""
    language: str = FALLBACK
    prompting: bool = False
    called: Side | None = None
    waiting: bool = False
    paused: bool = False
    muted: bool = False
    guess: str | None = None
    level: str | None = None
    players: dict[str, str] | None = None
    course: CourseShown | None = None


class View(Protocol):
    """The states of one table of a game, as the page and MQTT show them."""

    def payload(self, state: Any, shown: TableFacts) -> dict[str, Json]:  # noqa: ANN401 - the state of its own game
        """Return the state as JSON values. `game` names the page's drawing; without it, trictrac's is used."""

    def lines(self, state: Any, shown: TableFacts) -> tuple[str, ...]:  # noqa: ANN401 - as above
        """Return four short lines for a small display."""


def table_payload(state: TableState | BackgammonState, shown: TableFacts) -> dict[str, Json]:
    """Return the fields that every game's state has."""
    return {
        "table": shown.table,
        "mode": str(state.mode),
        "phase": str(state.phase),
        "position": {"blancs": list(state.position.blancs), "noirs": list(state.position.noirs)},
        "trait": str(state.trait) if state.trait else None,
        "dice": list(state.dice) if state.dice else None,
        "throw": state.throw,
        "tour": state.tour,
        "doubt": state.doubt,
        "paused": shown.paused,
        "muted": shown.muted,
        "called": str(shown.called) if shown.called else None,
        "waiting": shown.waiting,
        "solo": {"side": str(state.companion), "level": shown.level} if state.companion else None,
        "arrows": _arrows(state),
    }


def _arrows(state: TableState | BackgammonState) -> list[Json]:
    """Return the companion's play that is still to be made for it, and the play that the player was advised to make."""
    drawn = ((state.companion, state.to_move, "play"), (state.trait, state.advice, "best"))
    return [
        {"side": str(side), "from": move.start, "to": move.end, "kind": kind}
        for side, moves, kind in drawn
        for move in moves
        if side is not None
    ]
