"""The oracle agrees with the printed sources, so that it may judge the rules."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings

from rules.code import JEU_DE_TRICTRAC, LOIS_2013, Code
from rules.position import Dice, Position, Side

from .oracle import Answer, answer
from .oracle_plays import PETIT_JAN
from .strategies import throws

Cases = dict[int, int]


def board(mine: Cases, his: Cases) -> Position:
    """Return a board with Blancs on `mine` and Noirs on `his`, each in its own numbering."""
    return Position(
        tuple(mine.get(case, 0) for case in range(1, 25)),
        tuple(his.get(case, 0) for case in range(1, 25)),
    )


def of(mine: Cases, his: Cases, dice: Dice, code: Code = LOIS_2013, coup: int | None = None) -> Answer:
    """Return Blancs' throw on that board."""
    position = board(mine, his)
    assert position.breaches() == ()
    return answer(position, Side.BLANCS, dice, code, coup=coup)


def marks(found: Answer) -> dict[str, int]:
    """Return the points by jan."""
    points: dict[str, int] = {}
    for item in found["jans"]:
        name = str(item["jan"])
        points[name] = points.get(name, 0) + int(str(item["points"]))
    return points


def sorted_items(jans: list[dict[str, object]]) -> list[list[tuple[str, object]]]:
    return sorted(sorted(item.items()) for item in jans)


def test_it_answers_the_examples_read_from_the_sources(shared: Path) -> None:
    """Each figure of the examples: its jans, and the plays it must and must not hold."""
    examples = json.loads((shared / "examples" / "seed_examples.json").read_text(encoding="utf-8"))
    assert examples
    for example in examples:
        drawn, expect = example["position"], example["expect"]
        found = answer(
            Position(tuple(drawn["blancs"]), tuple(drawn["noirs"])),
            Side(example["trait"]),
            tuple(example["dice"]),
            Code(**example.get("options", {})),
            coup=example.get("coup"),
        )
        if expect.get("jans") is not None:
            assert sorted_items(found["jans"]) == sorted_items(expect["jans"]), example["id"]
        for play in expect.get("plays_include", []):
            assert tuple(map(tuple, play)) in found["plays"], example["id"]
        for play in expect.get("plays_exclude", []):
            assert tuple(map(tuple, play)) not in found["plays"], example["id"]


def test_the_seven_plays_of_3_1_are_all_there() -> None:
    """Jeu 1, déplacement: after T/6 T/3 against T/4 T/2, Blancs throw 3-1; the text names these seven among others."""
    found = of({1: 13, 4: 1, 7: 1}, {1: 13, 5: 1, 3: 1}, (3, 1))
    named = {
        ((1, 5),),
        ((1, 4), (7, 8)),
        ((1, 2), (4, 7)),
        ((1, 2), (7, 10)),
        ((4, 8),),
        ((4, 5), (7, 10)),
        ((7, 11),),
    }
    assert named <= found["plays"]


def test_6_and_1_tout_d_une_needs_a_free_rest() -> None:
    """Lois VI, VII: 6 and as tout d'une rest on the first or the sixth case on the way; both shut, it is not played."""
    assert ((1, 8),) in of({1: 1}, {23: 2}, (6, 1))["plays"]
    shut = of({1: 1}, {23: 2, 18: 2}, (6, 1))
    assert shut["plays"] == {()}
    assert marks(shut) == {"impuissance": 4}


def test_the_higher_number_is_played_when_one_only_can_be() -> None:
    """Lois VI: one number only and the choice: the higher one."""
    found = of({1: 1}, {16: 2}, (5, 3))
    assert found["dice_playable"] == 1
    assert found["plays"] == {((1, 6),)}
    assert marks(found) == {"impuissance": 2}


def test_a_number_that_must_be_played_forbids_filling() -> None:
    """Jeu 1, restriction i, and Jeu 2, fausse manière: the 6 has one way to be played, so the as does not fill."""
    found = of({12: 2, 18: 1, 19: 1, 20: 2, 21: 2, 22: 2, 23: 3, 24: 2}, {}, (6, 1))
    assert all((18, 24) in play for play in found["plays"])
    assert found["jans"] == []


def test_one_may_arrive_on_the_coin_while_another_leaves_it() -> None:
    """Lois IX: the coin never holds one dame; a coin of two may change one of them."""
    found = of({9: 1, 12: 2}, {}, (3, 2))
    assert ((9, 12), (12, 14)) in found["plays"]
    assert ((12, 17),) not in found["plays"]
    assert ((12, 14), (12, 15)) in found["plays"]


def test_the_coin_par_puissance_may_be_the_only_way_to_keep_the_petit_jan() -> None:
    """Jeu 2, petit jan: to keep it one takes the coin par puissance, and is obliged to, having nothing else."""
    full = dict.fromkeys(PETIT_JAN, 2)
    found = of({**full, 8: 1, 9: 1, 11: 1}, {1: 15}, (5, 4))
    assert found["plays"] == {((8, 12), (9, 12))}
    assert marks(found) == {"petit_jan_conserve": 4}


def test_par_puissance_is_shut_when_par_effet_is_open_even_if_that_breaks_a_plein() -> None:
    """Lois IX: able to take it both ways, one takes it par effet; here that undoes the petit jan."""
    full = dict.fromkeys(PETIT_JAN, 2)
    found = of({**full, 7: 2, 11: 1}, {1: 15}, (6, 6))
    assert ((7, 12), (7, 12)) not in found["plays"]
    assert "petit_jan_conserve" not in marks(found)


def test_resting_in_a_grand_jan_that_can_be_filled_is_allowed_but_not_ending_there() -> None:
    """Lois XIV; Jeu 2, jeu de retour, figure, b."""
    mine = {6: 1, 7: 2, 9: 3, 10: 2, 11: 3, 12: 4}
    his = {1: 2, 4: 1, 5: 1, 7: 1, 9: 3, 10: 2, 11: 2, 12: 3}
    found = of(mine, his, (5, 2))
    assert ((12, 19),) in found["plays"]
    assert not any(13 <= end <= 18 for play in found["plays"] for _, end in play)


def test_points_of_the_sortie_are_all_played() -> None:
    """Jeu 2, sortie, rule 4, figure: 5 and 2 make seven points, six are a fault."""
    found = of({24: 3, 22: 1, 21: 1, 20: 1}, {}, (5, 2))
    assert found["plays"] == {((20, 25), (21, 23)), ((20, 25), (22, 24))}


def test_a_blocked_number_takes_no_nearer_dame_out() -> None:
    """Lois VIII: a number shut inside the jan is not played as excédant by a dame nearer to the bande."""
    found = of({19: 1, 23: 1}, {3: 2}, (3, 3))
    assert found["plays"] == {()}
    assert marks(found) == {"impuissance": 4}


def test_the_last_dame_out_leaves_no_impuissance() -> None:
    """The throw is complete once the last dame is out."""
    found = of({24: 1}, {12: 15}, (6, 5))
    assert found["plays"] == {((24, 25),)}
    assert marks(found) == {"sortie": 4}


def test_the_jan_de_retour_is_kept_by_a_sortie() -> None:
    """Lois XIII: one, two or three dames may go out to keep it."""
    found = of({19: 2, 20: 3, 21: 3, 22: 2, 23: 2, 24: 2}, {}, (5, 4))
    assert ((20, 25), (21, 25)) in found["plays"]
    assert marks(found) == {"jan_de_retour_conserve": 4}


def test_keeping_by_impuissance_marks_for_both() -> None:
    """Lois XIII: with the sixes shut the plein is kept and the adversary marks the two numbers."""
    mine = {7: 2, 8: 2, 9: 2, 10: 2, 11: 2, 12: 5}
    found = of(mine, {12: 3, 11: 2, 10: 2, 9: 2, 8: 2, 7: 2}, (6, 6))
    assert found["plays"] == {()}
    assert marks(found) == {"grand_jan_conserve": 6, "impuissance": 4}


def test_filling_in_passing_is_nothing() -> None:
    """Lois XIII: filled by one number and broken by the other: no points, no obligation."""
    found = of({5: 1, 7: 2, 8: 2, 9: 2, 10: 2, 11: 1, 12: 2}, {12: 15}, (6, 4))
    assert "grand_jan_rempli" not in marks(found)


def test_two_missing_dames_are_one_way() -> None:
    """Lois XIII: the last two demi-cases in one throw, or the coin d'emblée, fill in one way."""
    two = of({5: 1, 6: 2, 7: 2, 8: 2, 9: 1, 10: 1, 11: 2, 12: 4}, {1: 15}, (4, 4))
    assert marks(two)["grand_jan_rempli"] == 6
    coin = of({6: 1, 7: 2, 8: 3, 9: 3, 10: 2, 11: 2}, {1: 15}, (4, 3))
    assert marks(coin)["grand_jan_rempli"] == 4
    assert coin["plays"] == {((8, 12), (9, 12))}


def test_pile_de_misere_needs_every_way_back_shut() -> None:
    """Jeu 2, pile de misère 4: it is not marked if the throw could pass a dame to the return."""
    shut = {12: 3, 11: 2, 10: 2, 9: 2, 8: 2, 7: 2, 1: 2}
    assert marks(of({11: 1, 12: 14}, shut, (1, 6))) == {"pile_de_misere_realisee": 4, "impuissance": 2}
    assert marks(of({12: 15}, shut, (6, 6)))["pile_de_misere_conservee"] == 6
    opened = {12: 3, 11: 2, 10: 2, 9: 2, 8: 2, 1: 4}
    assert "pile_de_misere_realisee" not in marks(of({11: 1, 12: 14}, opened, (1, 6)))


def test_margot_is_marked_by_the_adversary_twice() -> None:
    """Jeu 2, Margot la fendue, figure: 5 and 2, twice two points for Noirs."""
    found = of({1: 13, 12: 2}, {1: 12, 5: 1, 7: 1, 9: 1}, (5, 2), Code(margot_la_fendue=True))
    assert {"jan": "margot_la_fendue", "for": "noirs", "ways": 2, "points": 4} in found["jans"]


@pytest.mark.parametrize(("dice", "points"), [((4, 2), 4), ((3, 3), 6)])
def test_rencontre_is_the_same_throw_in_either_order(dice: Dice, points: int) -> None:
    """Jeu 2, jan de rencontre: for the second player, simple 4, doublet 6."""
    start = Position.start()
    same = answer(start, Side.NOIRS, dice, JEU_DE_TRICTRAC, coup=1, first_throw=(dice[1], dice[0]))
    assert {"jan": "rencontre", "for": "noirs", "ways": 1, "points": points} in same["jans"]
    assert answer(start, Side.NOIRS, dice, LOIS_2013, coup=1, first_throw=dice)["jans"] == []


@settings(deadline=None)  # the oracle is slow on purpose
@given(throws())
def test_every_result_is_lawful(throw: tuple[Position, Side, Dice]) -> None:
    """A lawful board leads only to lawful boards, and no dame is added."""
    position, side, dice = throw
    results = answer(position, side, dice)["results"]
    assert results
    for result in results:
        assert result.breaches() == ()
        assert sum(result.counts(side)) <= sum(position.counts(side))
        assert result.counts(side.adversary) == position.counts(side.adversary)
