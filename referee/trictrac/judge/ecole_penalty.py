"""Écoles for points marked too much, and the points that the other side may mark for them.

A trou that such an école takes away wins no tour, and nobody leaves with it (Lois XVI-XVII). Its points were undue, or
the école counts before them and makes the claimant a trou (Jeu 3, chronologie).

Where the players mark, jans and sorties owed and not made are judged together with the thrower's marking (Jeu 3, écoles
liées au remplissage, à la conservation). The école ruled when he touched his dames is replaced silently, because
nothing was mended. Points that the other marked for it count for the new école, and are not marked twice.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from events.rulings import Window
from events.trictrac.rulings import FaultRuled
from referee.trictrac.judge.act_context import ActContext
from referee.trictrac.judge.evidence import PAR_TROP
from referee.trictrac.judge.ledger import Ledger, LedgerLine
from referee.trictrac.judge.played import LINKED
from referee.trictrac.judge.situation import Throw
from rules.code import Code
from rules.fault import Fault, FaultName, Remedy, RemedyName
from rules.faults.chronology import On
from rules.faults.ecoles import augmentation, ecole, fausse_ecole

AUGMENTATIONS = 2
"""How often an école may be augmented: once, and once more after an explanation (Jeu 3, augmentation 3)."""

OF_HIS_MARKS = frozenset({FaultName.ECOLE_MOINS_J, FaultName.ECOLE_TROP_J})


def fine(
    context: ActContext,
    fault: Fault,
    about: str,
    throw: int,
    on: On,
    *,
    augmented: int = 0,
    marked: int = 0,
    counted: int = 0,
) -> None:
    """Add a line of points that the other side may mark for a fault, or has marked already.

    about: the ruling on the fault. For the other arguments see `LedgerLine`.
    """
    line = LedgerLine(
        fault.by.adversary, throw, on, fault.points, ecole=True, fault=about, augmented=augmented, of=fault.name,
        marked=marked, counted=counted,
    )  # fmt: skip
    context.rewrite(context.situation.books.ledger.adding(line))


def too_much(context: ActContext, at: int, points: int) -> None:
    """Rule points beyond the due of a line an école par trop, or a fausse école if marked as an école (Jeu 3)."""
    ledger = context.situation.books.ledger
    line = ledger.lines[at]
    side = line.side
    points = min(points, line.surplus - _forgotten(context, line))
    if points <= 0:
        return
    of = context.situation.throw_of(line.throw)
    if of is not None and (side.adversary if line.ecole else side) in of.unsure:
        context.rewrite(ledger.setting(at, replace(line, due=line.marked)))
        return
    answered = (one for one in ledger.lines if (one.throw, one.on) == (line.throw, line.on) and one.side is not side)
    if line.ecole and any(one.undone for one in answered):
        _augments(context, at, points)
        return
    if line.ecole:
        fault = fausse_ecole(side, claimed=points, due=0)
    else:
        fault = ecole(side, thrower=side if line.on is On.OWN else side.adversary, due=0, marked=points)
    if fault is not None:
        fault = _with_before(context, fault, line)
        fine(context, fault, context.fault(fault, line.throw), line.throw, line.on)


def _forgotten(context: ActContext, line: LedgerLine) -> int:
    """Return the points of écoles par moins that may still be claimed: as many that are marked late are no other école.

    With them no more is marked than was owed (Jeu 3, écoles par trop 1). The other may take them off with the école.
    Points that the throw before gave are marked late on one's own.
    """
    own = {(FaultName.ECOLE_MOINS_J, line.throw), (FaultName.ECOLE_MOINS_A, line.throw - 1)}
    of_line = own if line.on is On.OWN else {(FaultName.ECOLE_MOINS_A, line.throw)}
    faults = (one for one in context.situation.open_faults if one.fault.by is line.side and not line.ecole)
    return sum(one.fault.points for one in faults if (one.fault.name, one.throw) in of_line)


def _with_before(context: ActContext, fault: Fault, line: LedgerLine) -> Fault:
    """Merge a fault with an unclaimed earlier one on that line: a surplus marked in several goes is one fault."""
    for earlier in context.situation.open_faults:
        ledger = context.situation.books.ledger
        fines = [one for one in ledger.lines if one.fault == earlier.about and one.ecole and not one.marked]
        same = (earlier.fault.name, earlier.fault.by, earlier.throw) == (fault.name, fault.by, line.throw)
        if same and any(one.on is line.on for one in fines):
            context.withdraw(earlier)
            context.rewrite(context.situation.books.ledger.each(lambda one: None if one in fines else one))  # noqa: B023 - at once
            points = fault.points + earlier.fault.points
            return replace(fault, points=points, remedies=(Remedy(RemedyName.MARK, (), points),))
    return fault


def _augments(context: ActContext, at: int, points: int) -> None:
    """Rule that a side took a right école for a false one: the other restores it and marks as many points again.

    This ends after `AUGMENTATIONS` times. Then the jetons are put back, and no further points are marked.
    """
    ledger = context.situation.books.ledger
    line = ledger.lines[at]
    times = 1 + max(one.augmented for one in ledger.lines if (one.throw, one.on) == (line.throw, line.on))
    if times > AUGMENTATIONS:
        about = context.fault(augmentation(line.side, taken=0), line.throw)
        context.rewrite(ledger.setting(at, replace(line, fault=about)))
        return
    fault = augmentation(line.side, taken=points)
    fine(context, fault, context.fault(fault, line.throw), line.throw, line.on, augmented=times)


def may_be_contested(context: ActContext) -> bool:
    """Return whether the winner of the tour has not won it once an école is marked that can still be claimed."""
    return any(_takes_it(context, one) for one in context.situation.open_faults)


def reopen_if_contested(context: ActContext, ruling: FaultRuled) -> None:
    """Let the tour go on if its winner has not won it once the école that is claimed is marked."""
    if _takes_it(context, ruling):
        context.not_won()


def with_ecoles(ledger: Ledger, *claimed: FaultRuled) -> Ledger:
    """Return the ledger with these écoles marked, and the undue points that they are for taken off."""
    about = {one.about for one in claimed}
    undue = {(one.fault.by, one.throw) for one in claimed if one.fault.name in PAR_TROP}

    def settle(line: LedgerLine) -> LedgerLine:
        if (line.open and line.fault in about) or (line.surplus and (line.side, line.throw) in undue):
            return replace(line, marked=line.due)
        return line

    return ledger.each(settle)


def is_entitled(throw: Throw, ledger: Ledger, code: Code) -> bool:
    """Return whether the throw's worth makes a trou: some of the thrower's points may have been taken off."""
    at = ledger.find(side=throw.side, throw=throw.number, on=On.OWN)
    if at is None:
        return False
    line = ledger.lines[at]
    if line.counted:
        return not line.surplus  # the marks of this line were taken as they stood
    without, due = (
        ledger.setting(at, replace(line, marked=points)).score(code).of(throw.side).trous for points in (0, line.due)
    )
    return due > without


def _takes_it(context: ActContext, ruling: FaultRuled) -> bool:
    won, limit = context.situation.won, context.settings.trous
    fault = ruling.fault
    if won is None or limit is None or fault.by is not won.side or ruling.window is not Window.OPEN:
        return False
    marked = context.situation.books.ledger
    ledger = with_ecoles(marked, ruling)
    at = ledger.find(side=fault.by, throw=ruling.throw, on=On.OWN)
    if ledger == marked and at is not None and fault.name in PAR_TROP:
        # The companion marked points for a jan that the winner then did not make.
        ledger = ledger.marking(at, -fault.points)
    return ledger.score(context.settings.code).winner(limit) is not won.side


def rule_missed_jans(context: ActContext, ecoles: tuple[Fault, ...]) -> None:
    """Rule `ecoles`, all écoles of a thrower who played without making a jan or sortie that he owed."""
    number = context.throw.number
    for ruling in context.situation.open_faults:
        if ruling.throw == number and ruling.fault.name in OF_HIS_MARKS:
            context.withdraw(ruling)
    before = context.situation.books.ledger
    replaced = [line for line in before.lines if _is_replaced(line, before, context)]
    for ruling in context.situation.claimed:
        if ruling.about in {line.fault for line in replaced}:
            context.withdraw(ruling)
    ledger = before.each(lambda line: None if line in replaced else line)
    trop = sum(fault.points for fault in ecoles if fault.name is FaultName.ECOLE_TROP_J)
    context.rewrite(_due(ledger, context, lambda line: line.marked - trop))
    paid, counted = (sum(getattr(line, name) for line in replaced) for name in ("marked", "counted"))
    for at, fault in enumerate(ecoles):
        last = at == len(ecoles) - 1
        marked, into = (left if last else min(left, fault.points) for left in (paid, counted))
        paid, counted = paid - marked, counted - into
        about = context.fault(fault)
        fine(context, fault, about, number, On.OWN, marked=marked, counted=into)
        if marked >= fault.points:
            context.close(context.situation.open_faults[-1], Window.CLAIMED)


def take_back_missed_jans(context: ActContext) -> None:
    """Take back the écoles of a thrower who stopped after one dame and now goes on playing."""
    throw, number = context.throw, context.throw.number
    stale = [
        one for one in context.situation.open_faults if one.throw == number and one.fault.name in OF_HIS_MARKS | LINKED
    ]
    gone = {one.about for one in stale}
    ledger = context.situation.books.ledger
    begun = any(line.marked for line in ledger.lines if line.fault in gone and line.ecole)
    if begun or not any(one.fault.name in LINKED for one in stale):
        return  # the other has begun to mark them
    for ruling in stale:
        if ruling.fault.name in LINKED:
            context.close(ruling, Window.MENDED)
        else:
            context.withdraw(ruling)
    side, worth = throw.side, throw.worth(throw.side)
    ledger = ledger.each(lambda line: None if line.ecole and line.fault in gone else line)
    context.rewrite(_due(ledger, context, lambda line: min(line.marked, worth)))
    context.become_throw(unmade=False)
    fault = ecole(side, thrower=side, due=worth, marked=throw.marked)
    if fault is not None:
        fine(context, fault, context.fault(fault), number, On.OWN)


def drop_replayed_ecole(context: ActContext) -> None:
    """Drop the unmarked école for dames impuissantes, which were replayed lawfully as the other asked (Jeu 3)."""
    number = context.throw.number

    def keep(line: LedgerLine) -> LedgerLine | None:
        of_this = line.of is FaultName.IMPUISSANTE and line.throw == number
        return None if of_this and not line.marked else line

    context.rewrite(context.situation.books.ledger.each(keep))


def _is_replaced(line: LedgerLine, ledger: Ledger, context: ActContext) -> bool:
    """Return whether an école line is ruled again. An école par trop is settled once its surplus was taken off."""
    own = ledger.own(context.throw.side, context.throw.number)
    surplus = own is not None and own.surplus > 0
    of_this = line.ecole and line.throw == context.throw.number and line.on is On.OWN
    return of_this and (line.of is FaultName.ECOLE_MOINS_J or (line.of is FaultName.ECOLE_TROP_J and surplus))


def _due(ledger: Ledger, context: ActContext, due: Callable[[LedgerLine], int]) -> Ledger:
    """Return a ledger with another due on the line of the thrower's own points."""
    at = ledger.find(side=context.throw.side, throw=context.throw.number, on=On.OWN)
    return ledger if at is None else ledger.setting(at, replace(ledger.lines[at], due=due(ledger.lines[at])))
