"""A table's publications as plain JSON values. The schemas next to this file describe each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, TypeAlias

from announce.announcement import Announcement
from announce.phrases.catalogue import Catalogue, catalogue, languages
from announce.phrases.words import Words, sentence
from events.rulings import CaseDifference
from rules.jan import Jan
from rules.position import Dice, Side

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
DISPLAY_WIDTH: Final = 20


def jan_payload(jan: Jan) -> dict[str, Json]:
    """Return one jan of a throw's worth. Cases are in the thrower's numbering."""
    return {
        "jan": str(jan.name),
        "for": str(jan.side),
        "ways": jan.ways,
        "points": jan.points,
        "article": jan.article,
        "table": str(jan.table) if jan.table else None,
        "case": jan.case,
        "how": [{"dames": [[start, end] for start, end in way.dames], "rest": way.rest} for way in jan.how],
    }


def display_lines(*lines: str) -> tuple[str, ...]:
    """Return lines as a small display shows them: at most twenty characters, in fonts without a non-breaking space."""
    return tuple(line.replace("\u00a0", " ")[:DISPLAY_WIDTH] for line in lines)


def plays_in_words(
    words: Callable[[Catalogue], Words], side: Side, plays: Iterable[Sequence[Any]], dice: Dice | None
) -> dict[str, Json]:
    """Return each play as a sentence, by language, in the order of `plays`. words: of the game played."""
    spoken = {language: words(catalogue(language)) for language in languages()}
    played = list(plays)
    return {
        language: [sentence(said.moves(side, moves, dice)) for moves in played] for language, said in spoken.items()
    }


def differences_payload(differences: Iterable[CaseDifference]) -> list[Json]:
    """Return the cases that are not as they should be."""
    return [
        {"side": str(side), "case": case, "expected": expected, "seen": seen}
        for side, case, expected, seen in differences
    ]


def announcement_payload(announcement: Announcement) -> dict[str, Json]:
    """Return an announcement as an event."""
    return {
        "id": announcement.id,
        "t": announcement.t,
        "throw": announcement.throw,
        "kind": announcement.kind,
        "severity": str(announcement.severity),
        "priority": int(announcement.priority),
        "article": announcement.article,
        "text": dict(announcement.text),
        "choices": list(announcement.choices),
        "cases": [{"side": str(side), "case": case} for side, case in announcement.cases],
        "differences": differences_payload(announcement.differences),
        "evidence": list(announcement.evidence),
    }
