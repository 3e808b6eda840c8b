"""The keeper of the score: the moments at which marks are made, and the keeper used where the companion marks.

The other keeper, `manual_scoring.PlayersKeep`, reads the players' marks and compares them with the points owed.

In a solo game the companion's points count when it announces them. Its jeton and fichet are compared with its score,
and never change it. The announcement is an act like any other, so it is on disk before it is spoken.
"""

from __future__ import annotations

from dataclasses import replace

from events.rulings import Window
from events.trictrac.acts import FichetMoved, JetonMoved, JetonReleased, MarkAct, PointsAnnounced
from events.trictrac.rulings import FaultRuled, HeldOrLeft, MarksAmiss
from events.trictrac.state import Phase
from referee.trictrac.judge import fichets, mark_repairs
from referee.trictrac.judge.act_context import ActContext
from referee.trictrac.judge.ledger import Ledger, LedgerLine
from referee.trictrac.judge.played import SIMPLE
from referee.trictrac.judge.situation import NUMBERING, Situation, Throw
from rules.fault import Fault, FaultName
from rules.faults.chronology import On
from rules.play import Move
from rules.position import Side


def to_move(now: Situation) -> tuple[Move, ...]:
    """Return the moves from the board as it stands to the companion's play. Dames in the hand count as unmoved."""
    throw = now.throw
    if throw is None or now.phase is Phase.OVER:
        return ()
    return NUMBERING.moves_to_make(throw, (throw.base if throw.lifted else now.position).counts(throw.side))


def points_announced(context: ActContext, _keeper: object, act: PointsAnnounced) -> None:
    """Count the points that the companion announces for a throw. Points that it leaves out are an école."""
    throw = context.situation.throw_of(act.throw)
    if throw is None or act.side is not context.settings.moved_for:
        return
    on = On.OWN if throw.side is act.side else On.GIVEN
    ledger = context.situation.books.ledger
    at = ledger.find(side=act.side, throw=act.throw, on=on)
    if at is None:
        return
    books = context.situation.books
    context.become(books=replace(books, announced=books.announced | {(act.throw, on)}))
    points = min(act.points, ledger.lines[at].open)
    if points > 0:
        context.enter(at, points)
        context.rule_win()


def mark_companions_claim(context: ActContext, about: str, side: Side) -> None:
    """Mark an école that the companion called at once, without a jeton."""
    if side is context.settings.moved_for:
        for at, line in enumerate(context.situation.books.ledger.lines):
            if line.ecole and line.fault == about and line.open:
                context.enter(at, line.open)
                context.rule_win()


def marks_compared(context: ActContext, act: MarkAct) -> bool:
    """Return whether a moved mark is the companion's, so that it does not change the score. Report a wrong one."""
    companion = context.settings.moved_for
    if companion is None or not isinstance(act, JetonMoved | JetonReleased | FichetMoved):
        return False
    if act.side is not companion:
        return False
    board = context.situation.books.board.of(companion)
    points = board.points if isinstance(act, FichetMoved) else act.points
    trous = act.trou if isinstance(act, FichetMoved) else board.trous
    differs = (points, trous) != (board.points, board.trous)
    if differs and not isinstance(act, JetonMoved) and context.situation.phase not in {Phase.LEAVING, Phase.OVER}:
        number = context.situation.number
        context.rule(MarksAmiss(context.new_id(), act.t, number, companion, points, trous, board.points, board.trous))
    return True


class Keeper:
    """The keeper's duties at each moment of a throw (Lois XVIII). A keeper may have nothing to do at one."""

    def on_throw(self, context: ActContext) -> None:
        """Handle a throw, whose dice and worth are now known."""

    def on_touch(self, context: ActContext) -> None:
        """Handle the first dame that the thrower lifts."""

    def on_hold(self, context: ActContext) -> None:
        """Handle that the thrower holds."""

    def departs(self, context: ActContext) -> bool:
        """Handle the thrower's word that he goes. Return whether he may: with a trou."""
        return context.throw.trou

    def on_leave(self, context: ActContext) -> None:
        """Handle that the thrower goes."""

    def put_away(self, context: ActContext) -> None:
        """Handle that the dames are put back on the talons, for whatever reason."""

    def on_talons(self, context: ActContext) -> None:
        """Handle that the dames are back on the talons because the thrower has gone."""

    def on_play(self, context: ActContext) -> None:
        """Handle that the throw was played."""

    def next_throw(self, context: ActContext) -> None:
        """Handle the end of the time for the throw before, after a new throw and its worth are known."""

    def on_mark(self, context: ActContext, act: MarkAct) -> None:
        """Handle a jeton, a fichet or the pavillon that moved or came in sight."""

    def on_ecole_call(self, context: ActContext, side: Side) -> None:
        """Handle that a side said "École !"."""

    def on_fine(self, context: ActContext, about: str, fault: Fault) -> None:
        """Handle a fault of the dames for which the other may mark points. about: its ruling."""

    def on_missed_jan(self, context: ActContext, ecoles: tuple[Fault, ...]) -> None:
        """Handle the écoles, marking included, of a thrower who did not make a jan or a sortie that he owed."""

    def on_resume(self, context: ActContext) -> None:
        """Handle that the thrower, who had stopped after one dame, goes on playing."""

    def on_claim(self, context: ActContext, fault: FaultRuled) -> None:
        """Handle a fault that was rightly claimed."""


def decide(context: ActContext, *, left: bool) -> None:
    """Rule that the thrower holds or goes."""
    ruling = HeldOrLeft(context.new_id(), context.t, context.throw.number, context.throw.side, left)
    context.become_throw(held=not left, left=ruling if left else None)
    context.rule(ruling)


def lapse_claims(context: ActContext, *sides: Side) -> None:
    """Close the faults that these sides may still claim: nobody objected to the departure (Lois XVI)."""
    for fault in context.situation.open_faults:
        if fault.to in sides and fault.window is Window.OPEN and fault.fault.name not in SIMPLE:
            context.close(fault, Window.CLOSED)
            context.become(lapsed=(*context.situation.lapsed, fault))


def owing(context: ActContext) -> Ledger:
    """Return the ledger with the two lines of the throw under way."""
    throw = context.throw
    side, other = throw.side, throw.side.adversary
    ledger = context.situation.books.ledger
    ledger = ledger.adding(LedgerLine(side, throw.number, On.OWN, throw.worth(side)))
    return ledger.adding(LedgerLine(other, throw.number, On.GIVEN, throw.worth(other)))


def mark(context: ActContext, keeper: Keeper, act: MarkAct) -> None:
    """Give a mark to the keeper, unless it is the companion's own."""
    if not marks_compared(context, act):
        keeper.on_mark(context, act)


class CompanionKeeps(Keeper):
    """The keeper used where the companion marks all points at once, without jetons (Lois XV-XVI).

    No points wait to be marked, and points for faults are marked when they are claimed.
    """

    def on_throw(self, context: ActContext) -> None:
        """Mark the thrower's points, then those he gives, which wait while he may still leave (Jeu 3, chronologie)."""
        throw, before = context.throw, context.situation.before
        if before is not None:
            self._mark_left_dames(context, before)
        if context.situation.phase is Phase.OVER:
            return
        fichets.rule_fichet(context, throw.side, throw=throw.number - 1, thrower=before.side if before else throw.side)
        fichets.adopt_fichet(context, throw.side)
        if context.has_winner():
            return
        context.rewrite(owing(context).fold(context.settings.code, before=throw.number - 2))
        if self._mark(context, throw.side, On.OWN):
            context.become_throw(trou=True)
        else:
            self._mark(context, throw.side.adversary, On.GIVEN)

    def on_touch(self, context: ActContext) -> None:
        """Compare the thrower's fichet with the score."""
        fichets.rule_fichet(context, context.throw.side, throw=context.throw.number, thrower=context.throw.side)

    def on_hold(self, context: ActContext) -> None:
        """Rule that the thrower holds, and mark the points that the throw gave the other."""
        decide(context, left=False)
        self._mark(context, context.throw.side.adversary, On.GIVEN)

    def on_leave(self, context: ActContext) -> None:
        """Rule that the thrower goes. Both sides lose their points and keep their trous (Lois XVI)."""
        decide(context, left=True)
        context.rewrite(context.situation.books.ledger.of(context.situation.score.after_leaving()))

    def on_talons(self, context: ActContext) -> None:
        """If the player pegs the trous himself, leave him only those he has pegged."""
        fichets.keep_pegged_trous(context)

    def next_throw(self, context: ActContext) -> None:
        """Drop a trou that was not pegged on leaving, if its time is over."""
        mark_repairs.drop_unpegged_trous(context, context.throw.side)

    def on_mark(self, context: ActContext, act: MarkAct) -> None:
        """Read fichets only, of the players' own marks."""
        fichets.note_fichets(context, act)

    def on_missed_jan(self, context: ActContext, ecoles: tuple[Fault, ...]) -> None:
        """Rule the écoles. If they are claimed, the points that the companion marked for the jan are taken off."""
        for fault in ecoles:
            context.fault(fault)

    def on_resume(self, context: ActContext) -> None:
        """Take back unclaimed écoles of the play, because the jan may still be made."""
        stale = [one for one in context.situation.open_faults if one.throw == context.throw.number and one.fault.points]
        for ruling in stale:
            context.close(ruling, Window.MENDED)
        context.become_throw(unmade=False)

    def on_claim(self, context: ActContext, fault: FaultRuled) -> None:
        """Mark an école for the player who called it, after taking off points marked par trop."""
        ledger, points = context.situation.books.ledger, fault.fault.points
        if not points or context.situation.phase is Phase.OVER:
            return
        if not fichets.settle_claim(context, fault) and fault.fault.name is FaultName.ECOLE_TROP_J:
            at = ledger.find(side=fault.fault.by, throw=fault.throw, on=On.OWN)
            if at is not None:
                line = ledger.lines[at]
                context.rewrite(ledger.setting(at, replace(line, due=max(0, line.due - points))))
                context.enter(at, -points)
        line = LedgerLine(fault.to, fault.throw, On.OWN, points, ecole=True, fault=fault.about)
        context.rewrite(context.situation.books.ledger.adding(line))
        if fault.fault.name is not FaultName.IMPUISSANTE:
            context.enter(len(context.situation.books.ledger.lines) - 1, points)
            context.rule_win()

    @staticmethod
    def _mark_left_dames(context: ActContext, before: Throw) -> None:
        """Mark the école for dames impuissantes that were left, and not lawfully replayed (Jeu 3)."""
        for at, line in enumerate(context.situation.books.ledger.lines):
            if line.ecole and line.open and line.throw == before.number and not before.lawful:
                context.enter(at, line.open)
                context.rule_win()

    @staticmethod
    def _mark(context: ActContext, side: Side, on: On) -> int:
        """Mark all points still owed on a line of this throw. Return the trous that they make."""
        ledger = context.situation.books.ledger
        at = ledger.find(side=side, throw=context.throw.number, on=on)
        if at is None or not ledger.lines[at].open or context.situation.phase is Phase.OVER:
            return 0
        trous = context.enter(at, ledger.lines[at].open)
        context.rule_win()
        return trous
