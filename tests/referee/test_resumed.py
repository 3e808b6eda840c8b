"""A referee rebuilt from the log alone goes on as if it had never stopped."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from events.acts import Act, DiceThrown, ModeChanged
from events.observation import Observation
from events.rulings import Ruling
from events.state import Mode
from events.trictrac.acts import TourStarted
from events.trictrac.settings import Settings
from referee.games import take_in
from referee.trictrac.referee import Referee
from rules.position import Side
from tests.referee.fake_table import FakeTable

SETTINGS = Settings()


class Watched:
    """A referee, and everything it gave for its observations."""

    def __init__(self) -> None:
        self.referee = Referee(SETTINGS)
        self.acts: list[Act] = []
        self.rulings: list[Ruling] = []

    def show(self, observations: Iterable[Observation]) -> None:
        for observation in observations:
            observed = self.referee.observe(observation)
            self.acts += observed.acts
            self.rulings += observed.rulings

    def killed(self) -> None:
        """Rebuild the referee from the log alone."""
        self.referee = Referee(SETTINGS)
        rulings = take_in(self.referee, self.acts)
        assert list(rulings) == self.rulings


def game(seed: int, throws: int, *, kill: bool) -> Watched:
    """Play a game whose referee is killed, or is not, in the middle of every throw and after it."""
    table, watched = FakeTable(seed=seed), Watched()
    watched.show(table.look())
    side = Side.BLANCS
    for _ in range(throws):
        dice = table.roll()
        watched.show(table.throw(dice))
        if kill:
            watched.killed()
        watched.show(table.look())
        watched.show(table.play(table.lawful(side, dice)))
        if kill:
            watched.killed()
        watched.show(table.look())
        side = side.adversary
    return watched


def untimed(rulings: list[Ruling]) -> list[Ruling]:
    return [replace(ruling, t=0.0) for ruling in rulings]


@pytest.mark.parametrize("seed", range(4))
def test_a_referee_killed_twice_a_throw_gives_the_same_rulings(seed: int) -> None:
    killed, spared = game(seed, 12, kill=True), game(seed, 12, kill=False)
    assert sum(isinstance(act, DiceThrown) for act in killed.acts) == 12
    assert untimed(killed.rulings) == untimed(spared.rulings)
    assert killed.referee.state() == spared.referee.state()


def test_dice_other_than_those_left_are_a_new_throw() -> None:
    """They were thrown while nobody watched."""
    table, watched = FakeTable(seed=1), Watched()
    watched.show(table.look())
    watched.show(table.throw((6, 5)))
    watched.show(table.play(table.lawful(Side.BLANCS, (6, 5))))
    watched.killed()
    watched.show(table.throw((4, 2)))
    assert watched.referee.state().dice == (4, 2)
    assert watched.referee.state().trait is Side.NOIRS


def test_the_mode_and_a_new_tour_are_part_of_the_log() -> None:
    watched = game(1, 3, kill=False)
    watched.show([ModeChanged(900.0, Mode.LESSON, "Anne"), TourStarted(901.0, Side.NOIRS, "Anne")])
    watched.killed()
    state = watched.referee.state()
    assert (state.mode, state.tour, state.throw, state.trait) == (Mode.LESSON, 2, 0, Side.NOIRS)
    assert watched.referee.tracker.settings is watched.referee.judge.settings
