"""What the readings say about one side's dames, weighed over frames.

Each reading gives, for every case, the probability of each count. Their logarithms are summed with a short memory:
frames of an unmoved board are nearly the same frame, so a hundred of them must not count a hundred times, and a dame
that moved unseen must win within two or three. A hand over the board ends the memory: anything may have happened.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from rules.position import DAMES
from vision.reading import Colour

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from rules.position import Counts, Side
    from rules.seating import Seating
    from vision.reading import CaseReading

MEMORY = 0.6
"""How much of the weight of the frames before is left at each new one: at most 2.5 frames count."""

FLOOR = 3e-4
"""No reading is believed beyond this: one case misread with full confidence must not outweigh the rest of the board."""

MISSING = 7.0
"""What it costs, in nats, to suppose one dame more or less than there should be."""

_COUNTS = np.arange(DAMES + 2)


def log_probabilities(
    cases: tuple[CaseReading, ...], side: Side, colour: Colour, seating: Seating
) -> NDArray[np.float64]:
    """For each case of `side` (rows, own numbering) the log probability that k = 0..15 of its dames stand there.

    A case that no reading tells about is left open: every count is as likely as any other.
    """
    table = np.full((24, DAMES + 1), 1.0 / (DAMES + 1))
    for reading in cases:
        row = table[seating.case(side, reading.row, reading.column) - 1]
        given = reading.light if colour is Colour.LIGHT else reading.dark
        row[:] = 0.0
        row[1 : len(given)] = given[1 : DAMES + 1]
        row[0] = max(0.0, 1.0 - row.sum())
    return np.asarray(np.log(np.maximum(table, FLOOR)), np.float64)


@dataclass(slots=True)
class Evidence:
    """The weighed log probabilities of one side's counts.

    weight: how many frames they are worth; frames: how many were seen since a hand was last over the board.
    """

    log: NDArray[np.float64] = field(default_factory=lambda: np.zeros((24, DAMES + 1)))
    weight: float = 0.0
    frames: int = 0

    def forget(self) -> None:
        """Start afresh: what was seen before no longer says anything."""
        self.log = np.zeros((24, DAMES + 1))
        self.weight = 0.0
        self.frames = 0

    def add(self, log: NDArray[np.float64]) -> None:
        """Weigh one more reading in."""
        self.log = MEMORY * self.log + log
        self.weight = MEMORY * self.weight + 1.0
        self.frames += 1

    def scores(self, counts: NDArray[np.intp]) -> NDArray[np.float64]:
        """The log likelihood of each of several sets of counts, (n, 24) -> (n,)."""
        return np.asarray(self.log[np.arange(24), counts].sum(axis=1), np.float64)

    def freest(self, total: int, fewer: int) -> Counts:
        """The likeliest counts of all, lawful or not, whose sum costs as little as possible to believe.

        total: how many dames the side should have; fewer: how many of them may have left the board.
        """
        # best[t]: the best score of the cases so far holding t dames; came[c][t]: how many of them case c holds.
        most = DAMES + 1
        best = np.full(most + 1, -np.inf)
        best[0] = 0.0
        came: list[NDArray[np.intp]] = []
        before = _COUNTS[:, None] - np.arange(DAMES + 1)[None, :]
        possible = before >= 0
        before = np.where(possible, before, 0)
        for row in self.log:
            options = np.where(possible, best[before] + row[None, :], -np.inf)
            chosen = options.argmax(axis=1)
            came.append(chosen)
            best = options[np.arange(most + 1), chosen]
        cost = MISSING * np.maximum(np.maximum(total - fewer - _COUNTS, _COUNTS - total), 0)
        left = int((best - cost).argmax())
        counts = [0] * 24
        for case in range(23, -1, -1):
            counts[case] = int(came[case][left])
            left -= counts[case]
        return tuple(counts)
