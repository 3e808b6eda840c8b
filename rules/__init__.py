"""The games: grand trictrac and backgammon. Pure values and functions: no clock, no I/O, no prose."""
