"""The referee's ruling at the end of a marqué (Lois II, XVI, XIX)."""

from __future__ import annotations

from dataclasses import dataclass

from events.rulings import Ruling
from rules.games.a_ecrire import Issue, Joueur, Marque
from rules.position import Side


@dataclass(frozen=True, slots=True)
class MarqueRuled(Ruling):
    """A marqué is over: won, or to be played again (refait).

    Attributes:
        numero: of the marqué.
        marque: as it was won, None for a refait.
        side: the winner's, None for a refait.
        trous: of Blancs and Noirs.
        blancs: who plays Blancs next, None when every marqué has been played.
        noirs: likewise for Noirs.
        first: the side that begins next, None likewise.
    """

    numero: int
    issue: Issue
    marque: Marque | None
    side: Side | None
    trous: tuple[int, int]
    blancs: Joueur | None
    noirs: Joueur | None
    first: Side | None
