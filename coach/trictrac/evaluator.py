"""The evaluator of trictrac: a small network over what a player sees before a throw."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from coach.network import Floats, Network, sigmoid
from coach.trictrac.chances import CHANCES, chances
from coach.trictrac.situations import Situations
from coach.trictrac.stakes import Stakes, marques_ended
from rules.batch import Marks
from rules.batch.rows import Counts
from rules.games.a_ecrire import TROUS_DE_GRANDE_BREDOUILLE, TROUS_DU_MARQUE
from rules.position import COIN, DAMES
from rules.view import FILLABLE, GRAND_JAN, PETIT_JAN

TROUS: Final = 12.0
"""The unit of equity inside the network, in trous. It brings the values near 1."""
JETONS: Final = 24.0
"""The same for marqués, in jetons. A trou is taken to be worth two: one in itself, one towards winning."""
SHIPPED: Final = Path(__file__).parent / "models" / "evaluator.npz"
MARQUES: Final = SHIPPED.with_name("marques.npz")
"""The network for the marqués of a partie à écrire: it sees their stakes too."""


def _by_count() -> Floats:
    """Return the features of one case by its number of dames: one, two, three or more, and the surplus."""
    count = np.arange(DAMES + 1)
    return np.stack([count == 1, count >= 2, count >= 3, np.maximum(count - 3, 0) / 4], axis=1).astype(np.float32)


_CASE: Final = _by_count()
_LACKING: Final = np.minimum(np.arange(13)[:, None], 4) == np.arange(5)
_SCORE: Final = (np.arange(6)[:, None] == np.arange(6)).astype(np.float32)
_TROUS: Final = np.concatenate(
    [np.arange(40)[:, None] >= np.arange(1, 12), np.minimum(np.arange(40), 12)[:, None] / 12], axis=1
).astype(np.float32)
_COUP: Final = (np.minimum(np.arange(5), 4)[:, None] == np.arange(1, 5)).astype(np.float32)


def _side(counts: Counts) -> list[Floats]:
    """Return the features of one side's dames in its own numbering, int8 (n, 26)."""
    n = len(counts)
    parts = [_CASE[counts[:, 1:25]].reshape(n, -1)]
    short = np.maximum(2 - counts, 0)
    parts += [_LACKING[short[:, jan.start : jan.stop].sum(axis=1)].astype(np.float32) for jan in FILLABLE]
    for jan in (PETIT_JAN, GRAND_JAN):
        standing = np.cumsum(counts[:, : jan.stop], axis=1)[:, jan.start :]
        parts.append(np.asarray((standing >= 2 * np.arange(1, 7)).all(axis=1, keepdims=True), np.float32))
    parts.append(np.asarray(counts[:, 1:25].sum(axis=1, keepdims=True) / DAMES, np.float32))
    parts.append((counts[:, COIN, None] > 0).astype(np.float32))
    parts.append(np.asarray(counts[:, 1:25] @ np.arange(24, 0, -1, dtype=np.float32)[:, None] / 360, np.float32))
    return parts


def features(situations: Situations) -> Floats:
    """Return the network's inputs, float32 (n, INPUTS): both sides' dames and chances, the marks and throw numbers."""
    marks, turned = situations.marks, situations.rows.swap_sides()
    parts = _side(situations.rows.own) + _side(turned.own)
    parts += [chances(situations.rows), chances(turned)]
    for column in (0, 1):
        parts.append(_SCORE[marks.points[:, column] // 2])
        parts.append(marks.bredouille[:, column, None].astype(np.float32))
        parts.append(_TROUS[np.minimum(marks.trous[:, column], len(_TROUS) - 1)])
        parts.append(_COUP[np.minimum(situations.coup[:, column], 4)])
    if situations.stakes is not None:
        parts.append(_at_stake(marks, situations.stakes))
    return np.concatenate(parts, axis=1)


def _at_stake(marks: Marks, stakes: Stakes) -> Floats:
    """Return what a marqué is played for, what it would pay now, and which bredouilles are still possible."""
    over, refait = marques_ended(marks)
    columns = [
        stakes.consolation / JETONS,
        stakes.beyond / JETONS,
        stakes.first[:, 0],
        stakes.payoff(marks) * over / JETONS,
        refait,
    ]
    for column in (0, 1):
        trous = marks.trous[:, column]
        columns += [
            marks.affilee[:, column] | (trous == 0),
            trous >= TROUS_DE_GRANDE_BREDOUILLE,
            np.maximum(trous - TROUS_DE_GRANDE_BREDOUILLE, 0) / TROUS_DU_MARQUE,
            1 / np.maximum(marks.last - trous, 1),
        ]
    return np.stack(columns, axis=1).astype(np.float32)


INPUTS: Final = 2 * (24 * 4 + 3 * 5 + 2 + 3) + 2 * CHANCES + 2 * (6 + 1 + 12 + 4)
AT_STAKE: Final = 5 + 2 * 4


@dataclass(frozen=True)
class Evaluator:
    """A network with two outputs: equity, and the log odds of winning the tour or marqué."""

    network: Network

    @classmethod
    def load(cls, path: Path = SHIPPED) -> Evaluator:
        """Read the weights of a file, the shipped ones by default."""
        return cls(Network.load(path))

    def values(self, situations: Situations) -> tuple[Floats, Floats]:
        """Return the next thrower's expected trous less the adversary's, and the chance to win; (n,) each.

        In marqués these are jetons.
        """
        raw = self.network.raw(features(situations))
        return np.asarray(raw[:, 0] * unit(situations), np.float32), sigmoid(raw[:, 1])


def unit(situations: Situations) -> float:
    """Return the unit of equity inside the network."""
    return TROUS if situations.stakes is None else JETONS
