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
    from referee.judge.bench import Bench
    from referee.judge.keeping import Keeper
    from rules.position import Side


def touch(bench: Bench, keeper: Keeper, act: DameLifted) -> None:
    """His first dame lifted ends the thrower's time to mark (Lois XV)."""
    if not bench.throw.lifted and not bench.throw.mending and is_over(bench.throw, bench.situation.position):
        # Two dames had been let go where no play leads: that was his play, and this is another.
        end_play(bench, keeper, act)
        if bench.situation.phase is Phase.OVER:
            return
        reopen(bench, keeper, act)
    if bench.throw.called and not bench.throw.mending:
        # A dame was thought to be in his hand when the other called his play: it had been let go.
        bench.become_throw(mending=True, hops=(), together=False)
    first = not bench.throw.touched
    _too_early(bench, act.t)
    throw = bench.throw
    bench.become_throw(touched=(*throw.touched, act.case), lifted=(*throw.lifted, act.case), since=act.t, moves=None)
    if first:
        keeper.touched(bench)


def lift(bench: Bench, _keeper: Keeper, act: DameLifted) -> None:
    """The dame is in the air."""
    bench.move_dame(act.side, act.case, -1)


def place(bench: Bench, _keeper: Keeper, act: DamePlaced) -> None:
    """The dame stands where it was let go."""
    bench.move_dame(act.side, act.case, +1)
    if bench.situation.throw is None or bench.throw.side is not act.side:
        return
    _too_early(bench, act.t)
    throw = bench.throw
    if len(throw.lifted) > 1 and act.t > throw.since:
        bench.become_throw(together=True)
        throw = bench.throw
    brought = throw.brought.union((case, act.case) for case in act.brought_from)
    bench.become_throw(let_go=act.t, brought=brought, reaches=act.reaches)
    throw = bench.throw
    placed = (*throw.placed, act.case)
    if len(placed) < len(throw.lifted):
        bench.become_throw(placed=placed)
    elif len(placed) == len(throw.lifted):
        moved = list(paired(throw.lifted, placed, throw.dice, throw.hops))
        # Put straight with a word before, a dame is not touched; the word is for one dame (Jeu 3, fausse case 1).
        straight = next((move for move in moved if throw.adoube and move.start == move.end), None)
        if straight is not None:
            moved.remove(straight)
        bench.become_throw(lifted=(), placed=(), hops=(*throw.hops, *moved), adoube=False)


def adoube(bench: Bench, _keeper: Keeper, _act: Declared) -> None:
    """He may put dames straight now (Jeu 3, fausse case 1)."""
    bench.become_throw(adoube=True)


def dice_lifted(bench: Bench, keeper: Keeper, act: DiceLifted) -> None:
    """The dice are to lie until the throw is played and marked: a fault, nothing lost (Lois VI).

    Dames let go may have been all the play, and one thought to be in a hand may stand on a pile: the dice were taken up
    too early only if one is seen to be moved after that. Where the hand's owner is unknown nobody is accused.
    """
    throw = bench.throw
    bench.become_throw(dice_up=(act.t, act.side))
    if throw.touched and not throw.lifted and is_ended(throw, bench.situation.position):
        end_play(bench, keeper, act)


def _too_early(bench: Bench, t: float) -> None:
    """A dame moves at t, and the dice are gone: if they went before it, that is ruled once."""
    gone = bench.throw.dice_up
    if gone is not None and bench.throw.dice_were_up(t):
        _taken_up_early(bench, gone[1])


def _taken_up_early(bench: Bench, by: Side | None) -> None:
    told = any(one.fault.name is FaultName.DES_LEVES for one in bench.situation.open_faults)
    if by is not None and bench.settings.moved_for not in {by, bench.throw.side} and not told:
        bench.fault(Fault(FaultName.DES_LEVES, by, article_of(FaultName.DES_LEVES)))


def dice_lifted_early(bench: Bench, _keeper: Keeper, act: DiceLifted) -> None:
    """The play had been announced, but its last dame was let go only after the dice were taken up (Lois VI)."""
    _taken_up_early(bench, act.side)


def reread(bench: Bench, _keeper: Keeper, act: Misread) -> None:
    """The dames of this side never moved as was read: they stand as before the throw until read again."""
    if bench.situation.throw is not None and bench.throw.side is act.side:
        position = bench.situation.position.replaced(act.side, bench.throw.base.counts(act.side))
        bench.become_throw(lifted=(), placed=(), hops=(), together=False, moves=None)
        bench.become(position=position, trait=act.side, phase=Phase.TO_PLAY)
