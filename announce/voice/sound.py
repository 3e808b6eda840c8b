"""Sound as a value: mono 16-bit samples."""

from __future__ import annotations

import io
import wave
from dataclasses import dataclass
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

T = TypeVar("T", bound=np.generic)

LOUDNESS: Final = 0.09
"""Root mean square of the audible samples of the recorded phrases, full scale 1."""
QUIET: Final = 0.01
"""Samples up to this value, full scale 1, are inaudible."""
FRAME: Final = 0.03
"""Seconds in each piece into which a sound is cut to stretch it: three periods of a low voice."""
SEARCH: Final = 0.008
"""Seconds by which a piece may be moved to fit the previous one: one period of a low voice."""


FULL: Final = 32768
"""Full scale of a sample."""
MARGIN: Final = 0.03
"""Seconds of silence before a recorded phrase; after it there is twice as much."""


class BadSound(ValueError):
    """The bytes from a voice are not a mono 16-bit WAV file. The message says what they are."""


@dataclass(frozen=True, slots=True)
class Sound:
    """Samples as little-endian 16-bit PCM, one channel, at `rate` samples a second."""

    pcm: bytes
    rate: int

    @property
    def seconds(self) -> float:
        """The duration in seconds."""
        return len(self.pcm) / 2 / self.rate

    def louder(self, volume: float) -> Sound:
        """Return the sound at a volume from 0 (silence) to 1 (as rendered)."""
        if volume >= 1:
            return self
        samples = np.frombuffer(self.pcm, "<i2") * max(volume, 0.0)
        return Sound(samples.astype("<i2").tobytes(), self.rate)

    def level(self) -> Sound:
        """Return the sound as loud as the recorded phrases; silence does not count."""
        samples = np.frombuffer(self.pcm, "<i2").astype(np.float32) / FULL
        audible = samples[np.abs(samples) > QUIET]
        if not audible.size:
            return self
        louder = samples * (LOUDNESS / float(np.sqrt(np.mean(audible**2))))
        return Sound((np.clip(louder, -0.98, 0.98) * FULL).astype("<i2").tobytes(), self.rate)

    def at_speed(self, speed: float) -> Sound:
        """Return the sound faster (over 1) or slower, at the same pitch.

        Overlapping pieces are laid closer together or further apart. Each is moved to the place where it best continues
        the previous one (WSOLA: Verhelst and Roelands, ICASSP 1993).
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
        """Return the bytes of a WAV file."""
        buffer = io.BytesIO()
        with wave.open(buffer, "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(self.rate)
            file.writeframes(self.pcm)
        return buffer.getvalue()

    @classmethod
    def from_wav(cls, data: bytes) -> Sound:
        """Read the sound from the bytes of a WAV file.

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


def trim(samples: NDArray[T], quiet: float, rate: int) -> NDArray[T]:
    """Return the part of a phrase louder than `quiet`, with the silence that all recorded phrases have around them."""
    audible = np.flatnonzero(np.abs(samples) > quiet)
    if not audible.size:
        return samples
    margin = round(MARGIN * rate)
    padded = np.pad(samples, (margin, 2 * margin))
    return padded[int(audible[0]) : int(audible[-1]) + 1 + 3 * margin]


def _frame(samples: NDArray[np.float32], start: int, length: int) -> NDArray[np.float32]:
    """Return `length` samples from `start`, filled up with silence after the end."""
    found = samples[start : start + length]
    return np.pad(found, (0, length - found.size))
