"""The dames of each player as the partie à écrire goes on (Lois V, XIX)."""

from __future__ import annotations

import pytest

from rules.games.a_ecrire import Convention, Issue
from rules.games.sitting import Sitting
from rules.marking import Holding, Score
from rules.position import Side

BLANCS, NOIRS = Side.BLANCS, Side.NOIRS
TROIS = Convention((("A",), ("B",), ("C",)), 3)


def marks(blancs: int, noirs: int) -> Score:
    return Score(Holding(trous=blancs), Holding(trous=noirs))


@pytest.mark.parametrize("first", Side)
def test_the_first_two(first: Side) -> None:
    """Lois V: the dice decide the primauté, whatever the player's dames."""
    sitting = Sitting.start(TROIS, "A", "B", first)
    assert (sitting.blancs, sitting.noirs, sitting.first) == ("A", "B", first)
    rencontre = sitting.partie.rencontre
    assert rencontre is not None
    assert rencontre.premier == ("A" if first is BLANCS else "B")


@pytest.mark.parametrize(
    ("score", "blancs", "noirs", "first"), [(marks(7, 4), "C", "B", NOIRS), (marks(4, 7), "A", "C", BLANCS)]
)
def test_the_player_who_stays_keeps_his_dames_and_has_the_primaute(
    score: Score, blancs: str, noirs: str, first: Side
) -> None:
    """Lois XIX: the winner of the first marqué gives up his place."""
    sitting, issue = Sitting.start(TROIS, "A", "B", BLANCS).ended(score)
    assert (sitting.blancs, sitting.noirs, sitting.first, issue) == (blancs, noirs, first, Issue.GAGNE)


@pytest.mark.parametrize(("score", "issue"), [(marks(7, 7), Issue.REFAIT), (marks(5, 2), Issue.RELEVE)])
def test_a_refait_and_a_releve_leave_everybody_where_he_is(score: Score, issue: Issue) -> None:
    """Lois II, XIX: the same players, and the same primauté."""
    sitting, found = Sitting.start(TROIS, "A", "B", NOIRS).ended(score)
    assert (sitting.blancs, sitting.noirs, sitting.first, found) == ("A", "B", NOIRS, issue)


def test_the_last_marque() -> None:
    """No side has the primauté of a finished game; the last players are still named."""
    sitting = Sitting.start(TROIS, "A", "B", BLANCS)
    for score in (marks(7, 4), marks(7, 4), marks(7, 4)):
        before = sitting
        sitting, _ = sitting.ended(score)
    assert (sitting.blancs, sitting.noirs, sitting.first) == (before.blancs, before.noirs, None)


def test_changing_places() -> None:
    """The two players exchange dames, and the primauté stays with its player."""
    sitting = Sitting.start(TROIS, "A", "B", BLANCS).seated("B", "A")
    assert (sitting.blancs, sitting.noirs, sitting.first) == ("B", "A", NOIRS)
    with pytest.raises(ValueError, match="'A' and 'C': expected 'B' and 'A', in either order"):
        sitting.seated("A", "C")
