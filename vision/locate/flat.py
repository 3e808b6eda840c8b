"""What the network sees in a flat view: dames, their set, piles, jetons, hands and the bar, as maps.

Strong grain hides dames of nearly the floor's colour from the network. Softening hides small jetons where there is
little grain. So the grain is measured first. A dark view is made lighter, since the network learnt from boards under
lamps.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from vision.locate.grain import softened
from vision.locate.tone import lightened
from vision.models.network import CELL, maps, sigmoid

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from vision.locate.rectify import FlatView

GRAINY: Final = 1.9
"""Grey levels of grain from which a view is softened first."""


@dataclass(frozen=True, slots=True)
class FlatMaps:
    """Probabilities (h / CELL, w / CELL) over a flat view.

    dame, jeton: peaks at the middles of tops.
    light, raised: of the dame whose middle is there, P(it is of the light set), P(it lies on another).
    hand, bar, floor: P(the cell shows one).
    """

    dame: NDArray[np.float32]
    light: NDArray[np.float32]
    raised: NDArray[np.float32]
    jeton: NDArray[np.float32]
    hand: NDArray[np.float32]
    bar: NDArray[np.float32]
    floor: NDArray[np.float32]

    def to_view(self, cells: NDArray[np.float64]) -> NDArray[np.float64]:
        """Places (n, 2) in cells, in pixels of the view."""
        return cells * CELL + (CELL - 1) / 2


def look(view: FlatView) -> FlatMaps:
    """The maps of a flat view."""
    return FlatMaps(*sigmoid(maps("flat", [softened(lightened(view.image), GRAINY)])[0]))
