"""Fichets and pavillon in the holes of the rails, as the camera sees them: a witness for a board without sensors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vision.holes import hole_views
from vision.net import maps, sigmoid
from vision.reading import PegSeen

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from vision.calibration import Lens
    from vision.geometry import Corners, Field

PEGS = 3
"""A game has two fichets and the pavillon (Lois III)."""
CLAIMED = 0.9
"""A peg less likely than this is not told of: in most holes there is none, and a false one is a false score."""


def find_pegs(
    image: NDArray[np.uint8], corners: Corners, field: Field, lens: Lens | None = None
) -> tuple[PegSeen, ...]:
    """The pegs in the holes of a board of these measures, in the order of their holes; none where it cannot be told.

    image: straightened, BGR; lens: what it was straightened with. Holes outside the picture, and rails too small in
    it, hold nothing that can be told; and where more pegs seem to stand than a game has, it is no pegs that are seen.
    """
    holes, views = hole_views(image, corners, field, lens)
    if not holes:
        return ()
    likely = sigmoid(maps("peg_teller", list(views)).ravel())
    claimed = tuple(PegSeen(hole, float(p)) for hole, p in zip(holes, likely, strict=True) if p >= CLAIMED)
    return claimed if len(claimed) <= PEGS else ()
