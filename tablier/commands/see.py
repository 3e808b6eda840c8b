"""`tablier see`: what pictures of boards or dice show, one JSON object a line (contract 2; docs/see.md)."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, cast

from vision.answer import see_file

if TYPE_CHECKING:
    from vision.geometry import Corners, Point


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options."""
    parser.add_argument("images", nargs="+", metavar="IMAGE", help="picture files")
    parser.add_argument("--game", choices=("trictrac", "backgammon"), default="trictrac", help="what is played on it")
    parser.add_argument(
        "--corners",
        nargs=4,
        type=corner,
        metavar="X,Y",
        help="the corners of the playing field in pixels, clockwise from the picture's top left; found when not given",
    )
    parser.add_argument("--dice", action="store_true", help="read dice on any surface; no board is wanted")


def corner(text: str) -> Point:
    """A point X,Y in pixels, as an option has it.

    Raises argparse.ArgumentTypeError.
    """
    try:
        x, y = map(float, text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not X,Y in pixels") from None
    return x, y


def run(arguments: argparse.Namespace) -> int:
    """Answer for every picture in order; 1 when any could not be read."""
    corners = cast("Corners | None", None if arguments.corners is None else tuple(arguments.corners))
    status = 0
    for image in arguments.images:
        answer = see_file(image, game=arguments.game, corners=corners, dice_only=arguments.dice)
        status |= "error" in answer
        print(json.dumps(answer, separators=(",", ":")), flush=True)
    return int(status)
