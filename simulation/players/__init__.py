"""Simulated players: they know the laws, have a style, err and fumble at given rates, and report the truth."""

from simulation.players.player import Player
from simulation.players.rates import ClumsinessRates, FaultRates
from simulation.players.style import STYLES

__all__ = ["STYLES", "ClumsinessRates", "FaultRates", "Player"]
