"""Evaluators, search and opponents: which play is best, and by how much. This package depends on `rules` alone."""
