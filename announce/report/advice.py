"""One piece of advice for each player, about the habit that cost most: values, without prose."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum

from announce.report.summary import Committed, Summary
from events.rulings import Window
from rules.fault import Fault
from rules.jan import JanName
from rules.position import Side


class AdviceKind(StrEnum):
    """One piece of advice for a player."""

    FORGOTTEN = "forgotten"
    FORGOTTEN_ADVERSE = "forgotten_adverse"
    FORGOTTEN_JAN = "forgotten_jan"
    UNCLAIMED = "unclaimed"
    ECOLE = "ecole"
    FAULT = "fault"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Advice:
    """One piece of advice.

    Attributes:
        lesson: what to mind.
        times: how often it happened.
        points: what it cost in points; 0 for a fault that costs none.
        jan: the jan forgotten most, if the advice is about one.
        fault: the fault, if the advice is about one.
    """

    lesson: AdviceKind
    times: int = 0
    points: int = 0
    jan: JanName | None = None
    fault: Fault | None = None


def advice(summary: Summary, side: Side) -> Advice:
    """Advise a side about its costliest habit in points, or else its commonest fault. NOTHING when it made none."""
    found = [
        one for one in (_advise_marking(summary, side), _advise_claiming(summary, side), *_faults(summary, side)) if one
    ]
    return max(found, key=lambda one: (one.points, one.times), default=Advice(AdviceKind.NOTHING))


def _advise_marking(summary: Summary, side: Side) -> Advice | None:
    """Advise about points not marked: about one jan, if it explains at least half of them."""
    missed = [one for one in summary.missed if one.side is side]
    if not missed:
        return None
    points = sum(one.owed - one.points for one in missed)
    by_jan: Counter[JanName] = Counter()
    for one in missed:
        for jan in one.jans:
            by_jan[jan.name] += min(jan.points, one.owed - one.points)
    for name, worth in by_jan.most_common(1):
        if worth * 2 >= points:
            return Advice(AdviceKind.FORGOTTEN_JAN, len(missed), points, name)
    adverse = sum(one.coup is not None and one.coup.side is not side for one in missed)
    lesson = AdviceKind.FORGOTTEN_ADVERSE if adverse * 2 > len(missed) else AdviceKind.FORGOTTEN
    return Advice(lesson, len(missed), points)


def _advise_claiming(summary: Summary, side: Side) -> Advice | None:
    """Advise about écoles of the adversary that this side did not claim."""
    passed = [one for one in summary.faults if one.fault.by is not side and one.window is Window.CLOSED]
    points = sum(one.fault.points for one in passed)
    return Advice(AdviceKind.UNCLAIMED, sum(one.fault.points > 0 for one in passed), points) if points else None


def _faults(summary: Summary, side: Side) -> list[Advice]:
    """Advise about each kind of fault of a side, except forgotten points, which have advice of their own."""
    forgotten = {(one.throw, one.coup) for one in summary.missed if one.side is side}
    by_name: dict[str, list[Committed]] = {}
    for one in summary.faults:
        if one.fault.by is side and not (one.fault.points and (one.throw, one.coup) in forgotten):
            by_name.setdefault(one.fault.name, []).append(one)
    return [
        Advice(
            AdviceKind.ECOLE if any(one.fault.points for one in made) else AdviceKind.FAULT,
            len(made),
            sum(one.fault.points for one in made),
            fault=made[0].fault,
        )
        for made in by_name.values()
    ]
