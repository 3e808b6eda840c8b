"""The registry of what can be said: one entry a kind of ruling or notice, and one way from there to an announcement.

1. An entry holds the words, what the announcement is about, how urgent it is, and examples of every value that
   changes its words. The list of phrases, the recorded voice and the tests are made of those examples.
2. A game brings a repertoire: its entries, and its words for cases and plays.
3. In referee mode nothing is said that the laws leave to the players to see (Lois XVII).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from announce.announcement import Announcement, Priority, Severity, Subject
from announce.phrases.catalogue import catalogue, languages
from announce.phrases.words import Words, sentence
from events.rulings import Withdrawn
from events.state import Mode

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from rules.position import Case, Side

T = TypeVar("T")
WordsT = TypeVar("WordsT", bound=Words)


@dataclass(frozen=True, slots=True)
class Manner:
    """How things are announced at a table.

    mode: the table's; prompting: the referee announces what players should see; asking: a throw is asked about;
    buttons: the board has some; unclaimed: an unclaimed fault is announced once its time is over;
    met: how often the pupil has heard each jan explained, by name; companion: the side that speaks of itself as "I";
    jetons: points are marked with them.
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
        """Whether what the laws leave to the players is kept back."""
        return self.mode is Mode.REFEREE and not self.prompting

    @property
    def explains(self) -> bool:
        """Whether everything is explained."""
        return self.mode is Mode.LESSON


@dataclass(frozen=True, slots=True)
class Line:
    """One language's words: to be read, to be said, and to be said when time is short."""

    text: str
    spoken: str
    brief: str = ""

    @classmethod
    def both(cls, text: str, brief: str = "") -> Line:
        """The same words to read and to hear, as a sentence."""
        return cls(sentence(text), sentence(text), sentence(brief))


@dataclass(frozen=True, slots=True)
class Kind:
    """What an announcement is, whatever the language.

    stales: subjects whose waiting lines it makes out of date; withdrawn: whether it is taken back in words: a throw or
    a play that is judged again is announced as it now is.
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

    words: its line in one language; kind: what it is; examples: one value for each change of its words; announced:
    whether it may be said here, and is news; name: of the kind on the wire, for a special case; choices: plays to
    choose from in notation; cases: what to mark on the board; differences: expected and seen; about: a fault, where it
    is one or grants a claim of one.
    """

    words: Callable[[T, WordsT, Manner], Line]
    kind: Callable[[T, Manner], Kind]
    examples: Callable[[], Iterable[T]]
    announced: Callable[[T, Manner], bool] = lambda _ruling, _manner: True
    name: Callable[[T, Manner], str] = lambda ruling, _manner: kind_name(ruling)
    choices: Callable[[T], tuple[str, ...]] = lambda _ruling: ()
    cases: Callable[[T], tuple[tuple[Side, Case], ...]] = lambda _ruling: ()
    differences: Callable[[T], tuple[tuple[Side, Case, int, int], ...]] = lambda _ruling: ()
    about: Callable[[T], str] = lambda _ruling: ""


Entries: TypeAlias = "dict[type, Entry[Any, Any]]"
"""Entries by the class of what they announce."""


@dataclass(frozen=True, slots=True)
class Repertoire:
    """What can be said at one game's tables: its entries by class, and its words for values."""

    entries: Entries
    words: type[Words] = Words

    def examples(self) -> Iterable[object]:
        """One ruling or notice for each value that changes the words; a withdrawal of each that can be withdrawn."""
        for entry in self.entries.values():
            yield from entry.examples()
            example = next(iter(entry.examples()), None)
            if example is not None and entry.kind(example, Manner(Mode.LESSON)).withdrawn:
                yield Withdrawn("", 0.0, 1, example)

    def line(self, ruling: object, words: Words, manner: Manner) -> Line:
        """The words of a ruling or notice in one language; every part may be empty.

        Raises KeyError for what this game never says.
        """
        if isinstance(ruling, Withdrawn):
            return _withdrawn(self.line(ruling.what, words, manner), words)
        line: Line = self.entries[type(ruling)].words(ruling, words, manner)
        return line


def announcements(
    ruling: object,
    repertoire: Repertoire,
    manner: Manner,
    *,
    spoken_in: Sequence[str] | None = None,
) -> tuple[Announcement, ...]:
    """What to announce of a ruling or a notice; empty when nothing may be said.

    spoken_in: language codes, every language there is when None.
    Raises UnknownLanguage for a language without a catalogue.
    """
    what = ruling.what if isinstance(ruling, Withdrawn) else ruling
    entry = repertoire.entries.get(type(what))
    if entry is None:  # This game has no words for it.
        return ()
    kind: Kind = entry.kind(what, manner)
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
            text={code: _cited(line.text, cited, code) for code, line in lines.items()},
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
    """The name of a ruling's class in lower case with underscores."""
    name = type(ruling).__name__
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in name).lstrip("_")


def articles(names: Iterable[str]) -> str | None:
    """Several articles as one reference: each code named once, its articles in order ("Lois X, XI").

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


def _cited(text: str, article: str | None, code: str) -> str:
    return catalogue(code).text("article", text=text, article=article) if article and text else text


def _withdrawn(line: Line, words: Words) -> Line:
    """Say that what was announced does not hold; what was never said need not be taken back."""
    taken_back = sentence(words.catalogue.text("withdrawn"))
    text, spoken, brief = (f"{taken_back} {said}" if said else "" for said in (line.text, line.spoken, line.brief))
    return Line(text, spoken, brief)
