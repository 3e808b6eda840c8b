"""One hypothesis filter for all games: a beam of act logs, weighed by readings, asserted by expected cost."""
