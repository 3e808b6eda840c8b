"""The table of faults: it is complete, and each row's windows follow Jeu 3 and the Lois (docs/faults.md)."""

from __future__ import annotations

from enum import StrEnum

import pytest

from rules.fault import FaultName
from rules.fault_table import TABLE, FaultKind, Moment, Who, article_of, rows_of, table_of

M, J, A, EITHER = Moment, Who.J, Who.A, Who.EITHER

ROWS = [
    ("ecole_moins_J", "", J, M.TOUCH, (M.THROW_A,), "Lois XVII 3; Jeu 3, écoles par moins"),
    ("ecole_moins_A", "", A, M.THROW_A, (M.THROW_J,), "Lois XVII 3; Jeu 3, écoles par moins"),
    ("ecole_trop_J", "", J, M.RELEASE, (M.THROW_A,), "Lois XVII 3; Jeu 3, écoles par trop"),
    ("ecole_trop_A", "", A, M.RELEASE, (M.THROW_J,), "Lois XVII 3; Jeu 3, écoles par trop"),
    ("ecole_partielle", "", EITHER, M.RELEASE, (M.THROW_CLAIMANT,), "Lois XVII 3; Jeu 3, école d'école"),
    ("fausse_ecole", "", EITHER, M.RELEASE, (M.THROW_CLAIMANT,), "Lois XVII 3; Jeu 3, fausse école"),
    ("augmentation", "", EITHER, M.RELEASE, (M.THROW,), "Lois XVII 3; Jeu 3, augmentation d'école"),
    ("ecole_remplir", "a", J, M.TOUCH, (M.THROW_A,), "Lois XVII 3; Jeu 3, école liée au remplissage 1.1"),
    ("ecole_remplir", "b", J, M.PLAY_ENDS, (M.THROW_A,), "Lois XVII 3; Jeu 3, école liée au remplissage 1.2"),
    ("ecole_remplir", "c", J, M.RELEASE, (M.THROW_A,), "Lois XVII 3; Jeu 3, école liée au remplissage 1.3"),
    ("ecole_conserver", "a", J, M.TOUCH, (M.THROW_A,), "Lois XVII 3; Jeu 3, école liée à la conservation 1.1"),
    ("ecole_conserver", "b", J, M.PLAY_ENDS, (M.THROW_A,), "Lois XVII 3; Jeu 3, école liée à la conservation 1.2"),
    ("ecole_conserver", "c", J, M.RELEASE, (M.THROW_A,), "Lois XVII 3; Jeu 3, école liée à la conservation 1.3"),
    ("ecole_sortie", "", J, M.PLAY_ENDS, (M.THROW_A,), "Lois XVII 3; Jeu 3, école liée à la sortie"),
    ("deux_jetons", "", EITHER, M.NEXT_PLAY_ENDS, (M.THROW_CLAIMANT,), "Lois XVII 3; Jeu 3, école des deux jetons"),
    ("impuissante", "", J, M.PLAY_ENDS, (M.THROW_A,), "Lois VI; Jeu 3, école liée aux dames impuissantes"),
    (
        "depart_sur_ecole",
        "",
        J,
        M.DEPARTURE,
        (M.ASSENT, M.THROW_A),
        "Lois XVI; Jeu 3, chronologie du marquage et prise de trous",
    ),
    ("case_interdite_1", "", J, M.PLACED, (M.THROW_A,), "Lois IX, XVII 2; Jeu 3, cases interdites 1"),
    ("case_interdite_2", "", J, M.PLACED, (M.THROW_A,), "Lois IX, XVII 2; Jeu 3, cases interdites 2"),
    ("case_interdite_3", "", J, M.PLACED, (M.THROW_A,), "Lois VII, XVII 2; Jeu 3, cases interdites 3"),
    ("case_interdite_4", "", J, M.PLACED, (M.THROW_A,), "Lois XIV, XVII 2; Jeu 3, cases interdites 4"),
    ("case_interdite_4", "b", J, M.THROW_J, (M.PLAY_ENDS,), "Lois XIV; Jeu 3, cases interdites, traitement 3"),
    ("fausse_case_1", "", J, M.PLAY_ENDS, (M.THROW_A,), "Lois XVII 2; Jeu 3, fausse case 1"),
    ("fausse_case_2", "", J, M.PLAY_ENDS, (M.THROW_A,), "Lois VII, XVII 2; Jeu 3, fausse case 2"),
    ("fausse_case_3", "", J, M.PLAY_ENDS, (M.THROW_A,), "Lois XVII 2; Jeu 3, fausse case 3"),
    ("fausse_case_4_1", "", J, M.PLAY_ENDS, (M.THROW_A,), "Lois VI, XVII 2; Jeu 3, fausse case 4.1"),
    ("fausse_case_4_2", "", J, M.PLACED, (M.THROW_A,), "Lois VI, XVII 2; Jeu 3, fausse case 4.2"),
    ("fausse_case_5", "", J, M.PLAY_ENDS, (M.THROW_A,), "Lois IX, XVII 2; Jeu 3, fausse case 5"),
    ("fausse_case_6", "", J, M.PLAY_ENDS, (M.THROW_A,), "Lois VI, XVII 2; Jeu 3, fausse case 6"),
    ("fausse_case_7", "", J, M.PLAY_ENDS, (M.THROW_A,), "Lois VI, XVII 2; Jeu 3, fausse case 7"),
    ("fausse_case_8", "", J, M.PLAY_ENDS, (M.THROW_A,), "Lois VI, VIII, XVII 2; Jeu 3, fausse case 8"),
    ("fausse_case_9", "", J, M.PLAY_ENDS, (M.THROW_A,), "Jeu 3, fausse case 9"),
    ("fausse_case_10", "", J, M.PLAY_ENDS, (M.THROW_A,), "Lois XIII, XVII 2; Jeu 3, fausse case 10"),
    ("fausse_case_11", "", J, M.PLAY_ENDS, (M.THROW_A,), "Lois XIII, XVII 2; Jeu 3, fausse case 11"),
    ("couvrir", "", J, M.PLACED, (M.THROW_A,), "Lois XVII 2"),
    ("trous_bredouille", "", EITHER, M.TOUCH, (M.THROW_J,), "Lois XVII 3; Jeu 3, école de trous; jetons 15"),
    ("hors_tour", "", EITHER, M.THROW, (M.THROW,), "Lois XVII 1"),
    ("des_leves", "", J, M.DICE_LIFTED, (M.THROW_A,), "Lois VI, XVIII"),
]


@pytest.mark.parametrize(("name", "variant", "by", "opens", "closes", "article"), ROWS)
def test_windows_are_acts(
    name: str, variant: str, by: Who, opens: Moment, closes: tuple[Moment, ...], article: str
) -> None:
    """Each row has the player at fault, the acts that open and close its window, and the article."""
    (row,) = (row for row in rows_of(FaultName(name)) if row.variant == variant)
    assert (row.by, row.opens, row.closes, row.article) == (by, opens, closes, article)
    assert article_of(FaultName(name), variant) == article


def test_every_fault_has_its_row() -> None:
    """No fault is missing or listed twice."""
    assert [(row.name.value, row.variant) for row in TABLE] == [(name, variant) for name, variant, *_ in ROWS]
    assert {row.name for row in TABLE} == set(FaultName)


def test_a_side_that_may_react_has_a_choice() -> None:
    """Simple faults have neither claimant nor remedy (Lois XVII 1); all others have both."""
    unclaimed = {row.name for row in TABLE if not row.claimed}
    assert unclaimed == {FaultName.TROUS_BREDOUILLE, FaultName.HORS_TOUR, FaultName.DES_LEVES}
    assert {row.name for row in TABLE if row.kind is FaultKind.SIMPLE} == unclaimed - {FaultName.TROUS_BREDOUILLE}


def test_a_row_of_an_unknown_fault_is_refused() -> None:
    class Other(StrEnum):
        ELSE = "else"

    with pytest.raises(ValueError, match="ecole_moins_J"):
        table_of("rules.faults", Other)
