"""Announcements that turn out wrong: a game that is not won yet, a die that showed another value."""

from __future__ import annotations

from dataclasses import replace

import pytest

from events.backgammon.acts import SetRight
from events.backgammon.rulings import GameBegan, GameWon, IllegalPlayRuled
from events.backgammon.settings import BackgammonSettings
from events.backgammon.state import Phase
from events.rulings import Played, ThrowWorth, Withdrawn, standing
from rules.backgammon.plays import legal_plays
from rules.backgammon.position import BAR, Position
from rules.position import Side
from tests.referee.backgammon.players import Players, moved
from tests.referee.fake_table import Noise
from tests.rules.backgammon.figures import counts

BLANCS, NOIRS = Side.BLANCS, Side.NOIRS
START = Position.start()
LAST = Position(counts(c2=1), counts(c20=2, c13=3, c6=5, c3=2))
"""Blancs have one dame left, and Noirs are far from home."""
SURELY, UNSURELY = 0.99, 0.75


def at(position: Position, trait: Side = BLANCS, noise: Noise | None = None) -> Players:
    """Return a game at `position` with `trait` to throw."""
    players = Players(position=position, noise=noise or Noise(), settings=BackgammonSettings(target=3))
    players.ask(SetRight(0.0, "test", position=position, trait=trait))
    return players


def won(players: Players) -> list[GameWon]:
    """Return the announcements of won games that still hold."""
    return [one for one in standing(players.rulings) if isinstance(one, GameWon)]


def told_won_too_early(noise: Noise | None = None) -> Players:
    """Blancs played 6-5 with their last dame from 2 to 1, against the rules; it is not seen there."""
    players = at(LAST, noise=noise)
    players.throw((6, 5))
    players.stand(moved(LAST, BLANCS, (2, 0)))
    assert won(players)
    return players


def test_a_player_with_a_dame_left_has_not_won() -> None:
    """The dame is seen well while the dice still lie there, so the game goes on and he plays on."""
    players = told_won_too_early(Noise(unsure=0.0002))
    players.stand(moved(LAST, BLANCS, (2, 1)), 60)
    players.wait()
    assert not won(players)
    assert [type(one.what) for one in players.ruled(Withdrawn)] == [Played, GameWon]
    state = players.referee.state()
    assert (state.trait, state.position, state.match.blancs) == (BLANCS, players.now, 0)


def test_a_throw_of_the_other_shows_that_the_game_was_not_won() -> None:
    """The dame is seen when the dice have been taken up. The next throw is the other's, and he plays it."""
    players = told_won_too_early()
    players.table.position = moved(LAST, BLANCS, (2, 1))
    players.show(players.table.lift())
    assert won(players)
    players.show(players.table.rest((5, 1)))
    assert not won(players)
    players.stand(moved(players.now, NOIRS, (20, 15), (13, 12)))
    thrown = [one for one in standing(players.rulings) if isinstance(one, ThrowWorth)]
    assert [(one.side, one.dice) for one in thrown] == [(BLANCS, (6, 5)), (NOIRS, (5, 1))]
    players.throw((6, 1))
    players.stand(moved(players.now, BLANCS, (1, 0)))
    (game,) = won(players)
    assert (game.side, game.throw, game.blancs) == (BLANCS, 3, game.points)


def test_a_badly_seen_play_followed_by_a_throw_did_not_win() -> None:
    """The last dame is hardly seen on 1. No win is announced, not even when the other throws."""
    players = at(LAST, noise=Noise(unsure=0.1))
    players.throw((6, 5))
    players.stand(moved(LAST, BLANCS, (2, 1)), 1)
    players.throw((5, 1))
    assert not won(players)
    assert players.side is NOIRS


def test_dice_thrown_after_a_won_game_take_nothing_back() -> None:
    """All dames are off, and a player only plays about with the dice."""
    players = told_won_too_early()
    players.wait()
    players.throw((5, 1))
    players.wait()
    assert len(won(players)) == 1
    assert players.referee.state().phase is Phase.OVER


@pytest.mark.parametrize("seed", range(6))
def test_dames_set_for_the_next_game_take_nothing_back(seed: int) -> None:
    """They come to their places in any order, and are looked at after each."""
    players = told_won_too_early()
    players.show(players.table.lift())
    players.table.random.seed(seed)
    places = [(side, case) for side in Side for case in range(1, BAR) for _ in range(START.on(side, case))]
    players.table.random.shuffle(places)
    stands = {side: [15, *(0,) * 25] for side in Side}
    for side, case in places:
        stands[side][0] -= 1
        stands[side][case] += 1
        players.stand(Position(tuple(stands[BLANCS]), tuple(stands[NOIRS])), 12)
    players.wait()
    assert not players.ruled(Withdrawn)
    assert len(won(players)) == len(players.ruled(GameBegan)) == 1


def read(players: Players, *values: int, confidence: float = UNSURELY, frames: int = 12) -> None:
    """Let the dice that lie there be read as `values`: the first one surely, the second with `confidence`."""
    one, two = players.table.dice
    sure = replace(one, value=values[0], confidence=SURELY), replace(two, value=values[1], confidence=confidence)
    players.table.dice = sure
    players.show(players.table.look(frames))


def thrown(value: int, confidence: float = UNSURELY) -> Players:
    """Noirs throw two and four after the opening. The four is read as `value` at every look."""
    players = Players()
    players.began(BLANCS)
    players.show(players.table.lift())
    list(players.table.rest((2, 4)))
    read(players, 2, value, confidence=confidence)
    return players


@pytest.mark.parametrize("misread", [1, 3, 5])
@pytest.mark.parametrize("dames", [((24, 22), (13, 9)), ((13, 7),)])
def test_a_play_lawful_by_another_value_of_an_unsure_die_shows_that_value(
    misread: int, dames: tuple[tuple[int, int], ...]
) -> None:
    """The player plays four and two with two dames or one, which is no play against the rules."""
    players = thrown(misread)
    players.stand(moved(players.now, NOIRS, *dames), 40)
    players.throw((2, 1))
    assert not players.ruled(IllegalPlayRuled)
    held = [one for one in standing(players.rulings) if isinstance(one, Played)]
    assert [(one.side, one.dice, one.lawful) for one in held][-1] == (NOIRS, (4, 2), True)
    assert players.side is BLANCS


def test_a_play_does_not_change_a_die_read_surely() -> None:
    """The player plays a four, but a five was read surely at every look: the play is against the rules."""
    players = thrown(5, SURELY)
    players.stand(moved(players.now, NOIRS, (24, 22), (13, 9)), 40)
    players.throw((2, 1))
    assert players.ruled(IllegalPlayRuled)[-1].fault.by is NOIRS


def test_dice_read_again_in_the_middle_of_a_play_are_the_throw() -> None:
    """The two is played, then the other die is seen better as a four, and the four is played."""
    players = thrown(5)
    players.stand(moved(players.now, NOIRS, (24, 22)))
    read(players, 2, 4, confidence=SURELY)
    players.stand(moved(players.now, NOIRS, (13, 9)), 40)
    players.throw((2, 1))
    assert not players.ruled(IllegalPlayRuled)
    held = [one for one in standing(players.rulings) if isinstance(one, Played)]
    assert [(one.dice, one.lawful) for one in held][-1] == ((4, 2), True)


def test_a_position_set_by_hand_stays_when_the_dice_are_read_again() -> None:
    """The announcements of the dice are taken back, but the position stays."""
    players = thrown(5)
    other = moved(players.now, BLANCS, (6, 4))
    players.table.position = other
    players.ask(SetRight(players.table.t, "Anne", position=other))
    read(players, 2, 4, confidence=SURELY, frames=30)
    state = players.referee.state()
    assert (state.position, state.dice) == (other, (4, 2))


def test_a_missing_dame_of_the_other_delays_no_play() -> None:
    """One dame of Noirs is not seen. Blancs bear off their last dame and have won."""
    base = Position(counts(c1=1), counts(c3=3))
    players = at(base)
    players.throw((6, 5))
    players.stand(Position(counts(), counts(c3=2)), 20)
    assert [one.side for one in won(players)] == [BLANCS]


def test_a_whole_play_that_was_seen_stays_whole_at_the_next_throw() -> None:
    """The dame on 11 is missed at that look, and might be on the pile on 13, which cannot be counted."""
    base = moved(START, NOIRS, (24, 14))
    players = at(base, NOIRS, Noise(pile=4))
    players.throw((2, 1))
    players.stand(moved(base, NOIRS, (14, 11)))
    players.show(players.table.lift())
    players.show(players.table.hand())
    players.table.position = moved(base, NOIRS, (14, 13))
    players.show(players.table.rest((4, 3)))
    assert not players.ruled(IllegalPlayRuled)
    assert players.side is BLANCS


def test_a_board_set_again_shows_that_the_player_with_few_dames_left_has_won() -> None:
    """Three dames were left, more than two numbers take off, but the board is set for the next game."""
    players = at(Position(counts(c1=3), counts(c3=9)))
    players.throw((6, 5))
    players.table.dice = ()
    players.stand(START, 20)
    players.wait(6)
    assert [(one.side, one.throw) for one in won(players)] == [(BLANCS, 1)]
    assert [one.game for one in players.ruled(GameBegan)] == [2]


@pytest.mark.parametrize("lost", range(1, 8))
@pytest.mark.parametrize("seed", range(2))
def test_a_throw_missed_altogether_is_made_up_for_within_two_throws(lost: int, seed: int) -> None:
    """The dice before it seemed to stay, and no hand was seen. Two throws later the referee knows everything again."""
    players = Players(seed=seed)
    players.began(BLANCS)
    side = BLANCS
    for number in range(1, lost + 3):
        side, dice = side.adversary, players.table.roll()
        # No dame is hit, since a dame on the bar is on no case that is seen.
        plays = legal_plays(players.now, side, dice).results
        quiet = [one for one in plays if one.counts(side.adversary) == players.now.counts(side.adversary)]
        if number != lost:
            players.show(players.table.throw(dice, by=(side,)))
        players.stand(players.table.random.choice(quiet), 20)
    players.wait()
    state = players.referee.state()
    assert (state.position, state.trait) == (players.now, side.adversary)
