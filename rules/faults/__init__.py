"""Faults: which laws a throw as played breaks, what an école is worth, and what may be done (docs/faults.md)."""
