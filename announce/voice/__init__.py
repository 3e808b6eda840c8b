"""The voice. It works offline, in French and English, and never blocks the game."""
