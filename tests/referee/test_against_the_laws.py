"""Plays against the laws that the dice account for: seen as such though a look misses a dame, and ruled in time."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.acts import Claimed
from events.board_reading import BoardReading, CaseReading, Colour
from events.observation import Still
from events.rulings import ClaimRuled, Played, ThrowWorth, Verdict, standing
from events.state import Mode
from events.trictrac.settings import Settings
from referee.tracker.moves import both_numbers, by_the_dice, moved
from rules.fault import FaultName
from rules.plays import legal_plays
from rules.position import Position, Side
from tests.referee.players import Players, position
from tests.referee.players import moved as after
from tests.referee.test_where_hands_were import named, plays, visits

B, N = Side.BLANCS, Side.NOIRS
DICE = st.tuples(st.integers(1, 6), st.integers(1, 6)).map(lambda dice: (max(dice), min(dice)))


def begun(stands: Position, dice: tuple[int, int]) -> Players:
    """Blancs have thrown."""
    players = Players(Settings(mode=Mode.REFEREE))
    players.table.position = stands
    players.show(players.table.look(60))
    players.show(players.table.throw(dice, by=(B,)))
    assert players.referee.judge.situation.position == stands
    return players


def doubtful(players: Players, **chances: tuple[float, ...]) -> BoardReading:
    """A look by which cases of Blancs (`case_2`) may hold these numbers of dames, each with its chance."""
    seen = players.table.frame()
    ruled = {players.settings.seating.place(B, int(case[5:])): given for case, given in chances.items()}

    def read(one: CaseReading) -> CaseReading:
        given = ruled.get((one.row, one.column))
        if given is None:
            return one
        count = given.index(max(given))
        return replace(
            one, light=(*given, *(0.0,) * (16 - len(given))), dark=(1.0, *(0.0,) * 15), count=count,
            colour=Colour.LIGHT if count else Colour.NONE,
        )  # fmt: skip

    return replace(seen, cases=tuple(read(one) for one in seen.cases))


@given(st.lists(st.integers(1, 23), min_size=2, max_size=15), DICE)
def test_what_both_numbers_account_for_is_every_lawful_play_of_both_and_more(
    cases: list[int], dice: tuple[int, int]
) -> None:
    """Whatever stands in the way: the laws are looked at elsewhere."""
    base = tuple(cases.count(case) for case in range(1, 25))
    table = {tuple(counts) for counts in both_numbers(base, dice).tolist()}
    assert all(by_the_dice(base, counts, dice) for counts in table)
    plays = legal_plays(Position(base, (15, *(0,) * 23)), B, dice)
    exact = [play for play in plays.plays if len(play.moves) == 2 and all(move.end < 25 for move in play.moves)]
    assert {play.result.blancs for play in exact} <= table


def test_the_coin_par_puissance_is_by_the_dice() -> None:
    """Lois IX: 6-3 would take 7 and 10 to the coin of the other; they are put on one's own, allowed or not."""
    base = (10, *(0,) * 5, 2, 0, 0, 1, 0, 0, *(0,) * 12)
    assert by_the_dice(base, moved(moved(base, 7, 12), 10, 12), (6, 3))
    assert not by_the_dice(base, moved(moved(base, 7, 12), 10, 12), (6, 4))


def test_a_play_by_both_numbers_is_against_the_laws_though_a_look_missed_a_dame_of_it() -> None:
    """8 to 12, alone on the coin, and 8 to 9, which the last look missed: the talon may hide a dame, but none moved so.

    The other calls it before it has lasted.
    """
    stands = position({1: 10, 2: 1, 6: 1, 8: 2, 11: 1}, {1: 15})
    players = begun(stands, (4, 1))
    played = after(stands, B, (8, 12), (8, 9))
    plays(players, B, played, 8, 12, 8, 9, looks=2)
    counts = list(played.blancs)
    counts[8] = 0
    players.table.position = played.replaced(B, tuple(counts))
    players.show(players.table.look(1))
    players.show([Claimed(players.table.t, N)])
    assert [one.verdict for one in players.rulings if isinstance(one, ClaimRuled)] == [Verdict.RIGHT]
    assert named(players) == [(FaultName.CASE_INTERDITE_1, B)]


def test_dice_thrown_before_a_wrong_play_was_seen_are_announced_as_soon_as_it_is() -> None:
    """Noirs throw before Blancs have let go, and mark before all has lain still for long."""
    stands = position({1: 12, 6: 1, 11: 2}, {1: 15})
    players = begun(stands, (6, 5))
    players.show(players.table.throw((2, 1), by=(N,)))
    assert not [one for one in players.rulings if isinstance(one, ThrowWorth) and one.side is N]
    plays(players, B, after(stands, B, (6, 12), (1, 6)), 6, 12, 1, 6, looks=12)
    assert [one.side for one in standing(players.rulings) if isinstance(one, ThrowWorth)] == [B, N]
    assert [one.lawful for one in players.rulings if isinstance(one, Played)] == [False]
    assert set(named(players)) == {(FaultName.CASE_INTERDITE_1, B), (FaultName.DES_LEVES, N)}


def test_a_dame_no_look_shows_is_not_in_the_hand_of_who_is_called_for_his_play() -> None:
    """9 is on the coin, alone, and 5 is gone: it may lie on 11, and no play is called while under way."""
    stands = position({1: 10, 5: 1, 6: 1, 9: 2, 10: 1}, {1: 15})
    players = begun(stands, (6, 3))
    played = after(stands, B, (9, 12), (5, 11))
    visits(players, B, 9, 12, 5, 11)
    players.table.position = played
    players.show(doubtful(players, case_11=(0.8, 0.2)) for _ in range(4))
    players.show([Still(players.table.t + 0.8)])
    throw = players.referee.judge.situation.throw
    assert throw is not None
    assert throw.lifted == (5,)
    players.show([Claimed(players.table.t, N)])
    assert [one.verdict for one in players.rulings if isinstance(one, ClaimRuled)] == [Verdict.RIGHT]
    assert named(players) == [(FaultName.CASE_INTERDITE_1, B)]


@pytest.mark.parametrize(("chance", "lawful"), [(0.02, True), (1e-4, False)])
def test_a_lawful_play_that_explains_nearly_as_much_is_made_no_fault_by_the_next_throw(
    *, chance: float, lawful: bool
) -> None:
    """2 goes to 6 by 3-1; one look counts a dame too few on 2 and one too many on 11, but not surely: it is misread."""
    stands = position({1: 11, 2: 2, 6: 1, 11: 1}, {1: 15})
    players = begun(stands, (3, 1))
    visits(players, B, 2, 6)
    players.table.position = after(stands, B, (2, 6))
    looks = {"case_2": (1 - chance, chance), "case_11": (0.0, chance, 1 - chance)}
    players.show([doubtful(players, **looks)])
    players.table.dice = ()
    players.show(players.table.hand(2, N))
    players.show([doubtful(players, **looks) for _ in range(2)])
    list(players.table.rest((2, 1)))
    players.show([doubtful(players, **looks)])
    assert [one.side for one in players.rulings if isinstance(one, ThrowWorth)] == [B, N]
    assert [one.lawful for one in standing(players.rulings) if isinstance(one, Played)] == [lawful]


def test_of_two_faults_either_of_which_explains_what_is_seen_the_likelier_is_announced_when_the_other_calls() -> None:
    """A dame on Noirs' empty coin (case interdite 2), and another from the talon or from 2, which one look missed."""
    stands = position({1: 8, 2: 1, 5: 1, 7: 4, 11: 1}, {1: 15})
    players = begun(stands, (2, 2))
    visits(players, B, 11, 13, 1, 3)
    players.table.position = after(stands, B, (11, 13), (1, 3))
    players.show([doubtful(players, case_2=(0.99, 0.01))])
    players.show([players.table.frame()])
    players.show([Claimed(players.table.t, N)])
    assert named(players) == [(FaultName.CASE_INTERDITE_2, B)]


def test_a_dame_let_go_that_one_look_missed_is_in_no_hand_when_the_other_calls() -> None:
    """It still seemed in the hand after the other was played: a player who calls the play knows that it was over."""
    stands = position({1: 9, 2: 3, 3: 2, 8: 1}, {1: 15})
    players = begun(stands, (5, 3))
    visits(players, B, 8, 13, 2, 5)
    players.table.position = after(stands, B, (8, 13), (2, 5))
    players.show([doubtful(players, case_13=(0.99, 0.01))])
    players.show([players.table.frame()])
    players.show([Claimed(players.table.t, N)])
    assert named(players) == [(FaultName.CASE_INTERDITE_2, B)]


def test_a_dame_that_one_look_missed_has_not_gone_back_to_where_another_came_from_a_pile() -> None:
    """5-2 played 5 to 10 and 1 to 2 (fausse case 4.1); 7 was missed when 2 was first seen: it still stands there."""
    stands = position({1: 10, 5: 1, 6: 1, 7: 1, 8: 1, 10: 1}, {1: 15})
    players = begun(stands, (5, 2))
    visits(players, B, 1, 2, 5, 10)
    players.table.position = after(stands, B, (5, 10), (1, 2))
    players.show([doubtful(players, case_7=(0.999, 0.001))])
    players.show([players.table.frame()])
    players.show([Claimed(players.table.t, N)])
    assert named(players) == [(FaultName.FAUSSE_CASE_4_1, B)]
