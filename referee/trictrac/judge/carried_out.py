"""The companion's own side in a solo game: it announces its plays and points, and the player moves its pieces.

1. The announcement is an act like any other, so it is on disk before it is spoken.
2. The companion's points count when it announces them. Its jeton and fichet are compared with its score, and never
   change it.
"""

from __future__ import annotations

from dataclasses import replace

from events.trictrac.acts import FichetMoved, JetonMoved, JetonReleased, MarkAct, PointsAnnounced
from events.trictrac.rulings import MarksAmiss
from events.trictrac.state import Phase
from referee.trictrac.judge.act_context import NUMBERING, ActContext
from referee.trictrac.judge.situation import Situation
from rules.faults.chronology import On
from rules.play import Move
from rules.position import Side


def to_move(now: Situation) -> tuple[Move, ...]:
    """Return the moves from the board as it stands to the companion's play. Dames in the hand count as unmoved."""
    throw = now.throw
    if throw is None or now.phase is Phase.OVER:
        return ()
    return NUMBERING.moves_to_make(throw, (throw.base if throw.lifted else now.position).counts(throw.side))


def points_announced(context: ActContext, _keeper: object, act: PointsAnnounced) -> None:
    """Count the points that the companion announces for a throw. Points that it leaves out are an école."""
    throw = context.situation.throw_of(act.throw)
    if throw is None or act.side is not context.settings.moved_for:
        return
    on = On.OWN if throw.side is act.side else On.GIVEN
    ledger = context.situation.books.ledger
    at = ledger.find(side=act.side, throw=act.throw, on=on)
    if at is None:
        return
    books = context.situation.books
    context.become(books=replace(books, announced=books.announced | {(act.throw, on)}))
    points = min(act.points, ledger.lines[at].open)
    if points > 0:
        context.enter(at, points)
        context.rule_win()


def mark_companions_claim(context: ActContext, about: str, side: Side) -> None:
    """Mark an école that the companion called at once, without a jeton."""
    if side is context.settings.moved_for:
        for at, line in enumerate(context.situation.books.ledger.lines):
            if line.ecole and line.fault == about and line.open:
                context.enter(at, line.open)
                context.rule_win()


def marks_compared(context: ActContext, act: MarkAct) -> bool:
    """Return whether a moved mark is the companion's, so that it does not change the score. Report a wrong one."""
    companion = context.settings.moved_for
    if companion is None or not isinstance(act, JetonMoved | JetonReleased | FichetMoved):
        return False
    if act.side is not companion:
        return False
    board = context.situation.books.board.of(companion)
    points = board.points if isinstance(act, FichetMoved) else act.points
    trous = act.trou if isinstance(act, FichetMoved) else board.trous
    differs = (points, trous) != (board.points, board.trous)
    if differs and not isinstance(act, JetonMoved) and context.situation.phase not in {Phase.LEAVING, Phase.OVER}:
        number = context.situation.number
        context.rule(MarksAmiss(context.new_id(), act.t, number, companion, points, trous, board.points, board.trous))
    return True
