"""The phrases for trouble with a device, and the kind of the announcement that a game is resumed."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Final

from announce.announcement import Priority, Severity, Subject
from announce.notice import TROUBLES, AnyTrouble, Notice
from announce.phrases.registry import AnnouncementKind, Entries, Entry, Line, Manner
from announce.phrases.words import Words
from events.peg_reading import HoleFault


def trouble_key(trouble: AnyTrouble) -> str:
    """Return the key of a trouble's phrases; a hole's faults have the prefix `hole_`."""
    return f"trouble.hole_{trouble}" if isinstance(trouble, HoleFault) else f"trouble.{trouble}"


def _notice_line(notice: Notice, words: Words, _manner: Manner) -> Line:
    context = "over" if notice.over else "begun"
    said = words.catalogue.text(trouble_key(notice.trouble), context, detail=notice.detail or "?")
    return Line.both(said)


def _notice_kind(notice: Notice, _manner: Manner) -> AnnouncementKind:
    if notice.over:
        return AnnouncementKind(Subject.DEVICE, Severity.NOTICE)
    return AnnouncementKind(Subject.DEVICE, Severity.ALERT, Priority.URGENT)


RESUMED: Final = AnnouncementKind(Subject.COURSE, Severity.NOTICE, Priority.HIGH)
"""The properties of the announcement that a game is resumed."""


def _notices() -> Iterator[Notice]:
    for trouble, over in itertools.product(TROUBLES, (False, True)):
        yield Notice("", 0.0, trouble, over=over, detail="7")


NOTICES: Final[Entries] = {Notice: Entry(words=_notice_line, kind=_notice_kind, examples=_notices)}
"""The entries about devices, for tables of every game."""
