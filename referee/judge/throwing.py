"""Dice thrown: refused, out of turn, or a throw to be judged; and what is over with it (Lois VI, XVII-XVIII)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from events.rulings import DiceTrouble, ThrowRefused, ThrowWorth, Window
from events.trictrac.state import Phase
from referee.judge.playing import end_play, ruled
from referee.judge.situation import Throw
from referee.judge.standing import carried
from referee.judge.sureness import unsure_worth
from referee.judge.windows import CLOSED_BY_ANY, SIMPLE
from referee.validity import article_on
from rules.fault import Fault, FaultName
from rules.fault_table import article_of
from rules.jans import jans
from rules.plays import legal_plays
from rules.position import Side

if TYPE_CHECKING:
    from events.acts import DameLifted, DiceThrown
    from events.trictrac.acts import DiceDoubted
    from referee.judge.bench import Bench
    from referee.judge.keeping import Keeper


def refuse(bench: Bench, _keeper: Keeper, act: DiceThrown) -> None:
    """Both dice must be thrown again (Lois VI; Jeu 1, validité du coup de dés)."""
    trouble = act.trouble or DiceTrouble.LEANING
    article = article_on(trouble, bench.settings.code)
    bench.rule(ThrowRefused(bench.new_id(), act.t, bench.situation.number + 1, act.side, trouble, article))
    if trouble is DiceTrouble.OUT_OF_TURN and bench.settings.moved_for is None:
        bench.fault(Fault(FaultName.HORS_TOUR, act.side, article_of(FaultName.HORS_TOUR)))


def out_of_turn(bench: Bench, _keeper: Keeper, act: DiceThrown) -> None:
    """He threw when it was not his turn: a simple fault, the throw is void unless it is played (Lois XVII 1)."""
    article = article_of(FaultName.HORS_TOUR)
    bench.rule(
        ThrowRefused(bench.new_id(), act.t, bench.situation.number + 1, act.side, DiceTrouble.OUT_OF_TURN, article)
    )
    if bench.settings.moved_for is None:  # else one player throws for both
        bench.fault(Fault(FaultName.HORS_TOUR, act.side, article))
    bench.become(early=act)


def accept_early(bench: Bench, keeper: Keeper, _act: DameLifted) -> None:
    """Nobody objected to the throw out of turn: it is played."""
    early = bench.situation.early
    if early is not None:
        open_throw(bench, keeper, early)
        close_windows(bench, keeper, early)


def doubted(bench: Bench, _keeper: Keeper, act: DiceDoubted) -> None:
    """What the dice said was not read surely."""
    if bench.situation.throw is not None and bench.throw.side is act.side:
        bench.become_throw(doubted=act.dice)


def consume(bench: Bench, keeper: Keeper, act: DiceThrown) -> None:
    """The next throw ends the one before: it stands as it was played."""
    if bench.situation.throw is not None and bench.throw.moves is None:
        end_play(bench, keeper, act)


def close_windows(bench: Bench, keeper: Keeper, act: DiceThrown) -> None:
    """Who may claim closes his own window by throwing; a simple fault is over with any throw."""
    if bench.situation.phase is Phase.OVER:
        return
    keeper.next_throw(bench)
    for fault in bench.situation.open_faults:
        earlier = fault.throw < bench.situation.number
        own = fault.to is act.side and fault.fault.name not in SIMPLE
        if earlier and (own or fault.fault.name in CLOSED_BY_ANY):
            bench.close(fault, Window.CLOSED)
            if own and fault.fault.name is FaultName.CASE_INTERDITE_4 and fault.throw == bench.situation.number - 1:
                bench.become(standing=(*bench.situation.standing, fault))
            if own:
                bench.become(lapsed=(*bench.situation.lapsed, fault))


def open_throw(bench: Bench, keeper: Keeper, act: DiceThrown) -> None:
    """What the throw is worth is settled on the position before a dame moves (Lois X-XIII)."""
    now = bench.situation
    if now.phase is Phase.OVER:
        return
    coup = now.coup(act.side) + 1
    number = now.number + 1
    second_first = number == 2 and now.tour > 0 and now.opening is not None and now.coup(act.side) == 0
    found = jans(
        now.position,
        act.side,
        act.dice,
        bench.settings.code,
        coup=coup,
        first_throw=now.opening if second_first else None,
    )
    plays = legal_plays(now.position, act.side, act.dice)
    throw = Throw(number, coup, act.side, act.dice, act.t, now.position, found, plays)
    unsure = unsure_worth(now, throw, bench.settings.code, now.opening if second_first else None)
    throw = replace(throw, unsure=unsure)
    coups = (coup, now.coups[1]) if act.side is Side.BLANCS else (now.coups[0], coup)
    bench.become(
        phase=Phase.TO_MARK,
        trait=act.side,
        throw=throw,
        before=now.throw,
        number=number,
        early=None,
        claimed=(),
        coups=coups,
        opening=now.opening or act.dice,
    )
    bench.rule(ThrowWorth(bench.new_id(), act.t, number, act.side, act.dice, found, plays.dice_playable))
    carried(bench)
    keeper.thrown(bench)
    if bench.situation.phase is Phase.OVER:
        return
    if bench.throw.trou:
        bench.become(phase=Phase.TO_DECIDE)
    elif not plays.dice_playable:
        ruled(bench, keeper, (), lawful=True)
