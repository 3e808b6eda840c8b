"""Jans and sorties owed and not made, where the players mark (Jeu 3, écoles liées au remplissage, à la conservation).

The thrower's marking is then judged together with them. The école ruled when he touched his dames is replaced silently,
because nothing was mended. Points that the other marked for it count for the new école, and are not marked twice.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from events.rulings import Window
from referee.trictrac.judge.act_context import ActContext
from referee.trictrac.judge.ecole_penalty import fine
from referee.trictrac.judge.ledger import Ledger, LedgerLine
from referee.trictrac.judge.played import LINKED
from rules.fault import Fault, FaultName
from rules.faults.chronology import On
from rules.faults.ecoles import ecole

OF_HIS_MARKS = frozenset({FaultName.ECOLE_MOINS_J, FaultName.ECOLE_TROP_J})


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
