"""The acts, rulings, state and settings of a partie à écrire, in addition to those of trictrac."""

from __future__ import annotations

from dataclasses import dataclass, fields

from events.acts import Act, ByHand
from events.rulings import Ruling
from events.trictrac.acts import ACTS as TRICTRAC
from events.trictrac.settings import Settings
from events.trictrac.state import TableState
from rules.games.a_ecrire import Convention, Issue, Joueur, Marque, SeatedPartie
from rules.position import Side


@dataclass(frozen=True, slots=True, kw_only=True)
class EcrireState(TableState):
    """The state of the table as in trictrac, and the partie it belongs to."""

    seated: SeatedPartie

    @classmethod
    def of(cls, table: TableState, seated: SeatedPartie) -> EcrireState:
        """Return the state of a table with the partie."""
        return cls(**{each.name: getattr(table, each.name) for each in fields(table)}, seated=seated)


@dataclass(frozen=True, slots=True)
class PlayersSeated(ByHand):
    """The names of the two players from now on, by the side they play."""

    blancs: str
    noirs: str


ACTS: tuple[type[Act], ...] = (*TRICTRAC, PlayersSeated)
"""Every act of a partie à écrire."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class EcrireSettings:
    """The table's settings and the stakes. blancs, noirs: who sits down first."""

    table: Settings
    convention: Convention
    blancs: Joueur
    noirs: Joueur
