"""A referee that begins to watch in the middle of a game, without being given the position or the score."""

from __future__ import annotations

import pytest

from events.rulings import Disorder, Played, ThrowWorth
from events.state import Mode
from events.trictrac.acts import Unwatched
from events.trictrac.rulings import FaultRuled
from events.trictrac.settings import Settings
from referee.games import take_in
from referee.trictrac.referee import Referee
from referee.trictrac.tracker.blackout import score_before
from rules.marking import Holding, Score
from rules.position import Position, Side
from tests.referee.players import Players, moved, position

B, N = Side.BLANCS, Side.NOIRS

STANDS = position({1: 6, 3: 1, 7: 2, 8: 2, 10: 2, 12: 2}, {1: 4, 2: 2, 5: 2, 7: 3, 9: 2, 12: 2})
SCORE = Score(Holding(4, trous=2), Holding(6, trous=5))
FOUR = (6, 4)
"""By these dice Noirs have four points, and Blancs would have none."""


def begun(stands: Position = STANDS, score: Score = SCORE) -> Players:
    """Two players have played for a while when the companion begins to watch. It only knows that Blancs began."""
    players = Players(Settings(mode=Mode.REFEREE, jetons=True, pegs=True, first=B))
    players.table.position, players.side = stands, N
    players.stand(score)
    players.referee, players.acts, players.rulings = Referee(players.settings), [], []
    players.show([players.table.holes()])
    return players


def test_the_board_and_the_marks_are_taken_as_they_stand_when_the_first_throw_is_seen() -> None:
    players = begun()
    players.wait()
    players.show(players.table.throw((4, 2), by=(N,)))
    (gone,) = [act for act in players.acts if isinstance(act, Unwatched)]
    assert (gone.position, gone.trait) == (STANDS, N)
    assert [(worth.side, worth.dice) for worth in players.rulings if isinstance(worth, ThrowWorth)] == [(N, (4, 2))]
    score = players.referee.judge.situation.score
    assert [(score.of(side).points, score.of(side).trous) for side in (B, N)] == [(4, 2), (6, 5)]


def test_nobody_is_accused_and_the_game_goes_on() -> None:
    players = begun()
    players.wait()
    for dice in ((2, 1), (3, 1), (2, 1)):
        side = players.side
        players.show(players.table.throw(dice, by=(side,)))
        players.dice = dice
        players.show(players.table.play(players.table.lawful(side, dice), 20, side))
        players.side = side.adversary
    assert [ruling.side for ruling in players.rulings if isinstance(ruling, Played)] == [N, B, N]
    assert players.referee.state().position == players.table.position
    assert not [ruling for ruling in players.rulings if isinstance(ruling, FaultRuled)]


def test_a_throw_by_an_unseen_hand_belongs_to_the_player_who_marks_for_it() -> None:
    """Noirs mark before they touch a dame, as they should. Neither they nor Blancs made an école."""
    players = begun()
    players.wait()
    worth = players.throw(FOUR)
    assert worth == {B: 0, N: 4}
    players.mark(N, worth[N])
    players.play()
    players.wait()
    assert [(one.side, one.dice) for one in players.rulings if isinstance(one, ThrowWorth)][-1] == (N, FOUR)
    assert [one.side for one in players.rulings if isinstance(one, Played)] == [N]
    assert not [ruling for ruling in players.rulings if isinstance(ruling, FaultRuled)]
    score = players.referee.judge.situation.score
    assert [(score.of(side).points, score.of(side).trous) for side in (B, N)] == [(4, 2), (10, 5)]


def test_before_the_first_throw_the_board_is_out_of_order() -> None:
    players = begun()
    players.wait(6.0)
    assert [ruling for ruling in players.rulings if isinstance(ruling, Disorder)]


def test_dames_that_are_only_being_set_up_are_no_game_under_way() -> None:
    players = begun(score=Score())
    players.wait()
    players.show(players.table.play(Position.start(), 30))
    players.show(players.table.throw((6, 5)))
    assert not [act for act in players.acts if isinstance(act, Unwatched)]
    assert [worth.side for worth in players.rulings if isinstance(worth, ThrowWorth)] == [B]


def test_a_game_played_on_while_the_companion_was_off_is_taken_as_it_stands() -> None:
    """It was killed, and resumed from its journal after other moves had been made."""
    players = Players(Settings())
    players.throw((6, 5))
    players.play(moved(Position.start(), B, (1, 7), (1, 6)))
    players.referee = Referee(players.settings)
    take_in(players.referee, players.acts)
    players.table.position = moved(moved(players.table.position, N, (1, 5), (1, 3)), B, (1, 4), (1, 3))
    players.wait()
    players.show(players.table.throw((3, 1), by=(N,)))
    (gone,) = [act for act in players.acts if isinstance(act, Unwatched)]
    assert (gone.position, gone.trait) == (players.table.position, N)


@pytest.mark.parametrize(
    ("shown", "points", "before"),
    [
        (Holding(8, trous=1), 4, Holding(4, trous=1)),
        (Holding(2, trous=3), 4, Holding(10, trous=2)),
        (Holding(6, bredouille=True), 6, Holding(0)),
    ],
)
def test_the_score_before_a_throw_is_worked_back_from_the_marks(shown: Holding, points: int, before: Holding) -> None:
    score = score_before(Score(blancs=shown), B, points)
    assert score is not None
    assert (score.blancs.points, score.blancs.trous) == (before.points, before.trous)


def test_impossible_marks_are_not_worked_back() -> None:
    """A player with four points and no trou cannot have marked six."""
    assert score_before(Score(blancs=Holding(4)), B, 6) is None
