"""Trous that a player did not peg on leaving: given up, without an école (Jeu 3, prise de trous; Lois XVI).

The player may move the fichet until the dames are back (Jeu 3, jetons 13-14). A player who only counted a bredouille as
simple may peg the second trou later, until his own next throw after the other's (Jeu 3, école de trous).
"""

from __future__ import annotations

from dataclasses import replace

from referee.trictrac.judge.act_context import ActContext
from referee.trictrac.judge.marking_state import Forgone
from rules.faults.chronology import On
from rules.marking import points_of
from rules.position import Side


def keep_trous_of_throw(context: ActContext) -> None:
    """Leave the thrower, who has gone, only those trous of this throw that the fichet shows."""
    books, before = context.situation.books, context.situation.score
    side, held = context.throw.side, before.of(context.throw.side)
    owed = _trous_with_whole_worth(context)
    shown = books.ledger.trous_at(books.board.of(side).trous, owed)
    had = held.trous - context.throw.gained
    if not (context.settings.pegs and books.felt) or shown >= owed:
        return
    kept = max(had, shown)
    if kept != held.trous:
        context.rewrite(books.ledger.standing_at(before.with_holding(side, replace(held, trous=kept))))
        points = points_of(kept - held.trous, old=held.points) if kept > held.trous else 0
        context.announce_mark(side, points, before, throw=context.throw.number)
    remember(context, side, owed=owed - had, kept=kept - had)


def remember(context: ActContext, side: Side, *, owed: int, kept: int) -> None:
    """Keep that a side may still peg a trou if it only counted its bredouille as simple.

    owed, kept: the trous of this throw.
    """
    if kept and owed - kept == 1 and not owed % 2:
        books = replace(context.situation.books, forgone=Forgone(side, context.throw.number))
        context.become(books=books)


def drop_unpegged_trous(context: ActContext, side: Side) -> None:
    """Drop the trous that this side, which has thrown, did not peg two or more throws ago."""
    forgone = context.situation.books.forgone
    if forgone is not None and forgone.side is side and forgone.throw <= context.situation.number - 2:
        context.become(books=replace(context.situation.books, forgone=None))


def _trous_with_whole_worth(context: ActContext) -> int:
    """Return how many trous the thrower would have with the whole worth of the throw marked."""
    throw, ledger = context.throw, context.situation.books.ledger
    at = ledger.find(side=throw.side, throw=throw.number, on=On.OWN)
    if at is None or ledger.lines[at].counted:
        return context.situation.score.of(throw.side).trous
    line = ledger.lines[at]
    whole = ledger.setting(at, replace(line, marked=max(line.marked, throw.worth(throw.side))))
    return whole.score(context.settings.code).of(throw.side).trous
