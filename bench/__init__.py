"""Measurements, one command for each set of figures: ./run bench NAME."""
