"""The four ways of settling who throws first (Lois V; Jeu 1, priorité; Jeu 2, coup et dés)."""

from __future__ import annotations

from enum import StrEnum


class Methode(StrEnum):
    """The ways of settling the primauté before the first throw."""

    UN_DE_CHACUN = "un_de_chacun"  # Lois V: the higher die begins, and plays the two numbers
    PLUS_PRES_DU_FORT = "plus_pres_du_fort"  # Lois V: one player throws both; the player nearest the higher die begins
    UN_DE_CHACUN_ET_RELANCE = "un_de_chacun_et_relance"  # Jeu 1: the higher die begins, and throws both dice
    COUP_ET_DES = "coup_et_des"  # Jeu 2: one throws both; the higher die is nearer to the beginner's bande
