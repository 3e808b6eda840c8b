"""The coach's marqués agree with the rules of the partie à écrire, and their stakes with its payments."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench._meetings import marques_played
from coach.network import Network
from coach.trictrac.choosing import equity_of_leaving
from coach.trictrac.evaluator import AT_STAKE, INPUTS, SHIPPED, Evaluator, features
from coach.trictrac.opponents import TourPlayer
from coach.trictrac.partie import PartieStanding, stake, standing
from coach.trictrac.situations import Situations, throw_dice
from coach.trictrac.stakes import Stakes, marques_ended
from rules.batch import Marks
from rules.batch.marks import ENDLESS
from rules.games.a_ecrire import Convention, Issue, Marque, PartieAEcrire, Rencontre, SeatedPartie, bredouille, issue
from rules.games.paiement_a_ecrire import comptes, prix
from rules.marking import Holding, Score
from rules.position import Side
from training.coach import train
from training.coach_games import Marques, marques

TWO = Convention((("Alice",), ("Bruno",)), 4, mise=0)
trous = st.integers(0, 15)


def marks_of(score: Score) -> Marks:
    both = (score.blancs, score.noirs)
    return Marks(
        np.array([[held.points for held in both]]),
        np.array([[held.bredouille for held in both]]),
        np.array([[held.trous for held in both]]),
        np.array([[score.d_affilee(side) for side in Side]]),
        np.array([ENDLESS]),
    )


def stakes_of(consolation: float, beyond: float = 0.0, *, first: bool = True) -> Stakes:
    return Stakes(np.array([consolation]), np.array([beyond]), np.array([[first, not first]]))


@given(trous, trous, st.sampled_from([None, *Side]), st.integers(0, 2))
def test_leaving_ends_a_marque_and_pays_as_the_rules_say(
    own: int, other: int, pavillon: Side | None, refaits: int
) -> None:
    score = Score(Holding(trous=own), Holding(trous=other), pavillon if own and other else None)
    won, refait = marques_ended(marks_of(score))
    found = issue(score)
    assert (won[0], refait[0]) == (found is Issue.GAGNE, found is Issue.REFAIT)
    if found is not Issue.GAGNE:
        return
    winner = Side.BLANCS if own > other else Side.NOIRS
    name = {Side.BLANCS: "Alice", Side.NOIRS: "Bruno"}[winner]
    rencontre = Rencontre(1, "Alice", "Bruno", refaits)
    price = prix(Marque(rencontre, name, max(own, other), min(own, other), bredouille(score, winner)), TWO)
    paid = stakes_of(TWO.consolation * 2**refaits, 7.0).payoff(marks_of(score))[0]
    assert abs(paid) == price.trous + price.consolation + 7
    assert (paid > 0) == (winner is Side.BLANCS)


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize(("own", "other"), [(4, 3), (6, 6), (7, 6), (6, 9)])
def test_after_leaving_the_marque_goes_on_is_played_again_or_is_over(own: int, other: int, first: bool) -> None:
    """Below six trous he who left throws again; of a refait he with the primauté does, for twice the consolation."""
    score = Score(Holding(trous=own), Holding(trous=other))
    start = Situations.from_talons(marks_of(score), stakes_of(2, first=first))
    gone = throw_dice(start, (2, 1)).departures()
    found = issue(score)
    assert gone.over[0] == (found is Issue.GAGNE)
    assert gone.again[0] == (first or found is not Issue.REFAIT)
    assert gone.next.stakes is not None
    assert gone.next.stakes.consolation[0] == (4 if found is Issue.REFAIT else 2)
    if found is Issue.REFAIT:
        assert not gone.next.marks.trous.any()
        assert gone.next.stakes.first[0, 0], "the primauté stays where it was (Lois V)"


def played_out(played: tuple[bool, ...], price: float, convention: Convention) -> float:
    """Half of the difference of the accounts when Alice won the marqués where `played` is true."""
    marques_, names = [], ("Alice", "Bruno")
    for number, won in enumerate(played, 1):
        rencontre = Rencontre(number, *(names if number % 2 else names[::-1]))
        # A price without a consolation: the trous of a winner in a simple win.
        marques_.append(Marque(rencontre, names[not won], int(price), 0, bredouille(Score(), Side.BLANCS)))
    accounts = comptes(convention, tuple(marques_))
    return float(accounts["Alice"].total - accounts["Bruno"].total) / 2


@pytest.mark.parametrize("played", [(), (True,), (True, False), (True, True, True), (False, False, False)])
def test_a_win_brings_what_the_paris_expected_from_it_are(played: tuple[bool, ...]) -> None:
    """Beyond the price: half of the difference between a win and a loss, over all ways the others may end."""
    price = 8
    convention = replace(TWO, consolation=0)

    def mean(*so_far: bool) -> float:
        ends = list(product((True, False), repeat=convention.marques - len(so_far)))
        return sum(played_out((*so_far, *end), price, convention) for end in ends) / len(ends)

    expected = (mean(*played, True) - mean(*played, False)) / 2 - price
    won = sum(played)
    found = PartieStanding(won, len(played) - won, convention.marques, len(played), convention.marques).beyond()
    assert found == pytest.approx(expected)


def test_the_queue_counts_most_where_it_is_decided() -> None:
    """In the last marqué of equal accounts the winner takes the whole queue; far ahead he has it already."""
    equal, ahead = (PartieStanding(3, 4, 8, 7, 8, jetons, 1.0).beyond() for jetons in (0.0, 500.0))
    assert equal - ahead == 8 / 2
    assert PartieStanding(3, 4, 8, 7, 8, 0.0, 0.0).beyond() == pytest.approx(ahead - 0.5)


def test_a_sitting_gives_the_stake_of_its_marque() -> None:
    seated = SeatedPartie.start(replace(TWO, mise=1), "Bruno", "Alice", Side.NOIRS)
    score = Score(Holding(trous=2), Holding(trous=7))
    after, _ = seated.end_marque(Score(Holding(trous=6), Holding(trous=6)))
    assert (stake(seated).consolation, stake(after).consolation) == (2, 4)
    assert stake(after).first is Side.NOIRS
    after, _ = after.end_marque(score)
    assert stake(after).first is Side.BLANCS, "the primauté alternates (Lois V)"
    # Alice, the player of the dark dames, won 7 - 2 + 4 jetons.
    assert standing(after) == PartieStanding(0, 1, 4, 1, 4, -9.0, 1)


def test_a_third_player_is_owed_a_consolation_too() -> None:
    three = Convention((("A",), ("B",), ("C",)), 6)
    found = stake(SeatedPartie.start(three, "A", "B", Side.BLANCS))
    # A winner gets 2 and the loser pays 4: half of the difference is 3.
    assert found.consolation == 3
    with pytest.raises(ValueError, match="are played"):
        stake(SeatedPartie(PartieAEcrire(three, None), "A", "B"))


def test_the_network_sees_the_stakes() -> None:
    found = marques(50, np.random.default_rng(1))
    network = Network.fresh((INPUTS + AT_STAKE, 8, 2), 1)
    values, win = Evaluator(network).values(found)
    assert values.shape == win.shape == (50,)
    assert found.stakes is not None
    more = replace(found, stakes=replace(found.stakes, beyond=found.stakes.beyond + 10))
    assert (Evaluator(network).values(more)[0] != values).any()


def test_training_begins_with_the_network_of_tours_and_is_resumed(tmp_path: Path) -> None:
    """At first the stakes do not matter; a run that was stopped goes on with what it has learnt."""
    course, shipped = Marques(8), Network.load(SHIPPED)
    first = shipped.widen(course.inputs)
    train(course, tmp_path, 0, first=first, seed=1)
    found = marques(20, np.random.default_rng(1))
    tours = features(replace(found, stakes=None))
    for network in (first, Network.load(tmp_path / "last.npz")):
        assert np.allclose(network.raw(features(found)), shipped.raw(tours), atol=0.02)
    train(course, tmp_path, 0, first=Network.fresh((course.inputs, 8, 2), 1), seed=1)
    assert [len(biases) for _, biases in Network.load(tmp_path / "last.npz").layers] == [
        len(biases) for _, biases in shipped.layers
    ]


def test_a_stretch_of_marques_teaches_jetons_and_chances() -> None:
    course = Marques(16)
    course.begin(np.random.default_rng(2))
    inputs, goals, _ = course.stretch(Network.load(SHIPPED).widen(course.inputs), 6, 0.7)
    assert inputs.shape == (96, course.inputs)
    assert goals.shape == (96, 2)
    assert ((goals[:, 1] >= 0) & (goals[:, 1] <= 1)).all()


def test_leaving_a_won_marque_is_worth_its_price_exactly() -> None:
    evaluator = Evaluator(Network.fresh((INPUTS + AT_STAKE, 8, 2), 1))
    score = Score(Holding(points=10, trous=6), Holding(trous=5))
    start = Situations.from_talons(marks_of(score), stakes_of(2, 3.0))
    value, win = equity_of_leaving(throw_dice(start, (2, 1)), evaluator, np.array([0]))
    assert value[0] == 6 - 5 + 2 + 3
    assert win[0] == 1


def test_marques_of_a_player_against_itself_are_even() -> None:
    """Each pair has the same dice and exchanged sides, so what one wins in a marqué it loses in the other."""
    tour = TourPlayer(Evaluator.load())
    found = marques_played(tour, tour, 3, seed=1)
    assert np.allclose(found.trous[:3], -found.trous[3:])
    assert np.abs(found.trous).min() > 0, "a marqué has a winner"
