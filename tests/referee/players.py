"""Two players at a fake table who mark for themselves, err when asked to, and keep the truth.

The truth follows from the rules alone and from the players' intentions.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from events.acts import Act
from events.observation import Observation
from events.rulings import Ruling
from events.trictrac.acts import Corrected
from events.trictrac.settings import Settings
from referee.trictrac.referee import Referee
from rules.jans import jans
from rules.marking import Holding, Score
from rules.position import Dice, Position, Side
from tests.referee.fake_table import FakeTable, Noise


@dataclass
class Players:
    """A game played step by step. `shown`: the score that jetons and fichets show. `watched`: whether it is seen."""

    settings: Settings
    noise: Noise = field(default_factory=Noise)
    seed: int = 0
    stream: Literal["every frame", "once and ticks", "once"] = "every frame"
    watched: bool = True

    def __post_init__(self) -> None:
        self.table = FakeTable(seating=self.settings.seating, noise=self.noise, seed=self.seed, stream=self.stream)
        self.referee = Referee(self.settings)
        self.rulings: list[Ruling] = []
        self.acts: list[Act] = []
        self.seen: list[Observation] = []
        self.shown = Score()
        self.side = self.settings.first
        self.coups = dict.fromkeys(Side, 0)
        self.show(self.table.look())
        if self.settings.pegs:
            self.show([self.table.holes()])

    def show(self, observations: Iterable[Observation]) -> list[Ruling]:
        """Let the referee see, and return its rulings."""
        fresh: list[Ruling] = []
        for observation in self.table.thinned(observations):
            if not self.watched:
                continue
            self.seen.append(observation)
            observed = self.referee.observe(observation)
            self.acts += observed.acts
            fresh += observed.rulings
        self.rulings += fresh
        return fresh

    def wait(self, seconds: float = 1.5) -> list[Ruling]:
        """Let a while pass without any act."""
        return self.show(self.table.look(round(seconds * 15)))

    def throw(self, dice: Dice | None = None) -> dict[Side, int]:
        """Let the player in turn throw; return the points that the throw gives each side."""
        dice = dice or self.table.roll()
        self.dice = dice
        self.coups[self.side] += 1
        self.show(self.table.throw(dice))
        worth = dict.fromkeys(Side, 0)
        for jan in jans(self.table.position, self.side, dice, self.settings.code, coup=self.coups[self.side]):
            worth[jan.side] += jan.points
        return worth

    def mark(self, side: Side, points: int) -> int:
        """Let a side mark this many points more, fichet first; return the trous it makes."""
        if not points:
            return 0
        score, marking = self.shown.mark(side, points)
        self.stand(score, first=side)
        return marking.trous

    def stand(self, score: Score, first: Side = Side.BLANCS) -> None:
        """Put jetons and fichets so that they show `score`."""
        before, self.shown = self.shown, score
        for side in (first, first.adversary):
            if self.settings.pegs and score.of(side).trous != before.of(side).trous:
                self.show(self.table.fichet(side, score.of(side).trous))
        if self.settings.pegs and score.pavillon is not before.pavillon:
            self.table.pavillon = score.pavillon
            self.show([self.table.holes()])
        for side in (first, first.adversary):
            places = self.places(score, side)
            if self.settings.jetons and places != self.table.jetons.get(side, ()):
                self.show(self.table.mark(side, *places))

    @staticmethod
    def places(score: Score, side: Side) -> tuple[int, ...]:
        """Return the points on which a side's jetons lie: two jetons in bredouille if the other has points too."""
        held: Holding = score.of(side)
        if not held.points:
            return ()
        double = held.bredouille and score.of(side.adversary).points > 0
        return (held.points,) * (1 + double)

    def set_up(self, position: Position, score: Score | None = None, trait: Side | None = None) -> None:
        """Set dames and marks up, and let somebody tell the referee so."""
        self.table.position = position
        if score is not None:
            self.stand(score)
        self.show([Corrected(self.table.t, "test", position=position, score=score, trait=trait)])

    def play(self, result: Position | None = None) -> list[Ruling]:
        """Play the dames to `result`, or lawfully at random, and pass the turn."""
        fresh = self.show(self.table.play(result or self.table.lawful(self.side, self.dice)))
        if not any(self.table.position.counts(self.side)):
            self.releve()
        else:
            self.side = self.side.adversary
        return fresh

    def releve(self) -> None:
        """Put all dames back to the talons; the same player throws again."""
        self.show(self.table.play(Position.start()))
        self.coups = dict.fromkeys(Side, 0)

    def leave(self) -> None:
        """Let the player leave: both sides' points go to zero, the dames to the talons."""
        self.stand(self.shown.after_leaving())
        self.releve()

    def whole_throw(self, *, own: int = 0, given: int = 0, chance_to_leave: float = 0.5) -> bool:
        """Make a throw and mark all of it, plus or minus this many points; return false if the tour is won."""
        side = self.side
        worth = self.throw()
        trous = self.mark(side, max(0, worth[side] + own))
        if self.shown.winner():
            self.wait()
            return False
        if trous and self.table.random.random() < chance_to_leave:
            self.leave()
            return True
        self.play()
        self.mark(side.adversary, max(0, worth[side.adversary] + given))
        if self.shown.winner():
            self.wait()
            return False
        return True


def position(blancs: dict[int, int], noirs: dict[int, int]) -> Position:
    """Return a position from the number of dames on each case, in each side's own numbering."""
    return Position(
        tuple(blancs.get(case, 0) for case in range(1, 25)), tuple(noirs.get(case, 0) for case in range(1, 25))
    )


def moved(before: Position, side: Side, *ways: tuple[int, int]) -> Position:
    """Return the position after a side carried dames."""
    counts = list(before.counts(side))
    for start, end in ways:
        counts[start - 1] -= 1
        if end <= 24:
            counts[end - 1] += 1
    return before.with_counts(side, tuple(counts))


def goes_on(players: Players) -> None:
    """Assert that two more throws are made and played, and that the referee still knows the truth."""
    for _ in range(2):
        number = players.referee.state().throw
        side = players.side
        players.throw((2, 1))
        players.play()
        now = players.referee.state()
        assert (now.throw, now.trait) == (number + 1, side.adversary)
        assert now.position == players.table.position
