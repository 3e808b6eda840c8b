"""A solo game without pictures: simulated readings, a player who moves both sides' dames, and a coach asked at once."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from coach.levels import levels
from events.trictrac.state import Phase, TableState
from referee.ecrire.referee import EcrireReferee
from referee.judge.carried_out import expected
from referee.referee import Referee
from rules.position import Position, Side
from tablier.runtime.engine import Engine
from tablier.runtime.inbox import Asked, Felt, Inbox, Thought
from tablier.runtime.solo.seat import Seat
from tablier.runtime.solo.thinking import answered
from tablier.runtime.table import Table, TableConfig, TableServices
from tablier.storage.settings import Settings, SoloTable, TableSettings
from tests.referee.fake_table import FakeTable, Noise
from tests.tablier.listener import Listener

if TYPE_CHECKING:
    from collections.abc import Iterable

    from events.observation import Observation
    from events.rulings import Ruling
    from referee.judge.situation import Situation, Throw
    from rules.position import Dice
    from tablier.games.solo import Question
    from tablier.storage.journal import Journal

COMPANION, PLAYER = Side.NOIRS, Side.BLANCS
QUICK = next(iter(levels("trictrac")))
"""The level that thinks least."""


@dataclass(kw_only=True)
class SoloGame:
    """One table, whose player throws for both."""

    seed: int = 0
    jetons: bool = False
    virtual: bool = False
    level: str = "amateur"
    journal: Journal | None = None
    noise: Noise = field(default_factory=Noise)
    mode: str = "solo"
    engine: Engine | None = None
    board: FakeTable = field(default_factory=FakeTable)

    def __post_init__(self) -> None:
        self.settings = Settings(
            table=TableSettings(mode=self.mode, jetons=self.jetons),  # type: ignore[arg-type] # one of them
            solo=SoloTable(level=self.level),  # type: ignore[arg-type] # one of them
        )
        if self.engine is None:
            self.board = FakeTable(seed=self.seed, noise=self.noise)
        self.rulings: list[Ruling] = []
        self.listener = Listener()
        self.questions: list[Question] = []
        self.asked: list[Question] = []
        self.engine = self.engine or Engine(self.settings, None)
        self.engine.resting = True  # no camera says so
        self.table = Table(
            self.engine,
            Inbox(),
            clock=lambda: self.board.t,
            config=TableConfig(camera=False),
            services=TableServices(journal=self.journal, sinks=[self.listener], on_ruling=self.rulings.append),
            seat=Seat(self.engine.game, self.questions.append, level=self.level, seed=self.seed, throws=self.virtual),
        )
        self.show(self.board.look())

    @property
    def now(self) -> Situation:
        """How the judge has it."""
        assert self.engine is not None
        assert isinstance(self.engine.referee, Referee | EcrireReferee)
        return self.engine.referee.judge.situation

    @property
    def throw(self) -> Throw:
        """The throw under way."""
        assert self.now.throw is not None
        return self.now.throw

    def show(self, observations: Iterable[Observation]) -> None:
        """Let the table see, and the coach answer."""
        for observation in observations:
            self.table.step(Felt(observation.t, observation))  # type: ignore[arg-type] # a reading is taken as it is
            self.think()

    def think(self) -> None:
        """The coach answers what it was asked."""
        while self.questions:
            question = self.questions.pop()
            self.asked.append(question)
            self.table.step(Thought(self.board.t, answered(question)))

    def ask(self, verb: str, **values: object) -> str | None:
        """Ask the table something; why not, or None."""
        answers: list[str | None] = []
        self.table.step(Asked(self.board.t, verb, values, answers.append))
        self.think()
        return answers[0]

    def dice(self, dice: Dice | None = None) -> None:
        """The player throws for whoever's turn it is."""
        self.show(self.board.throw(dice or self.board.roll()))

    def move(self, result: Position) -> None:
        """The dames are put so, and rest."""
        self.show(self.board.play(result, 20))

    def as_announced(self) -> Position:
        """Where the companion's play leads."""
        result = expected(self.throw)
        assert result is not None
        return result

    @property
    def companion_state(self) -> TableState:
        """What displays are shown."""
        assert self.engine is not None
        state = self.engine.state()
        assert isinstance(state, TableState)
        return state

    def turn(self, *, carry_out: bool = True, forgets: bool = False) -> None:
        """One throw, carried out as the companion says or played at random; the dames go home when they must.

        carry_out: False leaves the companion's dames where they are; forgets: the player never marks his own points.
        """
        self.dice()
        if self.jetons:
            self.marked(forgets=forgets)
        if carry_out or self.now.phase is Phase.OVER or self.throw.side is not COMPANION:
            self.finish()
        if self.jetons:
            self.marked(forgets=forgets)

    def marked(self, *, forgets: bool) -> None:
        """The companion's jetons are put where its score says, those of the player too unless he forgets."""
        score = self.now.score
        for side in Side:
            points = score.of(side).points
            if side is PLAYER and not forgets:
                points += self.now.books.owed(side)
            places = (points,) if 0 < points < 12 else ()
            if places != self.board.jetons.get(side, ()):
                self.show(self.board.mark(side, *places))
                self.show(self.board.look(15))

    def finish(self) -> None:
        """What is left of the throw is played."""
        if self.now.phase is Phase.OVER:
            return
        throw = self.throw
        if throw.side is self.companion_state.companion:
            if throw.announced is not None and throw.announced.leaves:
                self.move(Position.start())
                return
            if throw.plays.dice_playable:
                self.move(self.as_announced())
        elif throw.plays.dice_playable:
            self.move(self.board.lawful(throw.side, throw.dice))
        if any(not any(self.board.position.counts(side)) for side in Side):
            self.move(Position.start())
