"""What a journal keeps of a game besides acts and rulings: what people asked of the table itself, and what was done.

An entry "wishes" holds all of them as they are from then on, an entry "asked" the verb and transaction of a request
that was done; the last of the first and all of the second count.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

import msgspec

from rules.position import Side  # noqa: TC001 - msgspec looks it up

if TYPE_CHECKING:
    from tablier.storage.journal import Journal

WISHES: Final = "wishes"
ASKED: Final = "asked"
Done: TypeAlias = tuple[str, str]
"""A request that was done, by its verb and transaction."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What people have asked of the table itself.

    paused: the table does not watch.
    called: the side that called the referee, None when no call is open.
    guess: a lesson asks what each throw is worth (`tablier.runtime.quiz`).
    told: id of the last throw's ruling when a guess was last announced.
    """

    paused: bool = False
    called: Side | None = None
    guess: bool = False
    told: str = ""


def text_of_wishes(wishes: Wishes) -> str:
    """An entry's text."""
    return msgspec.json.encode(wishes).decode()


def text_of_done(verb: str, transaction: str) -> str:
    """An entry's text."""
    return json.dumps([verb, transaction], ensure_ascii=False)


def wishes_in(journal: Journal, game: int) -> Wishes:
    """What people had asked for when a game was broken off.

    Raises JournalError.
    """
    kept = [text for _, _, text in journal.entries(game, WISHES)]
    return msgspec.json.decode(kept[-1], type=Wishes) if kept else Wishes()


def done_in(journal: Journal, game: int) -> tuple[Done, ...]:
    """The requests that were done in a game, in order.

    Raises JournalError.
    """
    return tuple(msgspec.json.decode(text, type=Done) for _, _, text in journal.entries(game, ASKED))
