"""A voice made of phrases rendered beforehand, and another for what they do not cover.

The files in recorded/<language>/ are single phrases as Ogg Opus, each named after its words (`training/voice.py`
renders them). A line is said with them when they make up the whole of it, in as few pieces as possible; otherwise the
other voice says all of it: two voices in one sentence would be worse than the plainer one.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Final

import numpy as np
import soundfile

from announce.voice.sound import Sound
from announce.voice.voices import VoiceFailed

if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.resources.abc import Traversable

    from announce.voice.voices import Voice

RATE: Final = 24000
LONGEST_PIECE: Final = 24
"""Words; no recorded phrase has more."""
PAUSES: Final = {".": 0.28, "!": 0.28, "?": 0.28, ":": 0.16, ";": 0.16, ",": 0.1}
"""Seconds of silence after a piece that ends so; none between two pieces of one clause."""
AS_RENDERED: Final = 0.02
"""A speed so near to 1 is 1: the phrases are not stretched."""
_WORD: Final = re.compile(r"([\w'-]+)([^\w'-]*)")


def name_of(text: str) -> str:
    """The name of a phrase's file: its words in plain letters.

    >>> name_of("École ! six points.")
    'ecole-six-points'
    """
    return "-".join(word for word, _ in words_of(text))


def words_of(text: str) -> list[tuple[str, str]]:
    """Every word of a text in plain small letters, with the mark after it that ends a clause, or none."""
    plain = unicodedata.normalize("NFKD", text.replace("\u2019", "'").replace("œ", "oe")).lower()
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    found = []
    for match in _WORD.finditer(plain):
        word = match[1].replace("'", "-").strip("-")
        mark = next((mark for mark in match[2] if mark in PAUSES), "")
        if word:
            found.append((word, mark))
    return found


def pieces_of(words: Sequence[str], known: frozenset[str]) -> list[tuple[int, int]] | None:
    """The fewest phrases that make up these words, as (from, to); None when they cannot."""
    best: list[list[tuple[int, int]] | None] = [[]]
    for end in range(1, len(words) + 1):
        shortest = None
        for start in range(max(0, end - LONGEST_PIECE), end):
            before = best[start]
            if before is None or (shortest is not None and len(before) + 1 >= len(shortest)):
                continue
            if "-".join(words[start:end]) in known:
                shortest = [*before, (start, end)]
        best.append(shortest)
    return best[-1]


def recordings(language: str) -> Traversable:
    """The folder of a language's recordings, which may not be there."""
    return resources.files("announce.voice") / "recorded" / language


@cache
def phrases(language: str) -> frozenset[str]:
    """The names of the phrases recorded in a language; none for one that has no recordings."""
    return _names(recordings(language))


def _names(folder: Traversable) -> frozenset[str]:
    if not folder.is_dir():
        return frozenset()
    return frozenset(file.name.removesuffix(".ogg") for file in folder.iterdir() if file.name.endswith(".ogg"))


class RecordedVoice:
    """Says what is recorded in one language, and lets another voice say the rest; folder: of other recordings."""

    def __init__(self, language: str, other: Voice, *, folder: Traversable | None = None) -> None:
        self._folder = folder or recordings(language)
        self._known = phrases(language) if folder is None else _names(folder)
        self._other = other
        self._lengths: dict[str, float] = {}

    def render(self, text: str, speed: float) -> Sound:
        """The sound of a text; at another speed than its own the other voice says it.

        Raises VoiceFailed when a phrase's file cannot be read, and as the other voice does.
        """
        words = words_of(text)
        pieces = pieces_of([word for word, _ in words], self._known) if words else None
        if pieces is None or abs(speed - 1) > AS_RENDERED:
            return self._other.render(text, speed)
        parts = []
        for start, end in pieces:
            parts.append(self._samples("-".join(word for word, _ in words[start:end])))
            if end < len(words):
                parts.append(np.zeros(round(RATE * PAUSES.get(words[end - 1][1], 0.0)), "<i2"))
        return Sound(np.concatenate(parts).astype("<i2").tobytes(), RATE)

    def seconds(self, text: str) -> float | None:
        """How long a text lasts as it is recorded; None where the other voice would say it.

        Raises VoiceFailed when a phrase's file cannot be read.
        """
        words = words_of(text)
        pieces = pieces_of([word for word, _ in words], self._known) if words else None
        if pieces is None:
            return None
        spoken = sum(self._length("-".join(word for word, _ in words[start:end])) for start, end in pieces)
        return spoken + sum(PAUSES.get(words[end - 1][1], 0.0) for _, end in pieces[:-1])

    def _length(self, name: str) -> float:
        if name not in self._lengths:
            self._lengths[name] = len(self._samples(name)) / RATE
        return self._lengths[name]

    def _samples(self, name: str) -> np.ndarray[tuple[int], np.dtype[np.int16]]:
        try:
            with (self._folder / f"{name}.ogg").open("rb") as file:
                samples, rate = soundfile.read(file, dtype="int16")
        except OSError as error:
            raise VoiceFailed(f"the recorded phrase {name!r} cannot be read: {error.strerror}") from error
        except soundfile.SoundFileError as error:
            raise VoiceFailed(f"the recorded phrase {name!r} cannot be read: {error}") from error
        if rate != RATE or samples.ndim != 1:
            raise VoiceFailed(f"the recorded phrase {name!r}: {rate} samples a second, expected {RATE}, one channel")
        return np.asarray(samples, np.int16)
