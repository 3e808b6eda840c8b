"""The keeper of the score: the moments at which marks are made, and the companion making them itself.

`players_keep.PlayersKeep` is the other keeper: it reads the players' marks and compares them with what was owed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from events.rulings import Window
from events.trictrac.rulings import HeldOrLeft
from events.trictrac.state import Phase
from referee.judge import fichets, forgone
from referee.judge.carried_out import marks_compared
from referee.judge.ledger import Ledger, Line
from rules.fault import FaultName
from rules.faults.chronology import On

if TYPE_CHECKING:
    from events.trictrac.acts import MarkAct
    from events.trictrac.rulings import FaultRuled
    from referee.judge.bench import Bench
    from referee.judge.situation import Throw
    from rules.fault import Fault
    from rules.position import Side


class Keeper(Protocol):
    """The keeper's duties at each moment of a throw (Lois XVIII)."""

    def thrown(self, bench: Bench) -> None:
        """The dice of the throw under way are known, and so is its worth."""

    def touched(self, bench: Bench) -> None:
        """The thrower lifted his first dame."""

    def held(self, bench: Bench) -> None:
        """The thrower stays."""

    def departs(self, bench: Bench) -> bool:
        """The thrower says that he goes; whether he may, as far as anybody has said."""

    def left(self, bench: Bench) -> None:
        """The thrower goes."""

    def put_away(self, bench: Bench) -> None:
        """The dames are put back on the talons, for whatever reason."""

    def gone(self, bench: Bench) -> None:
        """The thrower has gone: the dames are back on the talons."""

    def played(self, bench: Bench) -> None:
        """The throw was played."""

    def next_throw(self, bench: Bench) -> None:
        """A throw was made, and its worth is known: the time of the throw before is over."""

    def seen(self, bench: Bench, act: MarkAct) -> None:
        """A jeton, a fichet or the pavillon moved, or came in sight."""

    def called(self, bench: Bench, side: Side) -> None:
        """Somebody said "École !"."""

    def fined(self, bench: Bench, about: str, fault: Fault) -> None:
        """A fault of the dames for which the other may mark points; about: its ruling."""

    def missed(self, bench: Bench, ecoles: tuple[Fault, ...]) -> None:
        """The thrower did not make a jan or a sortie he owed; his écoles for that, marking included."""

    def resumed(self, bench: Bench) -> None:
        """The thrower had stopped after one dame, and goes on playing."""

    def claimed(self, bench: Bench, fault: FaultRuled) -> None:
        """A fault was rightly claimed."""


def decide(bench: Bench, *, left: bool) -> None:
    """Rule that the thrower holds or goes."""
    bench.become_throw(held=not left)
    bench.rule(HeldOrLeft(bench.new_id(), bench.t, bench.throw.number, bench.throw.side, left))


def owing(bench: Bench) -> Ledger:
    """The ledger with the two lines of the throw under way."""
    throw = bench.throw
    side, other = throw.side, throw.side.adversary
    ledger = bench.situation.books.ledger
    ledger = ledger.adding(Line(side, throw.number, On.OWN, throw.worth(side)))
    return ledger.adding(Line(other, throw.number, On.GIVEN, throw.worth(other)))


def mark(bench: Bench, keeper: Keeper, act: MarkAct) -> None:
    """Marks are the keeper's business."""
    if not marks_compared(bench, act):
        keeper.seen(bench, act)


class CompanionKeeps:
    """The companion marks everything that is owed, at once: no jetons needed (Lois XV-XVI)."""

    def thrown(self, bench: Bench) -> None:
        """The thrower's points count first; what he gives waits while he may still leave (Jeu 3, chronologie)."""
        throw, before = bench.throw, bench.situation.before
        if before is not None:
            self._left_as_played(bench, before)
        if bench.situation.phase is Phase.OVER:
            return
        fichets.compared(bench, throw.side, throw=throw.number - 1, thrower=before.side if before else throw.side)
        fichets.adopted(bench, throw.side)
        if bench.has_winner():
            return
        bench.rewrite(owing(bench).folded(bench.settings.code, before=throw.number - 2))
        if self._mark(bench, throw.side, On.OWN):
            bench.become_throw(trou=True)
        else:
            self._mark(bench, throw.side.adversary, On.GIVEN)

    def touched(self, bench: Bench) -> None:
        """All dues are marked; fichets must show it."""
        fichets.compared(bench, bench.throw.side, throw=bench.throw.number, thrower=bench.throw.side)

    def held(self, bench: Bench) -> None:
        """The adversary marks what the throw gave him."""
        decide(bench, left=False)
        self._mark(bench, bench.throw.side.adversary, On.GIVEN)

    def departs(self, bench: Bench) -> bool:
        """He may when the companion marked him a trou."""
        return bench.throw.trou

    def left(self, bench: Bench) -> None:
        """The points of both are lost, the trous stay (Lois XVI)."""
        decide(bench, left=True)
        bench.rewrite(bench.situation.books.ledger.of(bench.situation.score.left()))

    def put_away(self, bench: Bench) -> None:
        """Nothing waits to be marked."""

    def gone(self, bench: Bench) -> None:
        """Where he pegs his trous himself he keeps those he has pegged."""
        fichets.gone(bench)

    def played(self, bench: Bench) -> None:
        """Nothing."""

    def next_throw(self, bench: Bench) -> None:
        """Nothing is left to be marked; a trou not pegged on leaving may be lost now."""
        forgone.lapsed(bench, bench.throw.side)

    def seen(self, bench: Bench, act: MarkAct) -> None:
        """Of the players' own marks only fichets are looked at."""
        fichets.moved(bench, act)

    def called(self, bench: Bench, side: Side) -> None:
        """The claim itself is adjudicated."""

    def fined(self, bench: Bench, about: str, fault: Fault) -> None:
        """They are marked when claimed."""

    def missed(self, bench: Bench, ecoles: tuple[Fault, ...]) -> None:
        """They may be claimed: the points the companion marked for the jan are then taken off."""
        for fault in ecoles:
            bench.fault(fault)

    def resumed(self, bench: Bench) -> None:
        """A jan not made and not claimed may still be made."""
        stale = [one for one in bench.situation.open_faults if one.throw == bench.throw.number and one.fault.points]
        for ruling in stale:
            bench.close(ruling, Window.MENDED)
        bench.become_throw(unmade=False)

    def claimed(self, bench: Bench, fault: FaultRuled) -> None:
        """An école is marked for the player who called it; points marked par trop are taken off first."""
        ledger, points = bench.situation.books.ledger, fault.fault.points
        if not points or bench.situation.phase is Phase.OVER:
            return
        if not fichets.claimed(bench, fault) and fault.fault.name is FaultName.ECOLE_TROP_J:
            at = ledger.find(side=fault.fault.by, throw=fault.throw, on=On.OWN)
            if at is not None:
                line = ledger.lines[at]
                bench.rewrite(ledger.setting(at, replace(line, due=max(0, line.due - points))))
                bench.enter(at, -points)
        line = Line(fault.to, fault.throw, On.OWN, points, ecole=True, fault=fault.about)
        bench.rewrite(bench.situation.books.ledger.adding(line))
        if fault.fault.name is not FaultName.IMPUISSANTE:
            bench.enter(len(bench.situation.books.ledger.lines) - 1, points)
            bench.won()

    @staticmethod
    def _left_as_played(bench: Bench, before: Throw) -> None:
        """Dames impuissantes were replayed legally, and no more, or left, and then marked (Jeu 3): now that is seen."""
        for at, line in enumerate(bench.situation.books.ledger.lines):
            if line.ecole and line.open and line.throw == before.number and not before.lawful:
                bench.enter(at, line.open)
                bench.won()

    @staticmethod
    def _mark(bench: Bench, side: Side, on: On) -> int:
        """Mark all that a line of this throw still owes; the trous it makes."""
        ledger = bench.situation.books.ledger
        at = ledger.find(side=side, throw=bench.throw.number, on=on)
        if at is None or not ledger.lines[at].open or bench.situation.phase is Phase.OVER:
            return 0
        trous = bench.enter(at, ledger.lines[at].open)
        bench.won()
        return trous
