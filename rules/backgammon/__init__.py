"""Backgammon, the second game of the same board: positions, plays, cube, matches. See docs/backgammon.md."""
