"""Evaluators, search and opponents: which play is best, and by how much. Sits on `rules` alone."""
