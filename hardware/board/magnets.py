"""The field of a peg's magnet at its own sensor and at neighbouring ones."""

from __future__ import annotations

from math import pi, sqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hardware.board.measures import BoardMeasures, Magnet

VACUUM = 4 * pi * 1e-7
"""Magnetic permeability of free space, T·m/A."""


def axial_field(magnet: Magnet, gap: float) -> float:
    """Return millitesla on a disc magnet's axis, `gap` mm below its face (Furlani, Permanent Magnet Devices, 3.5)."""
    radius, far = magnet.diameter / 2, gap + magnet.thickness
    return 1000 * magnet.remanence / 2 * (far / sqrt(radius**2 + far**2) - gap / sqrt(radius**2 + gap**2))


def beside_field(magnet: Magnet, distance: float) -> float:
    """Return millitesla beside a magnet, `distance` mm away, by its dipole: the most that a sensor can feel there."""
    volume = pi * (magnet.diameter / 2) ** 2 * magnet.thickness * 1e-9
    moment = magnet.remanence * volume / VACUUM
    # The worst case: a dipole is twice as strong on its axis as at its side.
    return 1000 * VACUUM * 2 * moment / (4 * pi * (distance * 1e-3) ** 3)


def field_range(board: BoardMeasures, cover: float) -> tuple[float, float]:
    """Return the weakest and the strongest field (mT) of a peg with this cover within the gap's tolerance."""
    gap, tolerance = board.gap(cover), board.sensor.tolerance
    return axial_field(board.magnet, gap + tolerance), axial_field(board.magnet, gap - tolerance)
