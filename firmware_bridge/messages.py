"""The messages of docs/protocol.md as values; `firmware_bridge.packing` encodes them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Final, TypeAlias

from events.field import Row
from events.peg_reading import Button, HoleFault, Peg

PROTOCOL: Final = 1
ROWS: Final[tuple[Row, ...]] = ("near", "far")
BUTTONS: Final[tuple[tuple[Row, Button], ...]] = tuple((row, button) for row in ROWS for button in Button)
"""The row and button that each number 0..7 of the protocol means."""
LIGHTS: Final = 3

State: TypeAlias = Peg | HoleFault | None
"""One hole in a message: a peg, a fault of its sensor, or None when empty."""


class Result(IntEnum):
    """The result of a command."""

    OK = 0
    UNKNOWN_COMMAND = 1
    BAD_ARGUMENT = 2
    REFUSED = 3


@dataclass(frozen=True, slots=True)
class Hello:
    """The board's description of itself.

    Attributes:
        buttons: the fitted ones, bit k for BUTTONS[k].
        lights: how many.
        scan_rate: scans of the holes per second.
        boot: a number drawn at this power-up.
        board: the board's id.
    """

    protocol: int
    firmware: tuple[int, int, int]
    holes: int
    buttons: int
    lights: int
    scan_rate: int
    boot: int
    board: bytes


@dataclass(frozen=True, slots=True)
class Snapshot:
    """All thirty holes, and how often each button was pressed since power-up (mod 256)."""

    uptime: int
    states: tuple[State, ...]
    presses: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Delta:
    """The holes that changed, with their new states; meaningless if the message before was lost."""

    uptime: int
    changes: tuple[tuple[int, State], ...]


@dataclass(frozen=True, slots=True)
class Press:
    """Button `button` was pressed, for the `count`-th time (mod 256) since power-up."""

    uptime: int
    button: int
    count: int


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """The board is alive: its protocol, power-up number, scans in the last second, and two reference readings."""

    uptime: int
    protocol: int
    boot: int
    scan_rate: int
    references: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Levels:
    """The output of every sensor, 0..65535 of the supply, and the two references."""

    uptime: int
    references: tuple[int, int]
    levels: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rests:
    """The output of every sensor with its hole empty, learned by calibration; None before calibration."""

    rests: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class HoleField:
    """The difference from rest in the hole being identified, in 65536ths of the supply; Blancs positive."""

    uptime: int
    hole: int
    field: int


@dataclass(frozen=True, slots=True)
class Ack:
    """The result of the command with this number and type, and the hole at fault if there is one."""

    seq: int
    command: int
    result: Result
    hole: int | None


@dataclass(frozen=True, slots=True)
class AskHello:
    """Ask for a Hello."""


@dataclass(frozen=True, slots=True)
class AskSnapshot:
    """Ask for the state of all thirty holes."""


@dataclass(frozen=True, slots=True)
class Calibrate:
    """Learn the resting value of one empty hole, or of all (hole None)."""

    hole: int | None = None


@dataclass(frozen=True, slots=True)
class Identify:
    """Send the field of one hole at every scan, and show it on the status light, for 0..255 seconds."""

    hole: int
    seconds: int


@dataclass(frozen=True, slots=True)
class SetLights:
    """The brightness (0..255) of the status light and of the near and far players' lights."""

    status: int
    near: int
    far: int


@dataclass(frozen=True, slots=True)
class AskLevels:
    """Send the resting values once and the levels five times a second, for 0..255 seconds."""

    seconds: int


@dataclass(frozen=True, slots=True)
class SetPolarity:
    """Set which pole at a sensor's marked face raises its output; with the named sensors a south pole does."""

    north: bool


FromBoard: TypeAlias = Hello | Snapshot | Delta | Press | Heartbeat | Levels | Rests | HoleField | Ack
ToBoard: TypeAlias = AskHello | AskSnapshot | Calibrate | Identify | SetLights | AskLevels | SetPolarity
Message: TypeAlias = FromBoard | ToBoard
