"""A tour won by points that were too many is not won once they are claimed, or taken off (Lois XVII 3; Jeu 3)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from events.rulings import Window
from rules.fault import FaultName
from rules.faults.chronology import On

if TYPE_CHECKING:
    from events.trictrac.rulings import FaultRuled
    from referee.judge.act_context import ActContext
    from referee.judge.ledger import Line

PAR_TROP = frozenset({FaultName.ECOLE_TROP_J, FaultName.ECOLE_TROP_A, FaultName.FAUSSE_ECOLE, FaultName.AUGMENTATION})


def may_be_contested(context: ActContext) -> bool:
    """Whether the tour was won, and its winner marked too much while that can still be claimed."""
    return any(_makes_it(context, one) for one in context.situation.open_faults)


def contested(context: ActContext, ruling: FaultRuled) -> None:
    """The other claims it: where the winner has no twelve trous without those points, the tour goes on."""
    if _makes_it(context, ruling):
        context.not_won()


def _makes_it(context: ActContext, ruling: FaultRuled) -> bool:
    won, limit = context.situation.won, context.settings.trous
    fault = ruling.fault
    if won is None or limit is None or fault.by is not won.side or fault.name not in PAR_TROP:
        return False
    if ruling.window is not Window.OPEN:
        return False

    def due(line: Line) -> Line:
        return replace(line, marked=line.due) if line.side is won.side and line.surplus else line

    marked = context.situation.books.ledger
    ledger = marked.each(due)
    at = ledger.find(side=fault.by, throw=ruling.throw, on=On.OWN)
    if ledger == marked and at is not None:
        # The companion marked points that he then did not make: they are not his.
        ledger = ledger.marking(at, -fault.points)
    return ledger.score(context.settings.code).winner(limit) is None
