"""The figures and examples of Jeu 1 and Jeu 2, as questions to the `rules` command; misprints are corrected.

In print the talon is T and the next cases 1..11; here they are 1..12.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from rules.marking import Holding, Score
from rules.position import Side
from tests.questions import ruled as answer
from tests.rules.figures import counts

Moves = tuple[tuple[int, int], ...]

TALON = "1:15"


def asked(blancs: str, noirs: str, trait: str, dice: tuple[int, int], **more: Any) -> dict[str, Any]:  # noqa: ANN401 - any JSON value
    position = {"blancs": counts(blancs), "noirs": counts(noirs)}
    found = answer(json.dumps({"id": 1, "position": position, "trait": trait, "dice": dice, **more}))
    assert "error" not in found, found
    return found


def plays(found: dict[str, Any]) -> set[Moves]:
    return {tuple((start, end) for start, end in play) for play in found["plays"]}


def jans(found: dict[str, Any]) -> list[tuple[str, str, int]]:
    return [(jan["jan"], jan["for"], jan["points"]) for jan in found["jans"]]


@pytest.mark.parametrize(
    ("blancs", "noirs", "trait", "dice", "named"),
    [
        # Jeu 1, déplacement des dames: the first two throws, then 3 and as, a to g.
        (TALON, TALON, "blancs", (6, 3), [((1, 4), (1, 7)), ((1, 10),)]),
        ("1:13 4 7", TALON, "noirs", (4, 2), [((1, 3), (1, 5))]),
        (
            "1:13 4 7",
            "1:13 3 5",
            "blancs",
            (3, 1),
            [
                ((1, 5),),
                ((1, 4), (7, 8)),
                ((1, 2), (4, 7)),
                ((1, 2), (7, 10)),
                ((4, 8),),
                ((4, 5), (7, 10)),
                ((7, 11),),
            ],
        ),
        # Jeu 2, revirades a to e.
        ("1:6 3:2 4:2 6:3 8 10", "1:7 4:2 6 8 11:2 12:2", "noirs", (2, 1), [((1, 2), (4, 6))]),
        ("1:6 3:2 4:2 6:3 8 10", "1:7 4:2 6 8 11:2 12:2", "blancs", (4, 2), [((6, 8), (6, 10))]),
        ("1:6 3:2 4:2 6:3 8 10", "1:7 4:2 6 8 11:2 12:2", "noirs", (4, 2), [((4, 6), (4, 8))]),
        ("1:6 3:2 4:2 6:3 8 10", "1:7 4:2 6 8 11:2 12:2", "noirs", (3, 2), [((4, 6), (4, 7))]),
        ("1:6 3:2 4:2 6:3 8 10", "1:7 4:2 6 8 11:2 12:2", "blancs", (4, 3), [((3, 7), (4, 7))]),
        # Jeu 2, deux tables and mézéas with their contres: how Blancs go on to play.
        ("1:13 9 10", "1:11 4:2 6 7", "blancs", (4, 2), [((1, 3), (1, 5))]),
        ("1:13 9 10", "1:11 4:2 6 7", "blancs", (3, 3), [((1, 4), (1, 4))]),
        ("1:13 9 10", "1:10 4:2 6 12:2", "blancs", (4, 2), [((1, 3), (1, 5))]),
        ("1:13 12:2", "1:11 4:2 6 7", "blancs", (4, 1), [((1, 6),)]),
        ("1:13 12:2", "1:11 4:2 6 7", "blancs", (1, 1), [((1, 2), (1, 2))]),
        ("1:13 12:2", "1:10 4:2 6 12:2", "blancs", (4, 1), [((1, 2), (1, 5))]),
    ],
)
def test_the_plays_the_text_names(
    blancs: str, noirs: str, trait: str, dice: tuple[int, int], named: list[Moves]
) -> None:
    """Each may be played. The lists of the text leave out others, as T/1 with T/3."""
    assert set(named) <= plays(asked(blancs, noirs, trait, dice))


def test_six_tables_throw_by_throw() -> None:
    """Jeu 2, chronologie du jan de six tables: nothing before the third throw, which is then played otherwise."""
    first = asked(TALON, TALON, "noirs", (3, 1), coup=1)
    second = asked(TALON, "1:13 2 4", "noirs", (6, 4), coup=2)
    third = asked(TALON, "1:11 2 4 5 7", "noirs", (5, 2), coup=3)
    assert [jans(found) for found in (first, second, third)] == [[], [], [("six_tables", "noirs", 4)]]
    assert ((1, 2), (1, 4)) in plays(first)
    assert ((1, 5), (1, 7)) in plays(second)
    assert ((4, 9), (7, 9)) in plays(third)
    assert not any((7, 12) in play for play in plays(third)), "it would stand on the coin alone"


@pytest.mark.parametrize(("dice", "taken"), [((4, 3), False), ((5, 3), False), ((4, 2), True)])
def test_the_coin_while_noirs_hold_theirs(dice: tuple[int, int], taken: bool) -> None:
    """Jeu 2, prise naturelle: by 4 and 3 one dame reaches it, by 5 and 3 two reach Noirs' held one, by 4 and 2 two."""
    found = plays(asked("1:6 3:2 4:2 6:3 8 10", "1:7 4:2 6 8 11:2 12:2", "blancs", dice))
    assert any(end == 12 for play in found for _, end in play) is taken
    assert (((8, 12), (10, 12)) in found) is taken


@pytest.mark.parametrize(
    ("noirs", "jan"),
    [
        ("1:3 2:2 3:2 4:3 5:2 6:2 8", "petit_jan_conserve"),
        ("6 7:2 8:2 9:3 10:2 11:2 12:3", "grand_jan_conserve"),
        ("17 19:2 20:2 21:4 22:2 23:2 24:2", "jan_de_retour_conserve"),
    ],
)
def test_the_three_pleins(noirs: str, jan: str) -> None:
    """Jeu 2, remplir 4, figures a to c: full, and kept by two and as from the three surnuméraires."""
    assert (jan, "noirs", 4) in jans(asked("", noirs, "noirs", (2, 1)))


def test_the_points_of_the_throw_that_beats() -> None:
    """Jeu 2, exemples de battage, b corrected: sixteen for Blancs, four for Noirs."""
    found = asked("6 7:2 8 9:2 10:2 11:3 12:4", "1:2 2 3 5 6 7 9:4 10:2 11:2", "blancs", (6, 4))
    assert found["points"] == {"blancs": 16, "noirs": 4}


@pytest.mark.parametrize(
    ("number", "leaves"), [(1, (24, 25)), (2, None), (3, None), (4, (21, 25)), (5, (20, 25)), (6, (20, 25))]
)
def test_points_sortants_manquants_excedants(number: int, leaves: tuple[int, int] | None) -> None:
    """Jeu 2, sortie, first figure: as, 4 and 5 take a dame out, 2 and 3 none, 6 exceeds and takes the furthest."""
    found = plays(asked("", "20:2 21:6 24:7", "noirs", (number, number)))
    alone = {move for play in found if len(play) == 2 for move in play if move[1] == 25}
    assert alone == ({leaves} if leaves else set())


@pytest.mark.parametrize(("dice", "blancs", "points"), [((6, 2), "1:14 9", 4), ((3, 3), "1:14 7", 6)])
def test_rencontre(dice: tuple[int, int], blancs: str, points: int) -> None:
    """Jeu 2, jan de rencontre: four by a simple throw, six by a doublet, to the second player."""
    options = {"code": "jeu-de-trictrac"}
    found = asked(blancs, TALON, "noirs", dice, options=options, coup=1, first_throw=dice)
    assert jans(found) == [("rencontre", "noirs", points)]


def test_two_demi_cases_and_three_dames_for_them() -> None:
    """Jeu 2, surnuméraires, n = 2: 7 and 9 are to be covered; by 2 and as 5/7 and 8/9 do, one way (Lois XIII)."""
    found = asked(TALON, "3 6 7:2 8 9:3 10 11:3 12:3", "noirs", (2, 1))
    assert ("grand_jan_rempli", "noirs", 4) in jans(found)
    assert plays(found) == {((6, 8), (9, 10))}


def test_the_fausse_maniere_is_played_from_the_furthest() -> None:
    """Jeu 2, remplir 1.2: the six can only be 6/T, so the as fills nothing, whatever plays it, 1/T too."""
    found = asked("", "12:2 18 19 20:2 21:2 22:2 23:3 24:2", "noirs", (6, 1))
    assert jans(found) == []
    assert all((18, 24) in play for play in plays(found))
    assert ((18, 24), (23, 24)) in plays(found)


def test_one_of_the_three_manieres_tout_d_une() -> None:
    """Jeu 2, remplir 1.3: Noirs fill by 8/3 tout d'une; from 7 trous and 2 points in bredouille they have 9 and 2."""
    found = asked("", "16 18 19:3 20:2 21 22:2 23:3 24:2", "noirs", (3, 2))
    assert jans(found) == [("jan_de_retour_rempli", "noirs", 12)]
    assert ((16, 21),) in plays(found)
    score, marking = Score(noirs=Holding(2, True, 7)).mark(Side.NOIRS, 12)
    assert (marking.trous, score.noirs) == (2, Holding(2, True, 9))


@pytest.mark.parametrize(
    ("blancs", "dice", "taken"),
    [
        ("1:2 2:2 3:2 4:2 5:2 6:2 9 10 11", (3, 2), ((9, 12), (10, 12))),  # par effet
        ("1:2 2:2 3:2 4:2 5:2 6:2 8 10 11", (5, 3), ((8, 12), (10, 12))),  # par puissance
    ],
)
def test_the_coin_taken_to_keep_the_petit_jan(blancs: str, dice: tuple[int, int], taken: Moves) -> None:
    """Jeu 2, petit jan: par effet or par puissance, and where nothing else keeps it that is compulsory."""
    found = asked(blancs, TALON, "blancs", dice)
    assert jans(found) == [("petit_jan_conserve", "blancs", 4)]
    assert plays(found) == {taken}


@pytest.mark.parametrize(
    ("noirs", "points", "named"),
    [
        ("1:2 4:2", 2, {((16, 19),)}),  # a: no five
        ("1:2 6:2", 2, {((16, 21),)}),  # b: no three
        ("4:2 6:2", 4, {()}),  # c: neither
    ],
)
def test_five_and_three_impuissants(noirs: str, points: int, named: set[Moves]) -> None:
    """Jeu 2, dames impuissantes 2.1: two points for the adversary where one number cannot be played, four for both."""
    found = asked("16", noirs, "blancs", (5, 3))
    assert jans(found) == [("impuissance", "noirs", points)]
    assert plays(found) == named
