"""The table as a program: settings, wiring, journal, command line."""

import vision  # noqa: F401 - bounds the pictures that OpenCV decodes, before anything here loads it
