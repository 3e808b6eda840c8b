"""The generators of exercises: the subject of each, and the positions for it."""
