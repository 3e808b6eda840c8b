"""The coach of backgammon against the rules, and the cube against its limits."""

from __future__ import annotations

import numpy as np
import pytest

from coach.backgammon.cube import CENTRED, OWN, THEIRS, cubeful_equity, doubling
from coach.backgammon.evaluator import INPUTS, Evaluator, equity, features, other_players_chances, shots
from coach.backgammon.games import Games
from coach.backgammon.matches import BackgammonPlayer, RandomPlayer, games
from coach.backgammon.search import expected_chances, search_best
from coach.levels import levels
from coach.network import Network
from coach.throws import CHANCES, THROWS
from rules.backgammon.batch import plays_of
from rules.backgammon.position import BAR
from training.coach_games import BackgammonGames


@pytest.fixture(scope="module")
def under_way() -> Games:
    """Situations in the middle of games, played by an untrained network."""
    course = BackgammonGames(60)
    course.begin(np.random.default_rng(1))
    course.stretch(Network.fresh((INPUTS, 8, 5), 0), 12, 0.7)
    return course.games


def test_shots_are_the_hits_of_all_plays(under_way: Games) -> None:
    """They are never fewer than the hits of legal plays, and more only where playing both numbers forbids a hit."""
    exact = np.zeros(len(under_way))
    for chance, dice in zip(CHANCES, THROWS, strict=True):
        plays = plays_of(under_way.own, under_way.theirs, dice)
        hits = np.zeros(len(under_way), np.bool_)
        np.logical_or.at(hits, plays.rows, plays.theirs[:, BAR] > under_way.theirs[plays.rows, BAR])
        exact += chance * hits
    found = shots(under_way)[:, 0]
    assert exact.any()
    assert (found > exact - 1e-6).all()
    assert (np.abs(found - exact) < 1e-6).mean() > 0.9


def test_chances_can_be_turned_to_the_other_side_and_back(under_way: Games) -> None:
    assert features(under_way).shape == (len(under_way), INPUTS)
    chances = Evaluator.load().chances(under_way)
    assert np.allclose(other_players_chances(other_players_chances(chances)), chances)
    assert np.allclose(equity(other_players_chances(chances)), -equity(chances), atol=1e-5)


def test_a_look_ahead_is_the_mean_over_all_throws(under_way: Games) -> None:
    """One game is computed by hand, from the best answer to each of the 21 throws."""
    evaluator = Evaluator.load()
    several = np.bincount(plays_of(under_way.own, under_way.theirs, (3, 1)).rows) > 1
    one = under_way.select(np.flatnonzero(several)[:1])
    mean = np.zeros(5)
    for chance, dice in zip(CHANCES, THROWS, strict=True):
        plays = plays_of(one.own, one.theirs, dice)
        answers = other_players_chances(evaluator.chances(Games(plays.theirs, plays.own)))
        mean += chance * answers[np.argmax(equity(answers))]
    assert np.allclose(expected_chances(one, evaluator)[0], mean, atol=1e-5)
    plays = plays_of(one.own, one.theirs, (3, 1))
    after = Games(plays.theirs, plays.own)
    shallow = other_players_chances(evaluator.chances(after))
    deep = search_best(plays.rows, after, shallow, evaluator)
    best = int(np.argmax(equity(shallow)))
    answers = expected_chances(after.select(np.array([best])), evaluator)
    assert np.allclose(deep[best], other_players_chances(answers)[0], atol=1e-5)


def test_a_cube_is_worth_most_to_its_owner() -> None:
    chances = np.array([[win, win / 4, 0, (1 - win) / 4, 0] for win in np.linspace(0.02, 0.98, 25)], np.float32)
    own, centred, theirs = (cubeful_equity(chances, owner) for owner in (OWN, CENTRED, THEIRS))
    assert (own >= centred - 1e-5).all()
    assert (centred >= theirs - 1e-5).all()
    assert (np.diff(centred) > 0).all()


def test_doubles_and_takes_without_gammons() -> None:
    """A player with a chance below a quarter refuses. An even game is no double; a likely win is one."""
    for win, doubles, takes in ((0.5, False, True), (0.78, True, True), (0.9, True, False)):
        found = doubling(np.array([win, 0, 0, 0, 0], np.float32), CENTRED)
        assert (found.doubles, found.taken) == (doubles, takes), win


def test_the_evaluator_beats_random_play_and_its_weakest_level() -> None:
    evaluator = Evaluator.load()
    own = BackgammonPlayer(evaluator)
    beginner = BackgammonPlayer(evaluator, levels("backgammon")["debutant"], np.random.default_rng(1))
    assert games(own, RandomPlayer(1), 8, seed=1).mean() > 1
    assert games(own, beginner, 60, seed=2).mean() > 0


def test_a_player_against_itself_wins_and_loses_alike() -> None:
    own = BackgammonPlayer(Evaluator.load())
    points = games(own, own, 5, seed=3)
    assert (points[:5] == -points[5:]).all()
