"""The topics of one table, and those that each account of a broker may write and read. See docs/mqtt.md."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from announce.access.accounts import FOR_VIEWERS, Account, may
from announce.table_api.verbs import Verb, check_table_id

ROOT: Final = "tablier"
HOME_ASSISTANT: Final = "homeassistant"
"""The root of the topics that Home Assistant watches to discover devices."""


@dataclass(frozen=True, slots=True)
class Topics:
    """The topics a table publishes and subscribes to.

    Raises InvalidTableId.

    >>> from announce.table_api.verbs import Verb
    >>> Topics("salon").request(Verb.UNDO)
    'tablier/salon/request/undo'
    """

    table: str

    def __post_init__(self) -> None:
        check_table_id(self.table)

    def _at(self, name: str) -> str:
        return f"{ROOT}/{self.table}/{name}"

    def publication(self, name: str) -> str:
        """Return the topic of a publication: "state" and "display", which are retained, or "announcement"."""
        return self._at(name)

    @property
    def availability(self) -> str:
        """The retained topic that says "online" or, also as the last will, "offline"."""
        return self._at("availability")

    @property
    def requests(self) -> str:
        """The filter to subscribe to all requests."""
        return self._at("request/+")

    def request(self, verb: Verb) -> str:
        """Return the topic of the requests of one verb."""
        return self._at(f"request/{verb}")

    def response(self, verb: str) -> str:
        """Return the topic of the responses to one verb."""
        return self._at(f"response/{verb}")


SHOWN: Final = ("availability", "state", "announcement", "display", "response/+")
"""The topics of a table that every account may read."""


@dataclass(frozen=True, slots=True)
class TopicRights:
    """The topic filters that may be written and read."""

    write: tuple[str, ...]
    read: tuple[str, ...]


def account_topics(account: Account, referees_alone: Collection[Verb] = ()) -> TopicRights:
    """Return the rights of an account: it reads every table, and writes the requests that its role allows."""
    tables = sorted(account.tables) or ["+"]
    write = [f"{ROOT}/+/request/{verb}" for verb in sorted(FOR_VIEWERS)]
    write += [
        f"{ROOT}/{table}/request/{verb}"
        for table in tables
        for verb in Verb
        if verb not in FOR_VIEWERS and may(account.role, verb, referees_alone)
    ]
    return TopicRights(tuple(write), tuple(f"{ROOT}/+/{name}" for name in SHOWN))


def table_topics(table: str) -> TopicRights:
    """Return the rights of a table itself."""
    written = (*(f"{ROOT}/{table}/{name}" for name in SHOWN), f"{HOME_ASSISTANT}/sensor/tablier_{table}/+/config")
    return TopicRights(written, (f"{ROOT}/{table}/request/+",))


def club_topics() -> TopicRights:
    """Return the rights of a club's own account: it reads every table, and requests what the club's page shows."""
    asked = (Verb.CALL, Verb.PICTURE, Verb.SNAPSHOT)
    return TopicRights(tuple(f"{ROOT}/+/request/{verb}" for verb in asked), tuple(f"{ROOT}/+/{name}" for name in SHOWN))
