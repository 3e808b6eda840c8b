"""The speech plan, sans I/O: which sentence is said next, in how many words, and which lines are dropped.

1. A line has a worth, a deadline and a length in seconds. The line worth most is said first; among equals, the oldest.
2. Speech may take half the time of the last throws. If the lines do not fit, those worth least are shortened first.
   Then lines worth less than the dice are left out. The first sentence of a fault, a claim, a question or a device's
   trouble is always said. Outside lessons only a fault's name and cost are said. The reason is on the page, and is said
   when a player asks to hear the line again. A fault stops the table: no throw is expected while it is being ruled on.
3. The unit is a sentence: a sentence that has begun is said to its end. A stale line loses the sentences that have not
   begun. The lines of one act are gathered for a moment before the first is chosen.
   Outside lessons the part after a colon is a sentence of its own, so that a fault waits only for a few words: "Six et
   as." The ruling on a fault is not cut this way. A fault also breaks in at a comma. The interrupted line starts again,
   because its rest would sound like the cost of the fault. After a fault, the other lines of that throw are said in few
   words, because another fault may follow.
   Faults of one moment become one sentence if they share words: "École des blancs, points oubliés, jan non rempli."
4. The same words waiting twice are said once. The verdict on a claim is not said if the ruling on its fault is waiting
   or being said.
5. In a lesson the table waits: nothing is shortened, and "wait" is said once a throw, before a long explanation.
6. While the voice is muted, or in quiet hours, nothing is said and nothing is kept for later.
"""

from __future__ import annotations

import datetime
import itertools
import math
import re
import tomllib
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cache
from importlib import resources
from statistics import median
from typing import Final

from announce.announcement import Announcement, Subject

LONGEST_PLAN: Final = 16
"""Waiting lines, at most. Beyond it the line worth least is dropped: the speech is far behind the game."""
_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+(?=[^\s»])")
_COLON: Final = re.compile(r"\s*[:;]\s+")
_BREATH: Final = re.compile(r"(?<=[,:;])\s+")
"""The places in a sentence where a fault may break in."""
_GOES_ON: Final = (",", ":", ";")


@dataclass(frozen=True, slots=True)
class Weights:
    """The figures of plan.toml: the worth of each subject, the subjects never left out, and times in seconds."""

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
        """Estimate how long a synthesised sentence lasts. A language without figures uses the first language's."""
        start, letter = self.speech.get(language) or next(iter(self.speech.values()))
        return start + letter * len(text)


@cache
def weights() -> Weights:
    """Read the figures that the project ships."""
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
class SpokenLine:
    """The sentences of one announcement that are still to be said.

    Attributes:
        id: of the announcement.
        subject: of the announcement.
        sentences: in full. Outside lessons each sentence may be cut into several breaths.
        brief: the same in few words.
        since: when the line was added, in seconds.
        waits: whether the table waits for it.
        begun: whether its first sentence has been said.
        current: the breaths of the sentence that is being said.
        broken: whether a fault broke into its sentence.
        about: the faults that it rules on or whose claim it grants.
        after_colon: its sentences that were the part of a longer one after a colon.
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
    """The order of lines of equal worth; the highest is said first."""

    LATER = 0
    UNDER_WAY = 1
    NEW = 2


@dataclass(frozen=True, slots=True)
class Utterance:
    """One sentence to say now.

    Attributes:
        id: of its announcement.
        text: the words.
        after: seconds of silence after it.
        last: whether its line ends with it.
    """

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
        """Return whether that time of day lies in the quiet hours."""
        if self.start <= self.end:
            return self.start <= moment < self.end
        return moment >= self.start or moment < self.end


class SpeechPlan:
    """The lines to say in one language. The caller gives all times, in seconds on one clock.

    Args:
        language: its code.
        quiet: the quiet hours; None for none.
        seconds: return how long a sentence lasts.
        wait: the words before a long explanation; "" for none.
        pace: of a lesson; 1 as planned, 0.5 with pauses twice as long.
    """

    def __init__(
        self,
        language: str,
        quiet: QuietHours | None = None,
        *,
        seconds: Callable[[str], float] | None = None,
        wait: str = "",
        pace: float = 1.0,
    ) -> None:
        self.language = language
        self.quiet = quiet
        self.muted = False
        self.pace = pace
        self._figures = weights()
        self._seconds = seconds or (lambda text: self._figures.seconds(language, text))
        self._wait = wait
        self._waiting: list[SpokenLine] = []
        self._last: list[SpokenLine] = []
        self._spent: deque[float] = deque([0.0], maxlen=self._figures.heard_cadence)
        self._thrown: deque[float] = deque(maxlen=self._figures.heard_cadence + 1)
        self._asked_to_wait = False
        self._saying: tuple[tuple[str, ...], float] = ((), 0.0)
        self._sentence_began = 0.0
        self._in_full = False

    @property
    def waiting(self) -> tuple[SpokenLine, ...]:
        """The lines still to be said, in the order in which they came."""
        return tuple(self._waiting)

    @property
    def holding(self) -> bool:
        """Whether the table waits for a line that is still to be said."""
        return any(line.waits for line in self._waiting)

    def add(self, announcement: Announcement, now: float) -> None:
        """Add an announcement. Lines that it makes stale are dropped or cut short."""
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
            if (left := self._rest_of(line) if line.subject in announcement.stales else line) is not None
        ]
        text = announcement.spoken.get(self.language, "")
        if not text or self._verdict_covered(announcement, now):
            return
        parts = sentences if announcement.waits else clauses
        if announcement.subject in self._figures.kept and not announcement.waits:
            parts = _ruling
        full, few = parts(text), parts(announcement.brief.get(self.language) or text)
        said, brief = (full, few) if announcement.waits else (_breaths(full), _breaths(few))
        line = SpokenLine(
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
        """Return when a line may be said: a moment after the first one came. None when no line waits."""
        if not self._waiting:
            return None
        return min(line.since + (0.0 if line.begun or line.current else self._figures.gather) for line in self._waiting)

    def take(self, now: float, moment: datetime.time) -> Utterance | None:
        """Take the sentence to say now; None when no line waits, or lines are still being gathered.

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
        """Repeat all lines of the current throw, in full."""
        self._waiting = [replace(line, since=now) for line in self._last]
        self._in_full, self._asked_to_wait = True, False

    def go_on(self) -> None:
        """Drop the lines that the table waits for: the players have understood."""
        self._waiting = [line for line in self._waiting if not line.waits]

    def clear(self) -> None:
        """Drop all lines, for instance after an undo."""
        self._waiting.clear()
        self._last.clear()

    def _verdict_covered(self, announcement: Announcement, now: float) -> bool:
        """Return whether an announcement grants a claim and the ruling on its fault is waiting or being said."""
        if announcement.subject is not Subject.CLAIM or not announcement.about:
            return False
        saying, until = self._saying
        ruled = {about for line in self._waiting if line.subject is Subject.FAULT for about in line.about}
        return announcement.about in ruled or (announcement.about in saying and now < until)

    def _rest_of(self, line: SpokenLine) -> SpokenLine | None:
        """Return the rest of a stale line: the sentence that has begun or was broken into; None for no rest."""
        if not self._in_mid_sentence(line):
            return None
        sentence = _sentence(line.sentences)
        while self._after_colon(line.sentences[len(sentence) :], line):
            sentence += _sentence(line.sentences[len(sentence) :])
        return replace(line, sentences=sentence)

    @staticmethod
    def _after_colon(breaths: Sequence[str], line: SpokenLine) -> bool:
        """Return whether these breaths begin with the part after a colon of one of the line's sentences."""
        return " ".join(_sentence(breaths)) in line.after_colon

    def _in_mid_sentence(self, line: SpokenLine) -> bool:
        """Return whether a sentence of a line has begun or was broken into, and is still to be ended."""
        return bool(line.current) or line.broken or (line.begun and self._after_colon(line.sentences, line))

    def _again(self, line: SpokenLine) -> SpokenLine:
        """Start a line again after a fault broke into it: in few words, or from its current sentence if it is kept."""
        if line.waits or not (line.begun or line.current):
            return line
        if line.subject not in self._figures.kept:
            broken = bool(line.current) or self._after_colon(line.sentences, line)
            return replace(line, sentences=line.brief, begun=False, current=(), broken=broken)
        if not line.current:
            return line
        after = line.sentences[len(_sentence(line.sentences)) :]
        return replace(line, sentences=(*line.current, *after), current=(), broken=True)

    def _rank(self, line: SpokenLine) -> tuple[float, Turn, float]:
        """Rank a line by worth, then turn, then age. A line that has begun continues, but a fault goes before it."""
        worth, turn = self._figures.worth[line.subject], Turn.NEW
        kept = line.subject in self._figures.kept
        if line.begun and line.waits:
            worth = math.inf
        elif line.current:
            worth, turn = self._figures.worth[Subject.DOUBT], Turn.UNDER_WAY
        elif kept and (line.broken or (not line.begun and self._was_waiting(line))):
            # Only a fault that comes during a sentence breaks into it; otherwise two faults could interrupt each other
            # in turn.
            worth, turn = self._figures.worth[Subject.DOUBT], Turn.LATER
        elif line.begun:
            worth, turn = self._figures.worth[Subject.THROW if kept else Subject.DOUBT], Turn.LATER
        return worth, turn, -line.since

    def _was_waiting(self, line: SpokenLine) -> bool:
        """Return whether a line was already waiting when the current sentence began."""
        return line.since <= self._sentence_began and any(other.current for other in self._waiting)

    def _is_news(self, line: SpokenLine, now: float) -> bool:
        if line.waits or line.begun or self._in_mid_sentence(line):
            return True
        kept = line.subject in self._figures.kept
        return now - line.since <= (self._figures.patience_kept if kept else self._figures.patience)

    def _long(self, line: SpokenLine) -> bool:
        """Return whether a line is a long explanation, not just a play."""
        return len(line.sentences) > 1 and sum(map(self._seconds, line.sentences)) >= self._figures.wait_from

    def _room(self, now: float) -> float:
        """Return the seconds of speech that fit before the next throw is expected. A fault stops the table."""
        times = list(self._thrown)
        between = [after - before for before, after in itertools.pairwise(times)]
        cadence = median(between) if between else self._figures.first_cadence
        until = times[-1] + cadence - now if times else cadence
        if any(line.subject is Subject.FAULT for line in self._waiting):
            until = math.inf
        return max(0.0, min(until, self._figures.share * cadence * len(self._spent) - sum(self._spent)))

    def _fit(self, now: float) -> None:
        """Shorten, then drop, the lines worth least, until the rest can be said in time."""
        if any(line.subject is Subject.FAULT for line in self._last):
            self._waiting = [self._few(line) for line in self._waiting]
        room = self._room(now)
        ruled = {line.since for line in self._waiting if line.subject is Subject.FAULT}
        if self._load() > room:  # The ruling that came with a verdict answers the claim.
            self._waiting = [
                line for line in self._waiting if line.subject is not Subject.CLAIM or line.since not in ruled
            ]
        if self._load() > room:
            self._together()
        for line in sorted(self._waiting, key=self._rank):
            if self._load() <= room:
                return
            # A line that has begun can lose its explanation, but a throw cannot lose its worth.
            at = self._waiting.index(line)
            kept = line.subject in self._figures.kept
            if line.current:
                continue
            if line.begun and (kept or self._figures.worth[line.subject] < self._figures.worth[Subject.THROW]):
                left = self._rest_of(line)
                self._waiting[at : at + 1] = [] if left is None else [left]
            elif line.begun:
                continue
            elif kept:  # Its last sentences are worth least.
                self._waiting[at] = self._cut(line, self._load() - room)
            elif line.brief != line.sentences:
                self._waiting[at] = replace(line, sentences=line.brief)
        for line in sorted(self._waiting, key=self._rank):
            if self._load() <= room or len(self._waiting) == 1:
                return
            # Only the next throw removes the dice and the lines worth more.
            if (
                not self._in_mid_sentence(line)
                and self._figures.worth[line.subject] < self._figures.worth[Subject.THROW]
            ):
                self._waiting.remove(line)

    def _few(self, line: SpokenLine) -> SpokenLine:
        """Put a line in few words, unless it has begun or its subject is always said."""
        kept = line.subject in self._figures.kept
        return line if kept or line.begun or line.current else replace(line, sentences=line.brief)

    def _together(self) -> None:
        """Join the faults of one side and moment into one sentence if they share words."""
        moments: dict[tuple[float, str], list[SpokenLine]] = {}
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

    def _cut(self, line: SpokenLine, excess: float) -> SpokenLine:
        """Remove a line's last sentences until it is `excess` seconds shorter, or use its few words."""
        *said, last = _whole(line.sentences)
        while said and (excess := excess - self._seconds(last)) > 0:
            *said, last = said
        return replace(line, sentences=_breaths(said) if len(said) > 1 else line.brief)

    def _load(self) -> float:
        return sum(self._seconds(sentence) for line in self._waiting for sentence in line.sentences)


def sentences(text: str) -> tuple[str, ...]:
    """Split a text into sentences.

    >>> sentences("Bezas. Aux blancs de jouer !")
    ('Bezas.', 'Aux blancs de jouer !')
    """
    return tuple(_SENTENCE.split(text))


def _ruling(text: str) -> tuple[str, ...]:
    """Split a text into sentences, and all but the first also at their colons."""
    first, *others = sentences(text)
    return (first, *(part for other in others for part in clauses(other)))


def _breaths(parts: Iterable[str]) -> tuple[str, ...]:
    """Cut sentences at the places where a fault may break in."""
    return tuple(breath for part in parts for breath in _BREATH.split(part))


def _sentence(breaths: Sequence[str]) -> tuple[str, ...]:
    """Return the breaths of the first sentence, or of the rest of it."""
    ends = next((at for at, breath in enumerate(breaths) if not breath.endswith(_GOES_ON)), len(breaths) - 1)
    return tuple(breaths[: ends + 1])


def _whole(breaths: Sequence[str]) -> list[str]:
    """Join breaths into sentences."""
    found = []
    while breaths:
        first = _sentence(breaths)
        found.append(" ".join(first))
        breaths = breaths[len(first) :]
    return found


def together(rulings: Sequence[str]) -> str:
    """Join rulings into one sentence that says shared words once; "" if they share none.

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
    """Split a text into sentences and also after each colon or semicolon.

    >>> clauses("Six et as : deux points aux blancs. Et deux de reste.")
    ('Six et as.', 'Deux points aux blancs.', 'Et deux de reste.')
    """
    found = []
    for said in sentences(text):
        *heads, last = _COLON.split(said)
        parts = [*(f"{head}." for head in heads), last]
        found += [parts[0], *(part[:1].upper() + part[1:] for part in parts[1:])]
    return tuple(found)
