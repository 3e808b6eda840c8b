"""Everything said at a table of trictrac, in a single tour or a partie à écrire."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final

from announce.notice import Reprise
from announce.phrases.catalogue import catalogue
from announce.phrases.coaching import coach_phrase, of_36
from announce.phrases.course import COURSE
from announce.phrases.ecrire import MARQUES
from announce.phrases.faults import FAULTS
from announce.phrases.lessons import LESSONS
from announce.phrases.marks import MARKS
from announce.phrases.notices import NOTICES, reprise_kind
from announce.phrases.plays import PLAYS
from announce.phrases.registry import Entry, Line, Manner, Repertoire
from announce.phrases.solo import SOLO
from announce.phrases.throws import THROWS
from announce.phrases.words import Words, sentence
from coach.trictrac.reasons import Reason
from events.a_ecrire import EcrireState
from events.state import Mode
from events.trictrac.state import Holding, Phase, TableState
from rules.position import Position, Side

if TYPE_CHECKING:
    from collections.abc import Iterator

    from announce.phrases.registry import Entries


def _reprise_line(reprise: Reprise, words: Words, _manner: Manner) -> Line:
    """Say where the game stands, so that a listener need not look."""
    text = words.catalogue.text
    state = reprise.state.table if isinstance(reprise.state, EcrireState) else reprise.state
    if not isinstance(state, TableState):
        raise TypeError(f"{type(state).__name__} is no state of trictrac")
    held = [
        text("reprise.side", trous=words.trous(held.trous), points=words.points(held.points), **words.sides(side))
        for side, held in ((Side.BLANCS, state.blancs), (Side.NOIRS, state.noirs))
    ]
    parts = (text("reprise"), *held, text("reprise.turn", **words.sides(state.trait)))
    return Line.both(" ".join(sentence(part) for part in parts), parts[0])


def _reprises() -> Iterator[Reprise]:
    for side in Side:
        for trous, points in zip(range(13), itertools.cycle(range(0, 11, 2)), strict=False):
            held = Holding(points, bredouille=False, trous=trous, owed=0)
            yield Reprise(
                "", 0.0,
                TableState(Mode.SCORE, Phase.TO_THROW, Position.start(), side, None, (), held, held, None, 1, 1, None),
            )  # fmt: skip


REPRISE: Final[Entries] = {Reprise: Entry(words=_reprise_line, kind=reprise_kind, examples=_reprises)}

TRICTRAC: Final = Repertoire(
    {**THROWS, **PLAYS, **MARKS, **FAULTS, **MARQUES, **SOLO, **LESSONS, **COURSE, **NOTICES, **REPRISE}
)


@coach_phrase.register(Reason)
def _reason(reason: Reason, side: Side, language: str = "fr") -> str:
    """Return one reason of the coach, as a sentence to `side`."""
    text = catalogue(language).text
    key = f"coach.trictrac.{reason.name}"
    jan = (
        ""
        if reason.jan is None or reason.name == "coin_next"
        else text(f"coach.jan.{reason.jan.removesuffix('_rempli').removesuffix('_conserve')}")
    )
    cases = ""
    if reason.name == "exposed":
        key += ".one" if len(reason.cases) == 1 else ".many"
        words = Words(catalogue(language))
        cases = ", ".join(str(words.case(side, case)) for case in reason.cases)
    throws = of_36(reason.throws, catalogue(language))
    return sentence(text(key, throws=throws, jan=jan, cases=cases, points=str(reason.points)))
