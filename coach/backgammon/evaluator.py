"""The evaluator of backgammon: a small network over what a player sees before a throw."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from coach.backgammon.games import Games
from coach.bits import Bits, bits_of, mask_of
from coach.network import Floats, Network, sigmoid
from coach.throws import THROWS
from rules.backgammon.position import BAR, HOME, OFF
from rules.batch.rows import Counts, Mask, Numbers
from rules.position import DAMES

SHIPPED: Final = Path(__file__).parent / "models" / "evaluator.npz"
WIN, GAMMON, BACKGAMMON, GAMMON_LOST, BACKGAMMON_LOST = range(5)
"""The outputs: chances of the thrower to win, to win a gammon or more, a backgammon, and to lose each of these."""

_COUNT: Final = np.arange(DAMES + 1)
_CASE: Final = np.stack([_COUNT == 1, _COUNT >= 2, _COUNT >= 3, np.maximum(_COUNT - 3, 0) / 2], axis=1).astype(
    np.float32
)
_PIPS: Final = np.arange(26, dtype=np.float32)
_BOARD: Final = mask_of(range(1, 25))
_ALL_PIPS: Final = 167.0
"""Pips of a side at the start."""
_AHEAD: Final = 6
_SIDE: Final = 24 * 4 + 4 + 1 + 2 + 2 + 4 + _AHEAD + 1 + 2
INPUTS: Final = 2 * _SIDE + 2


def other_players_chances(chances: Floats) -> Floats:
    """Return the chances of one player as those of the other, (..., 5)."""
    other = chances[..., [WIN, GAMMON_LOST, BACKGAMMON_LOST, GAMMON, BACKGAMMON]]
    other[..., WIN] = 1 - other[..., WIN]
    return np.asarray(other, np.float32)


def equity(chances: Floats) -> Floats:
    """Return the points expected without a cube, (...)."""
    win, gammon, backgammon, gammon_lost, backgammon_lost = np.moveaxis(chances, -1, 0)
    return np.asarray(2 * win + gammon + backgammon - gammon_lost - backgammon_lost - 1, np.float32)


def features(games: Games) -> Floats:
    """Return the network's inputs, float32 (n, INPUTS): both sides' dames, shots, points made and obstacles."""
    own, theirs = games.own, games.theirs
    mine, his = _side(own, theirs), _side(theirs, own)
    pips = (own @ _PIPS - theirs @ _PIPS) / _ALL_PIPS
    contact = (_rear(own) + _rear(theirs) > BAR).astype(np.float32)
    return np.concatenate([*mine, *his, pips[:, None], contact[:, None]], axis=1, dtype=np.float32)


def _rear(counts: Counts) -> np.ndarray:
    """Return the case of the dame furthest from home, 0 if all are borne off, (n,)."""
    held = counts[:, ::-1] > 0
    held[:, BAR - OFF] = True
    return np.asarray(BAR - held.argmax(axis=1))


def _side(own: Counts, theirs: Counts) -> list[np.ndarray]:
    """Return the inputs of one side: its dames, possible hits, points, and the points made against it."""
    n = len(own)
    bar, home = own[:, BAR, None], own[:, OFF, None]
    parts: list[np.ndarray] = [_CASE[own[:, 1:BAR]].reshape(n, -1)]
    parts += [bar > 0, np.minimum(bar, 3) / 2, home > 0, home / DAMES, (own @ _PIPS)[:, None] / _ALL_PIPS]
    # Bit k is the side's own case k.
    seen = theirs[:, ::-1]
    closed, blots = bits_of(seen >= 2) & _BOARD, bits_of(seen == 1) & _BOARD
    parts.append(_shots(own, closed, blots))
    shut = np.bitwise_count(closed & mask_of(range(BAR - HOME, BAR))).astype(np.float32)[:, None] / HOME
    parts += [shut, shut * shut]
    made = bits_of(own >= 2) & _BOARD
    parts.append(_runs(made))
    rear = _rear(own)
    ahead = closed[:, None] >> np.maximum(rear[:, None] - np.arange(1, _AHEAD + 1), 0).astype(np.uint32)
    parts.append((ahead & np.uint32(1)).astype(np.float32) * (rear[:, None] > np.arange(1, _AHEAD + 1)))
    parts.append(rear[:, None] / BAR)
    inside = mask_of(range(1, HOME + 1))
    parts.append(np.bitwise_count(made & inside).astype(np.float32)[:, None] / HOME)
    anchor = made & mask_of(range(BAR - HOME - 1, BAR))
    parts.append((anchor > 0).astype(np.float32)[:, None])
    return parts


def _runs(made: Bits) -> Floats:
    """Return whether three, four, five and six points in a row are made, (n, 4)."""
    run, found = made & (made >> np.uint32(1)), []
    for length in range(2, 6):
        run = run & (made >> np.uint32(length))
        found.append(run > 0)
    return np.stack(found, axis=1).astype(np.float32)


def shots(games: Games) -> Floats:
    """Return the thrower's chance to hit, and the mean number of dames that can be hit, (n, 2).

    Each number is moved where possible; the rule that both numbers must be played is ignored.
    """
    seen = games.theirs[:, ::-1]
    return _shots(games.own, bits_of(seen >= 2) & _BOARD, bits_of(seen == 1) & _BOARD)


def _shots(own: Counts, closed: Bits, blots: Bits) -> Floats:
    """Return for one side's throw the chance to hit, and the mean number of dames that can be hit, (n, 2)."""
    found = np.zeros((len(own), 2), np.float32)
    some = np.flatnonzero(blots)
    if not len(some):
        return found
    closed, blots, bar = closed[some], blots[some], own[some, BAR]
    entering = (np.uint32(1) << np.uint32(BAR)) * (bar > 0).astype(np.uint32)
    others = bits_of(own[some] > 0) & _BOARD
    may_move = bar <= 1
    any_, sum_ = np.zeros(len(some), np.int32), np.zeros(len(some), np.int32)
    for high, low in THROWS:
        if high == low:
            hit, weight = _doublet(entering, others, bar, closed, high), 1
        else:
            first = _in_order(entering, others, may_move, closed, high, low)
            hit, weight = first | _in_order(entering, others, may_move, closed, low, high), 2
        hit &= blots
        any_ += weight * (hit > 0)
        sum_ += weight * np.bitwise_count(hit).astype(np.int32)
    found[some, 0], found[some, 1] = any_ / 36, sum_ / 36
    return found


def _in_order(entering: Bits, others: Bits, may_move: Mask, closed: Bits, first: int, second: int) -> Bits:
    """Return the cases that dames can reach by two numbers in this order; dames on the bar enter first."""
    one, two = np.uint32(first), np.uint32(second)
    waits = entering > 0
    came = (np.where(waits, entering, others) >> one) & ~closed
    # After the first number any dame may go on, unless one is still on the bar.
    onward = np.where(waits & ~may_move, entering, np.where(waits, others * (came > 0) | came, came))
    return np.asarray(came | ((onward >> two) & ~closed), np.uint32)


def _doublet(entering: Bits, others: Bits, bar: np.ndarray, closed: Bits, number: int) -> Bits:
    """Return the cases that dames can reach by a number played four times."""
    pips = np.uint32(number)
    came = (entering >> pips) & ~closed
    stuck = (entering > 0) & (came == 0)
    found = came
    # Each dame on the bar takes one of the four.
    moving = (others | came) * ~stuck
    for step in range(4):
        moving = (moving >> pips) & ~closed
        found = found | (moving * (bar + step < 4))
    return np.asarray(found, np.uint32)


@dataclass(frozen=True)
class Evaluator:
    """A network with the five outputs WIN to BACKGAMMON_LOST."""

    network: Network

    @classmethod
    def load(cls, path: Path = SHIPPED) -> Evaluator:
        """Read the weights of a file, the shipped ones by default."""
        return cls(Network.load(path))

    def chances(self, games: Games) -> Floats:
        """Return the chances of the player who throws next, (n, 5), exact where the game is over."""
        raw = sigmoid(self.network.raw(features(games)))
        over, outcome = games.results()
        return np.asarray(np.where(over[:, None], outcome, raw), np.float32)

    def values(self, rows: Numbers, after: Games) -> Floats:
        """Return the equity of the player who has just played, for each play, (p,); after: the games after it."""
        del rows
        return np.asarray(-equity(self.chances(after)), np.float32)
