"""Requests to a table: checked against their schemas before anyone acts on them."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any, Final

import jsonschema
import msgspec
from jsonschema.exceptions import best_match

from announce.mqtt.topics import Verb

if TYPE_CHECKING:
    from collections.abc import Mapping

LONGEST_REQUEST: Final = 16 * 1024
"""Bytes; the longest honest one, a corrected position, has some 400."""


class InvalidRequest(ValueError):
    """A request that cannot be acted on; `transaction` is its own where it could be read."""

    def __init__(self, message: str, transaction: str | None = None) -> None:
        super().__init__(message)
        self.transaction = transaction


@dataclass(frozen=True, slots=True)
class Request:
    """Something asked of the table.

    transaction: the asker's own mark, echoed in the answer; by: who asks, in his own words, may be empty; arguments:
    the rest, as the verb's schema has it.
    """

    verb: Verb
    transaction: str
    by: str = ""
    arguments: Mapping[str, Any] = field(default_factory=dict)


@cache
def schema(name: str) -> dict[str, Any]:
    """A schema by its file's name without .json: "state", "request-undo"."""
    text = (resources.files("announce.mqtt") / "schemas" / f"{name}.json").read_text("utf-8")
    read: dict[str, Any] = json.loads(text)
    return read


@cache
def _validator(verb: Verb) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(schema(f"request-{verb}"))


def parse_request(verb: str, payload: bytes) -> Request:
    """The request in a message; its verb is the topic's last word.

    Raises InvalidRequest naming what is wrong and where.
    """
    if verb not in set(Verb):
        raise InvalidRequest(f"unknown verb {verb!r}, expected one of: {', '.join(Verb)}")
    if len(payload) > LONGEST_REQUEST:
        raise InvalidRequest(f"{len(payload)} bytes, expected at most {LONGEST_REQUEST}")
    try:
        # Not the standard library's, which takes halves of letters and numbers that are none: neither can be answered.
        read = msgspec.json.decode(payload)
    except (ValueError, RecursionError) as error:
        raise InvalidRequest(f"not JSON: {error}") from None
    transaction = read.get("transaction") if isinstance(read, dict) else None
    wrong = best_match(_validator(Verb(verb)).iter_errors(read))
    if wrong is not None:
        where = f"{wrong.json_path}: " if wrong.json_path != "$" else ""
        known = transaction if isinstance(transaction, str) and len(transaction) <= 64 else None
        raise InvalidRequest(f"{where}{wrong.message}"[:300], known)
    arguments = {key: value for key, value in read.items() if key not in ("transaction", "by")}
    return Request(Verb(verb), read["transaction"], read.get("by", ""), arguments)
