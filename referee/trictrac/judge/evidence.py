"""The facts that an explanation of the marks must account for: the earlier ledger, and the board as it now reads."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from referee.trictrac.judge.counters import Counters, reads
from referee.trictrac.judge.ledger import Ledger, LedgerLine
from referee.trictrac.judge.mark_changes import Change, Plan, apply_changes
from referee.trictrac.judge.marking_state import Forgone, GivenUp, Uneffaced
from rules.code import Code
from rules.fault import FaultName
from rules.faults.chronology import On
from rules.marking import TROUS_DU_TOUR, Score
from rules.position import Side

PAR_TROP = frozenset({FaultName.ECOLE_TROP_J, FaultName.ECOLE_TROP_A, FaultName.FAUSSE_ECOLE, FaultName.AUGMENTATION})
"""Écoles for undue points: a player marks one while taking those points off."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """The facts to be explained.

    Attributes:
        ledger: the ledger when the marks were last understood.
        board: the marks as they now read.
        felt: whether fichets are felt.
        unseen: the sides whose points cannot be read.
        thrower: the player of the throw under way.
        number: the number of the throw under way.
        marking: the throw to which points beyond all dues belong.
        touched: whether a dame of the throw under way was touched, or the throw was played.
        called: the sides that said "École !".
        given_up: old points given up for a jeton of the talon; their player may take them back until he has played.
        forgone: a trou not pegged on leaving that may still be pegged.
        uneffaced: points from which one side counted on, and which the other may still efface.
        rested: the side that has let go of its marks and does something else.
        refuted: explanations that are not to be taken.
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
    uneffaced: Uneffaced | None = None
    rested: Side | None = None
    refuted: frozenset[Plan] = frozenset()

    def has_pegged(self, side: Side) -> bool:
        """Return whether a side's fichet has moved since its marks were last understood."""
        return self.felt and self.board.of(side).trous != self.board.known_marks(side).trous

    def has_changed(self, side: Side) -> bool:
        """Return whether a side's marks changed, so that they need an explanation."""
        return self.board.has_changed(side, felt=self.felt, seen=side not in self.unseen)

    def nobody_marked(self, side: Side) -> bool:
        """Return whether a side's points and trous are unchanged. A forgotten jeton may have been taken off."""
        return not self.has_changed(side) or self.board.is_tidied(side)

    def reads(self, side: Side, score: Score) -> bool:
        """Return whether a side's marks read as the score says."""
        seen = side not in self.unseen
        return reads(self.board.of(side), score.of(side), felt=self.felt, seen=seen, last=self.ledger.trous)

    def side_of(self, change: Change) -> Side:
        """Return the side whose marks a change concerns."""
        return (change.line or self.ledger.lines[change.at]).side

    def bases(self) -> Iterator[Ledger]:
        """Yield the ledgers to start from.

        They are the ledger as it was, one with a forgone trou pegged after all, and those with old points given up,
        taken back, never effaced, or effaced after all.
        """
        score = self.ledger.score(self.code)
        for side in Side:
            left = self.board.of(side).left
            if left is not None and left == score.of(side).points and not self._pair(side):
                # The side marked with another jeton and left the old one. Only this is seen; the rest is supposed.
                yield self.ledger.giving_up(side, self.code)
        yield self.ledger
        if self.forgone is not None:
            held = score.of(self.forgone.side)
            pegged = score.with_holding(self.forgone.side, replace(held, trous=held.trous + 1))
            yield self.ledger.standing_at(pegged)
        if self.uneffaced is not None:
            yield self.uneffaced.ledger.with_lines_of(self.ledger)
        for side in Side:
            known, shown = self.board.known_marks(side), self.board.of(side)
            if self.given_up is not None and self.given_up.side is side and shown.left is None:
                whole = score.with_holding(side, self.given_up.held).mark(side, score.of(side).points)[0]
                yield self.ledger.standing_at(whole)
            if shown.points != known.points > score.of(side).points:
                # This side's points were not effaced, and its player counted on from them.
                held = replace(score.of(side), points=known.points, bredouille=False)
                yield self.ledger.standing_at(score.with_holding(side, held))

    def on(self, side: Side) -> On:
        """Return whether a side's marks beyond all dues belong to its own throw, or to points the other's gives it."""
        return On.OWN if side is self.thrower and self.marking == self.number else On.GIVEN

    def is_finished(self, side: Side) -> bool:
        """Return whether a side moved its jeton after its fichet, or has no jeton to move (Lois XV: trous first)."""
        known, shown = self.board.known_marks(side), self.board.of(side)
        if side is self.rested and shown.left is None:
            return True
        pegged = self.has_pegged(side)
        # A forgotten jeton that appears when the other is taken away has not moved.
        moved = shown.points not in {known.points, shown.pegged, known.left}
        if shown.left is not None and self._pair(side):
            return False  # only one of the two jetons of the bredouille has moved
        if pegged and side in self.called and not known.points and not self.at_the_last(side):
            return moved  # a side without points may still lay a jeton for the école that it called
        return not pegged or moved or not shown.points or self.at_the_last(side)

    def at_the_last(self, side: Side) -> bool:
        """Return whether a side's fichet stands where the tour ends, so that no jeton matters any more."""
        last = self.ledger.trous
        return last is not None and last <= TROUS_DU_TOUR and self.board.of(side).trous >= last

    def _pair(self, side: Side) -> bool:
        """Return whether two jetons mark a side's points: it is in bredouille, and the other has points (Lois XV)."""
        score = self.ledger.score(self.code)
        return score.of(side).bredouille and score.of(side.adversary).points > 0

    def back_where_it_was(self, side: Side, after: Score) -> bool:
        """Return whether only a fichet that is not felt would show a side's marks: its points are unchanged."""
        held = after.of(side)
        gained = held.trous != self.ledger.score(self.code).of(side).trous
        return not self.felt and gained and held.points == self.board.known_marks(side).points

    def may_wait(self, side: Side, after: Score) -> bool:
        """Return whether a side that has not marked yet only has points to put right: trous are marked first."""
        return not self.felt or after.of(side).trous == self.ledger.score(self.code).of(side).trous

    def is_being_effaced(self, side: Side) -> bool:
        """Return whether a side's points were taken off for a trou that the other has pegged but not fully marked."""
        other = side.adversary
        held = self.ledger.score(self.code)
        pegged = self.ledger.trous_at(self.board.of(other).trous, held.of(other).trous) > held.of(other).trous
        mine, known = self.board.of(side), self.board.known_marks(side)
        return self.felt and pegged and not mine.points and mine.left is None and mine.trous == known.trous

    def effaces(self, side: Side, after: Score) -> bool:
        """Return whether a trou of the other side effaces all points of a side."""
        other = side.adversary
        return not after.of(side).points and after.of(other).trous > self.ledger.score(self.code).of(other).trous

    def shows(self, take: Change, plan: Plan) -> bool:
        """Return whether the board shows points taken off: that jeton was moved, or a trou effaces it at once."""
        side = self.side_of(take)
        return self.has_changed(side) or self.effaces(side, apply_changes(self.ledger, plan).score(self.code))

    def has_unclaimed(self, side: Side, plan: Plan | None = None) -> bool:
        """Return whether a side has, or marks in a plan, an uncalled école for points that still stand.

        A player who marks an école par trop takes the points off, or calls it (Lois XVII 3; Jeu 3, écoles par trop 2).
        A player who called it and took some points off is marking the école for those.
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

    def is_left_off(self, line: LedgerLine) -> bool:
        """Return whether an école was marked in part and the rest is given up: a second call means another école."""
        return not line.asked and (line.begun or (line.ecole and line.marked > 0 and line.side in self.called))

    def marking_now(self, side: Side) -> tuple[int, ...]:
        """Return the lines that a side may be marking, in the order in which it marks them.

        An école left off is dropped if there is another. Lines of later throws come last. The rest of an école begun
        lapses when the side throws, unless it was asked for (Jeu 3, école d'école).
        """
        lines = self.ledger.lines
        due = [at for at, line in enumerate(lines) if line.side is side and line.open and not self._is_given_up(line)]
        due = [at for at in due if not lines[at].ecole or self.claims(side)]
        fresh = [at for at in due if not self.is_left_off(lines[at])]
        order = [at for at in due if at in fresh or not any(lines[one].ecole for one in fresh)]
        return tuple(sorted(order, key=lambda at: (lines[at].throw > self.marking, lines[at].ecole, lines[at].throw)))

    def claims(self, side: Side) -> bool:
        """Return whether a side's marks beyond its dues are meant for an école."""
        open_to_it = any(
            line.side is side and line.ecole and line.open and not self._is_given_up(line) for line in self.ledger.lines
        )
        return side in self.called or (open_to_it and not self.has_unclaimed(side))

    def _is_given_up(self, line: LedgerLine) -> bool:
        """Return whether an école was begun, its player threw after that, and the rest was not asked for."""
        return line.begun and not line.asked and line.side is self.thrower and line.throw < self.number
