"""Holding or going away (Lois XVI; Jeu 2, s'en aller, tenir, tenir par obligation; Jeu 3, jetons 9 and 10)."""

from __future__ import annotations

import pytest

from rules.games.tenue import Conduct, Tenue, tenue

HOLDS, LEAVES, RESTE = Conduct.SAID_HOLDS, Conduct.SAID_LEAVES, Conduct.RESTE_MARKED
ADVANCED, BACK = Conduct.DAME_ADVANCED, Conduct.DAME_TAKEN_BACK


@pytest.mark.parametrize(
    ("conduct", "expected"),
    [
        # Jeu 2, s'en aller: said before a dame is touched.
        ((LEAVES, ADVANCED), Tenue.S_EN_VA),
        # Jeu 2, s'en aller: a dame taken back in silence, whatever he says then.
        ((BACK,), Tenue.S_EN_VA),
        ((BACK, HOLDS), Tenue.S_EN_VA),
        # Jeu 2, tenir: said, or a dame advanced, whatever he says then.
        ((HOLDS, BACK), Tenue.TIENT),
        ((ADVANCED, LEAVES), Tenue.TIENT),
        # Jeu 3, jetons 10: points de reste marked.
        ((RESTE, LEAVES), Tenue.TIENT),
        # Jeu 3, jetons 9: the jeton waits at the talon while he deliberates.
        ((), None),
    ],
)
def test_what_binds(conduct: tuple[Conduct, ...], expected: Tenue | None) -> None:
    """The first thing said or done."""
    assert tenue(conduct, own_throw=True) is expected


@pytest.mark.parametrize("conduct", [(), (LEAVES,), (BACK,)])
def test_holding_by_obligation(conduct: tuple[Conduct, ...]) -> None:
    """Lois XVI; Jeu 2, tenir par obligation: the trou came from the other's throw."""
    assert tenue(conduct, own_throw=False) is Tenue.TIENT
