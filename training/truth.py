"""The truth of a drawn picture: its dames, dice and jetons."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from training.boards import Make


@dataclass(frozen=True, slots=True)
class DameTruth:
    """A drawn dame: the middle of its top (pixels), its set, the dames under it, and the visible share of its top."""

    top: NDArray[np.float64]
    light: bool
    level: int
    seen: float
    case: tuple[str, int] | None


@dataclass(frozen=True, slots=True)
class DieTruth:
    """A drawn die: the corners of its upper face (pixels), its value (0 for a numbered cube), whether it lies flat."""

    top: NDArray[np.float64]
    value: int
    flat: bool
    seen: float


@dataclass(slots=True)
class Scene:
    """One picture and its truth; hands is 255 where a hand or an arm covers the picture."""

    image: NDArray[np.uint8]
    corners: NDArray[np.float64]
    make: Make
    hands: NDArray[np.uint8]
    dames: list[DameTruth] = field(default_factory=list)
    dice: list[DieTruth] = field(default_factory=list)
    jetons: list[tuple[NDArray[np.float64], float]] = field(default_factory=list)
