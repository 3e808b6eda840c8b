"""Doubles offered, taken and refused by request or button; games given up; the Crawford game; scores in pips."""

from __future__ import annotations

import pytest

from events.acts import DameLifted, DamePlaced, Declaration, Declared, DiceThrown
from events.backgammon.acts import BoardSet, DoubleAnswered, Doubled, Resigned, SetRight
from events.backgammon.rulings import (
    CubeAnswered,
    CubeDenied,
    CubeOffered,
    CubeTrouble,
    Ending,
    GameBegan,
    GameWon,
    IllegalPlayRuled,
)
from events.backgammon.settings import BackgammonSettings
from events.backgammon.state import Phase
from events.peg_reading import Button
from events.rulings import Played, Ruling
from referee.backgammon.judge import Judge
from rules.backgammon.match import Win
from rules.backgammon.position import Position
from rules.position import Side
from tests.referee.backgammon.players import Players
from tests.rules.backgammon.figures import counts

BLANCS, NOIRS = Side.BLANCS, Side.NOIRS


def at_noirs_turn(settings: BackgammonSettings | None = None) -> Players:
    players = Players(settings=settings or BackgammonSettings(target=7))
    players.began(BLANCS)
    return players


def test_a_taken_double_makes_the_game_worth_twice_as_much() -> None:
    """The next double then belongs to the player who took (BG, match X)."""
    players = at_noirs_turn()
    players.ask(Doubled(1.0, NOIRS))
    assert players.ruled(CubeOffered)[-1].value == 2
    assert players.referee.state().phase is Phase.DOUBLED
    players.ask(DoubleAnswered(2.0, BLANCS, taken=True))
    assert (players.ruled(CubeAnswered)[-1].taken, players.ruled(CubeAnswered)[-1].value) == (True, 2)
    players.ask(Doubled(3.0, NOIRS))
    assert players.ruled(CubeDenied)[-1].why is CubeTrouble.NOT_HIS


def test_a_refused_double_wins_the_value_before_it() -> None:
    """The player who offered wins the game at once."""
    players = at_noirs_turn()
    players.ask(Doubled(1.0, NOIRS))
    players.ask(DoubleAnswered(2.0, BLANCS, taken=False))
    (won,) = players.ruled(GameWon)
    assert (won.side, won.ending, won.points, won.noirs) == (NOIRS, Ending.REFUSED, 1, 1)


def test_the_buttons_of_the_board_double_take_and_give_up() -> None:
    """*J'adoube* doubles, *coup joué* takes, and *je m'en vais* gives up."""
    players = at_noirs_turn()
    players.show([players.table.button(NOIRS, Button.ADOUBE), players.table.button(BLANCS, Button.COUP_JOUE)])
    assert players.referee.state().cube.value == 2
    players.show([players.table.button(BLANCS, Button.JE_M_EN_VAIS)])
    (won,) = players.ruled(GameWon)
    assert (won.side, won.ending, won.points) == (NOIRS, Ending.RESIGNED, 2)


def test_a_throw_of_the_offerer_shows_that_the_double_was_taken() -> None:
    """No answer was heard, but he would not throw without one."""
    players = at_noirs_turn()
    players.ask(Doubled(1.0, NOIRS))
    players.throw((6, 4))
    assert players.ruled(CubeAnswered)[-1].taken
    assert players.referee.state().cube.value == 2


def test_doubles_and_answers_out_of_turn_are_denied() -> None:
    """A player doubles out of turn or after the throw, or answers a double that was not offered."""
    players = at_noirs_turn()
    for request, why in (
        (Doubled(1.0, BLANCS), CubeTrouble.NOT_HIS_TURN),
        (DoubleAnswered(1.0, NOIRS, taken=True), CubeTrouble.NOT_OFFERED),
    ):
        players.ask(request)
        assert players.ruled(CubeDenied)[-1].why is why
    players.throw((6, 4))
    players.ask(Doubled(9.0, NOIRS))
    assert players.ruled(CubeDenied)[-1].why is CubeTrouble.NOT_HIS_TURN
    assert players.referee.state().cube.value == 1


def test_a_double_pressed_too_early_counts_when_the_other_has_played() -> None:
    """An impatient player presses the button before the camera has seen the last dame."""
    players = at_noirs_turn()
    players.throw((6, 4))
    players.ask(Doubled(9.0, BLANCS))
    assert not players.ruled(CubeOffered)
    assert not players.ruled(CubeDenied)
    players.play(NOIRS, (6, 4))
    assert players.ruled(CubeOffered)[-1].side is BLANCS
    assert players.referee.state().phase is Phase.DOUBLED


def test_the_cube_is_not_used_in_the_crawford_game_only() -> None:
    """At six points of seven the next game is without the cube, the one after it with it (BG, règle Crawford)."""
    players = at_noirs_turn()
    players.ask(SetRight(1.0, "test", points=(5, 0)))
    players.ask(Resigned(2.0, NOIRS))
    players.ask(BoardSet(3.0))
    assert players.ruled(GameBegan)[-1].crawford
    players.began(BLANCS)
    players.ask(Doubled(4.0, NOIRS))
    assert players.ruled(CubeDenied)[-1].why is CubeTrouble.CRAWFORD
    players.ask(Resigned(5.0, BLANCS))
    players.ask(BoardSet(6.0))
    assert not players.ruled(GameBegan)[-1].crawford
    assert players.referee.state().cube.usable


def test_without_the_crawford_rule_there_is_no_such_game() -> None:
    """A setting turns the rule off."""
    players = at_noirs_turn(BackgammonSettings(target=7, crawford=False))
    players.ask(SetRight(1.0, "test", points=(5, 0)))
    players.ask(Resigned(2.0, NOIRS))
    players.ask(BoardSet(3.0))
    assert not players.ruled(GameBegan)[-1].crawford


def test_a_match_ends_at_its_points_and_another_begins() -> None:
    """A player who resigns a gammon concedes twice the cube."""
    players = at_noirs_turn(BackgammonSettings(target=3))
    players.ask(Doubled(1.0, NOIRS))
    players.ask(DoubleAnswered(2.0, BLANCS, taken=True))
    players.ask(Resigned(3.0, BLANCS, Win.GAMMON))
    (won,) = players.ruled(GameWon)
    assert (won.points, won.noirs, won.match_over) == (4, 4, True)
    assert players.referee.over
    players.ask(BoardSet(4.0))
    assert (players.referee.state().match.noirs, players.referee.over) == (0, False)


@pytest.mark.parametrize("target", [3, 7])
def test_giving_up_ends_ones_own_offered_double(target: int) -> None:
    """The game is over and scored once, whether or not this ends the match."""
    players = at_noirs_turn(BackgammonSettings(target=target))
    players.ask(Doubled(1.0, NOIRS))
    players.ask(Resigned(2.0, NOIRS, Win.BACKGAMMON))
    players.ask(DoubleAnswered(3.0, BLANCS, taken=False))
    assert [won.points for won in players.ruled(GameWon)] == [3]
    assert players.ruled(CubeDenied)[-1].why is CubeTrouble.NOT_OFFERED
    assert players.referee.state().match.blancs == 3


def test_without_a_match_the_pips_are_scored() -> None:
    """There is no cube, and the winner scores the loser's pip count (BG, fin de la partie)."""
    base = Position(counts(c1=1), counts(c2=2, c24=1))
    players = Players(position=base, settings=BackgammonSettings(pips=True))
    players.ask(SetRight(0.0, "test", position=base, trait=BLANCS))
    players.ask(Doubled(0.5, BLANCS))
    assert players.ruled(CubeDenied)[-1].why is CubeTrouble.NO_CUBE
    players.throw((6, 5))
    players.stand(Position(counts(), base.noirs))
    players.wait()
    (won,) = players.ruled(GameWon)
    assert (won.points, won.blancs, won.pips) == (28, 28, True)


def test_a_word_said_too_early_accuses_nobody_of_half_a_play() -> None:
    """BG, videau: he doubles "avant de lancer les dés", so after the other's play, which may still go on until then."""
    for early in (Doubled(5.0, NOIRS), Declared(5.0, NOIRS, Declaration.COUP_JOUE)):
        judge = Judge(BackgammonSettings(target=7))
        ruled: list[Ruling] = []
        for act in (
            SetRight(0.0, "test", trait=BLANCS),
            DiceThrown(1.0, BLANCS, (3, 1), good=True),
            DameLifted(2.0, BLANCS, 8),
            DamePlaced(3.0, BLANCS, 5),
            early,
            DameLifted(6.0, BLANCS, 6),
            DamePlaced(7.0, BLANCS, 5),
        ):
            ruled += judge.observe(act)
        assert [one.lawful for one in ruled if isinstance(one, Played)] == [True]
        assert not [one for one in ruled if isinstance(one, IllegalPlayRuled)]
        assert (judge.situation.cube.offered_by is NOIRS) == isinstance(early, Doubled)
