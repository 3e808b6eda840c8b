"""Faults and their remedies as values. Windows and claimants of each fault are in `rules.fault_table`."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.position import Case, Position, Side


class FaultName(StrEnum):
    """Every fault in the table of faults (Lois XVII-XVIII; Jeu 3)."""

    ECOLE_MOINS_J = "ecole_moins_J"
    ECOLE_MOINS_A = "ecole_moins_A"
    ECOLE_TROP_J = "ecole_trop_J"
    ECOLE_TROP_A = "ecole_trop_A"
    ECOLE_PARTIELLE = "ecole_partielle"
    FAUSSE_ECOLE = "fausse_ecole"
    AUGMENTATION = "augmentation"
    ECOLE_REMPLIR = "ecole_remplir"
    ECOLE_CONSERVER = "ecole_conserver"
    ECOLE_SORTIE = "ecole_sortie"
    DEUX_JETONS = "deux_jetons"
    IMPUISSANTE = "impuissante"
    DEPART_SUR_ECOLE = "depart_sur_ecole"
    CASE_INTERDITE_1 = "case_interdite_1"
    CASE_INTERDITE_2 = "case_interdite_2"
    CASE_INTERDITE_3 = "case_interdite_3"
    CASE_INTERDITE_4 = "case_interdite_4"
    FAUSSE_CASE_1 = "fausse_case_1"
    FAUSSE_CASE_2 = "fausse_case_2"
    FAUSSE_CASE_3 = "fausse_case_3"
    FAUSSE_CASE_4_1 = "fausse_case_4_1"
    FAUSSE_CASE_4_2 = "fausse_case_4_2"
    FAUSSE_CASE_5 = "fausse_case_5"
    FAUSSE_CASE_6 = "fausse_case_6"
    FAUSSE_CASE_7 = "fausse_case_7"
    FAUSSE_CASE_8 = "fausse_case_8"
    FAUSSE_CASE_9 = "fausse_case_9"
    FAUSSE_CASE_10 = "fausse_case_10"
    FAUSSE_CASE_11 = "fausse_case_11"
    COUVRIR = "couvrir"
    TROUS_BREDOUILLE = "trous_bredouille"
    HORS_TOUR = "hors_tour"
    DES_LEVES = "des_leves"


class RemedyName(StrEnum):
    """The remedies that a claimant can choose for a fault."""

    LEAVE = "leave"
    REPLAY_DAME = "replay_dame"
    REPLAY_BOTH = "replay_both"
    TOUT_D_UNE = "tout_d_une"
    BACK_TO_HIGHER = "back_to_higher"
    TAKE_BACK = "take_back"
    FORBID_COIN = "forbid_coin"
    FORBID_COVER = "forbid_cover"
    PLAY_HIGHER = "play_higher"
    REPLAY_LEGALLY = "replay_legally"
    MARK_IMPUISSANCE = "mark_impuissance"
    FILL = "fill"
    KEEP = "keep"
    TAKE_OUT = "take_out"
    MARK = "mark"


@dataclass(frozen=True, slots=True)
class Remedy:
    """One remedy that the claimant may choose.

    Attributes:
        positions: every position that the remedy can lead to.
        points: what it gives the claimant.
        free: whether the player at fault chooses among the positions.
    """

    name: RemedyName
    positions: tuple[Position, ...] = ()
    points: int = 0
    free: bool = False


@dataclass(frozen=True, slots=True)
class AnyFault:
    """A committed fault of any game.

    Attributes:
        name: its name in the game's table of faults.
        by: the side that committed it.
        article: the article that defines it.
        cases: the cases concerned, in the numbering of the side at fault.
        points: the worth of an école to the other side (even; 0 when the fault is no école).
    """

    name: StrEnum
    by: Side
    article: str
    cases: tuple[Case, ...] = ()
    points: int = 0


@dataclass(frozen=True, slots=True)
class Fault(AnyFault):
    """A fault of trictrac; remedies: what the claimant may choose."""

    name: FaultName
    remedies: tuple[Remedy, ...] = ()
