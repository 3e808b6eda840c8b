"""The coach's reasons in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from announce.phrases.catalogue import catalogue
from announce.phrases.words import Words, sentence
from coach.backgammon.advice import Reason as BackgammonReason

if TYPE_CHECKING:
    from coach.trictrac.reasons import Reason
    from rules.position import Side


def coach_phrase(reason: Reason | BackgammonReason, side: Side, language: str = "fr") -> str:
    """One reason as a sentence to `side`, whose play it is."""
    text = catalogue(language).text
    throws = text("coach.throws.one") if reason.throws == 1 else text("coach.throws.many", count=str(reason.throws))
    if isinstance(reason, BackgammonReason):
        some = "" if not reason.men else ".one" if reason.men == 1 else ".many"
        return text(f"coach.backgammon.{reason.name}{some}", throws=throws, count=str(reason.men))
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
    return sentence(text(key, throws=throws, jan=jan, cases=cases, points=str(reason.points)))
