"""Everything said at a table of trictrac, of a single tour or of a partie à écrire."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from announce.phrases.catalogue import catalogue
from announce.phrases.coaching import coach_phrase, of_36
from announce.phrases.course import COURSE
from announce.phrases.ecrire import MARQUES
from announce.phrases.faults import FAULTS
from announce.phrases.lessons import LESSONS
from announce.phrases.marks import MARKS
from announce.phrases.notices import NOTICES, REPRISE
from announce.phrases.plays import PLAYS
from announce.phrases.registry import Repertoire
from announce.phrases.solo import SOLO
from announce.phrases.throws import THROWS
from announce.phrases.words import Words, sentence
from coach.trictrac.reasons import Reason

if TYPE_CHECKING:
    from rules.position import Side

TRICTRAC: Final = Repertoire(
    {**THROWS, **PLAYS, **MARKS, **FAULTS, **MARQUES, **SOLO, **LESSONS, **COURSE, **NOTICES, **REPRISE}
)


@coach_phrase.register(Reason)
def _reason(reason: Reason, side: Side, language: str = "fr") -> str:
    """One reason of the coach, as a sentence to `side`."""
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
