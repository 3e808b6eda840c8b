"""Sound as a value: mono 16-bit samples."""

from __future__ import annotations

import io
import wave
from dataclasses import dataclass

import numpy as np


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
