"""A dame left standing in a jan interdit, at its player's next throw (Jeu 3, cases interdites, traitement 3)."""

from __future__ import annotations

from dataclasses import replace

from events.rulings import Window
from referee.trictrac.judge.act_context import ActContext
from rules.fault import Fault, FaultName
from rules.fault_table import article_of
from rules.faults.treatments import rest_of_jan_interdit


def let_ask_to_move(context: ActContext) -> None:
    """At the player's next throw, let the other ask that the dame move first, if it is still unlawful and can go."""
    side = context.throw.side
    for ruling in context.situation.standing:
        fault = (
            rest_of_jan_interdit(ruling.fault, context.throw.base, context.throw.dice)
            if ruling.fault.by is side
            else None
        )
        if fault is not None:
            again = replace(ruling, id=context.new_id(), t=context.t, fault=fault, window=Window.OPEN)
            context.rule(again)
            context.become(open_faults=(*context.situation.open_faults, again))
    context.become(standing=tuple(one for one in context.situation.standing if one.fault.by is not side))


def restrict_to_dame(context: ActContext, fault: Fault) -> None:
    """Allow only plays that move the dame, when the other side asks for it before a dame is touched."""
    now = context.situation
    untouched = now.throw is not None and context.throw.moves is None and not context.throw.touched
    carried_on = fault.article == article_of(FaultName.CASE_INTERDITE_4, "b")
    if carried_on and untouched and context.throw.side is fault.by:
        (remedy,) = fault.remedies
        plays = tuple(play for play in context.throw.plays.plays if play.result in remedy.positions)
        context.become_throw(first=fault, plays=replace(context.throw.plays, plays=plays))


def first_moved(context: ActContext) -> None:
    """Close the demand once the throw is played, and rule a fault if the dame was demanded and did not move."""
    throw = context.throw
    for fault in context.situation.open_faults:
        of_before = fault.fault.name is FaultName.CASE_INTERDITE_4 and fault.throw < throw.number
        if of_before and fault.fault.by is throw.side:
            context.close(fault, Window.CLOSED)
    if throw.first is not None and not any(play.result == context.situation.position for play in throw.plays.plays):
        context.fault(throw.first)
