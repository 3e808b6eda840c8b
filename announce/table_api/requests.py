"""Requests to a table, checked against their schemas before they are carried out."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any, Final, cast

import jsonschema
import msgspec
from jsonschema import ValidationError
from jsonschema.exceptions import best_match

from announce.phrases.refused import Refused
from announce.table_api.verbs import Verb

LONGEST_REQUEST: Final = 16 * 1024
"""Bytes. The longest valid one, a corrected position, has about 400."""


UNPROVED: Final = "(?)"
"""Marks a name that is not an account's, because MQTT does not say who published."""
SHOWN: Final = 80
"""Letters of a wrong value quoted in the error."""


class InvalidRequest(Refused):
    """A request that is not valid. `transaction`: the request's own, if it could be read."""

    def __init__(self, message: str, transaction: str | None = None) -> None:
        super().__init__(message)
        self.transaction = transaction


@dataclass(frozen=True, slots=True)
class Request:
    """A request to the table.

    Attributes:
        transaction: the client's own mark, echoed in the answer.
        by: the person who asks, may be empty. UNPROVED follows a name that no account proves.
        arguments: the other fields, as in the verb's schema.
    """

    verb: Verb
    transaction: str
    by: str = ""
    arguments: Mapping[str, Any] = field(default_factory=dict)


@cache
def schema(name: str) -> dict[str, Any]:
    """Return a schema by its file's name without .json: "state", "request-undo"."""
    text = (resources.files("announce.table_api") / "schemas" / f"{name}.json").read_text("utf-8")
    read: dict[str, Any] = json.loads(text)
    return read


@cache
def states() -> frozenset[str]:
    """Return the names of the state schemas: "state", and "state-" with the name of each game that has its own."""
    files = (resources.files("announce.table_api") / "schemas").iterdir()
    return frozenset(file.name.removesuffix(".json") for file in files if file.name.startswith("state"))


@cache
def _validator(verb: Verb) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(schema(f"request-{verb}"))


def parse_request(verb: str, payload: bytes, account: str = "") -> Request:
    """Read the request in a message. verb: the topic's last word.

    account: the name of the client's account, if known. It replaces any name in the message.
    Raises InvalidRequest with what is wrong and where.
    """
    if len(payload) > LONGEST_REQUEST:
        raise InvalidRequest(f"{len(payload)} bytes, expected at most {LONGEST_REQUEST}")
    try:
        # The standard library's parser accepts lone surrogates and NaN, which cannot be written in an answer.
        read = msgspec.json.decode(payload)
    except (ValueError, RecursionError) as error:
        raise InvalidRequest(f"not JSON: {error}") from None
    transaction = read.get("transaction") if isinstance(read, dict) else None
    known = transaction if isinstance(transaction, str) and len(transaction) <= 64 else None
    if verb not in set(Verb):
        raise InvalidRequest(f"unknown verb {verb!r}, expected one of: {', '.join(Verb)}", known)
    wrong = best_match(_validator(Verb(verb)).iter_errors(read))
    if wrong is not None:
        raise InvalidRequest(_first_violation(wrong), known)
    arguments = {key: value for key, value in read.items() if key not in ("transaction", "by")}
    claimed = read.get("by", "")
    by = account or (f"{claimed} {UNPROVED}" if claimed else "")
    return Request(Verb(verb), read["transaction"], by, arguments)


def _first_violation(wrong: ValidationError) -> str:
    """Describe the first violation of a schema as `tablier rules` does: where, the value, and what was expected."""
    found, asked, asking = cast("tuple[Any, Any, Any]", (wrong.instance, wrong.validator_value, wrong.schema))
    where = wrong.json_path.removeprefix("$").removeprefix(".")
    within = f"{where}." if where else ""
    match wrong.validator:
        case "required" | "dependentRequired":
            wanted = [asked] if wrong.validator == "required" else [asked[key] for key in asked if key in found]
            return f"{within}{next(name for names in wanted for name in names if name not in found)}: missing"
        case "additionalProperties":
            names = asking["properties"]
            unknown = next(name for name in found if name not in names)
            return f"{within}{_short(unknown)}: unknown, expected {', '.join(names)}"
        case "anyOf" | "oneOf" if all("required" in each for each in asked):
            return f"expected {' or '.join(' and '.join(each['required']) for each in asked)}"
    shown = _short(json.dumps(found, ensure_ascii=False))
    return f"{where or 'request'}: {shown}, expected {_requirement(str(wrong.validator), asked)}"


def _requirement(keyword: str, asked: Any) -> str:  # noqa: ANN401 - whatever a schema's keyword has
    """Return what a keyword of our schemas requires."""
    match keyword:
        case "type":
            return _TYPES[asked]
        case "enum":
            return f"one of {', '.join(map(str, asked))}"
        case "anyOf":
            return " or ".join(_requirement(*next(iter(each.items()))) for each in asked)
        case _:
            return _BOUNDS[keyword].format(asked)


_TYPES: Final = {
    "array": "a list",
    "boolean": "true or false",
    "integer": "a whole number",
    "null": "null",
    "number": "a number",
    "object": "an object",
    "string": "text",
}
_BOUNDS: Final = {
    "minimum": "at least {}",
    "maximum": "at most {}",
    "multipleOf": "a multiple of {}",
    "minLength": "at least {} letters",
    "maxLength": "at most {} letters",
    "minItems": "at least {} of them",
    "maxItems": "at most {} of them",
}


def _short(text: str) -> str:
    """Return the beginning of a text, enough to recognise it."""
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 3]}..."
