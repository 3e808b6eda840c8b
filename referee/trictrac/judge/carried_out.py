"""The companion's own side in a solo game: it announces its plays and points, and the player moves its pieces.

1. The announcement is an act like any other, so it is on disk before it is spoken.
2. The companion's points count when it announces them. Its jeton and fichet are compared with its score, and never
   change it.
3. Dames moved otherwise than announced are the player's slip, which is no fault. They may be put right until the next
   throw.
"""

from __future__ import annotations

from dataclasses import replace

from events.acts import PlayAnnounced
from events.rulings import CarriedOut, PlayToMake
from events.trictrac.acts import FichetMoved, JetonMoved, JetonReleased, MarkAct, PointsAnnounced
from events.trictrac.rulings import MarksAmiss
from events.trictrac.state import Phase
from referee.one_table import moves_to_make
from referee.trictrac.judge.act_context import ActContext
from referee.trictrac.judge.situation import Situation, Throw
from rules.faults.chronology import On
from rules.play import Move
from rules.position import BANDE, Case, Position, Side


def expected_position(throw: Throw) -> Position | None:
    """Return the board after the announced play; None without one."""
    said = throw.announced
    if said is None or said.leaves:
        return None
    counts = list(throw.base.counts(throw.side))
    for move in said.moves:
        counts[move.start - 1] -= 1
        if move.end < BANDE:
            counts[move.end - 1] += 1
    return throw.base.with_counts(throw.side, tuple(counts))


def differences(throw: Throw, position: Position) -> tuple[tuple[Case, int, int], ...]:
    """Return the cases where the thrower's dames do not stand as announced.

    Each is a case in the thrower's numbering, the dames expected and the dames there.
    """
    wanted = expected_position(throw)
    if wanted is None:
        return ()
    pairs = zip(wanted.counts(throw.side), position.counts(throw.side), strict=True)
    return tuple((case, due, there) for case, (due, there) in enumerate(pairs, 1) if due != there)


def to_move(now: Situation) -> tuple[Move, ...]:
    """Return the moves from the board as it stands to the companion's play. Dames in the hand count as unmoved."""
    throw = now.throw
    if throw is None or throw.announced is None or throw.announced.leaves or now.phase is Phase.OVER:
        return ()
    if now.position == throw.base or throw.lifted:
        return throw.announced.moves
    return moves_to_make(differences(throw, now.position), BANDE)


def fits(context: ActContext, act: PlayAnnounced) -> bool:
    """Return whether an announcement can be the companion's play of the present throw, and is the first for it."""
    throw = context.situation.throw
    if throw is None or act.side is not context.settings.moved_for or throw.side is not act.side:
        return False
    if (throw.number, throw.dice) != (act.throw, act.dice) or throw.announced is not None:
        return False
    return act.leaves or any(play.moves == act.moves for play in throw.plays.plays)


def play_announced(context: ActContext, act: PlayAnnounced) -> None:
    """Report to the player how the companion's dames are to be moved."""
    context.rule(PlayToMake(context.new_id(), act.t, act.throw, act.side, act.dice, act.moves))
    if context.throw.moves is not None:
        rule_companions_dames(context)  # The player had moved the dames already.


def rule_companions_dames(context: ActContext) -> None:
    """Rule whether the companion's dames stand as announced, once the throw is played."""
    throw = context.throw
    if throw.side is context.settings.moved_for and throw.announced is not None and throw.plays.dice_playable:
        found = differences(throw, context.situation.position)
        context.rule(CarriedOut(context.new_id(), context.t, throw.number, throw.side, found))


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
