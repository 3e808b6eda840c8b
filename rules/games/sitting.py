"""A partie à écrire with its players at the board: which player has the light dames and which the dark ones."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from rules.games.a_ecrire import PartieAEcrire
from rules.position import Side

if TYPE_CHECKING:
    from rules.games.a_ecrire import Convention, Issue, Joueur
    from rules.marking import Score


@dataclass(frozen=True, slots=True)
class Sitting:
    """The partie so far; blancs, noirs: the players at the board, or the last two."""

    partie: PartieAEcrire
    blancs: Joueur
    noirs: Joueur

    @classmethod
    def start(cls, convention: Convention, blancs: Joueur, noirs: Joueur, first: Side) -> Sitting:
        """Seat the first two players; `first` has the primauté. Raises ValueError unless they are adversaries."""
        premier, second = (blancs, noirs) if first is Side.BLANCS else (noirs, blancs)
        return cls(PartieAEcrire.start(convention, premier, second), blancs, noirs)

    @property
    def first(self) -> Side | None:
        """The side that has the primauté of the marqué being played; None when all are played."""
        rencontre = self.partie.rencontre
        if rencontre is None:
            return None
        return Side.BLANCS if rencontre.premier == self.blancs else Side.NOIRS

    def seated(self, blancs: Joueur, noirs: Joueur) -> Sitting:
        """Return the sitting with the two players on these sides.

        Raises ValueError when they are not the two at the board.
        """
        if {blancs, noirs} != {self.blancs, self.noirs}:
            raise ValueError(f"{blancs!r} and {noirs!r}: expected {self.blancs!r} and {self.noirs!r}, in either order")
        return replace(self, blancs=blancs, noirs=noirs)

    def ended(self, score: Score) -> tuple[Sitting, Issue]:
        """Return the sitting and result after a player left with these marks; the other keeps his place (Lois XIX)."""
        partie, issue = self.partie.ended(score, self.blancs)
        rencontre = partie.rencontre
        if rencontre is None:
            return replace(self, partie=partie), issue
        both = (rencontre.premier, rencontre.second)
        if self.noirs in both:
            blancs = next(joueur for joueur in both if joueur != self.noirs)
            return Sitting(partie, blancs, self.noirs), issue
        noirs = next(joueur for joueur in both if joueur != self.blancs)
        return Sitting(partie, self.blancs, noirs), issue
