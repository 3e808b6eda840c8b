"""The requests of each role."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from announce.access.accounts import Role
from announce.table_api.verbs import Verb

if TYPE_CHECKING:
    from collections.abc import Collection

FOR_VIEWERS: Final = frozenset({Verb.SNAPSHOT})
FOR_PLAYERS: Final = frozenset(
    {
        Verb.CLAIM,
        Verb.UNDO,
        Verb.CORRECT,
        Verb.PAUSE,
        Verb.MODE,
        Verb.TOUR,
        Verb.VOLUME,
        Verb.CALL,
        Verb.GUESS,
        Verb.COURSE,
        Verb.SOLO,
        Verb.CUBE,
        Verb.SEAT,
        Verb.PLAYERS,
        Verb.PICTURE,
    }
)
"""The requests of two players at home. A table with a referee reserves some of them for the referee."""


def may(role: Role | None, verb: Verb, referees_alone: Collection[Verb] = ()) -> bool:
    """Return whether a role may make this request. None: no role.

    referees_alone: the requests that players may not make at this table.
    """
    if role is None:
        return False
    if verb in FOR_VIEWERS:
        return True
    needed = Role.PLAYER if verb in FOR_PLAYERS and verb not in referees_alone else Role.REFEREE
    return role.covers(needed)
