"""One look at one side's dames: the likelihoods of its counts, where hands have been, and how dames are taken off.

For piles that cannot be counted, only a player's hand shows how many dames went off the board. The tracker learns
whether he takes one at a time, and where he puts them, when it can see how many went.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from events.trictrac.settings import Settings
from referee.inference.tables import COSTS, Costs
from referee.trictrac.numbers import HANDS, REACH
from referee.trictrac.tracker.moves import HOME
from rules.position import Counts, Side

COLUMNS = 12


@dataclass(frozen=True, slots=True)
class Reaches:
    """How a hand reached for its last cases.

    Attributes:
        times: how many times it reached there.
        beside: after how many of those it withdrew by the short side there.
    """

    times: int
    beside: int


def _depths(side: Side, tips: NDArray[np.float64], settings: Settings) -> NDArray[np.float64]:
    """Return how far across the board from its own side each tip is, as a share of the board's height."""
    height = settings.field.height
    return (height - tips[:, 1] if settings.seating.row_of(side) == "near" else tips[:, 1]) / height


def _asides(tips: NDArray[np.float64], settings: Settings) -> NDArray[np.float64]:
    """Return how far each tip is from the short side at the talons, millimetres."""
    return tips[:, 0] if settings.seating.talons == "left" else settings.field.width - tips[:, 0]


def is_beside(side: Side, tips: NDArray[np.float64], settings: Settings) -> NDArray[np.bool_]:
    """Whether a hand of `side` with its tip at each of these places, (n, 2), may be next to the board there, (n,)."""
    withdrawn = _depths(side, tips, settings) <= HANDS.withdrawn
    return np.asarray(withdrawn & (_asides(tips, settings) <= HANDS.short_side), np.bool_)


def reaches_of(side: Side, tips: NDArray[np.float64], settings: Settings) -> Reaches:
    """Return how the hand of `side` reached across; tips: its places in order, (n, 2), millimetres on the field."""
    field = settings.field
    depths, asides = _depths(side, tips, settings), _asides(tips, settings)
    times = out = across = beside = 0
    for depth, aside in zip(depths.tolist(), asides.tolist(), strict=True):
        if depth >= HANDS.across and aside <= field.width / 2:
            across += 1
            if across == HANDS.taken:
                times, beside = times + 1, 0
        elif depth <= HANDS.withdrawn:
            across = 0
            beside += aside <= HANDS.short_side
            out += times > out and beside == HANDS.stayed
    return Reaches(times, out)


@dataclass(slots=True)
class Habit:
    """How one player took dames off the board, as far as was seen.

    Attributes:
        singly: how many dames he took one by one.
        together: how many more he took in the same reach.
        beside: with how many his hand went next to the board at the talons.
        elsewhere: with how many it did not.
    """

    singly: int = 0
    together: int = 0
    beside: int = 0
    elsewhere: int = 0

    def learn(self, out: int, reaches: Reaches) -> None:
        """Learn from a play that was seen: `out` dames went off, and his hand reached across as `reaches` says."""
        if not reaches.times:
            return
        together = max(out - reaches.times, 0)
        self.together += together
        self.singly += out - together
        beside = min(out, reaches.beside)
        self.beside += beside
        self.elsewhere += out - beside

    @property
    def _one_at_a_time(self) -> bool:
        """Whether he takes his dames off one at a time, as far as was seen."""
        return HANDS.often * self.together <= self.singly

    @property
    def _puts_beside(self) -> bool:
        """Whether he puts the dames he takes off next to the board, as far as was seen."""
        return HANDS.often * self.elsewhere <= self.beside

    @property
    def known(self) -> bool:
        """Whether both habits are known and were seen."""
        return self._one_at_a_time and self._puts_beside and self.beside >= HANDS.learnt

    def favours(self, out: NDArray[np.intp], within: NDArray[np.intp], reaches: Reaches) -> NDArray[np.float64]:
        """Return the nats that the hand adds to plays that took `out` dames off and moved `within` inside, (n,)."""
        favours = np.zeros(len(out))
        if not reaches.times:
            return favours  # it was not followed
        if self._one_at_a_time:
            favours += REACH.together * np.maximum(out - reaches.times, 0)
            favours += REACH.idle_reach * np.maximum(reaches.times - out - within, 0)
        if self._puts_beside:
            missed = REACH.not_beside if self.beside >= HANDS.learnt else REACH.perhaps_beside
            favours += missed * np.maximum(out - reaches.beside, 0) + REACH.not_beside * np.maximum(
                reaches.beside - out, 0
            )
        return favours


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
        base: Counts,
        rows: NDArray[np.intp],
        there: float = 0.0,
        elsewhere: float = REACH.unreached,
    ) -> NDArray[np.float64]:
        """Return the nats that the places of hands add to n sets of counts after the throw, (n, 24) -> (n,).

        Args:
            counts: the sets of counts.
            base: the counts before the throw.
            rows: how many dames lie next to one another on each case, (24,). More than those cannot be counted.
            there: nats if hands have been at every case that changes.
            elsewhere: nats for each case that changes without a hand; 0 if the looks weigh that already.
        """
        if self.reached is None or not self.own:
            return np.zeros(len(counts))
        changed = counts != np.array(base)
        unreached = (changed & ~self.reached).sum(axis=1)
        favours = elsewhere * unreached + there * (unreached == 0)
        if self.stayed is not None:
            piles = np.array(base) >= rows
            favours += REACH.passed * (changed & piles & ~self.stayed).sum(axis=1)
            # Cases across from one another form one column. The hand may also have been in the column next to it.
            columns = (changed | changed[:, ::-1])[:, :COLUMNS]
            # A hand that takes a dame off the board passes the last column.
            columns[:, 0] |= (counts.sum(axis=1) < sum(base)) & (not any(base[:HOME]))
            about = columns.copy()
            about[:, 1:] |= columns[:, :-1]
            about[:, :-1] |= columns[:, 1:]
            stayed = self.stayed & piles
            favours += REACH.stayed_idly * ((stayed | stayed[::-1])[:COLUMNS] & ~about).sum(axis=1)
        if self.reaches is not None and not any(base[:HOME]):
            within = np.maximum(counts - np.array(base), 0).sum(axis=1)
            favours += self.habit.favours(sum(base) - counts.sum(axis=1), within, self.reaches)
        return np.asarray(favours, np.float64)

    def holding_nats(self, counts: NDArray[np.intp], base: Counts) -> NDArray[np.float64]:
        """Return the nats that the places of the hand add to n sets of counts whose dames it holds, (n, 24) -> (n,)."""
        if self.stayed is None or not self.own or not self.stayed.any():
            return np.zeros(len(counts))  # it was not followed
        return np.asarray(REACH.not_taken * ((counts < np.array(base)) & ~self.stayed).sum(axis=1), np.float64)
