"""Rulings on plays, from the dames that moved, and on the cube: doubles, and games given up (BG, match X).

A play is made, lawfully or not, taken back or changed. A double is offered, taken or refused (règle Crawford).
"""

from __future__ import annotations

from dataclasses import replace

from events.backgammon.acts import Turn
from events.backgammon.rulings import CubeAnswered, CubeDenied, CubeOffered, CubeTrouble, Ending, IllegalPlayRuled
from events.backgammon.state import Phase
from events.rulings import Played, Revised, ThrowWorth, Window
from referee.backgammon.situation import NUMBERING, ActContext, Situation, Throw
from rules.backgammon.faults import fault_of
from rules.backgammon.match import Win, winner
from rules.backgammon.plays import legal_plays
from rules.backgammon.position import Position
from rules.play import Move
from rules.position import Dice, Side

PLAYING = frozenset({Phase.TO_THROW, Phase.TO_PLAY, Phase.DOUBLED, Phase.OPENING})


def throw_made(context: ActContext, side: Side, dice: Dice, t: float | None = None) -> None:
    """Begin a throw: its dice rest, and its plays are worked out. A throw without any play is over at once."""
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
        rule_play(context)


def set_up_throw(context: ActContext, turn: Turn) -> None:
    """Set up the starting position of a throw: the play before led to it, or the dames were found so."""
    context.become(position=turn.base)
    if turn.found:
        context.become(throw=None, phase=Phase.TO_THROW, trait=turn.side)
    else:
        rule_moved_dames(context)


def rule_moved_dames(context: ActContext) -> None:
    """Rule on dames that moved: the play may now be complete, or no longer be."""
    now = context.situation
    throw = now.throw
    if throw is None or now.phase not in (Phase.TO_PLAY, Phase.TO_THROW):
        return
    if now.position in throw.plays.results:
        rule_play(context)
    elif now.phase is Phase.TO_THROW:
        context.become(phase=Phase.TO_PLAY, trait=throw.side)
        context.become_throw(moves=None)


def end_play(context: ActContext) -> None:
    """End the play, because the dames rest or the next throw was made. Without a dame moved, nothing was played."""
    now = context.situation
    if now.phase is Phase.TO_PLAY and now.throw is not None and not now.untouched:
        rule_play(context)


def rule_play(context: ActContext) -> None:
    """Rule that the throw under way was played as the dames stand, or revise an earlier ruling on it."""
    position, throw = context.situation.position, context.throw
    fault = fault_of(throw.base, throw.side, throw.dice, position)
    lawful = fault is None
    if throw.side is context.settings.moved_for:
        fault = None  # The player moved wrongly for the companion.
    moves = play_of(throw, position)
    again = throw.ruled_moves is not None
    if not again or moves != throw.ruled_moves or throw.lawful != lawful:
        name, number, side = context.new_id(), throw.number, throw.side
        if again:
            context.rule(Revised(name, context.t, number, side, moves))
        else:
            context.rule(Played(name, context.t, number, side, throw.dice, moves, lawful))
    context.become(phase=Phase.TO_THROW, trait=throw.side.adversary)
    context.become_throw(moves=moves, ruled_moves=moves, lawful=lawful)
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
    context.rule_companions_dames()
    won = winner(position)
    wanted = context.situation.wanted
    if won is not None:
        context.rule_borne_off(won)
    elif wanted is not None:
        context.become(wanted=None)
        offer(context, wanted)


def play_of(throw: Throw, position: Position) -> tuple[Move, ...]:
    """Return the moves that lead to `position`: the lawful play with the fewest dames, else one move for each dame."""
    lawful = [play.moves for play in throw.plays.plays if play.result == position]
    if lawful:
        return min(lawful, key=_dames_moved)
    return NUMBERING.ways(throw.base.counts(throw.side), position.counts(throw.side))


def _dames_moved(moves: tuple[Move, ...]) -> tuple[int, tuple[Move, ...]]:
    """Return the order of a play among others: first by how many dames it moves, then by its moves."""
    return len({move.start for move in moves} - {move.end for move in moves}), moves


def close(context: ActContext, window: Window) -> None:
    """End the open fault, if there is one; window: how it ends."""
    fault = context.situation.fault
    if fault is not None:
        context.rule(replace(fault, id=context.new_id(), t=context.t, window=window))
        context.become(fault=None, lapsed=fault if window is Window.CLOSED else None)


def to_move(now: Situation) -> tuple[Move, ...]:
    """Return the moves of the companion's dames that still lead from the board as it stands to its play."""
    throw = now.throw
    if throw is None or now.phase is Phase.OVER:
        return ()
    return NUMBERING.moves_to_make(throw, now.position.counts(throw.side))


def offer(context: ActContext, side: Side) -> None:
    """Handle a double of `side`. While the other player's play is not over, the double waits until it is."""
    now = context.situation
    if now.phase is Phase.TO_PLAY and now.trait is side.adversary and now.cube.may_offer(side):
        context.become(wanted=side)
        return
    trouble = _against(context, side)
    if trouble is not None:
        context.rule(CubeDenied(context.new_id(), context.t, now.number, side, trouble))
        return
    cube = now.cube.offer(side)
    context.become(cube=cube, phase=Phase.DOUBLED)
    context.rule(CubeOffered(context.new_id(), context.t, now.number, side, 2 * cube.value))


def _against(context: ActContext, side: Side) -> CubeTrouble | None:
    now = context.situation
    if context.settings.pips:
        return CubeTrouble.NO_CUBE
    if not now.cube.usable:
        return CubeTrouble.CRAWFORD
    if now.phase is Phase.DOUBLED:
        return CubeTrouble.ALREADY_OFFERED
    if now.phase is not Phase.TO_THROW or now.trait is not side:
        return CubeTrouble.NOT_HIS_TURN
    return None if now.cube.may_offer(side) else CubeTrouble.NOT_HIS


def answer(context: ActContext, side: Side, *, taken: bool) -> None:
    """Handle the answer of `side` to a double: taken, or refused."""
    now = context.situation
    offerer = now.cube.offered_by
    # A player who gives the game up while his own double is open leaves nothing to answer.
    if offerer is None or side is offerer or now.phase is Phase.OVER:
        context.rule(CubeDenied(context.new_id(), context.t, now.number, side, CubeTrouble.NOT_OFFERED))
        return
    if taken:
        context.become(cube=now.cube.accept(), phase=Phase.TO_THROW)
        context.rule(CubeAnswered(context.new_id(), context.t, now.number, side, True, context.situation.cube.value))
        return
    context.rule(CubeAnswered(context.new_id(), context.t, now.number, side, False, now.cube.value))
    context.rule_win(offerer, Ending.REFUSED, Win.SIMPLE, now.cube.value, now.match.after_refusal(now.cube))


def resign(context: ActContext, side: Side, how: Win) -> None:
    """Handle that `side` gives the game up as a loss of kind `how`. If a double is open to it, that refuses it."""
    now = context.situation
    if now.phase not in PLAYING:
        return
    if now.cube.offered_by is side.adversary:
        answer(context, side, taken=False)
        return
    winner = side.adversary
    if context.settings.pips:
        points = now.position.pips(side)
        context.rule_win(winner, Ending.RESIGNED, how, points, now.match.add_points(winner, points))
    else:
        context.rule_win(winner, Ending.RESIGNED, how, now.cube.value * how, now.match.after_win(winner, now.cube, how))
