"""The keeper of the score: the moments at which marks are made, and the companion making them itself.

`manual_scoring.PlayersKeep` is the other keeper: it reads the players' marks and compares them with what was owed.
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
    from referee.judge.act_context import ActContext
    from referee.judge.situation import Throw
    from rules.fault import Fault
    from rules.position import Side


class Keeper(Protocol):
    """The keeper's duties at each moment of a throw (Lois XVIII)."""

    def thrown(self, context: ActContext) -> None:
        """The dice of the throw under way are known, and so is its worth."""

    def touched(self, context: ActContext) -> None:
        """The thrower lifted his first dame."""

    def held(self, context: ActContext) -> None:
        """The thrower stays."""

    def departs(self, context: ActContext) -> bool:
        """The thrower says that he goes; whether he may, as far as anybody has said."""

    def left(self, context: ActContext) -> None:
        """The thrower goes."""

    def put_away(self, context: ActContext) -> None:
        """The dames are put back on the talons, for whatever reason."""

    def gone(self, context: ActContext) -> None:
        """The thrower has gone: the dames are back on the talons."""

    def played(self, context: ActContext) -> None:
        """The throw was played."""

    def next_throw(self, context: ActContext) -> None:
        """A throw was made, and its worth is known: the time of the throw before is over."""

    def seen(self, context: ActContext, act: MarkAct) -> None:
        """A jeton, a fichet or the pavillon moved, or came in sight."""

    def called(self, context: ActContext, side: Side) -> None:
        """Somebody said "École !"."""

    def fined(self, context: ActContext, about: str, fault: Fault) -> None:
        """A fault of the dames for which the other may mark points; about: its ruling."""

    def missed(self, context: ActContext, ecoles: tuple[Fault, ...]) -> None:
        """The thrower did not make a jan or a sortie he owed; his écoles for that, marking included."""

    def resumed(self, context: ActContext) -> None:
        """The thrower had stopped after one dame, and goes on playing."""

    def claimed(self, context: ActContext, fault: FaultRuled) -> None:
        """A fault was rightly claimed."""


def decide(context: ActContext, *, left: bool) -> None:
    """Rule that the thrower holds or goes."""
    context.become_throw(held=not left)
    context.rule(HeldOrLeft(context.new_id(), context.t, context.throw.number, context.throw.side, left))


def owing(context: ActContext) -> Ledger:
    """The ledger with the two lines of the throw under way."""
    throw = context.throw
    side, other = throw.side, throw.side.adversary
    ledger = context.situation.books.ledger
    ledger = ledger.adding(Line(side, throw.number, On.OWN, throw.worth(side)))
    return ledger.adding(Line(other, throw.number, On.GIVEN, throw.worth(other)))


def mark(context: ActContext, keeper: Keeper, act: MarkAct) -> None:
    """Marks are the keeper's business."""
    if not marks_compared(context, act):
        keeper.seen(context, act)


class CompanionKeeps:
    """The companion marks everything that is owed, at once: no jetons needed (Lois XV-XVI)."""

    def thrown(self, context: ActContext) -> None:
        """The thrower's points count first; what he gives waits while he may still leave (Jeu 3, chronologie)."""
        throw, before = context.throw, context.situation.before
        if before is not None:
            self._left_as_played(context, before)
        if context.situation.phase is Phase.OVER:
            return
        fichets.compared(context, throw.side, throw=throw.number - 1, thrower=before.side if before else throw.side)
        fichets.adopted(context, throw.side)
        if context.has_winner():
            return
        context.rewrite(owing(context).folded(context.settings.code, before=throw.number - 2))
        if self._mark(context, throw.side, On.OWN):
            context.become_throw(trou=True)
        else:
            self._mark(context, throw.side.adversary, On.GIVEN)

    def touched(self, context: ActContext) -> None:
        """All dues are marked; fichets must show it."""
        fichets.compared(context, context.throw.side, throw=context.throw.number, thrower=context.throw.side)

    def held(self, context: ActContext) -> None:
        """The adversary marks what the throw gave him."""
        decide(context, left=False)
        self._mark(context, context.throw.side.adversary, On.GIVEN)

    def departs(self, context: ActContext) -> bool:
        """He may when the companion marked him a trou."""
        return context.throw.trou

    def left(self, context: ActContext) -> None:
        """The points of both are lost, the trous stay (Lois XVI)."""
        decide(context, left=True)
        context.rewrite(context.situation.books.ledger.of(context.situation.score.left()))

    def put_away(self, context: ActContext) -> None:
        """Nothing waits to be marked."""

    def gone(self, context: ActContext) -> None:
        """Where he pegs his trous himself he keeps those he has pegged."""
        fichets.gone(context)

    def played(self, context: ActContext) -> None:
        """Nothing."""

    def next_throw(self, context: ActContext) -> None:
        """Nothing is left to be marked; a trou not pegged on leaving may be lost now."""
        forgone.lapsed(context, context.throw.side)

    def seen(self, context: ActContext, act: MarkAct) -> None:
        """Of the players' own marks only fichets are looked at."""
        fichets.moved(context, act)

    def called(self, context: ActContext, side: Side) -> None:
        """The claim itself is adjudicated."""

    def fined(self, context: ActContext, about: str, fault: Fault) -> None:
        """They are marked when claimed."""

    def missed(self, context: ActContext, ecoles: tuple[Fault, ...]) -> None:
        """They may be claimed: the points the companion marked for the jan are then taken off."""
        for fault in ecoles:
            context.fault(fault)

    def resumed(self, context: ActContext) -> None:
        """A jan not made and not claimed may still be made."""
        stale = [one for one in context.situation.open_faults if one.throw == context.throw.number and one.fault.points]
        for ruling in stale:
            context.close(ruling, Window.MENDED)
        context.become_throw(unmade=False)

    def claimed(self, context: ActContext, fault: FaultRuled) -> None:
        """An école is marked for the player who called it; points marked par trop are taken off first."""
        ledger, points = context.situation.books.ledger, fault.fault.points
        if not points or context.situation.phase is Phase.OVER:
            return
        if not fichets.claimed(context, fault) and fault.fault.name is FaultName.ECOLE_TROP_J:
            at = ledger.find(side=fault.fault.by, throw=fault.throw, on=On.OWN)
            if at is not None:
                line = ledger.lines[at]
                context.rewrite(ledger.setting(at, replace(line, due=max(0, line.due - points))))
                context.enter(at, -points)
        line = Line(fault.to, fault.throw, On.OWN, points, ecole=True, fault=fault.about)
        context.rewrite(context.situation.books.ledger.adding(line))
        if fault.fault.name is not FaultName.IMPUISSANTE:
            context.enter(len(context.situation.books.ledger.lines) - 1, points)
            context.won()

    @staticmethod
    def _left_as_played(context: ActContext, before: Throw) -> None:
        """Dames impuissantes were replayed legally, and no more, or left, and then marked (Jeu 3): now that is seen."""
        for at, line in enumerate(context.situation.books.ledger.lines):
            if line.ecole and line.open and line.throw == before.number and not before.lawful:
                context.enter(at, line.open)
                context.won()

    @staticmethod
    def _mark(context: ActContext, side: Side, on: On) -> int:
        """Mark all that a line of this throw still owes; the trous it makes."""
        ledger = context.situation.books.ledger
        at = ledger.find(side=side, throw=context.throw.number, on=on)
        if at is None or not ledger.lines[at].open or context.situation.phase is Phase.OVER:
            return 0
        trous = context.enter(at, ledger.lines[at].open)
        context.won()
        return trous
