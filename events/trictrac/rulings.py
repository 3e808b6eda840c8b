"""The rulings of trictrac alone: marks, faults, relevés and the end of a tour."""

from __future__ import annotations

from dataclasses import dataclass

from events.rulings import FaultRuling, Ruling
from rules.fault import Fault
from rules.position import ReleveCause, Side


@dataclass(frozen=True, slots=True)
class Marked(Ruling):
    """A side marked `points`, which made `trous` more trous and left `reste` points.

    Attributes:
        bredouille: whether it marked in bredouille.
        total: trous of the side afterwards.
        ecole: these are points of an école.
        owed: the points due to the side at that time.
    """

    side: Side
    points: int
    trous: int
    reste: int
    bredouille: bool
    total: int
    ecole: bool
    owed: int


@dataclass(frozen=True, slots=True)
class FaultRuled(FaultRuling):
    """A fault in trictrac was committed."""

    fault: Fault


@dataclass(frozen=True, slots=True)
class HeldOrLeft(Ruling):
    """After a trou from its own throw, `side` holds or leaves (tenir, s'en aller)."""

    side: Side
    left: bool


@dataclass(frozen=True, slots=True)
class MarksAmiss(Ruling):
    """The companion's jeton marks `points`, or its fichet `trous`, instead of the expected values."""

    side: Side
    points: int
    trous: int
    points_expected: int
    trous_expected: int


@dataclass(frozen=True, slots=True)
class ReleveRuled(Ruling):
    """The dames go back to the talons; `first` throws next."""

    cause: ReleveCause
    first: Side


@dataclass(frozen=True, slots=True)
class TourWon(Ruling):
    """The tour is over: the trous of both sides, and whether it was won in grande bredouille or with the pavillon."""

    side: Side
    trous: int
    trous_adverse: int
    grande_bredouille: bool
    pavillon: bool
