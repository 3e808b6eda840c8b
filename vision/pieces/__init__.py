"""Dames, dice, jetons and pegs in the view of a board that was found."""
