"""The worth of a throw: one literal position for each row of the table of jans (Lois X-XIII, Tarif; Jeu 2)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.code import JEU_DE_TRICTRAC, LOIS_2013, Code
from rules.jans import jans
from rules.position import Side
from tests.rules.figures import position, worth

MARGOT = replace(LOIS_2013, margot_la_fendue=True)


def test_six_tables() -> None:
    """Lois XII: 3 and 1, 6 and 4, then 5 and 2; four points, on the third throw only."""
    four = "1:11 2 4 5 7"
    assert worth(four, (5, 2), coup=3) == [("six_tables", "blancs", 1, 4)]
    assert worth(four, (5, 2), coup=4) == []
    assert worth(four, (5, 2)) == []
    assert worth("1:10 2 3 4 5 7", (5, 2), coup=3) == []


@pytest.mark.parametrize(
    ("dice", "noirs", "expected"),
    [
        ((4, 2), "1:11 4:2 6 7", ("deux_tables", "blancs", 1, 4)),
        ((3, 3), "1:11 4:2 6 7", ("deux_tables", "blancs", 1, 6)),
        ((4, 2), "1:10 4:2 6 12:2", ("contre_deux_tables", "noirs", 1, 4)),
        ((3, 3), "1:10 4:2 6 12:2", ("contre_deux_tables", "noirs", 1, 6)),
    ],
)
def test_deux_tables(dice: tuple[int, int], noirs: str, expected: tuple[str, str, int, int]) -> None:
    """Lois XII; Jeu 2: dames on 9 and 10, one would reach each coin; contre when Noirs hold theirs."""
    assert worth("1:13 9 10", dice, noirs) == [expected]


def test_deux_tables_asks_for_only_two_dames_off_the_talon() -> None:
    """Jeu 2: no third dame may have been played."""
    assert worth("1:12 2 9 10", (4, 2), "1:11 4:2 6 7") == []


@pytest.mark.parametrize(
    ("dice", "noirs", "expected"),
    [
        ((4, 1), "1:11 4:2 6 7", ("mezeas", "blancs", 1, 4)),
        ((1, 1), "1:11 4:2 6 7", ("mezeas", "blancs", 1, 6)),
        ((4, 1), "1:10 4:2 6 12:2", ("contre_mezeas", "noirs", 1, 4)),
        ((1, 1), "1:10 4:2 6 12:2", ("contre_mezeas", "noirs", 1, 6)),
    ],
)
def test_mezeas(dice: tuple[int, int], noirs: str, expected: tuple[str, str, int, int]) -> None:
    """Lois XII; Jeu 2: the only two dames off the talon hold the coin and an as comes."""
    found = [jan for jan in worth("1:13 12:2", dice, noirs) if "mezeas" in jan[0]]
    assert found == [expected]


def test_battre_six_and_four() -> None:
    """Jeu 2, exemples de battage (with b corrected: the dame on Noirs' 6 stands in the grand jan, 2 points a way)."""
    found = jans(position("6 7:2 8 9:2 10:2 11:3 12:4", "1:2 2 3 5 6 7 9:4 10:2 11:2"), Side.BLANCS, (6, 4), LOIS_2013)
    assert sorted((jan.name.value, jan.case or 0, jan.side.value, jan.ways, jan.points) for jan in found) == [
        ("battre_a_faux", 20, "noirs", 1, 4),
        ("battre_a_vrai", 18, "blancs", 2, 4),
        ("battre_a_vrai", 19, "blancs", 1, 4),
        ("battre_a_vrai", 22, "blancs", 1, 4),
        ("battre_le_coin", 0, "blancs", 1, 4),
    ]


def test_battre_three_ways_by_a_simple_throw_and_two_by_a_doublet() -> None:
    """Lois X: each number and the sum; a doublet has the number and its double only."""
    # Noirs' demi-case on their 9 is Blancs' 16.
    assert worth("10 12:12 14", (4, 2), "9 24:3") == [("battre_a_vrai", "blancs", 3, 6)]
    assert worth("12:13 14:2", (2, 2), "9 24:3") == [("battre_a_vrai", "blancs", 2, 8)]
    # 8 points by two ways of a doublet in the grands jans; 12 in the petits jans (Noirs' 4 is Blancs' 21).
    assert worth("15:2 18:13", (3, 3), "4 24:3") == [("battre_a_vrai", "blancs", 2, 12)]


def test_a_dame_of_the_own_coin_may_beat_without_leaving_it() -> None:
    """Jeu 2, battre le coin: only the coin itself asks for surcases; dames are beaten from a coin of two."""
    assert ("battre_a_vrai", "blancs", 1, 2) in worth("1:13 12:2", (6, 4), "1:14 9")


def test_battre_rests_on_an_adverse_demi_case_but_not_on_a_full_case() -> None:
    """Lois X: the demi-case rested on is beaten itself; a full case at every rest beats à faux, for the adversary."""
    assert worth("8:2 9:13", (6, 3), "10 8 24:2") == [
        ("battre_a_vrai", "blancs", 1, 2),
        ("battre_a_vrai", "blancs", 1, 2),
    ]
    assert worth("1:13 8", (6, 3), "8 14:2 11:2") == [("battre_a_faux", "noirs", 1, 2)]


def test_battre_le_coin_without_the_two_dames_that_hold_the_own_one() -> None:
    """Lois XI: by an as only a third dame of the own coin will do; never when the adverse coin is held."""
    assert worth("1:12 8 12:2", (5, 1)) == []
    assert worth("1:11 8 12:3", (5, 1)) == [("battre_le_coin", "blancs", 1, 4)]
    assert worth("1:11 8:2 12:2", (5, 5)) == [("battre_le_coin", "blancs", 1, 6)]
    assert worth("1:11 8:2 12:2", (5, 5), "1:13 12:2") == []


def test_remplir_three_ways() -> None:
    """Jeu 2, 1.3: 3 and 2 complete the jan de retour from 18, 19 (a surcase) and 16 tout d'une: 12 points."""
    assert worth("16 18 19:3 20:2 21 22:2 23:3 24:2", (3, 2), "") == [("jan_de_retour_rempli", "blancs", 3, 12)]


def test_remplir_counts_no_direct_number_of_one_of_the_twelve() -> None:
    """rules.md, remplir: from a case of only two dames the jan would be broken; filling comes from surnuméraires."""
    # 6:1 lacks a dame. The 3 from case 3 (two dames) does not count; the 4 from case 2 (three dames) does.
    assert worth("1:3 2:3 3:2 4:2 5:2 6 11:2", (4, 3)) == [("petit_jan_rempli", "blancs", 1, 4)]


def test_remplir_en_passant_is_none() -> None:
    """Jeu 2, 1.2: the as would fill, but the 6 can only be played by a dame of the jan."""
    assert worth("12:2 18 19 20:2 21:2 22:2 23:3 24:2", (6, 1), "") == []


def test_remplir_with_two_dames_missing_is_one_way() -> None:
    """Lois XIII: two demi-cases covered in one throw, or the last case made d'emblée, are one way."""
    assert worth("1:4 2:2 3:2 4:2 5 6 11:3", (5, 4)) == [("petit_jan_rempli", "blancs", 1, 4)]
    assert ("grand_jan_rempli", "blancs", 1, 4) in worth("6 7:3 8:2 9:2 10:2 11:2 1:3", (6, 5))


def test_grand_jan_rempli_by_the_coin_par_puissance() -> None:
    """rules.md, remplir: the coin taken par puissance completes the grand jan, one way."""
    found = worth("1:3 7:3 8:2 9:2 10:3 11:2", (6, 3))
    assert ("grand_jan_rempli", "blancs", 1, 4) in found


def test_conserver_par_impuissance_and_by_sorties() -> None:
    """Lois XIII: a full jan is kept when nothing can be played, or when dames leave from beyond the twelve."""
    kept = worth("7:2 8:2 9:2 10:2 11:2 12:5", (6, 6), "1:12 12:3")
    assert ("grand_jan_conserve", "blancs", 1, 6) in kept
    assert ("impuissance", "noirs", 2, 4) in kept
    assert worth("19:2 20:2 21:2 22:2 23:3 24:4", (2, 1), "") == [("jan_de_retour_conserve", "blancs", 1, 4)]


def test_sortie() -> None:
    """Lois VIII: four points by a simple throw, six by a doublet, for the last dame."""
    assert worth("23 24", (6, 1), "") == [("sortie", "blancs", 1, 4)]
    assert worth("22:2", (3, 3), "") == [("sortie", "blancs", 1, 6)]
    assert worth("22:3", (3, 3), "") == []


def test_impuissance_is_two_points_a_number_doublet_or_not() -> None:
    """Lois VI; Jeu 2, dames impuissantes: sonnez that cannot be played gives 4."""
    assert worth("12:2", (6, 6), "7:8 8:7") == [("impuissance", "noirs", 2, 4)]
    assert worth("16", (6, 1), "2:2") == [("impuissance", "noirs", 1, 2)]


def test_pile_de_misere_made_and_kept() -> None:
    """Jeu 2, pile de misère: made only when no dame can pass; kept when nothing at all can be played."""
    wall = "1 7:2 8:2 9:2 10:2 11:2 12:4"
    assert ("pile_de_misere_realisee", "blancs", 1, 4) in worth("10 11 12:13", (2, 1), wall)
    assert ("pile_de_misere_conservee", "blancs", 1, 4) in worth("12:15", (2, 1), wall)
    # Noirs can fill nothing: dames pass, so neither is made.
    assert not [jan for jan in worth("10 11 12:13", (2, 1), "24:2") if "misere" in jan[0]]


def test_rencontre_is_an_option_of_the_second_players_first_throw() -> None:
    """Jeu 2, jan de rencontre: 4, or 6 by a doublet, on the very first throw of the tour only."""
    start = position("1:15", "1:15")

    def found(code: Code, coup: int | None, first: tuple[int, int]) -> list[int]:
        return [jan.points for jan in jans(start, Side.NOIRS, (6, 2), code, coup=coup, first_throw=first)]

    assert found(JEU_DE_TRICTRAC, 1, (2, 6)) == [4]
    assert found(JEU_DE_TRICTRAC, None, (2, 6)) == [4]
    assert found(JEU_DE_TRICTRAC, 1, (5, 2)) == []
    assert found(JEU_DE_TRICTRAC, 2, (2, 6)) == []
    assert found(LOIS_2013, 1, (2, 6)) == []


def test_margot_la_fendue() -> None:
    """Jeu 2: 5 and 2 visit n7 by the 5 and n5 tout d'une, two ways, four points for the adversary."""
    assert worth("1:13 12:2", (5, 2), "1:12 5 7 9", MARGOT) == [("margot_la_fendue", "noirs", 2, 4)]
    # Noirs' dames printed on 4, 6 and 8 stand on their cases 5, 7 and 9; without the option nothing is counted.
    assert worth("1:13 12:2", (5, 2), "1:12 5 7 9") == []


def test_margot_does_not_cross_the_two_coins() -> None:
    """rules.md, settled: 12 and 13 face each other across the board."""
    assert not [jan for jan in worth("1:14 8", (4, 3), "1:12 11 12:2", MARGOT) if jan[0] == "margot_la_fendue"]


def test_every_item_names_its_article() -> None:
    """An explanation can always give its law and its place on the board."""
    found = jans(position("6 7:2 8 9:2 10:2 11:3 12:4", "1:2 2 3 5 6 7 9:4 10:2 11:2"), Side.BLANCS, (6, 4), LOIS_2013)
    assert len({jan.name for jan in found}) == 3
    assert all(jan.article.startswith(("Lois ", "Jeu 2")) and len(jan.how) == jan.ways for jan in found)
