"""Solo play: the companion plays one side of the real board, and the player moves its pieces for it (docs/solo.md)."""
