"""Random games of backgammon: one at a time by the readable rules, many at once by the batched ones."""

from __future__ import annotations

import random
import time

import numpy as np

from coach.throws import CHANCES, THROWS
from rules.backgammon.batch import plays_of
from rules.backgammon.match import winner
from rules.backgammon.plays import legal_plays
from rules.backgammon.position import Position
from rules.position import Side


def one_by_one(plies: int, seed: int) -> tuple[float, float]:
    """Return plies and plays a second of processor time by the readable rules, in whole games."""
    source = random.Random(seed)  # noqa: S311 - dice of a benchmark
    done = found = 0
    begin = time.process_time()
    while done < plies:
        position, side = Position.start(), Side.BLANCS
        while winner(position) is None:
            legal = legal_plays(position, side, (source.randint(1, 6), source.randint(1, 6)))
            position = source.choice(legal.plays).result
            side = side.adversary
            done += 1
            found += len(legal.plays)
    taken = time.process_time() - begin
    return done / taken, found / taken


def side_by_side(plies: int, games: int, seed: int) -> tuple[float, float, int]:
    """Return plies and plays a second by the batched rules, and the games finished; new games replace those."""
    source = np.random.default_rng(seed)
    start = np.array(Position.start().blancs, np.int8)
    own, theirs = np.tile(start, (games, 1)), np.tile(start, (games, 1))
    done = found = over = 0
    begin = time.process_time()
    while done < plies:
        thrown = source.choice(len(THROWS), games, p=CHANCES)
        for kind, dice in enumerate(THROWS):
            at = np.flatnonzero(thrown == kind)
            plays = plays_of(own[at], theirs[at], dice)
            counts = np.bincount(plays.rows, minlength=len(at))
            chosen = np.cumsum(counts) - counts + (source.random(len(at)) * counts).astype(np.int64)
            # It is the other side's turn, so the sides change places.
            own[at], theirs[at] = plays.theirs[chosen], plays.own[chosen]
            found += len(plays.rows)
        done += games
        finished = np.flatnonzero(~theirs[:, 1:].any(axis=1))
        over += len(finished)
        own[finished], theirs[finished] = start, start
    taken = time.process_time() - begin
    return done / taken, found / taken, over
