"""Decisions on a play that is over before it is clear, because the next throw came or a player calls a fault.

1. The best story is taken as it is. Later looks may still amend it.
2. No play against the laws is reported if a lawful one is nearly as likely.
3. If the players play on from a board out of order, that board is the position from then on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from events.acts import Act, PlayEnded
from events.trictrac.acts import Corrected, DameTouched, Misread
from events.trictrac.state import Phase
from referee.inference.deciding import worth_accusing
from referee.inference.moves import displaced
from referee.inference.tables import COSTS
from referee.one_table import Notice
from referee.trictrac.judge.played import is_ended
from referee.trictrac.judge.situation import JudgedTable, Situation, Throw
from referee.trictrac.numbers import PATIENCE, PLAYS, REACH
from referee.trictrac.tracker.board import BoardTracker
from referee.trictrac.tracker.dames import UNFINISHED, UNFORESEEN
from referee.trictrac.tracker.hypotheses import Story
from referee.trictrac.tracker.hypothesis_scoring import may_be_put_down
from referee.trictrac.tracker.moves import HOME, could_be_all, one_after_the_other, ways_between
from rules.jan import JanName
from rules.position import Side


@dataclass(frozen=True, slots=True)
class Conclusions:
    """Decides what the dames show when there is no more time to wait."""

    board: BoardTracker

    def before_throw(self, table: JudgedTable, t: float, moved_since: Side | None = None) -> Iterator[Act | Notice]:
        """Yield the play of the throw before, now that the next one was made: the best story, clear or not.

        moved_since: the side whose dames were already moved by that next throw.
        """
        situation = table.situation
        throw = situation.throw
        if throw is None or situation.phase is Phase.LEAVING:
            return
        yield from self.board.questions.settle(situation, t)
        yield from self._left_as_it_stands(situation, t, moved_since)
        yield from self._settle(table, throw, t)

    def _settle(self, table: JudgedTable, throw: Throw, t: float) -> Iterator[Act | Notice]:
        """Yield the best story of a throw."""
        side, situation = throw.side, table.situation
        look = self.board.belief.look(side, None, t, situation)
        expected = self.board.belief.hypotheses(situation, side)
        verdict = self.board.belief.dames[side].judge_now(expected, look)
        standing = situation.position.counts(side)
        if verdict is None or verdict.counts == standing:
            return
        ruled = (throw.faulty or throw.called) and not throw.lifted
        if ruled and not self.board.belief.hands.may_have_come(side, throw.let_go):
            return  # the fault was called or seen already, and nothing was played after it
        if expected.complete and verdict.story in UNFORESEEN | UNFINISHED and verdict.lead < PATIENCE.ahead:
            return  # no guess turns a play that was seen to be lawful into a fault, or into no play
        one_number = verdict.story is Story.FREE and verdict.other is Story.PARTIAL
        held = verdict.other is Story.IN_HAND and may_be_put_down(expected)[expected.counts.index(verdict.second)]
        innocent = verdict.other is Story.PLAYED or one_number or held
        if verdict.story in UNFORESEEN and innocent and not worth_accusing(verdict.lead, look.costs):
            # An accusation would cost too much if it is wrong.
            verdict = replace(verdict, counts=verdict.second, story=verdict.other)
        if verdict.story in {Story.RELEVE, Story.OUT_OF_TURN, Story.STALE}:
            return
        if verdict.story is Story.REREAD:
            yield from self.board.reread(verdict, throw)
            return
        tracker = self.board.belief.dames[side]
        # Nothing shows when dames of an uncountable pile were moved, but it was after the dice came to rest.
        moved = max(
            throw.t,
            throw.since,
            throw.t if tracker.strange_since is None else min(tracker.strange_since, verdict.since),
        )
        moved = self.board.belief.hands.let_go(side, throw.t, moved)
        if verdict.story is Story.IN_HAND:
            if situation.phase is not Phase.TO_THROW:
                yield from one_after_the_other(moved, side, standing, verdict.counts, throw.dice)
        elif displaced(throw.base.counts(side), verdict.counts) <= 2:
            if expected.complete and throw.touched and not self.board.belief.hands.may_have_come(side, throw.let_go):
                # The player's hand has not come since that play was announced, so nothing moved: it was misread.
                yield Misread(t, side)
                standing = throw.base.counts(side)
            standing = yield from self.board.put_back_first(throw, standing, verdict)
            yield from self.board.handled.acts_of_play(side, verdict.counts, moved, throw, standing, t)
            if verdict.story is verdict.other is Story.PLAYED and verdict.lead < PATIENCE.doubtful:
                yield from self.board.questions.ask(verdict, self.board.belief, situation, t)

    def _left_as_it_stands(self, situation: Situation, t: float, moved_since: Side | None) -> Iterator[Act]:
        """Take a board out of order for the position, because the players play on from it."""
        position = situation.position
        for side, verdict in self.board.belief.verdicts.items():
            if verdict is None or verdict.story < Story.FREE or side is moved_since:
                continue
            # An earlier look was misread, which accuses nobody, so the likelier count is taken.
            if verdict.lead < (PATIENCE.called if verdict.story is Story.STALE else PATIENCE.ahead):
                continue
            if not verdict.steady and self.board.questions.strange.get(side) != verdict.counts:
                continue
            throw = situation.throw
            own = throw is not None and throw.side is side and displaced(throw.base.counts(side), verdict.counts) <= 2
            counts = position.counts(side)
            if not own and could_be_all(counts, verdict.counts, sum(counts)):
                position = position.with_counts(side, verdict.counts)
        if position != situation.position:
            yield Corrected(t, by="board", why="played on from it", position=position)

    def decide_called(self, t: float, table: JudgedTable, *, marked: bool = False) -> Iterator[Act]:
        """Yield the thrower's play by the likeliest story, and its end, because the other player calls a fault.

        If the call may mean an école that was open before, the first step of a play does not end it. A player who takes
        his last two dames out takes both before anybody speaks.

        marked: whether the thrower has just marked points that he was not due. If so, the call may come before any dame
        was touched.
        """
        yield from self._play_called(t, table, marked=marked)
        now = table.situation
        if now.throw is not None and now.phase is Phase.TO_THROW and now.throw.lawful:
            yield from self._report_touched(t, now.throw, now)

    def _play_called(self, t: float, table: JudgedTable, *, marked: bool) -> Iterator[Act]:
        """Yield the thrower's play and its end, if it has not been reported yet."""
        throw = table.situation.throw
        if throw is None or table.situation.phase not in {Phase.TO_MARK, Phase.TO_DECIDE, Phase.TO_PLAY}:
            return
        before = any(one.to is throw.side.adversary and one.fault.points for one in table.situation.open_faults)
        verdict = self.board.belief.verdicts.get(throw.side)
        look = self.board.belief.look(throw.side, None, t, table.situation)
        # If the play is over, a dame believed to be in the hand lies on an uncountable pile. Only the hand shows
        # that dames went out from such piles.
        home = not any(throw.base.counts(throw.side)[:HOME])
        went_out = home and not marked and look.stayed is not None and look.stayed[HOME:].any()
        if (verdict is not None or throw.lifted or went_out) and not before:
            verdict = self.board.belief.dames[throw.side].judge_called(
                self.board.belief.hypotheses(table.situation, throw.side), look
            )
        if verdict is not None and verdict.lead >= PATIENCE.called and verdict.story is not Story.IN_HAND:
            yield from self.board.accept(throw.side, verdict, table.situation, t)
            if verdict.story is Story.REREAD:
                yield from self.board.report(throw.side, verdict, throw.base.counts(throw.side))
        situation = table.situation
        throw = situation.throw
        if throw is None or situation.phase is not Phase.TO_PLAY or throw.lifted or situation.position == throw.base:
            return
        sortie = any(jan.name is JanName.SORTIE and jan.side is throw.side for jan in throw.jans)
        if not before or sortie or is_ended(throw, situation.position):
            yield PlayEnded(t, throw.side)

    def touched_unseen(self, table: JudgedTable) -> Iterator[Act]:
        """Report a dame of a pile taken up and put back before a lawful play, if the hand shows it surely enough."""
        now, settings = table.situation, self.board.belief.settings
        throw = now.throw if now.phase is Phase.TO_THROW else None
        if throw is None or not throw.lawful or throw.faulty or throw.mending:
            return
        if throw.side is settings.moved_for:
            return
        if worth_accusing(REACH.came_again, COSTS[settings.costs]):
            yield from self._touched_unseen(throw, now)

    def _touched_unseen(self, throw: Throw, situation: Situation) -> Iterator[Act]:
        found = self.board.handled.touched_case(throw, situation.position)
        if found is not None and found[1] >= throw.straightens:
            yield DameTouched(found[1], throw.side, found[0])

    def _report_touched(self, t: float, throw: Throw, situation: Situation) -> Iterator[Act]:
        """Report a dame taken up and put back before a lawful play, which is called.

        A rest may have shown it, though not surely enough to accuse without a call. No look shows that a dame of a pile
        was touched, too.
        """
        if any(one.to is throw.side.adversary for one in situation.open_faults) or not self.board.belief.understood:
            return
        trail, side = self.board.trail, throw.side
        suspected = trail.suspected if trail.number == throw.number else None
        if suspected is not None and suspected[1] + PLAYS.called >= PATIENCE.called:
            path, trail.suspected = suspected[0], None
            yield Misread(t, side)
            trail.start = throw.base.counts(side)
            yield from trail.acts(path, throw)
            yield from ways_between(t, side, trail.left_from(path), situation.position.counts(side))
            return
        yield from self._touched_unseen(throw, situation)
