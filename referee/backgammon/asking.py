"""Words at a table of backgammon: claims, doubles and their answers, a game given up."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from events.acts import Claimed, Declaration, Declared
from events.backgammon.acts import DoubleAnswered, Doubled, Resigned
from events.backgammon.state import Phase
from events.rulings import ClaimRuled, Verdict, Window
from referee.backgammon import doubling
from referee.backgammon.playing import end_play
from rules.backgammon.game import Win

if TYPE_CHECKING:
    from events.acts import Request
    from events.backgammon.rulings import IllegalPlayRuled
    from referee.backgammon.bench import Bench
    from rules.position import Side


def ask(bench: Bench, request: Request) -> None:
    """Somebody says something; a word that is not about the game changes nothing."""
    match request:
        case Claimed():
            _claim(bench, request.side)
        case Declared():
            _declared(bench, request)
        case Doubled():
            _done(bench, request.side)
            doubling.offer(bench, request.side)
        case DoubleAnswered():
            doubling.answer(bench, request.side, taken=request.taken)
        case Resigned():
            doubling.resign(bench, request.side, Win(request.how))
        case _:
            pass


def _done(bench: Bench, side: Side) -> None:
    """`side` says a word that only comes after the other's play: that play is over."""
    if bench.situation.throw is not None and bench.situation.throw.side is not side:
        end_play(bench)


def _claim(bench: Bench, side: Side) -> None:
    """`side` says that a play was illegal: then it must be made again. A play that is called is taken as ended."""
    _done(bench, side)
    now = bench.situation
    open_, lapsed = now.fault, now.lapsed
    fault: IllegalPlayRuled | None = None
    if open_ is not None and open_.to is side:
        verdict, fault = Verdict.RIGHT, open_
    elif lapsed is not None and lapsed.to is side:
        verdict, fault = Verdict.TOO_LATE, lapsed
    else:
        verdict = Verdict.WRONG
    article = "" if fault is None else fault.fault.article
    bench.rule(ClaimRuled(bench.new_id(), bench.t, now.number, side, verdict, None, 0, article))
    if verdict is Verdict.RIGHT and open_ is not None:
        claimed = replace(open_, id=bench.new_id(), t=bench.t, window=Window.CLAIMED)
        bench.rule(claimed)
        bench.become(phase=Phase.TO_PLAY, trait=bench.throw.side, fault=claimed)
        bench.become_throw(moves=None)


def _declared(bench: Bench, act: Declared) -> None:
    """The buttons of trictrac, here: played or taken, illegal, I double, I give up."""
    doubled = bench.situation.cube.offered_by is act.side.adversary
    match act.what:
        case Declaration.COUP_JOUE if doubled:
            doubling.answer(bench, act.side, taken=True)
        case Declaration.COUP_JOUE:
            end_play(bench)
        case Declaration.ECOLE | Declaration.FAUSSE_CASE:
            _claim(bench, act.side)
        case Declaration.J_ADOUBE:
            _done(bench, act.side)
            doubling.offer(bench, act.side)
        case Declaration.JE_M_EN_VAIS:
            doubling.resign(bench, act.side, Win.SIMPLE)
        case Declaration.JE_TIENS:
            pass
