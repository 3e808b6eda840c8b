"""A game's view of its table. Each game registers one (`tablier.games`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from announce.phrases.catalogue import FALLBACK

if TYPE_CHECKING:
    from announce.table_api.course import CourseShown
    from announce.table_api.payloads import Json
    from rules.position import Side


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
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

    def payload(self, state: Any, shown: Shown) -> dict[str, Json]:  # noqa: ANN401 - the state of its own game
        """Return the state as JSON values. `game` names the page's drawing; without it, trictrac's is used."""

    def lines(self, state: Any, shown: Shown) -> tuple[str, ...]:  # noqa: ANN401 - as above
        """Return four short lines for a small display."""
