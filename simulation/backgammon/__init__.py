"""A table of backgammon that does not exist: two players, their match and its truth, over simulated seconds."""

from simulation.backgammon.players import BackgammonRates
from simulation.backgammon.table import SimulatedBackgammon

__all__ = ["BackgammonRates", "SimulatedBackgammon"]
