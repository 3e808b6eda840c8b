"""Measure how long the synthesiser needs for a sentence: `python -m training.speech_pace`.

It renders every spoken sentence of training/phrases.csv, fits seconds = start + letter * letters by least squares, and
prints one table for each language. Copy them into announce/voice/plan.toml.
"""

from __future__ import annotations

import numpy as np

from announce.phrases.catalogue import languages
from announce.phrases.trictrac import TRICTRAC
from announce.voice.plan import sentences
from announce.voice.voices import PICO_VOICES, PicoVoice
from training.command_line import parser_of, run
from training.phrase_list import examples_of


def fit_pace(language: str) -> tuple[float, float, float]:
    """Return the seconds at the ends, the seconds per letter, and the standard deviation of the residuals."""
    voice = PicoVoice(language)
    heard = {text for _, _, line in examples_of(TRICTRAC, language) for text in sentences(line.spoken) if text}
    lengths = np.array([[1.0, len(text)] for text in sorted(heard)])
    seconds = np.array([voice.render(text, 1.0).seconds for text in sorted(heard)])
    found, *_ = np.linalg.lstsq(lengths, seconds, rcond=None)
    return float(found[0]), float(found[1]), float(np.std(seconds - lengths @ found))


def main(arguments: list[str]) -> int:
    """Print the figures."""
    parser_of(__doc__).parse_args(arguments)
    for language in languages():
        if language in PICO_VOICES:
            start, letter, spread = fit_pace(language)
            print(f"[speech.{language}]  # standard deviation {spread:.2f} s")
            print(f"start = {start:.3f}\nletter = {letter:.4f}\n")
    return 0


if __name__ == "__main__":
    run(main)
