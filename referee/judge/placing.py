"""Where in the log a throw belongs that was not understood when it was made.

Dice that were not seen, or were thought to be the other's, become known after what was marked for them. Nobody is
accused of what he marked in time for a throw that the companion learnt of late.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.acts import DiceLifted, DiceThrown, FichetMoved, JetonMoved
from referee.judge.windows import ECOLES
from referee.rulings import FaultRuled, Window

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from referee.acts import Act
    from referee.rulings import Ruling

MOVED = (JetonMoved, FichetMoved)


def his_own(acts: Sequence[Act], early: DiceThrown | None, act: DiceThrown) -> int | None:
    """Where in the log these very dice were refused as thrown by the other out of turn; None if they were not."""
    if early is None or early.side is act.side or (early.t, early.dice) != (act.t, act.dice):
        return None
    return next((at for at in range(len(acts) - 1, -1, -1) if acts[at] is early), None)


def marked_since_dice_were_up(acts: Sequence[Act]) -> int | None:
    """Where in the log the first mark stands that was made when the dice of the last throw were taken up already."""
    thrown = max((at for at, act in enumerate(acts) if isinstance(act, DiceThrown)), default=-1)
    up = next((act.t for act in acts[thrown + 1 :] if isinstance(act, DiceLifted)), None)
    if up is None:
        return None
    since = range(thrown + 1, len(acts))
    return next((at for at in since if isinstance(acts[at], MOVED) and acts[at].t > up), None)


def accuses(rulings: Iterable[Iterable[Ruling]]) -> bool:
    """Whether somebody is told to have marked wrongly, and it was not taken back at once."""
    told = [ruling for each in rulings for ruling in each if isinstance(ruling, FaultRuled)]
    opened = {one.about for one in told if one.window is Window.OPEN and one.fault.name in ECOLES}
    return bool(opened - {one.about for one in told if one.window is Window.MENDED})
