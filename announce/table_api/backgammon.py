"""The published state of a backgammon table, as plain JSON values (schemas/state-backgammon.json)."""

from __future__ import annotations

from announce.phrases.backgammon import BackgammonWords
from announce.phrases.catalogue import catalogue
from announce.table_api.payloads import Json, display_lines, plays_in_words
from announce.table_api.view import TableFacts, table_payload
from events.backgammon.state import BackgammonState, Phase
from rules.position import Side


class BackgammonView:
    """The view of a backgammon table."""

    def payload(self, state: BackgammonState, shown: TableFacts) -> dict[str, Json]:
        """Return the state as JSON values."""
        cube = state.cube
        plays = state.plays
        return {
            "game": "backgammon",
            **table_payload(state, shown),
            "pips": {str(side): state.position.pips(side) for side in Side},
            "cube": {
                "value": cube.value,
                "usable": cube.usable,
                "doubled_by": str(cube.doubled_by) if cube.doubled_by else None,
                "offered_by": str(cube.offered_by) if cube.offered_by else None,
            },
            "match": {"blancs": state.match.blancs, "noirs": state.match.noirs, "target": state.match.target},
            "crawford": state.match.crawford,
            "plays": None if plays is None else [[[move.start, move.end] for move in play] for play in plays],
            "plays_in_words": (
                None
                if plays is None or state.trait is None
                else plays_in_words(BackgammonWords, state.trait, plays, state.dice)
            ),
        }

    def lines(self, state: BackgammonState, shown: TableFacts) -> tuple[str, ...]:
        """Return four short lines for a small display: scores with pips, the turn with its dice, what matters most."""
        words = catalogue(shown.language)
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
        return display_lines(*scores, turn, matter)
