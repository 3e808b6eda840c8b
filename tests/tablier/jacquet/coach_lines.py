"""The answer of `tablier coach` about jacquet: to move the courier, and why."""

from __future__ import annotations

from announce.phrases.registry import coach_phrase
from coach.advice import AnyReason
from coach.lines import Say
from rules.position import Side
from rules.question import Json, trait


class CourierFirst(AnyReason):
    """No other dame may move before the courier is home."""

    __slots__ = ()


@coach_phrase.register(CourierFirst)
def _words(_reason: CourierFirst, side: Side, language: str = "fr") -> str:
    return {"fr": f"Le courrier de {side} d'abord.", "en": f"The courier of {side} first."}[language]


def _plays(question: Json, say: Say) -> Json:
    return {"plays": [], "reasons": [say(CourierFirst(), trait(question))]}


ANSWERS = {"jacquet": {None: _plays}}
