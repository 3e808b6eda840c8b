"""`tablier see`: read boards or dice in pictures, one JSON object a line (contract 2; docs/see.md)."""

from __future__ import annotations

import argparse
import json

from events.field import Corners, Point
from vision.answer import see_file


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options."""
    parser.description = (
        "Read boards or dice in pictures (JPEG, PNG, WebP, TIFF or BMP), one JSON object a line (docs/see.md). A file "
        "that cannot be read gets an error line and stops none of the others; the exit status is then 1."
    )
    parser.add_argument("images", nargs="+", metavar="IMAGE", help="picture files")
    parser.add_argument(
        "--game", choices=("trictrac", "backgammon"), default="trictrac", help="what is played on it (%(default)s)"
    )
    add_corners(parser)
    parser.add_argument("--dice", action="store_true", help="read dice on any surface; no board is needed")


def run(arguments: argparse.Namespace) -> int:
    """Answer for every picture in order; return 1 when any could not be read."""
    corners = corners_of(arguments)
    status = 0
    for image in arguments.images:
        answer = see_file(image, game=arguments.game, corners=corners, dice_only=arguments.dice)
        status |= "error" in answer
        print(json.dumps(answer, separators=(",", ":")), flush=True)
    return int(status)


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
