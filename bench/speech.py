"""Speech heard of simulated sittings, at a calm and a brisk pace: ./run bench speech [--tables N] [--language CODE].

No sound is made: the speech plan gets the rulings at their times, and sentences last as in `announce/voice/plan.toml`.
In a lesson the players wait as long as the table asks them to. A claim counts as heard with the ruling that answers it.
A fault that is never announced counts as late. The seeds start at --first: the plan was developed on seeds below 200.
"""

from __future__ import annotations

import datetime
from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from announce.announcement import Announcement, Subject
from announce.phrases.catalogue import catalogue
from announce.phrases.registry import Manner, announcements
from announce.phrases.trictrac import TRICTRAC
from announce.voice.plan import SpeechPlan, weights
from announce.voice.recorded import RecordedVoice
from announce.voice.voices import PicoVoice
from bench._results import Page, Results, Share, parser_of
from events.rulings import Ruling, ThrowWorth
from events.state import Mode
from simulation.players import ClumsinessRates, FaultRates
from simulation.timeline import SimulatedTable

PACES: Final = {"calm": 1.0, "brisk": 2.0}
NOON: Final = datetime.time(12)
SOON: Final = 1.0
"""Seconds within which a fault or a question should be heard."""
PATIENCE: Final = 60.0
"""Seconds after the last event in which announcements may still follow."""
ASKED: Final = frozenset({Subject.FAULT, Subject.CLAIM, Subject.DOUBT})


@dataclass
class SpeechScore:
    """The fate of every sentence of some sittings."""

    throws: int = 0
    words: int = 0
    speech: float = 0.0
    play: float = 0.0
    begun: Counter[bool] = field(default_factory=Counter)
    unended: int = 0
    soon: Counter[bool] = field(default_factory=Counter)
    in_time: Counter[bool] = field(default_factory=Counter)


class Listener:
    """A sitting as it is heard: the plan's sentences one after the other, at the table's own times."""

    def __init__(self, language: str, score: SpeechScore) -> None:
        voice = RecordedVoice(language, PicoVoice(language))
        figures = weights()

        def seconds(text: str) -> float:
            known = voice.seconds(text)
            return figures.seconds(language, text) if known is None else known

        self._seconds = seconds
        self._plan = SpeechPlan(
            language, seconds=seconds, wait=str(catalogue(language).text("lesson.wait")).capitalize()
        )
        self._score = score
        self._busy = 0.0
        self._open: dict[str, Announcement] = {}
        self._came: dict[str, float] = {}
        self._ended: set[str] = set()
        self._incidents: set[float] = set()
        self._started: set[str] = set()
        self._broken: set[str] = set()

    def until(self, now: float, *, waiting: bool) -> float:
        """Speak until `now`, or in a lesson until the table no longer has to wait; return the time then."""
        while (ready := self._plan.ready_at()) is not None:
            start = max(self._busy, ready)
            if start >= now and not (waiting and self._plan.holding):
                break
            said = self._plan.take(start, NOON)
            if said is None:
                continue
            lasts = self._seconds(said.text)
            self._busy = start + lasts + said.after
            self._score.words += len(said.text.split())
            self._score.speech += lasts
            one = self._open.get(said.id)
            if one is not None and said.id not in self._started:
                self._started.add(said.id)
                if one.subject in ASKED and self._came[said.id] not in self._incidents:
                    # A claim and its ruling come at once, but are heard one after the other.
                    self._incidents.add(self._came[said.id])
                    self._score.soon[start - self._came[said.id] <= SOON] += 1
            if said.last:
                self._ended.add(said.id)
            if waiting:
                now = max(now, self._busy)
        return now

    def add(self, one: Announcement, now: float) -> None:
        """Add an announcement."""
        if any(one.spoken.values()):
            self._open[one.id], self._came[one.id] = one, now
        self._plan.add(one, now)

    def end(self) -> None:
        """Count the lines never ended and the faults never begun; those of the same moment are one incident."""
        self._score.unended += len(self._broken - self._ended)
        for name, one in self._open.items():
            if one.subject is Subject.FAULT and self._came[name] not in self._incidents:
                self._incidents.add(self._came[name])
                self._score.soon[False] += 1

    def settle(self, subjects: frozenset[Subject]) -> None:
        """Count what was heard of some subjects whose announcements are out of date."""
        for name, one in list(self._open.items()):
            if one.subject in subjects:
                self._score.in_time[name in self._ended] += 1
                if name in self._started and name not in self._ended:
                    self._broken.add(name)
                del self._open[name]


def listen(mode: Mode, pace: float, seed: int, language: str, score: SpeechScore) -> None:
    """Listen to one tour."""
    table = SimulatedTable(
        seed,
        profile="score" if mode is Mode.SCORE else "referee",
        faults=FaultRates.typical(1.0),
        clumsiness=ClumsinessRates.typical(),
        pace=pace,
    )
    listener, met, waited, last = Listener(language, score), Counter[str](), 0.0, 0.0
    for event in table.events():
        now = event.t + waited
        after = listener.until(now, waiting=mode is Mode.LESSON)
        waited, now, last = waited + after - now, after, after
        if not isinstance(event, Ruling):
            continue
        if isinstance(event, ThrowWorth):
            score.throws += 1
            listener.settle(frozenset({Subject.THROW, Subject.PLAY}))
        for one in announcements(event, TRICTRAC, Manner(mode, met=dict(met)), spoken_in=(language,)):
            listener.add(one, now)
        if isinstance(event, ThrowWorth):
            met.update(jan.name for jan in event.jans)
    listener.until(last + PATIENCE, waiting=False)
    listener.end()
    score.play += last


def main(arguments: list[str]) -> int:
    """Print and keep the figures."""
    parser = parser_of("speech", __doc__)
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--first", type=int, default=201, help="the first seed")
    parser.add_argument("--language", default="fr")
    options = parser.parse_args(arguments)
    results = Results("speech", arguments, options)
    rows: list[tuple[str | int | float | Share, ...]] = []
    throws, unended, soon, in_time = 0, 0, Counter[bool](), Counter[bool]()
    for mode in Mode:
        for name, pace in PACES.items():
            score = SpeechScore()
            for seed in range(options.first, options.first + options.tables):
                listen(mode, pace, seed, options.language, score)
            throws += score.throws
            unended, soon, in_time = unended + score.unended, soon + score.soon, in_time + score.in_time
            rows.append(
                (
                    f"{mode}, {name}",
                    round(score.words / score.throws, 1),
                    round(100 * score.speech / score.play),
                    score.unended,
                    Share(score.soon[True], score.soon.total()),
                    Share(score.in_time[True], score.in_time.total()),
                )
            )
    totals = (Share(count[True], count.total()) for count in (soon, in_time))
    rows.append(("all", "-", "-", unended, *totals))
    results.table(
        "",
        page=Page.ACCURACY,
        title="Sentences of simulated sittings",
        about="Sentences as long as the recorded pieces, else as the synthesiser's; in a lesson the players wait.",
        samples=throws,
        unit="throws",
        columns=(
            "mode, pace",
            "words a throw",
            "speech, % of the time",
            "lines not ended",
            "faults and questions within 1 s",
            "throws and plays before the next throw",
        ),
        rows=rows,
    )
    return 0
