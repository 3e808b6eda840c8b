"""Backgammon on the same board: the same readings in, its own acts and rulings out. See docs/backgammon.md."""
