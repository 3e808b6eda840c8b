"""The hypothesis filter of all games: readings weigh a beam of act logs, and expected cost decides what is asserted."""
