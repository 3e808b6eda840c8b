"""Watch the frames of a camera: what moves, and when there is something to read."""
