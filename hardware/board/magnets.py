"""The field of a peg's magnet at its sensor and at its neighbours'."""

from __future__ import annotations

from math import pi, sqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hardware.board.measures import Board, Magnet

VACUUM = 4 * pi * 1e-7
"""Magnetic permeability of free space, T·m/A."""


def axial_field(magnet: Magnet, gap: float) -> float:
    """Millitesla on a disc magnet's axis, `gap` mm below its face (Furlani, Permanent Magnet Devices, 3.5)."""
    radius, far = magnet.diameter / 2, gap + magnet.thickness
    return 1000 * magnet.remanence / 2 * (far / sqrt(radius**2 + far**2) - gap / sqrt(radius**2 + gap**2))


def beside_field(magnet: Magnet, distance: float) -> float:
    """Millitesla next to a magnet, `distance` mm away: its dipole; at worst a sensor feels all of it."""
    volume = pi * (magnet.diameter / 2) ** 2 * magnet.thickness * 1e-9
    moment = magnet.remanence * volume / VACUUM
    # On the axis a dipole is twice as strong as at its side: the worst of both.
    return 1000 * VACUUM * 2 * moment / (4 * pi * (distance * 1e-3) ** 3)


def field_range(board: Board, cover: float) -> tuple[float, float]:
    """The weakest and the strongest field (mT) a peg with this cover gives within the gap's tolerance."""
    gap, tolerance = board.gap(cover), board.sensor.tolerance
    return axial_field(board.magnet, gap + tolerance), axial_field(board.magnet, gap - tolerance)
