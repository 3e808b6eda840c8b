"""The sensor events of a simulated table."""

from __future__ import annotations

from typing import TypeAlias

from events.acts import Act
from events.peg_reading import PegReading, Signal
from events.rulings import Ruling

Event: TypeAlias = PegReading | Signal | Act | Ruling
"""What its holes feel, a button that was pressed, and what truly happened and would be ruled; times in seconds."""
