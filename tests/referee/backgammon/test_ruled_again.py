"""Announcements that turn out wrong: a game not won yet, a die that showed another value."""

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
    """A game that stands so, `trait` to throw."""
    players = Players(position=position, noise=noise or Noise(), settings=BackgammonSettings(target=3))
    players.ask(SetRight(0.0, "test", position=position, trait=trait))
    return players


def won(players: Players) -> list[GameWon]:
    """The games announced as won that hold."""
    return [one for one in standing(players.rulings) if isinstance(one, GameWon)]


def told_won_too_early(noise: Noise | None = None) -> Players:
    """Blancs have played their last dame from 2 to 1 by 6-5, against the rules, and it is not seen there."""
    players = at(LAST, noise=noise)
    players.throw((6, 5))
    players.stand(moved(LAST, BLANCS, (2, 0)))
    assert won(players)
    return players


def test_nobody_has_won_who_has_a_dame_left() -> None:
    """It is seen well while the dice lie there: the game goes on, and he plays on."""
    players = told_won_too_early(Noise(unsure=0.0002))
    players.stand(moved(LAST, BLANCS, (2, 1)), 60)
    players.wait()
    assert not won(players)
    assert [type(one.what) for one in players.ruled(Withdrawn)] == [Played, GameWon]
    state = players.referee.state()
    assert (state.trait, state.position, state.match.blancs) == (BLANCS, players.now, 0)


def test_nobody_has_won_where_the_other_throws_on() -> None:
    """The dame is seen when the dice are up; the throw that follows is the other's, and is played."""
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


def test_a_throw_that_follows_tells_that_a_play_seen_badly_did_not_win() -> None:
    """The last dame is hardly seen on 1: nobody is said to have won, nor when the other throws."""
    players = at(LAST, noise=Noise(unsure=0.1))
    players.throw((6, 5))
    players.stand(moved(LAST, BLANCS, (2, 1)), 1)
    players.throw((5, 1))
    assert not won(players)
    assert players.side is NOIRS


def test_dice_thrown_upon_a_game_that_is_won_take_nothing_back() -> None:
    """All dames are off: a player who plays with the dice then throws for nothing."""
    players = told_won_too_early()
    players.wait()
    players.throw((5, 1))
    players.wait()
    assert len(won(players)) == 1
    assert players.referee.state().phase is Phase.OVER


@pytest.mark.parametrize("seed", range(6))
def test_dames_set_for_the_next_game_take_nothing_back(seed: int) -> None:
    """In whatever order they come to their places, looked at after each."""
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
    """The dice lie there, and are read so: the first one surely, the second as surely as is said."""
    one, two = players.table.dice
    sure = replace(one, value=values[0], confidence=SURELY), replace(two, value=values[1], confidence=confidence)
    players.table.dice = sure
    players.show(players.table.look(frames))


def thrown(value: int, confidence: float = UNSURELY) -> Players:
    """Noirs throw two and four after the opening; the four is read as something else at every look."""
    players = Players()
    players.began(BLANCS)
    players.show(players.table.lift())
    list(players.table.rest((2, 4)))
    read(players, 2, value, confidence=confidence)
    return players


@pytest.mark.parametrize("misread", [1, 3, 5])
@pytest.mark.parametrize("dames", [((24, 22), (13, 9)), ((13, 7),)])
def test_what_is_lawful_by_another_value_of_an_unsure_die_was_thrown_so(
    misread: int, dames: tuple[tuple[int, int], ...]
) -> None:
    """He plays four and two, with two dames or one: no play against the rules."""
    players = thrown(misread)
    players.stand(moved(players.now, NOIRS, *dames), 40)
    players.throw((2, 1))
    assert not players.ruled(IllegalPlayRuled)
    held = [one for one in standing(players.rulings) if isinstance(one, Played)]
    assert [(one.side, one.dice, one.lawful) for one in held][-1] == (NOIRS, (4, 2), True)
    assert players.side is BLANCS


def test_a_die_read_surely_says_what_it_says() -> None:
    """He plays a four where a five was read surely at every look: a play against the rules."""
    players = thrown(5, SURELY)
    players.stand(moved(players.now, NOIRS, (24, 22), (13, 9)), 40)
    players.throw((2, 1))
    assert players.ruled(IllegalPlayRuled)[-1].fault.by is NOIRS


def test_dice_read_anew_when_some_of_them_is_played_are_what_was_thrown() -> None:
    """The two is played, the die is seen better and says four, and four is played."""
    players = thrown(5)
    players.stand(moved(players.now, NOIRS, (24, 22)))
    read(players, 2, 4, confidence=SURELY)
    players.stand(moved(players.now, NOIRS, (13, 9)), 40)
    players.throw((2, 1))
    assert not players.ruled(IllegalPlayRuled)
    held = [one for one in standing(players.rulings) if isinstance(one, Played)]
    assert [(one.dice, one.lawful) for one in held][-1] == ((4, 2), True)


def test_a_position_set_right_stays_when_the_dice_are_read_anew() -> None:
    """Their words are taken back, and not where the dames stand."""
    players = thrown(5)
    other = moved(players.now, BLANCS, (6, 4))
    players.table.position = other
    players.ask(SetRight(players.table.t, "Anne", position=other))
    read(players, 2, 4, confidence=SURELY, frames=30)
    state = players.referee.state()
    assert (state.position, state.dice) == (other, (4, 2))


def test_how_the_others_dames_stand_holds_no_play_up() -> None:
    """One dame fewer is seen of Noirs than is known: Blancs bear off their last one, and have won."""
    base = Position(counts(c1=1), counts(c3=3))
    players = at(base)
    players.throw((6, 5))
    players.stand(Position(counts(), counts(c3=2)), 20)
    assert [one.side for one in won(players)] == [BLANCS]


def test_a_whole_play_that_stood_is_not_taken_for_less_when_the_next_throw_comes() -> None:
    """The dame on 11 is missed at that look, and might be an uncountable one more on 13."""
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


def test_a_board_set_anew_says_that_whoever_had_few_dames_left_has_won() -> None:
    """Three dames were known to be left, which no throw of two numbers takes off, and the next game is set."""
    players = at(Position(counts(c1=3), counts(c3=9)))
    players.throw((6, 5))
    players.table.dice = ()
    players.stand(START, 20)
    players.wait(6)
    assert [(one.side, one.throw) for one in won(players)] == [(BLANCS, 1)]
    assert [one.game for one in players.ruled(GameBegan)] == [2]


@pytest.mark.parametrize("lost", range(1, 8))
@pytest.mark.parametrize("seed", range(2))
def test_a_throw_of_which_no_die_was_seen_costs_itself(lost: int, seed: int) -> None:
    """The dice before it seemed to lie on, and nobody's hand was known: two throws later all is known again."""
    players = Players(seed=seed)
    players.began(BLANCS)
    side = BLANCS
    for number in range(1, lost + 3):
        side, dice = side.adversary, players.table.roll()
        # No dame is hit: the place of a dame that is on no case is another question.
        plays = legal_plays(players.now, side, dice).results
        quiet = [one for one in plays if one.counts(side.adversary) == players.now.counts(side.adversary)]
        if number != lost:
            players.show(players.table.throw(dice, by=(side,)))
        players.stand(players.table.random.choice(quiet), 20)
    players.wait()
    state = players.referee.state()
    assert (state.position, state.trait) == (players.now, side.adversary)
