"""The state of a table at which a partie à écrire is played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee.ecrire.sitting import Sitting
    from referee.state import TableState


@dataclass(frozen=True, slots=True)
class EcrireState:
    """The throw under way as at any table, and the partie it belongs to."""

    table: TableState
    sitting: Sitting
