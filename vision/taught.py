"""The lessons that a person gave about one table: its empty floor, and how the dames of its two sets look there.

A place that looks like the empty floor holds no dame. A place that has changed and looks like a dame of this table
holds one. Both kinds of evidence are log odds, added to those of the network. They are weak for pieces that were not
taught, and under a light that changed much.
"""

from __future__ import annotations

import base64
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.models import numbers_of

VERSION: Final = 1
"""Version of the stored form; lessons stored in another version are not read."""
PNG_SIZE: Final = slice(16, 24)
"""The bytes of a PNG that hold its width and height, two 32-bit numbers."""
SHRINK: Final = 2
"""How many times smaller than the flat view the floor is kept and compared."""
FLOOR_SIZE: Final = (192, 176)
"""Width and height of a floor: those of the flat view (vision.locate.rectify) divided by SHRINK."""
RINGS: Final = (1.5, 3.0, 4.5)
"""Radii (pixels of the shrunk view) of a dame's rings, whose mean colours are compared."""
LOOK: Final = 3 * len(RINGS)
"""Numbers that describe the look of a place: the mean CIE Lab colour of each ring."""
WEIGHTS: Final = numbers_of("taught")
"""Fitted weights of evidence for a dame, and of evidence against one."""
TRUSTS: Final = (1.0, 0.5, 0.0)
"""How far lessons can be trusted: fully, by half or not at all."""
NO_LOSSES: Final = np.zeros(len(TRUSTS))
"""The losses of lessons that were not compared with others."""
STILL: Final = 0.6
"""The share of the floor that pieces always leave free."""
EVERY: Final = 37
"""Every 37th pixel of the floor is enough to find its tones."""
DARKEST: Final = 8
"""Grey levels below this one are mostly noise."""
TONES: Final = np.log(np.maximum(np.arange(256.0), DARKEST) / 255)
"""The logarithm of each grey level."""
MOST_POWER: Final = 2.5
"""Limit of a tone curve's power and of its inverse, which covers the gamma of any camera."""
ROUNDS: Final = 4
"""Rounds of fitting the tones. Each leaves out the pixels that changed most in the round before."""
UNKNOWN_MOST: Final = 0.5
"""The share of a place that must have been seen empty for it to be compared."""


@dataclass(frozen=True, slots=True, eq=False)
class Taught:
    """What is known of one table from its lessons.

    Attributes:
        floor: The empty floor as a flat view shrunk by SHRINK, (h, w, 4) BGRA, alpha 0 where it was never seen empty.
        light: Looks (n, LOOK) of dames of the light set, in the tones of that floor.
        dark: The same for the dark set.
        losses: How badly (nats) the dames of lessons were read with what the others taught, for each of TRUSTS.
    """

    floor: NDArray[np.uint8]
    light: NDArray[np.float64]
    dark: NDArray[np.float64]
    losses: NDArray[np.float64]

    def __eq__(self, other: object) -> bool:
        """Return whether both know exactly the same."""
        return isinstance(other, Taught) and self.to_dict() == other.to_dict()

    def __hash__(self) -> int:
        """Hash the floor alone."""
        return hash(self.floor.tobytes())

    @property
    def trust(self) -> float:
        """How far (0..1) to trust the lessons: as far as that helped other lessons."""
        return TRUSTS[int(self.losses.argmin())]

    def to_dict(self) -> dict[str, Any]:
        """Return plain lists and numbers for JSON; the floor is a PNG in base64."""
        return {
            "version": VERSION,
            "floor": base64.b64encode(cv2.imencode(".png", self.floor)[1].tobytes()).decode("ascii"),
            "light": self.light.tolist(),
            "dark": self.dark.tolist(),
            "losses": self.losses.tolist(),
        }

    @classmethod
    def from_dict(cls, known: dict[str, Any]) -> Taught | None:
        """Undo `to_dict`; return None if the version is another one.

        Raises ValueError or KeyError if it is misshapen.
        """
        if known["version"] != VERSION:
            return None
        packed = np.frombuffer(base64.b64decode(known["floor"], validate=True), np.uint8)
        # The size is read first: a small file may hold a picture too large for the memory.
        sized = tuple(packed[PNG_SIZE].view(">u4").tolist()) == FLOOR_SIZE if len(packed) > PNG_SIZE.stop else False
        floor = cv2.imdecode(packed, cv2.IMREAD_UNCHANGED) if sized else None
        if floor is None or floor.ndim != 3 or floor.shape[2] != 4 or floor.dtype != np.uint8:
            raise ValueError("taught.floor: a PNG of {} x {} pixels with an alpha channel expected".format(*FLOOR_SIZE))
        # Earlier versions kept a second row, of the sets.
        losses = np.atleast_2d(np.array(known["losses"], np.float64))[0]
        if losses.shape != NO_LOSSES.shape or not np.isfinite(losses).all():
            raise ValueError(f"taught.losses: {len(TRUSTS)} finite numbers expected")
        return cls(np.asarray(floor, np.uint8), _looks(known["light"]), _looks(known["dark"]), losses)


def _looks(values: Any) -> NDArray[np.float64]:  # noqa: ANN401 - comes from a file
    # Earlier versions kept the place of each dame before its look.
    looks = np.array([each[-LOOK:] for each in values], np.float64).reshape(-1, LOOK)
    if not np.isfinite(looks).all():
        raise ValueError("taught: looks are finite numbers")
    return looks


@dataclass(frozen=True, slots=True)
class Compared:
    """Places of a picture and the same places of the empty floor.

    Attributes:
        looks: (n, LOOK), in the tones of the floor.
        floor: (n, LOOK), the floor's own looks.
        known: (n,), whether the floor was ever seen empty there.
        noise: How much (units of Lab) unchanged places differ.
    """

    looks: NDArray[np.float64]
    floor: NDArray[np.float64]
    known: NDArray[np.bool_]
    noise: float


def shrunk(view: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return a flat view at the size in which floors are kept."""
    size = (view.shape[1] // SHRINK, view.shape[0] // SHRINK)
    return np.asarray(cv2.resize(view, size, interpolation=cv2.INTER_AREA), np.uint8)


def align(floor: NDArray[np.uint8], view: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return a flat view (BGR) as a floor (BGRA, fully opaque), in the tones of another floor."""
    seen, _ = _match_tones(floor, shrunk(view))
    return np.dstack([seen, np.full(seen.shape[:2], 255, np.uint8)])


def compare(floor: NDArray[np.uint8], view: NDArray[np.uint8], places: NDArray[np.float64]) -> Compared:
    """Compare places (n, 2; pixels) of a flat view (BGR) with the same places of the empty floor."""
    seen, noise = _match_tones(floor, shrunk(view))
    at = places / SHRINK
    known = _rings((floor[..., 3:] > 0).astype(np.float32), at).mean(axis=1) > UNKNOWN_MOST
    return Compared(_rings(_lab(seen), at), _rings(_lab(floor[..., :3]), at), known, noise)


def evidence(taught: Taught, compared: Compared) -> NDArray[np.float64]:
    """Return how much more (n,) each place looks like a dame than its floor.

    It is the logarithm of how many times further away the floor's look is. It is not weighted yet.
    """
    dames = np.vstack([taught.light, taught.dark])
    if not len(dames):
        return np.zeros(len(compared.looks))
    return np.where(
        compared.known, _log_distance(compared, compared.floor[:, None]) - _log_distance(compared, dames), 0.0
    )


def more_of_dames(trust: float, there: NDArray[np.float64], otherwise: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return what evidence of dames adds to the network's log odds.

    otherwise: how surely (n,) something other than a dame explains the look of each place.
    """
    more, less = WEIGHTS
    return trust * (more * np.maximum(there, 0) * (1 - otherwise) + less * np.minimum(there, 0))


def _log_distance(compared: Compared, looks: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the log (n,) of the distance (Lab squared) of each look from the nearest of looks (m or n x m, LOOK).

    The noise and one unit, the least that an eye sees, are added to each distance.
    """
    off = ((compared.looks[:, None] - looks) ** 2).mean(axis=2).min(axis=1, initial=np.inf)
    return np.asarray(np.log(off + compared.noise**2 + 1), np.float64)


def _lab(image: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return the CIE Lab of an image (BGR)."""
    return np.asarray(cv2.cvtColor(image.astype(np.float32) / 255, cv2.COLOR_BGR2LAB), np.float32)


def _match_tones(floor: NDArray[np.uint8], seen: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], float]:
    """Return a shrunk view in the tones of a floor (BGRA), and how much (units of Lab) the two still differ.

    Light, exposure and white balance give each channel another factor and another power. Both are fitted to the share
    STILL of the floor's known pixels that changed least.
    """
    known = np.flatnonzero(floor[..., 3])[::EVERY]
    before, now = floor.reshape(-1, 4)[known, :3], seen.reshape(-1, 3)[known]
    one, other = TONES[before], TONES[now]
    power, level = np.ones(3), np.zeros(3)
    kept = np.ones(len(known), np.bool_)
    for _ in range(ROUNDS):
        mine, theirs = one[kept], other[kept]
        if len(mine) < LOOK:
            return seen, 0.0
        apart = theirs - theirs.mean(axis=0)
        spread = (apart * apart).mean(axis=0)
        slope = (apart * (mine - mine.mean(axis=0))).mean(axis=0) / np.maximum(spread, 1e-6)
        power = np.where(spread > 1e-3, np.clip(slope, 1 / MOST_POWER, MOST_POWER), 1.0)
        level = mine.mean(axis=0) - power * theirs.mean(axis=0)
        off = np.abs(other * power + level - one).max(axis=1)
        kept = off <= np.quantile(off, STILL)
    table = np.clip(255 * np.exp(TONES[:, None] * power + level), 0, 255).astype(np.uint8)
    toned = np.asarray(cv2.LUT(seen, table.reshape(1, 256, 3)), np.uint8)
    still = known[kept]
    apart = _lab(toned.reshape(-1, 1, 3)[still]) - _lab(floor.reshape(-1, 1, 4)[still, :, :3])
    return toned, float(np.median(np.linalg.norm(apart, axis=2)))


@lru_cache(maxsize=1)
def _disc() -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float32]]:
    """Return how far a dame's pixels are from its middle, across and down (k,), and their weights (rings, k)."""
    reach = int(RINGS[-1])
    down, across = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    far = np.hypot(down, across)
    inside = far <= RINGS[-1]
    far = far[inside]
    lower = np.array((-1.0, *RINGS[:-1]))[:, None]
    belongs = ((far > lower) & (far <= np.array(RINGS)[:, None])).astype(np.float32)
    return across[inside], down[inside], belongs / belongs.sum(axis=1, keepdims=True)


def _rings(image: NDArray[np.float32], places: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the means (n, rings x channels) of an image's rings around places (n, 2)."""
    across, down, weights = _disc()
    height, width = image.shape[:2]
    xs = np.clip(np.rint(places[:, :1]).astype(np.int64) + across, 0, width - 1)
    ys = np.clip(np.rint(places[:, 1:2]).astype(np.int64) + down, 0, height - 1)
    return np.asarray((weights @ image[ys, xs]).reshape(len(places), weights.shape[0] * image.shape[2]), np.float64)
