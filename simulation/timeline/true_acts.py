"""The true acts of a simulated table's players, as a judge gets them, without camera or tracker."""

from __future__ import annotations

from typing import TYPE_CHECKING

from events.acts import Act, DameLifted, DamePlaced, PlayEnded
from events.rulings import Disorder, OrderRestored, Played, Ruling
from events.trictrac.acts import JetonMoved
from rules.position import Side

if TYPE_CHECKING:
    from collections.abc import Iterator

    from simulation.timeline.table import SimulatedTable


def true_acts(table: SimulatedTable, ruled: list[Ruling]) -> Iterator[Act]:
    """Yield the acts in order, and append the true rulings to `ruled`. A play ends when the truth rules on it."""
    knocked = False
    if table.sitting.jetons:
        # Jetons lie at the talons from the beginning.
        yield from (JetonMoved(0.0, side, 0, bredouille=False) for side in Side)
    for event in table.events():
        if isinstance(event, Ruling):
            ruled.append(event)
            # A sleeve that pushes dames is not an act of a player; they are put back.
            knocked = isinstance(event, Disorder) or (knocked and not isinstance(event, OrderRestored))
            if isinstance(event, Played):
                yield PlayEnded(event.t, event.side)
        elif isinstance(event, Act) and not (knocked and isinstance(event, DameLifted | DamePlaced)):
            yield event
