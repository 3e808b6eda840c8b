"""Marks that were not effaced, not made, or are only wrong by the bredouille: who may mend them, and when they stand.

A player may mend them until his next throw but one. He may put a fichet right where only the bredouille was miscounted,
add or take off a second jeton, and efface points that his trou cancelled. Afterwards they stay as they are (Jeu 3,
jetons 6-8, 11, 15; école de trous).

Trous not pegged on leaving are given up, without an école (Jeu 3, prise de trous; Lois XVI). The player may move the
fichet until the dames are back (Jeu 3, jetons 13-14). A player who only counted a bredouille as simple may peg the
second trou later, until his own next throw after the other's (Jeu 3, école de trous).
"""

from __future__ import annotations

from dataclasses import replace

from events.rulings import Window
from referee.trictrac.judge.act_context import ActContext
from referee.trictrac.judge.marking_state import Forgone, WrongMark
from rules.fault import Fault, FaultName
from rules.fault_table import article_of
from rules.faults.chronology import On
from rules.marking import Score, points_of
from rules.position import Side


def as_shown(context: ActContext, side: Side) -> Score:
    """Return the score if the marks that this side should have put right stood: its trous, the other's points."""
    score, board = context.situation.score, context.situation.books.board
    held, other = score.of(side), score.of(side.adversary)
    mine, his = board.known_marks(side), board.known_marks(side.adversary)
    ledger = context.situation.books.ledger
    if context.settings.pegs and context.situation.books.felt and ledger.winner(score) is None:
        held = replace(held, trous=ledger.trous_at(mine.trous, held.trous))
    if his.points > other.points:
        other = replace(other, points=his.points)
    alike = mine.points == held.points and his.points == other.points
    if held.points and other.points and alike and context.situation.books.whole:
        # If all jetons are seen and both sides have points, two jetons on one place mean the bredouille.
        mine, his = board.of(side), board.of(side.adversary)
        held, other = replace(held, bredouille=mine.double), replace(other, bredouille=his.double and not mine.double)
    return score.with_holding(side, held).with_holding(side.adversary, other)


def note_marks_to_mend(context: ActContext, side: Side) -> None:
    """Note whether this side has marks to mend, and close a fault that was mended."""
    if side is context.settings.moved_for:
        return
    note_mended(context, side)
    books, score = context.situation.books, context.situation.score
    shown = as_shown(context, side)
    if shown == score or books.wrong_mark_of(side) is not None:
        return
    fault = ""
    if shown.of(side).trous != score.of(side).trous:
        fault = context.fault(Fault(FaultName.TROUS_BREDOUILLE, side, article_of(FaultName.TROUS_BREDOUILLE)))
    books = context.situation.books
    wrong = WrongMark(side, context.situation.number, fault)
    context.become(books=replace(books, wrong_marks=(*books.wrong_marks, wrong)))


def note_mended(context: ActContext, side: Side) -> None:
    """Drop the marks to mend of a side whose marks are right by now, and close their fault."""
    books, score = context.situation.books, context.situation.score
    wrong, shown = books.wrong_mark_of(side), as_shown(context, side)
    if wrong is None:
        return
    if shown == score or (wrong.fault and shown.of(side).trous == score.of(side).trous):
        context.become(books=books.mend(side))
        context.close_about(wrong.fault, Window.MENDED)


def adopt_marks(context: ActContext, side: Side) -> None:
    """Let marks that this side, which has thrown, left amiss before its last throw but one stand from now on."""
    books = context.situation.books
    wrong = books.wrong_mark_of(side)
    if wrong is None or wrong.throw > context.situation.number - 2:
        return
    score = as_shown(context, side)
    context.become(books=books.mend(side))
    context.close_about(wrong.fault, Window.CLOSED)
    context.rewrite(books.ledger.standing_at(score))
    context.rule_win()


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
    keep_forgone(context, side, owed=owed - had, kept=kept - had)


def keep_forgone(context: ActContext, side: Side, *, owed: int, kept: int) -> None:
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
