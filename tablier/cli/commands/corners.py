"""The option that says where the floor is in a picture."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from events.field import Corners, Point


def add_corners(parser: argparse.ArgumentParser) -> None:
    """Declare `--corners`."""
    parser.add_argument(
        "--corners",
        nargs=4,
        type=_corner,
        metavar="X,Y",
        help="the corners of the playing floor in pixels, clockwise from the picture's top left; found when not given",
    )


def corners_of(arguments: argparse.Namespace) -> Corners | None:
    """Return the corners given; None without the option."""
    if arguments.corners is None:
        return None
    one, two, three, four = arguments.corners
    return one, two, three, four


def _corner(text: str) -> Point:
    """Parse a point X,Y in pixels.

    Raises argparse.ArgumentTypeError.
    """
    try:
        x, y = map(float, text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not X,Y in pixels") from None
    return x, y
