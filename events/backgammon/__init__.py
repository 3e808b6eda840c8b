"""The acts, rulings, state and settings of backgammon."""
