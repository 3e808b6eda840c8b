"""Follow dames that are lifted, let go or put straight, and dice taken up before they were played (Lois VI-VII)."""

from __future__ import annotations

from events.acts import DameLifted, DamePlaced, Declared, DiceLifted
from events.trictrac.acts import Misread
from events.trictrac.state import Phase
from referee.trictrac.judge.act_context import ActContext
from referee.trictrac.judge.played import is_ended, is_over, pair_dames
from referee.trictrac.judge.playing import end_play, reopen
from referee.trictrac.judge.score_keeper import Keeper
from rules.fault import Fault, FaultName
from rules.fault_table import article_of
from rules.position import Side


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
        context.become_throw(lifted=(), placed=(), hops=(*throw.hops, *moved), adoube=False)


def adoube(context: ActContext, _keeper: Keeper, _act: Declared) -> None:
    """Let the thrower put a dame straight. The word comes before the dame is touched (Jeu 3, fausse case 1)."""
    if not context.throw.lifted:
        context.become_throw(adoube=True)


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
