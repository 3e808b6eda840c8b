"""The data tables of the filter, loaded once: priors, observation, costs and bounds (docs/how/referee.md).

They are files in `referee/data`. Every table in a file says where its numbers come from (`source`).
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from math import exp, log
from pathlib import Path
from typing import Any, TypeVar, cast

FOLDER = Path(__file__).parents[1] / "data"
"""Where the files lie."""


class TableError(ValueError):
    """A data file lacks an entry or holds a wrong one; the message names both and says what was expected."""


@dataclass(frozen=True, slots=True)
class Counts:
    """How often each kind of successor was the true one."""

    counts: Mapping[str, int]

    def nats(self, kind: str) -> float:
        """Return the log probability of a kind. A kind that never occurred counts as half an occurrence."""
        return log(max(self.counts[kind], 0.5) / sum(self.counts.values()))


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """How vision errs on dames that rest.

    Attributes:
        again: how often the next look repeats a count, right or wrong, if nothing moved, 0..1.
        again_later: how often it does after something came over the board and shadows changed, 0..1.
        lasting: the share of misreadings that are repeated at every look until the dames are moved, 0..1.
        invented: how often one dame too many is read of a case, though the reading gives it no chance, 0..1.
        missed: how often one dame too few is read so, 0..1.
        overlooked: the true share of the chance that a reading leaves to one dame more than it counts, 0..1.
        floor: no likelihood of a reading is below this, 0..1.
        missing: nats for each dame fewer on the cases than there must be.
        piled: the number of dames on a case from which they lie in a pile.
        row: how many of them lie next to one another at least, if not learnt yet.
        askew: how likely a pile shows one dame fewer than its row, 0..1.
        near: nats for each dame more or fewer than stood there before.
        alike: counts of a pile at least this likely, as a share of the likeliest, look the same, 0..1.
    """

    again: float
    again_later: float
    lasting: float
    invented: float
    missed: float
    overlooked: float
    floor: float
    missing: float
    piled: int
    row: int
    askew: float
    near: float
    alike: float


@dataclass(frozen=True, slots=True)
class DiceSight:
    """How vision errs on dice at rest.

    Attributes:
        surer: nats by which a value is surer than the confidence of its reading says.
        most: no value is believed beyond this, 0..1.
    """

    surer: float
    most: float

    def right(self, confidence: float) -> float:
        """Return how likely a value is right, 0..1, at the first look at a die; confidence: of the reading."""
        given = min(max(confidence, 1 / 6), self.most)
        return min(1 / (1 + (1 / given - 1) * exp(-self.surer)), self.most)


@dataclass(frozen=True, slots=True, kw_only=True)
class Unread:
    """How often a table's throws lack a die when first seen, before any was.

    Attributes:
        missed, whole: throws that lacked one and that did not, counted before the first.
        kept: the share of a throw's count that is left when the next is counted, 0..1.
        lost: how many of the next fifteen throws are never read whole, if each lacks a die when first seen.
        mended: how many times as good as when it was announced it must be to be over.
    """

    missed: float
    whole: float
    kept: float
    lost: float
    mended: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Costs:
    """The costs of errors and questions, in seconds that people would rather wait.

    Attributes:
        wrong: a throw or play that is announced wrongly and corrected later.
        accused: a player who is accused of a fault without reason.
        missed: a fault that is not found.
        untold: a throw that is never announced, though it was made and played.
        question: a question.
    """

    wrong: float
    accused: float
    missed: float
    untold: float
    question: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """Bounds of the filter's work and patience.

    Attributes:
        kept: hypotheses kept from rest to rest.
        within: nats behind the best beyond which one is dropped: it takes more than two looks to come back.
        settled: throws after which the past is certain.
        repeated: looks of a rest after which one more that counts the same says nothing new.
        pause: seconds a play against the rules must rest, no hand over the board, before it can be taken as ended.
        disordered: seconds a board that nothing explains must rest before it is called out of order.
        unlawful_ways: plays against the rules for each lawful one: a dame too far, one too near, or not at all.
        hand_wrong: how likely it is that the only player whose hand was seen is not the one who threw, 0..1.
        borne_off: nats for each dame that a play of backgammon bears off.
        hand_passed, hand_stayed, hand_long: pictures of a hand at a case from which it passed, stayed, or stayed long.
    """

    kept: int
    within: float
    settled: int
    repeated: int
    pause: float
    disordered: float
    unlawful_ways: int
    hand_wrong: float
    borne_off: float
    hand_passed: int
    hand_stayed: int
    hand_long: int


RowT = TypeVar("RowT")


def _read(name: str) -> dict[str, Any]:
    path = FOLDER / name
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise TableError(f"{path.name}: {error}") from None


def table(file: str, name: str) -> Mapping[str, Any]:
    """Return one table of a data file, empty if it is missing. Raises TableError: the file is not TOML."""
    return cast("dict[str, Any]", _read(file).get(name, {}))


def row(kind: type[RowT], name: str, given: Mapping[str, Any], *, signed: bool = False) -> RowT:
    """Return a dataclass from a table of a file, after checking that every number is there and in range.

    name: of the table, for errors; signed: whether numbers may be below 0. Raises TableError.
    """
    wanted = [each.name for each in fields(cast("Any", kind))]
    if strange := sorted(given.keys() ^ {*wanted, "source"}):
        raise TableError(f"{name}: {strange[0]}: missing or unknown, expected source, {', '.join(wanted)}")
    real = {each.name for each in fields(cast("Any", kind)) if each.type == "float"}
    found = numbers(name, given, signed=signed)
    return kind(**{each: float(value) if each in real else value for each, value in found.items()})


def numbers(name: str, given: Mapping[str, Any], *, signed: bool = True) -> dict[str, float]:
    """Return the numbers of a table. Raises TableError, also if it has no `source`; arguments as in `row`."""
    if not isinstance(given.get("source"), str) or not given["source"]:
        raise TableError(f"{name}: source: {given.get('source')!r}, expected where the numbers come from")
    found = {each: value for each, value in given.items() if each != "source"}
    for each, value in found.items():
        if isinstance(value, bool) or not isinstance(value, int | float) or (value < 0 and not signed):
            raise TableError(f"{name}: {each}: {value!r}, expected a number{'' if signed else ' from 0 on'}")
    return found


def priors(game: str, kinds: Mapping[str, tuple[str, ...]]) -> dict[str, Counts]:
    """Return the counts of a game by occasion; kinds: the kinds counted on each occasion.

    Raises TableError.
    """
    name, held = "priors.toml", _read("priors.toml").get(game, {})
    found: dict[str, Counts] = {}
    for occasion, wanted in kinds.items():
        given = dict(held.get(occasion, {}))
        if not isinstance(given.pop("source", None), str):
            raise TableError(f"{name}: {game}.{occasion}: source: expected where the numbers come from")
        if strange := sorted(given.keys() ^ set(wanted)):
            raise TableError(
                f"{name}: {game}.{occasion}.{strange[0]}: missing or unknown, expected {', '.join(wanted)}"
            )
        for kind, count in given.items():
            if isinstance(count, bool) or not isinstance(count, int) or count < 0:
                raise TableError(f"{name}: {game}.{occasion}.{kind}: {count!r}, expected how often, from 0 on")
        found[occasion] = Counts(given)
    return found


def observation() -> Observation:
    """Return how vision errs. Raises TableError."""
    return row(Observation, "observation.toml: dames", table("observation.toml", "dames"))


def costs() -> dict[str, Costs]:
    """Return the costs for each kind of table, `home` and `club`. Raises TableError."""
    held = _read("costs.toml")
    if held.keys() != {"home", "club"}:
        raise TableError(f"costs.toml: {', '.join(held)}, expected home and club")
    return {name: row(Costs, f"costs.toml: {name}", given) for name, given in held.items()}


def limits() -> Filter:
    """Return the filter's bounds. Raises TableError."""
    return row(Filter, "filter.toml: filter", table("filter.toml", "filter"))


OBSERVATION = observation()
DICE_SIGHT = row(DiceSight, "observation.toml: dice", table("observation.toml", "dice"), signed=True)
UNREAD = row(Unread, "observation.toml: unread", table("observation.toml", "unread"))
FILTER = limits()
COSTS = costs()
