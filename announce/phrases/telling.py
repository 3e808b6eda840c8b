"""Rulings and notices into announcements: a pure function, no state between two calls.

What is said aloud is shorter than what is written, and in referee mode nothing is said that the laws leave to the
players to see (Lois XVII: nobody need mark, nor be told of, an école).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from announce.announcement import NEW_THROW, Announcement, Priority, Severity, Subject
from announce.notice import Advice, Guessed, LevelChanged, Notice, Reprise, Reviewed, StillToMake
from announce.phrases.catalogue import catalogue
from announce.phrases.lines import SIMPLE, Manner, Told, line_of
from announce.phrases.words import Words
from events.rulings import (
    ClaimRuled,
    Disorder,
    Doubt,
    DoubtSettled,
    OrderRestored,
    Played,
    Revised,
    ThrowRefused,
    ThrowWorth,
    Window,
    Withdrawn,
)
from events.state import Mode
from events.trictrac.rulings import (
    CarriedOut,
    FaultRuled,
    HeldOrLeft,
    Marked,
    MarksAmiss,
    PlayToMake,
    ReleveRuled,
    TourWon,
)
from rules.position import Side
from rules.record.notation import format_play

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rules.position import Case

_SCORE = {Side.BLANCS: Subject.SCORE_BLANCS, Side.NOIRS: Subject.SCORE_NOIRS}
_WITHDRAWN = (Marked, FaultRuled, HeldOrLeft, ReleveRuled, TourWon)
"""What is taken back in words; a throw or a play that is judged again is simply told as it now is."""
_NOTHING: frozenset[Subject] = frozenset()


@dataclass(frozen=True, slots=True)
class _Kind:
    """What an announcement is, whatever the language."""

    subject: Subject
    severity: Severity = Severity.INFO
    priority: Priority = Priority.NORMAL
    stales: frozenset[Subject] = _NOTHING
    article: str | None = None


def announcements(
    told: Told,
    *,
    mode: Mode,
    languages: Sequence[str] = ("fr", "en"),
    prompting: bool = False,
    asking: bool = False,
    buttons: bool = False,
    unclaimed: bool = True,
    companion: Side | None = None,
    jetons: bool = False,
) -> tuple[Announcement, ...]:
    """What to tell people of a ruling or a notice, in each language; empty when nothing may be told.

    prompting: in referee mode, tell also what a throw is worth and the faults that can still be claimed; asking: of a
    throw, ask what it is worth instead of telling; buttons: the board has some, by which a doubt may be answered;
    unclaimed: in referee mode, tell a fault nobody claimed once its time is over; companion: the side it plays itself,
    in a solo game; jetons: whether points are marked with them.
    Raises UnknownLanguage for a language without a catalogue.
    """
    asking = asking and isinstance(told, ThrowWorth)
    manner = Manner(mode, prompting, asking, buttons, companion, jetons)
    if _kept_back(told, manner, unclaimed=unclaimed):
        return ()
    kind = _kind(told, manner)
    text: dict[str, str] = {}
    spoken: dict[str, str] = {}
    for language in languages:
        line = line_of(told, Words(catalogue(language)), manner)
        text[language] = line.text
        if kind.article and mode is Mode.REFEREE and line.text:
            text[language] = catalogue(language).text("article", text=line.text, article=kind.article)
        spoken[language] = line.spoken
    if not any(text.values()):
        return ()
    return (
        Announcement(
            id=told.id,
            t=told.t,
            throw=None if isinstance(told, Notice | Reprise | LevelChanged) else told.throw,
            kind="throw_asked" if asking else kind_name(told),
            subject=kind.subject,
            stales=kind.stales,
            severity=kind.severity,
            priority=kind.priority,
            article=kind.article,
            text=text,
            spoken=spoken,
            choices=_choices(told),
            cases=_cases(told),
            differences=told.differences if isinstance(told, Disorder) else (),
        ),
    )


def _kept_back(told: Told, manner: Manner, *, unclaimed: bool) -> bool:
    """Whether it may not be told here, or would be no news."""
    if isinstance(told, Withdrawn) and (told.asked or not isinstance(told.what, _WITHDRAWN)):
        return True
    ruled = told.what if isinstance(told, Withdrawn) else told
    if isinstance(ruled, FaultRuled) and (manner.discreet or ruled.fault.by is manner.companion):
        return not _may_tell(ruled.window, unclaimed=unclaimed)
    # A simple fault was told when it was made: that it is past is no news.
    return isinstance(told, FaultRuled) and told.fault.name in SIMPLE and told.window is not Window.OPEN


def _may_tell(window: Window, *, unclaimed: bool) -> bool:
    """Whether a referee tells a fault now: never while it can be claimed, nor one that was mended in time."""
    return window is Window.CLAIMED or (window is Window.CLOSED and unclaimed)


def _choices(told: Told) -> tuple[str, ...]:
    """A doubt's plays in the notation of the game record; "" for no move at all."""
    if not isinstance(told, Doubt):
        return ()
    return tuple(format_play(moves, told.side) if moves else "" for moves in told.choices)


def _cases(told: Told) -> tuple[tuple[Side, Case], ...]:
    """The cases a fault, a doubt or a disorder is about."""
    match told:
        case FaultRuled():
            return tuple((told.fault.by, case) for case in told.fault.cases)
        case Doubt():
            return tuple((told.side, case) for case in told.cases)
        case CarriedOut():
            return tuple((told.side, case) for case, _, _ in told.differences)
        case Disorder():
            return tuple((side, case) for side, case, _, _ in told.differences)
    return ()


def kind_name(told: object) -> str:
    """The name of a ruling's class in lower case with underscores."""
    name = type(told).__name__
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in name).lstrip("_")


def _kind(told: Told, manner: Manner) -> _Kind:
    match told:
        case ThrowWorth():
            articles = (
                () if manner.discreet or manner.asking else tuple(dict.fromkeys(jan.article for jan in told.jans))
            )
            return _Kind(Subject.THROW, stales=NEW_THROW, article=" ; ".join(articles) or None)
        case ThrowRefused():
            return _Kind(Subject.THROW, Severity.WARNING, Priority.HIGH, NEW_THROW, told.article)
        case Played():
            return _Kind(Subject.PLAY, priority=Priority.LOW, stales=frozenset({Subject.PLAY}))
        case Revised():
            return _Kind(Subject.PLAY, Severity.NOTICE, Priority.HIGH, frozenset({Subject.PLAY, Subject.DOUBT}))
        case Marked():
            priority = Priority.HIGH if told.trous or told.ecole else Priority.NORMAL
            return _Kind(_SCORE[told.side], Severity.NOTICE, priority, frozenset({_SCORE[told.side]}))
        case FaultRuled():
            return _Kind(Subject.FAULT, Severity.WARNING, Priority.HIGH, article=told.fault.article)
        case ClaimRuled():
            return _Kind(Subject.CLAIM, Severity.WARNING, Priority.HIGH, article=told.article or None)
        case HeldOrLeft():
            return _Kind(Subject.COURSE, Severity.NOTICE)
        case PlayToMake() | StillToMake():
            return _Kind(Subject.PLAY, Severity.NOTICE, Priority.HIGH, frozenset({Subject.PLAY}))
        case CarriedOut():
            wrong = Severity.WARNING if told.differences else Severity.INFO
            return _Kind(Subject.PLAY, wrong, Priority.HIGH, frozenset({Subject.PLAY}))
        case MarksAmiss():
            return _Kind(_SCORE[told.side], Severity.WARNING, Priority.HIGH, frozenset({_SCORE[told.side]}))
        case Advice() | Reviewed():
            return _Kind(Subject.PLAY, Severity.NOTICE)
        case LevelChanged():
            return _Kind(Subject.COURSE, Severity.NOTICE)
        case ReleveRuled():
            return _Kind(Subject.COURSE, Severity.NOTICE, stales=NEW_THROW)
        case TourWon():
            return _Kind(Subject.COURSE, Severity.NOTICE, Priority.URGENT, NEW_THROW)
        case Withdrawn():
            kind = _kind(told.what, manner)
            return replace(kind, severity=Severity.NOTICE, priority=Priority.HIGH, stales=frozenset({kind.subject}))
        case Doubt():
            return _Kind(Subject.DOUBT, Severity.WARNING, Priority.HIGH, frozenset({Subject.DOUBT}))
        case DoubtSettled():
            return _Kind(Subject.DOUBT, priority=Priority.LOW, stales=frozenset({Subject.DOUBT}))
        case Disorder():
            return _Kind(Subject.ORDER, Severity.WARNING, Priority.HIGH, frozenset({Subject.ORDER}))
        case OrderRestored():
            return _Kind(Subject.ORDER, priority=Priority.LOW, stales=frozenset({Subject.ORDER}))
        case Notice():
            severity = Severity.NOTICE if told.over else Severity.ALERT
            return _Kind(Subject.DEVICE, severity, Priority.NORMAL if told.over else Priority.URGENT)
        case Reprise():
            return _Kind(Subject.COURSE, Severity.NOTICE, Priority.HIGH)
        case Guessed():
            return _Kind(Subject.THROW, Severity.NOTICE, stales=NEW_THROW)
    raise TypeError(f"no announcement is made of {type(told).__name__}")
