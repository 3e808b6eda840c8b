"""How a player takes his dames off the board: of piles nobody can count only his hand tells how many went.

Whether he takes one at a time, and where he puts them, is learnt where it can be seen how many went.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from events.trictrac.settings import Settings
    from rules.position import Side

ACROSS, WITHDRAWN = 0.6, 0.45
"""Shares of the board from its own side beyond which a hand is among the dames across, and short of which it has left
them."""

REACHED = 2
"""Pictures in which it is seen there at least."""

SHORT_SIDE, STAYED = 25.0, 3
"""Millimetres from the short side at the talons within which an arm is seen whose hand is beside the board there, and
in how many pictures at least."""

TOGETHER = -6.0
"""What it adds that two dames went off the board by a hand that reached for them but once: of 201 pairs that simulated
players took off none did, and most people take one after the other."""

IDLE_REACH = -1.5
"""What each time adds that his hand reached across and took nothing off: it did in six of a hundred sorties."""

NOT_BESIDE, PERHAPS_BESIDE = -2.5, -0.7
"""What each dame adds that went off without his hand going where he puts them, and where it is not known yet whether
he puts them there; and the former each time that his hand went there without one."""

OFTEN = 10
"""How many times as often as the contrary something was seen that is his habit."""

LEARNT = 2
"""Dames he must have put beside the board before it is known that he puts them there."""


@dataclass(frozen=True, slots=True)
class Reaches:
    """How many times a hand reached for its last cases, and how many of them it withdrew by the short side there."""

    times: int
    beside: int


def _depths(side: Side, tips: NDArray[np.float64], settings: Settings) -> NDArray[np.float64]:
    """How far across the board from its own side a hand is seen, in shares of it."""
    height = settings.field.height
    return (height - tips[:, 1] if settings.seating.row_of(side) == "near" else tips[:, 1]) / height


def _asides(tips: NDArray[np.float64], settings: Settings) -> NDArray[np.float64]:
    """How far from the short side at the talons, millimetres."""
    return tips[:, 0] if settings.seating.talons == "left" else settings.field.width - tips[:, 0]


def is_beside(side: Side, tips: NDArray[np.float64], settings: Settings) -> NDArray[np.bool_]:
    """Whether a hand of `side` with its tip at each of some places, (n, 2), may be beside the board there, (n,)."""
    withdrawn = _depths(side, tips, settings) <= WITHDRAWN
    return np.asarray(withdrawn & (_asides(tips, settings) <= SHORT_SIDE), np.bool_)


def reaches_of(side: Side, tips: NDArray[np.float64], settings: Settings) -> Reaches:
    """What the hand of `side` did whose tip was at these places in turn, (n, 2), millimetres on the field."""
    field = settings.field
    depths, asides = _depths(side, tips, settings), _asides(tips, settings)
    times = out = across = beside = 0
    for depth, aside in zip(depths.tolist(), asides.tolist(), strict=True):
        if depth >= ACROSS and aside <= field.width / 2:
            across += 1
            if across == REACHED:
                times, beside = times + 1, 0
        elif depth <= WITHDRAWN:
            across = 0
            beside += aside <= SHORT_SIDE
            out += times > out and beside == STAYED
    return Reaches(times, out)


@dataclass(slots=True)
class Habit:
    """What was seen of the dames one player took off the board.

    singly, together: dames for each of which he reached across, or several at once; beside, elsewhere: dames with which
    his hand went beside the board at the talons, or did not.
    """

    singly: int = 0
    together: int = 0
    beside: int = 0
    elsewhere: int = 0

    def learn(self, out: int, reaches: Reaches) -> None:
        """So many dames went off in a play that was seen, and his hand reached across so."""
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
        """Whether he takes his dames off so, as far as was seen."""
        return OFTEN * self.together <= self.singly

    @property
    def _puts_beside(self) -> bool:
        """Whether he puts those he takes off beside the board, as far as was seen."""
        return OFTEN * self.elsewhere <= self.beside

    @property
    def known(self) -> bool:
        """Whether he takes his dames off one at a time and puts them beside the board, as was seen of some."""
        return self._one_at_a_time and self._puts_beside and self.beside >= LEARNT

    def favours(self, out: NDArray[np.intp], within: NDArray[np.intp], reaches: Reaches) -> NDArray[np.float64]:
        """What his hand says for plays in which so many dames went off and so many were moved within, (n,), in nats."""
        favours = np.zeros(len(out))
        if not reaches.times:
            return favours  # it was not followed
        if self._one_at_a_time:
            favours += TOGETHER * np.maximum(out - reaches.times, 0)
            favours += IDLE_REACH * np.maximum(reaches.times - out - within, 0)
        if self._puts_beside:
            missed = NOT_BESIDE if self.beside >= LEARNT else PERHAPS_BESIDE
            favours += missed * np.maximum(out - reaches.beside, 0) + NOT_BESIDE * np.maximum(reaches.beside - out, 0)
        return favours
