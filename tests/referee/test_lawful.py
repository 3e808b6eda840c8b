"""In whole tours of lawful play, seen well or badly, every throw, position and point is right."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from events.observation import Observation
from events.rulings import Played, Ruling, ThrowWorth
from events.trictrac.rulings import FaultRuled, TourWon
from events.trictrac.settings import Settings
from referee.trictrac.referee import Referee
from rules.jans import jans
from rules.marking import Score
from rules.position import Position, Side
from tests.referee.fake_table import FakeTable, Noise


class Party:
    """A tour of random lawful play that the referee watches, with its truth."""

    def __init__(self, seed: int, noise: Noise) -> None:
        self.table = FakeTable(noise=noise, seed=seed)
        self.referee = Referee(Settings())
        self.rulings: list[Ruling] = []
        self.score = Score()
        self.side = Side.BLANCS
        self.coups = dict.fromkeys(Side, 0)
        self.show(self.table.look())

    def show(self, observations: Iterable[Observation]) -> None:
        for observation in observations:
            self.rulings += self.referee.observe(observation).rulings

    def releve(self) -> None:
        self.show(self.table.play(Position.start()))
        self.coups = dict.fromkeys(Side, 0)

    def throw(self) -> bool:
        """Play one throw; false when it won the tour."""
        side, table = self.side, self.table
        dice = table.roll()
        self.show(table.throw(dice))
        self.coups[side] += 1
        worth = dict.fromkeys(Side, 0)
        for jan in jans(table.position, side, dice, Settings().code, coup=self.coups[side]):
            worth[jan.side] += jan.points
        self.score, marking = self.score.mark(side, worth[side])
        if self.score.winner():
            return False
        if marking.trous and table.random.random() < 0.5:
            self.score = self.score.after_leaving()
            self.releve()
            return True
        self.score, _ = self.score.mark(side.adversary, worth[side.adversary])
        self.show(table.play(table.lawful(side, dice)))
        if self.score.winner():
            return False
        if any(table.position.counts(side)):
            self.side = side.adversary
        else:
            self.releve()
        return True


WELL, BADLY = Noise(), Noise(wrong=0.002, die=0.002, blind=0.02)


@pytest.mark.parametrize(("seed", "noise"), [(0, WELL), (0, BADLY), (1, BADLY), (2, BADLY)])
def test_a_party_of_lawful_play_is_followed_to_the_last_point(seed: int, noise: Noise) -> None:
    """Position, trait and score equal the truth after every throw, to the twelfth trou, and no fault is ruled."""
    party = Party(seed, noise)
    number = 0
    while party.throw():
        number += 1
        now = party.referee.state()
        assert (now.throw, now.position, now.trait) == (number, party.table.position, party.side)
        assert party.referee.judge.situation.score == party.score
    assert any(isinstance(ruling, TourWon) for ruling in party.rulings)
    assert not any(isinstance(ruling, FaultRuled) for ruling in party.rulings)
    assert all(ruling.lawful for ruling in party.rulings if isinstance(ruling, Played))
    thrown = {ruling.throw: ruling.t for ruling in party.rulings if isinstance(ruling, ThrowWorth)}
    assert all(ruling.t >= thrown[ruling.throw] for ruling in party.rulings if isinstance(ruling, Played))
