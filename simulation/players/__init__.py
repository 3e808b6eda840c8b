"""Simulated players: they know the laws, have a style, err and fumble at given rates, and report the truth."""

from simulation.players.player import STYLES, Player
from simulation.players.rates import ClumsinessRates, FaultRates

__all__ = ["STYLES", "ClumsinessRates", "FaultRates", "Player"]
