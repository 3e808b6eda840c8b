"""The agreement for a match of backgammon: the table [backgammon] of the settings."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from tablier.storage.settings import Agreement


class BackgammonAgreement(Agreement, frozen=True, kw_only=True):
    """The agreement for a match of backgammon.

    points: the length of the match, 0 to go on until the players stop (`basis`)
    pips: no match and no cube; the loser's pip count is scored
    crawford: whether the cube is not used in one game
    """

    section: ClassVar[str] = "backgammon"
    moved: ClassVar[dict[str, tuple[str, str]]] = {"costs": ("table", "costs")}

    points: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    pips: bool = False
    crawford: bool = True


AGREEMENTS = {BackgammonAgreement.section: BackgammonAgreement}
