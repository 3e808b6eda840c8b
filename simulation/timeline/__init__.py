"""Acts over time: the gestures of simulated players become motions, scenes, pegs, buttons and truth."""

from simulation.timeline.event import ButtonPressed, Event, PegsChanged
from simulation.timeline.table import SimulatedTable

__all__ = ["ButtonPressed", "Event", "PegsChanged", "SimulatedTable"]
