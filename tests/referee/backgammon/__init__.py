"""Tests of the referee of backgammon."""
