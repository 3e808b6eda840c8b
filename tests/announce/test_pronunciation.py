"""The old words as the built-in voice says them, held against the phonemes they are made of.

Both are rendered by the same voice, one from its letters and one from its phonemes (X-SAMPA); they are the same word
when they last as long to the sample and their spectra agree.
"""

from __future__ import annotations

import numpy as np
import pytest

from announce.phrases.catalogue import entries, variants
from announce.voice.voices import PICO_VOICES, PicoVoice, phonemes, speakable
from rules.jan import JanName

FRENCH = {
    "as": "as",
    "ambesas": "A~b@zas",
    "bezas": "b@zas",
    "bezet": "b@zE",
    "ternes": "tERn",
    "carmes": "kaRm",
    "quines": "kin",
    "sonnez": "sone",
    "mézéas": "mezeas",
    "jan": "ZA~",
    "adoube": "adub",
    "bredouille": "bR@duj",
    "case": "kaz",
    "coin": "kwE~",
    "dame": "dam",
    "doublet": "dublE",
    "école": "ekOl",
    "fausse": "fos",
    "fendue": "fA~dy",
    "fichet": "fiSE",
    "jeton": "Z@tO~",
    "misère": "mizER",
    "pavillon": "pavijO~",
    "pile": "pil",
    "relevé": "R@lve",
    "rempli": "RA~pli",
    "sortie": "sORti",
    "tour": "tuR",
    "trictrac": "tRiktRak",
    "trous": "tRu",
}


def samples(marked_up: str, language: str = "fr") -> np.ndarray:
    engine = PicoVoice(language)._engine
    said: bytes = engine.speak(marked_up, voice=PICO_VOICES[language])
    return np.frombuffer(said, "<i2").astype(np.float64)


def spectrum(sound: np.ndarray) -> np.ndarray:
    frames = sound[: len(sound) // 256 * 256].reshape(-1, 256) * np.hanning(256)
    return np.asarray(np.log(np.abs(np.fft.rfft(frames, axis=1)) + 50).ravel(), np.float64)


def alike(one: np.ndarray, other: np.ndarray) -> bool:
    return len(one) == len(other) and bool(np.corrcoef(spectrum(one), spectrum(other))[0, 1] > 0.93)


@pytest.mark.parametrize(("word", "sounds"), FRENCH.items())
def test_an_old_word_is_said_right(word: str, sounds: str) -> None:
    assert alike(samples(speakable(word, "fr")), samples(phonemes(sounds)))


@pytest.mark.parametrize("word", ["as", "bezas", "mézéas"])
def test_a_word_is_respelt_only_where_the_voice_gets_it_wrong(word: str) -> None:
    """Left alone, Pico drops the final s that is sounded: the measure above can tell."""
    assert not alike(samples(word), samples(phonemes(FRENCH[word])))


def test_words_are_respelt_whole_and_whatever_their_case() -> None:
    assert speakable("Mézéas. Six et as, casas", "fr") == "mézéasse. Six et asse, casas"
    assert speakable("Jan de mézéas", "de") == "Jan de mézéas"


def test_no_markup_comes_through_a_phrase() -> None:
    """A device's name in a notice cannot give orders to the voice, nor stop it with a control character."""
    assert speakable('<speed level="500">a\x00b & c', "fr") == ' speed level="500" a b c'


def test_every_doublet_and_jan_renders_to_something_in_both_languages() -> None:
    for language in ("fr", "en"):
        voice = PicoVoice(language)
        names = [
            entry.msgstr
            for entry in entries(language)
            if entry.msgid.startswith("doublet.") or (entry.msgid.startswith("jan.") and entry.msgctxt == "short")
        ]
        others = len(variants()) if language == "fr" else 0
        assert len(names) == len(JanName) + 6 + others, "every jan's, and those of the six doublets"
        for name in names:
            assert 0.5 < voice.render(name, 1.0).seconds < 4
