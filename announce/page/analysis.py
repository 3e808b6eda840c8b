"""What the coach found in a game, for the viewer to show (docs/page.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from announce.phrases import coach_phrase, languages
from announce.report.plays import SHOWN

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from announce.report.plays import JudgedPlay
    from announce.table_api.payloads import Json
    from rules.play import Move

NO_ANALYSIS: Final[dict[str, Json]] = {"state": "none"}
"""Of a game that was not judged."""
WORKING: Final[dict[str, Json]] = {"state": "working"}
"""Of a game that is being judged."""
REFUSED: Final[dict[str, Json]] = {"state": "refused"}
"""Of a game that cannot be judged, or not now."""


def analysis_document(tours: int, plays: Iterable[JudgedPlay], players: Mapping[str, Json]) -> dict[str, Json]:
    """Build the document of a game that was judged.

    Args:
        tours: how many tours it covers.
        plays: every throw, in order.
        players: by their side, what else is known of each.
    """
    return {"state": "ready", "tours": tours, "throws": [_throw(one) for one in plays], "players": dict(players)}


def _throw(one: JudgedPlay) -> Json:
    """One throw: what there was to win and what was lost; the plays only where something was."""
    throw: dict[str, Json] = {
        "tour": one.tour,
        "throw": one.throw,
        "side": str(one.side),
        "win": round(one.win, 3),
        "luck": round(one.luck, 3),
        "lost": round(one.lost, 3),
        "lost_by_decision": round(one.lost_by_decision, 3),
    }
    if one.left is not None:
        throw["left"] = one.left
    if one.lost >= SHOWN:
        throw["lost_win"] = round(one.lost_win, 3)
        throw["best"] = _moves(one.best)
        throw["reasons"] = {
            language: [coach_phrase(reason, one.side, language) for reason in one.reasons] for language in languages()
        }
    return throw


def _moves(moves: Iterable[Move]) -> Json:
    return [[move.start, move.end] for move in moves]
