"""A tour between two simulated players: what they do, in the order the laws prescribe (Lois XVIII).

A tour is a stream of gestures without times; the timeline gives them hands, places and seconds. One throw runs:
the dice taken up and thrown, the other's écoles answered, points marked, held or left, dames played, what the throw
gave the other marked by him together with the écoles he saw.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal, TypeAlias

from rules.jans import jans
from rules.marking import Score
from rules.plays import legal_plays
from rules.position import BANDE, Position, Side
from simulation.players import truth
from simulation.players.gesture import Carry, Landing, Say, Sweep, TakeDice, Tell, Throw
from simulation.players.ledger import Cause, Ledger
from simulation.players.marks import Marks, change
from simulation.players.style import choose, wants_to_leave

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Mapping
    from random import Random

    from rules.code import Code
    from rules.jan import Jan
    from rules.play import LegalPlays, Move, Play
    from rules.position import Dice
    from simulation.players.gesture import Gesture
    from simulation.players.player import Player
    from simulation.players.rates import ClumsinessRates, FaultRates

Profile: TypeAlias = Literal["score", "referee"]


class Tour:
    """One tour being played; `gestures` is what its players do, and its attributes are how the table stands meanwhile.

    profile: in `score` the companion keeps the score and jetons stay home, in `referee` the players mark everything;
    pegs: whether fichets are moved (always so in `referee`).
    """

    def __init__(
        self,
        random: Random,
        players: Mapping[Side, Player],
        *,
        code: Code,
        profile: Profile,
        pegs: bool,
        faults: FaultRates,
        clumsiness: ClumsinessRates,
        first: Side,
    ) -> None:
        self.random = random
        self.players = players
        self.code = code
        self.profile: Profile = profile
        self.jetons = profile == "referee"
        self.pegs = pegs or self.jetons
        self.faults = faults
        self.clumsiness = clumsiness
        self.trait = first
        self.position = Position.start()
        self.ledger = Ledger(Score(), code.ecoles_en_dernier)
        self.marks = Marks()
        self.throw = 0
        self.coups = {Side.BLANCS: 0, Side.NOIRS: 0}
        self.first_throw: Dice | None = None
        self.dice: Dice = (1, 1)
        self.jans: tuple[Jan, ...] = ()
        self.legal: LegalPlays
        self._rulings = 0

    @property
    def score(self) -> Score:
        """The marks on the table."""
        return self.ledger.score

    @property
    def won(self) -> bool:
        """Whether somebody has his twelve trous."""
        return self.score.winner() is not None

    def gestures(self) -> Iterator[Gesture]:
        """Everything both players do until one has twelve trous."""
        while not self.won:
            yield from self._coup(self.trait)
        winner = self.score.winner()
        if winner is not None:
            yield self._tell(
                truth.TourWon(
                    self.new_id(),
                    0.0,
                    self.throw,
                    winner,
                    self.score.of(winner).trous,
                    self.score.of(winner.adversary).trous,
                    self.score.d_affilee(winner),
                    self.score.pavillon is winner,
                )
            )

    def _coup(self, thrower: Side) -> Iterator[Gesture]:
        """One throw, from the dice to the other's turn."""
        yield from self._throw(thrower)
        # What was marked for the throw before counts before this one.
        self.ledger = Ledger(self.score, self.code.ecoles_en_dernier)
        yield from self._mark_thrown(thrower)
        if self.won:
            return
        if self.score.of(thrower).trous > self.ledger.before.of(thrower).trous:
            left = yield from self._hold_or_leave(thrower)
            if left:
                return
        yield from self._play(thrower)
        yield from self._mark_given(thrower.adversary)
        if self.won:
            return
        if not any(self.position.counts(thrower)):
            yield from self._releve(thrower, "sortie")
        else:
            self.trait = thrower.adversary

    def _throw(self, thrower: Side) -> Iterator[Gesture]:
        if self.throw:
            yield TakeDice(side=thrower, wait=self.think(thrower, 0.3, 0.9))
        self.throw += 1
        self.coups[thrower] += 1
        self.dice = (self.random.randint(1, 6), self.random.randint(1, 6))
        yield Throw(side=thrower, dice=self.dice, landing=Landing.GOOD, wait=0.2)
        first = self.first_throw if self.throw == 2 and self.coups[thrower] == 1 else None
        if self.throw == 1:
            self.first_throw = self.dice
        self.jans = jans(self.position, thrower, self.dice, self.code, coup=self.coups[thrower], first_throw=first)
        self.legal = legal_plays(self.position, thrower, self.dice)
        worth = truth.ThrowWorth(
            self.new_id(), 0.0, self.throw, thrower, self.dice, self.jans, self.legal.dice_playable
        )
        yield self._tell(worth)

    def owed(self, side: Side) -> int:
        """What the throw is worth to a side."""
        return sum(jan.points for jan in self.jans if jan.side is side)

    def _mark_thrown(self, thrower: Side) -> Iterator[Gesture]:
        yield from self._mark(thrower, self.owed(thrower), Cause.THROWN)

    def _mark_given(self, side: Side) -> Iterator[Gesture]:
        yield from self._mark(side, self.owed(side), Cause.GIVEN)

    def _mark(self, side: Side, points: int, cause: Cause) -> Iterator[Gesture]:
        """`side` marks, on the board where this table does, and the truth is told."""
        if not points:
            return
        before = self.score
        self.ledger = self.ledger.adding(side, points, cause)
        marking = before.marked(side, points)[1]
        wait = self.think(side, 0.4, 1.2) if self.jetons else 0.0
        yield from self.show(side, wait)
        yield self._tell(
            truth.Marked(
                self.new_id(),
                0.0,
                self.throw,
                side,
                points,
                marking.trous,
                marking.reste,
                marking.bredouille,
                self.score.of(side).trous,
                ecole=cause > Cause.GIVEN,
                owed=points,
            )
        )

    def show(self, by: Side, wait: float = 0.0) -> Iterator[Gesture]:
        """The marks on the board are made to read the score."""
        after = Marks.of(self.score)
        if self.pegs:
            yield from first_waits(change(self.marks, after, by, jetons=self.jetons), wait)
        self.marks = after

    def _hold_or_leave(self, thrower: Side) -> Generator[Gesture, None, bool]:
        """After a trou of his own throw (Lois XVI); returns whether he left."""
        style = self.players[thrower].style
        reste = self.score.of(thrower).points
        given = self.owed(thrower.adversary)
        left = wants_to_leave(style, self.position, thrower, reste, given, self.random)
        ruling = truth.HeldOrLeft(self.new_id(), 0.0, self.throw, thrower, left)
        if not left:
            yield self._tell(ruling)
            return False
        yield Say(side=thrower, what="je_m_en_vais", button="je_m_en_vais", wait=self.think(thrower, 0.5, 1.5))
        yield self._tell(ruling)
        self.ledger = Ledger(self.score.left(), self.code.ecoles_en_dernier)
        yield from self.show(thrower, 0.8)
        yield from self._releve(thrower, "s_en_aller")
        return True

    def _releve(self, first: Side, cause: truth.ReleveCause) -> Iterator[Gesture]:
        """All dames go back to the talons; `first` throws next (Lois VIII, XVI)."""
        yield Sweep(side=first, cause=cause, wait=0.8)
        self.position = Position.start()
        self.coups = {Side.BLANCS: 0, Side.NOIRS: 0}
        self.trait = first
        yield self._tell(truth.ReleveRuled(self.new_id(), 0.0, self.throw, cause, first))

    def _play(self, thrower: Side) -> Iterator[Gesture]:
        style = self.players[thrower].style
        play: Play = choose(style, self.legal.plays, thrower, self.random)
        thinking = self.think(thrower, 0.6, 2.2)
        for move in self.in_order(play.moves):
            yield Carry(side=thrower, owner=thrower, start=move.start, end=move.end, wait=thinking)
            thinking = self.think(thrower, 0.05, 0.4)
        self.position = play.result
        yield self._tell(truth.Played(self.new_id(), 0.0, self.throw, thrower, self.dice, play.moves, lawful=True))
        if play.moves and self.random.random() < self.players[thrower].presses:
            yield Say(side=thrower, what="coup_joue", button="coup_joue", wait=0.3)

    def in_order(self, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        """The moves as hands do them: in either order, but a dame goes out only after the others have come home."""
        shuffled = list(moves)
        self.random.shuffle(shuffled)
        shuffled.sort(key=lambda move: move.end == BANDE)
        return tuple(shuffled)

    def think(self, side: Side, least: float, most: float) -> float:
        """A time to think, seconds at a calm pace."""
        return self.random.triangular(least, most, least) * self.players[side].slowness

    def new_id(self) -> str:
        """The next ruling's id."""
        self._rulings += 1
        return f"r{self._rulings}"

    @staticmethod
    def _tell(ruling: truth.TrueRuling) -> Tell:
        return Tell(ruling=ruling)


def first_waits(gestures: Iterator[Gesture], wait: float) -> Iterator[Gesture]:
    """The same gestures, the first after this many seconds."""
    for rank, gesture in enumerate(gestures):
        yield gesture if rank or isinstance(gesture, Tell) else replace(gesture, wait=wait)
