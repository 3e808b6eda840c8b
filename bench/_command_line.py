"""The command line of a bench: its module's own words, lines as they stand, since they show commands to be typed."""

from __future__ import annotations

import argparse


def parser_of(name: str, announced: str | None) -> argparse.ArgumentParser:
    """A parser for `./run bench NAME` with what the module says of itself (its `__doc__`) as help."""
    parser = argparse.ArgumentParser(
        prog=f"./run bench {name}", description=announced, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--save", action="store_true", help="keep the tables in bench/results and write their pages")
    return parser
