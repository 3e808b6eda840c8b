"""The data tables of the referee, counted from simulated games and rendered tables."""
