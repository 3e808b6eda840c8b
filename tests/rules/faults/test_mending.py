"""What may be put right and until when (Jeu 3, incidents liés aux jetons, pavillon et fichets)."""

from __future__ import annotations

import pytest

from rules.fault_table import Moment
from rules.faults.mending import MENDINGS, What

MARKING = (Moment.TOUCH, Moment.THROW)


@pytest.mark.parametrize(
    ("what", "until", "article"),
    [
        (What.JETON_HELD, (Moment.RELEASE,), "Jeu 3, jetons 2, 3"),
        (What.JETON_RELEASED, None, "Jeu 3, jetons 1, 4"),
        (What.POINTS, MARKING, "Jeu 3, jetons 5, 16"),
        (What.BREDOUILLE, (Moment.THROW_J,), "Jeu 3, jetons 6, 7, 8"),
        (What.RESTE, MARKING, "Jeu 3, jetons 9, 10"),
        (What.ADVERSE_POINTS, (Moment.THROW_J,), "Jeu 3, jetons 11"),
        (What.PAVILLON, (), "Jeu 3, jetons 12"),
        (What.TROUS, MARKING, "Jeu 3, jetons 13, 14"),
        (What.TROUS_BREDOUILLE, (Moment.THROW_J,), "Jeu 3, jetons 15"),
        (What.ADVERSE_JETON, (), "Jeu 3, jetons 17"),
    ],
)
def test_until_which_act(what: What, until: tuple[Moment, ...] | None, article: str) -> None:
    """Never, always, or until the first of some acts."""
    assert (MENDINGS[what].until, MENDINGS[what].article) == (until, article)


def test_all_seventeen_rules() -> None:
    """Each once; and only the bredouille can be lost meanwhile (rule 8)."""
    assert sorted(rule for row in MENDINGS.values() for rule in row.rules) == list(range(1, 18))
    assert [what for what, row in MENDINGS.items() if row.unless_lost] == [What.BREDOUILLE]
