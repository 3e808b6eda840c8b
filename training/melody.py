"""The pitch of a phrase that goes on, held up where it falls.

Kokoro ends many English phrases low although more words follow. The WORLD vocoder (Morise et al., IEICE 2016)
takes the phrase apart and makes it again with another pitch; what the mouth does stays. The contour is kept up to its
tail (`melody.toml`). There its trend is replaced by a line that rises to where phrases end that do not fall.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
import pyworld

from announce.voice.recorded import RATE

if TYPE_CHECKING:
    from numpy.typing import NDArray

_FIGURES: Final = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
PITCH: Final = _FIGURES["pitch"]
TAIL: Final = _FIGURES["tail"]
LAST: Final = 4
"""The end of a phrase is the last quarter of what is voiced."""
ROUNDS: Final = 8
"""Corrections of the aim, since what is raised raises the whole too; more change nothing."""


def stays(height: float) -> bool:
    """Whether a phrase that ends at this height does not fall."""
    return height >= 1.0


def held_up(sound: NDArray[np.float32], to: float) -> NDArray[np.float32]:
    """A phrase that ends at the height `to`; one that does not fall stays as it is."""
    samples = np.ascontiguousarray(sound, np.float64)
    pitch, times = _pitch(samples)
    if stays(_height(pitch)):
        return sound
    mouth = pyworld.cheaptrick(samples, pitch, times, RATE)
    breath = pyworld.d4c(samples, pitch, times, RATE)
    aim, bent = to, pitch
    for _ in range(ROUNDS):
        bent = _bent(pitch, aim)
        aim *= to / _height(bent)
    made = pyworld.synthesize(bent, mouth, breath, RATE, PITCH["frame"])
    return np.asarray(made[: samples.size], np.float32)


def ending(sound: NDArray[np.float32]) -> float:
    """The height of the end of a sound: its pitch relative to that of the whole; 1 when unknown."""
    return _height(_pitch(np.ascontiguousarray(sound, np.float64))[0])


def _height(pitch: NDArray[np.float64]) -> float:
    voiced = pitch[pitch > 0]
    last = voiced.size // LAST
    return float(np.median(voiced[-last:]) / np.median(voiced)) if last else 1.0


def _pitch(samples: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    pitch, times = pyworld.harvest(
        samples, RATE, f0_floor=PITCH["floor"], f0_ceil=PITCH["ceiling"], frame_period=PITCH["frame"]
    )
    return pitch, times


def _bent(pitch: NDArray[np.float64], to: float) -> NDArray[np.float64]:
    """A contour whose last quarter is at `to` times the median before, with its small movements kept."""
    voiced = np.flatnonzero(pitch)
    logs = np.log(pitch[voiced])
    length = min(voiced.size, max(round(TAIL["share"] * voiced.size), round(1000 * TAIL["shortest"] / PITCH["frame"])))
    tail = voiced[-length:]
    along = (tail - tail[0]) / max(1, tail[-1] - tail[0])
    slope, start = np.polyfit(along, logs[-length:], 1)
    middle = float(np.median(logs))
    # Where nothing is voiced before the tail the line joins on to nothing, and may begin lower.
    begin = start if length < voiced.size else min(start, middle)
    moves = logs[-length:] - start - slope * along
    # The median of the last quarter moves with the end of the line by its place on it.
    last = slice(-max(1, min(length, voiced.size // LAST)), None)
    rise = (middle + np.log(to) - float(np.median(moves[last])) - begin) / float(np.median(along[last]))
    bent = pitch.copy()
    bent[tail] = np.exp(moves + begin + rise * along)
    return np.asarray(bent, np.float64)
