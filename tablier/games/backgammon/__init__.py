"""Backgammon: what a table, the command line and the simulation need to know of it."""
