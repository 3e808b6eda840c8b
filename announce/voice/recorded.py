"""A voice made of phrases rendered beforehand, and another for what they do not cover.

The files in recorded/<language>/ are single phrases as Ogg Opus, each named after its words (`training/voice.py`
renders them). A phrase has two forms: `name.ogg` falls, as at the end of a sentence, and `name.on.ogg` stays up, as
before more words. A line is said with them when they make up the whole of it, in as few pieces as possible; otherwise
the other voice says all of it: two voices in one sentence would be worse than the plainer one.
"""

from __future__ import annotations

import json
import re
import unicodedata
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Final

import numpy as np
import soundfile

from announce.voice.sound import FULL, QUIET, Sound, framed
from announce.voice.voices import VoiceFailed

if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.resources.abc import Traversable

    from numpy.typing import NDArray

    from announce.voice.voices import Voice

RATE: Final = 24000
LONGEST_PIECE: Final = 24
"""Words; no recorded phrase has more."""
PAUSES: Final = {".": 0.28, "!": 0.28, "?": 0.28, ":": 0.16, ";": 0.16, ",": 0.1}
"""Seconds of silence after a piece that ends so; none between two pieces of one clause."""
ENDS: Final = frozenset(".!?")
"""The marks a voice falls at."""
GOING_ON: Final = ".on"
"""Ends the name of a phrase's form before more words."""
MEASURED: Final = "measured.json"
"""The measurements `training/voice.py` made on the recordings, next to their folders."""
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


@cache
def pace_of(language: str) -> float:
    """How fast the other voice must speak to be as fast as the recordings; 1 for a language without any."""
    file = resources.files("announce.voice") / "recorded" / MEASURED
    if not file.is_file():
        return 1.0
    return float(json.loads(file.read_text("utf-8")).get(language, {}).get("pace", 1.0))


def _names(folder: Traversable) -> frozenset[str]:
    if not folder.is_dir():
        return frozenset()
    return frozenset(
        file.name.removesuffix(".ogg").removesuffix(GOING_ON) for file in folder.iterdir() if file.name.endswith(".ogg")
    )


class RecordedVoice:
    """Says what is recorded in one language, and lets another voice say the rest, as loud and as fast.

    folder: of other recordings.
    """

    def __init__(self, language: str, other: Voice, *, folder: Traversable | None = None) -> None:
        self._folder = folder or recordings(language)
        self._known = phrases(language) if folder is None else _names(folder)
        self._other = other
        self._lengths: dict[tuple[str, bool], float] = {}
        self._pace = pace_of(language)

    def render(self, text: str, speed: float) -> Sound:
        """The sound of a text.

        Raises VoiceFailed when a phrase's file cannot be read, and as the other voice does.
        """
        pieces = self._pieces(text)
        if pieces is None:
            return self._other.render(text, speed * self._pace).levelled()
        parts: list[NDArray[np.int16]] = []
        for name, ends, pause in pieces:
            parts.extend((self._samples(name, ends=ends), np.zeros(round(RATE * pause), np.int16)))
        return Sound(np.concatenate(parts).astype("<i2").tobytes(), RATE).at_speed(speed)

    def seconds(self, text: str) -> float | None:
        """How long a text lasts as it is recorded; None where the other voice would say it.

        Raises VoiceFailed when a phrase's file cannot be read.
        """
        pieces = self._pieces(text)
        return None if pieces is None else sum(self._length(name, ends=ends) + pause for name, ends, pause in pieces)

    def _pieces(self, text: str) -> list[tuple[str, bool, float]] | None:
        """The phrases a text is made of: name, whether a sentence ends there, seconds of silence after it.

        A text that ends with a comma or a colon goes on in the next one.
        """
        words = words_of(text)
        pieces = pieces_of([word for word, _ in words], self._known) if words else None
        if pieces is None:
            return None
        found = []
        for start, end in pieces:
            mark, last = words[end - 1][1], end == len(words)
            name = "-".join(word for word, _ in words[start:end])
            ends = mark in ENDS or (last and mark not in PAUSES)
            found.append((name, ends, 0.0 if last and ends else PAUSES.get(mark, 0.0)))
        return found

    def _length(self, name: str, *, ends: bool) -> float:
        if (name, ends) not in self._lengths:
            self._lengths[name, ends] = len(self._samples(name, ends=ends)) / RATE
        return self._lengths[name, ends]

    def _samples(self, name: str, *, ends: bool) -> NDArray[np.int16]:
        """A phrase as it ends a sentence or goes on; where it was recorded in one form only, in that."""
        forms = (f"{name}.ogg", f"{name}{GOING_ON}.ogg")
        wanted = [self._folder / form for form in (forms if ends else reversed(forms))]
        file_of = next((file for file in wanted if file.is_file()), wanted[0])
        try:
            with file_of.open("rb") as file:
                samples, rate = soundfile.read(file, dtype="int16")
        except OSError as error:
            raise VoiceFailed(f"the recorded phrase {name!r} cannot be read: {error.strerror}") from error
        except soundfile.SoundFileError as error:
            raise VoiceFailed(f"the recorded phrase {name!r} cannot be read: {error}") from error
        if rate != RATE or samples.ndim != 1:
            raise VoiceFailed(f"the recorded phrase {name!r}: {rate} samples a second, expected {RATE}, one channel")
        return np.asarray(framed(samples, QUIET * FULL, RATE), np.int16)
