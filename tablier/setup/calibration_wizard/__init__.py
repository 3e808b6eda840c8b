"""A person led through calibrating on a page, from the camera's live picture (docs/calibrate.md)."""
