"""Fichets and the pavillon: a turned stem in a hole, with a head or a small flag; or lying beside the board."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from simulation.render.ground import ground
from simulation.render.shadows import disc
from simulation.render.solids import rotation, see_disc
from simulation.render.style import DameLook
from vision.geometry import hole_place

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from simulation.render.sprite import Eye, Sprite
    from simulation.render.style import Style
    from simulation.scene import PegPlaced

STEM = 1.7
"""Radius of a peg, mm."""
LENGTH = {"blancs": 17.0, "noirs": 17.0, "pavillon": 24.0}
"""How far a peg stands above its hole, mm."""


def peg_base(peg: PegPlaced, style: Style) -> NDArray[np.float64]:
    """Where a peg's foot is, (x, y, h)."""
    field = style.field
    if peg.hole is not None:
        x, y = hole_place(field, peg.hole)
        return np.array([x, y, field.rail_height])
    x, y = peg.beside
    return np.array([x, y, ground(x, y, style)])


def peg_span(peg: PegPlaced, style: Style) -> tuple[float, float]:
    """The heights of its lowest and highest points."""
    low = float(peg_base(peg, style)[2])
    return low, low + (LENGTH[peg.kind] if peg.hole is not None else 2 * STEM)


def peg_tip(peg: PegPlaced, style: Style) -> NDArray[np.float64]:
    """Where its other end is."""
    base = peg_base(peg, style)
    length = LENGTH[peg.kind]
    if peg.hole is not None:
        reach = [0.0, 0.0, length]
    else:
        reach = [length * math.cos(peg.yaw), length * math.sin(peg.yaw), STEM]
    return np.asarray(base + np.array(reach), np.float64)


def peg_caster(peg: PegPlaced, style: Style) -> NDArray[np.float64]:
    """Its solid, for shadows."""
    base = peg_base(peg, style)
    if peg.hole is not None:
        return disc(base[0], base[1], base[2], base[2] + LENGTH[peg.kind], STEM, 8)
    tip = peg_tip(peg, style)
    return np.concatenate([disc(p[0], p[1], base[2], base[2] + 2 * STEM, STEM, 6) for p in (base, tip)])


def see_peg(peg: PegPlaced, style: Style, eye: Eye, height: float | None = None) -> Sprite | None:
    """The stem, as a thin cylinder; `height` of a peg that is carried."""
    look = DameLook(style.peg(peg.kind), (), 0.0, 0.5)
    base = peg_base(peg, style)
    if peg.hole is not None:
        matrix = np.eye(3)
    else:
        base = np.array([base[0], base[1], (base[2] if height is None else height) + STEM])
        matrix = rotation(math.pi / 2, peg.yaw)
    return see_disc((float(base[0]), float(base[1]), float(base[2])), STEM, LENGTH[peg.kind], matrix, look, eye)
