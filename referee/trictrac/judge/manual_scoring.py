"""Compare the marks that the players make themselves with the points owed (Lois XV-XVIII; Jeu 3, écoles).

1. Every throw and every école adds lines to the ledger. `mark_inference` works the marks back from jetons and fichets,
   and they are entered on these lines.
2. A line not fully marked when its time is over is an école par moins. A line marked beyond its due is an école par
   trop or a fausse école. Each gives the other side a line that it may mark.
3. Marks that are wrong, but not in their points, may be mended until the next throw but one. Then they stand.
"""

from __future__ import annotations

from dataclasses import replace

from events.rulings import Window
from events.trictrac.acts import JetonMoved, MarkAct
from events.trictrac.rulings import FaultRuled
from events.trictrac.state import Phase
from referee.trictrac.judge import ecole_penalty, mark_repairs
from referee.trictrac.judge.act_context import ActContext
from referee.trictrac.judge.counters import reads
from referee.trictrac.judge.ecole_penalty import fine, is_entitled, with_ecoles
from referee.trictrac.judge.ledger import Ledger, LedgerLine
from referee.trictrac.judge.mark_changes import Change, Reach
from referee.trictrac.judge.mark_repairs import adopt_marks, note_marks_to_mend, note_mended
from referee.trictrac.judge.marking_state import Forgotten
from referee.trictrac.judge.marks import BUSY, leaves_with, note_marks, settle, suppose
from referee.trictrac.judge.played import is_over
from referee.trictrac.judge.score_keeper import Keeper, decide, lapse_claims, mark_companions_claim, owing
from rules.fault import Fault, FaultName
from rules.faults.chronology import On
from rules.faults.ecoles import depart, deux_jetons, ecole, partielle
from rules.position import Side


class PlayersKeep(Keeper):
    """The keeper used where the players mark: the companion reads their marks and compares them."""

    # --- the moments of a throw --------------------------------------------------------------------------------------

    def on_throw(self, context: ActContext) -> None:
        """Add the two lines of the throw. Marks made until now count for the throw before, if that is possible."""
        throw, before = context.throw, context.situation.before
        released = throw.side in context.situation.books.released
        if before is not None and not before.plays.dice_playable and before.side in context.situation.books.released:
            # That player had no dame to touch. Marks that he let go of by now count for his throw.
            settle(context, before.side, Reach.OVER, marking=before.number)
        # The thrower has let go of his marks, even if he only moved a fichet.
        reach = Reach.OVER if released else Reach.DUE
        settle(context, throw.side, reach, marking=throw.number - 1, rested=throw.side)
        context.rewrite(owing(context))
        settle(context, throw.side, Reach.OVER, marking=throw.number - 1)
        if context.situation.score.mark(throw.side, throw.worth(throw.side))[1].trous:
            context.become_throw(trou=True)

    def on_touch(self, context: ActContext) -> None:
        """End the thrower's time to mark his own points (Lois XV; Jeu 3, écoles par moins 3.1)."""
        side, number = context.throw.side, context.throw.number
        settle(context, side, Reach.OVER)
        self._lapse(context, side, On.OWN, number)
        note_marks_to_mend(context, side)

    def next_throw(self, context: ActContext) -> None:
        """End the thrower's time to mark the points that the throw before gave him, and his écoles."""
        side, number = context.throw.side, context.throw.number
        for at, line in enumerate(context.situation.books.ledger.lines):
            if line.side is side and line.throw < number:
                self._partly(context, at)
        for throw in {line.throw for line in context.situation.books.ledger.lines if line.throw < number}:
            for on in (On.OWN, On.GIVEN):
                self._lapse(context, side, on, throw)

        lines = context.situation.books.ledger.lines
        answered = {(line.throw, line.on) for line in lines if line.augmented}

        def age(line: LedgerLine) -> LedgerLine:
            if line.throw >= number:
                return line
            if line.ecole and (line.throw, line.on) in answered:
                return line.close()  # after an augmentation any throw ends it
            if line.side is side:
                # The other may still answer an école that he marked, ask for the rest of one, or take a surplus off.
                return line if line.surplus or (line.ecole and line.marked) else line.close()
            # The thrower may not take anything off any more. Points whose time is not over for the other stay due:
            # new écoles, and the worth of a throw with nothing to play (Jeu 3, école impossible).
            return line if line.lost or (line.open and not (line.ecole and line.marked)) else line.close()

        note_marks_to_mend(context, side)
        note_mended(context, side.adversary)  # before this throw's points make other marks right
        ledger, mended = context.situation.books.ledger, context.situation.books.uneffaced
        context.rewrite(ledger.each(age).fold(context.settings.code, before=number - 2))
        if mended is not None:
            effaced = mended.ledger.with_lines_of(ledger).each(age).fold(context.settings.code, before=number - 2)
            mended = None if mended.side is side else replace(mended, ledger=effaced)
            context.become(books=replace(context.situation.books, uneffaced=mended))
        adopt_marks(context, side)
        mark_repairs.drop_unpegged_trous(context, side)
        books = context.situation.books
        context.become(books=replace(books, called=tuple(one for one in books.called if one is not side)))
        context.rule_win()  # an école that would have taken the last trou away was claimed, and not marked in time

    def on_hold(self, context: ActContext) -> None:
        """Rule that the thrower holds, unless he never marked the trou that would have let him leave."""
        if context.throw.gained:
            decide(context, left=False)

    def departs(self, context: ActContext) -> bool:
        """Return whether the thrower may go. Going on a trou of undue points is a fault.

        The other player assents, or marks the école (Jeu 3).
        """
        throw = context.throw
        if throw.gained and context.situation.score.of(throw.side).points:
            return False  # a player who marked points de reste must hold (Jeu 3, jetons 10)
        if _is_entitled(context):
            return True
        leaves_with(context)
        self._departs_wrongly(context)
        return False

    def on_leave(self, context: ActContext) -> None:
        """Rule that the thrower goes, with the trous that he has marked (Lois XVI; Jeu 3, jetons 14)."""
        leaves_with(context)
        if not _is_entitled(context):
            self._departs_wrongly(context)
        decide(context, left=True)

    def put_away(self, context: ActContext) -> None:
        """End the tour with the other's last trou, if it waited for the thrower and he pegged none (Lois XX)."""
        now, limit = context.situation, context.settings.trous
        if now.throw is None or limit is None or now.phase in BUSY or not now.books.felt:
            return
        side, other, board = now.throw.side, now.throw.side.adversary, now.books.board
        none_pegged = not now.throw.gained and board.of(side).trous == board.known_marks(side).trous
        if context.settings.pegs and none_pegged and board.of(other).trous >= limit:
            settle(context, other, Reach.OVER, waits=False)

    def on_talons(self, context: ActContext) -> None:
        """Keep the trous that the thrower pegged, and set the points of both sides to zero (Lois XVI; Jeu 3)."""
        leaves_with(context)
        mark_repairs.keep_trous_of_throw(context)
        lapse_claims(context, *Side)  # the points of an earlier école would be set to zero with the others
        books = context.situation.books
        # The jetons are put away now. Wherever they lie, they mark nothing.
        board = books.board.understand(*Side)
        context.become(books=replace(books, board=board, forgotten=None, wrong_marks=(), uneffaced=None))
        context.rewrite(books.ledger.of(context.situation.score.after_leaving()))

    def on_play(self, context: ActContext) -> None:
        """Rule a jeton forgotten in the throw before an école, if it still lies there (Jeu 3, deux jetons 2)."""
        if context.throw.mending and context.throw.lawful:
            ecole_penalty.drop_replayed_ecole(context)
        old, throw = context.situation.books.forgotten, context.throw
        if old is None or old.throw >= throw.number:
            return
        played = max(throw.t, throw.let_go)
        # If both became known at the same moment, the player who called an école saw the jeton lie there.
        called = old.side.adversary in context.situation.books.called
        if old.gone is None or old.gone > played or (called and old.gone == played):
            self._forgot(context, old)
        context.become(books=replace(context.situation.books, forgotten=None))

    @staticmethod
    def _forgot(context: ActContext, old: Forgotten) -> None:
        fault = deux_jetons(old.side, old=old.points, with_bredouille=True)
        fine(context, fault, context.fault(fault, old.throw), context.situation.number, On.GIVEN)

    def _lies(self, context: ActContext, act: JetonMoved) -> None:
        """Keep whether a forgotten jeton still lies there. Taken up after the next throw was played, it is an école."""
        books, throw = context.situation.books, context.situation.throw
        old = books.forgotten
        if old is None or act.side is not old.side:
            return
        gone = None if act.left == old.points else old.gone or act.t
        context.become(books=replace(books, forgotten=replace(old, gone=gone)))
        played = throw is not None and throw.number > old.throw and is_over(throw, context.situation.position)
        if gone is not None and played and throw is not None and not throw.lifted and gone > throw.let_go:
            context.become(books=replace(context.situation.books, forgotten=None))
            self._forgot(context, old)

    # --- faults ------------------------------------------------------------------------------------------------------

    def on_ecole_call(self, context: ActContext, side: Side) -> None:
        """Take a call of "École !": the marks it speaks of stand, and further undue marks are a fausse école."""
        throw = context.situation.throw
        first = side if throw is None or side in context.situation.books.called else throw.side
        for one in (first, first.adversary):
            # Marks that a side let go before the call stand. Of marks that may still be in the hand only dues do.
            if context.situation.phase not in BUSY:
                self._stands_when_called(context, one, side)
        self._asks_for_the_rest(context, side)
        books = context.situation.books
        context.become(books=replace(books, called=(*books.called, side), last=None))

    @staticmethod
    def _stands_when_called(context: ActContext, one: Side, caller: Side) -> None:
        """Settle the marks of one side when a player calls an école."""
        books = context.situation.books
        if one in books.released:
            if one is caller and not books.ledger.points_owed(one):
                # The word may follow the mark (Lois XVII 3: "ou juste après l'avoir fait"). Own points come first.
                settle(context, one, Reach.DUE, calls=True)
            settle(context, one, Reach.OVER)
        elif one is caller:
            # At a second call, the caller's marks for the first are complete.
            settle(context, one, Reach.DUE, rested=one if caller in books.called else None)
        else:
            # If no école is open, the caller means the other's latest marks, even if only a fichet moved.
            in_hand = books.board.of(one).points != books.board.known_marks(one).points
            of_this = not in_hand and not books.ledger.claimable(caller)
            settle(context, one, Reach.RELEASED if of_this else Reach.DUE, rested=one if of_this else None)

    def _asks_for_the_rest(self, context: ActContext, side: Side) -> None:
        """Ask that the écoles that the other has marked in part be marked whole (Jeu 3, école d'école)."""
        other = side.adversary
        for at, line in enumerate(context.situation.books.ledger.lines):
            if line.side is other:
                self._partly(context, at)

    @staticmethod
    def _partly(context: ActContext, at: int) -> None:
        """Rule that an école is only begun. The other may ask for the rest; this is no école (Jeu 3, école d'école)."""
        ledger = context.situation.books.ledger
        line = ledger.lines[at]
        fault = partielle(line.side, begun=line.marked, due=line.due) if line.ecole and not line.begun else None
        if fault is not None:
            context.fault(fault, line.throw)
            context.rewrite(ledger.setting(at, replace(line, begun=True)))

    def on_fine(self, context: ActContext, about: str, fault: Fault) -> None:
        """Add points that the other may mark until he throws."""
        fine(context, fault, about, context.throw.number, On.OWN)

    def on_missed_jan(self, context: ActContext, ecoles: tuple[Fault, ...]) -> None:
        """Rule the écoles of the play, together with the marking ruled on earlier in this throw."""
        ecole_penalty.rule_missed_jans(context, ecoles)

    def on_resume(self, context: ActContext) -> None:
        """Take back the écoles of a play that goes on."""
        ecole_penalty.take_back_missed_jans(context)

    def on_claim(self, context: ActContext, fault: FaultRuled) -> None:
        """Leave the marking to the claimant. Require the rest of an école that was begun."""
        mark_companions_claim(context, fault.about, fault.to)
        now = context.situation
        goes = now.phase is Phase.LEAVING and now.position == context.throw.base
        if goes and fault.to is not context.throw.side and not _is_entitled(context):
            context.not_left()  # he keeps no trou to leave with (Lois XVI: "peut s'y opposer")
        if fault.fault.name is FaultName.ECOLE_PARTIELLE:
            ledger = context.situation.books.ledger
            context.rewrite(ledger.each(lambda line: replace(line, asked=True) if line.begun else line))

    def _lapse(self, context: ActContext, side: Side, on: On, throw: int) -> None:
        """Rule the points that a side failed to mark an école par moins, which the other side may mark."""
        ledger = context.situation.books.ledger
        at = ledger.find(side=side, throw=throw, on=on)
        if at is None or not ledger.lines[at].open:
            return
        missing = ledger.lines[at].open
        if side is context.settings.moved_for and (throw, on) not in context.situation.books.announced:
            context.enter(at, missing)  # The companion's side only errs in points that it announced.
            context.rule_win()
            return
        marked = ledger.marking(at, missing)
        books = context.situation.books
        hidden = side in books.unseen or not (context.settings.pegs and books.felt)
        plan = (Change(at, missing),)
        alike = (hidden or not self._reads(context, ledger)) and self._reads(context, marked)
        if alike and plan not in books.refuted:
            # The board reads alike either way: an old jeton lies where the new one would, the jetons are out of sight,
            # or only a fichet that is not felt would show the mark. The side is taken to have marked.
            context.enter(at, missing)
            context.become(books=replace(context.situation.books, settled=plan))
            suppose(context, side)
            context.rule_win()
            return
        context.rewrite(ledger.setting(at, ledger.lines[at].close()))
        of = context.situation.throw_of(throw)
        if of is not None and side in of.unsure:
            return
        thrower = side if on is On.OWN else side.adversary
        fault = ecole(side, thrower=thrower, due=missing, marked=0)
        if fault is None:
            return
        about = context.fault(fault, throw)
        if on is On.GIVEN or throw == context.situation.number:
            fine(context, fault, about, throw, on)
            return
        # This side had nothing to play, so its time lasted until its next throw. The other has thrown since then, and
        # so cannot mark the école (Jeu 3, école impossible).
        for opened in context.situation.open_faults:
            if opened.about == about:
                context.close(opened, Window.CLOSED)

    @staticmethod
    def _reads(context: ActContext, ledger: Ledger) -> bool:
        """Return whether the board shows the score of this ledger."""
        books, score = context.situation.books, ledger.score(context.settings.code)
        felt = context.settings.pegs and books.felt
        return all(
            reads(books.board.of(side), score.of(side), felt=felt, seen=side not in books.unseen) for side in Side
        )

    @staticmethod
    def _departs_wrongly(context: ActContext) -> None:
        throw = context.throw
        line = context.situation.books.ledger.own(throw.side, throw.number)
        if line is None or context.situation.goes_unduly or not throw.gained:
            return
        fault = depart(throw.side, throw.base, throw.dice, surplus=line.surplus, touched=throw.touched)
        if fault is not None:
            context.fault(fault)

    def on_mark(self, context: ActContext, act: MarkAct) -> None:
        """Read a mark, and take the score from the board as far as the board can be explained."""
        note_marks(context, act)
        if isinstance(act, JetonMoved):
            self._lies(context, act)


def _is_entitled(context: ActContext) -> bool:
    throw, now = context.throw, context.situation
    ledger = with_ecoles(now.books.ledger, *(one for one in now.claimed if one.to is not throw.side))
    return is_entitled(throw, ledger, context.settings.code)
