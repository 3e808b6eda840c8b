"""The access rules of a broker: the topics that each account may write and read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from announce.access.rights import FOR_VIEWERS, may
from announce.mqtt.topics import HOME_ASSISTANT, ROOT
from announce.table_api.verbs import Verb

if TYPE_CHECKING:
    from collections.abc import Collection

    from announce.access.accounts import Account

SHOWN: Final = ("availability", "state", "announcement", "display", "response/+")
"""The topics of a table that every account may read."""


@dataclass(frozen=True, slots=True)
class Topics:
    """The topic filters that may be written and read."""

    write: tuple[str, ...]
    read: tuple[str, ...]


def topics(account: Account, referees_alone: Collection[Verb] = ()) -> Topics:
    """Return the rights of an account: it reads every table, and writes the requests that its role allows."""
    tables = sorted(account.tables) or ["+"]
    write = [f"{ROOT}/+/request/{verb}" for verb in sorted(FOR_VIEWERS)]
    write += [
        f"{ROOT}/{table}/request/{verb}"
        for table in tables
        for verb in Verb
        if verb not in FOR_VIEWERS and may(account.role, verb, referees_alone)
    ]
    return Topics(tuple(write), tuple(f"{ROOT}/+/{name}" for name in SHOWN))


def table_topics(table: str) -> Topics:
    """Return the rights of a table itself."""
    written = (*(f"{ROOT}/{table}/{name}" for name in SHOWN), f"{HOME_ASSISTANT}/sensor/tablier_{table}/+/config")
    return Topics(written, (f"{ROOT}/{table}/request/+",))


def club_topics() -> Topics:
    """Return the rights of a club's own account: it reads every table, and requests what the club's page shows."""
    asked = (Verb.CALL, Verb.PICTURE, Verb.SNAPSHOT)
    return Topics(tuple(f"{ROOT}/+/request/{verb}" for verb in asked), tuple(f"{ROOT}/+/{name}" for name in SHOWN))
