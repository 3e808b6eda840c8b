"""The coach's reasons in words. Each game registers words for its own reasons (`coach_phrase.register`)."""

from __future__ import annotations

from functools import singledispatch
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from announce.phrases.catalogue import Catalogue
    from coach.advice import AnyReason
    from rules.position import Side


@singledispatch
def coach_phrase(reason: AnyReason, side: Side, language: str = "fr") -> str:  # noqa: ARG001 - of each game's words
    """Return a reason as a sentence to `side`, whose play it is. Raises TypeError for a reason without words."""
    raise TypeError(f"{type(reason).__name__}: a reason without words, expected one that a game registered")


def of_36(throws: int, words: Catalogue) -> str:
    """Return in words how many of the 36 throws."""
    return words.text("coach.throws.one") if throws == 1 else words.text("coach.throws.many", count=str(throws))
