"""Why a play is good, in exact counts over the 36 throws. Values without prose: `announce` puts them into words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from coach.throws import THROWS
from rules.batch import jans_of, plays_of
from rules.code import LOIS_2013
from rules.jan import JanName
from rules.jans import CONSERVE, REMPLI
from rules.position import COIN

if TYPE_CHECKING:
    from collections.abc import Collection

    from coach.trictrac.situations import Situations
    from rules.batch import Rows
    from rules.code import Code


class ReasonName(StrEnum):
    """What is said of a play."""

    EXPOSED = "exposed"
    SAFE = "safe"
    FILLS = "fills"
    KEEPS = "keeps"
    COIN = "coin"


@dataclass(frozen=True, slots=True)
class Reason:
    """One fact about the position after a play; throws: of 36, how many make it so."""

    name: ReasonName
    throws: int = 0


def reasons(before: Situations, after: Situations, code: Code = LOIS_2013) -> tuple[Reason, ...]:
    """Facts about one play: `before` seen by the thrower, `after` by the adversary who throws next."""
    mine = after.rows.turned()
    found: list[Reason] = []
    if mine.own[0, COIN] >= 2 > before.rows.own[0, COIN]:
        found.append(Reason(ReasonName.COIN))
    for name, jans in ((ReasonName.KEEPS, CONSERVE.values()), (ReasonName.FILLS, REMPLI.values())):
        if throws := _throws_that_make(mine, frozenset(jans), code):
            found.append(Reason(name, throws))
    beaten = _throws_that_make(after.rows, frozenset({JanName.BATTRE_A_VRAI}), code)
    found.append(Reason(ReasonName.EXPOSED, beaten) if beaten else Reason(ReasonName.SAFE))
    return tuple(found)


def _throws_that_make(rows: Rows, names: Collection[JanName], code: Code) -> int:
    """How many of 36 throws make one of these jans in the first of the positions."""
    total = 0
    for dice in THROWS:
        by_name = jans_of(plays_of(rows, dice), code).by_name
        if any(name in by_name and by_name[name][0] for name in names):
            total += 1 if dice[0] == dice[1] else 2
    return total
