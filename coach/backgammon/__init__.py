"""The coach of backgammon."""
