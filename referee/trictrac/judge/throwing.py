"""Judge dice thrown: refused, out of turn, or a throw, which ends claims on earlier ones (Lois VI, XVII-XVIII)."""

from __future__ import annotations

from dataclasses import replace

from events.acts import DameLifted, DiceThrown
from events.rulings import DiceTrouble, ThrowRefused, ThrowWorth, Window
from events.trictrac.acts import DiceDoubted
from events.trictrac.state import Phase
from referee.sight import article_on
from referee.trictrac.judge.act_context import ActContext
from referee.trictrac.judge.misread_tolerance import unsure_worth
from referee.trictrac.judge.played import CLOSED_BY_ANY, SIMPLE
from referee.trictrac.judge.playing import end_play, let_ask_to_move, rule_play
from referee.trictrac.judge.score_keeper import Keeper
from referee.trictrac.judge.situation import Throw
from rules.fault import Fault, FaultName
from rules.fault_table import article_of
from rules.jans import jans
from rules.plays import legal_plays
from rules.position import Side


def refuse(context: ActContext, _keeper: Keeper, act: DiceThrown) -> None:
    """Rule that both dice must be thrown again (Lois VI; Jeu 1, validité du coup de dés)."""
    trouble = act.refused_for
    article = article_on(trouble, context.settings.code)
    context.rule(ThrowRefused(context.new_id(), act.t, context.situation.number + 1, act.side, trouble, article))
    if trouble is DiceTrouble.OUT_OF_TURN and context.settings.moved_for is None:
        context.fault(Fault(FaultName.HORS_TOUR, act.side, article_of(FaultName.HORS_TOUR)))


def throw_again(context: ActContext, keeper: Keeper, act: DiceThrown) -> None:
    """Rule a throw void that was made out of turn: a simple fault (Lois XVII 1)."""
    refuse(context, keeper, replace(act, trouble=DiceTrouble.OUT_OF_TURN))


def out_of_turn(context: ActContext, keeper: Keeper, act: DiceThrown) -> None:
    """Rule a throw out of turn, which is void unless it is played (Lois XVII 1)."""
    throw_again(context, keeper, act)
    context.become(early=act)


def accept_early(context: ActContext, keeper: Keeper, _act: DameLifted) -> None:
    """Accept a throw out of turn, because it is played without objection."""
    early = context.situation.early
    if early is not None:
        consume(context, keeper, early)
        open_throw(context, keeper, early)
        close_windows(context, keeper, early)


def keep_other_readings(context: ActContext, _keeper: Keeper, act: DiceDoubted) -> None:
    """Keep other possible readings of the dice."""
    if context.situation.throw is not None and context.throw.side is act.side:
        context.become_throw(doubted=act.dice)


def consume(context: ActContext, keeper: Keeper, act: DiceThrown) -> None:
    """End the throw before: it stands as it was played."""
    if context.situation.throw is not None and context.throw.moves is None:
        end_play(context, keeper, act)


def close_windows(context: ActContext, keeper: Keeper, act: DiceThrown) -> None:
    """Close the claims that a throw ends: the thrower's own, and those of faults that any throw closes."""
    if context.situation.phase is Phase.OVER:
        return
    keeper.next_throw(context)
    for fault in context.situation.open_faults:
        earlier = fault.throw < context.situation.number
        own = fault.to is act.side and fault.fault.name not in SIMPLE
        if earlier and (own or fault.fault.name in CLOSED_BY_ANY):
            context.close(fault, Window.CLOSED)
            if own and fault.fault.name is FaultName.CASE_INTERDITE_4 and fault.throw == context.situation.number - 1:
                context.become(standing=(*context.situation.standing, fault))
            if own:
                context.become(lapsed=(*context.situation.lapsed, fault))


def open_throw(context: ActContext, keeper: Keeper, act: DiceThrown) -> None:
    """Open a throw. Its worth is settled on the position before a dame moves (Lois X-XIII)."""
    now = context.situation
    if now.phase is Phase.OVER:
        return
    coup = now.coup(act.side) + 1
    number = now.number + 1
    second_first = number == 2 and now.tour > 0 and now.opening is not None and now.coup(act.side) == 0
    found = jans(
        now.position,
        act.side,
        act.dice,
        context.settings.code,
        coup=coup,
        first_throw=now.opening if second_first else None,
    )
    plays = legal_plays(now.position, act.side, act.dice)
    throw = Throw(number, coup, act.side, act.dice, act.t, now.position, found, plays)
    unsure = unsure_worth(now, throw, context.settings.code, now.opening if second_first else None)
    throw = replace(throw, unsure=unsure)
    coups = (coup, now.coups[1]) if act.side is Side.BLANCS else (now.coups[0], coup)
    context.become(
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
    context.rule(ThrowWorth(context.new_id(), act.t, number, act.side, act.dice, found, plays.dice_playable))
    let_ask_to_move(context)
    keeper.on_throw(context)
    if context.situation.phase is Phase.OVER:
        return
    if context.throw.trou:
        context.become(phase=Phase.TO_DECIDE)
    elif not plays.dice_playable:
        rule_play(context, keeper, (), lawful=True)
