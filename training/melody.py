"""The pitch of a phrase that goes on, held up where it falls.

Kokoro ends many English phrases low although more words follow them. The WORLD vocoder (Morise et al., IEICE 2016)
takes the phrase apart and makes it again with another pitch; what the mouth does stays. The contour is kept up to the
last third of what is voiced. There its trend is replaced by a line to just above the phrase's median.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
import pyworld

from announce.voice.recorded import RATE

if TYPE_CHECKING:
    from numpy.typing import NDArray

FRAME: Final = 5.0
"""Milliseconds between two pitches."""
VOICE: Final = (90.0, 420.0)
"""Hertz: the pitch of the recorded voices lies within."""
TAIL: Final = 1 / 3
"""The share of the voiced part that is bent."""
SHORTEST: Final = 0.25
"""Seconds of the voiced part that are bent at least: a syllable."""
AIM: Final = 1.08
"""The pitch at the end, relative to the phrase's median: as a French phrase of this voice ends that goes on."""
STEPS: Final = 3
"""Most times it is aimed higher by as much again, for a voice that falls steeply."""
STAYS: Final = 1.0
"""A phrase falls if its last quarter is lower than this, relative to the whole."""
SPARE: Final = 0.02
"""Of the pitch: what encoding may change."""


def held_up(sound: NDArray[np.float32]) -> NDArray[np.float32]:
    """A phrase with its last quarter not lower than the whole; one that does not fall stays as it is."""
    samples = np.ascontiguousarray(sound, np.float64)
    pitch, times = _pitch(samples)
    if height(pitch) >= STAYS:
        return sound
    tries = (_bent(pitch, AIM**steps) for steps in range(1, STEPS + 1))
    bent = next((one for one in tries if height(one) >= STAYS + SPARE), _bent(pitch, AIM**STEPS))
    mouth = pyworld.cheaptrick(samples, pitch, times, RATE)
    breath = pyworld.d4c(samples, pitch, times, RATE)
    return np.asarray(pyworld.synthesize(bent, mouth, breath, RATE, FRAME)[: samples.size], np.float32)


def height(pitch: NDArray[np.float64]) -> float:
    """The median pitch of the last quarter of what is voiced, relative to that of the whole; 1 when unknown."""
    voiced = pitch[pitch > 0]
    return float(np.median(voiced[-(voiced.size // 4) :]) / np.median(voiced)) if voiced.size >= 4 else 1.0


def ending(sound: NDArray[np.float32]) -> float:
    """The height of the end of a recording."""
    return height(_pitch(np.ascontiguousarray(sound, np.float64))[0])


def _pitch(samples: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    pitch, times = pyworld.harvest(samples, RATE, f0_floor=VOICE[0], f0_ceil=VOICE[1], frame_period=FRAME)
    return pitch, times


def _bent(pitch: NDArray[np.float64], aim: float) -> NDArray[np.float64]:
    """A contour whose end goes to `aim` times its median, with its small movements kept."""
    voiced = np.flatnonzero(pitch)
    logs = np.log(pitch[voiced])
    length = min(voiced.size, max(round(TAIL * voiced.size), round(1000 * SHORTEST / FRAME)))
    tail = voiced[-length:]
    along = (tail - tail[0]) / max(1, tail[-1] - tail[0])
    slope, start = np.polyfit(along, logs[-length:], 1)
    middle = float(np.median(logs))
    end = middle + np.log(aim)
    # Where nothing is voiced before the tail the line joins on to nothing, and may begin lower.
    begin = start if length < voiced.size else min(start, middle)
    bent = pitch.copy()
    bent[tail] = np.exp(logs[-length:] + (begin - start) + ((end - begin) - slope) * along)
    return np.asarray(bent, np.float64)
