"""Faults: the laws that a throw as played breaks, the worth of an école, and the remedies (docs/faults.md)."""
