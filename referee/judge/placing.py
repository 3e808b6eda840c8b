"""Where in the log a throw belongs that was not understood when it was made.

Dice that were not seen, or were thought to be the other's, become known after what was marked for them. Nobody is
accused of what he marked in time for a throw that the companion learnt of late, or whose thrower it did not see.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from referee.acts import Claimed, Declared, DiceLifted, DiceThrown, FichetMoved, JetonMoved, JetonReleased, Unwatched
from referee.judge.windows import ECOLES
from referee.rulings import FaultRuled, Window

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from referee.acts import Act
    from referee.rulings import Ruling
    from rules.position import Side

MOVED = (JetonMoved, FichetMoved)
SAID = (Declared, Claimed)


def his_own(acts: Sequence[Act], early: DiceThrown | None, act: DiceThrown) -> int | None:
    """Where in the log these very dice were refused as thrown by the other out of turn; None if they were not."""
    if early is None or early.side is act.side or (early.t, early.dice) != (act.t, act.dice):
        return None
    return next((at for at in range(len(acts) - 1, -1, -1) if acts[at] is early), None)


def marked_since_dice_were_up(acts: Sequence[Act]) -> int | None:
    """Where in the log the first mark stands that was made when the dice of the last throw were taken up already.

    What was said just before belongs to it.
    """
    thrown = max((at for at, act in enumerate(acts) if isinstance(act, DiceThrown)), default=-1)
    up = next((at for at in range(thrown + 1, len(acts)) if isinstance(acts[at], DiceLifted)), None)
    if up is None:
        return None
    since = [at for at in range(up + 1, len(acts)) if acts[at].t > acts[up].t]
    marked = next((at for at in since if isinstance(acts[at], MOVED)), None)
    if marked is None:
        return None
    return next(at for at in since if at == marked or isinstance(acts[at], SAID))


def thrown_by_the_other(acts: Iterable[Act]) -> list[Act]:
    """The same acts, what was thrown since the table was seen again having been thrown by the other."""
    other: list[Act] = []
    for act in acts:
        if isinstance(act, Unwatched):
            other.append(replace(act, trait=act.trait.adversary))
        else:
            other.append(replace(act, side=act.side.adversary) if isinstance(act, DiceThrown) else act)
    return other


def let_go(acts: Iterable[Act], t: float) -> list[JetonReleased]:
    """The marks made in some acts let go at t, where they are not yet: what they are then is a matter of time."""
    lie: dict[Side, JetonMoved] = {}
    for act in acts:
        if isinstance(act, JetonMoved):
            lie[act.side] = act
        elif isinstance(act, JetonReleased):
            lie.pop(act.side, None)
    return [JetonReleased(t, one.side, one.points, one.bredouille, one.left) for one in lie.values()]


def accused(rulings: Iterable[Iterable[Ruling]]) -> tuple[int, int]:
    """How often somebody is told to have marked wrongly, and it is not taken back at once; of how many points."""
    told = [ruling for each in rulings for ruling in each if isinstance(ruling, FaultRuled)]
    opened = {one.about: one.fault.points for one in told if one.window is Window.OPEN and one.fault.name in ECOLES}
    for one in told:
        if one.window is Window.MENDED:
            opened.pop(one.about, None)
    return len(opened), sum(opened.values())
