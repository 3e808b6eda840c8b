"""Refused requests: people read why in the language of their page."""

from __future__ import annotations

import ast
import json
import string
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from announce.phrases.catalogue import catalogue, entries, languages
from announce.phrases.refused import START, Refused
from announce.table_api.api import TableApi
from announce.table_api.requests import Request, schema
from announce.table_api.verbs import Verb
from events.state import Mode
from tablier.runtime.engine import Engine
from tablier.runtime.inbox import Asked
from tablier.runtime.names import Names
from tablier.storage.settings_file import parse
from tests.tablier.listener import Listener, table_without_camera

ROOT = Path(__file__).parents[2]
REFUSING = {"Refused", "RequestError", "TournamentError", "Conflict", "SettingsError", "naming"}
GAMES = ("", '[a_ecrire]\njoueurs = ["Anne", "Léo"]', '[table]\ngame = "backgammon"')


def reasons() -> Iterator[tuple[str, str, set[str]]]:
    """Every refusal in the program with a phrase: the place, the phrase's name, the values that it gets."""
    for file in (path for room in ("announce", "tablier") for path in (ROOT / room).rglob("*.py")):
        for call in (node for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.Call)):
            if isinstance(call.func, ast.Name) and call.func.id in REFUSING and len(call.args) > 1:
                given = call.args[1]
                if isinstance(given, ast.Constant):
                    values = {each.arg for each in call.keywords if each.arg is not None}
                    yield f"{file.name}:{call.lineno}", str(given.value), values


def test_every_refusal_has_its_phrase_in_every_language_and_its_values() -> None:
    found = list(reasons())
    assert len(found) > 30
    for place, why, values in found:
        for language in languages():
            phrase = catalogue(language).template(START + why)
            needed = {name for _, name, _, _ in string.Formatter().parse(phrase) if name}
            assert needed <= values, f"{place}: {why} in {language}"


def test_no_phrase_of_a_refusal_is_the_same_in_two_languages() -> None:
    for entry in entries("fr"):
        if entry.msgid.startswith(START):
            assert catalogue("en").template(entry.msgid) != catalogue("fr").template(entry.msgid)


def answers_of(game: str, mode: Mode, asked: list[tuple[str, dict[str, Any]]]) -> Iterator[dict[str, Any]]:
    """What a table answers to these requests, one after the other."""
    settings = parse(game)
    table = table_without_camera(Engine(settings, None), sinks=[Listener()], names=Names(settings))
    table.step(Asked(0.0, "mode", {"mode": str(mode)}))

    def on_request(request: Request) -> None:
        def answer(error: Refused | None) -> None:
            api.answer(request, error=error)

        table.take(Asked(1.0, str(request.verb), {**request.arguments, "by": request.by}, answer))

    api = TableApi("salon", on_request=on_request)
    texts: list[str] = []
    for number, (verb, values) in enumerate(asked):
        api.ask(verb, json.dumps({"transaction": str(number), **values}).encode(), texts.append)
    return map(json.loads, texts)


ALONE = {"blancs": [14, *[0] * 10, 1, *[0] * 12], "noirs": [15, *[0] * 23]}
HELD = {"points": 0, "bredouille": False, "trous": 13}
WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("undo", {}, "il n'y a aucun coup à annuler"),
    ("correct", {"position": ALONE}, "la règle n'admet pas cette position"),
    ("correct", {"score": {"blancs": HELD, "noirs": HELD, "pavillon": None}}, "un tour n'a que 12 trous"),
    ("correct", {"doubt": "7", "choice": 0}, "cette question n'est plus posée"),
    ("players", {"blancs": "Anne", "noirs": "Anne"}, "il faut deux noms différents"),
    ("players", {"blancs": "A\u200fB"}, "ce nom contient un caractère qui ne s'imprime pas"),
    ("guess", {"blancs": 0, "noirs": 0}, "aucun jet n'attend de réponse"),
    ("course", {"do": "start"}, "cette table ne le permet pas"),
    ("solo", {"do": "hint"}, "cette table ne le permet pas"),
    ("picture", {"name": "none.jpg"}, "cette image n'existe plus"),
    ("mode", {"mode": "loud"}, "la demande n'est pas valable"),
]


@pytest.mark.parametrize(("verb", "values", "text"), WRONG, ids=lambda each: str(each)[:20])
def test_a_player_reads_why_in_his_language(verb: str, values: dict[str, Any], text: str) -> None:
    (answer,) = answers_of("", Mode.LESSON, [(verb, values)])
    assert answer["text"]["fr"].startswith(text)
    assert answer["text"].keys() == set(languages())


FIELDS = (
    *("blancs", "noirs", "choice", "cube", "dice", "do", "doubt", "first", "how", "level", "match", "mode", "number"),
    *("on", "position", "score", "side", "step", "throw", "trait", "what", "yes"),
)
VALUES = (0, 3, 99, True, "blancs", "noirs", "offer", "start", "hint", "solo", "ecole", [6, 4], ALONE)
requests = st.tuples(
    st.sampled_from(Verb),
    st.dictionaries(st.sampled_from(FIELDS), st.sampled_from(VALUES) | st.text(max_size=9), max_size=3),
)


@given(st.sampled_from(GAMES), st.sampled_from(Mode), st.lists(requests, max_size=6))
def test_whatever_is_asked_a_refusal_says_why_in_every_language(
    game: str, mode: Mode, asked: list[tuple[str, dict[str, Any]]]
) -> None:
    for answer in answers_of(game, mode, asked):
        jsonschema.validate(answer, schema("response"))
        assert answer["ok"] or answer["text"].keys() == set(languages())
