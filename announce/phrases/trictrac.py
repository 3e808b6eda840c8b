"""Everything said at a table of trictrac, in a single tour or a partie à écrire."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Final

from announce.announcement import NEW_THROW, SCORE, Priority, Severity, Subject
from announce.notice import BredouilleTurned, Introduced, LessonStage, Reprise
from announce.phrases.catalogue import catalogue
from announce.phrases.course import COURSE
from announce.phrases.faults import FAULTS
from announce.phrases.marks import MARKS
from announce.phrases.notices import NOTICES, RESUMED
from announce.phrases.plays import PLAYS
from announce.phrases.registry import AnnouncementKind, Entries, Entry, Line, Manner, Repertoire, coach_phrase, of_36
from announce.phrases.solo import SOLO
from announce.phrases.throws import HEAD, THROWS
from announce.phrases.words import Words, sentence
from coach.trictrac.reasons import Reason
from events.a_ecrire import MarqueRuled
from events.state import Mode
from events.trictrac.state import Holding, Phase, TableState
from rules.games.a_ecrire import Bredouille, Issue, Marque, Rencontre
from rules.position import Position, Side

SENTENCES: Final = 3
"""Sentences about a stage; a listener does not remember more."""


def _stage_line(news: Introduced, words: Words, _manner: Manner) -> Line:
    said = [words.catalogue.text(f"lesson.{news.stage}.{number}") for number in range(1, SENTENCES + 1)]
    return Line.both(" ".join(map(sentence, said)))


def _bredouille_line(news: BredouilleTurned, words: Words, _manner: Manner) -> Line:
    key = "lesson.bredouille.gained" if news.gained else "lesson.bredouille.lost"
    return Line.both(words.catalogue.text(key, **words.sides(news.side)))


LESSONS: Final[Entries] = {
    Introduced: Entry(
        words=_stage_line,
        kind=AnnouncementKind(Subject.COURSE, Severity.NOTICE, Priority.HIGH),
        examples=lambda: (Introduced("", 0.0, 1, stage) for stage in LessonStage),
    ),
    BredouilleTurned: Entry(
        words=_bredouille_line,
        kind=lambda news, _manner: AnnouncementKind(SCORE[news.side], Severity.NOTICE),
        examples=lambda: (BredouilleTurned("", 0.0, 1, side, gained) for side in Side for gained in (True, False)),
    ),
}
"""The entries for a lesson."""


MARQUE_WON: Final = {
    Bredouille.SIMPLE: "marque.won",
    Bredouille.PETITE: "marque.petite",
    Bredouille.GRANDE: "marque.grande",
}


def _marque_line(ruling: MarqueRuled, words: Words, _manner: Manner) -> Line:
    text = words.catalogue.text
    numero, marque = words.number(ruling.numero), ruling.marque
    if marque is None:
        said = [text("marque.refait", numero=numero, trous=words.trous(ruling.trous[0]))]
    else:
        trous, other = words.trous(marque.trous), words.number(marque.trous_adverses)
        said = [text(MARQUE_WON[marque.bredouille], numero=numero, joueur=marque.vainqueur, trous=trous, adverse=other)]
    if ruling.blancs is None or ruling.noirs is None or ruling.first is None:
        said.append(text("marque.over"))
    else:
        premier = ruling.blancs if ruling.first is Side.BLANCS else ruling.noirs
        said.append(text("marque.next", blancs=ruling.blancs, noirs=ruling.noirs, premier=premier))
    return Line.both(" ".join(sentence(part) for part in said), said[0])


def _marques() -> Iterator[MarqueRuled]:
    played = Rencontre(3, "Anne", "Bruno")
    for first in Side:
        for bredouille, trous, other in ((1, 8, 5), (2, 6, 0), (4, 12, 0)):
            marque = Marque(played, "Anne", trous, other, Bredouille(bredouille))
            yield MarqueRuled(*HEAD, 3, Issue.GAGNE, marque, Side.BLANCS, (trous, other), "Anne", "Bruno", first)
        yield MarqueRuled(*HEAD, 3, Issue.REFAIT, None, None, (6, 6), "Anne", "Bruno", first)
    last = Marque(played, "Bruno", 7, 6, Bredouille.SIMPLE)
    yield MarqueRuled(*HEAD, 3, Issue.GAGNE, last, Side.NOIRS, (6, 7), None, None, None)


MARQUES: Final[Entries] = {
    MarqueRuled: Entry(
        words=_marque_line,
        kind=AnnouncementKind(Subject.COURSE, Severity.NOTICE, Priority.URGENT, NEW_THROW, article="Lois XIX"),
        examples=_marques,
    )
}
"""The entry for the end of a marqué."""


def _reprise_line(reprise: Reprise, words: Words, _manner: Manner) -> Line:
    """Say where the game stands, so that a listener need not look."""
    text = words.catalogue.text
    state = reprise.state
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
                TableState(
                    mode=Mode.SCORE, phase=Phase.TO_THROW, position=Position.start(), trait=side, jans=(), blancs=held,
                    noirs=held, pavillon=None, throw=1, tour=1,
                ),
            )  # fmt: skip


REPRISE: Final[Entries] = {Reprise: Entry(words=_reprise_line, kind=RESUMED, examples=_reprises)}

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
        cases = str(words.cases(side, reason.cases))
    throws = of_36(reason.throws, catalogue(language))
    return sentence(text(key, throws=throws, jan=jan, cases=cases, points=str(reason.points)))
