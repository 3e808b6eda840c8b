"""What may be put right on the rails and beside the board, and until which act (Jeu 3, jetons, pavillon et fichets).

The seventeen rules as data. Whoever is said to do something here does it to his own marks, but for the other's points
and bredouille jeton, which he takes off.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.fault_table import Moment


class What(StrEnum):
    """What may be put right."""

    JETON_HELD = "jeton_held"  # touched, taken in hand, put back where it was
    JETON_RELEASED = "jeton_released"  # moved back once let go
    POINTS = "points"  # more points marked for the throw, in one move or several
    BREDOUILLE = "bredouille"  # the bredouille jeton forgotten: taken, or taken off the other
    RESTE = "reste"  # points de reste marked; until then the jeton waits at the talon
    ADVERSE_POINTS = "adverse_points"  # the other's points effaced after a trou, when holding
    PAVILLON = "pavillon"  # the pavillon or cravate taken, or taken away
    TROUS = "trous"  # the fichet set back or further
    TROUS_BREDOUILLE = "trous_bredouille"  # trous wrong by nothing but the bredouille
    ADVERSE_JETON = "adverse_jeton"  # the other's jeton touched or moved: no fault, it is put back


@dataclass(frozen=True, slots=True)
class Mending:
    """One thing that may be put right: until the first of these acts; never when `until` is None, always when empty.

    Moments are those of the throw he marks for, as J: `THROW_J` is his next throw. unless_lost: only if he has not lost
    the right meanwhile by the order in which points count. rules: the numbers in Jeu 3.
    """

    what: What
    until: tuple[Moment, ...] | None
    rules: tuple[int, ...]
    unless_lost: bool = False

    @property
    def article(self) -> str:
        """Where it stands written."""
        return "Jeu 3, jetons " + ", ".join(map(str, self.rules))


_MARKING = (Moment.TOUCH, Moment.THROW)
_NEXT_THROW = (Moment.THROW_J,)

MENDINGS: dict[What, Mending] = {
    row.what: row
    for row in (
        Mending(What.JETON_HELD, (Moment.RELEASE,), (2, 3)),
        Mending(What.JETON_RELEASED, None, (1, 4)),
        Mending(What.POINTS, _MARKING, (5, 16)),
        Mending(What.BREDOUILLE, _NEXT_THROW, (6, 7, 8), unless_lost=True),
        Mending(What.RESTE, _MARKING, (9, 10)),
        Mending(What.ADVERSE_POINTS, _NEXT_THROW, (11,)),
        Mending(What.PAVILLON, (), (12,)),
        Mending(What.TROUS, _MARKING, (13, 14)),
        Mending(What.TROUS_BREDOUILLE, _NEXT_THROW, (15,)),
        Mending(What.ADVERSE_JETON, (), (17,)),
    )
}
