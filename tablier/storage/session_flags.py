"""Session flags in the journal: the players' requests to the table itself, and which requests were done.

An entry "wishes" holds all flags from then on; the last one counts. An entry "asked" holds the verb and transaction of
a request that was done; all of them count.
"""

from __future__ import annotations

import json
from typing import Final, TypeAlias

import msgspec

from rules.position import Side
from tablier.storage.journal import Journal
from tablier.storage.settings import PlayersSettings

FLAGS: Final = "wishes"
ASKED: Final = "asked"
Done: TypeAlias = tuple[str, str]
"""The verb and transaction of a request that was done."""


class OpenCourse(msgspec.Struct, frozen=True):
    """The exercise under way in a lesson.

    pupil, step, side, on_board: as they were asked for
    draw: the seed from which the seeds of the exercises are drawn
    lesson: the exercise, by its name in the course
    judged: whether it was answered
    recent: the exercises before it in this sitting
    right, wrong: how many answers were right and wrong
    """

    pupil: str
    step: str | None
    side: Side
    on_board: bool
    draw: int
    lesson: str
    judged: bool
    recent: tuple[str, ...]
    right: int
    wrong: int


class SessionFlags(msgspec.Struct, frozen=True, rename={"announced": "told"}):
    """The players' requests to the table itself.

    paused: the table does not watch
    called: the side that called the referee, None when no call is open
    guess: a lesson asks what each throw is worth (`tablier.runtime.quiz`)
    announced: id of the last throw's ruling when a guess was last announced; "told" in the journal
    level: the companion's level in a solo game; empty for the level in the settings
    course: the exercise under way; None when there is none
    players: the names given at the table; None for those in the settings
    """

    paused: bool = False
    called: Side | None = None
    guess: bool = False
    announced: str = ""
    level: str = ""
    course: OpenCourse | None = None
    players: PlayersSettings | None = None


def text_of_flags(flags: SessionFlags) -> str:
    """Return the text of an entry "wishes"."""
    return msgspec.json.encode(flags).decode()


def text_of_done(verb: str, transaction: str) -> str:
    """Return the text of an entry "asked"."""
    return json.dumps([verb, transaction], ensure_ascii=False)


def flags_in(journal: Journal, game: int) -> SessionFlags:
    """Return the flags of a game that was broken off.

    Raises JournalError.
    """
    kept = [text for _, _, text in journal.entries(game, FLAGS)]
    return msgspec.json.decode(kept[-1], type=SessionFlags) if kept else SessionFlags()


def done_requests(journal: Journal, game: int) -> tuple[Done, ...]:
    """Return the requests that were done in a game, in order.

    Raises JournalError.
    """
    return tuple(msgspec.json.decode(text, type=Done) for _, _, text in journal.entries(game, ASKED))
