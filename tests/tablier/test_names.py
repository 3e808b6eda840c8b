"""Names given at the table survive a kill, and are in the record and progress of the whole sitting."""

from __future__ import annotations

import datetime
import json
from pathlib import Path
from typing import Any

import pytest

from announce.phrases.refused import Refused
from announce.table_api.api import TableApi
from rules.position import Side
from tablier.games.game import PlayedGame
from tablier.games.requests import RequestError
from tablier.runtime.engine import Engine
from tablier.runtime.game_book import GameBook
from tablier.runtime.inbox import Asked
from tablier.runtime.names import Names
from tablier.runtime.resume import resume, settings_of
from tablier.runtime.sinks import Displays
from tablier.runtime.table import TableServices
from tablier.storage.journal import Journal
from tablier.storage.settings_file import parse, toml_of
from tests.tablier.listener import table_without_camera

SETTINGS = parse('[players]\nblancs = "Paul"')


def test_a_name_given_at_the_table_is_the_sittings(tmp_path: Path) -> None:
    """The game's settings have it from then on, also after a kill, and displays show it."""
    names = Names(SETTINGS)
    api, states = TableApi("salon"), list[str]()
    api.follow(lambda kind, text: states.append(text) if kind == "state" else None)
    answers: list[Refused | None] = []
    with Journal(tmp_path / "journal.db") as journal:
        game = journal.start(0.0, toml_of(SETTINGS))
        table = table_without_camera(
            Engine(SETTINGS, None), TableServices(journal=journal, sinks=[Displays(api, None)]), names=names
        )
        table.step(Asked(1.0, "players", {"noirs": " Anne ", "by": "paul"}, answers.append))
        assert answers == [None]
        assert settings_of(journal, game).names == ("Paul", "Anne")
        found = resume(journal, SETTINGS)
    assert found is not None
    assert found.settings.player(Side.NOIRS) == "Anne"
    assert json.loads(states[-1])["players"] == {"blancs": "Paul", "noirs": "Anne"}


def test_the_record_has_the_names_of_now(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book = GameBook(tmp_path, 1, SETTINGS, datetime.date(2026, 11, 20))
    written: list[tuple[str, str]] = []

    def record(played: PlayedGame) -> tuple[str, str]:
        written.append(played.settings.names)
        return "", ""

    monkeypatch.setattr(book._rules, "record", record)
    names = Names(SETTINGS, book.name)
    names.on_request({"noirs": "Anne"})
    book.write()
    assert written == [("Paul", "Anne")]


@pytest.mark.parametrize(
    ("text", "values", "where"),
    [
        ("", {"blancs": "one\ntwo"}, "players.blancs: .* can all be printed"),
        ("", {"blancs": "one\u2028two"}, "players.blancs: .* can all be printed"),
        ("", {"blancs": "Anne", "noirs": "Anne"}, "players: both are 'Anne'"),
        ("", {"noirs": "Blancs"}, "players: both are 'Blancs'"),
        ("", {"noirs": "x" * 65}, "players: "),
        ('[a_ecrire]\njoueurs = ["A", "B"]', {"blancs": "Anne"}, "settings"),
        ('[table]\ngame = "backgammon"', {"blancs": "Anne"}, "settings"),
    ],
)
def test_invalid_names_and_games_with_names_of_their_own_are_refused(
    text: str, values: dict[str, Any], where: str
) -> None:
    names = Names(parse(text))
    with pytest.raises(RequestError, match=where):
        names.on_request(values)
    assert (names.for_display() is None) is bool(text)
