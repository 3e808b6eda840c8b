"""Solo games of backgammon over simulated readings: the same seat at the table, another game behind it."""

from __future__ import annotations

import pytest

from events.backgammon.rulings import CubeAnswered, IllegalPlayRuled
from events.backgammon.state import BackgammonState, Phase
from events.rulings import CarriedOut, PlayToMake
from rules.backgammon.plays import legal_plays
from rules.backgammon.position import Position
from tests.tablier.solo_table import COMPANION, PLAYER, BackgammonGame

SEEDS = (1, 2, 3)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_companions_plays_are_announced_made_and_accepted(seed: int) -> None:
    """Every play announced is lawful; made wrongly it is said, is no fault, and can be put right."""
    game = BackgammonGame(seed=seed)
    wrong = 0
    for number in range(16):
        game.dice()
        if game.now.phase is Phase.OVER:
            break
        side = game.mover
        if side is not COMPANION:
            game.move(game.lawful(side))
            continue
        throw = game.now.throw
        assert throw is not None
        if not throw.plays.dice_playable:
            continue
        announced = [one for one in game.rulings if isinstance(one, PlayToMake)][-1]
        assert announced.throw == throw.number
        right = game.as_announced()
        others = [play.result for play in throw.plays.plays if play.result.counts(COMPANION) != right.counts(COMPANION)]
        if others and number % 2:
            wrong += 1
            game.move(others[0])
            said = [one for one in game.rulings if isinstance(one, CarriedOut)][-1]
            assert said.differences
        game.move(right)
        assert [one for one in game.rulings if isinstance(one, CarriedOut)][-1].differences == ()
    assert any(isinstance(one, PlayToMake) for one in game.rulings)
    assert not [one for one in game.rulings if isinstance(one, IllegalPlayRuled) and one.fault.by is COMPANION]


def test_the_companion_answers_a_double() -> None:
    """At the start no side is far behind: a double is taken (every treatise; GNU Backgammon)."""
    game = BackgammonGame(seed=2)
    game.dice((3, 1))
    side = game.mover
    game.move(game.lawful(side) if side is PLAYER else game.as_announced())
    while game.now.trait is not PLAYER or game.now.phase is not Phase.TO_THROW:
        game.dice()
        side = game.mover
        game.move(game.lawful(side) if side is PLAYER else game.as_announced())
    assert game.ask("cube", side=PLAYER.value, do="offer") is None
    (answered,) = [one for one in game.rulings if isinstance(one, CubeAnswered)]
    assert answered.side is COMPANION
    assert answered.taken


def test_a_hint_is_shown_on_the_board() -> None:
    game = BackgammonGame(seed=2)
    for _ in range(6):
        game.dice()
        if game.now.phase is Phase.TO_PLAY and game.mover is PLAYER:
            break
        game.move(game.lawful(PLAYER) if game.mover is PLAYER else game.as_announced())
    assert game.ask("solo", do="hint") is None
    shown = game.listener.shown[-1][0]
    assert isinstance(shown, BackgammonState)
    assert shown.advice
    assert game.listener.announced[-1].text["fr"].startswith("Je jouerais ")
    assert isinstance(game.board.position, Position)
    assert legal_plays(game.board.position, PLAYER, shown.dice or (1, 1)).plays
