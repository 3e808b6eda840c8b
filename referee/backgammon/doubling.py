"""The cube: doubles offered, taken and refused, and games given up (BG, match X; règle Crawford)."""

from __future__ import annotations

from events.backgammon.rulings import CubeAnswered, CubeDenied, CubeOffered, CubeTrouble, Ending
from events.backgammon.state import Phase
from referee.backgammon.situation import ActContext
from rules.backgammon.match import Win
from rules.position import Side

PLAYING = frozenset({Phase.TO_THROW, Phase.TO_PLAY, Phase.DOUBLED, Phase.OPENING})


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
