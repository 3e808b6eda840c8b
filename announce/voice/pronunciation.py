"""Spell the old words so that Pico pronounces them correctly.

Only words that Pico gets wrong are listed. tests/announce/test_pronunciation.py compares its rendering of every word of
the game with the expected phonemes. The final s of bezas, mézéas and as is sounded (Littré). If no spelling works, and
for French words in English, the word is given as phonemes of the voice.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final


def phonemes(xsampa: str) -> str:
    """Return Pico's markup for a word given by its phonemes."""
    return f'<phoneme alphabet="xsampa" ph="{xsampa}"/>'


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
