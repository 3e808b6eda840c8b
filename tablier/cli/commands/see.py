"""`tablier see`: read boards or dice in pictures, one JSON object a line (contract 2; docs/see.md)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tablier.cli.commands.corners import add_corners, corners_of
from vision.answer import see_file

if TYPE_CHECKING:
    import argparse


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
