"""Solo play: the companion plays one side of the real board, and the player moves its pieces (docs/play-solo.md)."""
