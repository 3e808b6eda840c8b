"""Acts over time: the gestures of simulated players become motions, scenes, pegs, buttons and truth."""

from simulation.timeline.handling import Event
from simulation.timeline.table import SimulatedTable

__all__ = ["Event", "SimulatedTable"]
