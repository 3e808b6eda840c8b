"""Readings of the board's sensors: values only."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from events.field import Row


class Peg(StrEnum):
    """The peg in a hole, known by its magnet's polarity and strength."""

    BLANCS = "blancs"
    NOIRS = "noirs"
    PAVILLON = "pavillon"
    UNKNOWN = "unknown"


class HoleFault(StrEnum):
    """What is wrong with a hole's sensor."""

    STUCK = "stuck"
    MISSING = "missing"
    DRIFTING = "drifting"
    ADC = "adc"
    """The converter that reads this hole fails its own check (the reference channel)."""


@dataclass(frozen=True, slots=True)
class PegReading:
    """All thirty holes at one moment.

    t: seconds on the host's monotonic clock; holes: what stands in hole 0..29 (numbered as in
    docs/protocol.md: 0..11 near rail from the left, 12..23 far rail from the left, 24..26 left rail from far to near,
    27..29 right rail likewise), None when empty; faults: broken holes by number, whose entry in `holes` means nothing.
    """

    t: float
    holes: tuple[Peg | None, ...]
    faults: tuple[tuple[int, HoleFault], ...] = ()


class Button(StrEnum):
    """What a camera cannot hear, said by a button."""

    COUP_JOUE = "coup_joue"
    ECOLE = "ecole"
    ADOUBE = "adoube"
    JE_M_EN_VAIS = "je_m_en_vais"


@dataclass(frozen=True, slots=True)
class Signal:
    """A button pressed: when (seconds, host's monotonic clock), on which long side of the board, which one."""

    t: float
    row: Row
    button: Button


@dataclass(frozen=True, slots=True)
class LinkEvent:
    """The link came up or went down, reported once: when, whether it is up, and in plain words why."""

    t: float
    up: bool
    reason: str
