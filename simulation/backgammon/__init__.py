"""A simulated table of backgammon: two players, their match and its ground truth, over simulated seconds."""

from simulation.backgammon.players import BackgammonRates
from simulation.backgammon.table import SimulatedBackgammon

__all__ = ["BackgammonRates", "SimulatedBackgammon"]
