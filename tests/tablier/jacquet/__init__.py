"""A skeleton of jacquet, a third game, as a package to register (tests/tablier/test_third_game.py)."""
