"""The speech plan, sans I/O: what is said next, in how many words, and what is no longer worth saying.

1. A line has a worth, a deadline and a length in seconds. The one worth most is said first; among equals, the oldest.
2. Speech may take half the time of the last throws. What does not fit is shortened, those worth least first; what is
   worth less than the dice is then left out. Of a claim, a question and a device's trouble the first sentence is always
   said. Outside lessons a fault is its name and what it costs; why it is one stands on the page, and is said to who
   asks for it again. A fault stops the table: no next throw is expected while one is ruled on.
3. The unit is a sentence: one that has begun is ended. What becomes stale loses the sentences not yet begun. What one
   act brings is gathered for a moment before the first is chosen.
   Outside lessons what comes after a colon is a sentence of its own, except in the ruling on a fault, so that a fault
   waits for few words: "Six et as." A fault also breaks in at a comma. A line that a fault broke into is begun again,
   for its rest would be taken for what the fault costs. In a throw with a fault the rest is said in few words: another
   fault may follow.
   Faults of one moment are one sentence where they share words: "École des blancs, points oubliés, jan non rempli."
4. The same words waiting twice are said once. A claim is answered by the ruling on its fault, where that is waiting or
   being said.
5. In a lesson the table waits: nothing is shortened, and "wait" is said once a throw, before a long explanation.
6. Muted, or in quiet hours, nothing is said and nothing is kept for later.
"""

from __future__ import annotations

import itertools
import math
import re
import tomllib
from collections import deque
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cache
from importlib import resources
from statistics import median
from typing import TYPE_CHECKING, Final

from announce.announcement import Announcement, Subject

if TYPE_CHECKING:
    import datetime
    from collections.abc import Callable, Iterable, Mapping, Sequence

LONGEST_PLAN: Final = 16
"""Waiting lines; a listener is far behind by then, and the one worth least is left out."""
_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+(?=[^\s»])")
_COLON: Final = re.compile(r"\s*[:;]\s+")
_BREATH: Final = re.compile(r"(?<=[,:;])\s+")
"""Where a sentence may be broken into."""
_GOES_ON: Final = (",", ":", ";")


@dataclass(frozen=True, slots=True)
class Weights:
    """The figures of plan.toml: worth by subject, what is never left out, and times in seconds."""

    worth: Mapping[Subject, float]
    kept: frozenset[Subject]
    patience_kept: float
    patience: float
    first_cadence: float
    heard_cadence: int
    wait_from: float
    between: float
    gather: float
    share: float
    speech: Mapping[str, tuple[float, float]]

    def seconds(self, language: str, text: str) -> float:
        """About how long a synthesised sentence lasts; for a language that was not measured, as long as in French."""
        start, letter = self.speech.get(language) or next(iter(self.speech.values()))
        return start + letter * len(text)


@cache
def weights() -> Weights:
    """The figures the project ships."""
    read = tomllib.loads((resources.files("announce.voice") / "plan.toml").read_text("utf-8"))
    return Weights(
        worth={Subject(name): worth for name, worth in read["worth"].items()},
        kept=frozenset(Subject(name) for name in read["kept"]["subjects"]),
        patience_kept=read["patience"]["kept"],
        patience=read["patience"]["others"],
        first_cadence=read["cadence"]["first"],
        heard_cadence=read["cadence"]["heard"],
        wait_from=read["lesson"]["wait_from"],
        between=read["lesson"]["between"],
        gather=read["gather"]["seconds"],
        share=read["share"]["most"],
        speech={language: (each["start"], each["letter"]) for language, each in read["speech"].items()},
    )


@dataclass(frozen=True, slots=True)
class Line:
    """One thing to say: its announcement, its subject, its sentences in full and in short, and when it came (seconds).

    Outside lessons a sentence may be several breaths. waits: the table waits for it; begun: its first sentence has been
    said; current: the breaths of the sentence under way; broken: a fault broke into its sentence; about: the faults it
    rules on, or grants a claim of; after_colon: those of its sentences that end one.
    """

    id: str
    subject: Subject
    sentences: tuple[str, ...]
    brief: tuple[str, ...]
    since: float
    waits: bool = False
    begun: bool = False
    current: tuple[str, ...] = ()
    broken: bool = False
    about: tuple[str, ...] = ()
    after_colon: frozenset[str] = frozenset()


class Turn(IntEnum):
    """Which of two lines worth as much is said first, the highest: what came now, what is being said, what waited."""

    LATER = 0
    UNDER_WAY = 1
    NEW = 2


@dataclass(frozen=True, slots=True)
class Utterance:
    """One sentence to say now; after: seconds of silence that follow it; last: its line ends with it."""

    id: str
    text: str
    after: float = 0.0
    last: bool = True


@dataclass(frozen=True, slots=True)
class QuietHours:
    """The hours of the day in which nothing is said, from `start` up to `end`; they may pass midnight."""

    start: datetime.time
    end: datetime.time

    def at(self, moment: datetime.time) -> bool:
        """Whether that moment is a quiet one."""
        if self.start <= self.end:
            return self.start <= moment < self.end
        return moment >= self.start or moment < self.end


class SpeechPlan:
    """What is to be said in one language; times are seconds on one clock, given by the caller.

    seconds: how long a sentence lasts; wait: what is said before a long explanation, "" for nothing; pace: of a
    lesson, 1 as planned, 0.5 with pauses twice as long.
    """

    def __init__(
        self,
        language: str,
        quiet: QuietHours | None = None,
        *,
        seconds: Callable[[str], float] | None = None,
        wait: str = "",
        pace: float = 1.0,
        figures: Weights | None = None,
    ) -> None:
        self.language = language
        self.quiet = quiet
        self.muted = False
        self.pace = pace
        self._figures = figures or weights()
        self._seconds = seconds or (lambda text: self._figures.seconds(language, text))
        self._wait = wait
        self._waiting: list[Line] = []
        self._last: list[Line] = []
        self._spent: deque[float] = deque([0.0], maxlen=self._figures.heard_cadence)
        self._thrown: deque[float] = deque(maxlen=self._figures.heard_cadence + 1)
        self._asked_to_wait = False
        self._saying: tuple[tuple[str, ...], float] = ((), 0.0)
        self._sentence_began = 0.0
        self._in_full = False

    @property
    def waiting(self) -> tuple[Line, ...]:
        """The sentences still to be said, in the order they came."""
        return tuple(self._waiting)

    @property
    def holding(self) -> bool:
        """Whether the table waits for what is left to be said."""
        return any(line.waits for line in self._waiting)

    def add(self, announcement: Announcement, now: float) -> None:
        """Take up an announcement; what it makes stale is not said, or not said to its end."""
        if announcement.subject is Subject.THROW:
            self._thrown.append(now)
            self._last.clear()
            self._asked_to_wait = False
            if len(self._thrown) > 1:
                self._spent.append(0.0)
        self._in_full = False
        self._waiting = [
            left
            for line in self._waiting
            if (left := self._ended(line) if line.subject in announcement.stales else line) is not None
        ]
        text = announcement.spoken.get(self.language, "")
        if not text or self._answered(announcement, now):
            return
        parts = sentences if announcement.waits else clauses
        if announcement.subject in self._figures.kept and not announcement.waits:
            parts = _ruling
        full, few = parts(text), parts(announcement.brief.get(self.language) or text)
        said, brief = (full, few) if announcement.waits else (_breaths(full), _breaths(few))
        line = Line(
            announcement.id,
            announcement.subject,
            said,
            brief,
            now,
            announcement.waits,
            about=(announcement.about,) if announcement.about else (),
            after_colon=frozenset({*full, *few} - {*sentences(text)} - {full[0], few[0]}),
        )
        whole, first = line, _sentence(line.sentences)
        if line.subject is Subject.FAULT and not line.waits:
            line = replace(line, sentences=first)
        if any(other.sentences == line.sentences for other in self._waiting):
            return
        self._last.append(whole)
        self._waiting.append(line)
        if len(self._waiting) > LONGEST_PLAN:
            self._waiting.remove(min(self._waiting, key=self._rank))

    def ready_at(self) -> float | None:
        """When there is something to say: a moment after the first line came; None when nothing waits."""
        if not self._waiting:
            return None
        return min(line.since + (0.0 if line.begun or line.current else self._figures.gather) for line in self._waiting)

    def take(self, now: float, moment: datetime.time) -> Utterance | None:
        """The sentence to say now; None when there is nothing to say, or it is to be gathered yet.

        moment: the local time of day, for the quiet hours.
        """
        if self.muted or (self.quiet is not None and self.quiet.at(moment)):
            self._waiting.clear()
        self._waiting = [line for line in self._waiting if self._is_news(line, now)]
        if not self._waiting:
            return None
        ready = self.ready_at()
        if ready is not None and ready > now:
            return None
        if not self.holding and not self._in_full:
            self._fit(now)
        if not self._waiting:
            return None
        line = max(self._waiting, key=self._rank)
        if line.waits and self._wait and not self._asked_to_wait and self._long(line):
            self._asked_to_wait = True
            return Utterance(line.id, self._wait, last=False)
        if not line.begun and not line.current and line.subject in self._figures.kept:
            self._waiting = [self._again(other) for other in self._waiting]
        if not line.current:
            self._sentence_began = now
        first, *rest = line.sentences
        current = (line.current or _sentence(line.sentences)) if first.endswith(_GOES_ON) else ()
        lasts = self._seconds(first)
        self._spent[-1] += lasts
        self._saying = (line.about, now + lasts)
        at = self._waiting.index(line)
        if rest:
            begun = line.begun or not current
            self._waiting[at] = replace(line, sentences=tuple(rest), begun=begun, current=current)
        else:
            del self._waiting[at]
        return Utterance(line.id, first, self._figures.between / self.pace if line.waits else 0.0, last=not rest)

    def again(self, now: float) -> None:
        """Say once more what was said of the throw under way, and all that there is to say of it."""
        self._waiting = [replace(line, since=now) for line in self._last]
        self._in_full, self._asked_to_wait = True, False

    def go_on(self) -> None:
        """Say no more of what the table waits for: the players have understood."""
        self._waiting = [line for line in self._waiting if not line.waits]

    def clear(self) -> None:
        """Forget everything waiting, as after an undo."""
        self._waiting.clear()
        self._last.clear()

    def _answered(self, announcement: Announcement, now: float) -> bool:
        """Whether it grants a claim of a fault that is being ruled on."""
        if announcement.subject is not Subject.CLAIM or not announcement.about:
            return False
        saying, until = self._saying
        ruled = {about for line in self._waiting if line.subject is Subject.FAULT for about in line.about}
        return announcement.about in ruled or (announcement.about in saying and now < until)

    def _ended(self, line: Line) -> Line | None:
        """What is left of a stale line: the sentence that has begun, or was broken into."""
        sentence = _sentence(line.sentences)
        if line.current or line.broken or (line.begun and " ".join(sentence) in line.after_colon):
            return replace(line, sentences=sentence)
        return None

    def _again(self, line: Line) -> Line:
        """A line that a fault breaks into, to be begun again in few words; of one that is kept, its sentence."""
        if line.waits or not (line.begun or line.current):
            return line
        if line.subject not in self._figures.kept:
            return replace(line, sentences=line.brief, begun=False, current=(), broken=bool(line.current))
        if not line.current:
            return line
        after = line.sentences[len(_sentence(line.sentences)) :]
        return replace(line, sentences=(*line.current, *after), current=(), broken=True)

    def _rank(self, line: Line) -> tuple[float, Turn, float]:
        """Worth, then its turn, then age. A line that has begun is gone on with, but not before a fault."""
        worth, turn = self._figures.worth[line.subject], Turn.NEW
        kept = line.subject in self._figures.kept
        if line.begun and line.waits:
            worth = math.inf
        elif line.current:
            worth, turn = self._figures.worth[Subject.DOUBT], Turn.UNDER_WAY
        elif kept and (line.broken or (not line.begun and self._waited(line))):
            # Only what comes while a sentence is under way breaks into it, so that two faults do not do so by turns.
            worth, turn = self._figures.worth[Subject.DOUBT], Turn.LATER
        elif line.begun:
            worth, turn = self._figures.worth[Subject.THROW if kept else Subject.DOUBT], Turn.LATER
        return worth, turn, -line.since

    def _waited(self, line: Line) -> bool:
        """Whether it was there when the sentence under way began."""
        return line.since <= self._sentence_began and any(other.current for other in self._waiting)

    def _is_news(self, line: Line, now: float) -> bool:
        if line.waits or line.begun or line.current:
            return True
        kept = line.subject in self._figures.kept
        return now - line.since <= (self._figures.patience_kept if kept else self._figures.patience)

    def _long(self, line: Line) -> bool:
        """Whether it is a long explanation, no mere play."""
        return len(line.sentences) > 1 and sum(map(self._seconds, line.sentences)) >= self._figures.wait_from

    def _room(self, now: float) -> float:
        """Seconds of speech there is time for until the dice will probably fall again; a fault stops the table."""
        times = list(self._thrown)
        between = [after - before for before, after in itertools.pairwise(times)]
        cadence = median(between) if between else self._figures.first_cadence
        until = times[-1] + cadence - now if times else cadence
        if any(line.subject is Subject.FAULT for line in self._waiting):
            until = math.inf
        return max(0.0, min(until, self._figures.share * cadence * len(self._spent) - sum(self._spent)))

    def _fit(self, now: float) -> None:
        """Shorten, then leave out, what is worth least, until the rest can be said in time."""
        if any(line.subject is Subject.FAULT for line in self._last):
            self._waiting = [self._few(line) for line in self._waiting]
        room = self._room(now)
        ruled = {line.since for line in self._waiting if line.subject is Subject.FAULT}
        if self._load() > room:  # The ruling that came with it answers a claim.
            self._waiting = [
                line for line in self._waiting if line.subject is not Subject.CLAIM or line.since not in ruled
            ]
        if self._load() > room:
            self._together()
        for line in sorted(self._waiting, key=self._rank):
            if self._load() <= room:
                return
            # Of one that has begun nothing is missing without its explanation; of the dice, what they are worth.
            at = self._waiting.index(line)
            kept = line.subject in self._figures.kept
            if line.current:
                continue
            if line.begun and (kept or self._figures.worth[line.subject] < self._figures.worth[Subject.THROW]):
                del self._waiting[at]
            elif line.begun:
                continue
            elif kept:  # Its last sentences are worth least.
                self._waiting[at] = self._cut(line, self._load() - room)
            elif line.brief != line.sentences:
                self._waiting[at] = replace(line, sentences=line.brief)
        for line in sorted(self._waiting, key=self._rank):
            if self._load() <= room or len(self._waiting) == 1:
                return
            # The dice, and what is worth more, only the next throw takes away.
            if not line.current and self._figures.worth[line.subject] < self._figures.worth[Subject.THROW]:
                self._waiting.remove(line)

    def _few(self, line: Line) -> Line:
        """A line in few words, where it has not begun and is not a ruling or a question."""
        kept = line.subject in self._figures.kept
        return line if kept or line.begun or line.current else replace(line, sentences=line.brief)

    def _together(self) -> None:
        """Make the faults of one side and moment one sentence, where they share words."""
        moments: dict[tuple[float, str], list[Line]] = {}
        for line in self._waiting:
            if line.subject is Subject.FAULT and line.about and not line.begun and not line.current:
                moments.setdefault((line.since, line.about[0].rpartition(" ")[2]), []).append(line)
        for lines in moments.values():
            joined = together([" ".join(line.brief) for line in lines])
            if not joined:
                continue
            about = tuple(one for line in lines for one in line.about)
            self._waiting[self._waiting.index(lines[0])] = replace(
                lines[0], sentences=_breaths((joined,)), brief=_breaths((joined,)), about=about
            )
            self._waiting = [line for line in self._waiting if line not in lines[1:]]

    def _cut(self, line: Line, excess: float) -> Line:
        """A line without its last sentences, until it is shorter by `excess` seconds; at the most in few words."""
        *said, last = _whole(line.sentences)
        while said and (excess := excess - self._seconds(last)) > 0:
            *said, last = said
        return replace(line, sentences=_breaths(said) if len(said) > 1 else line.brief)

    def _load(self) -> float:
        return sum(self._seconds(sentence) for line in self._waiting for sentence in line.sentences)


def sentences(text: str) -> tuple[str, ...]:
    """A text's sentences.

    >>> sentences("Bezas. Aux blancs de jouer !")
    ('Bezas.', 'Aux blancs de jouer !')
    """
    return tuple(_SENTENCE.split(text))


def _ruling(text: str) -> tuple[str, ...]:
    """The first sentence whole, the others parted at their colons."""
    first, *others = sentences(text)
    return (first, *(part for other in others for part in clauses(other)))


def _breaths(parts: Iterable[str]) -> tuple[str, ...]:
    """Sentences, each cut where a fault may break in."""
    return tuple(breath for part in parts for breath in _BREATH.split(part))


def _sentence(breaths: Sequence[str]) -> tuple[str, ...]:
    """The breaths of the first sentence, or of what is left of it."""
    ends = next((at for at, breath in enumerate(breaths) if not breath.endswith(_GOES_ON)), len(breaths) - 1)
    return tuple(breaths[: ends + 1])


def _whole(breaths: Sequence[str]) -> list[str]:
    """The sentences that breaths make up."""
    found = []
    while breaths:
        first = _sentence(breaths)
        found.append(" ".join(first))
        breaths = breaths[len(first) :]
    return found


def together(rulings: Sequence[str]) -> str:
    """Several rulings as one sentence in which what they share is said once; "" where they share nothing.

    >>> together(["École des noirs, jan non rempli.", "Fausse case des noirs, jan non rempli."])
    'École des noirs, fausse case des noirs, jan non rempli.'
    """
    parted = [ruling.removesuffix(".").partition(", ") for ruling in rulings]
    heads = [head[:1].lower() + head[1:] for head, _, _ in parted]
    names = [name for _, _, name in parted if name]
    shared = [*dict.fromkeys(heads), *dict.fromkeys(names)]
    said = ", ".join(shared)
    return f"{said[:1].upper()}{said[1:]}." if len(shared) < len(heads) + len(names) else ""


def clauses(text: str) -> tuple[str, ...]:
    """A text's sentences, with what comes after a colon or a semicolon as one of its own.

    >>> clauses("Six et as : deux points aux blancs. Et deux de reste.")
    ('Six et as.', 'Deux points aux blancs.', 'Et deux de reste.')
    """
    found = []
    for said in sentences(text):
        *heads, last = _COLON.split(said)
        parts = [*(f"{head}." for head in heads), last]
        found += [parts[0], *(part[:1].upper() + part[1:] for part in parts[1:])]
    return tuple(found)
