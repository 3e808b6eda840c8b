"""Changes that players may have made to the marks: points entered on lines of the ledger, or taken off them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from referee.trictrac.judge.ledger import Ledger, LedgerLine
from rules.code import Code
from rules.faults.chronology import place


class Reach(IntEnum):
    """How far an explanation may go.

    PEGGED: a fichet moved, so only marks of all that is due are accepted.
    DUE: all that is due.
    RELEASED: a side let go of its marks, so it may have marked too many.
    OVER: the side's time to mark is over, and the board must be explained.
    """

    PEGGED = 0
    DUE = 1
    RELEASED = 2
    OVER = 3


@dataclass(frozen=True, slots=True)
class Change:
    """Points marked on a line of the ledger, or taken off; line: a new one, to be added first."""

    at: int
    points: int
    line: LedgerLine | None = None


Plan = tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """An explanation: the ledger it starts from (old points may be given up), and its changes, in order.

    forgotten: whether a jeton moved on to the remainder after trous while the fichet did not move.
    """

    ledger: Ledger
    changes: Plan
    forgotten: bool = False


def apply_changes(ledger: Ledger, plan: Plan) -> Ledger:
    """Return the ledger after these changes, in order."""
    for change in plan:
        if change.line is not None:
            ledger = ledger.adding(change.line)
        ledger = ledger.marking(change.at, change.points)
    return ledger


def in_order(ledger: Ledger, plan: Plan, code: Code) -> Plan:
    """Return the changes with points marked on lines that exist in the order in which they count, whatever the hands'.

    Announced so, each mark shows what it made of the score (Jeu 3, chronologie).
    """
    marked = [change for change in plan if change.points > 0 and change.line is None]
    ordered = iter(sorted(marked, key=lambda one: place(ledger.lines[one.at].amount(one.points), code)))
    return tuple(next(ordered) if change in marked else change for change in plan)
