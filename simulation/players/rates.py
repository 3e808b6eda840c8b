"""How often simulated players err and fumble."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Final

from rules.fault import FaultName
from rules.fault_table import TABLE

CLUMSINESS: Final = tomllib.loads(Path(__file__).with_name("clumsiness.toml").read_text("utf-8"))
"""How often people at a friendly table are clumsy in each way, by game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClumsinessRates:
    """How likely each clumsiness is at each opportunity, 0 (never) to 1 (always).

    Attributes:
        slide: a dame is pushed along the floor.
        adoube: dames are put straight before playing, with "j'adoube".
        knock: a sleeve pushes dames to other cases; they are put back at once.
        dice_early: the dice are taken up before the play is over.
        hurry: a throw is played almost without thinking.
        early_throw: the next player throws while the last dame is still in the air.
        take_back: a dame is put down, taken back and played otherwise.
        two_steps: a dame played tout d'une rests on its way.
        short: the first dame is put short of its case and moved on to it, where the code tolerates that.
        both_at_once: the other player marks while the dames are still being played.
        careless: a dame is let go a few millimetres off.
        on_dame, on_jeton: a good die comes to rest on one.
        leaning, on_rail, outside, stacked: a bad throw, thrown again.
        idle_hand: a hand over the board that does nothing.
        lost_dame: a dame left outside the board at a relevé, put on its talon after the next throw.
        in_two_goes: a jeton advanced twice.
        jeton_touched: a jeton picked up and put back.
        fichet_too_far: one trou too many, taken back at once.
        trou_miscounted: a trou too many or too few by bredouille, corrected before the next throw.
        efface_late, bredouille_late, pavillon_late: the other's points, a second jeton or the pavillon is forgotten
            until the next throw.
    """

    slide: float = 0.0
    adoube: float = 0.0
    knock: float = 0.0
    dice_early: float = 0.0
    hurry: float = 0.0
    early_throw: float = 0.0
    take_back: float = 0.0
    two_steps: float = 0.0
    short: float = 0.0
    both_at_once: float = 0.0
    careless: float = 0.0
    on_dame: float = 0.0
    on_jeton: float = 0.0
    leaning: float = 0.0
    on_rail: float = 0.0
    outside: float = 0.0
    stacked: float = 0.0
    idle_hand: float = 0.0
    lost_dame: float = 0.0
    in_two_goes: float = 0.0
    jeton_touched: float = 0.0
    fichet_too_far: float = 0.0
    trou_miscounted: float = 0.0
    efface_late: float = 0.0
    bredouille_late: float = 0.0
    pavillon_late: float = 0.0

    def __post_init__(self) -> None:
        for each in fields(self):
            _check(f"ClumsinessRates.{each.name}", getattr(self, each.name))

    @classmethod
    def typical(cls) -> ClumsinessRates:
        """Return the rates of a friendly table."""
        return cls(**CLUMSINESS["trictrac"])


MADE: Final[dict[FaultName, float]] = {row.name: row.rate for row in TABLE if row.rate is not None}
"""The faults that players make on their own, with their rates; the other faults come with one of these."""


@dataclass(frozen=True, slots=True)
class FaultRates:
    """How likely each fault is at each opportunity, 0 to 1, by its name; 0 for faults not named.

    An opportunity is a throw that allows the fault. Raises ValueError for a rate out of range, and for a fault that
    only comes with another.
    """

    rates: Mapping[FaultName, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, rate in self.rates.items():
            if name not in MADE:
                raise ValueError(f"FaultRates: {name} has no rate of its own, expected one of {', '.join(MADE)}")
            _check(f"FaultRates.{name}", rate)

    def __getitem__(self, name: FaultName) -> float:
        return self.rates.get(name, 0.0)

    def replace(self, rates: Mapping[FaultName, float]) -> FaultRates:
        """Return these rates with the given ones replaced."""
        return FaultRates({**self.rates, **rates})

    @classmethod
    def every(cls, rate: float) -> FaultRates:
        """Return the same rate for every fault."""
        return cls(dict.fromkeys(MADE, rate))

    @classmethod
    def typical(cls, often: float = 1.0) -> FaultRates:
        """Return the rates of the table of faults, multiplied by `often`."""
        return cls({name: min(1.0, rate * often) for name, rate in MADE.items()})


def _check(name: str, rate: float) -> None:
    if not 0 <= rate <= 1:
        raise ValueError(f"{name} is {rate}, expected 0..1")
