"""What the coach found, as the page shows it: of one game, and of a player over his sittings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from announce.page.analysis import analysis_document
from rules.position import Side

if TYPE_CHECKING:
    from collections.abc import Iterable

    from announce.table_api.payloads import Json
    from tablier.storage.analyses import Analysis


def shown(found: Analysis) -> dict[str, Json]:
    """One game for the viewer."""
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
    """Every player who has a name, by it: his sittings in order, those with a throw of his that was judged."""
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
