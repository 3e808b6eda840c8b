"""One look at one side's dames: the likelihoods of its counts, and where hands have been."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from referee.inference.tables import COSTS, Costs
from referee.trictrac.numbers import REACH
from referee.trictrac.tracker.moves import HOME
from referee.trictrac.tracker.taking_off import Habit, Reaches
from rules.position import Counts

COLUMNS = 12


@dataclass(frozen=True, slots=True)
class Look:
    """One look at one side's dames, at t.

    Attributes:
        likely: its likelihoods, None when the picture has not changed.
        changed: how likely each case changed since the last look, None if nothing came over the board.
        reached: the cases that hands may have touched since the throw under way, None if unknown.
        own: whether that throw is this side's.
        stayed: the cases where this side's hand has stayed since then, None if unknown.
        came: whether this side's hand has come since then.
        reaches: how it has reached across the board since then, None if unknown.
        habit: how this side takes dames off.
        costs: the costs of errors at this table.
    """

    t: float
    likely: NDArray[np.float64] | None
    changed: NDArray[np.float64] | None = None
    reached: NDArray[np.bool_] | None = None
    own: bool = False
    stayed: NDArray[np.bool_] | None = None
    came: bool = True
    reaches: Reaches | None = None
    habit: Habit = field(default_factory=Habit)
    costs: Costs = COSTS["home"]

    @property
    def idle(self) -> bool:
        """Whether no hand came since this side threw, so that none of its dames can have moved."""
        return self.own and self.reached is not None and not self.reached.any()

    @property
    def took_some(self) -> bool:
        """Whether this side's hand has reached for its last cases since its throw."""
        return self.own and self.reaches is not None and self.reaches.times > 0

    @property
    def untouched(self) -> bool:
        """Whether no hand can have touched this side's dames since the throw under way."""
        return self.idle if self.own else not self.came

    def stale(self, counts: Counts, standing: Counts) -> bool:
        """Whether differences from the position believed can only have been there before the throw."""
        if not self.own and not self.came and sum(counts) != sum(standing):
            return True  # nobody takes the other's dames off the board
        if self.reached is None or (self.own and not self.idle):
            return False
        return not (self.reached & (np.array(counts) != np.array(standing))).any()

    def favours(
        self,
        counts: NDArray[np.intp],
        base: Counts | NDArray[np.intp],
        rows: NDArray[np.intp],
        there: float = 0.0,
        elsewhere: float = REACH.unreached,
    ) -> NDArray[np.float64]:
        """Return the nats that the places of hands add to n sets of counts after the throw, (n, 24) -> (n,).

        Args:
            counts: the sets of counts.
            base: the counts before the throw, (24,) or (n, 24).
            rows: how many dames lie next to one another on each case, (24,). More than those cannot be counted.
            there: nats if hands have been at every case that changes.
            elsewhere: nats for each case that changes without a hand; 0 if the looks weigh that already.
        """
        if self.reached is None or not self.own:
            return np.zeros(len(counts))
        base = np.broadcast_to(np.array(base), counts.shape)
        home, changed = ~base[:, :HOME].any(axis=1), counts != base
        unreached = (changed & ~self.reached).sum(axis=1)
        favours = elsewhere * unreached + there * (unreached == 0)
        if self.stayed is not None:
            piles = base >= rows
            favours += REACH.passed * (changed & piles & ~self.stayed).sum(axis=1)
            # Cases across from one another form one column. The hand may also have been in the column next to it.
            columns = (changed | changed[:, ::-1])[:, :COLUMNS]
            # A hand that takes a dame off the board passes the last column.
            columns[:, 0] |= (counts.sum(axis=1) < base.sum(axis=1)) & home
            about = columns.copy()
            about[:, 1:] |= columns[:, :-1]
            about[:, :-1] |= columns[:, 1:]
            stayed = self.stayed & piles
            favours += REACH.stayed_idly * ((stayed | stayed[:, ::-1])[:, :COLUMNS] & ~about).sum(axis=1)
        if self.reaches is not None and home.any():
            within = np.maximum(counts - base, 0).sum(axis=1)
            favours += home * self.habit.favours(base.sum(axis=1) - counts.sum(axis=1), within, self.reaches)
        return np.asarray(favours, np.float64)

    def holding_nats(self, counts: NDArray[np.intp], base: Counts) -> NDArray[np.float64]:
        """Return the nats that the places of the hand add to n sets of counts whose dames it holds, (n, 24) -> (n,)."""
        if self.stayed is None or not self.own or not self.stayed.any():
            return np.zeros(len(counts))  # it was not followed
        return np.asarray(REACH.not_taken * ((counts < np.array(base)) & ~self.stayed).sum(axis=1), np.float64)
