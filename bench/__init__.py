"""Figures, each from one command: ./run bench NAME."""
