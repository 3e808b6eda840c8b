"""Rulings that no longer hold are taken back: after an undo, after dice read again, after a play seen late."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.acts import (
    Act,
    Claimed,
    DameLifted,
    DamePlaced,
    Declaration,
    Declared,
    DiceThrown,
    PlayEnded,
    ThrowCancelled,
    Undone,
)
from events.backgammon.acts import (
    BoardSet,
    DoubleAnswered,
    Doubled,
    OpeningThrown,
    Reconsidered,
    Resigned,
    SetRight,
    Turn,
)
from events.backgammon.rulings import CubeAnswered, CubeOffered, GameBegan, GameWon, IllegalPlayRuled
from events.backgammon.settings import BackgammonSettings
from events.backgammon.state import Phase
from events.rulings import Played, Ruling, ThrowWorth, Window, Withdrawn, standing
from events.state import Mode
from referee.backgammon.judge import Judge
from rules.backgammon.match import Win
from rules.backgammon.plays import legal_plays
from rules.backgammon.position import Position
from rules.position import DAMES, Side
from tablier.storage.match_record import record_of
from tests.announce.samples import backgammon_announcements
from tests.referee.backgammon.players import Players, moved
from tests.rules.backgammon.figures import counts

BLANCS, NOIRS = Side.BLANCS, Side.NOIRS


def taken_back(players: Players) -> list[object]:
    """Return the rulings withdrawn, in order."""
    return [one.what for one in players.ruled(Withdrawn)]


def after_an_illegal_play() -> tuple[Players, Position]:
    """Noirs played 6-4 as 6-5, then Blancs threw. Also returns the position before Noirs' play."""
    players = Players(settings=BackgammonSettings(target=3))
    players.began(BLANCS)
    before = players.now
    players.throw((6, 4))
    players.stand(moved(before, NOIRS, (13, 7), (13, 8)), 20)
    players.wait()
    players.throw((2, 1))
    return players, before


def test_an_undone_throw_is_withdrawn_with_all_that_followed() -> None:
    """Its worth, its play and its faults are withdrawn. No announcement was wrong, so nothing is said aloud."""
    players, before = after_an_illegal_play()
    players.ask(Undone(players.table.t, "Anne", 2))
    gone = players.ruled(Withdrawn)
    assert {type(one.what) for one in gone} == {ThrowWorth, Played, IllegalPlayRuled}
    assert all(one.asked for one in gone)
    assert not any(backgammon_announcements(one, mode=Mode.LESSON) for one in gone)
    held = standing(players.rulings)
    assert [one.throw for one in held if isinstance(one, ThrowWorth)] == [1]
    assert not any(isinstance(one, IllegalPlayRuled) for one in held)
    state = players.referee.state()
    assert (state.position, state.trait, state.throw) == (before, NOIRS, 1)
    assert "64:" not in record_of(players.rulings, 3)
    assert ";" not in record_of(players.rulings, 3)


def test_a_fault_closed_by_an_undone_throw_is_open_again() -> None:
    """The other has not thrown any more, so the play may be made again."""
    players, _ = after_an_illegal_play()
    players.ask(Undone(players.table.t, "Anne", 3))
    assert [one.window for one in players.ruled(IllegalPlayRuled)] == [Window.OPEN, Window.CLOSED, Window.OPEN]
    players.ask(Claimed(players.table.t, BLANCS))
    assert players.ruled(IllegalPlayRuled)[-1].window is Window.CLAIMED
    assert players.side is NOIRS
    assert record_of(players.rulings, 3).count("mauvais_nombre") == 1


def test_a_double_taken_by_throwing_is_offered_again_when_that_throw_is_undone() -> None:
    """The throw was the answer to the double."""
    players = Players(settings=BackgammonSettings(target=7))
    players.began(BLANCS)
    players.ask(Doubled(players.table.t, NOIRS))
    players.throw((6, 4))
    assert players.referee.state().cube.value == 2
    players.ask(Undone(players.table.t, "Anne", 2))
    cube = players.referee.state().cube
    assert (cube.value, cube.offered_by) == (1, NOIRS)
    assert [type(one) for one in taken_back(players)] == [CubeAnswered, ThrowWorth]
    assert record_of(players.rulings, 7).count("Takes") == 0


def test_a_game_given_up_by_mistake_is_not_lost() -> None:
    """A player pressed the wrong button. Undoing the throw before takes back the won game too."""
    players = Players(settings=BackgammonSettings(target=3))
    players.began(BLANCS)
    players.ask(Declared(players.table.t, NOIRS, Declaration.JE_M_EN_VAIS))
    assert players.referee.state().match.blancs == 1
    players.ask(Undone(players.table.t, "Anne", 1))
    assert any(isinstance(one, GameWon) for one in taken_back(players))
    state = players.referee.state()
    assert (state.match.blancs, state.throw, state.trait) == (0, 0, None)
    assert "Wins" not in record_of(players.rulings, 3)


def test_a_board_set_by_mistake_begins_no_game() -> None:
    """It is undone before its first throw. The game before goes on, and its throws can be undone in their turn."""
    players = Players(settings=BackgammonSettings(target=3))
    players.began(BLANCS)
    players.throw((6, 4))
    stood = players.referee.state()
    players.ask(BoardSet(players.table.t))
    players.ask(Undone(players.table.t, "Anne", 0))
    assert players.referee.state() == stood
    assert [type(one) for one in taken_back(players)] == [GameBegan]
    players.ask(Undone(players.table.t, "Anne", 1))
    assert players.referee.state().throw == 0
    players.ask(Undone(players.table.t, "Anne", 0))
    assert players.referee.state().tour == 1, "the first game of a sitting was not begun by anybody"


def test_dice_misread_at_first_are_announced_once_in_the_end() -> None:
    """The throw as first read is withdrawn silently, and the true one is announced."""
    players = Players()
    players.began(BLANCS)
    judge = players.referee.judge
    thrown = judge.observe(DiceThrown(9.0, NOIRS, (6, 4), good=True))
    gone = judge.observe(ThrowCancelled(9.5, NOIRS))
    anew = judge.observe(DiceThrown(9.0, NOIRS, (6, 5), good=True))
    assert [(type(one.what), one.asked) for one in gone if isinstance(one, Withdrawn)] == [(ThrowWorth, False)]
    assert not any(backgammon_announcements(one, mode=Mode.LESSON) for one in gone)
    worths = [one for one in standing([*thrown, *gone, *anew]) if isinstance(one, ThrowWorth)]
    assert [one.dice for one in worths] == [(6, 5)]


def test_a_game_announced_won_by_mistake_is_taken_back_aloud() -> None:
    """The dice that took the last dame off had been misread."""
    base = Position(counts(c6=1), counts(c1=2, c24=1))
    judge = Judge(BackgammonSettings(target=3))
    judge.observe(SetRight(0.0, "test", position=base, trait=BLANCS))
    judge.observe(DiceThrown(1.0, BLANCS, (6, 1), good=True))
    judge.observe(DameLifted(2.0, BLANCS, 6))
    assert any(isinstance(one, GameWon) for one in judge.observe(DamePlaced(2.0, BLANCS, 0)))
    gone = judge.observe(ThrowCancelled(3.0, BLANCS))
    (won,) = [one for one in gone if isinstance(one, Withdrawn) and isinstance(one.what, GameWon)]
    (said,) = backgammon_announcements(won, mode=Mode.SCORE)
    assert said.text["fr"].startswith("Correction, ceci ne vaut plus")
    assert said.spoken["en"].startswith("Correction, this no longer holds")
    assert judge.situation.match.blancs == 0


def test_a_play_seen_late_may_let_the_next_throw_be_played() -> None:
    """The play opened a case that was thought closed. The worth of the next throw is announced again."""
    base = Position(
        counts(c1=2, c2=2, c3=2, c4=2, c5=2, c6=2, c13=2, c24=1),
        counts(bar=1, c7=10),
    )
    judge = Judge(BackgammonSettings())
    judge.observe(SetRight(0.0, "test", position=base, trait=BLANCS))
    judge.observe(DiceThrown(1.0, BLANCS, (2, 1), good=True))
    for side, start, end in ((BLANCS, 13, 11), (BLANCS, 13, 12)):
        judge.observe(DameLifted(2.0, side, start))
        judge.observe(DamePlaced(2.0, side, end))
    (worth, none) = judge.observe(DiceThrown(3.0, NOIRS, (6, 6), good=True))
    assert isinstance(worth, ThrowWorth)
    assert (worth.dice_playable, isinstance(none, Played)) == (0, True)
    opened = moved(base, BLANCS, (6, 4), (6, 5))
    rulings = judge.observe(Reconsidered(4.0, 2, (Turn(3.0, NOIRS, (6, 6), opened),), opened))
    assert {one.what.id for one in rulings if isinstance(one, Withdrawn)} == {worth.id, none.id}
    assert [one.dice_playable for one in rulings if isinstance(one, ThrowWorth)] == [
        legal_plays(opened, NOIRS, (6, 6)).dice_playable
    ]
    assert judge.situation.phase is Phase.TO_PLAY


def test_dice_set_by_hand_are_those_of_the_throw_or_of_the_next_one() -> None:
    """Before the throw is played they replace the dice read. After that they are the other's throw."""
    players = Players()
    players.began(BLANCS)
    players.throw((6, 4))
    players.ask(SetRight(players.table.t, "Anne", dice=(5, 4)))
    state = players.referee.state()
    assert (state.dice, state.throw, state.trait) == ((5, 4), 2, NOIRS)
    assert [type(one) for one in taken_back(players)] == [ThrowWorth]
    players.stand(moved(players.now, NOIRS, (24, 15)))
    assert players.ruled(Played)[-1].lawful
    players.ask(SetRight(players.table.t, "Anne", dice=(3, 3)))
    state = players.referee.state()
    assert (state.dice, state.throw, state.trait) == ((3, 3), 3, BLANCS)


def test_points_set_by_hand_end_a_match_or_let_it_go_on() -> None:
    """No points are refused. One point short of the match, the cube is not used."""
    players = Players(settings=BackgammonSettings(target=3))
    players.began(BLANCS)
    players.ask(SetRight(players.table.t, "Anne", points=(2, 0)))
    assert not players.referee.state().cube.usable
    players.ask(SetRight(players.table.t, "Anne", points=(3, 0)))
    assert players.referee.over
    players.throw((6, 4))
    players.ask(SetRight(players.table.t, "Anne", points=(30, 0)))
    players.ask(SetRight(players.table.t, "Anne", points=(1, 0)))
    assert not players.referee.over
    state = players.referee.state()
    assert (state.phase, state.trait) == (Phase.TO_THROW, NOIRS), "a slip of the pen ends no game"
    players.ask(BoardSet(players.table.t))
    assert players.referee.state().match.blancs == 1


def test_a_cube_set_by_hand_is_no_offer() -> None:
    """It needs no answer. A score alone leaves the cube as it is."""
    players = Players(settings=BackgammonSettings(target=7))
    players.began(BLANCS)
    players.ask(Doubled(players.table.t, NOIRS))
    players.ask(SetRight(players.table.t, "Anne", points=(1, 1)))
    assert players.referee.state().cube.offered_by is NOIRS
    players.ask(SetRight(players.table.t, "Anne", cube=2, doubled_by=NOIRS))
    state = players.referee.state()
    assert (state.cube.value, state.cube.doubled_by, state.cube.offered_by) == (2, NOIRS, None)
    assert state.phase is Phase.TO_THROW


T = st.just(0.0)
SIDES = st.sampled_from(list(Side))
CASES = st.integers(0, 25)
DICE = st.tuples(st.integers(1, 6), st.integers(1, 6))
TURN = st.builds(Turn, T, SIDES, DICE, st.just(Position.start()), st.booleans())
PLAYED = st.tuples(SIDES, DICE, st.integers(0, 50))
"""Side, dice and number of a lawful play; `acts_of` makes the acts from the position."""
ACTS: st.SearchStrategy[Act] = st.one_of(
    st.builds(OpeningThrown, T, DICE),
    st.builds(DiceThrown, T, SIDES, DICE, st.just(True)),
    st.builds(DameLifted, T, SIDES, CASES),
    st.builds(DamePlaced, T, SIDES, CASES),
    st.builds(PlayEnded, T, SIDES),
    st.builds(ThrowCancelled, T, SIDES),
    st.builds(Reconsidered, T, st.integers(1, 6), st.lists(TURN, max_size=2).map(tuple), st.just(Position.start())),
    st.builds(BoardSet, T),
    st.builds(Claimed, T, SIDES),
    st.builds(Declared, T, SIDES, st.sampled_from(list(Declaration))),
    st.builds(Doubled, T, SIDES),
    st.builds(DoubleAnswered, T, SIDES, st.booleans()),
    st.builds(Resigned, T, SIDES, st.sampled_from(list(Win))),
    st.builds(Undone, T, st.just("anybody"), st.integers(0, 6)),
    st.builds(SetRight, T, st.just("anybody"), points=st.tuples(st.integers(0, 3), st.integers(0, 3))),
    st.builds(SetRight, T, st.just("anybody"), cube=st.sampled_from((1, 2, 4)), doubled_by=st.none() | SIDES),
    st.builds(SetRight, T, st.just("anybody"), dice=DICE),
    st.builds(SetRight, T, st.just("anybody"), trait=SIDES),
)


def acts_of(judge: Judge, drawn: Act | tuple[Side, tuple[int, int], int]) -> list[Act]:
    """Return an act, or the acts of a whole lawful throw from the present position."""
    if not isinstance(drawn, tuple):
        return [drawn]
    side, dice, number = drawn
    now = judge.situation.position
    plays = legal_plays(now, side, dice).plays
    after = plays[number % len(plays)].result
    found: list[Act] = [DiceThrown(0.0, side, dice, good=True)]
    for act, more in ((DameLifted, -1), (DamePlaced, 1)):
        for owner in Side:
            found += [
                act(0.0, owner, case)
                for case in range(26)
                for _ in range(max(0, more * (after.on(owner, case) - now.on(owner, case))))
            ]
    return found


@pytest.mark.parametrize("pips", [False, True])
@settings(max_examples=80, deadline=None)
@given(drawn=st.lists(PLAYED | ACTS, max_size=25), undone=st.integers(0, 6))
def test_every_ruling_is_announced_once_and_taken_back_once(
    pips: bool, drawn: list[Act | tuple[Side, tuple[int, int], int]], undone: int
) -> None:
    """No act raises or changes the number of dames, and undoing a throw restores the situation before it."""
    judge = Judge(BackgammonSettings(target=3, pips=pips))
    ruled: list[Ruling] = []
    stood = {0: judge.situation}
    for one in drawn:
        for act in acts_of(judge, one):
            before = judge.situation
            ruled += judge.observe(act)
            if judge.situation.number > before.number:
                stood[judge.situation.number] = before
            assert all(sum(judge.situation.position.counts(side)) <= DAMES for side in Side)
            assert all(min(judge.situation.position.counts(side)) >= 0 for side in Side)
    if 0 < undone <= judge.situation.number and not any(isinstance(one, SetRight | BoardSet) for one in drawn):
        ruled += judge.observe(Undone(0.0, "anybody", undone))
        assert judge.situation == stood[undone]
    ids = [one.id for one in ruled]
    assert len(set(ids)) == len(ids)
    gone = [one.what.id for one in ruled if isinstance(one, Withdrawn)]
    assert len(set(gone)) == len(gone)
    assert set(gone) <= set(ids)
    record_of(ruled, 3)


def test_offers_are_withdrawn_with_the_throw_they_followed() -> None:
    """The record then shows no double."""
    players = Players(settings=BackgammonSettings(target=7))
    players.began(BLANCS)
    players.ask(Doubled(players.table.t, NOIRS))
    players.ask(Undone(players.table.t, "Anne", 1))
    assert any(isinstance(one, CubeOffered) for one in taken_back(players))
    assert "Doubles" not in record_of(players.rulings, 7)
