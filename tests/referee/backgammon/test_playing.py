"""Throws and plays of backgammon, followed through readings alone."""

from __future__ import annotations

import pytest

from events.acts import Claimed, DiceThrown, DoubtAnswered, Undone
from events.backgammon.acts import SetRight, Turn
from events.backgammon.rulings import GameWon, IllegalPlayRuled, OpeningRolled
from events.backgammon.settings import BackgammonSettings
from events.backgammon.state import Phase
from events.board_reading import DieReading, DieRest
from events.rulings import (
    ClaimRuled,
    ClaimVerdict,
    Disorder,
    Doubt,
    OrderRestored,
    Played,
    Revised,
    ThrowRefused,
    ThrowWorth,
    Window,
    standing,
)
from referee.backgammon.judge import Judge
from referee.backgammon.lines import LineOfPlay
from referee.backgammon.referee import BackgammonReferee
from referee.backgammon.situation import Situation
from referee.backgammon.successors import lines_of_throw
from referee.games import take_in
from rules.backgammon.plays import legal_plays
from rules.backgammon.position import Position
from rules.position import Side
from tests.referee.backgammon.players import Players, moved
from tests.referee.fake_table import Noise
from tests.rules.backgammon.figures import FAR, counts

BLANCS, NOIRS = Side.BLANCS, Side.NOIRS
START = Position.start()


@pytest.mark.parametrize("seed", range(4))
def test_whole_games_are_followed_to_the_last_dame(seed: int) -> None:
    """Despite noise, the referee knows every throw, its side and its play, and who won how much."""
    players = Players(seed=seed, noise=Noise(wrong=0.002, die=0.002, pile=10))
    players.whole_game((BLANCS, NOIRS)[seed % 2])
    assert players.referee.judge.situation.position == players.now
    assert not players.ruled(IllegalPlayRuled)
    assert not players.ruled(Disorder)
    thrown = players.ruled(ThrowWorth)
    assert [each.throw for each in thrown] == list(range(1, len(thrown) + 1))
    assert thrown[0].side is (BLANCS, NOIRS)[seed % 2]
    assert len(players.ruled(Played)) == len(thrown)
    (won,) = players.ruled(GameWon)
    assert won.points == won.how


def test_the_player_of_the_opening_threw_the_higher_die() -> None:
    """Equal dice are thrown again. Until a player plays, it is not known whose turn it is."""
    players = Players()
    players.throw((4, 4))
    assert [each.tied for each in players.ruled(OpeningRolled)] == [True]
    players.throw((3, 1))
    assert players.referee.state().trait is None
    assert players.referee.state().dice == (3, 1)
    players.stand(moved(START, NOIRS, (8, 5), (6, 5)))
    (worth,) = players.ruled(ThrowWorth)
    assert (worth.side, worth.dice, worth.dice_playable) == (NOIRS, (3, 1), 2)
    (played,) = players.ruled(Played)
    assert (played.side, played.lawful) == (NOIRS, True)
    assert players.side is BLANCS


def test_an_illegal_play_of_the_opening_is_a_fault_of_its_player() -> None:
    """The dames show who began, even if they do not stand at any lawful play."""
    players = Players()
    players.throw((2, 1))
    players.stand(moved(START, BLANCS, (8, 6)), 20)
    players.table.dice = ()
    players.wait()
    assert players.ruled(ThrowWorth)[0].side is BLANCS
    assert players.ruled(IllegalPlayRuled)[-1].fault.name == "nombre_non_joue"
    other = Players()
    other.throw((6, 5))
    other.stand(moved(START, NOIRS, (24, 18), (13, 9)), 20)
    other.wait(8)
    assert other.ruled(IllegalPlayRuled)[-1].fault.by is NOIRS


def test_a_hit_dame_goes_to_the_bar_and_enters_again() -> None:
    """A dame that the camera no longer sees on a case is known to be on the bar."""
    players = Players()
    players.began(BLANCS, (6, 2))
    players.stand(moved(START, BLANCS, (24, 18), (13, 11)))
    players.throw((6, 1))
    players.stand(moved(players.now, NOIRS, (13, 7), (8, 7), hit=(7,)))
    position = players.referee.state().position
    assert position.on(BLANCS, 25) == 1
    players.throw((4, 2))
    players.stand(moved(players.now, BLANCS, (25, 21), (13, 11)))
    assert players.referee.state().position == players.now
    assert players.ruled(Played)[-1].lawful
    assert not players.ruled(IllegalPlayRuled)


def test_a_throw_that_cannot_be_played_passes_the_turn() -> None:
    """With a dame on the bar and six closed cases, the other player throws next."""
    home = counts(bar=1, c13=14)
    closed = counts(c1=2, c2=2, c3=2, c4=2, c5=2, c6=2, c13=3)
    players = Players(position=Position(home, closed))
    players.ask(SetRight(0.0, "test", position=Position(home, closed), trait=BLANCS))
    players.throw((6, 5))
    assert players.ruled(Played)[-1].moves == ()
    assert players.side is NOIRS


def test_an_illegal_play_is_a_fault_and_stands_when_the_other_throws() -> None:
    """It is never changed into a lawful play. Its window closes with the next throw."""
    players = Players()
    players.began(BLANCS)
    players.throw((6, 4))
    wrong = moved(players.now, NOIRS, (13, 8), (13, 9))
    players.stand(wrong, 20)
    players.wait()
    (ruled,) = players.ruled(IllegalPlayRuled)
    assert (ruled.fault.name, ruled.fault.by, ruled.to, ruled.window) == ("mauvais_nombre", NOIRS, BLANCS, Window.OPEN)
    assert players.ruled(Played)[-1].lawful is False
    players.throw((2, 1))
    assert [each.window for each in players.ruled(IllegalPlayRuled)] == [Window.OPEN, Window.CLOSED]
    assert players.referee.state().position == wrong
    assert players.side is BLANCS
    players.ask(Claimed(players.table.t, BLANCS))
    assert players.ruled(ClaimRuled)[-1].verdict is ClaimVerdict.TOO_LATE


def test_an_illegal_play_ruled_on_is_not_taken_back_when_the_other_throws() -> None:
    """It differs from a lawful play by one dame of a pile. The wait before the ruling has paid for that doubt."""
    players = Players()
    players.began(BLANCS)
    players.throw((3, 1))
    wrong = moved(players.now, NOIRS, (8, 5), (6, 4))
    players.stand(wrong)
    players.wait(14)
    assert [each.window for each in players.ruled(IllegalPlayRuled)] == [Window.OPEN]
    players.throw((6, 5))
    assert [each.window for each in players.ruled(IllegalPlayRuled)] == [Window.OPEN, Window.CLOSED]
    assert players.referee.state().position == wrong


def test_a_claim_has_the_play_made_again() -> None:
    """A claim is right while the window is open. The thrower then plays again, lawfully."""
    players = Players()
    players.began(BLANCS)
    before = players.now
    players.throw((6, 4))
    players.stand(moved(before, NOIRS, (13, 7)), 20)
    players.wait()
    assert not players.ruled(IllegalPlayRuled)  # while the dice lie there, half a play may still go on
    players.table.dice = ()
    players.wait()
    assert players.ruled(IllegalPlayRuled)[-1].fault.name == "nombre_non_joue"
    players.ask(Claimed(players.table.t, BLANCS))
    assert players.ruled(ClaimRuled)[-1].verdict is ClaimVerdict.RIGHT
    assert players.side is NOIRS
    players.stand(moved(before, NOIRS, (13, 7), (13, 9)))
    assert [each.window for each in players.ruled(IllegalPlayRuled)] == [Window.OPEN, Window.CLAIMED]
    assert len(players.ruled(Revised)) == 1
    assert players.side is BLANCS


def test_a_fault_mended_before_the_next_throw_is_no_fault() -> None:
    """The player sees it himself and plays otherwise before the other throws."""
    players = Players()
    players.began(BLANCS)
    before = players.now
    players.throw((6, 4))
    players.stand(moved(before, NOIRS, (13, 8), (13, 9)), 20)
    players.wait()
    players.stand(moved(before, NOIRS, (13, 7), (13, 9)))
    assert [each.window for each in players.ruled(IllegalPlayRuled)] == [Window.OPEN, Window.MENDED]


def test_a_claim_against_a_lawful_play_is_wrong() -> None:
    """Nothing else changes."""
    players = Players()
    players.began(BLANCS)
    players.ask(Claimed(players.table.t, NOIRS))
    assert players.ruled(ClaimRuled)[-1].verdict is ClaimVerdict.WRONG


def test_a_play_made_otherwise_before_the_next_throw_is_revised() -> None:
    """A play taken back and made another way is announced once, the second way."""
    players = Players()
    players.began(BLANCS)
    before = players.now
    players.throw((6, 4))
    players.stand(moved(before, NOIRS, (24, 14)))
    players.stand(moved(before, NOIRS, (24, 18), (13, 9)))
    assert [(move.start, move.end) for move in players.ruled(Revised)[-1].moves] == [(13, 9), (24, 18)]
    assert not players.ruled(IllegalPlayRuled)


def test_a_pause_between_the_two_dames_of_a_throw_is_no_fault() -> None:
    """The pause lasts ten seconds."""
    players = Players()
    players.began(BLANCS)
    before = players.now
    players.throw((6, 4))
    players.stand(moved(before, NOIRS, (13, 7)))
    players.wait(10)
    players.stand(moved(before, NOIRS, (13, 7), (13, 9)))
    assert not players.ruled(IllegalPlayRuled)
    assert len(players.ruled(Played)) == 2


def test_a_strange_board_is_announced_until_it_is_mended() -> None:
    """Five dames are pushed off their cases, which no play does."""
    players = Players()
    players.began(BLANCS)
    before = players.now
    players.stand(moved(before, BLANCS, (13, 11), (13, 11), (13, 9), (24, 22), (24, 22)), 30)
    players.wait(4)
    assert players.ruled(Disorder)
    players.stand(before)
    players.wait()
    assert players.ruled(OrderRestored)
    assert players.referee.state().position == before


def test_throws_can_be_undone_and_everything_set_by_hand() -> None:
    """A throw is undone; points, cube and trait are set by hand."""
    players = Players(settings=BackgammonSettings(target=7))
    players.began(BLANCS)
    before = players.now
    players.throw((6, 4))
    players.play(NOIRS, (6, 4))
    players.ask(Undone(players.table.t, "test", 2))
    state = players.referee.state()
    assert (state.throw, state.trait, state.position) == (1, NOIRS, before)
    players.ask(SetRight(players.table.t, "test", points=(5, 2), cube=4, doubled_by=BLANCS, trait=BLANCS))
    state = players.referee.state()
    assert (state.match.blancs, state.match.noirs, state.cube.value, state.cube.doubled_by) == (5, 2, 4, BLANCS)
    assert state.trait is BLANCS
    assert not state.cube.may_offer(BLANCS)


def test_a_doubt_is_settled_by_an_answer() -> None:
    """The referee asks once from which pile a dame was taken that cannot be counted, and believes the answer."""
    base = Position(counts(c2=5, c3=4, c4=4, c6=1), counts(c1=9, c2=3))
    high = (counts(c2=7, c3=8), counts(c3=7, c4=8))
    players = Players(position=base, noise=Noise(pile=3))
    for blancs in (*high, base.blancs):  # Higher piles have shown that three dames lie in a row on these cases.
        players.set_right(base.with_counts(BLANCS, blancs), BLANCS)
    players.throw((6, 1))
    players.stand(moved(base, BLANCS, (6, 0), (4, 3)))
    players.wait(5)
    (doubt,) = players.ruled(Doubt)
    assert len(doubt.choices) == 2
    players.ask(DoubtAnswered(players.table.t, doubt.id, 1))
    answered = moved(base, BLANCS, *((move.start, move.end) for move in doubt.choices[1]))
    assert players.referee.state().position == answered
    assert players.side is NOIRS


def test_a_referee_resumed_from_its_acts_has_the_same_situation() -> None:
    """This holds after any number of acts, and always gives the same situation."""
    players = Players(seed=3)
    players.whole_game(BLANCS)
    acts = players.acts
    for count in range(0, len(acts), 7):
        referee = BackgammonReferee(BackgammonSettings())
        take_in(referee, acts[:count])
        again = BackgammonReferee(BackgammonSettings())
        take_in(again, acts[:count])
        assert referee.state() == again.state()
    assert referee.judge.situation.number > 0
    whole = BackgammonReferee(BackgammonSettings())
    rulings = take_in(whole, acts)
    assert whole.state() == players.referee.state()
    assert [type(ruling) for ruling in rulings if isinstance(ruling, GameWon)] == [GameWon]


def test_a_referee_resumed_in_the_middle_of_a_throw_goes_on() -> None:
    """Dice and dames that lie as they were left are not announced again."""
    players = Players()
    players.began(BLANCS)
    players.throw((6, 4))
    referee = BackgammonReferee(BackgammonSettings())
    take_in(referee, players.acts)
    on = Players(position=players.now, resumed=referee, dice=players.table.dice)
    on.wait(1)
    assert not on.rulings
    on.play(NOIRS, (6, 4))
    assert on.ruled(Played)[-1].side is NOIRS


def test_the_same_readings_give_the_same_rulings() -> None:
    """They are equal to the byte."""
    once, twice = (Players(seed=5, noise=Noise(wrong=0.01, die=0.01)) for _ in range(2))
    for players in (once, twice):
        players.began(NOIRS)
        for _ in range(12):
            side, dice = players.side, players.table.roll()
            players.throw(dice)
            players.play(side, dice)
    assert repr(once.rulings) == repr(twice.rulings)
    assert repr(once.acts) == repr(twice.acts)


def test_an_unseen_throw_is_known_by_its_play() -> None:
    """The dice were taken up, and the other's dames stand where only one throw leads."""
    players = Players()
    players.began(BLANCS)
    players.show(players.table.hand(2))
    players.table.dice = ()
    players.wait(0.5)
    players.stand(moved(players.now, NOIRS, (24, 18), (13, 11)), 30)
    players.wait()
    worth = players.ruled(ThrowWorth)[-1]
    assert (worth.side, worth.dice) == (NOIRS, (6, 2))


def test_one_die_read_and_the_play_give_the_throw() -> None:
    players = Players()
    players.began(BLANCS)
    players.show(players.table.lift())
    place = (200.0, 200.0)
    players.table.dice = (DieReading(5, True, DieRest.FLOOR, place, place, 0.99),)
    players.wait(1.0)
    # 24/16 may have been 6-2, 5-3 or 4-4: only 5-3 has the five that was read.
    players.stand(moved(players.now, NOIRS, (24, 16)), 30)
    players.wait()
    worth = players.ruled(ThrowWorth)[-1]
    assert (worth.side, worth.dice) == (NOIRS, (5, 3))
    assert players.ruled(Played)[-1].side is NOIRS
    assert players.side is BLANCS


def test_dice_nobody_read_are_not_announced_if_several_fit_the_play() -> None:
    """24/16 may have been 6-2, 5-3 or 4-4. None is announced, and the next throw is made from the true position."""
    players = Players()
    players.began(BLANCS)
    players.show(players.table.lift())
    players.stand(moved(players.now, NOIRS, (24, 16)), 30)
    players.wait(30)
    players.throw((6, 1))
    worth = [(each.side, each.dice) for each in players.ruled(ThrowWorth)]
    assert worth == [(BLANCS, (3, 1)), (BLANCS, (6, 1))]
    assert players.referee.state().position == players.now
    assert not players.ruled(IllegalPlayRuled)


def test_a_die_found_after_the_play_belongs_to_the_same_throw() -> None:
    """One throw of both dice is announced, from the position in which they were thrown."""
    players = Players()
    players.began(BLANCS)
    players.show(players.table.lift())
    place, other = (200.0, 200.0), (90.0, 120.0)
    one = DieReading(5, True, DieRest.FLOOR, place, place, 0.99)
    players.table.dice = (one,)
    players.wait(1.0)
    players.stand(moved(players.now, NOIRS, (24, 16)), 2)
    players.table.dice = (one, DieReading(3, True, DieRest.FLOOR, other, other, 0.99))
    players.wait()
    (worth,) = [each for each in players.ruled(ThrowWorth) if each.side is NOIRS]
    assert worth.dice == (5, 3)
    assert players.ruled(Played)[-1].lawful
    assert players.side is BLANCS


def test_no_line_has_a_throw_after_the_game_was_won() -> None:
    """It seems that Noirs bore off more dames than the dice allow. No line goes on with their next throw."""
    base = Position(counts(c1=3), counts(c2=5, c3=1))
    line = LineOfPlay.certain(turned_to(base, NOIRS), 0.0, BackgammonSettings())
    line = line.with_throw(Turn(1.0, NOIRS, (5, 4), base))
    off = base.with_counts(NOIRS, (15, *(0,) * 25))
    line = line.standing(off, 2.0, "all_off")
    assert not list(lines_of_throw(line, 3.0, [((2, 2), 0.0)], None, half_read=False))


def turned_to(position: Position, side: Side) -> Situation:
    """Return the situation of a game in which `side` is to throw from a position."""
    players = Players(position=position)
    players.ask(SetRight(0.0, "test", position=position, trait=side))
    return players.referee.judge.situation


def test_after_a_missed_throw_the_hand_shows_who_throws() -> None:
    players = Players()
    players.began(BLANCS)
    players.show(players.table.throw((6, 4), by=(BLANCS,)))
    worth = players.ruled(ThrowWorth)[-1]
    assert (worth.side, worth.dice) == (BLANCS, (6, 4))


def test_dames_misread_before_the_dice_came_were_not_played_by_them() -> None:
    """Two dames misread at one look are no illegal play of an opening that has not been played yet."""
    players = Players()
    players.stand(moved(START, BLANCS, (24, 6), (24, 6)), frames=1)
    players.show(players.table.rest((4, 2)))
    players.wait()
    assert players.referee.state().trait is None
    assert not players.ruled(IllegalPlayRuled)
    assert not players.ruled(Played)


def test_two_plays_to_one_position_are_one_play() -> None:
    """24/18/15 and 24/21/15 lead to one position if no dame is hit. One of them is announced, and it is lawful."""
    assert len(legal_plays(START, BLANCS, (6, 3)).results) < len(legal_plays(START, BLANCS, (6, 3)).plays)
    players = Players()
    players.throw((6, 3))
    players.stand(moved(START, BLANCS, (24, 15)))
    assert players.ruled(Played)[-1].lawful


def test_a_game_ends_with_the_last_dame_and_the_set_board_begins_the_next() -> None:
    """The loser still has a dame in the winner's home. Once the board is set again, the next opening is thrown."""
    base = Position(counts(c1=1), FAR)
    players = Players(position=base, settings=BackgammonSettings(target=5))
    players.ask(SetRight(0.0, "test", position=base, trait=BLANCS))
    players.throw((6, 5))
    players.stand(moved(base, BLANCS, (1, 0)))
    players.wait()
    (won,) = players.ruled(GameWon)
    assert (won.side, won.how, won.points, won.blancs, won.match_over) == (BLANCS, 3, 3, 3, False)
    assert players.referee.state().phase is Phase.OVER
    players.stand(START, 20)
    players.wait()
    state = players.referee.state()
    assert (state.phase, state.tour, state.match.blancs) == (Phase.OPENING, 2, 3)


def test_a_play_made_after_the_other_has_thrown_too_early_is_ruled() -> None:
    """Players throw in turn (BG, le déroulement du jeu). Blancs do not wait, and Noirs play all the same."""
    players = Players()
    players.began(BLANCS)
    players.show(players.table.throw((6, 5), by=(NOIRS,)))
    players.show(players.table.throw((3, 1), by=(BLANCS,)))
    players.play(NOIRS, (6, 5))
    players.wait()
    players.play(BLANCS, (3, 1))
    plays = [(one.side, one.dice, one.lawful) for one in standing(players.rulings) if isinstance(one, Played)]
    assert plays[1:] == [(NOIRS, (6, 5), True), (BLANCS, (3, 1), True)]
    assert players.referee.state().position == players.now


def test_a_play_is_ruled_after_the_other_has_thrown_twice() -> None:
    """Noirs throw again after their play. Then Blancs throw and play."""
    players = Players()
    players.began(BLANCS)
    players.show(players.table.throw((6, 5), by=(NOIRS,)))
    players.play(NOIRS, (6, 5))
    players.show(players.table.throw((3, 1), by=(NOIRS,)))
    players.show(players.table.throw((4, 2), by=(BLANCS,)))
    players.play(BLANCS, (4, 2))
    last = players.ruled(Played)[-1]
    assert (last.side, last.dice, last.lawful) == (BLANCS, (4, 2), True)
    assert players.referee.state().position == players.now


def test_dice_that_are_not_good_are_no_throw() -> None:
    """The reason may be unknown."""
    judge = Judge(BackgammonSettings())
    judge.observe(SetRight(0.0, by="test", position=Position.start(), trait=BLANCS))
    (refused,) = judge.observe(DiceThrown(1.0, BLANCS, (6, 5), good=False))
    assert isinstance(refused, ThrowRefused)
    assert judge.situation.number == 0
