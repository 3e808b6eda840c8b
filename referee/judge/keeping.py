"""Who keeps the score: the moments at which marks are made, and the companion making them itself.

`books.PlayersKeep` is the other keeper: it reads what the players marked and holds it against what was owed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from referee.rulings import HeldOrLeft
from referee.state import Phase
from rules.fault import FaultName
from rules.marking import Holding

if TYPE_CHECKING:
    from referee.acts import FichetMoved, FichetsFelt, JetonMoved, JetonReleased, PavillonMoved
    from referee.judge.bench import Bench
    from referee.rulings import FaultRuled
    from rules.fault import Fault
    from rules.position import Side

    Mark = JetonMoved | JetonReleased | FichetMoved | FichetsFelt | PavillonMoved


class Keeper(Protocol):
    """What a keeper does at each moment of a throw (Lois XVIII)."""

    def thrown(self, bench: Bench) -> None:
        """The dice of the throw under way are known."""

    def touched(self, bench: Bench) -> None:
        """The thrower lifted his first dame."""

    def held(self, bench: Bench) -> None:
        """The thrower stays."""

    def departs(self, bench: Bench) -> bool:
        """The thrower says that he goes; whether he may, so far as anybody has said."""

    def left(self, bench: Bench) -> None:
        """The thrower goes."""

    def played(self, bench: Bench) -> None:
        """The throw was played."""

    def next_throw(self, bench: Bench) -> None:
        """A throw was made, and what it is worth is known: the time of the throw before is over."""

    def seen(self, bench: Bench, act: Mark) -> None:
        """A jeton, a fichet or the pavillon moved."""

    def called(self, bench: Bench, side: Side) -> None:
        """Somebody said "École !"."""

    def fined(self, bench: Bench, about: str, fault: Fault) -> None:
        """A fault of the dames for which the other may mark points; about: its ruling."""

    def missed(self, bench: Bench, ecoles: tuple[Fault, ...]) -> None:
        """The thrower did not make a jan or a sortie he owed; the écoles he is then liable to, marking included."""

    def claimed(self, bench: Bench, fault: FaultRuled) -> None:
        """A fault was rightly claimed."""


def decide(bench: Bench, *, left: bool) -> None:
    """Tell that the thrower holds or goes."""
    bench.become_throw(held=not left)
    bench.rule(HeldOrLeft(bench.new_id(), bench.t, bench.throw.number, bench.throw.side, left))


class CompanionKeeps:
    """The companion marks everything that is owed, at once: no jetons needed (Lois XV-XVI)."""

    def thrown(self, bench: Bench) -> None:
        """The thrower's points count first; what he gives waits while he may still leave (Jeu 3, chronologie)."""
        throw = bench.throw
        bench.become_throw(marked=throw.worth(throw.side))
        if self._mark(bench, throw.side, throw.worth(throw.side)):
            bench.become_throw(trou=True, entitled=True)
        else:
            self._mark(bench, throw.side.adversary, throw.worth(throw.side.adversary))

    def touched(self, bench: Bench) -> None:
        """Nothing: what was owed is marked."""

    def held(self, bench: Bench) -> None:
        """The adversary marks what the throw gave him."""
        decide(bench, left=False)
        throw = bench.throw
        self._mark(bench, throw.side.adversary, throw.worth(throw.side.adversary))

    def departs(self, bench: Bench) -> bool:
        """He may when the companion marked him a trou."""
        return bench.throw.trou

    def left(self, bench: Bench) -> None:
        """The points of both are lost, the trous stay (Lois XVI)."""
        decide(bench, left=True)
        bench.become(score=bench.situation.score.left())

    def played(self, bench: Bench) -> None:
        """Nothing."""

    def next_throw(self, bench: Bench) -> None:
        """Nothing is left to be marked."""

    def seen(self, bench: Bench, act: Mark) -> None:
        """What players mark for themselves is not looked at."""

    def called(self, bench: Bench, side: Side) -> None:
        """The claim itself is adjudicated."""

    def fined(self, bench: Bench, about: str, fault: Fault) -> None:
        """They are marked when claimed."""

    def missed(self, bench: Bench, ecoles: tuple[Fault, ...]) -> None:
        """They may be claimed: what the companion marked for the jan is taken off then."""
        for fault in ecoles:
            bench.fault(fault)

    def claimed(self, bench: Bench, fault: FaultRuled) -> None:
        """An école is marked for the one who called it; points marked par trop are taken off first."""
        if fault.fault.name is FaultName.ECOLE_TROP_J:
            score, by = bench.situation.score, fault.fault.by
            held = score.of(by)
            left = Holding(max(0, held.points - fault.fault.points), held.bredouille, held.trous)
            bench.become(score=score.with_holding(by, left))
        self._mark(bench, fault.to, fault.fault.points, ecole=True)

    @staticmethod
    def _mark(bench: Bench, side: Side, points: int, *, ecole: bool = False) -> int:
        if not points or bench.situation.phase is Phase.OVER:
            return 0
        score, marking = bench.situation.score.marked(side, points)
        bench.become(score=score)
        bench.marked(marking, owed=0 if ecole else points, ecole=ecole)
        return marking.trous
