"""Measure what a marqué pays: `python -m training.marques` writes coach/trictrac/marques.toml.

The stakes of a marqué count the marqués that are still to come at these prices.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

import coach
from coach.trictrac.evaluator import MARQUES, Evaluator
from coach.trictrac.matches import tours
from coach.trictrac.opponents import MarquePlayer
from training.coach_games import marques


def main() -> None:
    """Play marqués, and write the mean of their prices and the root of their mean square."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=300, help="of marqués (%(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path(coach.__path__[0], "trictrac", "marques.toml"))
    asked = parser.parse_args()
    start = marques(2 * asked.pairs, np.random.default_rng(asked.seed), pegged=0)
    player = MarquePlayer(Evaluator.load(), Evaluator.load(MARQUES))
    found = tours(player, player, asked.pairs, asked.seed, start=start)
    price = np.abs(found.trous) - (0 if start.stakes is None else start.stakes.beyond)
    asked.out.write_text(
        f"# Written by `python -m training.marques`: {2 * asked.pairs} marqués of self-play, in jetons.\n"
        f"mean = {price.mean():.2f}\nspread = {np.sqrt((price**2).mean()):.2f}\n",
        "utf-8",
    )


if __name__ == "__main__":
    main()
