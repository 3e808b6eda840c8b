"""Explain the marks of the last throws otherwise, where later acts speak against the explanation taken.

Each explanation entered since the throw before the last may give way to the next best one, and one more after that.
All acts since then are judged again in each way, and the least surprising way is taken.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from events.acts import Act
from events.rulings import Ruling
from events.trictrac.state import Phase
from referee.trictrac.judge.history import History
from referee.trictrac.judge.likelihood import count_unexplained, surprise
from referee.trictrac.judge.situation import Situation
from referee.trictrac.numbers import SURPRISES


def judge_otherwise(past: History, act: Act) -> tuple[Ruling, ...] | None:
    """Judge the last throws by other explanations of their marks, if the last act is less surprising then.

    Return None where there is none.
    """
    entries, now = past.entries, past.situation
    if not entries or entries[-1].act is not act or entries[-1].before.phase is Phase.OVER:
        return None
    if not surprise(entries[-1:], now):
        return None
    best, least = None, SURPRISES["ahead"] + SURPRISES["otherwise"]
    for at, before in _ways_otherwise(past):
        as_read = surprise(entries[at:], now) + SURPRISES["unexplained"] * count_unexplained(now)
        if as_read <= least:
            continue
        trial = past.trial(at)
        trial.situation = before
        for one in past.acts[at:]:
            trial.judge(one)
        then = trial.situation
        gain = as_read - surprise(trial.entries[at:], then) - SURPRISES["unexplained"] * count_unexplained(then)
        if then.tour == now.tour and gain > least:
            best, least = (at, trial), gain
    return None if best is None else past.adopt(*best, act.t)


def _ways_otherwise(past: History) -> Iterator[tuple[int, Situation]]:
    """Yield where in the log marks were explained, the last first, and the situation before, without that."""
    after = past.situation
    for at in range(len(past.entries) - 1, -1, -1):
        before = past.entries[at].before
        if before.number < past.situation.number - 1 or before.tour != past.situation.tour:
            return
        plan = after.books.settled
        if plan and plan is not before.books.settled:
            yield at, replace(before, books=replace(before.books, refuted=before.books.refuted | {plan}))
        after = before
