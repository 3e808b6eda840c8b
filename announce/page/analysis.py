"""The coach's analysis of a game, for the viewer (docs/page.md)."""

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
"""The document of a game that was not analysed."""
WORKING: Final[dict[str, Json]] = {"state": "working"}
"""The document of a game that is being analysed."""
REFUSED: Final[dict[str, Json]] = {"state": "refused"}
"""The document of a game that cannot be analysed, or not now."""


def analysis_document(tours: int, plays: Iterable[JudgedPlay], players: Mapping[str, Json]) -> dict[str, Json]:
    """Build the document of an analysed game.

    Args:
        tours: how many tours it covers.
        plays: every throw, in order.
        players: further data about each player, by side.
    """
    return {"state": "ready", "tours": tours, "throws": [_throw(one) for one in plays], "players": dict(players)}


def _throw(one: JudgedPlay) -> Json:
    """Return one throw: what could be won and what was lost. The best play is included only for a notable loss."""
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
