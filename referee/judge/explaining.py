"""What was marked, worked back from what jetons and fichets show (Jeu 3, "nombre de points marqués par l'adversaire").

Of everything players may have done to the marks, the first is taken that makes the score read as the board does:
dues marked whole, what the other marked too much taken off, an école undone; only then points nobody was due.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum
from itertools import product
from typing import TYPE_CHECKING

from referee.judge.board import reads
from referee.judge.changes import Change, Explanation, Plan, Reach, applied
from referee.judge.ledger import Line
from rules.fault import FaultName
from rules.faults.chronology import On
from rules.marking import POINTS_DU_TROU, TROUS_DU_TOUR
from rules.position import Side

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from referee.judge.board import Board
    from referee.judge.books import GivenUp
    from referee.judge.ledger import Ledger
    from rules.code import Code
    from rules.marking import Score

PAR_TROP = frozenset({FaultName.ECOLE_TROP_J, FaultName.ECOLE_TROP_A, FaultName.FAUSSE_ECOLE, FaultName.AUGMENTATION})
"""Écoles that are marked when the points they are for are taken off."""

MOST = 4 * POINTS_DU_TROU
"""The most points anybody is taken to have marked at once."""


class Slack(IntEnum):
    """What may be amiss on the board: nothing; marks not effaced, or put back, yet; a trou miscounted by bredouille."""

    NONE = 0
    LATE = 1
    BREDOUILLE = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What is to be explained.

    felt: whether fichets are; unseen: whose jetons are not; thrower, number, touched: of the throw under way, and
    whether a dame of it was; marking: the throw that points beyond all that is due belong to; called: who said
    "École !"; given_up: old points given up for a jeton of the talon, which he may take back as long as he has not
    played.
    """

    ledger: Ledger
    board: Board
    code: Code
    felt: bool
    unseen: frozenset[Side] = frozenset()
    thrower: Side
    number: int
    marking: int
    touched: bool = True
    called: tuple[Side, ...] = ()
    given_up: GivenUp | None = None

    def changed(self, side: Side) -> bool:
        """Whether a side's marks are to be explained."""
        return self.board.changed(side, felt=self.felt, seen=side not in self.unseen)

    def reads(self, side: Side, score: Score) -> bool:
        """Whether a side's marks read as the score says."""
        seen = side not in self.unseen
        return reads(self.board.of(side), score.of(side), felt=self.felt, seen=seen, last=self.ledger.trous)

    def explained(self, side: Side, reach: Reach) -> Explanation | None:
        """What was done to the marks, `side` having let go or its time being over; None while that cannot be told."""
        if not any(self.changed(one) for one in Side):
            return Explanation(self.ledger, ())
        bases = tuple(self._bases())
        plans = tuple(self._due(side, reach))
        found = None
        if side in self.called and any(line.undone for line in self.ledger.lines if line.side is not side):
            # He said it and took an école off: what he marks now is his answer to that.
            answers = tuple(self._undoing(side, reach))
            found = self._first(((base, plan) for base in bases for plan in answers), reach)
        if found is None:
            found = self._first(((base, plan) for base in bases for plan in plans), reach)
        if found is None and reach is Reach.OVER and side in self.called and self.ledger.claimable(side):
            # He said it, and marked a part of it.
            partly = tuple(self._partly(side))
            found = self._first(((base, plan) for base in bases for plan in partly), reach)
        if found is None:
            undone = tuple(plan for actor in (side, side.adversary) for plan in self._undoing(actor, reach))
            found = self._first(((base, plan) for base in bases for plan in undone), reach)
        if reach is Reach.PEGGED and found is not None and not self._nothing_left(side, found):
            return None
        if found is None and reach > Reach.DUE and self.changed(side):
            beyond = tuple(self._beyond(side, reach))
            found = self._first(((base, plan) for base in bases for plan in beyond), reach)
        if found is None and reach is Reach.OVER:
            if self._is_being_effaced(side):
                return Explanation(self.ledger, ())
            # The other may be busy with its own marks meanwhile.
            every = (*plans, *undone, *self._beyond(side, reach), *self._both(side))
            found = self._first(((base, plan) for base in bases for plan in every), reach, blind=side.adversary)
        return found

    def _is_being_effaced(self, side: Side) -> bool:
        """Whether a side's points were taken off for a trou that the other has pegged, and not marked whole yet."""
        other = side.adversary
        held = self.ledger.score(self.code)
        pegged = self.ledger.trous_at(self.board.of(other).trous, held.of(other).trous) > held.of(other).trous
        mine, known = self.board.of(side), self.board.known(side)
        return self.felt and pegged and not mine.points and mine.left is None and mine.trous == known.trous

    def _nothing_left(self, side: Side, found: Explanation) -> bool:
        """Whether a side then has nothing more to mark, so that its jeton will not move."""
        after = applied(found.ledger, found.changes)
        return self._at_the_last(side) or not any(line.side is side and line.open for line in after.lines)

    def _first(
        self, tries: Iterable[tuple[Ledger, Plan]], reach: Reach, *, blind: Side | None = None
    ) -> Explanation | None:
        """The first that reads as the board does, with as little left amiss as possible."""
        tries = list(tries)
        for slack in (Slack.NONE, Slack.LATE, *((Slack.BREDOUILLE,) if reach is Reach.OVER else ())):
            for base, plan in tries:
                if self._fits(base, plan, slack, reach, blind):
                    return Explanation(base, plan)
        return None

    def _fits(self, base: Ledger, plan: Plan, slack: Slack, reach: Reach, blind: Side | None) -> bool:
        if any(self._unclaimed(side, plan) for side in Side):
            return False
        ledger = applied(base, plan)
        after = ledger.score(self.code)
        winner = base.winner(after)
        if winner is not None and not self.felt and ledger.surplus(winner) > base.surplus(winner):
            return False  # nobody has won by points he was not due and a fichet nobody felt
        # Once the tour is won nobody moves the loser's jetons any more.
        whole = {self._side(change) for change in plan if not (slack is not Slack.NONE and self._moot(change, after))}
        for side in whole - {blind, winner and winner.adversary}:
            changed = self.changed(side) or self._back_where_it_was(side, after)
            if not changed or (reach is not Reach.OVER and not self._finished(side)):
                return False
        # What the other is busy with need not be read, but what it has marked already must be seen on it; and nobody
        # has won by a trou that his fichet does not show.
        unread = {blind} - {winner} - {self._side(change) for change in plan}
        return all(
            side in unread
            or (winner is not None and side is not winner)
            or (slack is not Slack.NONE and not self.changed(side) and self._may_wait(side, after))
            or reads(
                self.board.of(side),
                after.of(side),
                felt=self.felt,
                seen=side not in self.unseen,
                wrong_by=self._wrong_by(side, after, slack),
                last=base.trous,
            )
            for side in Side
        )

    def _back_where_it_was(self, side: Side, after: Score) -> bool:
        """Whether only its fichet, which is not felt, would show what a side marked: its points are what they were."""
        held = after.of(side)
        gained = held.trous != self.ledger.score(self.code).of(side).trous
        return not self.felt and gained and held.points == self.board.known(side).points

    def _may_wait(self, side: Side, after: Score) -> bool:
        """Whether nothing but points is to be put right yet on a side nobody has touched: trous are marked first."""
        return not self.felt or after.of(side).trous == self.ledger.score(self.code).of(side).trous

    def _moot(self, change: Change, after: Score) -> bool:
        """Whether it takes off a surplus, or an école, that a trou effaces at once, so that no jeton need show it."""
        line = change.line or self.ledger.lines[change.at]
        off = line.marked if line.ecole else line.surplus
        return 0 < -change.points <= off and self._effaces(line.side, after) and not self.changed(line.side)

    def _finished(self, side: Side) -> bool:
        """Whether he has moved his jeton since he moved his fichet, or has none to move (Lois XV: trous first)."""
        known, shown = self.board.known(side), self.board.of(side)
        pegged = self.felt and shown.trous != known.trous
        moved = shown.points not in {known.points, shown.pegged}
        if shown.left is not None and self._pair(side):
            return False  # one of two jetons of the bredouille has moved, the other follows
        return not pegged or moved or not shown.points or self._at_the_last(side)

    def _at_the_last(self, side: Side) -> bool:
        """Whether his fichet stands where the tour ends, so that no jeton matters any more."""
        return self.ledger.trous == TROUS_DU_TOUR and self.board.of(side).trous >= TROUS_DU_TOUR

    def _pair(self, side: Side) -> bool:
        """Whether two jetons mark this side's points: it is in bredouille, and the other has points too (Lois XV)."""
        score = self.ledger.score(self.code)
        return score.of(side).bredouille and score.of(side.adversary).points > 0

    def _wrong_by(self, side: Side, after: Score, slack: Slack) -> int:
        """How many trous the fichet may be wrong by: the bredouille miscounted, now or before (école de trous)."""
        before = self.ledger.score(self.code).of(side).trous
        gained = after.of(side).trous - before
        known = self.ledger.trous_at(self.board.known(side).trous, before) - before
        if slack is not Slack.BREDOUILLE or known or not gained:
            return known if slack is not Slack.NONE else 0
        return 1 if gained % 2 else -1

    def _side(self, change: Change) -> Side:
        return (change.line or self.ledger.lines[change.at]).side

    def _bases(self) -> Iterator[Ledger]:
        score = self.ledger.score(self.code)
        for side in Side:
            left = self.board.of(side).left
            if left is not None and left == score.of(side).points and not self._pair(side):
                # Marked with another jeton, the old one left behind: that is seen, all else only supposed.
                yield self.ledger.giving_up(side, self.code)
        yield self.ledger
        for side in Side:
            known, shown = self.board.known(side), self.board.of(side)
            if self.given_up is not None and self.given_up.side is side and shown.left is None:
                whole = score.with_holding(side, self.given_up.held).marked(side, score.of(side).points)[0]
                yield self.ledger.standing_at(whole)
            if shown.points != known.points > score.of(side).points:
                # Nobody effaced his points, and he went on from there.
                held = replace(score.of(side), points=known.points, bredouille=False)
                yield self.ledger.standing_at(score.with_holding(side, held))

    # --- what was due ------------------------------------------------------------------------------------------------

    def _due(self, side: Side, reach: Reach) -> Iterator[Plan]:
        """Everything that leaves nobody with points he was not due."""
        yield ()
        pays = {one: tuple(self._pays(one, reach)) for one in Side}
        takes = {one: tuple(self._takes(one)) for one in Side}
        for actor in (side, side.adversary):
            both = tuple(product(takes[actor.adversary], pays[actor]))
            ecoles = [(take, pay) for take, pay in both if any(self.ledger.lines[one.at].ecole for one in pay)]
            # Who marks an école takes the surplus off first; if it is effaced at once, only words tell that he did.
            yield from (take + pay for take, pay in ecoles if actor in self.called or not self._effaced(take, pay))
            yield from pays[actor]
            yield from takes[actor.adversary]
            yield from (take + pay for take, pay in both)
        yield from takes[side]
        yield from (one + two for one, two in product(pays[side], pays[side.adversary]))
        for actor in (side, side.adversary):
            other = actor.adversary
            yield from (take + pay + his for take, pay, his in product(takes[other], pays[actor], pays[other]))

    def _effaced(self, take: Plan, pay: Plan) -> bool:
        """Whether what is taken off would not be seen to be: a trou of the payment effaces it with all the rest."""
        after = applied(self.ledger, take + pay).score(self.code)
        return any(self._effaces(self._side(one), after) for one in take)

    def _effaces(self, side: Side, after: Score) -> bool:
        """Whether a trou of the other takes all points of a side away."""
        other = side.adversary
        return not after.of(side).points and after.of(other).trous > self.ledger.score(self.code).of(other).trous

    def _shows(self, take: Change, plan: Plan) -> bool:
        """Whether points taken off are seen to be: somebody moved that jeton, or a trou effaces it at once."""
        side = self._side(take)
        return self.changed(side) or self._effaces(side, applied(self.ledger, plan).score(self.code))

    def _unclaimed(self, side: Side, plan: Plan | None = None) -> bool:
        """Whether a side has, or in a plan marks, an école for points that still stand and that it did not call.

        Who marks an école par trop takes the points off, or says so (Lois XVII 3; Jeu 3, écoles par trop 2).
        """
        if side in self.called:
            return False
        lines = self.ledger.lines
        taken = {one.at for one in plan or () if one.points < 0 and self._shows(one, plan or ())}
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

    def _pays(self, side: Side, reach: Reach) -> Iterator[Plan]:
        """What is due to a side marked whole: all of it, of one throw, with écoles or without."""
        due = [(at, line) for at, line in enumerate(self.ledger.lines) if line.side is side and line.open]
        last = max((line.throw for _, line in due if not line.ecole), default=0)
        must = [at for at, line in due if not line.ecole]
        old = [at for at, line in due if not line.ecole and line.throw < last]
        new = [at for at in must if at not in old]
        may = [at for at, line in due if line.ecole and (line.asked or not line.begun)]
        ecoles = [may, *([at] for at in may), [*old, *may]]
        throws = [must, old, new]
        # He said so; or nothing of the other's throw under way is to be marked by him before it is played.
        waits = side is not self.thrower and not self.touched
        groups = ecoles + throws if side in self.called or waits else throws + ecoles
        groups += [[*old, *may, *new], [*may, *new], *([*must, at] for at in may)]
        # The rest of an école is marked where the other asks for it, which need not be heard; but nobody marks that
        # before his own points.
        rests = [at for at, line in due if line.ecole and line.begun and not line.asked]
        groups += [*([at, *must] for at in rests if must or reach is Reach.OVER)]
        for group in dict.fromkeys(tuple(group) for group in groups if group):
            yield tuple(Change(at, self.ledger.lines[at].open) for at in group)

    def _takes(self, side: Side) -> Iterator[Plan]:
        """What a side marked too much taken off again: all, or of one line."""
        surplus = [
            Change(at, -line.surplus) for at, line in enumerate(self.ledger.lines) if line.side is side and line.surplus
        ]
        if surplus:
            yield tuple(surplus)
        if len(surplus) > 1:
            yield from ((one,) for one in surplus)

    def _undoing(self, actor: Side, reach: Reach) -> Iterator[Plan]:
        """An école marked by the other taken off by the one it was made on, and what he lost by it put back.

        Who has an école of his own to mark is taken to be about that one, as long as there is time.
        """
        lines = tuple(enumerate(self.ledger.lines))
        if reach is not Reach.OVER and self.ledger.claimable(actor) and not any(line.undone for _, line in lines):
            return
        back = tuple(Change(at, line.taken) for at, line in lines if line.side is actor and line.taken)
        for at, line in lines:
            if line.side is actor or not line.ecole:
                continue
            undoes = not line.over and line.marked >= line.due > 0
            begun: Plan = (Change(at, -line.marked),) if undoes else ()
            points = line.marked if undoes else line.undone
            if points:
                new = Line(actor, line.throw, line.on, 0, ecole=True)
                answer = Change(len(lines), points, new)
                # Bit by bit, or all under one hand; points he marks are his answer rather than what he lost.
                parts: tuple[Plan, ...] = ((), (answer,), (*back, answer), back)
                yield from (begun + part for part in parts if begun or part)

    # --- what was not ------------------------------------------------------------------------------------------------

    def _beyond(self, side: Side, reach: Reach) -> Iterator[Plan]:
        """Points marked that were not due, or not all that were; once time is over, points taken off as well."""
        begun = any(line.side is side and line.open and line.begun for line in self.ledger.lines)
        if reach is not Reach.OVER and (begun or self._unclaimed(side)):
            return  # he may yet take off what he marks, or was asked for the rest of an école
        claiming = self.claims(side)
        due = self.ledger.owed(side) + (self.ledger.claimable(side) if claiming else 0)
        takes = ((), *self._takes(side.adversary))
        for take in takes:
            for points in range(due + 2, MOST, 2):
                yield take + self._marks(side, points, claiming=claiming)
        if reach is not Reach.OVER:
            return
        yield from self._partly(side)
        yield from (self._loses(side, points) for points in range(2, POINTS_DU_TROU, 2))

    def _partly(self, side: Side) -> Iterator[Plan]:
        """Less than all that was due."""
        claiming = self.claims(side)
        due = self.ledger.owed(side) + (self.ledger.claimable(side) if claiming else 0)
        for take in ((), *self._takes(side.adversary)):
            for points in range(2, due, 2):
                yield take + self._marks(side, points, claiming=claiming)

    def _both(self, side: Side) -> Iterator[Plan]:
        """Both sides' marks changed under one hand, and nothing simpler explains them."""
        pays = tuple(self._pays(side.adversary, Reach.OVER))
        for plan in tuple(self._beyond(side, Reach.OVER)):
            yield from (plan + pay for pay in pays)

    def claims(self, side: Side) -> bool:
        """Whether what a side marks beyond its dues is meant for an école."""
        return side in self.called or (self.ledger.claimable(side) > 0 and not self._unclaimed(side))

    def _marks(self, side: Side, points: int, *, claiming: bool) -> Plan:
        """So many points paid on the dues in their order, what is left over on the line it seems meant for."""
        changes: list[Change] = []
        due = [
            at
            for at, line in enumerate(self.ledger.lines)
            if line.side is side and line.open and (claiming or not line.ecole)
        ]
        for at in sorted(due, key=lambda at: (self.ledger.lines[at].ecole, self.ledger.lines[at].throw)):
            part = min(points, self.ledger.lines[at].open)
            points -= part
            if part:
                changes.append(Change(at, part))
        if points:
            ecole = bool(changes) and self.ledger.lines[changes[-1].at].ecole
            beyond = Change(changes[-1].at, points) if ecole else self._surplus(side, points, claiming=claiming)
            paid = next((change for change in changes if change.at == beyond.at), None)
            if paid is None:
                changes.append(beyond)
            else:
                changes[changes.index(paid)] = replace(paid, points=paid.points + points)
        return tuple(changes)

    def _surplus(self, side: Side, points: int, *, claiming: bool) -> Change:
        lines = self.ledger.lines
        if claiming:
            undone = next((line for line in lines if line.side is not side and line.undone), None)
            # The throw under way has not been played: it is about the marks for the one before.
            throw = max(1, self.number - (not self.touched))
            about = (at for at, one in enumerate(lines) if one.side is side and one.ecole and one.throw == throw)
            last = max(about, default=None)
            if undone is not None:
                return Change(len(lines), points, Line(side, undone.throw, undone.on, 0, ecole=True))
            if last is not None:
                return Change(last, points)
            return Change(len(lines), points, Line(side, throw, On.OWN, 0, ecole=True))
        on = On.OWN if side is self.thrower and self.marking == self.number else On.GIVEN
        at = self.ledger.find(side=side, throw=self.marking, on=on)
        if at is None:
            return Change(len(lines), points, Line(side, self.marking, on, 0))
        return Change(at, points)

    def _loses(self, side: Side, points: int) -> Plan:
        """So many points taken off a side, the last first."""
        changes = []
        for at in reversed(range(len(self.ledger.lines))):
            line = self.ledger.lines[at]
            part = min(points, line.marked) if line.side is side else 0
            points -= part
            if part:
                changes.append(Change(at, -part))
        return tuple(changes)
