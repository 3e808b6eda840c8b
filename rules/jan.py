"""The worth of a throw, item by item."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.position import Case, Side


class JanName(StrEnum):
    """The figures that score (Lois X-XIII and Tarif; Jeu 2)."""

    SIX_TABLES = "six_tables"
    DEUX_TABLES = "deux_tables"
    CONTRE_DEUX_TABLES = "contre_deux_tables"
    MEZEAS = "mezeas"
    CONTRE_MEZEAS = "contre_mezeas"
    BATTRE_A_VRAI = "battre_a_vrai"
    BATTRE_A_FAUX = "battre_a_faux"
    BATTRE_LE_COIN = "battre_le_coin"
    PETIT_JAN_REMPLI = "petit_jan_rempli"
    PETIT_JAN_CONSERVE = "petit_jan_conserve"
    GRAND_JAN_REMPLI = "grand_jan_rempli"
    GRAND_JAN_CONSERVE = "grand_jan_conserve"
    JAN_DE_RETOUR_REMPLI = "jan_de_retour_rempli"
    JAN_DE_RETOUR_CONSERVE = "jan_de_retour_conserve"
    SORTIE = "sortie"
    IMPUISSANCE = "impuissance"
    PILE_DE_MISERE_REALISEE = "pile_de_misere_realisee"
    PILE_DE_MISERE_CONSERVEE = "pile_de_misere_conservee"
    RENCONTRE = "rencontre"
    MARGOT_LA_FENDUE = "margot_la_fendue"


class Table(StrEnum):
    """The half of the board in which a beaten dame stands: cases 7..18 are the grands jans."""

    PETITS_JANS = "petits_jans"
    GRANDS_JANS = "grands_jans"


@dataclass(frozen=True, slots=True)
class Way:
    """One way (façon) of making a figure: its dames, as (case they stand on, case they reach).

    Cases are in the thrower's numbering. A dame that uses both numbers is one pair; `rest` is then where it rests.
    """

    dames: tuple[tuple[Case, Case], ...]
    rest: Case | None = None


@dataclass(frozen=True, slots=True)
class Jan:
    """One item of the worth of a throw.

    Attributes:
        name: the figure.
        side: the side that marks it.
        ways: how many façons are counted.
        points: 2..12 (impuissance 2 or 4).
        article: its law, as short name and place ("Lois X", "Jeu 2, Margot la fendue").
        table, case: of the beaten dame (thrower's numbering), else None.
        how: the ways, for explanations.
    """

    name: JanName
    side: Side
    ways: int
    points: int
    article: str
    table: Table | None = None
    case: Case | None = None
    how: tuple[Way, ...] = ()
