"""The agreement before a partie à écrire."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from events.trictrac.settings import Settings
    from rules.games.a_ecrire import Convention, Joueur


@dataclass(frozen=True, slots=True, kw_only=True)
class EcrireSettings:
    """The table's settings and the stakes. blancs, noirs: who sits down first."""

    table: Settings
    convention: Convention
    blancs: Joueur
    noirs: Joueur
