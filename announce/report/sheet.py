"""The settlement sheet of a partie à écrire: the marqués one by one, and each player's account (Lois XIX)."""

from __future__ import annotations

from fractions import Fraction

from announce.phrases.catalogue import FALLBACK, catalogue
from rules.games.a_ecrire import PartieAEcrire
from rules.games.paiement_a_ecrire import comptes, prix


def sheet(partie: PartieAEcrire, language: str = FALLBACK) -> str:
    """Return the sheet as text: a line for each marqué, then for each player. Jetons lost are negative."""
    text = catalogue(language).text
    lines = [text("sheet.title", played=str(len(partie.marques)), marques=str(partie.convention.marques)), ""]
    head = [text(f"sheet.{name}") for name in ("marque", "winner", "loser", "trous", "bredouille", "refaits", "price")]
    rows = [head]
    for marque in partie.marques:
        price = prix(marque, partie.convention)
        rows.append(
            [
                str(marque.rencontre.numero),
                marque.vainqueur,
                marque.perdant,
                f"{marque.trous}-{marque.trous_adverses}",
                text(f"sheet.bredouille.{int(marque.bredouille)}"),
                str(marque.rencontre.refaits or ""),
                f"{price.trous} + {price.consolation}",
            ]
        )
    lines.extend(_table(rows))
    accounts = [[text(f"sheet.{name}") for name in ("player", "marques", "queue", "paris", "total", "fiches")]]
    for joueur, compte in comptes(partie.convention, partie.marques).items():
        amounts = (compte.marques, compte.queue, compte.paris, compte.total, compte.fiches)
        accounts.append([joueur, *map(amount, amounts)])
    return "\n".join([*lines, "", *_table(accounts)]) + "\n"


def amount(value: Fraction) -> str:
    """Return jetons or fiches with their sign, as a whole number and a fraction.

    >>> from fractions import Fraction
    >>> amount(Fraction(-7, 2)), amount(Fraction(4)), amount(Fraction(1, 5))
    ('-3 1/2', '+4', '+1/5')
    """
    whole, rest = divmod(abs(value), 1)
    sign = "-" if value < 0 else "+" if value > 0 else ""
    parts = [str(whole)] if whole or not rest else []
    if rest:
        parts.append(f"{rest.numerator}/{rest.denominator}")
    return sign + " ".join(parts)


def _table(rows: list[list[str]]) -> list[str]:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
