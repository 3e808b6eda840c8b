"""A throw made while a dame of the previous throw is still in the air is announced once, for the whole board."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.acts import Act, DameLifted, DamePlaced, DiceLifted, DiceThrown, ThrowCancelled
from events.rulings import Played, Revised, Ruling, ThrowWorth
from events.state import Mode
from events.trictrac.rulings import FaultRuled, Marked, TourWon
from events.trictrac.settings import Settings
from rules.marking import Holding, Score
from rules.plays import legal_plays
from tests.referee.hands import B, Hands, N
from tests.referee.players import Players, moved, position
from tests.referee.test_where_hands_were import plays

ELEVEN = Score(Holding(), Holding(10, bredouille=False, trous=11))
"""Two points more and Noirs have won the tour."""


def in_the_air(score: Score | None = None) -> Hands:
    """Blancs have lifted a dame from 7. If it were gone, the other one on 7 could be beaten."""
    hands = Hands("1:13 7:2", "9:1 14:14", score, mode=Mode.SCORE)
    hands.throw((2, 1))
    hands.rulings.clear()
    hands.act(DameLifted(0.0, B, 7))
    return hands


def untimed(rulings: list[Ruling]) -> list[Ruling]:
    """Return the announcements without their ids and times."""
    return [
        replace(one, id="", t=0.0, about="") if isinstance(one, FaultRuled) else replace(one, id="", t=0.0)
        for one in rulings
    ]


def kinds(rulings: list[Ruling]) -> list[type]:
    return [type(one) for one in rulings]


def test_nothing_is_announced_of_a_position_short_of_a_dame() -> None:
    """The worth of a throw depends on the position, and a position has fifteen dames (Lois X-XIII)."""
    hands = in_the_air(ELEVEN)
    hands.throw((6, 3), N)
    assert hands.rulings == [], "the dame on 7 is no longer alone when the other stands again"
    hands.act(DiceLifted(0.0, B))
    hands.act(DamePlaced(0.0, B, 7))
    assert TourWon not in kinds(hands.rulings)
    assert kinds(hands.rulings).count(ThrowWorth) == 1


@pytest.mark.parametrize("goes_on", [DameLifted(0.0, N, 14), DiceThrown(0.0, B, (1, 1), good=True)])
def test_going_on_without_the_dame_ends_the_wait(goes_on: Act) -> None:
    """The thrower moves a dame, or the next throw is made. Then the position counts as it is."""
    hands = in_the_air()
    hands.throw((6, 3), N)
    hands.act(goes_on)
    assert kinds(hands.rulings)[:2] == [Played, ThrowWorth]


def test_a_throw_taken_back_meanwhile_is_never_announced() -> None:
    """It was misread. The throw that replaces it waits for the dame again."""
    hands = in_the_air()
    hands.throw((6, 3), N)
    hands.act(ThrowCancelled(0.0, N))
    hands.throw((6, 4), N)
    assert hands.rulings == []
    hands.act(DamePlaced(0.0, B, 10))
    assert [(one.throw, one.dice) for one in hands.rulings if isinstance(one, ThrowWorth)] == [(2, (6, 4))]
    assert Revised not in kinds(hands.rulings), "nothing had been announced that could be revised"


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10_000))
def test_the_dame_let_go_after_the_throw_changes_nothing_that_is_announced(seed: int) -> None:
    """Whole games get the same announcements if every last dame of a play is let go before or after the next throw."""
    ruled = []
    for late in (False, True):
        hands = Hands(mode=Mode.SCORE)
        chance = random.Random(seed)  # noqa: S311 - a test's, not a secret's
        waiting: list[Act] = []
        side = N
        for _ in range(30):
            side = side.adversary
            hands.throw((chance.randint(1, 6), chance.randint(1, 6)), side)
            for act in waiting:
                hands.act(act)
            waiting = []
            throw = hands.judge.situation.throw
            if throw is None or hands.judge.situation.winner or hands.judge.situation.gone_out:
                break
            play = chance.choice(legal_plays(hands.position, side, throw.dice).plays)
            if not play.moves:
                continue
            *first, last = play.moves
            hands.hop(side, *((move.start, move.end) for move in first))
            hands.act(DameLifted(0.0, side, last.start))
            if late:
                waiting = [DamePlaced(0.0, side, last.end)]
            else:
                hands.act(DamePlaced(0.0, side, last.end))
        for act in waiting:
            hands.act(act)
        ruled.append([one for one in untimed(hands.rulings) if isinstance(one, ThrowWorth | Played | Marked | TourWon)])
        assert Revised not in kinds(hands.rulings)
    assert ruled[0] == ruled[1]


def test_dice_taken_up_are_too_early_only_when_a_dame_is_let_go_after_it() -> None:
    """A dame that seems to be in a hand may stand on a pile that cannot be counted. That alone accuses nobody."""
    for late in (False, True):
        hands = Hands()
        hands.throw((6, 5))
        hands.act(DameLifted(0.0, B, 1))
        hands.act(DiceLifted(0.0, N))
        assert hands.open() == []
        hands.t -= 0 if late else 2
        hands.act(DamePlaced(0.0, B, 7))
        assert hands.open() == (["des_leves"] if late else [])


def test_a_dame_that_no_lawful_play_puts_down_is_not_thought_to_be_in_the_hand() -> None:
    """5-4 is played 6 to 10, onto a pile that cannot be counted, and 9 to 11. No dame is held until Noirs throw."""
    players = Players(Settings(mode=Mode.REFEREE))
    stands = position({1: 5, 6: 2, 9: 1, 10: 7}, {1: 15})
    players.table.position = stands
    players.show(players.table.look(60))
    players.show(players.table.throw((5, 4), by=(B,)))
    played = moved(stands, B, (6, 10), (9, 11))
    plays(players, B, played, 9, 11, 6, 10, looks=2)
    players.show(players.table.throw((2, 1), by=(N,)))
    assert players.referee.judge.situation.position == played
