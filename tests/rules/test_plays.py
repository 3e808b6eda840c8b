"""Legal plays: one literal position for each law (Lois VI-IX, XIII-XIV; rules.md, moves 1-9)."""

from __future__ import annotations

import pytest

from rules.plays import legal_plays
from rules.position import Position, Side
from tests.rules.figures import plays, position


def test_a_doublet_is_played_twice_not_four_times() -> None:
    """Lois VI; Jeu 1: from the talon double three moves two dames by three, or one by six."""
    assert plays("1:15", (3, 3)) == {((1, 4), (1, 4)), ((1, 7),)}


def test_tout_d_une_rests_on_either_number() -> None:
    """Lois VI: with 6 and as one dame may go seven cases resting on the first or the sixth."""
    assert ((1, 8),) in plays("1:15", (6, 1))
    # Both rests taken by adverse cases: no dame can play both numbers, and each number alone is blocked too.
    assert ((1, 8),) not in plays("1:13 8:2", (6, 1), noirs="1:11 18:2 23:2")


def test_no_dame_ends_or_rests_on_an_adverse_demi_case() -> None:
    """Lois VII: a case the adversary holds with one dame is as closed as a full one. Noirs' 22 is Blancs' 3."""
    assert all(end != 3 for play in plays("1:15", (2, 1), noirs="1:14 22") for _, end in play)
    assert ((1, 4),) in plays("1:15", (2, 1), noirs="1:14 22"), "it may rest on 2"
    assert ((1, 4),) not in plays("1:15", (2, 1), noirs="1:13 22 23"), "both rests are closed"


def test_the_empty_coin_is_taken_by_two_dames_together_only() -> None:
    """Lois IX: never one dame alone on the own coin."""
    with_one = plays("1:14 6", (6, 2))
    assert all(sum(end == 12 for _, end in play) != 1 for play in with_one)
    assert ((6, 12), (10, 12)) in plays("1:13 6 10", (6, 2))


def test_a_held_coin_is_charged_one_by_one_and_left_by_two_together() -> None:
    """Lois IX: the last two leave in one throw; one of two may leave while another arrives."""
    assert ((1, 2), (6, 12)) in plays("1:12 6 12:2", (6, 1))
    assert plays("12:2", (5, 4), noirs="24:2") == {((12, 16), (12, 17))}
    assert plays("10 12:2", (3, 2), noirs="24:2") == {((10, 12), (12, 15)), ((10, 15),), ((12, 14), (12, 15))}


def test_own_empty_coin_is_a_rest() -> None:
    """Lois IX: with Noirs' coin held, 9 goes to 16 by 4 and 3 resting on its own empty coin; it may not stay there."""
    assert plays("9:2", (4, 3), noirs="12:2 24:2") == {((9, 16),)}


def test_adverse_empty_coin_is_a_rest_but_never_an_end() -> None:
    """Lois IX: by carmes 9 passes over Noirs' empty coin to 17; two that would end there take their own instead."""
    assert plays("9:2", (4, 4), noirs="24:2") == {((9, 17),), ((9, 12), (9, 12))}


@pytest.mark.parametrize(
    ("dice", "moves", "legal"),
    [
        ((5, 3), ((8, 12), (10, 12)), True),  # par puissance: 8 + 5 and 10 + 3 reach 13
        ((4, 2), ((8, 12), (10, 12)), True),  # par effet
        ((2, 2), ((10, 12), (10, 12)), True),  # par effet
        ((2, 2), ((11, 12), (11, 12)), False),  # par puissance, while par effet is possible
    ],
)
def test_coin_par_effet_before_par_puissance(
    dice: tuple[int, int], moves: tuple[tuple[int, int], ...], legal: bool
) -> None:
    """Lois IX; Jeu 2, prise du coin, figures a, b, c."""
    found = plays("1:3 3:2 4:2 6:3 8 10:2 11:2", dice, noirs="1:7 4:2 6 8 9 10 11:2")
    assert (moves in found) is legal


def test_no_coin_par_puissance_when_the_adversary_holds_his() -> None:
    """Lois IX: only while the adverse coin is empty."""
    assert ((8, 12), (10, 12)) not in plays("1:13 8 10", (5, 3), noirs="1:13 12:2")


def test_jan_interdit_while_the_adversary_can_materially_fill_it() -> None:
    """Lois XIV: Noirs with three dames passed can still fill their grand jan, with four no longer."""
    assert plays("11:2", (4, 3), noirs="1:12 21:3") == {()}
    assert plays("11:2", (4, 3), noirs="1:11 21:4") == {((11, 14), (11, 15)), ((11, 18),)}


def test_grand_jan_interdit_may_be_rested_in_on_the_way_to_an_open_jan_de_retour() -> None:
    """Lois XIV; Jeu 2, jeu de retour: 11/n5 tout d'une resting on n7, while no dame may end in Noirs' grand jan."""
    found = plays("6 7:2 9:3 10:2 11:3 12:4", (5, 2), noirs="1:2 4 5 7 9:3 10:2 11:2 12:3")
    assert ((12, 19),) in found
    assert all(not 13 <= end <= 18 for play in found for _, end in play)


def test_both_numbers_must_be_played_when_some_play_does() -> None:
    """Lois VI: the as on 23 would leave the 6 (14/20) closed by Noirs' 5; only 14 tout d'une over 15 plays both."""
    assert plays("14 23", (6, 1), noirs="5 24:2") == {((14, 21),)}


def test_the_higher_number_when_only_one_can_be_played() -> None:
    """Lois VI: 6 or as could be played, not both."""
    legal = legal_plays(position("16", "2:2 3:2 8"), Side.BLANCS, (6, 1))
    # 16 + 6 = 22 (Noirs' 3) and 16 + 1 = 17 (Noirs' 8): both closed. Nothing can be played.
    assert legal.dice_playable == 0
    legal = legal_plays(position("16", "2:2"), Side.BLANCS, (6, 1))
    assert legal.dice_playable == 1
    assert [[(move.start, move.end) for move in play.moves] for play in legal.plays] == [[(16, 22)]]


def test_filling_is_compulsory_and_the_dame_is_the_players_choice() -> None:
    """Lois XIII; Jeu 2, trois manières: 3 and 2 fill case 21 from 18, 19 or 16 tout d'une."""
    found = plays("16 18 19:3 20:2 21 22:2 23:3 24:2", (3, 2), noirs="")
    assert {move for play in found for move in play if move[1] == 21} == {(18, 21), (19, 21), (16, 21)}
    assert all(any(end == 21 for _, end in play) for play in found)


def test_keeping_is_compulsory() -> None:
    """Lois XIII; Jeu 2, conserver: with ternes the three dames beyond the twelve must be used."""
    found = plays("18 19:3 20:2 21:2 22:2 23:3 24:2", (3, 3), noirs="")
    assert found == {((18, 21), (19, 22)), ((18, 24),), ((18, 21), (21, 24))}


def test_rule_of_both_numbers_comes_before_keeping() -> None:
    """Jeu 1, restrictions i: 22/24 by the 2 would keep the petit jan, but the as can only be played by breaking."""
    found = plays("1:2 2:2 3:2 4:2 5:2 6:2 22:3", (2, 1), noirs="2:2")
    assert found
    assert all(sum(end - start for start, end in play) == 3 for play in found)


def test_sortie_exact_excedant_and_defaillant() -> None:
    """Lois VIII: 5 from 20 leaves exactly, 6 takes the furthest, a smaller number is played inside."""
    assert ((20, 25), (24, 25)) in plays("20:2 24:2", (5, 1), noirs="")
    assert plays("22 24", (6, 5), noirs="") == {((22, 25), (24, 25))}
    assert ((20, 21), (20, 22)) in plays("20:2", (2, 1), noirs="")


def test_no_number_is_made_an_excedant_by_playing_the_other_first() -> None:
    """Lois VIII; Jeu 2 règle 4: with 5 and 2, 20/22 then 22/S by the 5 would be six points instead of seven."""
    found = plays("20 21 22 24:3", (5, 2), noirs="")
    assert found == {((20, 25), (21, 23)), ((20, 25), (22, 24))}


def test_sortie_begins_in_the_middle_of_a_throw() -> None:
    """Lois VIII: the last dame comes home with one number, another leaves with the other."""
    assert ((18, 19), (20, 25)) in plays("18 20", (5, 1), noirs="")
    assert ((18, 25),) in plays("18 24:2", (6, 1), noirs="")


def test_the_last_dame_out_completes_the_throw() -> None:
    """rules.md, moves 8: a number left over is no number unplayed."""
    legal = legal_plays(position("24", ""), Side.BLANCS, (6, 5))
    assert legal.dice_playable == 2
    assert [[(move.start, move.end) for move in play.moves] for play in legal.plays] == [[(24, 25)]]


def test_a_blocked_number_is_not_played_as_an_excedant_by_a_nearer_dame() -> None:
    """Lois VIII: 19 + 5 is held by Noirs; the 5 may not take 22 out instead."""
    legal = legal_plays(position("19 22", "1:2"), Side.BLANCS, (5, 5))
    assert legal.dice_playable == 0


def test_nothing_can_be_played_is_one_empty_play() -> None:
    """Lois VI: impuissance leaves the position as it stands."""
    standing = position("12:2", "7:8 8:7")
    legal = legal_plays(standing, Side.BLANCS, (6, 5))
    assert (legal.dice_playable, [play.result for play in legal.plays]) == (0, [standing])


def test_sides_mirror_each_other() -> None:
    """Each side counts in its own numbering, so the same counts give Noirs the same plays."""
    one = position("1:9 3:2 6 8 12:2", "1:11 7:4")
    other = Position(one.noirs, one.blancs)
    for dice in ((6, 1), (4, 4), (5, 3)):
        blancs = legal_plays(one, Side.BLANCS, dice)
        noirs = legal_plays(other, Side.NOIRS, dice)
        assert [play.moves for play in blancs.plays] == [play.moves for play in noirs.plays]
