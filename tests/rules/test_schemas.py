"""The schemas of contract 1 (docs/schemas) are valid, and say what `rules.question` does."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from rules.backgammon.position import Position as BackgammonPosition
from rules.code import CODES, LOIS_2013
from rules.jan import JanName
from rules.position import Dice, Position
from tests.questions import QUESTION, START
from tests.questions import ruled as answer
from tests.rules.backgammon.figures import positions as backgammon_positions
from tests.rules.strategies import dice, lawful_positions

SCHEMAS = Path(__file__).resolve().parents[2] / "docs" / "schemas"
Json = dict[str, Any]


def schema(name: str) -> Json:
    found: Json = json.loads((SCHEMAS / f"rules-{name}.schema.json").read_text(encoding="utf-8"))
    return found


REQUEST, ANSWER = Draft202012Validator(schema("request")), Draft202012Validator(schema("answer"))
BACKGAMMON = [0] * 25 + [15]


@pytest.mark.parametrize("name", ["request", "answer"])
def test_schemas_are_valid(name: str) -> None:
    """The schemas themselves follow JSON Schema 2020-12."""
    Draft202012Validator.check_schema(schema(name))


def test_the_names_are_those_of_the_rules() -> None:
    """They list every figure, option and preset, and no other."""
    options = schema("request")["else"]["properties"]["options"]
    assert options["properties"]["code"]["enum"] == list(CODES)
    assert options["propertyNames"]["enum"] == ["code", *(field.name for field in dataclasses.fields(LOIS_2013))]
    assert schema("answer")["$defs"]["jan"]["properties"]["jan"]["enum"] == [name.value for name in JanName]


def check(question: Json) -> Json:
    found = answer(json.dumps(question))
    REQUEST.validate(question)
    ANSWER.validate(found)
    return found


@settings(max_examples=50)
@given(lawful_positions(), st.sampled_from(("blancs", "noirs")), dice(), st.sampled_from((None, 1, 3)))
def test_trictrac_lines_fit(position: Position, trait: str, dice: Dice, coup: int | None) -> None:
    """Every valid question fits one schema, and every answer the other."""
    board = {"blancs": list(position.blancs), "noirs": list(position.noirs)}
    options = {"code": "jeu-de-trictrac", "margot_la_fendue": True}
    question = {"id": "x", "position": board, "trait": trait, "dice": list(dice), "coup": coup, "options": options}
    assert "error" not in check(question)


@settings(max_examples=50)
@given(backgammon_positions(), st.sampled_from(("blancs", "noirs")), dice())
def test_backgammon_lines_fit(position: BackgammonPosition, trait: str, dice: Dice) -> None:
    """The same for the second game."""
    board = {"blancs": list(position.blancs), "noirs": list(position.noirs)}
    assert "error" not in check({"position": board, "trait": trait, "dice": list(dice), "game": "backgammon"})


@pytest.mark.parametrize(
    "changes",
    [
        {"dice": [7, 1]},
        {"dice": [6]},
        {"dice": [6, 1, 1]},
        {"dice": "61"},
        {"trait": "rouges"},
        {"game": "jacquet"},
        {"game": "backgammon"},
        {"coup": 0},
        {"first_throw": [0, 1]},
        {"options": {"code": "lois-1850"}},
        {"options": {"rencontre": "oui"}},
        {"options": {"recontre": True}},
        {"options": ["code"]},
        {"position": {"blancs": START}},
        {"position": {"blancs": START, "noirs": START[1:]}},
        {"position": {"blancs": START, "noirs": [True] * 24}},
        {"position": {"blancs": START, "noirs": [-1, *START[1:]]}},
        {"position": {"blancs": START, "noirs": START, "rouges": START}},
        {"position": {"blancs": BACKGAMMON, "noirs": BACKGAMMON}},
    ],
)
def test_lines_the_schema_refuses_are_refused(changes: Json) -> None:
    """A wrong shape fits no schema and gets an error, which fits its own."""
    question = {**QUESTION, **changes}
    assert not REQUEST.is_valid(question)
    found = answer(json.dumps(question))
    assert set(found) == {"id", "error"}
    ANSWER.validate(found)
