"""Readings into acts, acts into rulings. Sans I/O: driven by the timestamps it is given."""
