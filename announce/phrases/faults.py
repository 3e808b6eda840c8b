"""The phrases for faults and claims. The verdict on a claim and the ruling on its fault are separate sentences."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Final

from announce.announcement import Priority, Severity, Subject
from announce.phrases.registry import AnnouncementKind, Entries, Entry, Line, Manner
from announce.phrases.throws import HEAD
from announce.phrases.words import Words, sentence
from events.rulings import ClaimRuled, ClaimVerdict, Window
from events.state import Mode
from events.trictrac.rulings import FaultRuled
from rules.fault import Fault, FaultName, Remedy, RemedyName
from rules.fault_table import TABLE, FaultKind
from rules.position import Side

SIMPLE: Final = frozenset(row.name for row in TABLE if row.kind is FaultKind.SIMPLE)
"""Faults that nobody can claim: they are only named, when they are made (Lois XVII 1)."""

ECOLES: Final = frozenset(row.name for row in TABLE if row.kind is FaultKind.ECOLE)
"""Faults of marking and of plays that cost points (Lois XVII 3)."""


def head(fault: Fault, words: Words) -> str:
    """Name a fault and the side that made it: "école des blancs, points oubliés"."""
    return words.catalogue.text(f"fault.{fault.name}", "head", **words.sides(fault.by))


def reason(fault: Fault, words: Words) -> str:
    """Return the act and the law it breaks, as a sentence."""
    where = words.cases(fault.by, fault.cases) if fault.cases else ""
    # The case of a touched dame is named when there is exactly one.
    key = "full" if len(fault.cases) == 1 or not words.catalogue.has(f"fault.{fault.name}", "nowhere") else "nowhere"
    return sentence(
        words.catalogue.text(
            f"fault.{fault.name}", key, where=where, points=words.points(fault.points), **words.sides(fault.by)
        )
    )


def _fault_line(ruling: FaultRuled, words: Words, manner: Manner) -> Line:
    """Say the ruling by the state of its window. The first time it is said aloud, add the reason and the remedies."""
    fault, window, text = ruling.fault, ruling.window, words.catalogue.text
    values = {"fault": head(fault, words), "points": words.points(fault.points), **words.sides(fault.by)}
    if fault.name in SIMPLE:
        line = Line.both(f"{sentence(text('ruled.plain', **values))} {reason(fault, words)}")
        # In a lesson, the pupil has just heard why that throw does not count.
        return Line(line.text, "") if manner.explains and fault.name is FaultName.HORS_TOUR else line
    # No play stands by a fault of marking that was not claimed.
    marking = fault.points or (window is Window.CLOSED and fault.name in ECOLES)
    key = f"ruled.{'ecole' if marking else 'case'}.{window}"
    if not fault.points and fault.name is not FaultName.DEUX_JETONS:
        # The remedies follow in a sentence of their own, if there is time for it.
        if window is Window.OPEN and fault.remedies:
            key = "ruled.case.replay" if manner.mode is Mode.SCORE else "ruled.plain"
        elif window is Window.CLAIMED:
            key = "ruled.plain"
    if window is Window.CLAIMED and not manner.discreet:
        key = "ruled.taken"
    ruled = sentence(text(key, **values))
    if window is not Window.OPEN and not manner.discreet:
        return Line(ruled, "")  # It was ruled aloud when it was made.
    said = [ruled]
    if manner.mode is not Mode.SCORE:
        said.append(reason(fault, words))
        if window in (Window.OPEN, Window.CLAIMED) and _leaves_a_choice(fault):
            # Players who know the laws first need the remedies; pupils first need the reason.
            said.insert(1 if manner.discreet else 2, _choices(fault, words))
    return Line.both(" ".join(said), sentence(text("ruled.plain", **values)))


def _leaves_a_choice(fault: Fault) -> bool:
    """Return whether there is more to choose than to mark the points that the ruling names."""
    return any(remedy.name is not RemedyName.MARK or remedy.points != fault.points for remedy in fault.remedies)


def _choices(fault: Fault, words: Words) -> str:
    choices = [
        words.catalogue.text(f"remedy.{remedy.name}", points=words.points(remedy.points), **words.sides(fault.by))
        for remedy in fault.remedies
    ]
    return sentence(words.catalogue.text("choices", list=words.join_items(choices, "list.or"), **words.sides(fault.by)))


def _may_be_announced(ruling: FaultRuled, manner: Manner) -> bool:
    """Return whether a fault is announced now. A referee announces none while it can be claimed or if it was mended."""
    if manner.discreet or ruling.fault.by is manner.companion:
        return ruling.window is Window.CLAIMED or (ruling.window is Window.CLOSED and manner.unclaimed)
    # A simple fault was announced when it was made. The end of its window is not.
    return ruling.fault.name not in SIMPLE or ruling.window is Window.OPEN


def _claim_line(ruling: ClaimRuled, words: Words, _manner: Manner) -> Line:
    """Say the verdict on a claim. The ruling on the fault has its own sentence."""
    values = {"points": words.points(ruling.points), **words.sides(ruling.by)}
    match ruling.verdict:
        case ClaimVerdict.RIGHT:
            key = "claim.right"
        case ClaimVerdict.WRONG:
            key = "claim.wrong.points" if ruling.points else "claim.wrong"
        case ClaimVerdict.TOO_LATE:
            key = "claim.too_late"
            if ruling.fault is not None:
                key, values["fault"] = "claim.too_late.fault", head(ruling.fault, words)
        case ClaimVerdict.UNSURE:
            key = "claim.unsure"
            values["dice"] = "" if ruling.dice is None else words.dice(ruling.dice)
    return Line.both(words.catalogue.text(key, **values))


def _fault_of_claim(ruling: ClaimRuled) -> str:
    """Return the fault of a right claim. While the ruling on it is spoken, the verdict on the claim need not be."""
    if ruling.verdict is not ClaimVerdict.RIGHT or ruling.fault is None:
        return ""
    return f"{ruling.fault.name} {ruling.fault.by}"


def _faults() -> Iterator[FaultRuled]:
    for side, name, window in itertools.product(Side, FaultName, Window):
        remedies = next((row.remedies for row in TABLE if row.name is name), ())
        for points, cases in itertools.product(_POINTS.get(name, (0,)), ((), (4,), (12,), (3, 13))):
            choices = tuple(Remedy(remedy, (), 4 if remedy in _MARKING else 0) for remedy in remedies)
            for some in (choices, *((one,) for one in choices)):
                fault = Fault(name, side, "", cases, points, some)
                yield FaultRuled(*HEAD, fault, side.adversary, window, "")


_MARKING: Final = (RemedyName.MARK, RemedyName.MARK_IMPUISSANCE)
_POINTS: Final = {row.name: (4,) for row in TABLE if row.kind is FaultKind.ECOLE} | {
    FaultName.DEUX_JETONS: (0, 4),
    FaultName.IMPUISSANTE: (0, 4),
    FaultName.DEPART_SUR_ECOLE: (0, 4),
}
"""The points an example of an école costs; other faults cost nothing."""


def _claims() -> Iterator[ClaimRuled]:
    for side in Side:
        for verdict, points in itertools.product(
            (ClaimVerdict.RIGHT, ClaimVerdict.WRONG, ClaimVerdict.TOO_LATE), (0, 2, 4)
        ):
            yield ClaimRuled(*HEAD, side, verdict, None, points, "")
        for name in sorted(set(FaultName) - SIMPLE):
            fault = Fault(name, side.adversary, "")
            yield ClaimRuled(*HEAD, side, ClaimVerdict.RIGHT, fault, 0, "")
            yield ClaimRuled(*HEAD, side, ClaimVerdict.TOO_LATE, fault, 0, "")
        for dice in ((6, 4), (1, 1), (5, 1)):
            yield ClaimRuled(*HEAD, side, ClaimVerdict.UNSURE, None, 0, "", dice)


FAULTS: Final[Entries] = {
    FaultRuled: Entry(
        words=_fault_line,
        kind=lambda ruling, _manner: AnnouncementKind(
            Subject.FAULT, Severity.WARNING, Priority.HIGH, article=ruling.fault.article, withdrawn=True
        ),
        announced=_may_be_announced,
        examples=_faults,
        cases=lambda ruling: tuple((ruling.fault.by, case) for case in ruling.fault.cases),
        about=lambda ruling: f"{ruling.fault.name} {ruling.fault.by}",
    ),
    ClaimRuled: Entry(
        words=_claim_line,
        kind=lambda ruling, _manner: AnnouncementKind(
            Subject.CLAIM, Severity.WARNING, Priority.HIGH, article=ruling.article or None
        ),
        examples=_claims,
        about=_fault_of_claim,
    ),
}
"""The entries for faults and claims."""
