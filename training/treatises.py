"""Weigh the aims of the treatises: `python -m training.treatises` writes coach/trictrac/treatises.toml.

The treatises name a player's aims and give no weights. The weights are fitted by least squares to the evaluator's
equity of the plays of one throw, in tours of self-play.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

import numpy as np

import coach
from coach.throws import CHANCES, THROWS
from coach.trictrac.choosing import play_equities
from coach.trictrac.evaluator import Evaluator
from coach.trictrac.opponents import TREATISES, by_treatises
from coach.trictrac.situations import throw_dice
from training.coach_games import TrictracGames

SOURCES: Final = {
    "promised": "Points expected of the own next throw, in trous. Jeu 2: every jan is a way to mark points.",
    "offered": "Points expected of the adversary's next throw, in trous. Jeu 2, battre une dame, battre le coin.",
    "petit_jan": "Dames of the twelve that the petit jan needs. Jeu 2, petit jan.",
    "grand_jan": "The same for the grand jan. Jeu 2: 'le remplissage du grand jan constitue le coeur du jeu'.",
    "jan_de_retour": "The same for the jan de retour. Jeu 2, jan de retour.",
    "coin": "The own coin is taken. Jeu 2, grand jan: it is needed for it and taken by two dames at once.",
    "surplus": "Dames beyond the third of a case. Jeu 2, dames surnumeraires.",
}


def weights(tours: int, throws: int, seed: int) -> np.ndarray:
    """Fit the weights, (len(TREATISES),), in trous."""
    random = np.random.default_rng(seed)
    evaluator = Evaluator.load()
    course = TrictracGames(tours)
    course.begin(random)
    looked, worth = [], []
    for _ in range(throws):
        course.stretch(evaluator.network, 5, 0.7)
        after = throw_dice(course.situations, THROWS[int(random.choice(len(THROWS), p=CHANCES))])
        value = np.asarray(play_equities(after, evaluator)[0], float)
        seen = by_treatises(after)
        # Only differences between plays of one throw matter.
        count = np.bincount(after.tour, minlength=tours)[:, None]
        mean = np.zeros((tours, seen.shape[1] + 1))
        np.add.at(mean, after.tour, np.column_stack([seen, value]))
        mean /= np.maximum(count, 1)
        looked.append(seen - mean[after.tour, :-1])
        worth.append(value - mean[after.tour, -1])
    found, *_ = np.linalg.lstsq(np.concatenate(looked), np.concatenate(worth), rcond=None)
    return np.asarray(found)


def main() -> None:
    """Fit the weights and write the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tours", type=int, default=200, help="played side by side (%(default)s)")
    parser.add_argument("--throws", type=int, default=30, help="looked at in each (%(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    found = weights(asked.tours, asked.throws, asked.seed)
    lines = [
        "# What a player looks at who follows the treatises, and what each weighs, in trous.",
        "# Written by",
        f"# `python -m training.treatises --tours {asked.tours} --throws {asked.throws} --seed {asked.seed}`.",
    ]
    for name, weight in zip(TREATISES, found, strict=True):
        lines += ["", f"[{name}]", f"weight = {weight:.4f}", f'source = "{SOURCES[name]}"']
    path = Path(coach.__file__).parent / "trictrac" / "treatises.toml"
    path.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
