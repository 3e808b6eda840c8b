"""A table that does not exist: players who err, rendered frames, pegs, faults, with their truth."""
