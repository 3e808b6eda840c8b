"""Turn images into readings: the board, its dames, dice, jetons, pegs and the hands over it."""

import os

LARGEST_PICTURE = 12_500_000
"""Greatest number of pixels to which a picture is decoded; a small file can unfold to gigabytes.

A picture of twelve million pixels is read whole. A larger JPEG is shrunk while it is decoded, so a phone's two hundred
million can be read as well.
"""

# OpenCV reads its own limit (2**30) once, when it is loaded, so this is before the first import that loads it.
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(LARGEST_PICTURE))
