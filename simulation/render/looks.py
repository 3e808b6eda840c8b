"""How pieces, boards and things about them are made: values only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from simulation.render.materials import Material

ClutterKind: TypeAlias = Literal["cup", "phone", "paper", "book", "coin"]


@dataclass(frozen=True, slots=True)
class DameLook:
    """How one set of dames is turned.

    grooves: (radius, width, depth) of each ring, as shares of the dame's radius, depth negative for a raised ring;
    dish: how hollow the face is, 0..0.3; bevel: width of the rounded edge, share of the radius; inlay: colour of an
    inlaid ring (radius, width, colour) or None; rim: colour of a wall and edge of another make, or None.
    """

    material: Material
    grooves: tuple[tuple[float, float, float], ...] = ((0.75, 0.06, 0.5),)
    dish: float = 0.05
    bevel: float = 0.12
    inlay: tuple[float, float, str] | None = None
    rim: str | None = None


@dataclass(frozen=True, slots=True)
class DieLook:
    """How one die is made.

    rounding: 0 = sharp corners, 1 = nearly a ball at the corners; pip: radius of a pip as a share of the edge;
    spread: distance of the outer pips from the middle, share of the edge; handed: 1 or -1, which way round 1, 2 and 3
    run; ace: colour of the single pip when it differs.
    """

    colour: str = "#f4efe2"
    pips: str = "#181412"
    gloss: float = 0.05
    roughness: float = 0.3
    rounding: float = 0.5
    pip: float = 0.095
    spread: float = 0.25
    handed: int = 1
    ace: str | None = None


@dataclass(frozen=True, slots=True)
class Clutter:
    """Something that is no part of the game: its middle (mm, field coordinates), turn, size across and material."""

    kind: ClutterKind
    x: float
    y: float
    yaw: float
    size: float
    material: Material


@dataclass(frozen=True, slots=True)
class BoardLook:
    """How the board is made.

    fleches: the two colours of the flèches, or more for boards where they follow each other; outline: colour of the
    thin inlay round them, or None; bar_height: of the middle bar above the floor, mm; thickness: how far the floor is
    above the table, mm; holes: colour of the rim of a peg hole, "" for bare holes, None for a board without;
    brass: metal corners; hinges: metal hinges on the bar; tray: width of a tray beyond each side rail, mm, 0 = none;
    ornament: a drawing in the middle of each half.
    """

    floor: Material
    fleches: tuple[Material, ...]
    rail: Material
    bar: Material
    outline: str | None = None
    bar_height: float = 18.0
    thickness: float = 14.0
    holes: str | None = ""
    brass: bool = False
    hinges: bool = False
    tray: float = 0.0
    ornament: Literal["none", "rings", "border", "text"] = "none"
