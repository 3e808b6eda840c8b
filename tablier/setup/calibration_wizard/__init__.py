"""A page that leads a person through calibrating with the camera's live picture (docs/calibrate.md)."""
