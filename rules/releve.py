"""Why a board is cleared and begun again."""

from __future__ import annotations

from enum import StrEnum


class ReleveCause(StrEnum):
    """Why the dames went back to their talons: all of one side's are out, or he leaves (Jeu 2, les relevés)."""

    SORTIE = "sortie"
    S_EN_ALLER = "s_en_aller"
