"""Positions of the treatises with the plays their author gives, compared with the coach by a rollout."""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np

from coach.trictrac.advice import Situation, choices, evaluator
from coach.trictrac.rollout import rolled_out
from coach.trictrac.situations import Situations, joined
from rules.batch import rows_of
from rules.position import Position, Side

PLAYS = Path(__file__).parent / "treatise_plays.toml"
ROLLOUTS = 100


def treatise_rows(seed: int) -> list[tuple[str | float, ...]]:
    """Return for each position its title, the text's play and the coach's, and the loss of the text's play."""
    rows: list[tuple[str | float, ...]] = []
    for each in tomllib.loads(PLAYS.read_text("utf-8"))["play"]:
        position = Position(*(_counts(each[side]) for side in Side))
        side = Side(each["trait"])
        situation = Situation(position, side)
        found = choices(situation, (each["dice"][0], each["dice"][1]))
        counts = list(position.counts(side))
        for start, end in each["play"]:
            counts[start - 1] -= 1
            counts[end - 1] += 1
        result = position.replaced(side, tuple(counts))
        text = next((choice for choice in found if choice.result == result), None)
        if text is None:
            raise ValueError(f"{PLAYS.name}: {each['title']}: not a legal play")
        after = joined([_after(situation, choice.result) for choice in (found[0], text)])
        worth = -rolled_out(after, evaluator(), ROLLOUTS, seed)
        lost = worth[0] - worth[1]
        more = 1.96 * lost.std(ddof=1) / np.sqrt(ROLLOUTS)
        best = "the same" if text is found[0] else ", ".join(f"{start}/{end}" for start, end in found[0].moves)
        rows.append((each["title"], each["named"], best, float(lost.mean()), float(more)))
    return rows


def _after(situation: Situation, result: Position) -> Situations:
    before = situation.batch()
    rows = rows_of([(result, situation.side.adversary)])
    return Situations(rows, before.marks.turned(), (before.coup + np.array([1, 0]))[:, ::-1])


def _counts(given: dict[str, int]) -> tuple[int, ...]:
    counts = [0] * 24
    for case, dames in given.items():
        counts[int(case) - 1] = dames
    return tuple(counts)
