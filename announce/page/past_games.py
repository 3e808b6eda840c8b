"""Past games, for the page to step through (docs/page.md)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

from announce.announcement import Announcement
from announce.phrases.catalogue import languages
from announce.phrases.registry import coach_phrase
from announce.report.plays import SHOWN, JudgedPlay, Unjudged
from announce.table_api.api import STATE, TableApi
from announce.table_api.payloads import Json
from announce.table_api.view import View
from events.rulings import Played, Revised, Ruling
from events.state import GameState
from events.trictrac.rulings import Marked
from rules.play import Move
from rules.seating import Seating

FORMAT: Final = 1
"""The version of a document. The page refuses any other."""
OF_NOW: Final = frozenset(
    {"table", "announced", "paused", "muted", "called", "guess", "doubt", "lifted", "arrows", "solo", "waiting"}
    | {"plays", "plays_in_words"}
)
"""The fields of a state that only a live table has. `arrows` is here because each step has its own."""


class Games(Protocol):
    """The games that a table keeps. Its methods may be called from any thread."""

    def list_games(self) -> list[dict[str, Json]]:
        """Describe every game that can be opened, the newest first: `game`, `begun` (ISO 8601) and `kind`."""

    def game(self, number: int) -> dict[str, Json] | None:
        """Return the document of a game, None when there is no such game or it cannot be opened."""

    def analysis(self, number: int) -> dict[str, Json]:
        """Return the coach's analysis of a game (`announce.page.analysis`), or its progress."""

    def analyse(self, number: int) -> None:
        """Have the coach analyse a game, and return at once."""

    def progress(self) -> list[dict[str, Json]]:
        """Return the progress of every player who has a name, sitting by sitting."""


@dataclass(frozen=True, slots=True)
class GameStep:
    """One step of a game.

    Attributes:
        state: of the table at this step.
        rulings: made at this step.
        announced: the announcements about it.
    """

    state: GameState
    rulings: tuple[Ruling, ...]
    announced: tuple[Announcement, ...]


def document(
    steps: Iterable[GameStep],
    *,
    table: str,
    game: int | None,
    begun: str,
    kind: str,
    seating: Seating,
    view: View,
) -> dict[str, Json]:
    """Build the document of a game: its steps, each with what changed in the state since the step before.

    Args:
        steps: the game in order.
        table: the id of its table.
        game: its number in the journal, None for a record from a file.
        begun: when it began, ISO 8601.
        kind: the name of the game.
        seating: how the players sat.
        view: of the game.
    """
    # An API of its own publishes what the page showed during the game.
    api, published = TableApi(table, prompting=True, view=view), list[dict[str, Any]]()
    api.follow(lambda name, text: published.append(json.loads(text)) if name == STATE else None)
    shown: dict[str, Json] = {}
    made: list[Json] = []
    for step in steps:
        api.publish_state(step.state)
        state = {key: value for key, value in published[-1].items() if key not in OF_NOW} | {"arrows": _arrows(step)}
        changed = {key: value for key, value in state.items() if key not in shown or shown[key] != value}
        made.append({"state": changed, "told": [_readable(one) for one in step.announced], **_plays_and_marks(step)})
        shown = state
    return {
        "format": FORMAT,
        "table": table,
        "game": game,
        "begun": begun,
        "kind": kind,
        "seating": {"blancs": seating.blancs_row, "talons": seating.talons},
        "steps": made,
    }


def _arrows(step: GameStep) -> list[Json]:
    """Return the play of a step as arrows of its state."""
    return [
        {"side": str(ruling.side), "from": move.start, "to": move.end, "kind": "played"}
        for ruling in step.rulings
        if isinstance(ruling, Played)
        for move in ruling.moves
    ]


def _plays_and_marks(step: GameStep) -> dict[str, Json]:
    """Return what the list of throws shows: plays by their throw, and points marked."""
    plays: list[Json] = [
        {"throw": ruling.throw, "side": str(ruling.side), "moves": [[move.start, move.end] for move in ruling.moves]}
        for ruling in step.rulings
        if isinstance(ruling, Played | Revised)
    ]
    marks: list[Json] = [
        {"throw": ruling.throw, "side": str(ruling.side), "points": ruling.points}
        for ruling in step.rulings
        if isinstance(ruling, Marked) and ruling.points
    ]
    return {**({"plays": plays} if plays else {}), **({"marks": marks} if marks else {})}


def _readable(announcement: Announcement) -> Json:
    """Return the readable parts of an announcement."""
    return {
        "kind": announcement.kind,
        "severity": str(announcement.severity),
        "article": announcement.article,
        "text": dict(announcement.text),
        "cases": [{"side": str(side), "case": case} for side, case in announcement.cases],
        "evidence": list(announcement.evidence),
    }


NO_ANALYSIS: Final[dict[str, Json]] = {"state": "none"}
"""The document of a game that was not analysed."""
WORKING: Final[dict[str, Json]] = {"state": "working"}
"""The document of a game that is being analysed."""
REFUSED: Final[dict[str, Json]] = {"state": "refused"}
"""The document of a game that cannot be analysed, or not now."""


def analysis_document(
    tours: int, plays: Iterable[JudgedPlay], unjudged: Iterable[Unjudged], players: Mapping[str, Json]
) -> dict[str, Json]:
    """Build the document of an analysed game.

    Args:
        tours: how many tours it covers.
        plays: every throw, in order.
        unjudged: what was left out.
        players: further data about each player, by side.
    """
    return {
        "state": "ready",
        "tours": tours,
        "throws": [_throw(one) for one in plays],
        "unjudged": [{"tour": one.tour, "throws": one.spans} for one in unjudged],
        "players": dict(players),
    }


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
