"""Backgammon, the second game of the same board: positions, plays, cube, matches. See docs/backgammon.md.

"BG" stands for the French rules that are followed ("Backgammon - Règles"). A heading of that text comes after it.
"""
