"""Frames of a camera: what moves, and when there is something to read."""
