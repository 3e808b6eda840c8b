"""Trictrac, and the partie à écrire: what a table, the command line and the simulation need to know of them."""
