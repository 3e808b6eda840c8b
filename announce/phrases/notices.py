"""The phrases for the table itself: a device's trouble, and that a game goes on."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final

from announce.announcement import Priority, Severity, Subject
from announce.notice import DeviceTrouble, Notice, Reprise
from announce.phrases.registry import Entry, Kind, Line, Manner
from announce.phrases.words import Words, sentence
from events.a_ecrire.state import EcrireState
from events.state import Mode
from events.trictrac.state import Holding, Phase, TableState
from rules.position import Position, Side

if TYPE_CHECKING:
    from collections.abc import Iterator

    from announce.phrases.registry import Entries


def _notice_line(notice: Notice, words: Words, _manner: Manner) -> Line:
    context = "over" if notice.over else "begun"
    said = words.catalogue.text(f"trouble.{notice.trouble}", context, detail=notice.detail or "?")
    return Line.both(said)


def _notice_kind(notice: Notice, _manner: Manner) -> Kind:
    if notice.over:
        return Kind(Subject.DEVICE, Severity.NOTICE)
    return Kind(Subject.DEVICE, Severity.ALERT, Priority.URGENT)


def _reprise_line(reprise: Reprise, words: Words, _manner: Manner) -> Line:
    """Where the game stands: a listener must not have to look."""
    text, state = words.catalogue.text, reprise.state
    if isinstance(state, EcrireState):
        state = state.table
    if not isinstance(state, TableState):  # A game of backgammon has its own words.
        return Line("", "")
    held = [
        text("reprise.side", trous=words.trous(held.trous), points=words.points(held.points), **words.sides(side))
        for side, held in ((Side.BLANCS, state.blancs), (Side.NOIRS, state.noirs))
    ]
    parts = (text("reprise"), *held, text("reprise.turn", **words.sides(state.trait)))
    return Line.both(" ".join(sentence(part) for part in parts), parts[0])


def reprise_kind(_reprise: Reprise, _manner: Manner) -> Kind:
    """A game goes on."""
    return Kind(Subject.COURSE, Severity.NOTICE, Priority.HIGH)


def _notices() -> Iterator[Notice]:
    for trouble, over in itertools.product(DeviceTrouble, (False, True)):
        yield Notice("", 0.0, trouble, over=over, detail="7")


def _reprises() -> Iterator[Reprise]:
    for side in Side:
        for trous, points in zip(range(13), itertools.cycle(range(0, 11, 2)), strict=False):
            held = Holding(points, bredouille=False, trous=trous, owed=0)
            yield Reprise(
                "", 0.0,
                TableState(Mode.SCORE, Phase.TO_THROW, Position.start(), side, None, (), held, held, None, 1, 1, None),
            )  # fmt: skip


NOTICES: Final[Entries] = {Notice: Entry(words=_notice_line, kind=_notice_kind, examples=_notices)}
"""The entries of what is said of devices, at tables of every game."""
REPRISE: Final[Entries] = {Reprise: Entry(words=_reprise_line, kind=reprise_kind, examples=_reprises)}
"""The entry of a game of trictrac that goes on."""
