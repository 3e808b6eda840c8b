"""Rule codes: fixed sets of options. No code path depends on a code's name, only on its options."""

from __future__ import annotations

from dataclasses import dataclass, fields


@dataclass(frozen=True, slots=True, kw_only=True)
class Code:
    """The rules of jans and plays that two players agree on before they sit down.

    Attributes:
        rencontre: the second player marks when his first throw of the tour equals the first player's (Jeu 2).
        margot_la_fendue: an empty case between two adverse demi-cases gives points to the adversary (Jeu 2, option).
        pile_de_misere: the pile scores when made and kept (Lois Tarif; Jeu 2).
        ecoles_en_dernier: écoles count after all other points of a throw (Lois XVII); otherwise they follow the points
            they were made on (Jeu 3, chronologie du marquage).
        tolerance_premiere_dame: a first dame set short of the higher number may still be moved on (Jeu 3, fausse case
            4.1).
        des_inclines: a die that leans is good on jetons, and elsewhere if a third die stays on top of it (Jeu 1,
            validité du coup de dés 4 and 8); by Lois VI it is bad.
    """

    rencontre: bool = False
    margot_la_fendue: bool = False
    pile_de_misere: bool = True
    ecoles_en_dernier: bool = True
    tolerance_premiere_dame: bool = False
    des_inclines: bool = False


LOIS_2013 = Code()
JEU_DE_TRICTRAC = Code(rencontre=True, ecoles_en_dernier=False, tolerance_premiere_dame=True, des_inclines=True)

CODES: dict[str, Code] = {"lois-2013": LOIS_2013, "jeu-de-trictrac": JEU_DE_TRICTRAC}

OPTIONS: tuple[str, ...] = tuple(field.name for field in fields(Code))
"""The names of a code's options; each can be changed on top of a preset."""
