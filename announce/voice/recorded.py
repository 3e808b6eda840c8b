"""A voice that plays recorded phrases, and uses another voice for lines that they do not cover.

The files in recorded/<language>/ are single phrases as Ogg Opus, each named after its words (`training/voice.py`
renders them). A phrase has two forms. In `name.ogg` the voice falls, as at the end of a sentence. In `name.on.ogg` it
stays up, because more words follow. If phrases cover a whole line, it is made of as few of them as possible. Otherwise
the other voice says the whole line: two voices in one sentence would sound worse than the plainer voice alone.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Sequence
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final

import numpy as np
import soundfile
from numpy.typing import NDArray

from announce.voice.sound import FULL, QUIET, Sound, trim
from announce.voice.voices import Voice, VoiceFailed

RATE: Final = 24000
LONGEST_PIECE: Final = 24
"""Words in the longest recorded phrase."""
PAUSES: Final = {".": 0.28, "!": 0.28, "?": 0.28, ":": 0.16, ";": 0.16, ",": 0.1}
"""Seconds of silence after a piece that ends with this mark; there is none between two pieces of one clause."""
ENDS: Final = frozenset(".!?")
"""The marks at which the voice falls."""
GOING_ON: Final = ".on"
"""The end of the file name of a phrase's form before more words, without the extension."""
MEASURED: Final = "measured.json"
"""The file of measurements that `training/voice.py` made on the recordings, next to their folders."""
_WORD: Final = re.compile(r"([\w'-]+)([^\w'-]*)")


def name_of(text: str) -> str:
    """Return the name of a phrase's file: its words in plain letters.

    >>> name_of("École ! six points.")
    'ecole-six-points'
    """
    return "-".join(word for word, _ in words_of(text))


def words_of(text: str) -> list[tuple[str, str]]:
    """Return every word of a text in plain small letters, with the mark after it that ends a clause, or ""."""
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
    """Return the fewest known phrases that make up these words, as (start, end); None when none do."""
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
    """Return the folder of a language's recordings, which may not exist."""
    return resources.files("announce.voice") / "recorded" / language


@cache
def phrases(language: str) -> frozenset[str]:
    """Return the names of the phrases recorded in a language; empty for a language without recordings."""
    return _names(recordings(language))


@cache
def pace_of(language: str) -> float:
    """Return the speed at which the other voice is as fast as the recordings; 1 for a language without any."""
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
    """Plays recorded lines in one language. Another voice says all other lines, as loud and as fast.

    folder: of the recordings; None for those that the project ships.
    """

    def __init__(self, language: str, other: Voice, *, folder: Traversable | None = None) -> None:
        self._folder = folder or recordings(language)
        self._known = phrases(language) if folder is None else _names(folder)
        self._other = other
        self._lengths: dict[tuple[str, bool], float] = {}
        self._pace = pace_of(language)

    def render(self, text: str, speed: float) -> Sound:
        """Return the sound of a text.

        Raises VoiceFailed when a phrase's file cannot be read or the other voice fails.
        """
        pieces = self._pieces(text)
        if pieces is None:
            return self._other.render(text, speed * self._pace).level()
        parts: list[NDArray[np.int16]] = []
        for name, ends, pause in pieces:
            parts.extend((self._samples(name, ends=ends), np.zeros(round(RATE * pause), np.int16)))
        return Sound(np.concatenate(parts).astype("<i2").tobytes(), RATE).at_speed(speed)

    def seconds(self, text: str) -> float | None:
        """Return how long a recorded text lasts; None when the other voice would say it.

        Raises VoiceFailed when a phrase's file cannot be read.
        """
        pieces = self._pieces(text)
        return None if pieces is None else sum(self._length(name, ends=ends) + pause for name, ends, pause in pieces)

    def _pieces(self, text: str) -> list[tuple[str, bool, float]] | None:
        """Return the phrases of a text: name, whether a sentence ends there, seconds of silence after it.

        A text that ends with a comma or a colon continues in the next text.
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
        """Read a phrase in the form that ends a sentence or goes on, or in its only form."""
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
        return np.asarray(trim(samples, QUIET * FULL, RATE), np.int16)
