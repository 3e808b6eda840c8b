"""The answer of `tablier rules` about jacquet: the case of the thrower's foremost dame."""

from __future__ import annotations

from rules.position import Side
from rules.question import Json, both_sides, trait
from tests.tablier.jacquet.plugin import courier


def answered(question: Json) -> Json:
    """Return the case of the courier."""
    blancs, noirs = both_sides(question, 24)
    return {"courier": courier(blancs if trait(question) is Side.BLANCS else noirs)}


ANSWERS = {"jacquet": answered}
