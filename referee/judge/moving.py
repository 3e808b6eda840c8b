"""Dames in the hands: lifted, let go, put straight; and dice taken up before they were played (Lois VI-VII)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from events.trictrac.state import Phase
from referee.judge.played import is_ended, is_over, paired
from referee.judge.playing import end_play, reopen
from rules.fault import Fault, FaultName
from rules.fault_table import article_of

if TYPE_CHECKING:
    from events.acts import DameLifted, DamePlaced, Declared, DiceLifted
    from events.trictrac.acts import Misread
    from referee.judge.act_context import ActContext
    from referee.judge.score_keeper import Keeper
    from rules.position import Side


def touch(context: ActContext, keeper: Keeper, act: DameLifted) -> None:
    """His first dame lifted ends the thrower's time to mark (Lois XV)."""
    if not context.throw.lifted and not context.throw.mending and is_over(context.throw, context.situation.position):
        # Two dames had been let go where no play leads: that was his play, and this is another.
        end_play(context, keeper, act)
        if context.situation.phase is Phase.OVER:
            return
        reopen(context, keeper, act)
    if context.throw.called and not context.throw.mending:
        # A dame was thought to be in his hand when the other called his play: it had been let go.
        context.become_throw(mending=True, hops=(), together=False)
    first = not context.throw.touched
    _too_early(context, act.t)
    throw = context.throw
    context.become_throw(touched=(*throw.touched, act.case), lifted=(*throw.lifted, act.case), since=act.t, moves=None)
    if first:
        keeper.touched(context)


def lift(context: ActContext, _keeper: Keeper, act: DameLifted) -> None:
    """The dame is in the air."""
    context.move_dame(act.side, act.case, -1)


def place(context: ActContext, _keeper: Keeper, act: DamePlaced) -> None:
    """The dame stands where it was let go."""
    context.move_dame(act.side, act.case, +1)
    if context.situation.throw is None or context.throw.side is not act.side:
        return
    _too_early(context, act.t)
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
        moved = list(paired(throw.lifted, placed, throw.dice, throw.hops))
        # Put straight with a word before, a dame is not touched; the word is for one dame (Jeu 3, fausse case 1).
        straight = next((move for move in moved if throw.adoube and move.start == move.end), None)
        if straight is not None:
            moved.remove(straight)
        context.become_throw(lifted=(), placed=(), hops=(*throw.hops, *moved), adoube=False)


def adoube(context: ActContext, _keeper: Keeper, _act: Declared) -> None:
    """He may put dames straight now (Jeu 3, fausse case 1)."""
    context.become_throw(adoube=True)


def dice_lifted(context: ActContext, keeper: Keeper, act: DiceLifted) -> None:
    """The dice are to lie until the throw is played and marked: a fault, nothing lost (Lois VI).

    Dames let go may have been all the play, and one thought to be in a hand may stand on a pile: the dice were taken up
    too early only if one is seen to be moved after that. Where the hand's owner is unknown nobody is accused.
    """
    throw = context.throw
    context.become_throw(dice_up=(act.t, act.side))
    if throw.touched and not throw.lifted and is_ended(throw, context.situation.position):
        end_play(context, keeper, act)


def _too_early(context: ActContext, t: float) -> None:
    """A dame moves at t, and the dice are gone: if they went before it, that is ruled once."""
    gone = context.throw.dice_up
    if gone is not None and context.throw.dice_were_up(t):
        _taken_up_early(context, gone[1])


def _taken_up_early(context: ActContext, by: Side | None) -> None:
    told = any(one.fault.name is FaultName.DES_LEVES for one in context.situation.open_faults)
    if by is not None and context.settings.moved_for not in {by, context.throw.side} and not told:
        context.fault(Fault(FaultName.DES_LEVES, by, article_of(FaultName.DES_LEVES)))


def dice_lifted_early(context: ActContext, _keeper: Keeper, act: DiceLifted) -> None:
    """The play had been announced, but its last dame was let go only after the dice were taken up (Lois VI)."""
    _taken_up_early(context, act.side)


def reread(context: ActContext, _keeper: Keeper, act: Misread) -> None:
    """The dames of this side never moved as was read: they stand as before the throw until read again."""
    if context.situation.throw is not None and context.throw.side is act.side:
        position = context.situation.position.replaced(act.side, context.throw.base.counts(act.side))
        context.become_throw(lifted=(), placed=(), hops=(), together=False, moves=None)
        context.become(position=position, trait=act.side, phase=Phase.TO_PLAY)
