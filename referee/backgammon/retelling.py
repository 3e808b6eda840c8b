"""What is told when a throw is taken back: what was told since no longer holds."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from events.backgammon.rulings import IllegalPlayRuled
from events.rulings import Window, Withdrawn, standing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from events.rulings import Ruling
    from referee.backgammon.situation import Situation


@dataclass(frozen=True, slots=True)
class Start:
    """How it stood when a throw was made, and what was told then.

    before: nothing consumed of the throw before it; thrown: what it is thrown from; ended: what was told of the throw
    before because this one was made; since: what was told from then on to the next throw; past: for the beginning of a
    game, the throws of the one before.
    """

    before: Situation
    thrown: Situation
    ended: tuple[Ruling, ...] = ()
    since: tuple[Ruling, ...] = ()
    past: Mapping[int, Start] = field(default_factory=dict)


def taken_back(
    told: Iterable[Ruling], now: Situation, t: float, new_id: Callable[[], str], *, asked: bool
) -> Iterator[Ruling]:
    """What there is to say at t of rulings that hold no longer, the table standing as `now` again.

    An illegal play told before them stands open again; one still open that is taken back is mended, as nobody was
    accused of it yet. asked: people wanted it.
    """
    faults: dict[str, IllegalPlayRuled] = {}
    for ruling in standing(told):
        if isinstance(ruling, IllegalPlayRuled):
            faults[ruling.about] = ruling
        elif not isinstance(ruling, Withdrawn):
            yield Withdrawn(new_id(), t, ruling.throw, ruling, asked)
    for fault in faults.values():
        if now.fault is not None and now.fault.about == fault.about:
            yield replace(now.fault, id=new_id(), t=t)
        elif fault.window is Window.OPEN and not asked:
            yield replace(fault, id=new_id(), t=t, window=Window.MENDED)
        elif fault.window is not Window.MENDED:
            yield Withdrawn(new_id(), t, fault.throw, fault, asked)
