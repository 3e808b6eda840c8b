"""What players say at a table of backgammon: claims, doubles and their answers, and giving a game up."""

from __future__ import annotations

from dataclasses import replace

from events.acts import Claimed, Declaration, Declared, Request
from events.backgammon.acts import DoubleAnswered, Doubled, Resigned
from events.backgammon.rulings import IllegalPlayRuled
from events.backgammon.state import Phase
from events.rulings import ClaimRuled, ClaimVerdict, Window
from referee.backgammon.playing import answer, end_play, offer, resign
from referee.backgammon.situation import ActContext
from rules.backgammon.match import Win
from rules.backgammon.plays import on_the_way
from rules.position import Side


def ask(context: ActContext, request: Request) -> None:
    """Handle a request. One that is not about the game changes nothing."""
    match request:
        case Claimed():
            _claim(context, request.side)
        case Declared():
            _declare(context, request)
        case Doubled():
            _double(context, request.side)
        case DoubleAnswered():
            answer(context, request.side, taken=request.taken)
        case Resigned():
            resign(context, request.side, Win(request.how))
        case _:
            pass


def _end_play(context: ActContext, side: Side) -> None:
    """End the other player's play: `side` has said something that a player says only after it."""
    if context.situation.throw is not None and context.situation.throw.side is not side:
        end_play(context)


def _goes_on(context: ActContext, side: Side) -> bool:
    """Return whether the other player may still go on lawfully from where his dames stand."""
    throw = context.situation.throw
    if throw is None or throw.side is side:
        return False
    return context.situation.position in on_the_way(throw.base, throw.side, throw.dice)


def _double(context: ActContext, side: Side) -> None:
    """Handle a double of `side`, who offers it after the other's play. One that comes sooner waits (`offer`)."""
    if not _goes_on(context, side):
        _end_play(context, side)
    offer(context, side)


def _claim(context: ActContext, side: Side) -> None:
    """Handle a claim of `side` that a play was illegal. If so, that play must be made again.

    The claim also ends a play that is still under way.
    """
    _end_play(context, side)
    now = context.situation
    open_, lapsed = now.fault, now.lapsed
    fault: IllegalPlayRuled | None = None
    if open_ is not None and open_.to is side:
        verdict, fault = ClaimVerdict.RIGHT, open_
    elif lapsed is not None and lapsed.to is side:
        verdict, fault = ClaimVerdict.TOO_LATE, lapsed
    else:
        verdict = ClaimVerdict.WRONG
    article = "" if fault is None else fault.fault.article
    context.rule(ClaimRuled(context.new_id(), context.t, now.number, side, verdict, None, 0, article))
    if verdict is ClaimVerdict.RIGHT and open_ is not None:
        claimed = replace(open_, id=context.new_id(), t=context.t, window=Window.CLAIMED)
        context.rule(claimed)
        context.become(phase=Phase.TO_PLAY, trait=context.throw.side, fault=claimed)
        context.become_throw(moves=None)


def _declare(context: ActContext, act: Declared) -> None:
    """Handle a button of trictrac, which here means: played, or double taken; illegal; I double; I give up."""
    doubled = context.situation.cube.offered_by is act.side.adversary
    match act.what:
        case Declaration.COUP_JOUE if doubled:
            answer(context, act.side, taken=True)
        case Declaration.COUP_JOUE if not _goes_on(context, act.side):
            end_play(context)
        case Declaration.ECOLE | Declaration.FAUSSE_CASE:
            _claim(context, act.side)
        case Declaration.J_ADOUBE:
            _double(context, act.side)
        case Declaration.JE_M_EN_VAIS:
            resign(context, act.side, Win.SIMPLE)
        case _:
            pass
