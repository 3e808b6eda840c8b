"""The coach's reasons in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from announce.phrases.catalogue import catalogue

if TYPE_CHECKING:
    from coach.trictrac.reasons import Reason


def coach_phrase(reason: Reason, language: str = "fr") -> str:
    """One reason as a sentence."""
    return catalogue(language).text(f"coach.{reason.name}", throws=str(reason.throws))
