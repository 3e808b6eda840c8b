"""The thirty trous and the buttons, as values: over a serial line, or straight from the Pi's pins."""
