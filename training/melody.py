"""Raise the pitch at the end of a phrase that goes on, where the voice falls.

Kokoro ends many English phrases low although more words follow. The WORLD vocoder (Morise et al., IEICE 2016) takes the
phrase apart and makes it again with another pitch; the timbre stays. The contour is kept up to its tail
(`melody.toml`). In the tail a line replaces the trend. The line rises to the height at which unfallen phrases end.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Final

import numpy as np
import pyworld
from numpy.typing import NDArray

from announce.voice.recorded import RATE

_FIGURES: Final = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
PITCH: Final = _FIGURES["pitch"]
TAIL: Final = _FIGURES["tail"]
LAST: Final = 4
"""The end of a phrase is this fraction (1 / LAST) of its voiced part."""
ROUNDS: Final = 8
"""Corrections of the aim: raising the end also raises the mean of the whole. More rounds change nothing."""


def does_not_fall(height: float) -> bool:
    """Return whether a phrase that ends at this height does not fall."""
    return height >= 1.0


def raise_end(sound: NDArray[np.float32], to: float) -> NDArray[np.float32]:
    """Return a phrase that ends at the height `to`; a phrase that does not fall is returned as it is."""
    samples = np.ascontiguousarray(sound, np.float64)
    pitch, times = _pitch(samples)
    if does_not_fall(_height(pitch)):
        return sound
    mouth = pyworld.cheaptrick(samples, pitch, times, RATE)
    breath = pyworld.d4c(samples, pitch, times, RATE)
    aim, bent = to, pitch
    for _ in range(ROUNDS):
        bent = _bend(pitch, aim)
        aim *= to / _height(bent)
    made = pyworld.synthesize(bent, mouth, breath, RATE, PITCH["frame"])
    return np.asarray(made[: samples.size], np.float32)


def end_height(sound: NDArray[np.float32]) -> float:
    """Return the height of the end of a sound: its pitch relative to that of the whole; 1 when unknown."""
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


def _bend(pitch: NDArray[np.float64], to: float) -> NDArray[np.float64]:
    """Return a contour whose last quarter is at `to` times the median before, with its small movements kept."""
    voiced = np.flatnonzero(pitch)
    logs = np.log(pitch[voiced])
    length = min(voiced.size, max(round(TAIL["share"] * voiced.size), round(1000 * TAIL["shortest"] / PITCH["frame"])))
    tail = voiced[-length:]
    along = (tail - tail[0]) / max(1, tail[-1] - tail[0])
    slope, start = np.polyfit(along, logs[-length:], 1)
    middle = float(np.median(logs))
    # If nothing is voiced before the tail, the line need not join it and may begin lower.
    begin = start if length < voiced.size else min(start, middle)
    moves = logs[-length:] - start - slope * along
    # The median of the last quarter moves with the end of the line by its place on it.
    last = slice(-max(1, min(length, voiced.size // LAST)), None)
    rise = (middle + np.log(to) - float(np.median(moves[last])) - begin) / float(np.median(along[last]))
    bent = pitch.copy()
    bent[tail] = np.exp(moves + begin + rise * along)
    return np.asarray(bent, np.float64)
