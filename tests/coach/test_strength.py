"""The measures of strength: levels, Elo, rollouts and the plays of the treatises."""

from __future__ import annotations

import tomllib

import numpy as np
import pytest

from bench._statistics import ladder
from bench.coach import PLAYS, treatise_rows
from coach.levels import levels
from coach.trictrac.evaluator import Evaluator
from coach.trictrac.matches import tours
from coach.trictrac.playing import LevelPlayer
from coach.trictrac.rollout import roll_out
from coach.trictrac.situations import Situations
from rules.batch.jans import Points
from rules.jan import JanName


def test_three_wins_of_four_are_191_elo() -> None:
    """An Elo difference is 400 times the decimal logarithm of the odds."""
    found = ladder([("one", "two", np.array([1.0, 0.5] * 500))], "two", seed=1)
    assert found["two"] == (0, 0, 0)
    elo, least, most = found["one"]
    assert elo == pytest.approx(400 * np.log10(3), abs=2)
    assert least < elo < most


def test_levels_know_more_from_the_weakest_to_the_strongest() -> None:
    found = list(levels("trictrac").values())
    assert [len(level.unknown) for level in found] == sorted((len(level.unknown) for level in found), reverse=True)
    assert [level.overlooks for level in found] == sorted((level.overlooks for level in found), reverse=True)
    assert all(JanName(name) for level in found for name in level.unknown)
    assert found[-1].look_ahead


def test_a_stronger_level_beats_a_weaker_one() -> None:
    evaluator, random = Evaluator.load(), np.random.default_rng(1)
    confirme, debutant = (LevelPlayer(evaluator, levels("trictrac")[name], random) for name in ("confirme", "debutant"))
    assert tours(confirme, debutant, 10, seed=4).trous.mean() > 0


def test_a_rollout_of_the_same_situation_twice_is_the_same() -> None:
    found = roll_out(Situations.start(2), Evaluator.load(), 4, seed=1, throws=6)
    assert (found[0] == found[1]).all()
    assert found.std() > 0


def test_every_play_of_the_treatises_is_legal() -> None:
    rows = treatise_rows(1, looks=[2])
    assert [row[0] for row in rows] == [each["title"] for each in tomllib.loads(PLAYS.read_text("utf-8"))["play"]]


def test_points_a_level_forgets_or_does_not_know_go_to_its_adversary() -> None:
    """They are écoles, so the two sides together always mark the whole throw."""
    evaluator, random = Evaluator.load(), np.random.default_rng(2)
    rows = 4000
    ones = np.full(rows, 4)
    worth = Points({JanName.BATTRE_A_VRAI: ones, JanName.BATTRE_LE_COIN: ones, JanName.BATTRE_A_FAUX: ones}, rows)
    for level in levels("trictrac").values():
        own, adverse = LevelPlayer(evaluator, level, random).marks(worth)
        assert (own + adverse == 12).all()
        known = 4 if JanName.BATTRE_LE_COIN in level.unknown else 8
        assert own.mean() == pytest.approx(known * (1 - level.forgets), abs=0.1)


def test_weaker_levels_forget_more_and_the_strongest_nothing() -> None:
    forgets = [level.forgets for level in levels("trictrac").values()]
    assert forgets == sorted(forgets, reverse=True)
    assert forgets[0] > 0 == forgets[-1]
