"""The referee of backgammon: the same board and readings, but its own acts and rulings. See docs/backgammon.md."""
