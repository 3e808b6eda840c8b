"""Why the board is cleared and the dames start again."""

from __future__ import annotations

from enum import StrEnum


class ReleveCause(StrEnum):
    """Why the dames went back to their talons: all of one side's are out, or that side leaves (Jeu 2, les relevés)."""

    SORTIE = "sortie"
    S_EN_ALLER = "s_en_aller"
