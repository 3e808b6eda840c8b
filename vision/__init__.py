"""Images into readings: the board, its dames, dice, jetons, pegs and the hands over it."""
