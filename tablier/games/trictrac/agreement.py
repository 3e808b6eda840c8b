"""The agreement for a partie à écrire: the table [a_ecrire] of the settings."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from rules.games.a_ecrire import Convention
from tablier.storage.settings import NAME, Agreement, Name, SettingsError, check_name


class EcrireAgreement(Agreement, frozen=True, kw_only=True):
    """A partie à écrire; played when `joueurs` names its players (docs/a-ecrire.md).

    joueurs: two, three, or four; of four, the first and third are partners. The first begins with the dames of
        Blancs, the second with those of Noirs
    marques: how many are played
    consolation, mise, fiche: in jetons
    plafond: the trou at which a marqué ends by itself, 0 for none
    """

    section: ClassVar[str] = "a_ecrire"
    patterns: ClassVar[dict[str, str]] = {"joueurs": f"1 to 64 {NAME}"}

    joueurs: list[Name] = []  # noqa: RUF012 - msgspec copies it
    marques: Annotated[int, msgspec.Meta(ge=1, le=96)] = 8
    consolation: Annotated[int, msgspec.Meta(ge=0, le=99)] = 2
    mise: Annotated[int, msgspec.Meta(ge=0, le=99)] = 1
    plafond: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    fiche: Annotated[int, msgspec.Meta(ge=1, le=99)] = 5

    @property
    def convention(self) -> Convention | None:
        """The rules of the partie; None when none is played. Raises ValueError naming what is wrong."""
        joueurs = tuple(self.joueurs)
        if not joueurs:
            return None
        camps = (joueurs[::2], joueurs[1::2]) if len(joueurs) == 4 else tuple((joueur,) for joueur in joueurs)
        return Convention(camps, self.marques, self.consolation, self.mise, self.plafond or None, self.fiche)

    def check(self) -> None:
        """Raise SettingsError for players or marqués that make no partie, and for a name that cannot be printed."""
        for number, joueur in enumerate(self.joueurs):
            check_name(f"a_ecrire.joueurs[{number}]", joueur)
        try:
            _ = self.convention
        except ValueError as error:
            raise SettingsError(f"a_ecrire: {error}") from None


AGREEMENTS = {EcrireAgreement.section: EcrireAgreement}
