"""The make of pieces, boards and other things: values only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from simulation.render.figures import Figure
from simulation.render.materials import Material

ClutterKind: TypeAlias = Literal["cup", "phone", "paper", "book", "coin", "sheet"]


@dataclass(frozen=True, slots=True)
class DameLook:
    """The look of one set of dames.

    Attributes:
        grooves: (radius, width, depth) of each ring, in dame radii; depth is negative for a raised ring.
        dish: How hollow the face is, 0..0.3.
        bevel: Width of the rounded edge, in dame radii.
        inlay: An inlaid ring (radius, width, colour), or None.
        rim: Colour of a wall and edge of another make, or None.
        figures: Drawings on its face, in radii from its middle.
    """

    material: Material
    grooves: tuple[tuple[float, float, float], ...] = ((0.75, 0.06, 0.5),)
    dish: float = 0.05
    bevel: float = 0.12
    inlay: tuple[float, float, str] | None = None
    rim: str | None = None
    figures: tuple[Figure, ...] = ()


@dataclass(frozen=True, slots=True)
class DieLook:
    """The look of one die.

    Attributes:
        rounding: 0 = sharp corners, 1 = nearly a ball at the corners.
        pip: Radius of a pip, in edges.
        spread: Distance of the outer pips from the middle, in edges.
        handed: 1 or -1, the direction in which 1, 2 and 3 turn.
        ace: Colour of the single pip, if different.
        ace_width: Width of the single pip, in widths of the others.
        narrow: Distance between the six's two rows; 1 is that between the four's.
        ring: Whether the pips are rings.
        veins: Colour of its veins, if any.
        clear: Share of the light from behind that comes through, 0..1.
        numbers: Numbers on its faces instead of pips, as a doubling cube has.
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
    ace_width: float = 1.0
    narrow: float = 1.0
    ring: bool = False
    veins: str | None = None
    clear: float = 0.0
    numbers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Clutter:
    """A thing outside the game: its middle (mm, field coordinates), turn, size across and material.

    Attributes:
        tall: Size the other way, in sizes across; 0 = as usual for its kind.
        figures: Drawings on a sheet, in sizes across from its top left.
        lies: Whether a cup lies on its side.
        on_board: Whether it lies on the floor of the board.
    """

    kind: ClutterKind
    x: float
    y: float
    yaw: float
    size: float
    material: Material
    tall: float = 0.0
    figures: tuple[Figure, ...] = ()
    lies: bool = False
    on_board: bool = False


@dataclass(frozen=True, slots=True)
class BoardLook:
    """The look of the board.

    Attributes:
        fleches: The two colours of the flèches, or more colours that follow each other.
        outline: Colour of the thin inlay around them, or None.
        bar_height: Height of the middle bar above the floor, mm.
        thickness: Height of the floor above the table, mm.
        holes: Colour of the rim of a peg hole, "" for bare holes, None for a board without holes.
        brass: Whether it has metal corners.
        hinges: Whether it has metal hinges on the bar.
        tray: Width of a tray beyond each side rail, mm, 0 = none.
        left_tray: Whether there is a tray beyond the left rail too.
        partitions: Places of walls across the trays, shares of their length.
        lining: Material of the walls around the floor, None for that of the rails.
        mirror: Share of the floor's light that the walls around it mirror.
        bevel: Rounding of the rails' edges, mm.
        ornament: A drawing in the middle of each half.
        figures: Drawings on the floor, mm, over the flèches.
        fold: Whether the bar's middle has a dark line.
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
    left_tray: bool = True
    partitions: tuple[float, ...] = ()
    lining: Material | None = None
    mirror: float = 0.0
    bevel: float = 2.0
    ornament: Literal["none", "rings", "border", "text"] = "none"
    figures: tuple[Figure, ...] = ()
    fold: bool = True
