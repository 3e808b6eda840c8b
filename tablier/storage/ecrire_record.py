"""The settlement sheet of a partie à écrire, from its rulings (docs/games.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from announce.report.sheet import sheet
from events.a_ecrire.rulings import MarqueRuled
from events.rulings import standing
from rules.games.a_ecrire import PartieAEcrire

if TYPE_CHECKING:
    from collections.abc import Iterable

    from events.rulings import Ruling
    from tablier.storage.settings import Settings


def sheet_of(settings: Settings, rulings: Iterable[Ruling]) -> str:
    """The sheet after these rulings, in the table's language. Raises ValueError at a table that plays none."""
    convention = settings.convention
    if convention is None:
        raise ValueError("no partie à écrire is played here")
    marques = tuple(
        ruling.marque for ruling in standing(rulings) if isinstance(ruling, MarqueRuled) and ruling.marque is not None
    )
    return sheet(PartieAEcrire(convention, None, marques), settings.table.language)
