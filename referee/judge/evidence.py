"""The facts that an explanation of the marks must account for: the ledger as it was, and the board as it now reads."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from referee.judge.counters import reads
from referee.judge.ledger import Line
from referee.judge.mark_changes import applied
from rules.fault import FaultName
from rules.faults.chronology import On
from rules.marking import TROUS_DU_TOUR
from rules.position import Side

if TYPE_CHECKING:
    from collections.abc import Iterator

    from referee.judge.counters import Counters
    from referee.judge.ledger import Ledger
    from referee.judge.mark_changes import Change, Plan
    from referee.judge.marking_state import Forgone, GivenUp
    from rules.code import Code
    from rules.marking import Score

PAR_TROP = frozenset({FaultName.ECOLE_TROP_J, FaultName.ECOLE_TROP_A, FaultName.FAUSSE_ECOLE, FaultName.AUGMENTATION})
"""Écoles that are marked when the points they are for are taken off."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """The facts to be explained.

    felt: whether fichets are; unseen: whose jetons are not; thrower, number, touched: of the throw under way, and
    whether a dame of it was; marking: the throw that points beyond all dues belong to; called: who said "École !";
    given_up: old points given up for a jeton of the talon, which he may take back as long as he has not played;
    forgone: a trou not pegged on leaving that still may be; rested: who has let go of his marks and does something
    else.
    """

    ledger: Ledger
    board: Counters
    code: Code
    felt: bool
    unseen: frozenset[Side] = frozenset()
    thrower: Side
    number: int
    marking: int
    touched: bool = True
    called: tuple[Side, ...] = ()
    given_up: GivenUp | None = None
    forgone: Forgone | None = None
    rested: Side | None = None

    def pegged(self, side: Side) -> bool:
        """Whether a side's fichet has moved since its marks were last understood."""
        return self.felt and self.board.of(side).trous != self.board.known(side).trous

    def changed(self, side: Side) -> bool:
        """Whether a side's marks are to be explained."""
        return self.board.changed(side, felt=self.felt, seen=side not in self.unseen)

    def nobody_marked(self, side: Side) -> bool:
        """Whether a side's points and trous stand as they did, whether a forgotten jeton was taken off or not."""
        return not self.changed(side) or self.board.tidied(side)

    def reads(self, side: Side, score: Score) -> bool:
        """Whether a side's marks read as the score says."""
        seen = side not in self.unseen
        return reads(self.board.of(side), score.of(side), felt=self.felt, seen=seen, last=self.ledger.trous)

    def side_of(self, change: Change) -> Side:
        """Whose marks a change is one of."""
        return (change.line or self.ledger.lines[change.at]).side

    def bases(self) -> Iterator[Ledger]:
        """Yield the ledgers to start from.

        As it was; with a trou forgone pegged after all; with old points given up, taken back, or never effaced.
        """
        score = self.ledger.score(self.code)
        for side in Side:
            left = self.board.of(side).left
            if left is not None and left == score.of(side).points and not self._pair(side):
                # Marked with another jeton, the old one left behind: that is seen, everything else only supposed.
                yield self.ledger.giving_up(side, self.code)
        yield self.ledger
        if self.forgone is not None:
            held = score.of(self.forgone.side)
            pegged = score.with_holding(self.forgone.side, replace(held, trous=held.trous + 1))
            yield self.ledger.standing_at(pegged)
        for side in Side:
            known, shown = self.board.known(side), self.board.of(side)
            if self.given_up is not None and self.given_up.side is side and shown.left is None:
                whole = score.with_holding(side, self.given_up.held).marked(side, score.of(side).points)[0]
                yield self.ledger.standing_at(whole)
            if shown.points != known.points > score.of(side).points:
                # His points were not effaced, and he went on from there.
                held = replace(score.of(side), points=known.points, bredouille=False)
                yield self.ledger.standing_at(score.with_holding(side, held))

    def marked_unasked(self) -> Iterator[Evidence]:
        """Yield the same facts where points marked before "École !" was said were points not due, and no école."""
        for at, line in enumerate(self.ledger.lines):
            if line.side in self.called and line.ecole and not line.said and line.marked > line.counted == 0:
                ledger = self.ledger.setting(at, replace(line, marked=0))
                on = self.on(line.side)
                beyond = ledger.find(side=line.side, throw=self.marking, on=on)
                if beyond is None:
                    ledger, beyond = ledger.adding(Line(line.side, self.marking, on, 0)), len(ledger.lines)
                yield replace(self, ledger=ledger.marking(beyond, line.marked))

    def on(self, side: Side) -> On:
        """Whether a side's marks beyond all dues are on its own throw, or on what the other's gives it."""
        return On.OWN if side is self.thrower and self.marking == self.number else On.GIVEN

    def finished(self, side: Side) -> bool:
        """Whether he has moved his jeton since he moved his fichet, or has none to move (Lois XV: trous first)."""
        known, shown = self.board.known(side), self.board.of(side)
        if side is self.rested and shown.left is None:
            return True
        pegged = self.pegged(side)
        # A forgotten jeton laid bare as the other is taken away has not moved.
        moved = shown.points not in {known.points, shown.pegged, known.left}
        if shown.left is not None and self._pair(side):
            return False  # one of two jetons of the bredouille has moved, the other follows
        if pegged and side in self.called and not known.points and not self.at_the_last(side):
            return moved  # with none to take home a jeton may be laid for what he said he marks
        return not pegged or moved or not shown.points or self.at_the_last(side)

    def at_the_last(self, side: Side) -> bool:
        """Whether his fichet stands where the tour ends, so that no jeton matters any more."""
        return self.ledger.trous == TROUS_DU_TOUR and self.board.of(side).trous >= TROUS_DU_TOUR

    def _pair(self, side: Side) -> bool:
        """Whether two jetons mark this side's points: it is in bredouille, and the other has points too (Lois XV)."""
        score = self.ledger.score(self.code)
        return score.of(side).bredouille and score.of(side.adversary).points > 0

    def back_where_it_was(self, side: Side, after: Score) -> bool:
        """Whether only its fichet, which is not felt, would show a side's marks: its points are unchanged."""
        held = after.of(side)
        gained = held.trous != self.ledger.score(self.code).of(side).trous
        return not self.felt and gained and held.points == self.board.known(side).points

    def may_wait(self, side: Side, after: Score) -> bool:
        """Whether only points are still to be put right on an untouched side: trous are marked first."""
        return not self.felt or after.of(side).trous == self.ledger.score(self.code).of(side).trous

    def is_being_effaced(self, side: Side) -> bool:
        """Whether a side's points were taken off for a trou that the other has pegged, and not marked whole yet."""
        other = side.adversary
        held = self.ledger.score(self.code)
        pegged = self.ledger.trous_at(self.board.of(other).trous, held.of(other).trous) > held.of(other).trous
        mine, known = self.board.of(side), self.board.known(side)
        return self.felt and pegged and not mine.points and mine.left is None and mine.trous == known.trous

    def effaces(self, side: Side, after: Score) -> bool:
        """Whether a trou of the other takes all points of a side away."""
        other = side.adversary
        return not after.of(side).points and after.of(other).trous > self.ledger.score(self.code).of(other).trous

    def shows(self, take: Change, plan: Plan) -> bool:
        """Whether points taken off show: somebody moved that jeton, or a trou effaces it at once."""
        side = self.side_of(take)
        return self.changed(side) or self.effaces(side, applied(self.ledger, plan).score(self.code))

    def unclaimed(self, side: Side, plan: Plan | None = None) -> bool:
        """Whether a side has, or in a plan marks, an école for points that still stand and that it did not call.

        A player who marks an école par trop takes the points off, or calls it (Lois XVII 3; Jeu 3, écoles par trop 2).
        If he called it and took some off, he is about those.
        """
        lines = self.ledger.lines
        off = {(one.throw, one.on) for one in lines if one.side is not side and one.taken}
        of_these = (one for one in lines if one.side is side and one.open and one.of in PAR_TROP)
        if side in self.called and not any((one.throw, one.on) in off for one in of_these):
            return False
        taken = {one.at for one in plan or () if one.points < 0 and self.shows(one, plan or ())}
        standing = {
            (one.throw, one.on)
            for at, one in enumerate(lines)
            if one.side is not side and one.surplus and at not in taken
        }
        if plan is None:
            marked = [line for line in lines if line.side is side and line.open]
        else:
            marked = [lines[one.at] for one in plan if one.points > 0 and one.line is None]
        return any(
            line.side is side
            and line.ecole
            and (line.of in PAR_TROP or line.undone)
            and (line.throw, line.on) in standing
            for line in marked
        )

    def left_off(self, line: Line) -> bool:
        """Whether an école was marked in part and he is not about the rest: a second call means another."""
        return not line.asked and (line.begun or (line.ecole and line.marked > 0 and line.side in self.called))

    def marking_now(self, side: Side) -> tuple[int, ...]:
        """The lines a side may be about, in the order in which it marks them; no école it left off if there is another.

        Lines of a throw later than those it marks for come last. The rest of an école begun is over when it has thrown,
        unless it was asked for (Jeu 3, école d'école).
        """
        lines = self.ledger.lines
        due = [at for at, line in enumerate(lines) if line.side is side and line.open and not self._given_up(line)]
        due = [at for at in due if not lines[at].ecole or self.claims(side)]
        fresh = [at for at in due if not self.left_off(lines[at])]
        order = [at for at in due if at in fresh or not any(lines[one].ecole for one in fresh)]
        return tuple(sorted(order, key=lambda at: (lines[at].throw > self.marking, lines[at].ecole, lines[at].throw)))

    def claims(self, side: Side) -> bool:
        """Whether a side's marks beyond its dues are meant for an école."""
        open_to_it = any(
            line.side is side and line.ecole and line.open and not self._given_up(line) for line in self.ledger.lines
        )
        return side in self.called or (open_to_it and not self.unclaimed(side))

    def _given_up(self, line: Line) -> bool:
        """Whether an école was begun, its player has thrown since, and the rest was not asked for."""
        return line.begun and not line.asked and line.side is self.thrower and line.throw < self.number
