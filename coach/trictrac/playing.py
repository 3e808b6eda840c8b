"""How a level plays: the evaluator's value less what the level overlooks."""

from __future__ import annotations

from typing import Final

import numpy as np

from coach.levels import Level, without_overlooked
from coach.trictrac.chances import chances
from coach.trictrac.choosing import EvaluatorPlayer, first_best, play_equities
from coach.trictrac.evaluator import Evaluator
from coach.trictrac.search import search_best
from coach.trictrac.situations import Situations, ThrowOutcomes, all_marked
from rules.batch.jans import TO_ADVERSARY, Points
from rules.batch.rows import Numbers
from rules.jan import JanName

COUNTED: Final = (
    JanName.BATTRE_A_VRAI,
    JanName.BATTRE_A_FAUX,
    JanName.BATTRE_LE_COIN,
    JanName.PETIT_JAN_REMPLI,
    JanName.GRAND_JAN_REMPLI,
    JanName.JAN_DE_RETOUR_REMPLI,
)
"""The figures whose expected points `chances` counts, in its order."""
_SIGN: Final = np.array([-1 if name is JanName.BATTRE_A_FAUX else 1 for name in COUNTED], np.float32)


def unseen(after: ThrowOutcomes, level: Level) -> np.ndarray:
    """Return the trous of the next two throws, for each play, that the level ignores, (m,)."""
    unknown = np.array([name in level.unknown for name in COUNTED])
    own = chances(after.next.rows.swap_sides()) @ (_SIGN * unknown)
    his = chances(after.next.rows) @ (_SIGN * (unknown if level.danger else True))
    return np.asarray(np.where(after.again, 0.0, own - his))


class LevelPlayer(EvaluatorPlayer):
    """Plays as a level does."""

    def __init__(self, evaluator: Evaluator, level: Level, random: np.random.Generator) -> None:
        super().__init__(evaluator)
        self._level = level
        self._random = random

    def marks(self, worth: Points) -> tuple[Numbers, Numbers]:
        """Mark the jans that the level knows and does not forget; the adversary marks the others as écoles."""
        own, adverse = all_marked(worth)
        remembered = np.zeros_like(own)
        for name, points in worth.by_name.items():
            if name not in TO_ADVERSARY and name not in self._level.unknown:
                remembered += points * (self._random.random(len(points)) >= self._level.forgets)
        return remembered, adverse + own - remembered

    def plays(self, after: ThrowOutcomes) -> np.ndarray:
        """Return the level's value of each play, in trous."""
        level = self._level
        if level.look_ahead:
            value, _ = search_best(after, self._evaluator)
        else:
            value, _ = play_equities(after, self._evaluator)
        return self.preference(value, after)

    def preference(self, value: np.ndarray, after: ThrowOutcomes) -> np.ndarray:
        """Return the level's value of plays whose equity is known, (m,)."""
        level = self._level
        if level.unknown or not level.danger:
            value = value - unseen(after, level)
        return without_overlooked(value, level.overlooks, self._random)

    def leaves(self, before: Situations, after: ThrowOutcomes, best: np.ndarray) -> np.ndarray:
        """Leave where that is worth more; `best` is ignored, since the level may have overlooked plays."""
        if not self._level.leaves:
            return np.zeros(len(before), np.bool_)
        value, _ = play_equities(after, self._evaluator)
        del best
        return super().leaves(before, after, value[first_best(after.tour, value, len(before))])
