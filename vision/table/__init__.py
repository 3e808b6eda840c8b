"""Learn one table: its lens, its measures and the colours of its dames."""
