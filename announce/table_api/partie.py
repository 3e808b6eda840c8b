"""The published state of a partie à écrire, besides its throws: the players, the marqués and the accounts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from announce.report.sheet import amount
from rules.games.paiement_a_ecrire import comptes

if TYPE_CHECKING:
    from announce.table_api.payloads import Json
    from rules.games.a_ecrire import Sitting


def partie_payload(sitting: Sitting) -> dict[str, Json]:
    """Return the partie so far. Amounts are in jetons, as text with their sign."""
    partie = sitting.partie
    rencontre = partie.rencontre
    return {
        "blancs": sitting.blancs,
        "noirs": sitting.noirs,
        "joueurs": list(partie.convention.joueurs),
        "marque": rencontre.numero if rencontre else None,
        "marques": partie.convention.marques,
        "refaits": rencontre.refaits if rencontre else 0,
        "played": [
            {
                "marque": marque.rencontre.numero,
                "vainqueur": marque.vainqueur,
                "perdant": marque.perdant,
                "trous": marque.trous,
                "trous_adverses": marque.trous_adverses,
                "bredouille": int(marque.bredouille),
                "refaits": marque.rencontre.refaits,
            }
            for marque in partie.marques
        ],
        "comptes": {
            joueur: {
                "marques": amount(compte.marques),
                "queue": amount(compte.queue),
                "paris": amount(compte.paris),
                "total": amount(compte.total),
                "fiches": amount(compte.fiches),
            }
            for joueur, compte in comptes(partie.convention, partie.marques).items()
        },
    }
