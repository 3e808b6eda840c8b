"""The coach's findings for the page: about one game, and about each player over all sittings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from announce.page.past_games import analysis_document
from rules.position import Side

if TYPE_CHECKING:
    from collections.abc import Iterable

    from announce.table_api.payloads import Json
    from tablier.storage.analyses import Analysis


def shown(found: Analysis) -> dict[str, Json]:
    """Return the analysis of one game for the viewer."""
    players: dict[str, Json] = {}
    for side in Side:
        tally = found.tally(side)
        players[side] = {
            "name": tally.name,
            "forgotten": tally.account.forgotten,
            "bredouilles": tally.bredouilles,
        }
    return analysis_document(len(found.tours), found.plays, players)


def progress(analyses: Iterable[Analysis]) -> list[dict[str, Json]]:
    """Return every named player's sittings, in order, if the coach judged a throw of theirs."""
    players: dict[str, list[Json]] = {}
    for found in analyses:
        for side in Side:
            tally = found.tally(side)
            plays = [play for play in found.plays if play.side is side]
            if not tally.name or not plays:
                continue
            sitting: dict[str, Json] = {
                "game": found.game,
                "begun": found.begun,
                "throws": len(plays),
                "lost": round(sum(play.lost + play.lost_by_decision for play in plays), 3),
                "luck": round(sum(play.luck for play in plays), 3),
                "forgotten": tally.account.forgotten,
                "trous": tally.trous,
                "bredouilles": tally.bredouilles,
            }
            players.setdefault(tally.name, []).append(sitting)
    return [{"player": name, "sittings": sittings} for name, sittings in sorted(players.items())]
