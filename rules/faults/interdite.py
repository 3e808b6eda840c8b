"""The treatment of a dame left in a jan interdit (Jeu 3, cases interdites, traitement 3)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rules.fault import FaultName, Remedy, RemedyName
from rules.fault_table import article_of
from rules.faults.treatments import results
from rules.plays import legal_plays
from rules.view import View, forbidden_ends

if TYPE_CHECKING:
    from rules.fault import Fault
    from rules.play import Play
    from rules.position import Case, Dice, Position, Side


def first_to_move(position: Position, side: Side, dice: Dice, case: Case) -> tuple[Play, ...]:
    """Return the plays of the next throw by `side` that bring its dame on `case` out of the jan interdit.

    The adversary may ask for one of them. There is none when the jan has been opened meanwhile, or the dame cannot
    move.
    """
    if case not in forbidden_ends(View.of(position, side).adverse) or not position.on(side, case):
        return ()
    plays = legal_plays(position, side, dice).plays
    return tuple(play for play in plays if any(move.start == case for move in play.moves))


def carried_over(fault: Fault, position: Position, dice: Dice) -> Fault | None:
    """Return what remains of an unnoticed dame in a jan interdit when its player throws again, or None.

    fault: as it was ruled in the throw before; position, dice: of the new throw.
    """
    plays = tuple(play for case in fault.cases for play in first_to_move(position, fault.by, dice, case))
    if not plays:
        return None
    article = article_of(FaultName.CASE_INTERDITE_4, "b")
    return replace(fault, article=article, remedies=(Remedy(RemedyName.REPLAY_DAME, results(plays)),))
