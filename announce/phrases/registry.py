"""The registry of announcements: one entry for each kind of ruling or notice, and one way to announce them all.

1. An entry holds the words, the subject, the urgency, and examples of every value that changes its words. The list of
   phrases, the recorded voice and the tests are made from those examples.
2. Each game has a repertoire: its entries, and its words for cases and plays.
3. In referee mode nothing is announced that the laws leave to the players to see (Lois XVII).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import singledispatch
from typing import Any, Generic, TypeAlias, TypeVar

from announce.announcement import Announcement, Priority, Severity, Subject
from announce.phrases.catalogue import Catalogue, catalogue, languages
from announce.phrases.words import Words, sentence
from coach.advice import AnyReason
from events.rulings import CaseDifference, Withdrawn
from events.state import Mode
from rules.position import Case, Side

T = TypeVar("T")
WordsT = TypeVar("WordsT", bound=Words)


@dataclass(frozen=True, slots=True)
class Manner:
    """How things are announced at a table.

    Attributes:
        mode: of the table.
        prompting: whether the referee announces what the players should see themselves.
        asking: whether the players are asked what a throw is worth.
        buttons: whether the board has buttons.
        unclaimed: whether an unclaimed fault is announced once its time is over.
        met: how often the pupil has heard each jan explained, by name.
        companion: the side that speaks of itself as "I".
        jetons: whether points are marked with jetons.
    """

    mode: Mode
    prompting: bool = False
    asking: bool = False
    buttons: bool = False
    unclaimed: bool = True
    met: Mapping[str, int] = field(default_factory=dict)
    companion: Side | None = None
    jetons: bool = False

    @property
    def discreet(self) -> bool:
        """Whether everything that the laws leave to the players to see is kept back."""
        return self.mode is Mode.REFEREE and not self.prompting

    @property
    def explains(self) -> bool:
        """Whether everything is explained."""
        return self.mode is Mode.LESSON


@dataclass(frozen=True, slots=True)
class Line:
    """The words in one language: to read, to say, and to say when time is short."""

    text: str
    spoken: str
    brief: str = ""

    @classmethod
    def both(cls, text: str, brief: str = "") -> Line:
        """Return a line with the same words to read and to hear, as a sentence."""
        return cls(sentence(text), sentence(text), sentence(brief))


@dataclass(frozen=True, slots=True)
class AnnouncementKind:
    """The properties of an announcement that do not depend on the language.

    Attributes:
        subject: what it is about.
        severity: how serious it is.
        priority: how urgent it is.
        stales: subjects whose waiting lines it makes out of date.
        article: the law it rests on.
        withdrawn: whether it is taken back in words. A throw or a play is not: it is announced again as it now stands.
    """

    subject: Subject
    severity: Severity = Severity.INFO
    priority: Priority = Priority.NORMAL
    stales: frozenset[Subject] = frozenset()
    article: str | None = None
    withdrawn: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry(Generic[T, WordsT]):
    """One kind of ruling or notice.

    Attributes:
        words: return its line in one language.
        kind: its properties, or a function that returns them.
        examples: return one value for each change of its words.
        announced: whether it is announced at this table.
        name: its kind on the wire; the default is the name of its class.
        choices: plays to choose from, in notation.
        cases: cases to mark on the board.
        differences: side, case, dames expected, dames seen.
        about: the fault that it rules on or whose claim it grants; otherwise empty.
    """

    words: Callable[[T, WordsT, Manner], Line]
    kind: AnnouncementKind | Callable[[T, Manner], AnnouncementKind]
    examples: Callable[[], Iterable[T]]
    announced: Callable[[T, Manner], bool] = lambda _ruling, _manner: True
    name: Callable[[T, Manner], str] = lambda ruling, _manner: kind_name(ruling)
    choices: Callable[[T], tuple[str, ...]] = lambda _ruling: ()
    cases: Callable[[T], tuple[tuple[Side, Case], ...]] = lambda _ruling: ()
    differences: Callable[[T], tuple[CaseDifference, ...]] = lambda _ruling: ()
    about: Callable[[T], str] = lambda _ruling: ""

    def kind_of(self, ruling: T, manner: Manner) -> AnnouncementKind:
        """Return the properties of a ruling or notice at this table."""
        return self.kind if isinstance(self.kind, AnnouncementKind) else self.kind(ruling, manner)


Entries: TypeAlias = "dict[type, Entry[Any, Any]]"
"""Entries by the class of the ruling or notice."""


@dataclass(frozen=True, slots=True)
class Repertoire:
    """All that can be announced in one game: its entries by class, and its words for values."""

    entries: Entries
    words: type[Words] = Words

    def examples(self) -> Iterable[object]:
        """Yield a ruling or notice for each value that changes the words, and a withdrawal where there can be one."""
        for entry in self.entries.values():
            yield from entry.examples()
            example = next(iter(entry.examples()), None)
            if example is not None and entry.kind_of(example, Manner(Mode.LESSON)).withdrawn:
                yield Withdrawn("", 0.0, 1, example)

    def line(self, ruling: object, words: Words, manner: Manner) -> Line:
        """Return the words of a ruling or notice in one language; every part may be empty.

        Raises KeyError for a class without an entry in this game.
        """
        if isinstance(ruling, Withdrawn):
            return _withdrawal(self.line(ruling.what, words, manner), words)
        line: Line = self.entries[type(ruling)].words(ruling, words, manner)
        return line


def announcements(
    ruling: object,
    repertoire: Repertoire,
    manner: Manner,
    *,
    spoken_in: Sequence[str] | None = None,
) -> tuple[Announcement, ...]:
    """Return the announcement of a ruling or notice; empty when it is not to be announced.

    spoken_in: language codes; None for all languages.
    Raises UnknownLanguage for a language without a catalogue.
    """
    what = ruling.what if isinstance(ruling, Withdrawn) else ruling
    entry = repertoire.entries.get(type(what))
    if entry is None:  # This game has no words for it.
        return ()
    kind: AnnouncementKind = entry.kind_of(what, manner)
    if isinstance(ruling, Withdrawn):
        if ruling.asked or not kind.withdrawn or not entry.announced(what, manner):
            return ()
        kind = replace(
            kind, severity=Severity.NOTICE, priority=Priority.HIGH, stales=frozenset({kind.subject}), article=None
        )
    elif not entry.announced(ruling, manner):
        return ()
    codes = languages() if spoken_in is None else tuple(spoken_in)
    lines = {code: repertoire.line(ruling, repertoire.words(catalogue(code)), manner) for code in codes}
    if not any(line.text for line in lines.values()):
        return ()
    cited = kind.article if manner.mode is Mode.REFEREE else None
    return (
        Announcement(
            id=ruling.id,  # type: ignore[attr-defined] # every ruling and notice has one
            t=ruling.t,  # type: ignore[attr-defined]
            throw=getattr(ruling, "throw", None),
            kind=kind_name(ruling) if isinstance(ruling, Withdrawn) else entry.name(ruling, manner),
            subject=kind.subject,
            stales=kind.stales,
            severity=kind.severity,
            priority=kind.priority,
            article=kind.article,
            text={code: _with_article(line.text, cited, code) for code, line in lines.items()},
            spoken={code: line.spoken for code, line in lines.items()},
            brief={code: line.brief or line.spoken for code, line in lines.items()},
            choices=() if isinstance(ruling, Withdrawn) else entry.choices(ruling),
            cases=() if isinstance(ruling, Withdrawn) else entry.cases(ruling),
            differences=() if isinstance(ruling, Withdrawn) else entry.differences(ruling),
            waits=manner.explains and any(line.spoken for line in lines.values()),
            about="" if isinstance(ruling, Withdrawn) else entry.about(ruling),
        ),
    )


def kind_name(ruling: object) -> str:
    """Return the name of a ruling's class in lower case with underscores."""
    name = type(ruling).__name__
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in name).lstrip("_")


def articles(names: Iterable[str]) -> str | None:
    """Join articles into one reference: each code named once, its articles in order ("Lois X, XI").

    >>> articles(["Lois XI", "Lois X", "Jeu 2, rencontre", "Lois X"])
    'Lois X, XI ; Jeu 2, rencontre'
    """
    found: dict[str, list[str]] = {}
    for name in dict.fromkeys(names):
        code, _, place = name.partition(" ")
        found.setdefault(code, []).append(place)
    merged = []
    for code, places in found.items():
        if all(place and not place.strip("IVXL") for place in places):
            merged.append(f"{code} {', '.join(sorted(places, key=_roman))}")
        else:
            merged.extend(f"{code} {place}".strip() for place in places)
    return " ; ".join(merged) or None


def _roman(number: str) -> int:
    values = [{"I": 1, "V": 5, "X": 10, "L": 50}[letter] for letter in number]
    return sum(-one if one < after else one for one, after in zip(values, [*values[1:], 0], strict=True))


def _with_article(text: str, article: str | None, code: str) -> str:
    words = catalogue(code)
    return words.text("article", text=text, article=reference(article, words)) if article and text else text


def reference(article: str, words: Catalogue) -> str:
    """Return an article with the language's mark between two codes: in French "Lois X ; Jeu 2"."""
    return words.text("article.next").join(part.strip() for part in article.split(";"))


def _withdrawal(line: Line, words: Words) -> Line:
    """Say that an announcement no longer holds. A part that was never announced stays empty."""
    taken_back = sentence(words.catalogue.text("withdrawn"))
    text, spoken, brief = (f"{taken_back} {said}" if said else "" for said in (line.text, line.spoken, line.brief))
    return Line(text, spoken, brief)


@singledispatch
def coach_phrase(reason: AnyReason, side: Side, language: str = "fr") -> str:  # noqa: ARG001 - of each game's words
    """Return a reason as a sentence to `side`, whose play it is. Raises TypeError for a reason without words."""
    raise TypeError(f"{type(reason).__name__}: a reason without words, expected one that a game registered")


def of_36(throws: int, words: Catalogue) -> str:
    """Return in words how many of the 36 throws."""
    return words.text("coach.throws.one") if throws == 1 else words.text("coach.throws.many", count=str(throws))
