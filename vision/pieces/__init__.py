"""Find dames, dice, jetons and pegs in the view of a board."""
