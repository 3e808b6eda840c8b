"""Sound as a value: mono 16-bit samples."""

from __future__ import annotations

import io
import wave
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeVar

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

T = TypeVar("T", bound=np.generic)

LOUDNESS: Final = 0.09
"""Root mean square of what is heard, full scale 1: that of the recorded phrases."""
QUIET: Final = 0.01
"""Below it, full scale 1, nothing is heard."""
FRAME: Final = 0.03
"""Seconds of a piece that is moved whole when a sound is stretched: three periods of a low voice."""
SEARCH: Final = 0.008
"""Seconds a piece may be moved to fit the one before: a period of a low voice."""


FULL: Final = 32768
"""Full scale of a sample."""
MARGIN: Final = 0.03
"""Seconds of silence before a recorded phrase; after it there is twice as much."""


class BadSound(ValueError):
    """A voice gave something that is no mono 16-bit WAV; the message says what."""


@dataclass(frozen=True, slots=True)
class Sound:
    """Samples as little-endian 16-bit PCM, one channel, at `rate` samples a second."""

    pcm: bytes
    rate: int

    @property
    def seconds(self) -> float:
        """How long it lasts."""
        return len(self.pcm) / 2 / self.rate

    def louder(self, volume: float) -> Sound:
        """The same sound at a volume of 0 (silence) to 1 (as rendered)."""
        if volume >= 1:
            return self
        samples = np.frombuffer(self.pcm, "<i2") * max(volume, 0.0)
        return Sound(samples.astype("<i2").tobytes(), self.rate)

    def levelled(self) -> Sound:
        """The same sound as loud as the recorded phrases, its silence left out of account."""
        samples = np.frombuffer(self.pcm, "<i2").astype(np.float32) / FULL
        heard = samples[np.abs(samples) > QUIET]
        if not heard.size:
            return self
        louder = samples * (LOUDNESS / float(np.sqrt(np.mean(heard**2))))
        return Sound((np.clip(louder, -0.98, 0.98) * FULL).astype("<i2").tobytes(), self.rate)

    def at_speed(self, speed: float) -> Sound:
        """The same sound said faster (over 1) or slower, at the same pitch.

        Overlapping pieces are laid closer together or further apart, each moved to where it continues the one before
        best (WSOLA: Verhelst and Roelands, ICASSP 1993).
        """
        samples = np.frombuffer(self.pcm, "<i2").astype(np.float32)
        frame, reach = 2 * round(FRAME * self.rate / 2), round(SEARCH * self.rate)
        if abs(speed - 1) < 0.02 or samples.size < 2 * frame:
            return self
        hop = frame // 2
        window = np.hanning(frame + 1)[:-1].astype(np.float32)
        padded = np.concatenate([np.zeros(reach, np.float32), samples, np.zeros(frame + 2 * reach, np.float32)])
        steps = int(samples.size / speed) // hop
        made = np.zeros(steps * hop + frame, np.float32)
        follows = padded[reach : reach + frame]
        for step in range(steps):
            at = int(step * hop * speed)
            near = padded[at : at + frame + 2 * reach]
            start = at + int(np.argmax(np.correlate(near, follows, "valid")))
            made[step * hop : step * hop + frame] += window * padded[start : start + frame]
            follows = _frame(padded, start + hop, frame)
        return Sound(np.clip(made, -32768, 32767).astype("<i2").tobytes(), self.rate)

    def wav(self) -> bytes:
        """A WAV file's bytes."""
        buffer = io.BytesIO()
        with wave.open(buffer, "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(self.rate)
            file.writeframes(self.pcm)
        return buffer.getvalue()

    @classmethod
    def from_wav(cls, data: bytes) -> Sound:
        """The sound in a WAV file's bytes.

        Raises BadSound when it is not mono 16-bit WAV.
        """
        try:
            with wave.open(io.BytesIO(data)) as file:
                if (file.getnchannels(), file.getsampwidth()) != (1, 2):
                    raise BadSound(
                        f"{file.getnchannels()} channels of {8 * file.getsampwidth()} bits, expected one of 16"
                    )
                return cls(file.readframes(file.getnframes()), file.getframerate())
        except (wave.Error, EOFError) as error:
            raise BadSound(f"not a WAV file ({len(data)} bytes): {error}") from error


def framed(samples: NDArray[T], quiet: float, rate: int) -> NDArray[T]:
    """What is heard of a phrase, over `quiet`, with as much silence around it as around any other."""
    heard = np.flatnonzero(np.abs(samples) > quiet)
    if not heard.size:
        return samples
    margin = round(MARGIN * rate)
    padded = np.pad(samples, (margin, 2 * margin))
    return padded[int(heard[0]) : int(heard[-1]) + 1 + 3 * margin]


def _frame(samples: NDArray[np.float32], start: int, length: int) -> NDArray[np.float32]:
    """Samples from `start` on, with silence after the end."""
    found = samples[start : start + length]
    return np.pad(found, (0, length - found.size))
