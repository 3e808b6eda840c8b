"""The games grand trictrac and backgammon: pure values and functions, without clock, I/O or prose."""
