"""Reasons for a play, in exact counts over the 36 throws. They are values: `announce` puts them into words."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from coach.advice import AnyReason
from coach.throws import THROWS
from coach.trictrac.chances import hits
from coach.trictrac.situations import Situations
from rules.batch import Rows, jans_of, plays_of
from rules.code import LOIS_2013, Code
from rules.jan import JanName
from rules.jans import CONSERVE, REMPLI
from rules.position import COIN, Case
from rules.view import FILLABLE


class ReasonName(StrEnum):
    """A kind of fact about a play."""

    EXPOSED = "exposed"
    SAFE = "safe"
    HITS = "hits"
    COIN = "coin"
    COIN_NEXT = "coin_next"
    FILLS = "fills"
    KEEPS = "keeps"


@dataclass(frozen=True, slots=True)
class Reason(AnyReason):
    """One fact about the position after a play.

    Attributes:
        name: Its kind.
        throws: Throws of 36 that make it so: the adversary's for EXPOSED, else the player's next ones.
        points: The points of the likeliest of those throws.
        cases: The dames in question, in their owner's numbering.
        jan: The figure filled or kept.
    """

    name: ReasonName
    throws: int = 0
    points: int = 0
    cases: tuple[Case, ...] = ()
    jan: JanName | None = None


def reasons(before: Situations, after: Situations, code: Code = LOIS_2013) -> tuple[Reason, ...]:
    """Return facts about one play: `before` as the thrower sees it, `after` as the adversary, who throws next."""
    his, mine = after.rows, after.rows.swap_sides()
    found: list[Reason] = []
    if mine.own[0, COIN] >= 2 > before.rows.own[0, COIN]:
        found.append(Reason(ReasonName.COIN))
    found.extend(_jans(mine, code))
    found.append(_hits(his, ReasonName.EXPOSED) or Reason(ReasonName.SAFE))
    if hits := _hits(mine, ReasonName.HITS):
        found.append(hits)
    return tuple(found)


def _hits(rows: Rows, name: ReasonName) -> Reason | None:
    """Return how many throws of the side that sees `rows` beat a dame à vrai, and the dames they beat."""
    points: Counter[int] = Counter()
    cases: set[Case] = set()
    for dice in THROWS:
        worth, hit = hits(rows, dice)
        if worth[0]:
            points[int(worth[0])] += 1 if dice[0] == dice[1] else 2
            cases |= {25 - case for case in range(1, 25) if int(hit[0]) >> case & 1}
    if not points:
        return None
    return Reason(name, points.total(), points.most_common(1)[0][0], tuple(sorted(cases)))


def _jans(rows: Rows, code: Code) -> list[Reason]:
    """Return the throws that keep a full jan, fill one, or beat the adverse coin, if the adversary changes nothing."""
    asked = {JanName.BATTRE_LE_COIN: ReasonName.COIN_NEXT} if rows.own[0, COIN] >= 2 else {}
    for jan in FILLABLE:
        lacking = int(np.maximum(2 - rows.own[0, jan.start : jan.stop], 0).sum())
        if lacking == 0:
            asked[CONSERVE[jan]] = ReasonName.KEEPS
        elif lacking <= 2:
            asked[REMPLI[jan]] = ReasonName.FILLS
    if not asked:
        return []
    points: dict[JanName, Counter[int]] = {jan: Counter() for jan in asked}
    for dice in THROWS:
        by_name = jans_of(plays_of(rows, dice), code).by_name
        for name in asked:
            if name in by_name and by_name[name][0]:
                points[name][int(by_name[name][0])] += 1 if dice[0] == dice[1] else 2
    return [
        Reason(asked[name], counted.total(), counted.most_common(1)[0][0], jan=name)
        for name, counted in points.items()
        if counted
    ]
