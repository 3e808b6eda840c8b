"""Backgammon, the second game of the same board: positions, plays, cube, matches. See docs/backgammon.md.

"BG" names the French rules followed ("Backgammon - Règles"), what comes after it the heading there.
"""
