"""Many games of backgammon under way at once, each seen by the player who throws next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from coach.network import Floats
from coach.throws import THROWS
from rules.backgammon.batch import plays_of
from rules.backgammon.position import BAR, HOME, OFF, Position
from rules.batch.rows import Counts, Mask, Numbers
from rules.position import DAMES


@dataclass(frozen=True, slots=True)
class Games:
    """n games before a throw.

    own, theirs: int8 (n, 26), the thrower's dames and the adversary's, each in its owner's numbering.
    """

    own: Counts
    theirs: Counts

    @classmethod
    def start(cls, count: int) -> Games:
        """`count` games at their first throw."""
        counts = np.array(Position.start().blancs, np.int8)
        return cls(np.tile(counts, (count, 1)), np.tile(counts, (count, 1)))

    def __len__(self) -> int:
        return len(self.own)

    def select(self, which: Mask | Numbers) -> Games:
        """Return some of the games."""
        return Games(self.own[which], self.theirs[which])

    def restart(self, which: Mask) -> Games:
        """Return the games, with some of them begun again."""
        fresh = Games.start(1)
        own, theirs = self.own.copy(), self.theirs.copy()
        own[which], theirs[which] = fresh.own, fresh.theirs
        return Games(own, theirs)

    def results(self) -> tuple[Mask, Floats]:
        """Return which games the last thrower has won, and the chances of the loser, (n,) and (n, 5)."""
        over = np.asarray(~self.theirs[:, OFF + 1 :].any(axis=1))
        gammon = over & (self.own[:, OFF + 1 :].sum(axis=1) == DAMES)
        # The winner's home is the loser's cases 19..24.
        backgammon = gammon & self.own[:, BAR - HOME :].any(axis=1)
        nothing = np.zeros_like(over)
        return over, np.stack([nothing, nothing, nothing, gammon, backgammon], axis=1).astype(np.float32)


def best_of(rows: Numbers, values: np.ndarray, count: int) -> Numbers:
    """Return the index of the greatest value of each game, (count,)."""
    order = np.lexsort((-values, rows))
    return np.asarray(order[np.searchsorted(rows[order], np.arange(count))])


class Player(Protocol):
    """Values the plays of a throw."""

    def values(self, rows: Numbers, after: Games) -> np.ndarray:
        """Return the value of each play, (p,); the greatest of each game is played.

        rows: the game of each play, with all plays of a game together; after: the games after it, seen by the next
        thrower.
        """


def after_throw(games: Games, dice: Numbers, player: Player) -> Games:
    """Return each game after one throw; dice: the index of each throw in THROWS, (n,)."""
    places = [np.flatnonzero(dice == number) for number in range(len(THROWS))]
    throws = [
        plays_of(games.own[here], games.theirs[here], numbers) for here, numbers in zip(places, THROWS, strict=True)
    ]
    # One call for all throws: a call of a network costs as much as a hundred positions or so.
    rows = np.concatenate([here[plays.rows] for here, plays in zip(places, throws, strict=True)])
    after = Games(np.concatenate([plays.theirs for plays in throws]), np.concatenate([plays.own for plays in throws]))
    return after.select(best_of(rows, player.values(rows, after), len(games)))
