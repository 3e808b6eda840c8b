"""Images into readings: the board, its dames, dice, jetons, pegs and the hands over it."""

import os

LARGEST_PICTURE = 2**27
"""Pixels. No camera's photograph has more; a file of two megabytes can unfold to gigabytes."""

# OpenCV reads its own limit (2**30) once, when it is loaded, so this comes before the first module that loads it.
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(LARGEST_PICTURE))
