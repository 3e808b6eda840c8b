"""Fausses cases and cases interdites, with a literal position for each row (Jeu 3; Lois XVII 2; docs/faults.md)."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.fault import Fault, FaultName, Remedy, RemedyName
from rules.fault_table import rows_of
from rules.faults.handling import Handling, by_puissance, dames
from rules.faults.played import Judgement, judge_play, tolerated_end
from rules.faults.treatments import first_to_move
from rules.play import Move
from rules.plays import legal_plays
from rules.position import Dice, Position, Side
from tests.rules.figures import counts, position
from tests.rules.strategies import throws

TALON = "1:15"
GONE = "19:15"
"""Noirs who have all passed: they can fill neither jan any more, and stand on Blancs' case 6."""


def handled(
    blancs: str,
    dice: Dice,
    *steps: tuple[int, int],
    noirs: str = TALON,
    touched: tuple[int, ...] = (),
    together: bool = False,
) -> Handling:
    moves = tuple(Move(start, end) for start, end in steps)
    return Handling(position(blancs, noirs), Side.BLANCS, dice, moves, touched, together)


def ruled(fault: Fault) -> dict[RemedyName, set[str]]:
    """Return a fault's remedies by name, each with Blancs' dames in every position it can lead to."""
    return {
        remedy.name: {
            " ".join(
                str(case) if dames == 1 else f"{case}:{dames}" for case, dames in enumerate(result.blancs, 1) if dames
            )
            for result in remedy.positions
        }
        for remedy in fault.remedies
    }


def one(found: Judgement, name: FaultName, cases: tuple[int, ...]) -> dict[RemedyName, set[str]]:
    """Return the remedies of the only fault found, which must be this one."""
    assert [(fault.name, fault.cases) for fault in found.faults] == [(name, cases)]
    assert found.faults[0].article == rows_of(name)[0].article
    return ruled(found.faults[0])


LEAVE, REPLAY, BACK = RemedyName.LEAVE, RemedyName.REPLAY_DAME, RemedyName.TAKE_BACK


def test_alone_on_the_coin() -> None:
    """Jeu 3, cases interdites 1; treatment 6: that dame is replayed by its number, the well-played one stays."""
    found = judge_play(handled("1:13 7 8", (5, 3), (8, 12), (1, 6)))
    assert [dame.move for dame in found.well] == [Move(1, 6)]
    assert [dame.move for dame in found.badly] == [Move(8, 12)]
    assert one(found, FaultName.CASE_INTERDITE_1, (12,)) == {REPLAY: {"1:12 6 7 11"}}


def test_alone_on_the_coin_and_no_other_way() -> None:
    """Jeu 3, cases interdites, traitement 2: it cannot be played legally; it goes back and another plays the five."""
    found = judge_play(handled("1:13 7 8", (5, 1), (7, 12), (1, 2)))
    assert one(found, FaultName.CASE_INTERDITE_1, (12,)) == {BACK: {"1:11 2 6 7 8"}}
    assert found.faults[0].remedies[0].free


def test_one_left_alone_on_the_coin() -> None:
    """Lois IX: the last two leave together; one that left alone goes back, unplayable without the other."""
    found = judge_play(handled("1:10 8:3 12:2", (6, 1), (12, 18), (8, 9), noirs="19:5 20:5 23:5"))
    remedies = one(found, FaultName.CASE_INTERDITE_1, (12,))
    assert remedies == {BACK: {"1:9 7 8:2 9 12:2", "1:10 8 9 12:2 14"}}


def test_on_the_adverse_coin() -> None:
    """Jeu 3, cases interdites 2: never, under any circumstances (Lois IX)."""
    found = judge_play(handled("1:12 7 8:2", (5, 1), (8, 13)))
    assert one(found, FaultName.CASE_INTERDITE_2, (13,)) == {REPLAY: {"1:11 6 7 8 9"}}


def test_on_an_adverse_case() -> None:
    """Jeu 3, cases interdites 3: Noirs hold their case 10 with two dames; the other cannot make a dame stay there."""
    found = judge_play(handled("1:11 8 9 12:2", (6, 2), (9, 15), (1, 3), noirs="1:13 10:2"))
    assert one(found, FaultName.CASE_INTERDITE_3, (15,)) == {BACK: {"1:9 3 7 8 9 12:2"}}
    demi = judge_play(handled("1:11 8 9 12:2", (6, 2), (9, 15), (1, 3), noirs="1:14 10"))
    assert demi.faults[0].name is FaultName.CASE_INTERDITE_3


def test_in_a_jan_that_can_still_be_filled() -> None:
    """Jeu 3, cases interdites 4; Lois XIV: Noirs have every dame to fill their grand jan with."""
    found = judge_play(handled("1:11 10:2 12:2", (4, 1), (10, 14), (1, 2)))
    assert one(found, FaultName.CASE_INTERDITE_4, (14,)) == {BACK: {"1:9 2 5 10:2 12:2"}}


def test_tout_d_une_instead_of_a_case_interdite() -> None:
    """Jeu 3, treatment 6: no second dame was well played, so A may have the offending one play both numbers."""
    found = judge_play(handled("1:13 8:2", (2, 1), (8, 12)))
    assert one(found, FaultName.CASE_INTERDITE_1, (12,)) == {
        REPLAY: {"1:13 9 10", "1:12 2 8 10", "1:12 3 8 9", "1:13 8 11"},
        RemedyName.TOUT_D_UNE: {"1:13 8 11"},
    }
    badly = judge_play(handled("1:13 8:2", (2, 1), (8, 12), (1, 5)))
    assert ruled(badly.faults[0])[RemedyName.TOUT_D_UNE] == {"1:13 8 11", "1:12 4 8:2"}
    well = judge_play(handled("1:13 8:2", (2, 1), (8, 12), (1, 3)))
    assert ruled(well.faults[0]) == {REPLAY: {"1:12 3 8 9"}}


@pytest.mark.parametrize(
    ("noirs", "case", "ways"),
    [
        # Noirs can fill their grand jan, not their petit jan: the dame on 14 may go on to the jan de retour.
        ("7:4 8:4 9:4 10:3", 14, {Move(14, 19), Move(14, 22)}),
        # Both jans can still be filled: it has nowhere to go.
        (TALON, 14, set()),
        # The grand jan is open: the dame stands there rightly.
        (GONE, 14, set()),
    ],
)
def test_unseen_it_moves_first_at_the_next_throw(noirs: str, case: int, ways: set[Move]) -> None:
    """Jeu 3, cases interdites, traitement 3: A may ask that the dame go first to a case it may stand on."""
    plays = first_to_move(position("1:12 12:2 14", noirs), Side.BLANCS, (5, 3), case)
    assert {move for play in plays for move in play.moves if move.start == case} == ways


def test_touched_and_not_played() -> None:
    """Jeu 3, fausse case 1; Lois XVII 2: the dame on 6 must play one number; either of the others may stay."""
    found = judge_play(handled("1:13 6 7", (4, 3), (1, 5), (1, 4), touched=(6,)))
    remedies = one(found, FaultName.FAUSSE_CASE_1, (6,))
    assert remedies == {LEAVE: {"1:11 4 5 6 7"}, REPLAY: {"1:12 5 7 9", "1:12 4 7 10"}}


def test_touched_but_unplayable() -> None:
    """Jeu 3, fausse case 1: a dame that can reach no lawful case need not be played."""
    assert judge_play(handled("1:12 2 12:2", (4, 3), (1, 5), (1, 4), touched=(12,))).faults == ()


def test_put_down_where_it_stood_is_touched() -> None:
    """Jeu 3, fausse case 1: lifted and put back, without j'adoube."""
    found = judge_play(handled("1:13 6 7", (4, 3), (6, 6), (1, 5), (1, 4)))
    assert [fault.name for fault in found.faults] == [FaultName.FAUSSE_CASE_1]


def test_a_touched_dame_may_be_the_one_that_goes_on_from_its_case() -> None:
    """Jeu 3, fausse case 1: 1 to 6 by five, 6 to 9 by three. The dame touched on 6 is one of two that look alike."""
    assert judge_play(handled("1:13 6 9", (5, 3), (6, 6), (1, 6), (6, 9))).faults == ()


def test_touched_after_both_numbers_were_played() -> None:
    """Jeu 3, fausse case 1, treatment 1: no number is left for it, and dames well played stay."""
    assert judge_play(handled("1:13 6 7", (4, 3), (1, 5), (1, 4), (6, 6))).faults == ()
    found = judge_play(handled("1:13 6 7", (4, 3), (1, 5), (6, 6)))
    assert FaultName.FAUSSE_CASE_1 in [fault.name for fault in found.faults]


def test_moved_back() -> None:
    """Jeu 3, fausse case 2; Lois VII: from 1 to 10, then back to 9."""
    found = judge_play(handled(TALON, (6, 3), (1, 10), (10, 9)))
    remedies = one(found, FaultName.FAUSSE_CASE_2, (9,))
    assert remedies == {LEAVE: {"1:14 9"}, REPLAY: {"1:13 4 7", "1:14 10"}}


def test_moved_back_to_a_lawful_case() -> None:
    """Jeu 3, fausse case 2: where it ends it may stand, but it came there backwards."""
    found = judge_play(handled("1:13 6 7", (4, 3), (1, 6), (6, 5), (7, 10)))
    assert [(fault.name, fault.cases) for fault in found.faults] == [(FaultName.FAUSSE_CASE_2, (5,))]


def test_moved_back_to_where_it_stood() -> None:
    """Jeu 3, fausse case 2: a dame let go on 10 cannot go back to 6, whatever is played then."""
    found = judge_play(handled("1:13 6 7", (4, 2), (6, 10), (10, 6), (7, 11), (1, 3)))
    remedies = one(found, FaultName.FAUSSE_CASE_2, (6,))
    assert remedies == {LEAVE: {"1:12 3 6 11"}, REPLAY: {"1:13 8 11", "1:12 3 7 10"}}


def test_touched_before_another_and_played_after_it() -> None:
    """Jeu 3, fausse case 3: a first dame that was put back has played no number yet, so it may play one."""
    assert judge_play(handled("1:13 6 7", (4, 2), (6, 6), (7, 9), (6, 10))).faults == ()
    assert judge_play(handled("1:13 6 7", (4, 2), (6, 6), (7, 7), (6, 10), (7, 9))).faults == ()


def test_first_dame_taken_up_again() -> None:
    """Jeu 3, fausse case 3: a second dame was touched, so the first stays at its four and the second plays the two."""
    found = judge_play(handled("1:13 5 7", (4, 2), (5, 9), (7, 8), (9, 11)))
    assert one(found, FaultName.FAUSSE_CASE_3, (11,)) == {LEAVE: {"1:13 8 11"}, REPLAY: {"1:13 9:2"}}
    lifted = judge_play(handled("1:13 5 7", (4, 2), (5, 9), (7, 7), (9, 11)))
    assert one(lifted, FaultName.FAUSSE_CASE_3, (11,)) == {LEAVE: {"1:13 7 11"}, REPLAY: {"1:13 9:2"}}


def test_neither_number_nor_sum() -> None:
    """Jeu 3, fausse case 4.1; treatment 3: two cases for five and three."""
    found = judge_play(handled(TALON, (5, 3), (1, 3)))
    remedies = one(found, FaultName.FAUSSE_CASE_4_1, (3,))
    assert remedies == {LEAVE: {"1:14 3"}, REPLAY: {"1:13 4 6", "1:14 9"}}


@pytest.mark.parametrize(("end", "case"), [(3, 4), (5, 6), (4, None), (6, None), (7, None)])
def test_first_dame_moved_on(end: int, case: int | None) -> None:
    """Jeu 3, fausse case 4.1, its example: two cases for five and three go on to three, four to five; no others."""
    assert tolerated_end(handled(TALON, (5, 3), (1, end))) == case


def test_first_dame_moved_on_to_a_case_it_may_only_end_or_only_rest_on() -> None:
    """Jeu 3, fausse case 4.1: right is what a number takes it to, though tout d'une is closed, or is all it can do."""
    assert tolerated_end(handled(TALON, (5, 3), (1, 3), noirs="1:13 16:2")) == 4
    assert tolerated_end(handled("14", (6, 1), (14, 16), noirs="")) == 20
    assert tolerated_end(handled("14", (6, 1), (14, 16), noirs="5:2 24:2")) is None


@pytest.mark.parametrize(
    ("end", "tolerant", "name"),
    [
        (4, True, FaultName.FAUSSE_CASE_8),  # moved on to the three as it may be: only the five is not played
        (4, False, FaultName.FAUSSE_CASE_4_1),
        (6, True, FaultName.FAUSSE_CASE_4_1),  # the five is not the next right case
        (9, True, FaultName.FAUSSE_CASE_4_1),
    ],
)
def test_moved_on_from_where_no_number_takes_it(end: int, tolerant: bool, name: FaultName) -> None:
    """Jeu 3, fausse case 4.1; Lois XVII 2: let go two cases on by five and three, then moved on."""
    found = judge_play(handled(TALON, (5, 3), (1, 3), (3, end)), tolerant=tolerant)
    assert [fault.name for fault in found.faults][:1] == [name]


def test_the_first_dame_wrong_names_the_fault() -> None:
    """Jeu 3, fausse cases 4.1 and 4.2: of two dames badly played the one let go first."""
    for ends, name in (((3, 8), FaultName.FAUSSE_CASE_4_1), ((8, 3), FaultName.FAUSSE_CASE_4_2)):
        found = judge_play(handled(TALON, (5, 3), *((1, end) for end in ends)))
        assert [(fault.name, fault.cases) for fault in found.faults] == [(name, ends)]


def test_no_moving_on_after_a_second_dame() -> None:
    """Jeu 3, fausse case 4.1: a second dame touched, or the first moved back, ends the tolerance."""
    assert tolerated_end(handled("1:14 2", (5, 3), (1, 3), touched=(2,))) is None
    assert tolerated_end(handled(TALON, (5, 3), (1, 4), (4, 3))) is None


def test_one_dame_beyond_the_higher_number() -> None:
    """Jeu 3, fausse case 4.2; treatment 4: seven for five and three is tout d'une, or back to five and another."""
    found = judge_play(handled(TALON, (5, 3), (1, 8)))
    assert one(found, FaultName.FAUSSE_CASE_4_2, (8,)) == {
        LEAVE: {"1:14 8"},
        RemedyName.TOUT_D_UNE: {"1:14 9"},
        RemedyName.BACK_TO_HIGHER: {"1:13 4 6"},
    }


def test_beyond_and_a_second_dame() -> None:
    """Jeu 3, treatment 5: once the second dame is let go, only the one badly played is open (treatment 3)."""
    found = judge_play(handled("1:13 4 5", (5, 3), (5, 8), (4, 11)))
    assert one(found, FaultName.FAUSSE_CASE_4_2, (11,)) == {LEAVE: {"1:13 8 11"}, REPLAY: {"1:13 8 9"}}


def test_both_dames_wrong() -> None:
    """Jeu 3, treatment 2: neither reached the higher number; both are replayed, or one plays all."""
    found = judge_play(handled(TALON, (5, 3), (1, 3), (1, 5)))
    assert one(found, FaultName.FAUSSE_CASE_4_1, (3, 5)) == {
        LEAVE: {"1:13 3 5"},
        RemedyName.REPLAY_BOTH: {"1:13 4 6"},
        RemedyName.TOUT_D_UNE: {"1:14 9"},
    }


def test_one_dame_wrong() -> None:
    """Jeu 3, treatments 1 and 3: the five was well played and stays, only the other dame is open."""
    found = judge_play(handled("1:14 2", (5, 3), (1, 6), (2, 6)))
    assert [dame.move for dame in found.well] == [Move(1, 6)]
    assert one(found, FaultName.FAUSSE_CASE_4_1, (6,)) == {LEAVE: {"1:13 6:2"}, REPLAY: {"1:13 5 6"}}


def test_a_dame_too_many() -> None:
    """Jeu 3, treatment 3: both numbers were played; the third dame goes back."""
    found = judge_play(handled(TALON, (6, 5), (1, 7), (1, 6), (1, 3)))
    assert one(found, FaultName.FAUSSE_CASE_4_1, (3,)) == {LEAVE: {"1:12 3 6 7"}, BACK: {"1:13 6 7"}}


def test_coin_par_puissance_though_par_effet() -> None:
    """Jeu 3, fausse case 5; treatment 7: double two from 10 and 11, the second example of Jeu 2's coin, c."""
    handling = handled("1:11 10:2 11:2", (2, 2), (11, 12), (11, 12))
    assert by_puissance(handling)
    assert one(judge_play(handling), FaultName.FAUSSE_CASE_5, (12,)) == {
        LEAVE: {"1:11 10:2 12:2"},
        RemedyName.REPLAY_BOTH: {"1:11 11:2 12:2", "1:9 3:2 10:2 11:2", "1:10 5 10:2 11:2"},
        RemedyName.FORBID_COIN: {"1:9 3:2 10:2 11:2", "1:10 5 10:2 11:2"},
    }


def test_coin_par_puissance_one_dame_back() -> None:
    """Jeu 3, treatment 7: one goes back, the other plays its number: the coin par effet, from 7 and 6."""
    remedies = one(judge_play(handled("1:10 6 7 8:2 9", (6, 5), (7, 12), (8, 12))), FaultName.FAUSSE_CASE_5, (12,))
    assert remedies[REPLAY] == {"1:10 8:2 9 12:2"}


def test_the_lower_number_played() -> None:
    """Jeu 3, fausse case 6; treatment 8: three and one cannot both be played; the three takes the dame to the coin."""
    found = judge_play(handled("9 12:14", (3, 1), (9, 10)))
    assert [remedy.free for remedy in found.faults[0].remedies] == [False, True]
    assert one(found, FaultName.FAUSSE_CASE_6, (10,)) == {LEAVE: {"10 12:14"}, RemedyName.PLAY_HIGHER: {"12:15"}}


def test_second_number_made_unplayable() -> None:
    """Jeu 3, fausse case 7; treatment 9: after 6/9 no six can be played, though 6/12 and 9/12 took the coin."""
    found = judge_play(handled("6 9:14", (6, 3), (6, 9)))
    assert one(found, FaultName.FAUSSE_CASE_7, (9,)) == {
        RemedyName.MARK_IMPUISSANCE: {"9:15"},
        RemedyName.REPLAY_LEGALLY: {"9:13 12:2"},
    }
    assert found.faults[0].remedies[0].points == 2


def test_not_every_point_played_in_the_sortie() -> None:
    """Jeu 3, fausse case 8; treatment 10; Jeu 2, exemple illustrant la règle 4: the two first, so the five exceeds."""
    found = judge_play(handled("20 21 22 24:3", (5, 2), (20, 22), (21, 25), noirs=GONE))
    assert found.faults[0].name is FaultName.FAUSSE_CASE_8
    assert ruled(found.faults[0]) == {
        LEAVE: {"22:2 24:3"},
        RemedyName.REPLAY_LEGALLY: {"22 23 24:3", "21 24:4"},
    }


def test_one_number_played_so_that_the_other_would_exceed() -> None:
    """Jeu 3, fausse case 8; Lois VIII: after 20/22 the five is not unplayable, but takes 21 out without need."""
    found = judge_play(handled("20 21:2 24:3", (5, 2), (20, 22), noirs=GONE))
    assert one(found, FaultName.FAUSSE_CASE_8, (22,)) == {
        LEAVE: {"21:2 22 24:3"},
        RemedyName.REPLAY_LEGALLY: {"21 23 24:3"},
    }


def test_a_number_left_unplayed() -> None:
    """Jeu 3, fausse cases 8 and 3: he stopped after the six; it stays, and no second dame being touched may go on."""
    found = judge_play(handled(TALON, (6, 3), (1, 7)))
    assert one(found, FaultName.FAUSSE_CASE_8, (7,)) == {
        LEAVE: {"1:14 7"},
        RemedyName.REPLAY_LEGALLY: {"1:13 4 7", "1:14 10"},
    }
    nothing = judge_play(handled(TALON, (6, 3)))
    assert [fault.name for fault in nothing.faults] == [FaultName.FAUSSE_CASE_8]


def test_a_dame_out_that_was_not_the_furthest_yet() -> None:
    """Jeu 3, fausse case 8: by six and three 22 and 24 leave; 24 alone was well played, and 22 is still to go."""
    found = judge_play(handled("22 24:2", (6, 3), (24, 25), noirs=""))
    assert one(found, FaultName.FAUSSE_CASE_8, (25,)) == {LEAVE: {"22 24"}, RemedyName.REPLAY_LEGALLY: {"24"}}


def test_a_number_only_the_same_dame_can_play() -> None:
    """Jeu 3, fausse cases 3, 7 and 8: the as was not made unplayable by the six: the dame on 20 can go on to 21."""
    found = judge_play(handled("14", (6, 1), (14, 20), noirs=""))
    assert one(found, FaultName.FAUSSE_CASE_8, (20,)) == {LEAVE: {"20"}, RemedyName.REPLAY_LEGALLY: {"21"}}
    # Out goes the furthest dame only: after 17/23 the four takes 22, though 17 might have gone out over 21.
    out = judge_play(handled("17 22", (6, 4), (17, 23), noirs=""))
    assert one(out, FaultName.FAUSSE_CASE_8, (23,)) == {LEAVE: {"22 23"}, RemedyName.REPLAY_LEGALLY: {"23"}}


def test_two_dames_carried_together() -> None:
    """Jeu 3, fausse case 9; treatment 1: one was well played, but both are open."""
    found = judge_play(handled(TALON, (5, 3), (1, 6), (1, 5), together=True))
    assert one(found, FaultName.FAUSSE_CASE_9, (6, 5)) == {
        LEAVE: {"1:13 5 6"},
        RemedyName.REPLAY_BOTH: {"1:13 4 6"},
        RemedyName.TOUT_D_UNE: {"1:14 9"},
    }
    assert judge_play(handled(TALON, (5, 3), (1, 6), (1, 4), together=True)).faults == ()


def test_jan_not_filled() -> None:
    """Jeu 3, fausse case 10; treatment 11; Lois XIII: 5/11 by the six fills the grand jan."""
    found = judge_play(handled("1:3 5 7:2 8:2 9:2 10:2 11 12:2", (6, 1), (1, 7), (1, 2)))
    assert one(found, FaultName.FAUSSE_CASE_10, (11,)) == {
        LEAVE: {"1 2 5 7:3 8:2 9:2 10:2 11 12:2"},
        RemedyName.FILL: {"1:2 2 7:2 8:2 9:2 10:2 11:2 12:2"},
    }
    assert not found.badly


def test_jan_not_kept() -> None:
    """Jeu 3, fausse case 11; treatment 12; Lois XIII: case 7 was broken though the talon could play."""
    found = judge_play(handled("1:3 7:2 8:2 9:2 10:2 11:2 12:2", (2, 1), (7, 9), (1, 2)))
    assert one(found, FaultName.FAUSSE_CASE_11, (7,)) == {
        LEAVE: {"1:2 2 7 8:2 9:3 10:2 11:2 12:2"},
        RemedyName.KEEP: {"1 2 3 7:2 8:2 9:2 10:2 11:2 12:2", "1:2 4 7:2 8:2 9:2 10:2 11:2 12:2"},
    }


def test_covering_may_be_forbidden() -> None:
    """Lois XVII 2: the demi-case 5 was covered by a false move; A may forbid covering it this throw."""
    found = judge_play(handled("1:12 5 6 8", (5, 3), (1, 5), (6, 9)))
    assert [fault.name for fault in found.faults] == [FaultName.FAUSSE_CASE_4_1, FaultName.COUVRIR]
    assert found.faults[1].cases == (5,)
    assert ruled(found.faults[1]) == {RemedyName.FORBID_COVER: {"1:11 5 6 8 9", "1:12 8 9 10"}}


def test_covering_may_be_forbidden_though_it_fills() -> None:
    """Lois XVII 2: 11 lacks the last dame of the grand jan; forbidden it, J fills nothing, and his as stays."""
    found = judge_play(handled("1:3 5 7:2 8:2 9:2 10:2 11 12:2", (6, 1), (1, 2), (1, 11)))
    assert [fault.name for fault in found.faults] == [FaultName.FAUSSE_CASE_4_2, FaultName.COUVRIR]
    assert ruled(found.faults[1]) == {RemedyName.FORBID_COVER: {"1 2 5 7:3 8:2 9:2 10:2 11 12:2"}}


def test_a_dame_from_nowhere() -> None:
    """A step needs a dame: bad input is refused, naming the case."""
    with pytest.raises(ValueError, match="no dame of blancs on case 5"):
        judge_play(handled(TALON, (5, 3), (5, 8)))


def test_a_rest_is_no_second_dame() -> None:
    """A dame let go on its way and moved on at once is one dame, tout d'une."""
    (dame,) = dames(handled("1:14 4", (5, 3), (1, 4), (4, 9)))
    assert dame.path == (1, 4, 9)


sides = st.sampled_from(list(Side))


@given(throws(), st.integers(0, 2**32))
def test_lawful_plays_are_no_faults(throw: tuple[Position, Side, Dice], seed: int) -> None:
    """A legal play, dame by dame in any order, is no fault, and all its dames are well played."""
    standing, side, dice = throw
    random = Random(seed)  # noqa: S311 - plays to try, not secrets
    play = random.choice(legal_plays(standing, side, dice).plays)
    moves = random.sample(play.moves, len(play.moves))
    found = judge_play(Handling(standing, side, dice, tuple(moves)))
    assert (found.badly, found.faults) == ((), ())
    assert Handling(standing, side, dice, tuple(moves)).result() == play.result


@given(throws(), st.integers(0, 2**32), st.booleans())
def test_every_other_play_is_a_fault_that_can_be_mended(
    throw: tuple[Position, Side, Dice], seed: int, together: bool
) -> None:
    """Any other play is a fault; every remedy is in the table and leads to legal results or leaves the play."""
    standing, side, dice = throw
    random = Random(seed)  # noqa: S311 - plays to try, not secrets
    steps = []
    row = list(standing.counts(side))
    for _ in range(random.randint(0, 3)):
        starts = [case for case in range(1, 25) if row[case - 1]]
        if not starts:
            break
        start = random.choice(starts)
        end = random.randint(max(1, start - 2), min(25, start + 13))
        steps.append(Move(start, end))
        row[start - 1] -= 1
        if end < 25:
            row[end - 1] += 1
    handling = Handling(standing, side, dice, tuple(steps), together=together)
    found = judge_play(handling)
    legal = {play.result for play in legal_plays(standing, side, dice).plays}
    if handling.result() not in legal:
        assert found.faults
    for fault in found.faults:
        assert fault.by is side
        assert fault.remedies
        for remedy in fault.remedies:
            assert remedy.name in {name for row_ in rows_of(fault.name) for name in row_.remedies}
            check(remedy, handling.result(), legal, fault)


def check(remedy: Remedy, result: Position, legal: set[Position], fault: Fault) -> None:
    assert remedy.positions
    if remedy.name in {RemedyName.LEAVE, RemedyName.MARK_IMPUISSANCE}:
        assert remedy.positions == (result,)
        assert not fault.name.startswith("case_interdite")
    elif remedy.name not in {RemedyName.FORBID_COIN, RemedyName.FORBID_COVER}:  # forbidden it, he need not fill with it
        assert set(remedy.positions) <= legal


def test_counts_are_the_owner_s() -> None:
    """Noirs' faults use their own numbering, as Blancs' do."""
    standing = Position(counts(TALON), counts("1:13 7 8"))
    found = judge_play(Handling(standing, Side.NOIRS, (5, 3), (Move(8, 12), Move(1, 6))))
    assert [(fault.name, fault.by, fault.cases) for fault in found.faults] == [
        (FaultName.CASE_INTERDITE_1, Side.NOIRS, (12,))
    ]
