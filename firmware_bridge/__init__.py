"""The thirty holes and the buttons as values, read over a serial line or directly from the Pi's pins."""
