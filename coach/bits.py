"""Cases as bits: one uint32 a position, bit k for case k, so that a throw is a shift of all dames at once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from rules.batch.rows import Mask

Bits: TypeAlias = NDArray[np.uint32]


def bits_of(cases: Mask) -> Bits:
    """Return the true cases as bits; bool (n, 26) to uint32 (n,)."""
    packed = np.zeros((len(cases), 4), np.uint8)
    packed[:, : (cases.shape[1] + 7) // 8] = np.packbits(cases, axis=1, bitorder="little")
    return packed.view("<u4")[:, 0].astype(np.uint32, copy=False)


def mask_of(cases: Iterable[int]) -> np.uint32:
    """Return some cases as bits."""
    return np.uint32(sum(1 << case for case in cases))
