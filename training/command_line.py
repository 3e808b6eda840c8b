"""The command lines of training: shared arguments, and errors in one line."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

MODELS = Path(__file__).parents[1] / "vision/models"
"""Folder of the networks that are shipped."""
CHECKPOINTS = Path("training-data")
"""Folder of checkpoints. It is outside the packages, so none is shipped."""


UNFIT = 2
"""Exit status when a request cannot be carried out."""


class CannotRun(Exception):
    """A request that cannot be carried out with the files and programs at hand."""


def parser_of(description: str | None) -> argparse.ArgumentParser:
    """Return a parser whose help is a script's `__doc__`, with its line breaks."""
    name = f"python -m training.{Path(sys.argv[0]).stem}"
    return argparse.ArgumentParser(
        prog=name, description=description, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
    )


def asks_to_draw(parser: argparse.ArgumentParser, what: str, seed: int = 0) -> None:
    """Add FOLDER COUNT [SEED]: where to write, how many to draw, and the seed."""
    parser.add_argument("folder", type=Path, help="where the shards go; created if missing")
    parser.add_argument("count", type=positive, help=f"how many {what}")
    parser.add_argument("seed", type=non_negative, nargs="?", default=seed, help="the same seed draws the same")


def asks_for_scenes(parser: argparse.ArgumentParser, *, nothing: bool = False) -> None:
    """Add SCENES [NOTHING]: the folders for training.drawn.load_scenes and training.drawn.without_board."""
    parser.add_argument("scenes", help="folders of scenes, separated by colons")
    if nothing:
        parser.add_argument("nothing", help="folders of pictures without a board, separated by colons")


def asks_to_train(parser: argparse.ArgumentParser, model: str) -> None:
    """Add MINUTES [MODEL.onnx]: how long to train, and where to write the network (by default over the shipped one)."""
    parser.add_argument("minutes", type=a_time, help="how long; 0 measures what the checkpoint reaches")
    parser.add_argument("model", type=Path, nargs="?", default=MODELS / model, help="the file to write")


def non_negative(text: str) -> int:
    """A whole number from 0 on."""
    number = int(text)
    if number < 0:
        raise argparse.ArgumentTypeError(f"{text}: expected a whole number from 0 on")
    return number


def positive(text: str) -> int:
    """A whole number from 1 on."""
    number = non_negative(text)
    if number == 0:
        raise argparse.ArgumentTypeError("0: expected a whole number from 1 on")
    return number


def a_time(text: str) -> float:
    """Minutes, from 0 to a week."""
    minutes = float(text)
    if not 0 <= minutes <= 10_080:
        raise argparse.ArgumentTypeError(f"{text}: expected minutes, 0 to 10080")
    return minutes


def a_share(text: str) -> float:
    """A share, 0 to 1."""
    share = float(text)
    if not 0 <= share <= 1:
        raise argparse.ArgumentTypeError(f"{text}: expected a share, 0 to 1")
    return share


def run(main: Callable[[list[str]], int]) -> None:
    """Exit with the status of `main`; print an `CannotRun` error in one line and exit with UNFIT."""
    try:
        sys.exit(main(sys.argv[1:]))
    except (CannotRun, OSError) as error:
        print(error, file=sys.stderr)
        sys.exit(UNFIT)
