"""A referee's input and its answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from events.acts import Act
from events.board_reading import BoardReading
from events.peg_reading import LinkEvent, PegReading, Signal
from events.rulings import Ruling


@dataclass(frozen=True, slots=True)
class Still:
    """Nothing moved since the last reading and no new one was made. The last reading holds until t (seconds)."""

    t: float


Observation: TypeAlias = BoardReading | PegReading | Signal | LinkEvent | Still | Act
"""A reading, or an act that needs no reading because people report it to the table."""


@dataclass(frozen=True, slots=True)
class Observed:
    """The acts and rulings that one observation led to, in order."""

    acts: tuple[Act, ...] = ()
    rulings: tuple[Ruling, ...] = ()
