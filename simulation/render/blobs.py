"""Hands as distance fields on a grid. They have the compositor's limbs, joined smoothly."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from simulation.render.limbs import SEAM

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from simulation.render.limbs import Limb

MARGIN = 9.0


def distances(
    limbs: Sequence[Limb], count: int
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Return the lowest and highest corner (mm) of a grid around the limbs, and (count,) * 3 distances to them, mm."""
    reach = np.concatenate(
        [
            np.stack([end - radius, end + radius])
            for each in limbs
            for end, radius in ((each.start, each.thick), (each.end, each.thin))
        ]
    )
    low, high = reach.min(axis=0) - MARGIN, reach.max(axis=0) + MARGIN
    axes = [np.linspace(low[i], high[i], count) for i in range(3)]
    x, y, h = np.meshgrid(*axes, indexing="ij", sparse=True)
    field = np.full((count,) * 3, 1e3)
    for limb in limbs:
        along = limb.end - limb.start
        squared = float(along @ along) + 1e-9
        dx, dy, dh = x - limb.start[0], y - limb.start[1], h - limb.start[2]
        t = np.clip((dx * along[0] + dy * along[1] + dh * along[2]) / squared, 0, 1)
        away = np.sqrt((dx - t * along[0]) ** 2 + (dy - t * along[1]) ** 2 + (dh - t * along[2]) ** 2)
        own = away - (limb.thick + t * (limb.thin - limb.thick))
        seam = SEAM * max(limb.thick / 9, 1)
        blend = np.clip(0.5 + 0.5 * (field - own) / seam, 0, 1)
        field = field + blend * (own - field) - seam * blend * (1 - blend)
    return low, high, field
