"""The end of a marqué in words: who won it and how, or that it is played again, and who plays next (Lois XV, XIX)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from announce.announcement import NEW_THROW, Priority, Severity, Subject
from announce.phrases.registry import Entry, Kind, Line, Manner
from announce.phrases.throws import HEAD
from announce.phrases.words import Words, sentence
from events.a_ecrire import MarqueRuled
from rules.games.a_ecrire import Bredouille, Issue, Marque, Rencontre
from rules.position import Side

if TYPE_CHECKING:
    from collections.abc import Iterator

    from announce.phrases.registry import Entries

WON: Final = {Bredouille.SIMPLE: "marque.won", Bredouille.PETITE: "marque.petite", Bredouille.GRANDE: "marque.grande"}


def _line(ruling: MarqueRuled, words: Words, _manner: Manner) -> Line:
    text = words.catalogue.text
    numero, marque = words.number(ruling.numero), ruling.marque
    if marque is None:
        said = [text("marque.refait", numero=numero, trous=words.trous(ruling.trous[0]))]
    else:
        trous, other = words.trous(marque.trous), words.number(marque.trous_adverses)
        said = [text(WON[marque.bredouille], numero=numero, joueur=marque.vainqueur, trous=trous, adverse=other)]
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
        words=_line,
        kind=lambda _ruling, _manner: Kind(
            Subject.COURSE, Severity.NOTICE, Priority.URGENT, NEW_THROW, article="Lois XIX"
        ),
        examples=_marques,
    )
}
"""The entry for the end of a marqué."""
