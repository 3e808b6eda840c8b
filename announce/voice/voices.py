"""Voices, which turn a text into a sound."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence
from functools import cache
from typing import Final, Protocol

import py_nanotts

from announce.voice.sound import BadSound, Sound


def phonemes(xsampa: str) -> str:
    """Return Pico's markup for a word given by its phonemes."""
    return f'<phoneme alphabet="xsampa" ph="{xsampa}"/>'


# Only words that Pico gets wrong. tests/announce/test_pronunciation.py compares its rendering of every word of the game
# with the expected phonemes. The final s of bezas, mézéas and as is sounded (Littré). If no spelling works, and for
# French words in English, the word is given as phonemes of the voice.
RESPELT: Final[dict[str, dict[str, str]]] = {
    "fr": {
        "ambesas": phonemes("A~b@zas"),
        "as": "asse",
        "bezas": phonemes("b@zas"),
        "bezet": phonemes("b@zE"),
        "mézéas": "mézéasse",
    },
    "en": {
        "bredouille": phonemes("br@du:i:"),
        "école": phonemes("eIkQl"),
        "effet": phonemes("efeI"),
        "j'adoube": phonemes("Z@du:b"),
        "jan": phonemes("ZA:n"),
        "je m'en vais": phonemes("Z@mA:nveI"),
        "je tiens": phonemes("Z@tj{n"),
        "mézéas": phonemes("meIzeI{s"),
        "misère": phonemes("mIze@"),
        "pavillon": phonemes("p{vi:jQn"),
        "puissance": phonemes("pwi:sA:ns"),
        "rencontre": phonemes("rA:nkQntr@"),
    },
}
_MARKUP: Final = re.compile(r"[<>&\x00-\x1f\x7f]")
_SPACES: Final = re.compile(r"[\s\u00a0\u202f«»“”]+")


@cache
def _pattern(language: str) -> re.Pattern[str] | None:
    words = sorted(RESPELT.get(language, ()), key=len, reverse=True)
    if not words:
        return None
    return re.compile(rf"(?<!\w)({'|'.join(map(re.escape, words))})(?!\w)", re.IGNORECASE)


def speakable(text: str, language: str) -> str:
    """Prepare a phrase for Pico: without markup of its own, with plain spaces and the old words respelt.

    >>> speakable("Mézéas, ou « cinq et as »", "fr")
    'mézéasse, ou cinq et asse '
    """
    plain = _SPACES.sub(" ", _MARKUP.sub(" ", text.replace("\u2019", "'")))
    pattern = _pattern(language)
    if pattern is None:
        return plain
    return pattern.sub(lambda found: RESPELT[language][found[1].lower()], plain)


LONGEST: Final = 2000
"""Characters in a line, at most: two minutes of speech."""
BREATH: Final = 300
LONGEST_WORD: Final = 40
"""Characters given to Pico at once (BREATH) and in one word. It never returns from much longer texts or words."""
RENDERING_TIME: Final = 20.0
"""Seconds that a user's voice program may take for one line."""
PICO_RATE: Final = 16000
PICO_VOICES: Final = {"fr": "fr-FR", "en": "en-GB", "de": "de-DE", "es": "es-ES", "it": "it-IT"}


class VoiceFailed(RuntimeError):
    """A voice could not render a line. The message says which voice and why."""


class Voice(Protocol):
    """Renders a line of text. Speed 1 is the voice's own, 0.5 is half as fast, 2 is twice as fast."""

    def render(self, text: str, speed: float) -> Sound:
        """Return the sound of a text.

        Raises VoiceFailed.
        """


class PicoVoice:
    """SVOX Pico, built in: offline, 16 kHz, French, English and three more languages.

    Raises VoiceFailed for any other language.
    """

    def __init__(self, language: str) -> None:
        if language not in PICO_VOICES:
            raise VoiceFailed(f"no built-in voice speaks {language!r}; there are: {', '.join(sorted(PICO_VOICES))}")
        self._language = language
        self._engine = py_nanotts.NanoTTS()

    def render(self, text: str, speed: float) -> Sound:
        """Return the sound of the first LONGEST characters of a text.

        Raises VoiceFailed.
        """
        voice = PICO_VOICES[self._language]
        said = (speakable(breath, self._language) for breath in breaths(text[:LONGEST]))
        try:
            return Sound(b"".join(self._engine.speak(each, voice=voice, speed=speed) for each in said), PICO_RATE)
        except (RuntimeError, ValueError) as error:
            raise VoiceFailed(f"Pico rendered nothing: {error}") from error


def breaths(text: str) -> list[str]:
    """Cut a text into pieces of at most BREATH characters, at the ends of sentences if possible."""
    pieces, piece = [], ""
    for word in (whole[:LONGEST_WORD] for whole in text.split()):
        if len(piece) + len(word) >= BREATH or (len(piece) > BREATH / 2 and piece.endswith((".", "!", "?"))):
            pieces.append(piece)
            piece = word
        else:
            piece = f"{piece} {word}" if piece else word
    return [*pieces, piece] if piece else pieces


class CommandVoice:
    """A voice that the user supplies: a program that reads the text on its input and writes a mono WAV on its output.

    arguments: the program and its arguments. The speed replaces "{speed}" in them.
    Raises VoiceFailed when `arguments` is empty.
    """

    def __init__(self, arguments: Sequence[str]) -> None:
        if not arguments:
            raise VoiceFailed("the voice command is empty")
        self._arguments = tuple(arguments)

    def render(self, text: str, speed: float) -> Sound:
        """Return the sound that the program makes from a text.

        Raises VoiceFailed.
        """
        arguments = [argument.replace("{speed}", f"{speed:g}") for argument in self._arguments]
        try:
            done = subprocess.run(
                arguments, input=text[:LONGEST].encode(), capture_output=True, timeout=RENDERING_TIME, check=True
            )
            return Sound.from_wav(done.stdout)
        except OSError as error:
            raise VoiceFailed(f"the voice {arguments[0]!r} cannot be started: {error.strerror}") from error
        except (subprocess.SubprocessError, BadSound) as error:
            raise VoiceFailed(f"the voice {arguments[0]!r} rendered nothing: {error}") from error
