"""Random tours played at once with the batched rules: every throw's plays, jans and marks, to the twelfth trou."""

from __future__ import annotations

import numpy as np

from coach.throws import CHANCES, THROWS
from coach.trictrac.situations import start_rows
from rules.batch import Marks, Rows, jans_of, plays_of
from rules.code import LOIS_2013


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
            plays = plays_of(rows.taken(here), dice)
            worth = jans_of(plays, LOIS_2013, coup=coup[here, 0])
            gains[here, 0], gains[here, 1] = worth.of_thrower(), worth.of_adversary()
            rank, candidate = np.nonzero(plays.legal)
            count = np.bincount(rank, minlength=len(here))
            chosen = np.cumsum(count) - count + (random.random(len(here)) * count).astype(np.int64)
            own[here] = plays.after(np.arange(len(here)), candidate[chosen])
        marks, gained = marks.marked(0, gains[:, 0])
        left = (gained > 0) & leave
        gains[left, 1] = 0
        marks, _ = marks.marked(1, gains[:, 1])
        out = own.sum(axis=1) == 0
        ended = marks.over()
        over += int(ended.sum())
        again = left | out | ended
        marks.points[left | ended] = 0
        marks.bredouille[left | ended] = False
        marks.trous[ended] = 0
        coup[:, 0] += 1
        rows, marks, coup = Rows(own, rows.adverse).turned(), marks.turned(), coup[:, ::-1].copy()
        # A relevé or a new tour begins from the talons. A player who left or went out throws again, so turn back.
        fresh = start_rows(int(again.sum()))
        rows.own[again], rows.adverse[again] = fresh.own, fresh.adverse
        coup[again] = 1
        back = (left | out) & ~ended
        for values in (marks.points, marks.bredouille, marks.trous):
            values[back] = values[back, ::-1]
    return over, throws
