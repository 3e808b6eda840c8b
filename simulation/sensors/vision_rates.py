"""The error rates of vision, from which simulated vision draws its errors.

The measured rates are `vision_rates.json`, written by `./run bench seen --write` from rendered recordings.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

OTHER = -1
"""In place of a count: the dames were read as the other colour."""


class Stack(NamedTuple):
    """Dames of one colour on a case, and how many of them lie on the floor; the rest lie on top of these."""

    dames: int
    flat: int


class StackRead(NamedTuple):
    """One way a stack is read.

    Attributes:
        dames: the count read, or OTHER.
        piled: whether the reading reports a pile.
        share: how often this reading occurs (0..1).
        above: the probability that the reading gives to more dames than it counts.
    """

    dames: int
    piled: bool
    share: float
    above: float


class HandRate(NamedTuple):
    """How often one picture reports a hand whose fingertips are at least `depth` mm inside the floor's edge."""

    depth: int
    reported: float


@dataclass(frozen=True, slots=True, kw_only=True)
class VisionRates:
    """Error rates of vision, each a share of readings (0..1) unless a unit is given.

    Attributes:
        blind: readings that report that nothing can be seen.
        cases: the ways each stack is read.
        case_again, die_again: how often the last reading of a case or die, right or wrong, is repeated.
        die_missed, die_misread: of flat dice.
        die_false: readings with a die that is not there.
        die_off: position error in each direction, standard deviation in mm.
        jeton_missed, jeton_missed_at_home: of jetons on a mark, and at the talon.
        jeton_misplaced: jetons read on a wrong mark.
        hands: by depth.
        sideless: how often a visit's hands cannot be attributed to a side; visits of one player, and of both.
        sideless_pictures: in such a visit, the share of pictures without a side.
        tip: the error (mm) of a fingertip to the right and inwards; each with its standard deviation.
        source: how these were measured.
    """

    blind: float
    cases: Mapping[Stack, tuple[StackRead, ...]] = field(hash=False)
    case_again: float
    die_missed: float
    die_misread: float
    die_false: float
    die_again: float
    die_off: float
    jeton_missed: float
    jeton_missed_at_home: float
    jeton_misplaced: float
    hands: tuple[HandRate, ...]
    sideless: tuple[float, float]
    sideless_pictures: float
    tip: tuple[tuple[float, float], tuple[float, float]]
    source: str = ""

    @classmethod
    def from_json(cls, text: str) -> VisionRates:
        """Read the rates from a file's text, as `to_json` writes it."""
        read: dict[str, Any] = json.loads(text)
        (right, across), (deep, along) = read["tip"]
        one, both = read["sideless"]
        return cls(
            **read
            | {
                "cases": {
                    Stack(each["dames"], each["flat"]): tuple(StackRead(**way) for way in each["reads"])
                    for each in read["cases"]
                },
                "hands": tuple(HandRate(**each) for each in read["hands"]),
                "sideless": (one, both),
                "tip": ((right, across), (deep, along)),
            }
        )

    def to_json(self) -> str:
        """Return the rates as a file's text, one stack or hand depth a line."""
        entries = []
        for name in ("source", *(each for each in self.__dataclass_fields__ if each != "source")):
            value = getattr(self, name)
            if name == "cases":
                value = [{**stack._asdict(), "reads": [way._asdict() for way in ways]} for stack, ways in value.items()]
            elif name == "hands":
                value = [each._asdict() for each in value]
            entries.append(f"{json.dumps(name)}: {_lines(value)}")
        return "{\n" + ",\n".join(entries) + "\n}\n"


def _lines(value: object) -> str:
    """Return a value as JSON; a list of objects has one object a line."""
    if isinstance(value, list):
        return "[\n" + ",\n".join(f"  {json.dumps(each)}" for each in value) + "\n]"
    return json.dumps(value)


@cache
def measured_rates() -> VisionRates:
    """Return the measured rates of the real vision."""
    return VisionRates.from_json((resources.files("simulation.sensors") / "vision_rates.json").read_text("utf-8"))
