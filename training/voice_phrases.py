"""The phrases to record: every line that a table of trictrac can say, cut where a speaker takes breath.

The lines are those of the registry's examples (`announce.phrases`), which change one value at a time. A line is cut at
its punctuation marks and at the joints in the catalogue ("|"). The synthesiser speaks lines with a name, a number in
digits or a device's detail. It also speaks the course: each of its sentences is rarely said, and they would not fit.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from announce.phrases.catalogue import JOINT, catalogue, variants
from announce.phrases.course import COURSE
from announce.phrases.trictrac import TRICTRAC
from announce.voice.recorded import name_of
from events.a_ecrire import MarqueRuled
from training.phrase_list import MANNERS

LEFT: Final = (MarqueRuled, *COURSE)
"""Not recorded: rulings that name players, and the lines of the course."""
_PIECE: Final = re.compile(rf"([^.!?:;,{re.escape(JOINT)}]+)([.!?:;,{re.escape(JOINT)}]*)")


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece to record; final: it can end a sentence; continuing: more can follow it."""

    text: str
    final: bool
    continuing: bool


def pieces(spoken: Iterable[str]) -> dict[str, Piece]:
    """Return the pieces to record of these lines, by file name."""
    found: dict[str, Piece] = {}
    for line in spoken:
        for text, mark in cut(line):
            name = name_of(text)
            before = found.get(name, Piece(text, final=False, continuing=False))
            final = mark in (".", "!", "?")
            found[name] = Piece(before.text, before.final or final, before.continuing or not final)
    return found


def cut(line: str) -> Iterator[tuple[str, str]]:
    """A line's pieces, each with the mark that follows it: one of . ! ? : ; , or a joint.

    >>> list(cut("Les blancs jouent|du talon, vite !"))
    [('Les blancs jouent', '|'), ('du talon', ','), ('vite', '!')]
    """
    for text, marks in _PIECE.findall(line.replace("\u00a0", " ")):
        if name_of(text):
            yield text.strip(" «»“”"), marks[:1] or "."


def lines(language: str) -> Iterator[str]:
    """Yield every line that a table of trictrac can say, with its joints, except those left to the synthesiser."""
    seen = set()
    spoken = [TRICTRAC.words(catalogue(language, joints=True, preferred=(name,))) for name in ("", *variants())]
    for ruling, manner, words in itertools.product(TRICTRAC.examples(), MANNERS, spoken):
        if isinstance(ruling, LEFT):
            continue
        said = TRICTRAC.line(ruling, words, manner)
        for line in (said.spoken, said.brief):
            if line and not re.search(r"[\d(]", line) and line not in seen:
                seen.add(line)
                yield line
