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
    from referee.backgammon.bench import Bench
    from rules.backgammon.position import Position
    from rules.position import Counts, Dice, Side


def throw_made(bench: Bench, side: Side, dice: Dice, t: float | None = None) -> None:
    """The dice rest; the possible plays are known. A throw without any is over at once."""
    now = bench.situation
    legal = legal_plays(now.position, side, dice)
    throw = Throw(now.number + 1, side, dice, bench.t if t is None else t, now.position, legal)
    bench.become(
        throw=throw,
        before=now.throw,
        number=throw.number,
        phase=Phase.TO_PLAY,
        trait=side,
        fault=None,
        opening=None,
        wanted=None,
    )
    bench.rule(ThrowWorth(bench.new_id(), throw.t, throw.number, side, dice, (), legal.dice_playable))
    if not legal.dice_playable:
        told_play(bench)


def thrown_from(bench: Bench, turn: Turn) -> None:
    """The starting position of a throw: the throw before was played so, or the dames came to stand so unseen."""
    bench.become(position=turn.base)
    if turn.found:
        bench.become(throw=None, phase=Phase.TO_THROW, trait=turn.side)
    else:
        moved(bench)


def moved(bench: Bench) -> None:
    """Dames stand elsewhere: the play may be complete or, having been, be so no longer."""
    now = bench.situation
    throw = now.throw
    if throw is None or now.phase not in (Phase.TO_PLAY, Phase.TO_THROW):
        return
    if any(play.result == now.position for play in throw.legal.plays):
        told_play(bench)
    elif now.phase is Phase.TO_THROW:
        bench.become(phase=Phase.TO_PLAY, trait=throw.side)
        bench.become_throw(moves=None)


def end_play(bench: Bench) -> None:
    """The dames were let go for good, or the next throw has come: the position was played, unless none was touched."""
    now = bench.situation
    if now.phase is Phase.TO_PLAY and now.throw is not None and not now.untouched:
        told_play(bench)


def told_play(bench: Bench) -> None:
    """The throw under way was played as the dames stand: rule so, or that it was not as was ruled."""
    position, throw = bench.situation.position, bench.throw
    fault = fault_of(throw.base, throw.side, throw.dice, position)
    lawful = fault is None
    if throw.side is bench.settings.moved_for:
        fault = None  # The player moved wrongly for the companion.
    moves = play_of(throw, position)
    again = throw.told is not None
    if not again or moves != throw.told or throw.lawful != lawful:
        ways = tuple(DameMove(move.start, move.end) for move in moves)
        name, number, side = bench.new_id(), throw.number, throw.side
        if again:
            bench.rule(Revised(name, bench.t, number, side, ways))
        else:
            bench.rule(Played(name, bench.t, number, side, throw.dice, ways, lawful))
    bench.become(phase=Phase.TO_THROW, trait=throw.side.adversary)
    bench.become_throw(moves=moves, told=moves, lawful=lawful)
    known = bench.situation.fault
    if known is not None and (fault is None or fault != known.fault):
        if known.window is Window.OPEN:
            bench.rule(replace(known, id=bench.new_id(), t=bench.t, window=Window.MENDED))
        bench.become(fault=None)
    if fault is not None and (known is None or fault != known.fault):
        name = bench.new_id()
        ruled = IllegalPlayRuled(name, bench.t, throw.number, fault, throw.side.adversary, Window.OPEN, name)
        bench.rule(ruled)
        bench.become(fault=ruled)
    carried_out(bench)
    won = winner(position)
    wanted = bench.situation.wanted
    if won is not None:
        bench.borne_off(won)
    elif wanted is not None:
        bench.become(wanted=None)
        doubling.offer(bench, wanted)


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


def close(bench: Bench, window: Window) -> None:
    """The end of the fault whose window is open, if one is."""
    fault = bench.situation.fault
    if fault is not None:
        bench.rule(replace(fault, id=bench.new_id(), t=bench.t, window=window))
        bench.become(fault=None, lapsed=fault if window is Window.CLOSED else None)
