"""Hands over the board."""
