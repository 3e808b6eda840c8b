"""How a player takes his dames off the board. For piles that cannot be counted, only his hand shows how many went.

The tracker learns whether he takes one at a time, and where he puts them, when it can see how many went.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from events.trictrac.settings import Settings
from referee.trictrac.numbers import HANDS, REACH
from rules.position import Side


@dataclass(frozen=True, slots=True)
class Reaches:
    """How a hand reached for its last cases.

    Attributes:
        times: how many times it reached there.
        beside: after how many of those it withdrew by the short side there.
    """

    times: int
    beside: int


def depths(side: Side, tips: NDArray[np.float64], settings: Settings) -> NDArray[np.float64]:
    """Return how far across the board from its own side each tip is, as a share of the board's height."""
    height = settings.field.height
    return (height - tips[:, 1] if settings.seating.row_of(side) == "near" else tips[:, 1]) / height


def _asides(tips: NDArray[np.float64], settings: Settings) -> NDArray[np.float64]:
    """Return how far each tip is from the short side at the talons, millimetres."""
    return tips[:, 0] if settings.seating.talons == "left" else settings.field.width - tips[:, 0]


def is_beside(side: Side, tips: NDArray[np.float64], settings: Settings) -> NDArray[np.bool_]:
    """Whether a hand of `side` with its tip at each of these places, (n, 2), may be next to the board there, (n,)."""
    withdrawn = depths(side, tips, settings) <= HANDS.withdrawn
    return np.asarray(withdrawn & (_asides(tips, settings) <= HANDS.short_side), np.bool_)


def reaches_of(side: Side, tips: NDArray[np.float64], settings: Settings) -> Reaches:
    """Return how the hand of `side` reached across; tips: its places in order, (n, 2), millimetres on the field."""
    field = settings.field
    places = zip(depths(side, tips, settings).tolist(), _asides(tips, settings).tolist(), strict=True)
    times = out = across = beside = 0
    for depth, aside in places:
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
    def puts_beside(self) -> bool:
        """Whether he puts the dames he takes off next to the board, as far as was seen."""
        return HANDS.often * self.elsewhere <= self.beside

    @property
    def known(self) -> bool:
        """Whether both habits are known and were seen."""
        return self._one_at_a_time and self.puts_beside and self.beside >= HANDS.learnt

    def favours(self, out: NDArray[np.intp], within: NDArray[np.intp], reaches: Reaches) -> NDArray[np.float64]:
        """Return the nats that the hand adds to plays that took `out` dames off and moved `within` inside, (n,)."""
        favours = np.zeros(len(out))
        if not reaches.times:
            return favours  # it was not followed
        if self._one_at_a_time:
            favours += REACH.together * np.maximum(out - reaches.times, 0)
            favours += REACH.idle_reach * np.maximum(reaches.times - out - within, 0)
        if self.puts_beside:
            missed = REACH.not_beside if self.beside >= HANDS.learnt else REACH.perhaps_beside
            favours += missed * np.maximum(out - reaches.beside, 0) + REACH.not_beside * np.maximum(
                reaches.beside - out, 0
            )
        return favours
