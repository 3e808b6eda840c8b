"""The coach's arithmetic agrees with the readable rules, and the coach beats players who know less."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coach.network import Network
from coach.throws import CHANCES, THROWS
from coach.trictrac.advice import Situation, choices
from coach.trictrac.chances import chances
from coach.trictrac.choosing import EvaluatorPlayer
from coach.trictrac.evaluator import INPUTS, Evaluator, features
from coach.trictrac.matches import tours
from coach.trictrac.opponents import GreedyPlayer, RandomPlayer, TreatisePlayer
from coach.trictrac.situations import Situations, throw_dice
from rules.batch import Marks, jans_of, plays_of
from rules.code import LOIS_2013
from rules.jan import JanName
from rules.marking import Holding, Score
from rules.plays import legal_plays
from rules.position import Position, Side
from training.coach_games import TrictracGames

evens = st.integers(0, 20).map(lambda half: 2 * half)
holdings = st.builds(Holding, st.sampled_from([0, 2, 4, 6, 8, 10]), st.booleans(), st.integers(0, 11))


@given(holdings, holdings, st.sampled_from([None, *Side]), evens, st.integers(0, 1))
def test_marks_of_arrays_are_those_of_the_rules(
    own: Holding, other: Holding, pavillon: Side | None, points: int, column: int
) -> None:
    """One side marks these points (Lois XV)."""
    own, other = (Holding(held.points, held.bredouille and held.points > 0, held.trous) for held in (own, other))
    before = Score(own, other, pavillon if own.trous and other.trous else None)
    marks = Marks(
        np.array([[own.points, other.points]]),
        np.array([[own.bredouille, other.bredouille]]),
        np.array([[own.trous, other.trous]]),
        np.array([[before.d_affilee(Side.BLANCS), before.d_affilee(Side.NOIRS)]]),
        np.array([12]),
    )
    after, gained = marks.mark(column, np.array([points]))
    side = (Side.BLANCS, Side.NOIRS)[column]
    score, marking = before.mark(side, points)
    assert gained[0] == marking.trous
    for at, each in enumerate((score.blancs, score.noirs)):
        found = (int(after.points[0, at]), bool(after.bredouille[0, at]), int(after.trous[0, at]))
        assert found == (each.points, each.bredouille, each.trous)
        assert after.affilee[0, at] == score.d_affilee((Side.BLANCS, Side.NOIRS)[at])


@pytest.fixture(scope="module")
def situations() -> Situations:
    """Situations in the middle of tours."""
    course = TrictracGames(60)
    course.begin(np.random.default_rng(1))
    course.stretch(Network.fresh((INPUTS, 8, 2), 0), 30, 0.7)
    return course.situations


def test_expected_points_are_those_of_all_throws(situations: Situations) -> None:
    """Battre à vrai, à faux and le coin count exactly as the jans of the 21 throws give them."""
    exact = np.zeros((len(situations), 3))
    for chance, dice in zip(CHANCES, THROWS, strict=True):
        found = jans_of(plays_of(situations.rows, dice), LOIS_2013).by_name
        for at, name in enumerate((JanName.BATTRE_A_VRAI, JanName.BATTRE_A_FAUX, JanName.BATTRE_LE_COIN)):
            exact[:, at] += chance * found.get(name, np.zeros(len(situations))) / 12
    assert exact.any(axis=0).all()
    assert np.abs(chances(situations.rows)[:, :3] - exact).max() < 1e-5


def test_the_next_situation_is_seen_by_the_other_side() -> None:
    after = throw_dice(Situations.start(1), (6, 4))
    assert not after.again.any()
    assert (after.next.rows.own[:, 1] == 15).all()
    assert (after.next.rows.adverse.sum(axis=1) == 15).all()
    assert features(after.next).shape == (len(after.tour), INPUTS)


def test_every_legal_result_is_a_choice_once() -> None:
    for dice in ((6, 4), (1, 1), (5, 3)):
        legal = legal_plays(Position.start(), Side.BLANCS, dice)
        found = choices(Situation(Position.start(), Side.BLANCS), dice)
        assert len({choice.result for choice in found}) == len(found)
        assert {choice.result for choice in found} == {play.result for play in legal.plays}
        assert [choice.equity for choice in found] == sorted((choice.equity for choice in found), reverse=True)
        assert all(0 <= choice.win <= 1 for choice in found)


def test_the_evaluator_beats_players_of_less_knowledge() -> None:
    """The tours are pairs with the same dice and exchanged sides. `./run bench coach` plays thousands of them."""
    own = EvaluatorPlayer(Evaluator.load())
    for other, pairs in ((RandomPlayer(3), 4), (GreedyPlayer(), 6), (TreatisePlayer(), 12)):
        assert tours(own, other, pairs, seed=7).trous.mean() > 0


def test_a_player_against_itself_wins_and_loses_alike() -> None:
    """With the same dice and exchanged sides, a pair of tours cancels out."""
    own = GreedyPlayer()
    result = tours(own, own, 5, seed=2)
    assert (result.trous[:5] == -result.trous[5:]).all()
