"""The companion's play in a solo game of backgammon: the companion announces it, and the player makes it.

Dames that the player moves otherwise than announced are a slip. They are no fault, and may be put right.
"""

from __future__ import annotations

from events.acts import PlayAnnounced
from events.backgammon.state import Phase
from events.rulings import CarriedOut, PlayToMake
from referee.backgammon.act_context import ActContext
from referee.backgammon.situation import Situation, Throw
from referee.one_table import moves_to_make
from rules.backgammon.position import BAR, OFF, Position
from rules.play import Move
from rules.position import Case


def note_announcement(context: ActContext, act: PlayAnnounced) -> None:
    """Record how the companion plays the throw under way, and tell the player which dames to move."""
    throw = context.situation.throw
    if throw is None or act.side is not context.settings.moved_for or throw.side is not act.side:
        return
    if (throw.number, throw.dice) != (act.throw, act.dice) or throw.announced is not None:
        return
    if not any(tuple(Move(move.start, move.end) for move in play.moves) == act.moves for play in throw.legal.plays):
        return
    context.become_throw(announced=act)
    context.rule(PlayToMake(context.new_id(), act.t, act.throw, act.side, act.dice, act.moves))
    if throw.moves is not None:
        rule_companions_dames(context)


def rule_companions_dames(context: ActContext) -> None:
    """Rule whether the companion's dames stand as announced, once the throw is played."""
    throw = context.throw
    if throw.side is context.settings.moved_for and throw.announced is not None and throw.legal.dice_playable:
        found = differences(throw, context.situation.position)
        context.rule(CarriedOut(context.new_id(), context.t, throw.number, throw.side, found))


def differences(throw: Throw, position: Position) -> tuple[tuple[Case, int, int], ...]:
    """Return where the thrower's dames differ from the play announced: own case, dames expected, dames there."""
    said = throw.announced
    if said is None:
        return ()
    wanted = list(throw.base.counts(throw.side))
    for move in said.moves:
        wanted[move.start] -= 1
        wanted[move.end] += 1
    there = position.counts(throw.side)
    return tuple((case, wanted[case], there[case]) for case in range(BAR, OFF, -1) if wanted[case] != there[case])


def to_move(now: Situation) -> tuple[Move, ...]:
    """Return the moves of the companion's dames that still lead from the board as it stands to its play."""
    throw = now.throw
    if throw is None or throw.announced is None or now.phase is Phase.OVER:
        return ()
    if now.position == throw.base:
        return throw.announced.moves
    return moves_to_make(differences(throw, now.position), OFF)
