"""From dames moved to plays ruled on: made, lawful or not, taken back, made otherwise."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from events.backgammon.rulings import IllegalPlayRuled
from events.backgammon.state import Phase
from events.rulings import Played, Revised, ThrowWorth, Window
from referee.backgammon import doubling
from referee.backgammon.carried_out import carried_out
from referee.backgammon.situation import Throw
from rules.backgammon.faults import fault_of
from rules.backgammon.game import winner
from rules.backgammon.plays import Move, legal_plays
from rules.play import Move as DameMove

if TYPE_CHECKING:
    from events.backgammon.acts import Turn
    from referee.backgammon.act_context import ActContext
    from rules.backgammon.position import Position
    from rules.position import Counts, Dice, Side


def throw_made(context: ActContext, side: Side, dice: Dice, t: float | None = None) -> None:
    """The dice rest; the possible plays are known. A throw without any is over at once."""
    now = context.situation
    legal = legal_plays(now.position, side, dice)
    throw = Throw(now.number + 1, side, dice, context.t if t is None else t, now.position, legal)
    context.become(
        throw=throw,
        before=now.throw,
        number=throw.number,
        phase=Phase.TO_PLAY,
        trait=side,
        fault=None,
        opening=None,
        wanted=None,
    )
    context.rule(ThrowWorth(context.new_id(), throw.t, throw.number, side, dice, (), legal.dice_playable))
    if not legal.dice_playable:
        told_play(context)


def thrown_from(context: ActContext, turn: Turn) -> None:
    """The starting position of a throw: the throw before was played so, or the dames came to stand so unseen."""
    context.become(position=turn.base)
    if turn.found:
        context.become(throw=None, phase=Phase.TO_THROW, trait=turn.side)
    else:
        moved(context)


def moved(context: ActContext) -> None:
    """Dames stand elsewhere: the play may be complete or, having been, be so no longer."""
    now = context.situation
    throw = now.throw
    if throw is None or now.phase not in (Phase.TO_PLAY, Phase.TO_THROW):
        return
    if any(play.result == now.position for play in throw.legal.plays):
        told_play(context)
    elif now.phase is Phase.TO_THROW:
        context.become(phase=Phase.TO_PLAY, trait=throw.side)
        context.become_throw(moves=None)


def end_play(context: ActContext) -> None:
    """The dames were let go for good, or the next throw has come: the position was played, unless none was touched."""
    now = context.situation
    if now.phase is Phase.TO_PLAY and now.throw is not None and not now.untouched:
        told_play(context)


def told_play(context: ActContext) -> None:
    """The throw under way was played as the dames stand: rule so, or that it was not as was ruled."""
    position, throw = context.situation.position, context.throw
    fault = fault_of(throw.base, throw.side, throw.dice, position)
    lawful = fault is None
    if throw.side is context.settings.moved_for:
        fault = None  # The player moved wrongly for the companion.
    moves = play_of(throw, position)
    again = throw.told is not None
    if not again or moves != throw.told or throw.lawful != lawful:
        ways = tuple(DameMove(move.start, move.end) for move in moves)
        name, number, side = context.new_id(), throw.number, throw.side
        if again:
            context.rule(Revised(name, context.t, number, side, ways))
        else:
            context.rule(Played(name, context.t, number, side, throw.dice, ways, lawful))
    context.become(phase=Phase.TO_THROW, trait=throw.side.adversary)
    context.become_throw(moves=moves, told=moves, lawful=lawful)
    known = context.situation.fault
    if known is not None and (fault is None or fault != known.fault):
        if known.window is Window.OPEN:
            context.rule(replace(known, id=context.new_id(), t=context.t, window=Window.MENDED))
        context.become(fault=None)
    if fault is not None and (known is None or fault != known.fault):
        name = context.new_id()
        ruled = IllegalPlayRuled(name, context.t, throw.number, fault, throw.side.adversary, Window.OPEN, name)
        context.rule(ruled)
        context.become(fault=ruled)
    carried_out(context)
    won = winner(position)
    wanted = context.situation.wanted
    if won is not None:
        context.borne_off(won)
    elif wanted is not None:
        context.become(wanted=None)
        doubling.offer(context, wanted)


def play_of(throw: Throw, position: Position) -> tuple[Move, ...]:
    """How the throw was played to reach `position`: the lawful play with the fewest dames, else the dames' ways."""
    lawful = [play.moves for play in throw.legal.plays if play.result == position]
    if lawful:
        return min(lawful, key=_dames_moved)
    return ways_of(throw.base.counts(throw.side), position.counts(throw.side))


def _dames_moved(moves: tuple[Move, ...]) -> tuple[int, tuple[Move, ...]]:
    """How many dames a play moves; of those that move as many, the first in order."""
    return len({move.start for move in moves} - {move.end for move in moves}), moves


def ways_of(before: Counts, after: Counts) -> tuple[Move, ...]:
    """The dames that moved between two sets of counts, the furthest first, each as one move."""
    starts = [case for case in range(25, -1, -1) for _ in range(before[case] - after[case])]
    ends = [case for case in range(25, -1, -1) for _ in range(after[case] - before[case])]
    return tuple(Move(start, end) for start, end in zip(starts, ends, strict=False))


def close(context: ActContext, window: Window) -> None:
    """The end of the fault whose window is open, if one is."""
    fault = context.situation.fault
    if fault is not None:
        context.rule(replace(fault, id=context.new_id(), t=context.t, window=window))
        context.become(fault=None, lapsed=fault if window is Window.CLOSED else None)
