"""The measures of a board, read from hardware/board.toml and checked one by one."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, TypeVar

from events.field import HOLES, Field, Point, hole_place

BOARD = Path(__file__).parents[1] / "board.toml"
_T = TypeVar("_T")


class InvalidBoard(ValueError):
    """A board file that cannot be read. The message names the key, the value and what was expected."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wood:
    """Millimetres: the bottom board, the web above a groove, the groove's width."""

    floor: float
    web: float
    groove: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Hole:
    """Millimetres: a peg's hole."""

    diameter: float
    depth: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Strip:
    """Millimetres: the strip of sensors in a groove."""

    width: float
    thickness: float
    sensor_height: float
    wiring: float

    @property
    def height(self) -> float:
        """The strip's total height in the groove."""
        return self.thickness + self.sensor_height + self.wiring


@dataclass(frozen=True, slots=True, kw_only=True)
class Peg:
    """Millimetres: shank and head of a peg, and the gap between the shank and the hole's end."""

    diameter: float
    head: float
    head_height: float
    pavillon_height: float
    seat: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Magnet:
    """A disc magnet and its depth in each kind of peg; millimetres and tesla."""

    diameter: float
    thickness: float
    remanence: float
    fichet_cover: float
    pavillon_cover: float
    pocket: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Sensor:
    """A hall sensor: counts per millitesla, linear range (mT), current and supply (mA), gaps above its element (mm)."""

    counts_per_mt: int
    range_mt: float
    current_ma: float
    supply_ma: float
    die: float
    glue: float
    tolerance: float


@dataclass(frozen=True, slots=True)
class Reference:
    """The divider that shows that a converter works: ohms to supply and ground, kilohms of the pull-down beside it."""

    upper: float
    lower: float
    pull_down: float


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraMeasures:
    """The camera over the board: degrees across and along, millimetres of its board and screws."""

    field_of_view: tuple[float, float]
    board: tuple[float, float]
    screws: tuple[float, float]
    screw: float
    lens: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Arm:
    """The camera's arm, millimetres."""

    tube: float
    play: float
    wall: float
    height: float
    table_edge: float
    reach: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Markers:
    """The squares by which a camera finds the board, millimetres."""

    size: float
    quiet: float


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardMeasures:
    """A whole board."""

    field: Field
    wood: Wood
    hole: Hole
    strip: Strip
    peg: Peg
    magnet: Magnet
    sensor: Sensor
    reference: Reference
    camera: CameraMeasures
    arm: Arm
    markers: Markers

    @property
    def outer(self) -> tuple[float, float]:
        """Width and height including the rails."""
        return self.field.width + 2 * self.field.rail, self.field.height + 2 * self.field.rail

    @property
    def holes(self) -> tuple[Point, ...]:
        """The place of each hole 0..29, in field coordinates."""
        return tuple(hole_place(self.field, hole) for hole in range(HOLES))

    @property
    def body(self) -> float:
        """The rail's whole height, including the bottom board."""
        return self.field.rail_height + self.wood.floor

    @property
    def groove_depth(self) -> float:
        """How deep the groove is milled from below so that the web remains under the holes."""
        return self.body - self.hole.depth - self.wood.web

    def gap(self, cover: float) -> float:
        """Return the distance from a magnet's lower face to the sensing element, with the peg pushed home."""
        return cover + self.peg.seat + self.wood.web + self.sensor.glue + self.sensor.die

    @property
    def shank(self) -> float:
        """Length of a peg's shank."""
        return self.hole.depth - self.peg.seat


def load(path: Path = BOARD) -> BoardMeasures:
    """Read a board file.

    Raises InvalidBoard for an unreadable file, and for a key that is missing, unknown or not a positive number.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InvalidBoard(f"{path}: {error.strerror}") from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InvalidBoard(f"{path}: {error}") from error
    sections = {
        "field": Field,
        "wood": Wood,
        "hole": Hole,
        "strip": Strip,
        "peg": Peg,
        "magnet": Magnet,
        "sensor": Sensor,
        "reference": Reference,
        "camera": CameraMeasures,
        "arm": Arm,
        "markers": Markers,
    }
    for name in data:
        if name not in sections:
            raise InvalidBoard(f"{path}: unknown section [{name}], expected one of {', '.join(sections)}")
    return BoardMeasures(**{name: _section(path, name, kind, data.get(name)) for name, kind in sections.items()})


def _section(path: Path, name: str, kind: type[_T], values: object) -> _T:
    if not isinstance(values, dict):
        raise InvalidBoard(f"{path}: section [{name}] is missing")
    expected = {field.name for field in fields(kind)}  # type: ignore[arg-type]  # every section is a dataclass
    if wrong := (set(values) ^ expected):
        key = min(wrong)
        raise InvalidBoard(f"{path}: {name}.{key} is {'missing' if key in expected else 'unknown'}")
    return kind(**{key: _measure(f"{path}: {name}.{key}", value) for key, value in values.items()})


def _measure(where: str, value: object) -> Any:  # noqa: ANN401 - a number, or two; the dataclass says which
    if isinstance(value, list):
        if len(value) != 2:
            raise InvalidBoard(f"{where} = {value!r}, two numbers expected")
        return tuple(_measure(where, one) for one in value)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < 10_000:
        raise InvalidBoard(f"{where} = {value!r}, a number between 0 and 10000 expected")
    return value


def marker_places(board: BoardMeasures) -> tuple[Point, Point, Point, Point]:
    """Return the middles of the four markers in field coordinates, where the rails meet."""
    half, width, height = board.field.rail / 2, board.field.width, board.field.height
    return (-half, -half), (width + half, -half), (width + half, height + half), (-half, height + half)


def marker_square(board: BoardMeasures) -> float:
    """Return the side of a marker with its white edge, as it is cut out."""
    return board.markers.size + 2 * board.markers.quiet
