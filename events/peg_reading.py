"""Readings of the board's sensors: values only."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from events.field import Row


class Peg(StrEnum):
    """The peg in a hole, known by its magnet's polarity and strength."""

    BLANCS = "blancs"
    NOIRS = "noirs"
    PAVILLON = "pavillon"
    UNKNOWN = "unknown"


class HoleFault(StrEnum):
    """The fault of a hole's sensor."""

    STUCK = "stuck"
    MISSING = "missing"
    DRIFTING = "drifting"
    ADC = "adc"
    """The converter that reads this hole fails its own check (the reference channel)."""


@dataclass(frozen=True, slots=True)
class PegReading:
    """All thirty holes at one moment.

    Attributes:
        t: seconds on the host's monotonic clock.
        holes: the peg in hole 0..29, None when empty, numbered as in docs/protocol.md and `events.field`.
        faults: broken holes by number. Their entries in `holes` mean nothing.
    """

    t: float
    holes: tuple[Peg | None, ...]
    faults: tuple[tuple[int, HoleFault], ...] = ()


class Button(StrEnum):
    """A player's declaration by button, which a camera cannot hear."""

    COUP_JOUE = "coup_joue"
    ECOLE = "ecole"
    ADOUBE = "adoube"
    JE_M_EN_VAIS = "je_m_en_vais"


@dataclass(frozen=True, slots=True)
class Signal:
    """A pressed button: when (seconds, host's monotonic clock), on which long side of the board, and which one."""

    t: float
    row: Row
    button: Button


@dataclass(frozen=True, slots=True)
class LinkEvent:
    """The link came up or went down at `t`; reported once. reason: why, in plain words."""

    t: float
    up: bool
    reason: str
