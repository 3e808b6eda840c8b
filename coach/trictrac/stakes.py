"""What many marqués of a partie à écrire are played for (Lois II, V, XV, XVI, XIX), as `rules.games` says for one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from rules.batch import Marks
from rules.batch.rows import Mask, Numbers
from rules.games.a_ecrire import TROUS_DE_GRANDE_BREDOUILLE, TROUS_DU_MARQUE, Bredouille


@dataclass(frozen=True, slots=True)
class Stakes:
    """The stakes of n marqués.

    consolation: jetons (n,), for a simple win after the refaits so far.
    beyond: jetons (n,) that a win brings beyond its price: the paris and the queue.
    first: bool (n, 2), who has the primauté; column 0 is the thrower's.
    """

    consolation: np.ndarray
    beyond: np.ndarray
    first: Mask

    def select(self, which: Mask | Numbers) -> Stakes:
        """Return some of the stakes."""
        return Stakes(self.consolation[which], self.beyond[which], self.first[which])

    def swap_sides(self) -> Stakes:
        """Return the same stakes as the other side sees them."""
        return replace(self, first=self.first[:, ::-1])

    @classmethod
    def concatenate(cls, parts: Iterable[Stakes]) -> Stakes:
        """Return all stakes, one after the other."""
        arrays = zip(*((part.consolation, part.beyond, part.first) for part in parts), strict=True)
        return cls(*map(np.concatenate, arrays))

    def after(self, refait: Mask) -> Stakes:
        """Return the stakes with the consolation doubled where there is a refait."""
        return replace(self, consolation=np.where(refait, 2 * self.consolation, self.consolation))

    def payoff(self, marks: Marks) -> np.ndarray:
        """Return the jetons of column 0 if the marqués end with these marks, (n,); 0 with as many trous on both sides.

        Both sides' accounts change by this, in opposite directions.
        """
        ahead = np.sign(marks.trous[:, 0] - marks.trous[:, 1])
        row, column = np.arange(len(marks)), (ahead < 0).astype(np.int64)
        trous, adverse = marks.trous[row, column], marks.trous[row, 1 - column]
        times = np.select(
            [trous >= TROUS_DE_GRANDE_BREDOUILLE, trous >= TROUS_DU_MARQUE],
            [Bredouille.GRANDE, Bredouille.PETITE],
            Bredouille.SIMPLE,
        )
        times = np.where(marks.affilee[row, column], times, Bredouille.SIMPLE)
        return np.asarray(ahead * ((trous + self.consolation) * times - adverse + self.beyond))


def marques_ended(marks: Marks) -> tuple[Mask, Mask]:
    """Return which marqués are won, and which are refaits, when a side leaves with these marks, (n,) each."""
    level = marks.trous[:, 0] == marks.trous[:, 1]
    return may_end(marks) & ~level, may_end(marks) & level


def may_end(marks: Marks) -> Mask:
    """Return where a side has the trous from which leaving ends a marqué, (n,)."""
    return np.asarray(marks.trous.max(axis=1) >= TROUS_DU_MARQUE)
