"""Count how the real vision misreads dames and dice, on tables looked at several times.

Every second table is held out to test the rates counted on the others. A case misread at several looks counts as one
misreading, and a die counts once in each rest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import pairwise
from typing import Any

import numpy as np

from referee.inference.dames import likely
from referee.inference.tables import DiceSight, Observation
from rules.position import DAMES
from training.referee.looks import CaseSeen, Look, LookedAt

DIE = 6
"""The values of a die."""
OPEN = 5
"""Cases with at least this many dames are not counted, since some dames may lie on others."""
HARDLY = 0.05
"""A reading that gives the true count less probability than this denies it."""
BINS = (0.0, 0.5, 0.9, 0.99, 0.999, 1.0)
SURE = 0.9
"""A die read with this confidence is read surely."""
STEPS = 50
"""Steps of the fit: it converges in fewer than ten."""


@dataclass(frozen=True, slots=True)
class CountReading:
    """One colour of one case at one look: how many dames lie there, and the probabilities of 0..15."""

    there: int
    chances: np.ndarray

    @property
    def seen(self) -> int:
        """The likeliest count."""
        return int(self.chances.argmax())

    @property
    def wrong(self) -> bool:
        """Whether the case is misread."""
        return self.seen != self.there


def count_readings(case: CaseSeen) -> tuple[CountReading, CountReading]:
    """Return both colours of a case."""
    found = []
    for there, given in zip((case.light, case.dark), case.chances, strict=True):
        chances = np.array(given)
        chances[0] = max(0.0, 1.0 - chances[1:].sum())
        found.append(CountReading(there, chances))
    return found[0], found[1]


def chains(table: LookedAt) -> Iterator[tuple[list[CountReading], list[CountReading]]]:
    """Yield each colour of each case, over the looks before and after the move, if no dames are piled."""
    if any(len(look.cases) != len(table.before[0].cases) for look in (*table.before, *table.after)):
        return
    for at in range(len(table.before[0].cases)):
        both = [[count_readings(look.cases[at]) for look in looks] for looks in (table.before, table.after)]
        for colour in (0, 1):
            before, after = ([one[colour] for one in looks] for looks in both)
            if before[0].there < OPEN and after[0].there < OPEN:
                yield before, after


def fit(tables: Sequence[LookedAt], *, held_out: bool = False) -> dict[str, float]:
    """Return the rates counted in every second table; held_out: in the other tables."""
    counts: Counter[str] = Counter()
    expected = 0.0
    for table in tables:
        if table.seed % 2 != held_out:
            continue
        for before, after in chains(table):
            unchanged = before[0].there == after[0].there
            for one in before[:1] if unchanged else (before[0], after[0]):
                counts["cases"] += 1
                counts["invented"] += one.seen == one.there + 1 and one.chances[one.there] < HARDLY
                counts["missed"] += one.seen == one.there - 1 and one.chances[one.there] < HARDLY
                if one.seen < DAMES:
                    expected += float(one.chances[one.seen + 1])
                    counts["more"] += one.there == one.seen + 1
            if before[0].wrong:
                counts["misread"] += 1
                counts["again"] += before[1].seen == before[0].seen
            if unchanged and before[-1].wrong:
                counts["later"] += 1
                counts["again_later"] += after[0].seen == before[-1].seen
            if unchanged and before[0].wrong:
                counts["whole"] += 1
                counts["lasting"] += all(one.seen == before[0].seen for one in (*before, *after))
    return {
        "again": _share(counts["again"], counts["misread"]),
        "again_later": _share(counts["again_later"], counts["later"]),
        "lasting": _share(counts["lasting"], counts["whole"]),
        "invented": _share(counts["invented"], counts["cases"]),
        "missed": _share(counts["missed"], counts["cases"]),
        "overlooked": round(min(1.0, (counts["more"] + 0.5) / (expected + 0.5)), 4),
    }


def _share(part: int, whole: int) -> float:
    """Return a share; a count of nothing or of all is moved by half."""
    return round(min(max(part, 0.5), max(whole - 0.5, 0.5)) / max(whole, 1), 5)


def report(tables: Sequence[LookedAt], before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[str]:
    """Report how well the first look reads the held-out tables, by the shipped numbers and by the new ones."""
    held = [table for table in tables if table.seed % 2]
    yield f"counted of {len(tables) - len(held)} tables; {len(held)} are held out"
    for name, one in fit(tables, held_out=True).items():
        yield f"{name}: {after[name]} (before {before[name]}; of the tables held out {one})"
    for wrong in sorted({table.wrong for table in held}):
        those = [table for table in held if table.wrong == wrong]
        losses = [_loss(those, _observation(row)) for row in (before, after)]
        yield f"log-loss of a case, {wrong or 'as the guide asks'}: {losses[0]:.4f} before, {losses[1]:.4f} now"
    yield from _calibration(held, _observation(after))


def dice_read(tables: Sequence[LookedAt]) -> tuple[np.ndarray, np.ndarray]:
    """Return the confidence of each die that was read at the first look of a rest, and whether its value was right."""
    dice = [die for one in tables for look in (one.before[0], one.after[0]) for die in look.dice if die.read]
    return np.array([die.confidence for die in dice]), np.array([die.read == die.value for die in dice], float)


def fit_dice(confidence: np.ndarray, right: np.ndarray) -> dict[str, float]:
    """Return the numbers of `DiceSight`, by maximum likelihood; two dice more, one of them right, keep them finite."""
    sure = confidence > SURE
    most = round(1 - (1 + float((1 - right[sure]).sum())) / (2 + int(sure.sum())), 4)
    given = np.clip(confidence, 1 / DIE, most)
    odds, right = np.append(np.log(given / (1 - given)), [0.0, 0.0]), np.append(right, [0.0, 1.0])
    surer = 0.0
    for _ in range(STEPS):
        likely = 1 / (1 + np.exp(-odds - surer))
        surer += float((right - likely).sum() / (likely * (1 - likely)).sum())
    return {"surer": round(surer, 2), "most": most}


def report_dice(tables: Sequence[LookedAt], before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[str]:
    """Report how well the confidence in dice is understood by the shipped and new numbers, and what each half gives."""
    confidence, right = dice_read(tables)
    for name, row in (("before", before), ("now", after)):
        sight = DiceSight(row["surer"], row["most"])
        believed = np.array([sight.right(float(one)) for one in confidence])
        loss = -float(np.log(np.where(right > 0, believed, (1 - believed) / (DIE - 1))).mean())
        yield f"{int(right.sum())} of {len(right)} dice right; log-loss {loss:.4f} {name}"
    for start in (0, 1):
        yield f"every second table alone: {fit_dice(*dice_read(tables[start::2]))}"


def _observation(row: Mapping[str, Any]) -> Observation:
    return Observation(**{each.name: row[each.name] for each in fields(Observation)})


def _firsts(tables: Sequence[LookedAt]) -> tuple[np.ndarray, np.ndarray]:
    """Return the chances (n, 16) and true counts (n,) of the first looks at cases without piles."""
    looks: list[Look] = [table.before[0] for table in tables]
    every = [one for look in looks for case in look.cases for one in count_readings(case) if one.there < OPEN]
    return np.array([one.chances for one in every]), np.array([one.there for one in every])


def _posterior(tables: Sequence[LookedAt], rates: Observation) -> tuple[np.ndarray, np.ndarray]:
    chances, there = _firsts(tables)
    table = likely(chances, np.full(len(chances), DAMES, np.intp), rates)
    return table / table.sum(axis=1, keepdims=True), there


def _loss(tables: Sequence[LookedAt], rates: Observation) -> float:
    table, there = _posterior(tables, rates)
    return float(-np.log(table[np.arange(len(there)), there]).mean())


def _calibration(tables: Sequence[LookedAt], rates: Observation) -> Iterator[str]:
    table, there = _posterior(tables, rates)
    best, right = table.max(axis=1), table.argmax(axis=1) == there
    for low, high in pairwise(BINS):
        those = (best > low) & (best <= high)
        if those.any():
            held = f"{right[those].sum()} of {those.sum()}, promised {best[those].sum():.1f}"
            yield f"believed {low:g} to {high:g}: {held}"
