"""Fichets and the pavillon, in a hole or lying next to the board: a turned stem with a head or a small flag."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from events.field import hole_place
from simulation.render.board_mesh import ground_height
from simulation.render.looks import DameLook
from simulation.render.shadows import disc
from simulation.render.solids import rotation, see_disc, see_sheet
from simulation.render.sprite import Eye, Sprite
from simulation.render.style import Style
from simulation.scene import PegPlaced

STEM = 1.7
"""Radius of a peg, mm."""
KNOB = {"blancs": 2.6, "noirs": 2.6, "pavillon": 2.2}
"""Radius of its knob, mm."""
KNOB_LENGTH = 3.5
FLAG = (11.0, 7.0)
"""Width and height of the pavillon's flag, mm."""
LENGTH = {"blancs": 17.0, "noirs": 17.0, "pavillon": 24.0}
"""Height of a peg above its hole, mm."""


def peg_base(peg: PegPlaced, style: Style) -> NDArray[np.float64]:
    """Return the place of a peg's foot, (x, y, h)."""
    field = style.field
    if peg.hole is not None:
        x, y = hole_place(field, peg.hole)
        return np.array([x, y, field.rail_height])
    x, y = peg.beside
    return np.array([x, y, ground_height(x, y, style)])


def peg_span(peg: PegPlaced, style: Style) -> tuple[float, float]:
    """Return the heights of a peg's lowest and highest points."""
    low = float(peg_base(peg, style)[2])
    return low, low + (_length(peg, style) if peg.hole is not None else 2 * STEM * style.peg_girth)


def _length(peg: PegPlaced, style: Style) -> float:
    return LENGTH[peg.kind] * style.peg_height


def peg_tip(peg: PegPlaced, style: Style) -> NDArray[np.float64]:
    """Return the place of a peg's other end."""
    base = peg_base(peg, style)
    length = _length(peg, style)
    if peg.hole is not None:
        reach = [0.0, 0.0, length]
    else:
        reach = [length * math.cos(peg.yaw), length * math.sin(peg.yaw), STEM * style.peg_girth]
    return np.asarray(base + np.array(reach), np.float64)


def peg_caster(peg: PegPlaced, style: Style) -> NDArray[np.float64]:
    """Return a peg's solid, which throws its shadow."""
    base, stem = peg_base(peg, style), STEM * style.peg_girth
    if peg.hole is not None:
        return disc(base[0], base[1], base[2], base[2] + _length(peg, style), stem, 8)
    tip = peg_tip(peg, style)
    return np.concatenate(
        [disc(p[0], p[1], base[2] + 0.3 * stem, base[2] + 1.6 * stem, 0.6 * stem, 6) for p in (base, tip)]
    )


@dataclass(frozen=True, slots=True)
class TurnedPart:
    """A turned part of a peg: the middle of its lower face, its axes as rows, radius and length, mm."""

    place: NDArray[np.float64]
    matrix: NDArray[np.float64]
    radius: float
    length: float


def peg_parts(peg: PegPlaced, style: Style, height: float | None = None) -> tuple[TurnedPart, TurnedPart]:
    """Return the stem and the knob; height: of a carried peg."""
    base, stem = peg_base(peg, style), STEM * style.peg_girth
    if peg.hole is not None:
        matrix = np.eye(3)
    else:
        base = np.array([base[0], base[1], (base[2] if height is None else height) + stem])
        matrix = rotation(math.pi / 2, peg.yaw)
    length = _length(peg, style) - KNOB_LENGTH
    knob = base + matrix[2] * length
    return TurnedPart(base, matrix, stem, length), TurnedPart(
        knob, matrix, KNOB[peg.kind] * style.peg_girth, KNOB_LENGTH
    )


def flag_corners(peg: PegPlaced, style: Style) -> NDArray[np.float64]:
    """Return the corners of the pavillon's small flag, (4, 3); it hangs from the knob."""
    top = peg_parts(peg, style)[1].place
    away = np.array([math.cos(peg.yaw + 0.6), math.sin(peg.yaw + 0.6), 0.0]) * FLAG[0]
    down = np.array([0.0, 0.0, -FLAG[1]])
    return np.array([top, top + away, top + away + down, top + down])


def see_peg(peg: PegPlaced, style: Style, eye: Eye, height: float | None = None) -> tuple[Sprite, ...]:
    """Return a peg's sprites back to front; height: of a carried peg."""
    material = style.peg(peg.kind)
    stem = DameLook(material, (), 0.0, 0.5)
    seen = []
    for part in peg_parts(peg, style, height):
        x, y, h = (float(v) for v in part.place)
        seen.append(see_disc((x, y, h), part.radius, part.length, part.matrix, stem, eye))
    if peg.kind == "pavillon" and peg.hole is not None:
        seen.insert(1, see_sheet(flag_corners(peg, style), material, eye))
    return tuple(sprite for sprite in seen if sprite is not None)
