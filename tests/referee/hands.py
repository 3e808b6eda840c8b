"""Two players' hands at a judge's table, act by act: no camera, nothing to be misread."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from events.acts import Claimed, DameLifted, DamePlaced, Declaration, Declared, DiceThrown, PlayEnded
from events.rulings import ClaimRuled, Verdict, Window
from events.state import Mode
from events.trictrac.acts import Corrected, FichetMoved, JetonMoved, JetonReleased
from events.trictrac.rulings import FaultRuled, Marked
from events.trictrac.settings import Settings
from referee.judge.judge import Judge
from rules.code import LOIS_2013, Code
from rules.marking import TROUS_DU_TOUR, Holding, Score
from rules.position import Position, Side
from tests.rules.figures import position

if TYPE_CHECKING:
    from events.acts import Act
    from events.rulings import Ruling
    from rules.fault import FaultName
    from rules.position import Case, Dice

B, N = Side.BLANCS, Side.NOIRS
FaultFacts = tuple[str, Side, int, Window]


class Hands:
    """A table in referee mode standing as said, Blancs to throw; every act comes a second after the one before."""

    def __init__(
        self,
        blancs: str = "1:15",
        noirs: str = "1:15",
        score: Score | None = None,
        *,
        code: Code = LOIS_2013,
        first: Side = B,
        mode: Mode = Mode.REFEREE,
        jetons: bool = True,
        trous: int | None = TROUS_DU_TOUR,
    ) -> None:
        self.judge = Judge(Settings(mode=mode, code=code, jetons=jetons, pegs=True, first=first, trous=trous))
        self.t = 0.0
        self.rulings: list[Ruling] = []
        for side in Side if jetons else ():
            self.act(JetonMoved(self.t, side, 0, bredouille=False))
        score = score or Score()
        self.act(Corrected(self.t, "test", position=position(blancs, noirs), score=score, trait=first))
        self.shown = score
        self.rulings.clear()

    def act(self, act: Act) -> list[Ruling]:
        """One act; what is ruled on it."""
        self.t += 1.0
        fresh = list(self.judge.observe(replace(act, t=self.t)))
        self.rulings += fresh
        return fresh

    def throw(self, dice: Dice, side: Side | None = None) -> int:
        """Dice are thrown, by the player in turn unless named; their worth to him."""
        side = side or self.judge.situation.trait
        self.act(DiceThrown(0.0, side, dice, good=True))
        throw = self.judge.situation.throw
        return throw.worth(side) if throw is not None else 0

    def given(self) -> int:
        """The points that the throw under way gives the other."""
        throw = self.judge.situation.throw
        assert throw is not None
        return throw.worth(throw.side.adversary)

    def hop(self, side: Side, *hops: tuple[Case, Case]) -> None:
        """Dames carried one after the other; to the case it came from, one is only touched."""
        for start, end in hops:
            self.act(DameLifted(0.0, side, start))
            self.act(DamePlaced(0.0, side, end))

    def carry_two(self, side: Side, first: tuple[Case, Case], second: tuple[Case, Case]) -> None:
        """Two dames in one hand."""
        for case in (first[0], second[0]):
            self.act(DameLifted(0.0, side, case))
        for case in (first[1], second[1]):
            self.act(DamePlaced(0.0, side, case))

    def rest(self, side: Side) -> None:
        """He lets his dames rest, and so has played."""
        self.act(PlayEnded(0.0, side))

    def say(self, side: Side, what: Declaration) -> list[Verdict]:
        """Something is said; the verdicts on it, if it was a claim."""
        return [one.verdict for one in self.act(Declared(0.0, side, what)) if isinstance(one, ClaimRuled)]

    def claim(self, side: Side, about: str | None = None) -> list[ClaimRuled]:
        """A claim by the page."""
        return [one for one in self.act(Claimed(0.0, side, about)) if isinstance(one, ClaimRuled)]

    def show(self, score: Score, *, by: Side = B, left: tuple[Side, int] | None = None) -> None:
        """Fichets, then the other's jeton, then his own are made to read so, and let go."""
        before, self.shown = self.shown, score
        for side in (by, by.adversary):
            if score.of(side).trous != before.of(side).trous:
                self.act(FichetMoved(0.0, side, min(12, score.of(side).trous)))
        for side in (by.adversary, by):
            old, new = shows(before, side), shows(score, side)
            forgotten = left[1] if left is not None and left[0] is side else None
            if old != new or forgotten is not None:
                self.act(JetonMoved(0.0, side, *new, left=forgotten))
                self.act(JetonReleased(0.0, side, *new, left=forgotten))

    def mark(self, side: Side, points: int) -> None:
        """A side marks this many points more, as they count."""
        if points:
            self.show(self.shown.marked(side, points)[0], by=side)

    def take_off(self, side: Side, points: int) -> None:
        """A side's jeton is put this many points back by the other."""
        held = self.shown.of(side)
        after = Holding(held.points - points, held.bredouille and held.points > points, held.trous)
        self.show(self.shown.with_holding(side, after), by=side.adversary)

    def play(self) -> None:
        """The thrower plays the first of the lawful plays."""
        throw = self.judge.situation.throw
        assert throw is not None
        moves = throw.plays.plays[0].moves
        self.hop(throw.side, *((move.start, move.end) for move in moves))

    def faults(self) -> list[FaultFacts]:
        """Every ruling on a fault: name, by whom, points, window."""
        return [
            (str(one.fault.name), one.fault.by, one.fault.points, one.window)
            for one in self.rulings
            if isinstance(one, FaultRuled)
        ]

    def open(self) -> list[str]:
        """The faults that can be claimed now."""
        return [str(one.fault.name) for one in self.judge.situation.open_faults]

    def about(self, name: FaultName) -> str:
        """The id of the last fault of this name."""
        return next(
            one.about for one in reversed(self.rulings) if isinstance(one, FaultRuled) and one.fault.name is name
        )

    def marked(self) -> list[tuple[Side, int]]:
        """The marks: side and points."""
        return [(one.side, one.points) for one in self.rulings if isinstance(one, Marked)]

    @property
    def position(self) -> Position:
        """How the dames stand."""
        return self.judge.situation.position

    @property
    def score(self) -> Score:
        """The marks, as the judge has them."""
        return self.judge.situation.score


def shows(score: Score, side: Side) -> tuple[int, bool]:
    """A side's jetons: points, and whether two of them mark."""
    held = score.of(side)
    return held.points, held.bredouille and held.points > 0 and score.of(side.adversary).points > 0


FILL = "1:3 5 7:2 8:2 9:2 10:2 11 12:2"
"""Blancs fill their grand jan by a six from 5: four points, and nothing else."""


BEATS = "1:12 9:3"


BEATEN = "1:13 10 3"
"""By a six from 9 Blancs beat the dame on Noirs' 10."""


SIX_TWO = (6, 2)


BARRED = "1 2:2 3:2 4:2 5:2 6:2 7:2 8:2"
"""Every way of Noirs' dames on their coin is barred."""


def beating(score: Score | None = None) -> tuple[Hands, int]:
    """Blancs have thrown, and this is its worth."""
    hands = Hands(BEATS, BEATEN, score)
    return hands, hands.throw(SIX_TWO)


def begun_ecole() -> Hands:
    """Blancs marked six points too many and took them off; Noirs said école and let go four of the six."""
    hands, worth = beating()
    hands.mark(B, worth + 6)
    hands.play()
    hands.take_off(B, 6)
    hands.say(N, Declaration.ECOLE)
    hands.mark(N, 4)
    return hands


A_TROU = Score(Holding(10, False, 3), Holding(4, False, 2))
"""Two points more and Blancs have a trou."""


def goes_on(hands: Hands) -> None:
    """Two throws more are thrown, played, and nobody is accused of anything but of marks forgotten."""
    before = len(hands.faults())
    for _ in range(2):
        number, side = hands.judge.situation.number, hands.judge.situation.trait
        hands.throw((2, 1), side)
        assert hands.judge.situation.number == number + 1
        hands.play()
        assert hands.judge.situation.trait is side.adversary
    assert all(name.startswith("ecole_moins") for name, *_ in hands.faults()[before:])
