"""The sensor events of a simulated table."""

from __future__ import annotations

from typing import TypeAlias

from events.acts import Act
from events.peg_reading import PegReading, Signal
from events.rulings import Ruling

Event: TypeAlias = PegReading | Signal | Act | Ruling
"""The readings of the holes, pressed buttons, and the true acts and rulings; times in seconds."""
