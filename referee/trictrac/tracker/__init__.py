"""The tracker turns readings into acts: throws, moves, marks and declarations, once the evidence is clear."""
