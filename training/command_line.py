"""The command lines of training: what each script asks for, and its errors in one line."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

MODELS = Path(__file__).parents[1] / "vision/models"
"""Where the networks lie that are shipped."""
CHECKPOINTS = Path("training-data")
"""Where checkpoints lie, so that none is shipped."""


UNFIT = 2
"""The exit status where what was asked for cannot be done."""


class Unfit(Exception):
    """What was asked for cannot be done with what there is."""


def parser_of(told: str | None) -> argparse.ArgumentParser:
    """A parser with what a script says of itself (its `__doc__`), lines as they stand."""
    name = f"python -m training.{Path(sys.argv[0]).stem}"
    return argparse.ArgumentParser(
        prog=name, description=told, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
    )


def asks_to_draw(parser: argparse.ArgumentParser, what: str, seed: int = 0) -> None:
    """FOLDER COUNT [SEED]: where what is drawn goes, how many, and of which seed."""
    parser.add_argument("folder", type=Path, help="where the shards go; it is made where there is none")
    parser.add_argument("count", type=from_one, help=f"how many {what}")
    parser.add_argument("seed", type=from_nought, nargs="?", default=seed, help="the same seed gives the same")


def asks_for_scenes(parser: argparse.ArgumentParser, *, nothing: bool = False) -> None:
    """SCENES [NOTHING]: what training.drawn.load_scenes and, where it is wanted, training.drawn.without_board take."""
    parser.add_argument("scenes", help="folders of scenes, parted by colons")
    if nothing:
        parser.add_argument("nothing", help="folders of pictures without a board, parted by colons")


def asks_to_train(parser: argparse.ArgumentParser, model: str) -> None:
    """MINUTES [MODEL.onnx]: how long, and where the network goes, at first where the shipped one lies."""
    parser.add_argument("minutes", type=a_time, help="how long; 0 measures what the checkpoint reaches")
    parser.add_argument("model", type=Path, nargs="?", default=MODELS / model, help="the file to write")


def from_nought(text: str) -> int:
    """A whole number from 0 on."""
    number = int(text)
    if number < 0:
        raise argparse.ArgumentTypeError(f"{text}: expected a whole number from 0 on")
    return number


def from_one(text: str) -> int:
    """A whole number from 1 on."""
    number = from_nought(text)
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
    """End with the exit status of `main`, UNFIT where it could not do what was asked for, and say why."""
    try:
        sys.exit(main(sys.argv[1:]))
    except (Unfit, OSError) as error:
        print(error, file=sys.stderr)
        sys.exit(UNFIT)
