"""Dames taken off piles that cannot be counted: the game goes on right, and nobody is accused of unseen acts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from events.acts import Declaration, Declared
from events.rulings import Doubt, Played, ThrowWorth, Window, standing
from events.state import Mode
from events.trictrac.acts import Corrected
from events.trictrac.rulings import FaultRuled, ReleveRuled
from events.trictrac.settings import Settings
from events.trictrac.state import Phase
from rules.fault import FaultName
from rules.play import Move
from rules.plays import legal_plays
from rules.position import Position, ReleveCause, Side
from tests.referee.players import Players, moved, position
from tests.referee.test_where_hands_were import visits

B, N = Side.BLANCS, Side.NOIRS
NOIRS = {1: 9, 2: 6}


def going_out(blancs: dict[int, int], believed: dict[int, int]) -> Players:
    """Blancs are to throw, and their dames stand otherwise than believed. Three on a case may hide more."""
    players = Players(Settings())
    players.table.noise = replace(players.table.noise, pile=3)
    players.table.position = position(blancs, NOIRS)
    players.show([Corrected(0.0, "Anne", position=position(believed, NOIRS))])
    players.show(players.table.look())
    return players


def out(players: Players, *cases: int) -> None:
    """Let Blancs take a dame off each of these cases."""
    players.play(moved(players.table.position, B, *((case, 25) for case in cases)))
    players.wait()


def noirs(players: Players) -> None:
    """Let Noirs throw and play."""
    players.throw((2, 1))
    players.play(moved(players.table.position, N, (1, 3), (1, 2)))
    players.wait()


def test_a_pile_is_counted_again_after_plays_that_were_seen() -> None:
    """It hid a dame. Plays of other dames, ruled at once, say nothing about that, and no count of it is given up."""
    players = going_out({20: 2, 24: 6}, {20: 2, 24: 5})
    for dice, moves in (((2, 1), ((20, 22), (20, 21))), ((6, 5), ((21, 25), (22, 25)))):
        players.throw(dice)
        players.play(moved(players.table.position, B, *moves))
        players.wait()
        noirs(players)
    for _ in range(2):
        players.throw((6, 5))
        out(players, 24, 24)
        noirs(players)
    assert players.table.position.on(B, 24) == players.referee.state().position.on(B, 24) == 2


def test_a_pile_is_not_counted_again_where_the_play_is_seen() -> None:
    players = going_out({23: 2, 24: 5}, {23: 2, 24: 5})
    players.throw((6, 5))
    out(players, 23, 23)
    players.throw((2, 1))
    assert [act.by for act in players.acts if isinstance(act, Corrected)] == ["Anne"]
    assert players.referee.state().position == players.table.position


def test_the_sortie_is_announced_if_all_dames_are_back_before_the_next_look() -> None:
    players = going_out({24: 1}, {24: 1})
    players.throw((6, 5))
    players.show(players.table.play(Position.start(), frames=20))
    ruled = standing(players.rulings)
    assert [one.moves for one in ruled if isinstance(one, Played)] == [(Move(24, 25),)]
    assert [(one.cause, one.first) for one in ruled if isinstance(one, ReleveRuled)] == [(ReleveCause.SORTIE, B)]
    assert players.referee.state().position == Position.start()
    assert not [one for one in ruled if isinstance(one, FaultRuled | Doubt)]


def test_the_sortie_is_announced_if_the_last_dame_left_after_a_claim() -> None:
    """He forgot a dame and took it out after the claim. Then all dames went back to the talons (Lois VIII)."""
    players = going_out({23: 1, 24: 1}, {23: 1, 24: 1})
    players.throw((4, 2))
    out(players, 23)
    players.show([Declared(players.table.t, N, Declaration.FAUSSE_CASE)])
    assert players.referee.state().phase is Phase.TO_THROW
    players.show(players.table.play(Position.start(), frames=20))
    ruled = standing(players.rulings)
    assert [one.moves for one in ruled if isinstance(one, Played)][-1:] == [(Move(23, 25), Move(24, 25))]
    assert [(one.cause, one.first) for one in ruled if isinstance(one, ReleveRuled)] == [(ReleveCause.SORTIE, B)]


@pytest.mark.parametrize("called", [True, False])
def test_half_a_sortie_out_of_an_uncountable_pile_is_announced_if_claimed(*, called: bool) -> None:
    """His hand was at the pile, which looks as before. Only the other player knows whether one dame left or two."""
    players = going_out({23: 6, 24: 6}, {23: 6, 24: 6})
    players.show(players.table.throw((6, 5), by=(B,)))
    visits(players, B, 23)
    players.table.position = moved(players.table.position, B, (23, 25))
    players.wait()
    if called:
        players.show([Declared(players.table.t, N, Declaration.FAUSSE_CASE)])
    ruled = [one.fault.name for one in players.rulings if isinstance(one, FaultRuled) and one.window is Window.OPEN]
    assert ruled == ([FaultName.FAUSSE_CASE_8] if called else [])


def test_a_claim_before_the_play_is_no_evidence_of_half_a_sortie() -> None:
    players = going_out({23: 6, 24: 6}, {23: 6, 24: 6})
    players.show(players.table.throw((6, 5), by=(B,)))
    players.show([Declared(players.table.t, N, Declaration.FAUSSE_CASE)])
    assert not [one for one in players.rulings if isinstance(one, FaultRuled | Played)]


def test_two_dames_taken_off_together_are_both_off_when_the_next_dice_lie() -> None:
    """One stood alone, one was on a pile that cannot be counted. The throw need not wait for a dame in the air."""
    players = going_out({22: 1, 24: 14}, {22: 1, 24: 14})
    players.throw((3, 1))
    visits(players, B, 22, 24)
    players.table.position = position({24: 13}, NOIRS)
    players.show(players.table.look(2))
    players.side = N
    players.throw((2, 1))
    ruled = standing(players.rulings)
    assert [one.moves for one in ruled if isinstance(one, Played)] == [(Move(22, 25), Move(24, 25))]
    assert [one.throw for one in ruled if isinstance(one, ThrowWorth)] == [1, 2]


def test_of_two_plays_that_look_alike_the_one_that_takes_more_dames_off_is_announced() -> None:
    """5-1 is played from piles on 23 and 24. Two dames left, though one of 23 might have gone to 24 and another out."""
    players = Players(Settings())
    players.table.noise = replace(players.table.noise, pile=3)
    noirs = {7: 9, 8: 6}
    stands = position({23: 8, 24: 7}, noirs)
    players.table.position = stands
    players.show([Corrected(0.0, "Anne", position=stands)])
    players.show(players.table.look())
    players.throw((5, 1))
    within = moved(stands, B, (23, 24), (23, 25))
    assert within in [play.result for play in legal_plays(stands, B, (5, 1)).plays]
    visits(players, B, 23, 24)
    players.table.position = moved(stands, B, (23, 25), (24, 25))
    players.show(players.table.look(2))
    players.side = N
    players.throw((2, 1))
    plays = [one.moves for one in standing(players.rulings) if isinstance(one, Played)]
    assert plays == [(Move(23, 25), Move(24, 25))]


def test_after_one_dame_left_another_probably_leaves_too() -> None:
    """At 6-3 the dame of 21 has left. It is likelier that one of 22 follows than that one goes to 24 instead."""
    begun = {21: 1, 22: 2, 24: 6}
    players = going_out(begun, begun)
    players.throw((6, 3))
    out(players, 21)
    now = players.referee.judge.situation
    expected = players.referee.tracker.belief.hypotheses(now, B)
    prior = dict(zip(expected.counts, expected.priors.tolist(), strict=True))
    after = {24: 6, 22: 1}, {24: 7, 22: 1}
    both_out, moved_within = (prior[position(counts, NOIRS).blancs] for counts in after)
    assert both_out - moved_within >= 3.0


def test_a_claim_after_a_mark_is_no_evidence_about_dames_a_hand_passed() -> None:
    """Blancs mark four points too many while their hand passes the pile on 24. "École !" is about the points."""
    players = Players(Settings(mode=Mode.REFEREE, jetons=True, pegs=True))
    players.table.noise = replace(players.table.noise, pile=3)
    stands = position({24: 6}, NOIRS)
    players.table.position = stands
    players.wait()
    players.show([Corrected(players.table.t, "Anne", position=stands)])
    players.show(players.table.throw((6, 5), by=(B,)))
    visits(players, B, 24)
    players.table.jetons[B] = (4,)
    players.show(players.table.look(3))
    players.show([Declared(players.table.t, N, Declaration.ECOLE)])
    ruled = standing(players.rulings)
    assert [one.fault.name for one in ruled if isinstance(one, FaultRuled)][:1] == [FaultName.ECOLE_TROP_J]
    assert not [one for one in ruled if isinstance(one, Played)]
