"""Two players whose acts go straight to the judge, so that no camera can misread them."""

from __future__ import annotations

from dataclasses import replace

from events.acts import Act, Claimed, DameLifted, DamePlaced, Declaration, Declared, DiceThrown, PlayEnded
from events.rulings import ClaimRuled, ClaimVerdict, Ruling, Window
from events.state import Mode
from events.trictrac.acts import Corrected, FichetMoved, JetonMoved, JetonReleased
from events.trictrac.rulings import FaultRuled, Marked
from events.trictrac.settings import Settings
from referee.trictrac.judge.judge import Judge
from rules.code import LOIS_2013, Code
from rules.fault import FaultName
from rules.marking import TROUS_DU_TOUR, Holding, Score
from rules.position import Case, Dice, Position, Side
from tests.rules.figures import position

B, N = Side.BLANCS, Side.NOIRS
FaultFacts = tuple[str, Side, int, Window]


class Hands:
    """A table in referee mode with a given position. Every act comes a second after the one before."""

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
        """Let the judge see one act, and return its rulings."""
        self.t += 1.0
        fresh = list(self.judge.observe(replace(act, t=self.t)))
        self.rulings += fresh
        return fresh

    def throw(self, dice: Dice, side: Side | None = None) -> int:
        """Throw dice, by the player in turn unless `side` is given; return their worth to the thrower."""
        side = side or self.judge.situation.trait
        self.act(DiceThrown(0.0, side, dice, good=True))
        throw = self.judge.situation.throw
        return throw.worth(side) if throw is not None else 0

    def given(self) -> int:
        """Return the points that the present throw gives the other player."""
        throw = self.judge.situation.throw
        assert throw is not None
        return throw.worth(throw.side.adversary)

    def hop(self, side: Side, *hops: tuple[Case, Case]) -> None:
        """Carry dames one after the other. A dame carried to its own case is only touched."""
        for start, end in hops:
            self.act(DameLifted(0.0, side, start))
            self.act(DamePlaced(0.0, side, end))

    def carry_two(self, side: Side, first: tuple[Case, Case], second: tuple[Case, Case]) -> None:
        """Carry two dames in one hand."""
        for case in (first[0], second[0]):
            self.act(DameLifted(0.0, side, case))
        for case in (first[1], second[1]):
            self.act(DamePlaced(0.0, side, case))

    def rest(self, side: Side) -> None:
        """Let `side` leave its dames alone, which ends its play."""
        self.act(PlayEnded(0.0, side))

    def say(self, side: Side, what: Declaration) -> list[ClaimVerdict]:
        """Make a declaration, and return the verdicts if it was a claim."""
        return [one.verdict for one in self.act(Declared(0.0, side, what)) if isinstance(one, ClaimRuled)]

    def claim(self, side: Side, about: str | None = None) -> list[ClaimRuled]:
        """Claim by the page, and return the rulings on the claim."""
        return [one for one in self.act(Claimed(0.0, side, about)) if isinstance(one, ClaimRuled)]

    def show(self, score: Score, *, by: Side = B, left: tuple[Side, int] | None = None) -> None:
        """Let `by` move fichets, then the other's jeton, then his own, until they show `score`, and let go of them."""
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
        """Let a side mark this many points more, with the trous they make."""
        if points:
            self.show(self.shown.mark(side, points)[0], by=side)

    def take_off(self, side: Side, points: int) -> None:
        """Let the other player put a side's jeton back by this many points."""
        held = self.shown.of(side)
        after = Holding(held.points - points, held.bredouille and held.points > points, held.trous)
        self.show(self.shown.with_holding(side, after), by=side.adversary)

    def play(self) -> None:
        """Let the thrower make the first of the lawful plays."""
        throw = self.judge.situation.throw
        assert throw is not None
        moves = throw.plays.plays[0].moves
        self.hop(throw.side, *((move.start, move.end) for move in moves))

    def faults(self) -> list[FaultFacts]:
        """Return name, side, points and window of every ruling on a fault."""
        return [
            (str(one.fault.name), one.fault.by, one.fault.points, one.window)
            for one in self.rulings
            if isinstance(one, FaultRuled)
        ]

    def open(self) -> list[str]:
        """Return the faults that can be claimed now."""
        return [str(one.fault.name) for one in self.judge.situation.open_faults]

    def about(self, name: FaultName) -> str:
        """Return the id of the last fault of this name."""
        return next(
            one.about for one in reversed(self.rulings) if isinstance(one, FaultRuled) and one.fault.name is name
        )

    def marked(self) -> list[tuple[Side, int]]:
        """Return side and points of every mark."""
        return [(one.side, one.points) for one in self.rulings if isinstance(one, Marked)]

    @property
    def position(self) -> Position:
        """The position of the dames."""
        return self.judge.situation.position

    @property
    def score(self) -> Score:
        """The marks as the judge knows them."""
        return self.judge.situation.score


def shows(score: Score, side: Side) -> tuple[int, bool]:
    """Return the points that a side's jetons show, and whether two jetons mark them."""
    held = score.of(side)
    return held.points, held.bredouille and held.points > 0 and score.of(side.adversary).points > 0


FILL = "1:3 5 7:2 8:2 9:2 10:2 11 12:2"
"""By a six from 5 Blancs fill their grand jan, which is worth four points, and nothing else."""


BEATS = "1:12 9:3"


BEATEN = "1:13 10 3"
"""By a six from 9 Blancs beat the dame on Noirs' 10."""


SIX_TWO = (6, 2)


BARRED = "1 2:2 3:2 4:2 5:2 6:2 7:2 8:2"
"""Blancs' dames bar every way of Noirs' dames on their coin."""


def beating(score: Score | None = None) -> tuple[Hands, int]:
    """Return a table at which Blancs have thrown, and the worth of the throw."""
    hands = Hands(BEATS, BEATEN, score)
    return hands, hands.throw(SIX_TWO)


def begun_ecole() -> Hands:
    """Blancs marked six points too many and took them off. Noirs said école and marked only four of the six."""
    hands, worth = beating()
    hands.mark(B, worth + 6)
    hands.play()
    hands.take_off(B, 6)
    hands.say(N, Declaration.ECOLE)
    hands.mark(N, 4)
    return hands


def unfilled(mode: Mode = Mode.REFEREE, marks: int = 4) -> Hands:
    """Blancs could fill for four points, marked `marks` points, and played two dames of the talon instead."""
    hands = Hands(FILL, mode=mode)
    assert hands.throw((6, 1)) == 4
    hands.mark(B, marks)
    hands.hop(B, (1, 7), (1, 2))
    hands.rest(B)
    return hands


A_TROU = Score(Holding(10, False, 3), Holding(4, False, 2))
"""Two points more and Blancs have a trou."""


def goes_on(hands: Hands) -> None:
    """Assert that two more throws are made and played, with no accusation but of forgotten marks."""
    before = len(hands.faults())
    for _ in range(2):
        number, side = hands.judge.situation.number, hands.judge.situation.trait
        hands.throw((2, 1), side)
        assert hands.judge.situation.number == number + 1
        hands.play()
        assert hands.judge.situation.trait is side.adversary
    assert all(name.startswith("ecole_moins") for name, *_ in hands.faults()[before:])
