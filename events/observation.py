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
    """Nothing moved and nothing was read since the last reading: what it said holds until t (seconds)."""

    t: float


Observation: TypeAlias = BoardReading | PegReading | Signal | LinkEvent | Still | Act
"""A reading, or an act that needs none: what people tell the table."""


@dataclass(frozen=True, slots=True)
class Observed:
    """What one observation led to, in order."""

    acts: tuple[Act, ...] = ()
    rulings: tuple[Ruling, ...] = ()
