"""Follow dames and dice, and rule on plays completed, ended or taken up again (Lois VI-VII, XVII-XVIII; Jeu 3).

A dame left standing in a jan interdit may have to move at its player's next throw (Jeu 3, cases interdites, traitement
3).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import inf

from events.acts import DameLifted, DamePlaced, Declared, DiceLifted, DiceThrown, PlayAnnounced
from events.rulings import Played, Window
from events.trictrac.acts import DameTouched, Misread
from events.trictrac.state import Phase
from referee.trictrac.judge.act_context import ActContext
from referee.trictrac.judge.misread_tolerance import is_sure
from referee.trictrac.judge.played import (
    OF_THE_DAMES,
    faults_of,
    is_ended,
    is_over,
    linked_ecoles,
    pair_dames,
    play_of,
    shows_puissance,
)
from referee.trictrac.judge.score_keeper import Keeper
from referee.trictrac.judge.tour_end import hold, say_leave
from rules.fault import Fault, FaultName
from rules.fault_table import article_of
from rules.faults.handling import Handling
from rules.faults.played import tolerated_end
from rules.faults.refusal import why_refused
from rules.faults.treatments import rest_of_jan_interdit
from rules.play import Move
from rules.position import Case, Side


def let_ask_to_move(context: ActContext) -> None:
    """At the player's next throw, let the other ask that the dame move first, if it is still unlawful and can go."""
    side = context.throw.side
    for ruling in context.situation.standing:
        fault = (
            rest_of_jan_interdit(ruling.fault, context.throw.base, context.throw.dice)
            if ruling.fault.by is side
            else None
        )
        if fault is not None:
            again = replace(ruling, id=context.new_id(), t=context.t, fault=fault, window=Window.OPEN)
            context.rule(again)
            context.become(open_faults=(*context.situation.open_faults, again))
    context.become(standing=tuple(one for one in context.situation.standing if one.fault.by is not side))


def restrict_to_dame(context: ActContext, fault: Fault) -> None:
    """Allow only plays that move the dame, when the other side asks for it before a dame is touched."""
    now = context.situation
    untouched = now.throw is not None and context.throw.moves is None and not context.throw.touched
    carried_on = fault.article == article_of(FaultName.CASE_INTERDITE_4, "b")
    if carried_on and untouched and context.throw.side is fault.by:
        (remedy,) = fault.remedies
        plays = tuple(play for play in context.throw.plays.plays if play.result in remedy.positions)
        context.become_throw(first=fault, plays=replace(context.throw.plays, plays=plays))


def first_moved(context: ActContext) -> None:
    """Close the demand once the throw is played, and rule a fault if the dame was demanded and did not move."""
    throw = context.throw
    for fault in context.situation.open_faults:
        of_before = fault.fault.name is FaultName.CASE_INTERDITE_4 and fault.throw < throw.number
        if of_before and fault.fault.by is throw.side:
            context.close(fault, Window.CLOSED)
    if throw.first is not None and context.situation.position not in throw.plays.results:
        context.fault(throw.first)


def note_announcement(context: ActContext, keeper: Keeper, act: PlayAnnounced) -> None:
    """Take the companion's announcement of its play. With a trou it holds by this, or it leaves (Lois XVI)."""
    if not context.is_announcement(act):
        return
    context.become_throw(announced=act)
    if act.leaves:
        say_leave(context, keeper, act)
        return
    if context.throw.moves is None:
        hold(context, keeper, act)
    if context.situation.phase is Phase.OVER:
        return
    context.rule_play_to_make(act)
    if context.situation.phase is Phase.TO_DECIDE:
        context.become(phase=Phase.TO_PLAY)
        if not context.throw.plays.dice_playable:
            rule_play(context, keeper, (), lawful=True)


def complete(context: ActContext, keeper: Keeper, act: DamePlaced) -> None:
    """Rule a lawful play complete as soon as its dames stand."""
    hold(context, keeper, act)
    if context.situation.phase is Phase.OVER:
        return
    moves, _ = play_of(context.throw, context.situation.position)
    first_moved(context)
    rule_play(context, keeper, moves, lawful=True)
    if not context.throw.mending:
        # The position is lawful, but a dame may have moved back on the way, or been taken up again after another.
        _find_faults(context, keeper)


def end_play(context: ActContext, keeper: Keeper, act: object) -> None:
    """Let the play stand as it is, lawful or not. Its faults may be claimed until the other throws."""
    hold(context, keeper, act)
    if context.situation.phase is Phase.OVER or context.throw.moves is not None:
        return
    position = context.situation.position
    moves, lawful = play_of(context.throw, position)
    first_moved(context)
    rule_play(context, keeper, moves, lawful=lawful)
    # A player has not ended his play whose dame is still in the air, or who moves only after the other has thrown.
    throw = context.throw
    ended = not isinstance(act, DiceThrown) or (throw.touched and throw.let_go <= act.t)
    if ended and len(throw.lifted) == len(throw.placed):
        _find_faults(context, keeper)


def end_time_to_mark(context: ActContext, keeper: Keeper, _act: object) -> None:
    """End the time to mark of a thrower who could play nothing, because he asks the other to throw (Lois XVII 3)."""
    keeper.on_touch(context)


def _find_faults(context: ActContext, keeper: Keeper) -> None:
    if context.throw.side is context.settings.moved_for:
        return
    throw, position = context.throw, context.situation.position
    _accuse(context, keeper, lambda fault: is_sure(fault, throw, position))
    linked = linked_ecoles(throw, position, throw.marked)
    if linked and not context.throw.unmade:
        context.become_throw(unmade=True)
        keeper.on_missed_jan(context, linked)


def _accuse(context: ActContext, keeper: Keeper, such: Callable[[Fault], bool]) -> None:
    """Rule those faults of the play as it stands for which `such` holds.

    That a demi-case was covered only follows from another fault, and is ruled with it (Lois XVII 2).
    """
    faults = faults_of(
        context.throw, context.situation.position, tolerant=context.settings.code.tolerance_premiere_dame
    )
    found = [one for one in faults if one.name is not FaultName.COUVRIR and such(one)]
    for fault in (*found, *(one for one in faults if found and one.name is FaultName.COUVRIR)):
        about = context.fault(fault)
        context.become_throw(faulty=True)
        if fault.points:
            keeper.on_fine(context, about, fault)


def rule_unsure_faults(context: ActContext, keeper: Keeper) -> None:
    """Rule the unsure faults of the play, because the other player says that there is one."""
    throw, position = context.throw, context.situation.position
    if throw.moves is not None and throw.side is not context.settings.moved_for:
        _accuse(context, keeper, lambda fault: not is_sure(fault, throw, position))


def rule_touched_dame(context: ActContext, keeper: Keeper, act: DameTouched) -> None:
    """Rule on a dame that the thrower touched and put back, unseen, while he played (Jeu 3, fausse cases 1, 3)."""
    throw = context.throw
    if (
        throw.side is context.settings.moved_for
        or not throw.lawful
        or throw.faulty
        or throw.mending
        or act.t < throw.straightens
        or not context.situation.position.on(act.side, act.case)
    ):
        return
    at = len(throw.hops) - (act.t < throw.let_go and len(throw.hops) > 0)
    hops = (*throw.hops[:at], Move(act.case, act.case), *throw.hops[at:])
    context.become_throw(touched=(*throw.touched, act.case), hops=hops)
    _find_faults(context, keeper)


def reopen(context: ActContext, keeper: Keeper, act: DameLifted) -> None:
    """Reopen a play whose dames are moved again before the next throw.

    After a fault, called or ruled, the other decides how the dames badly played are moved (Jeu 3, traitement).
    Otherwise the player takes the play back, or had played only the first dame.
    """
    throw = context.throw
    own = [one for one in context.situation.open_faults if one.throw == throw.number and one.fault.name in OF_THE_DAMES]
    moved = [] if throw.lawful else list(throw.moves or ())
    shown = shows_puissance(throw, context.situation.position)
    goes_on = len(own) > 0 and (shown or (len(moved) == 1 and _may_go_on(context, moved[0], act.case)))
    for fault in own:
        context.close(fault, Window.MENDED if goes_on else Window.CLAIMED)
    if goes_on:
        context.become_throw(faulty=False)
        keeper.on_resume(context)
    elif throw.faulty or throw.called:
        context.become_throw(mending=True, hops=(), together=False)
    # After a lawful play is changed, dice taken up before no longer matter.
    context.become_throw(moves=None, dice_up=None if throw.lawful else throw.dice_up)
    context.become(trait=act.side, phase=Phase.TO_PLAY)


def _may_go_on(context: ActContext, first: Move, taken: Case) -> bool:
    """Return whether a player who moved only one dame, and takes one up from the case `taken`, is still at that play.

    A dame moved beyond the higher number has used both numbers, so no other follows (Jeu 3, fausse case 4.2). A dame
    let go too short may itself move on to the next right case (4.1).
    """
    throw = context.throw
    if first.end - first.start > max(throw.dice):
        return False
    if taken != first.end:
        return True
    short = Handling(throw.base, throw.side, throw.dice, (first,))
    return context.settings.code.tolerance_premiere_dame and tolerated_end(short) is not None


def rule_play(context: ActContext, keeper: Keeper, moves: tuple[Move, ...], *, lawful: bool) -> None:
    """Rule how the throw was played, and give the turn to the other. A player who has gone out keeps it (Lois VIII)."""
    throw = context.throw
    context.become_throw(moves=moves, lawful=lawful)
    context.rule(
        Played(
            context.new_id(), context.t, throw.number, throw.side, throw.dice, moves, lawful,
            None if lawful else why_refused(throw.base, throw.side, throw.dice, moves),
        )
    )  # fmt: skip
    context.become(phase=Phase.TO_THROW, trait=context.situation.turn_after(throw.side))
    keeper.on_play(context)
    context.rule_companions_dames()


def touch(context: ActContext, keeper: Keeper, act: DameLifted) -> None:
    """Take a dame that the thrower lifted. The first one ends his time to mark (Lois XV)."""
    if not context.throw.lifted and not context.throw.mending and is_over(context.throw, context.situation.position):
        # Two dames had been let go where no play leads. That was a play, and this is another.
        end_play(context, keeper, act)
        if context.situation.phase is Phase.OVER:
            return
        reopen(context, keeper, act)
    if context.throw.called and not context.throw.mending:
        # A dame seemed to be in the thrower's hand when the other called the play, but had been let go.
        context.become_throw(mending=True, hops=(), together=False)
    first = not context.throw.touched
    _too_early(context, act.t)
    throw = context.throw
    context.become_throw(touched=(*throw.touched, act.case), lifted=(*throw.lifted, act.case), since=act.t, moves=None)
    if first:
        keeper.on_touch(context)


def straighten(context: ActContext, _keeper: Keeper, act: DameLifted) -> None:
    """Take a dame lifted after "J'adoube". It is touched only if it is let go elsewhere (Jeu 3, fausse case 1)."""
    context.become_throw(lifted=(act.case,), since=act.t)


def _not_straightened(context: ActContext, keeper: Keeper, act: DameLifted) -> None:
    """Take a dame lifted after "J'adoube" as touched, because it is let go elsewhere."""
    context.move_dame(act.side, act.case, +1)
    context.become_throw(lifted=(), adoube=False)
    if context.situation.phase is Phase.TO_THROW:
        reopen(context, keeper, act)
    touch(context, keeper, act)
    lift(context, keeper, act)
    if context.situation.phase is not Phase.OVER:
        context.become(phase=Phase.TO_PLAY)


def lift(context: ActContext, _keeper: Keeper, act: DameLifted) -> None:
    """Take a lifted dame off the position."""
    context.move_dame(act.side, act.case, -1)


def place(context: ActContext, keeper: Keeper, act: DamePlaced) -> None:
    """Put a dame where it was let go."""
    throw = context.situation.throw
    own = throw is not None and throw.side is act.side
    if throw is not None and own and throw.adoube and len(throw.lifted) == 1 and throw.lifted[0] != act.case:
        _not_straightened(context, keeper, DameLifted(throw.since, act.side, throw.lifted[0]))
    context.move_dame(act.side, act.case, +1)
    if not own:
        return
    if not context.throw.adoube or len(context.throw.lifted) > 1:
        _too_early(context, act.t)  # "J'adoube" is for one dame
    throw = context.throw
    if len(throw.lifted) > 1 and act.t > throw.since:
        context.become_throw(together=True)
        throw = context.throw
    brought = throw.brought.union((case, act.case) for case in act.brought_from)
    context.become_throw(let_go=act.t, brought=brought, reaches=act.reaches)
    throw = context.throw
    placed = (*throw.placed, act.case)
    if len(placed) < len(throw.lifted):
        context.become_throw(placed=placed)
    elif len(placed) == len(throw.lifted):
        moved = list(pair_dames(throw.lifted, placed, throw.dice, throw.hops))
        # A dame put straight after "J'adoube" is not touched. The word is for one dame (Jeu 3, fausse case 1).
        straight = next((move for move in moved if throw.adoube and move.start == move.end), None)
        if straight is not None:
            moved.remove(straight)
        until = -inf if straight is not None else min(throw.straightens, act.t)
        context.become_throw(lifted=(), placed=(), hops=(*throw.hops, *moved), adoube=False, straightens=until)


def adoube(context: ActContext, _keeper: Keeper, _act: Declared) -> None:
    """Let the thrower put a dame straight. The word comes before the dame is touched (Jeu 3, fausse case 1)."""
    if not context.throw.lifted:
        context.become_throw(adoube=True, straightens=inf)


def dice_lifted(context: ActContext, keeper: Keeper, act: DiceLifted) -> None:
    """Note that the dice were taken up. Before the throw is played and marked this is a fault without loss (Lois VI).

    The dames let go may have been the whole play, and a dame that seems in the hand may stand on a pile. So the dice
    were taken up too early only if a dame is seen to move later. If the hand's owner is unknown, no player is accused.
    """
    throw = context.throw
    context.become_throw(dice_up=(act.t, act.side))
    if throw.touched and not throw.lifted and is_ended(throw, context.situation.position):
        end_play(context, keeper, act)


def _too_early(context: ActContext, t: float) -> None:
    """Rule, once a throw, that the dice were taken up before a dame that moved at t."""
    gone = context.throw.dice_up
    if gone is not None and context.throw.dice_were_up(t):
        _take_up_early(context, gone[1])


def _take_up_early(context: ActContext, by: Side | None) -> None:
    already = any(one.fault.name is FaultName.DES_LEVES for one in context.situation.open_faults)
    if by is not None and context.settings.moved_for not in {by, context.throw.side} and not already:
        context.fault(Fault(FaultName.DES_LEVES, by, article_of(FaultName.DES_LEVES)))


def dice_lifted_early(context: ActContext, _keeper: Keeper, act: DiceLifted) -> None:
    """Rule dice taken up before the last dame of a play, already ruled, was let go (Lois VI)."""
    _take_up_early(context, act.side)


def reread(context: ActContext, _keeper: Keeper, act: Misread) -> None:
    """Put the thrower's dames, which were misread, back as before the throw until they are read again."""
    if context.situation.throw is not None and context.throw.side is act.side:
        position = context.situation.position.with_counts(act.side, context.throw.base.counts(act.side))
        context.become_throw(lifted=(), placed=(), hops=(), together=False, moves=None)
        context.become(position=position, trait=act.side, phase=Phase.TO_PLAY)
