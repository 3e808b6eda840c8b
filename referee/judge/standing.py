"""A dame that was let stand in a jan interdit, at its player's next throw (Jeu 3, cases interdites, traitement 3)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from events.rulings import Window
from rules.fault import FaultName
from rules.fault_table import article_of
from rules.faults.interdite import carried_over

if TYPE_CHECKING:
    from referee.judge.bench import Bench
    from rules.fault import Fault


def carried(bench: Bench) -> None:
    """He throws again: the dame may be asked to be moved first, if it still may not stand there and can go."""
    side = bench.throw.side
    for ruling in bench.situation.standing:
        fault = carried_over(ruling.fault, bench.throw.base, bench.throw.dice) if ruling.fault.by is side else None
        if fault is not None:
            again = replace(ruling, id=bench.new_id(), t=bench.t, fault=fault, window=Window.OPEN)
            bench.rule(again)
            bench.become(open_faults=(*bench.situation.open_faults, again))
    bench.become(standing=tuple(one for one in bench.situation.standing if one.fault.by is not side))


def asked_to_move(bench: Bench, fault: Fault) -> None:
    """The other asks for it before a dame is touched: the plays that move it are the lawful ones."""
    now = bench.situation
    untouched = now.throw is not None and bench.throw.moves is None and not bench.throw.touched
    carried_on = fault.article == article_of(FaultName.CASE_INTERDITE_4, "b")
    if carried_on and untouched and bench.throw.side is fault.by:
        (remedy,) = fault.remedies
        plays = tuple(play for play in bench.throw.plays.plays if play.result in remedy.positions)
        bench.become_throw(first=fault, plays=replace(bench.throw.plays, plays=plays))


def first_moved(bench: Bench) -> None:
    """The throw is played: nobody can ask for the dame any more; asked for, it must have moved."""
    throw = bench.throw
    for fault in bench.situation.open_faults:
        of_before = fault.fault.name is FaultName.CASE_INTERDITE_4 and fault.throw < throw.number
        if of_before and fault.fault.by is throw.side:
            bench.close(fault, Window.CLOSED)
    if throw.first is not None and not any(play.result == bench.situation.position for play in throw.plays.plays):
        bench.fault(throw.first)
