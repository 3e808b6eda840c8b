"""Cancel the win of a tour when the undue points that won it are claimed or taken off (Lois XVII 3; Jeu 3)."""

from __future__ import annotations

from dataclasses import replace

from events.rulings import Window
from events.trictrac.rulings import FaultRuled
from referee.trictrac.judge.act_context import ActContext
from referee.trictrac.judge.evidence import PAR_TROP
from referee.trictrac.judge.ledger import LedgerLine
from rules.faults.chronology import On


def may_be_contested(context: ActContext) -> bool:
    """Return whether the tour was won by undue points that can still be claimed."""
    return any(_makes_it(context, one) for one in context.situation.open_faults)


def reopen_if_contested(context: ActContext, ruling: FaultRuled) -> None:
    """Let the tour go on if the winner has not all the trous without the points that are claimed."""
    if _makes_it(context, ruling):
        context.not_won()


def _makes_it(context: ActContext, ruling: FaultRuled) -> bool:
    won, limit = context.situation.won, context.settings.trous
    fault = ruling.fault
    if won is None or limit is None or fault.by is not won.side or fault.name not in PAR_TROP:
        return False
    if ruling.window is not Window.OPEN:
        return False

    def due(line: LedgerLine) -> LedgerLine:
        return replace(line, marked=line.due) if line.side is won.side and line.surplus else line

    marked = context.situation.books.ledger
    ledger = marked.each(due)
    at = ledger.find(side=fault.by, throw=ruling.throw, on=On.OWN)
    if ledger == marked and at is not None:
        # The companion marked points for a jan that the winner then did not make.
        ledger = ledger.marking(at, -fault.points)
    return ledger.score(context.settings.code).winner(limit) is None
