"""The published state of a backgammon table, as plain JSON values (schemas/state-backgammon.json)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from announce.phrases.backgammon import BackgammonWords
from announce.phrases.catalogue import catalogue
from announce.table_api.payloads import DISPLAY_WIDTH, plays_in_words, solo_arrows
from events.backgammon.state import Phase
from rules.position import Side

if TYPE_CHECKING:
    from announce.table_api.payloads import Json
    from announce.table_api.view import Shown
    from events.backgammon.state import BackgammonState


def backgammon_payload(
    state: BackgammonState,
    table: str,
    *,
    paused: bool = False,
    muted: bool = False,
    called: Side | None = None,
    level: str | None = None,
    waiting: bool = False,
) -> dict[str, Json]:
    """Return the state of a backgammon table as JSON values.

    Args:
        called: the side that has called the referee.
        level: of the companion.
        waiting: the table waits for its voice.
    """
    cube = state.cube
    return {
        "game": "backgammon",
        "table": table,
        "mode": str(state.mode),
        "phase": str(state.phase),
        "position": {"blancs": list(state.position.blancs), "noirs": list(state.position.noirs)},
        "pips": {str(side): state.position.pips(side) for side in Side},
        "trait": str(state.trait) if state.trait else None,
        "dice": list(state.dice) if state.dice else None,
        "cube": {
            "value": cube.value,
            "usable": cube.usable,
            "doubled_by": str(cube.doubled_by) if cube.doubled_by else None,
            "offered_by": str(cube.offered_by) if cube.offered_by else None,
        },
        "match": {"blancs": state.match.blancs, "noirs": state.match.noirs, "target": state.match.target},
        "crawford": state.crawford,
        "throw": state.throw,
        "tour": state.tour,
        "doubt": state.doubt,
        "plays": (None if state.plays is None else [[[move.start, move.end] for move in play] for play in state.plays]),
        "plays_in_words": (
            None
            if state.plays is None or state.trait is None
            else plays_in_words(BackgammonWords, state.trait, state.plays, state.dice)
        ),
        "waiting": waiting,
        "paused": paused,
        "muted": muted,
        "called": str(called) if called else None,
        "solo": {"side": str(state.companion), "level": level} if state.companion else None,
        "arrows": solo_arrows(state),
    }


def backgammon_lines(state: BackgammonState, language: str) -> tuple[str, ...]:
    """Return four lines of at most twenty characters: scores with pips, the turn with its dice, what matters most."""
    words = catalogue(language)
    names = {side: words.text(f"display.name.{side}") for side in Side}
    scores = [
        words.text(
            "display.bg.score",
            name=f"{names[side]:6.6}",
            points=str(state.match.points(side)),
            pips=str(state.position.pips(side)),
        )
        for side in Side
    ]
    dice = " {}-{}".format(*sorted(state.dice, reverse=True)) if state.dice else ""
    turn = f"> {words.text('display.bg.opening') if state.trait is None else names[state.trait]}{dice}"
    if state.phase is Phase.OVER:
        matter = words.text("display.bg.over")
    elif state.doubt:
        matter = words.text("display.doubt")
    else:
        matter = words.text("display.bg.cube", cube=str(state.cube.value))
    return tuple(line.replace("\u00a0", " ")[:DISPLAY_WIDTH] for line in (*scores, turn, matter))


class BackgammonView:
    """The view of a backgammon table."""

    def payload(self, state: BackgammonState, shown: Shown) -> dict[str, Json]:
        """Return the state as JSON values."""
        return backgammon_payload(
            state,
            shown.table,
            paused=shown.paused,
            muted=shown.muted,
            called=shown.called,
            level=shown.level,
            waiting=shown.waiting,
        )

    def lines(self, state: BackgammonState, shown: Shown) -> tuple[str, ...]:
        """Return four short lines for a small display."""
        return backgammon_lines(state, shown.language)
