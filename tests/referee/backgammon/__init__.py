"""The referee of backgammon."""
