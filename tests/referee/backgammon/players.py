"""Two players of backgammon at a fake table, step by step."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeVar

from events.acts import Act, Request
from events.backgammon.acts import SetRight
from events.backgammon.settings import BackgammonSettings
from events.board_reading import DieReading
from events.observation import Observation
from events.rulings import Ruling
from referee.backgammon.referee import BackgammonReferee
from rules.backgammon.match import winner
from rules.backgammon.plays import legal_plays
from rules.backgammon.position import Position
from rules.position import Dice, Side
from tests.referee.fake_table import Noise, TableOf

T = TypeVar("T")


@dataclass
class Players:
    """A table of backgammon watched by the referee."""

    settings: BackgammonSettings = field(default_factory=BackgammonSettings)
    noise: Noise = field(default_factory=Noise)
    seed: int = 0
    position: Position = field(default_factory=Position.start)
    resumed: BackgammonReferee | None = None
    dice: tuple[DieReading, ...] = ()

    def __post_init__(self) -> None:
        self.table = TableOf(seed=self.seed, noise=self.noise, position=self.position)
        self.table.dice = self.dice
        self.referee = self.resumed or BackgammonReferee(self.settings)
        self.rulings: list[Ruling] = []
        self.acts: list[Act] = []
        self.show(self.table.look())

    @property
    def side(self) -> Side:
        """The player in turn."""
        side = self.referee.state().trait
        assert side is not None
        return side

    def show(self, observations: Iterable[Observation]) -> list[Ruling]:
        """Let the referee see, and return its rulings."""
        fresh: list[Ruling] = []
        for observation in observations:
            observed = self.referee.observe(observation)
            self.acts += observed.acts
            fresh += observed.rulings
        self.rulings += fresh
        return fresh

    def ask(self, request: Request) -> list[Ruling]:
        """Make a request of the referee."""
        return self.show([request])

    def wait(self, seconds: float = 3.0) -> list[Ruling]:
        """Let a while pass without any act."""
        return self.show(self.table.look(round(seconds * 15)))

    def throw(self, dice: Dice) -> list[Ruling]:
        """Let these dice be thrown and come to rest."""
        return self.show(self.table.throw(dice))

    def stand(self, position: Position, frames: int = 6) -> list[Ruling]:
        """Let a hand pass, after which the dames stand at `position`."""
        return self.show(self.table.play(position, frames))

    def set_right(self, position: Position, side: Side) -> None:
        """Put the dames to `position`, with `side` to play, and say so to the referee."""
        self.stand(position)
        self.ask(SetRight(self.table.t, "test", position=position, trait=side))
        self.wait()

    def play(self, side: Side, dice: Dice) -> list[Ruling]:
        """Let `side` play `dice` by a random lawful play."""
        play = self.table.random.choice(legal_plays(self.now, side, dice).plays)
        return self.stand(play.result) if play.moves else []

    @property
    def now(self) -> Position:
        """The true position of the dames."""
        return self.table.position

    def began(self, side: Side, dice: Dice = (3, 1)) -> None:
        """Throw the dice of the opening, and let `side` play them by the first lawful play."""
        self.throw(dice)
        self.stand(legal_plays(self.now, side, dice).plays[0].result)

    def whole_game(self, side: Side) -> None:
        """Play at random from the opening, begun by `side`, until the last dame is off."""
        dice = self.table.roll()
        while dice[0] == dice[1]:
            self.throw(dice)
            dice = self.table.roll()
        self.throw(dice)
        self.play(side, dice)
        while winner(self.now) is None:
            side = side.adversary
            dice = self.table.roll()
            self.throw(dice)
            self.play(side, dice)
        self.wait()

    def ruled(self, kind: type[T]) -> list[T]:
        """Return the rulings of one kind so far."""
        return [ruling for ruling in self.rulings if isinstance(ruling, kind)]


def moved(position: Position, side: Side, *moves: tuple[int, int], hit: tuple[int, ...] = ()) -> Position:
    """Return a position after `side` moved dames and put adverse ones (cases as `side` numbers them) on the bar."""
    own, theirs = list(position.counts(side)), list(position.counts(side.adversary))
    for start, end in moves:
        own[start] -= 1
        own[end] += 1
    for case in hit:
        theirs[25 - case] -= 1
        theirs[25] += 1
    return position.with_counts(side, tuple(own)).with_counts(side.adversary, tuple(theirs))
