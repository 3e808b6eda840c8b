"""Random games, one by one or side by side: tours of trictrac by the batched rules, games of backgammon by both."""

from __future__ import annotations

import random
import time

import numpy as np

from coach.throws import CHANCES, THROWS
from coach.trictrac.situations import start_rows
from rules.backgammon.batch import plays_of as backgammon_plays_of
from rules.backgammon.match import winner
from rules.backgammon.plays import legal_plays
from rules.backgammon.position import Position
from rules.batch import Marks, Rows, jans_of, plays_of
from rules.code import LOIS_2013
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
            plays = backgammon_plays_of(own[at], theirs[at], dice)
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


def play_tours(tours: int, side_by_side: int, seed: int) -> tuple[int, int]:
    """Play random tours until at least `tours` are over; return how many are over, and the throws played.

    A new tour replaces each that ends, so `side_by_side` games always go on; all throws count.
    """
    random = np.random.default_rng(seed)
    rows, marks = start_rows(side_by_side), Marks.none(side_by_side)
    coup = np.ones((side_by_side, 2), np.int64)
    over = throws = 0
    while over < tours:
        throws += side_by_side
        thrown = random.choice(len(THROWS), side_by_side, p=CHANCES)
        leave = random.random(side_by_side) < 0.5
        own = rows.own.copy()
        gains = np.zeros((side_by_side, 2), np.int64)
        for number, dice in enumerate(THROWS):
            here = np.flatnonzero(thrown == number)
            if not len(here):
                continue
            plays = plays_of(rows.select(here), dice)
            worth = jans_of(plays, LOIS_2013, coup=coup[here, 0])
            gains[here, 0], gains[here, 1] = worth.of_thrower(), worth.of_adversary()
            rank, candidate = np.nonzero(plays.legal)
            count = np.bincount(rank, minlength=len(here))
            chosen = np.cumsum(count) - count + (random.random(len(here)) * count).astype(np.int64)
            own[here] = plays.after(np.arange(len(here)), candidate[chosen])
        marks, gained = marks.mark(0, gains[:, 0])
        left = (gained > 0) & leave
        gains[left, 1] = 0
        marks, _ = marks.mark(1, gains[:, 1])
        out = own.sum(axis=1) == 0
        ended = marks.over()
        over += int(ended.sum())
        again = left | out | ended
        marks.points[left | ended] = 0
        marks.bredouille[left | ended] = False
        marks.trous[ended] = 0
        coup[:, 0] += 1
        rows, marks, coup = Rows(own, rows.adverse).swap_sides(), marks.swap_sides(), coup[:, ::-1].copy()
        # A relevé or a new tour begins from the talons. A player who left or went out throws again, so turn back.
        fresh = start_rows(int(again.sum()))
        rows.own[again], rows.adverse[again] = fresh.own, fresh.adverse
        coup[again] = 1
        back = (left | out) & ~ended
        for values in (marks.points, marks.bredouille, marks.trous):
            values[back] = values[back, ::-1]
    return over, throws
