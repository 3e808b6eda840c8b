"""A simulated table: players who err, rendered frames, pegs and faults, with the ground truth."""
