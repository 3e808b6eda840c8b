"""The error counts of the real vision, written for people and as rates for simulated vision."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from bench._sight import BINS, DEPTHS
from simulation.sensors.vision_rates import OTHER, HandRate, Stack, StackRead, VisionRates

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench._sight import Sight


def figures(sight: Sight) -> Iterator[str]:
    """Yield the figures as lines for people."""
    yield "| dames there, on the floor | readings | as many read | fewer | more | other colour | read as piled |"
    yield "|---|---|---|---|---|---|---|"
    for there in sorted({there for there, _, _ in sight.cases}):
        by = Counter[str]()
        for (stands, piled, read), n in sight.cases.items():
            if stands == there:
                by.update({_kind(there, read): n, "all": n, "piled": n * piled})
        shares = " | ".join(f"{by[kind] / by['all']:.2%}" for kind in ("so", "fewer", "more", "other", "piled"))
        yield f"| {there.dames}, {there.flat} | {by['all']} | {shares} |"
    again = _share(sight.again[True], sight.again.total())
    yield f"cases read wrong and read again before anything was moved there: {again} as wrong"
    for name, sure in (("case", sight.sure), ("die", sight.dice_sure)):
        parts = []
        for at, (low, high) in enumerate(pairwise(BINS)):
            n, right = sure[at, True] + sure[at, False], sure[at, True]
            if n:
                parts.append(f"{low:g} to {high:g}: {_share(right, n)}")
        yield f"right by confidence of a {name}: {'; '.join(parts)}"
    dice, jetons = sight.dice, sight.jetons
    yield (
        f"flat dice {dice['there']}: missed {dice['missed']}, misread {dice['misread']}, read as leaning"
        f" {dice['flat, read as leaning']}; leaning {dice['leaning']}: read as flat {dice['leaning, read as flat']};"
        f" false {dice['false']}; wrong again {_share(sight.dice_again[True], sight.dice_again.total())}; off by"
        f" {_quantiles(sight.dice_off)} mm; sure of wrong ones {_quantiles(sight.dice_wrong)}"
    )
    lost = (_share(jetons[f"missed {where}"], jetons[f"there {where}"]) for where in ("on a mark", "at home"))
    yield (
        f"jetons missed on a mark {next(lost)}, at home {next(lost)}; misplaced {jetons['misplaced']},"
        f" false {jetons['false']}"
    )
    delays = dict(sorted(sight.delays.items()))
    yield f"rests of 0.25 s and more: unread {sight.unread}; frames to the first reading {delays}"
    yield f"readings a rest {dict(sorted(sight.looks.items()))}"
    for least in DEPTHS:
        seen, missed = sight.hands[least, True], sight.hands[least, False]
        yield f"hands {least} mm and more over the floor: reported in {_share(seen, seen + missed)} frames"
    for rows in (1, 2):
        known, sideless = sight.reached[rows, False], sight.reached[rows, True]
        yield f"hands of {rows} between two readings: side unknown in {_share(sideless, known + sideless)}"
    yield f"and then in {_share(sight.sideless[True], sight.sideless.total())} of the pictures of them"
    if sight.tips:
        (right, deep), (across, along) = np.mean(sight.tips, axis=0), np.std(sight.tips, axis=0)
        yield f"tips off by {right:.0f} ± {across:.0f} mm to the right and {deep:.0f} ± {along:.0f} mm in"
    if sight.blind:
        yield f"readings that say that nothing can be read: {dict(sight.blind)}, besides {sight.readings} others"
    yield f"hands reported on a side where none was: in {_share(sight.invented, sight.moving)} frames of movement"


def _kind(there: Stack, read: int) -> str:
    """Return how the reading of a case differs from the dames on its floor."""
    if read == OTHER:
        return "other"
    if read == there.flat:
        return "so"
    return "fewer" if read < there.flat else "more"


def measured(sight: Sight) -> VisionRates:
    """Return the rates for simulated vision."""
    totals, by_standing = Counter[Stack](), dict[Stack, list[StackRead]]()
    for (there, _, _), n in sight.cases.items():
        totals[there] += n
    for (there, piled, read), n in sorted(sight.cases.items()):
        above = float(sight.above[there, piled, read]) / n
        by_standing.setdefault(there, []).append(StackRead(read, piled, round(n / totals[there], 5), round(above, 3)))
    dice, jetons = sight.dice, sight.jetons
    tips = sight.tips or [(0.0, 0.0)]
    (right, deep), (across, along) = np.mean(tips, axis=0), np.std(tips, axis=0)
    blind = sum(sight.blind.values())
    return VisionRates(
        blind=_part(blind, blind + sight.readings),
        cases={there: tuple(reads) for there, reads in by_standing.items()},
        case_again=_part(sight.again[True], sight.again.total()),
        die_missed=_part(dice["missed"], dice["there"]),
        die_misread=_part(dice["misread"], dice["there"]),
        die_false=_part(dice["false"], sight.readings),
        die_again=_part(sight.dice_again[True], sight.dice_again.total()),
        die_off=round(float(np.sqrt(np.mean(np.square(sight.dice_off or [0.0])) / 2)), 1),
        jeton_missed=_part(jetons["missed on a mark"], jetons["there on a mark"]),
        jeton_missed_at_home=_part(jetons["missed at home"], jetons["there at home"]),
        jeton_misplaced=_part(jetons["misplaced"], jetons["there on a mark"]),
        hands=tuple(
            HandRate(least, _part(sight.hands[least, True], sight.hands[least, True] + sight.hands[least, False]))
            for least in DEPTHS
        ),
        sideless=(
            _part(sight.reached[1, True], sight.reached[1, True] + sight.reached[1, False]),
            _part(sight.reached[2, True], sight.reached[2, True] + sight.reached[2, False]),
        ),
        sideless_pictures=_part(sight.sideless[True], sight.sideless.total()),
        tip=(
            (round(float(right), 1), round(float(across), 1)),
            (round(float(deep), 1), round(float(along), 1)),
        ),
    )


def _part(part: int, whole: int) -> float:
    return round(part / whole, 5) if whole else 0.0


def _share(part: int, whole: int) -> str:
    return f"{part} of {whole}" + (f" ({part / whole:.2%})" if whole else "")


def _quantiles(values: list[float]) -> str:
    if not values:
        return "-"
    middle, high = np.quantile(values, (0.5, 0.95))
    return f"{middle:.2f} (95 %: {high:.2f})"
