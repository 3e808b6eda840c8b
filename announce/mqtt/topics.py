"""The topics of one table. See docs/mqtt.md."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from announce.table_api.verbs import checked_table_id

if TYPE_CHECKING:
    from announce.table_api.verbs import Verb

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
        checked_table_id(self.table)

    def _at(self, name: str) -> str:
        return f"{ROOT}/{self.table}/{name}"

    def shown(self, name: str) -> str:
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
