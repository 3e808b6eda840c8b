"""A solo game on simulated readings: the player moves both sides' dames, and the coach answers at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from announce.phrases.refused import Refused
from coach.levels import levels
from events.backgammon.state import Phase as BackgammonPhase
from events.observation import Observation
from events.rulings import Ruling
from events.trictrac.state import Phase, TableState
from referee.backgammon.referee import BackgammonReferee
from referee.backgammon.situation import Situation as BackgammonSituation
from referee.trictrac.judge.situation import NUMBERING, Situation, Throw
from referee.trictrac.referee import Referee
from rules.backgammon.plays import legal_plays as backgammon_plays
from rules.backgammon.position import Position as BackgammonPosition
from rules.position import Dice, Position, Side
from tablier.games.solo import Question
from tablier.runtime.engine import Engine
from tablier.runtime.inbox import Asked, Felt, Thought
from tablier.runtime.solo import Seat, answer_of
from tablier.runtime.table import TableServices
from tablier.storage.journal import Journal
from tablier.storage.settings import Settings, SoloTable, TableSettings
from tests.referee.fake_table import FakeTable, Noise, TableOf
from tests.tablier.listener import Listener, table_without_camera

COMPANION, PLAYER = Side.NOIRS, Side.BLANCS
QUICK = next(iter(levels("trictrac")))
"""The level that thinks least."""


class _Coached:
    """A table whose coach answers at once."""

    board: TableOf[Any]

    def sit_down(
        self, engine: Engine, *, level: str, seed: int, throws: bool = False, journal: Journal | None = None
    ) -> None:
        """Begin to play. throws: whether the companion throws for itself."""
        self.engine = engine
        self.rulings: list[Ruling] = []
        self.listener = Listener()
        self.questions: list[Question] = []
        self.asked: list[Question] = []
        engine.resting = True  # no camera says so
        self.table = table_without_camera(
            engine,
            TableServices(journal=journal, sinks=[self.listener], on_ruling=self.rulings.append),
            clock=lambda: self.board.t,
            seat=Seat(engine.game, self.questions.append, level=level, seed=seed, throws=throws),
        )
        self.show(self.board.look())

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
            self.table.step(Thought(self.board.t, answer_of(question)))

    def ask(self, verb: str, **values: object) -> str | None:
        """Ask the table something; why not in English, or None."""
        answers: list[Refused | None] = []
        self.table.step(Asked(self.board.t, verb, values, answers.append))
        self.think()
        return None if answers[0] is None else str(answers[0])


@dataclass(kw_only=True)
class SoloGame(_Coached):
    """One table whose player throws for both sides."""

    seed: int = 0
    jetons: bool = False
    marks_for: tuple[Side, ...] = tuple(Side)
    virtual: bool = False
    level: str = "amateur"
    journal: Journal | None = None
    noise: Noise = field(default_factory=Noise)
    mode: str = "solo"
    resumed: Engine | None = None
    board: FakeTable = field(default_factory=FakeTable)

    def __post_init__(self) -> None:
        self.settings = Settings(
            table=TableSettings(mode=self.mode, jetons=self.jetons),  # type: ignore[arg-type] # one of them
            solo=SoloTable(level=self.level),  # type: ignore[arg-type] # one of them
        )
        if self.resumed is None:
            self.board = FakeTable(seed=self.seed, noise=self.noise)
        engine = self.resumed or Engine(self.settings, None)
        self.sit_down(engine, level=self.level, seed=self.seed, throws=self.virtual, journal=self.journal)

    @property
    def now(self) -> Situation:
        """How the judge has it."""
        assert isinstance(self.engine.referee, Referee)
        return self.engine.referee.judge.situation

    @property
    def throw(self) -> Throw:
        """Return the current throw."""
        assert self.now.throw is not None
        return self.now.throw

    def dice(self, dice: Dice | None = None) -> None:
        """The player throws for the side whose turn it is."""
        self.show(self.board.throw(dice or self.board.roll()))

    def move(self, result: Position) -> None:
        """The dames are put so, and rest."""
        self.show(self.board.play(result, 20))

    def as_announced(self) -> Position:
        """Where the companion's play leads."""
        due = NUMBERING.expected(self.throw)
        assert due is not None
        return self.throw.base.with_counts(self.throw.side, due)

    @property
    def companion_state(self) -> TableState:
        """Return the state on the displays."""
        state = self.engine.state()
        assert isinstance(state, TableState)
        return state

    def turn(self, *, carry_out: bool = True, forgets: bool = False) -> None:
        """Play one throw, as the companion says or at random; return the dames to the talons when needed.

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
        """Put the jetons where the score says: the companion's, and the player's unless he forgets."""
        score = self.now.score
        for side in self.marks_for:
            points = score.of(side).points
            if side is PLAYER and not forgets:
                points += self.now.books.points_owed(side)
            places = (points,) if 0 < points < 12 else ()
            if places != self.board.jetons.get(side, ()):
                self.show(self.board.mark(side, *places))
                self.show(self.board.look(15))

    def finish(self) -> None:
        """Play the rest of the throw."""
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


class BackgammonGame(_Coached):
    """A table of backgammon whose player throws for both sides."""

    def __init__(self, seed: int) -> None:
        settings = Settings(table=TableSettings(mode="solo", game="backgammon"), solo=SoloTable(level="debutant"))
        self.board = TableOf(seed=seed, position=BackgammonPosition.start())
        self.sit_down(Engine(settings, None), level=QUICK, seed=seed)

    @property
    def now(self) -> BackgammonSituation:
        """How the judge has it."""
        referee = self.engine.referee
        assert isinstance(referee, BackgammonReferee)
        return referee.judge.situation

    @property
    def mover(self) -> Side:
        """Return the side to move; in the opening the player's, unless the companion begins."""
        return PLAYER if self.now.phase is BackgammonPhase.OPENING else self.now.trait or PLAYER

    def dice(self, dice: Dice | None = None) -> None:
        """Throw for the side whose turn it is; repeat an opening throw until the dice differ."""
        if dice is None:
            dice = self.board.roll()
            while dice[0] == dice[1] and self.now.phase is BackgammonPhase.OPENING:
                dice = self.board.roll()
        self.show(self.board.throw(dice))

    def move(self, result: BackgammonPosition) -> None:
        """The dames are put so, and rest."""
        self.show(self.board.play(result, 20))

    def lawful(self, side: Side) -> BackgammonPosition:
        """Return the result of a random legal play of the dice on the board."""
        dice = self.now.opening or (self.now.throw.dice if self.now.throw else (1, 1))
        return self.board.random.choice(backgammon_plays(self.board.position, side, dice).plays).result

    def as_announced(self) -> BackgammonPosition:
        """Where the companion's play leads."""
        throw = self.now.throw
        assert throw is not None
        assert throw.announced is not None
        ways = [(move.start, move.end) for move in throw.announced.moves]
        return next(
            play.result for play in throw.plays.plays if [(move.start, move.end) for move in play.moves] == ways
        )
