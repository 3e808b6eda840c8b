"""The dames of both sides: which of their stories becomes acts, and when.

1. A position is accepted when one story is clearly ahead, an unlawful one only when it lasts as well.
2. When the next throw comes first, the best story is taken as it is; what is seen later may still amend it.
3. What no story explains is never forced into a play: it is a disorder until it is mended or played on from.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

from referee.acts import Corrected, DameTouched, DiceThrown, Misread, PlayEnded, Releve, ThrowCancelled
from referee.judge.played import is_ended
from referee.state import Phase
from referee.tracker.contenders import AHEAD
from referee.tracker.dames import UNFORESEEN
from referee.tracker.handled import Handled
from referee.tracker.hypotheses import TALON, Story
from referee.tracker.moves import HOME, displaced, takes_all_out
from referee.tracker.questions import Questions
from referee.tracker.ways import could_be_all, one_after_the_other, ways_between
from rules.jan import JanName
from rules.plays import legal_plays
from rules.position import Position, Side
from rules.releve import ReleveCause

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from referee.acts import Act
    from referee.judge.situation import Situation, Throw
    from referee.tracker.dames import Verdict
    from referee.tracker.table import Notice, Table
    from referee.tracker.weighing import Refused, Weighing
    from rules.position import Case, Counts
    from vision.reading import CaseReading

DONE = 1.5
"""Seconds an unlawful play must rest, no hand over the board, before it is taken as ended."""

DOUBTFUL = 1.5
"""Nats by which one of two plays leads, the next throw having come, so little that people are asked which it was."""

UNDER_WAY, BACK = frozenset({Story.PARTIAL, Story.IN_HAND}), 2.0
"""Stories of a play under way, and the nats by which one must lead when the hand is back to go on with it."""

CALLED = 1.0
"""Nats by which a story must lead when the other calls a fault: he too has seen that something is wrong."""


@dataclass(slots=True)
class BoardTracker:
    """Follows where the dames stand.

    still_since: since when nothing was moved and no hand was there; accepted: whose dames were told to have moved
    since then; handled: when each was taken up and put down.
    """

    weighing: Weighing
    questions: Questions = field(default_factory=Questions)
    accepted: set[Side] = field(default_factory=set)
    still_since: float = 0.0
    handled: Handled = field(init=False)

    def __post_init__(self) -> None:
        """Both weigh alike."""
        self.handled = Handled(self.weighing)

    def returned(self, table: Table, *, marking: bool) -> Iterator[Act]:
        """Something moves again: what was seen of a play under way in more looks than one was so.

        A dame seen to be gone since a hand was there is in the hand that comes back. marking: as in `observe`.
        """
        situation = table.situation
        throw = situation.throw
        if throw is None or (marking and not throw.touched):
            return
        verdict = self.weighing.verdicts.get(throw.side)
        if verdict is None or verdict.story not in UNDER_WAY or verdict.lead < BACK or verdict.frames < 2:
            return
        evidence = self.weighing.dames[throw.side].evidence
        if not evidence.missed_before(situation.position.counts(throw.side), verdict.counts):
            yield from self.accept(throw.side, verdict, situation, verdict.since)

    def blinded(self, t: float) -> None:
        """A hand is over the board, or nothing can be seen."""
        self.still_since = t
        for side, tracker in self.weighing.dames.items():
            untold = None if side in self.accepted else self.weighing.verdicts.get(side)
            self.handled.rested(side, untold)
            tracker.blinded(t)
        self.weighing.verdicts.clear()
        self.accepted.clear()

    def observe(
        self, cases: tuple[CaseReading, ...] | None, t: float, table: Table, *, marking: bool
    ) -> Iterator[Act | Notice]:
        """The acts the dames show, and what is not clear about them.

        marking: a mark is just being seen that counts as made before a dame seen to be touched with it.
        """
        situation = table.situation
        clear = self.weighing.weigh(cases, t, situation)
        if self._at_talons(situation, clear):
            yield from self._last_out(situation)
            yield Releve(t, ReleveCause.S_EN_ALLER, situation.trait)
            return
        moved = False
        for side, verdict in clear.items():
            throw = table.situation.throw
            if marking and throw is not None and not throw.touched:
                continue
            before = table.situation.before
            if verdict.story is Story.PLAYED and before is not None and before.side is not side:
                yield from self.handled.missed(before, table.situation.position, t)
            for act in self.accept(side, verdict, table.situation, t):
                moved = True
                self.still_since = max(self.still_since, verdict.since)
                yield act
        situation = table.situation
        if moved:
            if self.questions.doubt is not None and self.questions.doubt.throw == situation.number:
                yield from self.questions.settle(situation, t)
        else:
            yield from self.questions.consider(self.weighing, situation, t)
        if self.weighing.understood and t - self.still_since >= DONE:
            yield from self.ended(t, situation)

    def ended(self, t: float, situation: Situation) -> Iterator[Act]:
        """The thrower's play, where it is neither complete nor a first step of one."""
        throw = situation.throw
        playing = situation.phase is Phase.TO_PLAY and throw is not None and not throw.lifted
        if playing and throw is not None and is_ended(throw, situation.position):
            yield PlayEnded(t, throw.side)

    def called(self, t: float, table: Table) -> Iterator[Act]:
        """The other calls a fault: the thrower's play is over as it stands, by the likeliest story.

        Where he may be calling an école that was open before, a first step of a play is no play yet; but who takes his
        last two dames out takes them both before anybody speaks.
        """
        throw = table.situation.throw
        if throw is not None and table.situation.phase is Phase.TO_THROW:
            yield from self._touched(t, throw, table.situation)
        if throw is None or table.situation.phase not in {Phase.TO_MARK, Phase.TO_DECIDE, Phase.TO_PLAY}:
            return
        before = any(one.to is throw.side.adversary and one.fault.points for one in table.situation.open_faults)
        verdict = self.weighing.verdicts.get(throw.side)
        look = self.weighing.look(throw.side, None, t, table.situation)
        # A dame thought to be in his hand lies where nobody can count, if the play is over; and of those that went out
        # from where nobody can count his hand alone shows that they did.
        home = not any(throw.base.counts(throw.side)[:HOME])
        went_out = home and look.stayed is not None and look.stayed[HOME:].any()
        if (verdict is not None or throw.lifted or went_out) and not before:
            verdict = self.weighing.dames[throw.side].judge_called(
                self.weighing.hypotheses(table.situation, throw.side), look
            )
        if verdict is not None and verdict.lead >= CALLED and verdict.story is not Story.IN_HAND:
            yield from self.accept(throw.side, verdict, table.situation, t)
            if verdict.story is Story.REREAD:
                yield from self.told(throw.side, verdict, throw.base.counts(throw.side))
        situation = table.situation
        throw = situation.throw
        if throw is None or situation.phase is not Phase.TO_PLAY or throw.lifted or situation.position == throw.base:
            return
        sortie = any(jan.name is JanName.SORTIE and jan.side is throw.side for jan in throw.jans)
        if not before or sortie or is_ended(throw, situation.position):
            yield PlayEnded(t, throw.side)

    def _touched(self, t: float, throw: Throw, situation: Situation) -> Iterator[Act]:
        """A lawful play is called: the one fault in it that no look could show is a dame of a pile touched besides."""
        found = self.handled.touched(throw, situation.position)
        open_to_him = any(one.to is throw.side.adversary for one in situation.open_faults)
        if found is not None and found[1] <= t and not open_to_him and self.weighing.understood:
            yield DameTouched(found[1], throw.side, found[0])

    def _at_talons(self, situation: Situation, clear: dict[Side, Verdict]) -> bool:
        """Every dame of both sides is back where it started, and was not before."""
        now = {side: clear[side].counts if side in clear else situation.position.counts(side) for side in Side}
        if any(now[side] != TALON or (self.weighing.verdicts[side] and side not in clear) for side in Side):
            return False
        base = situation.throw.base if situation.throw is not None else Position.start()
        return situation.position != Position.start() and base != Position.start()

    def _last_out(self, situation: Situation) -> Iterator[Act]:
        """The last dames went off the board before all were put back, though nobody looked in between."""
        throw = situation.throw
        if throw is None or throw.lifted or not takes_all_out(throw):
            return
        gone = self.weighing.dames[throw.side].astray or self.still_since
        yield from ways_between(max(throw.t, gone), throw.side, situation.position.counts(throw.side), (0,) * 24)

    def accept(self, side: Side, verdict: Verdict, situation: Situation, t: float) -> Iterator[Act]:
        """Turn a verdict that is clear at t into acts, where the situation gives occasion for them."""
        standing = situation.position.counts(side)
        throw = situation.throw
        if verdict.story is Story.RELEVE or situation.phase in {Phase.LEAVING, Phase.OVER}:
            return  # until both are back
        if verdict.story in {Story.HALF_READ, Story.REREAD_STEP}:
            return  # what was thrown has to be told first
        if verdict.story is Story.REREAD and throw is not None:
            yield from self._reread(verdict, throw)
            return
        if verdict.story is Story.STALE:
            yield from self._past(side, verdict, situation)
            return
        if verdict.story is Story.OUT_OF_TURN and throw is not None:
            if situation.phase is not Phase.TO_THROW:
                yield ThrowCancelled(verdict.since, throw.side)
            yield DiceThrown(verdict.since, side, throw.dice, good=True)
        elif verdict.story is Story.OLD_DICE and throw is not None and self.weighing.refused is not None:
            yield from self._not_void(side, verdict, situation, self.weighing.refused)
            return
        elif self._groundless(side, verdict, situation):
            return
        elif side in self.accepted and throw is not None and throw.side is side and not throw.lifted:
            # No hand came over the board since the last acts were told: nothing moved, they were misread.
            yield Misread(verdict.since, side)
            standing = throw.base.counts(side)
        if verdict.story is Story.IN_HAND and throw is not None:
            self._taken_up(side)
            yield from one_after_the_other(verdict.since, side, standing, verdict.counts, throw.dice)
            return
        taken = None
        if throw is not None and throw.side is side:
            verdict = replace(verdict, since=self.weighing.hands.let_go(side, throw.t, verdict.since))
            whole = throw.base.counts(side) if throw.lifted and not throw.placed and not throw.hops else standing
            taken = partial(self.handled.taken, side, verdict, whole, throw.t)
            verdict = replace(verdict, since=self.handled.put_down(side, verdict.counts, standing, verdict.since, t))
        elif situation.before is not None and situation.before.side is side:
            since = self.weighing.hands.let_go(side, situation.before.t, verdict.since)
            verdict = replace(verdict, since=since)
        yield from self.told(side, verdict, standing, taken)

    def _groundless(self, side: Side, verdict: Verdict, situation: Situation) -> bool:
        """Whether the situation gives no occasion for what is seen, or it was told at this very rest."""
        throw, standing = situation.throw, situation.position.counts(side)
        if verdict.counts == standing:
            return True
        if verdict.story is Story.IN_HAND:
            # A dame gone when the play is over is not being played, nor one that was not seen before his hand came.
            over = situation.phase is Phase.TO_THROW
            return over or (throw is not None and self.handled.gone_before(throw, verdict.counts))
        # No throw moves dames so: a disorder, or a relevé under way.
        return verdict.story is Story.FREE and (
            throw is None
            or not could_be_all(standing, verdict.counts, self.weighing.hypotheses(situation, side).total)
            or throw.side is not side
            or displaced(throw.base.counts(side), verdict.counts) > 2
            or (situation.may_releve and verdict.counts[0] > standing[0])
            or self._strange(side.adversary)
        )

    def _past(self, side: Side, verdict: Verdict, situation: Situation) -> Iterator[Act]:
        """The dames stood so before the throw under way: the play before it was another, or they are counted anew."""
        standing, before = situation.position.counts(side), situation.before
        if situation.phase is Phase.TO_PLAY or not could_be_all(standing, verdict.counts, sum(standing)):
            return
        if before is not None and before.side is side and displaced(before.base.counts(side), verdict.counts) <= 2:
            yield from ways_between(verdict.since, side, standing, verdict.counts)
        else:
            position = situation.position.replaced(side, verdict.counts)
            yield Corrected(verdict.since, by="board", why="counted again", position=position)

    def _reread(self, verdict: Verdict, throw: Throw) -> Iterator[Act]:
        """The dice were misread: what he played is lawful by what they may say instead, and that they said."""
        side = throw.side
        dice = next(
            dice
            for dice, _ in self.weighing.doubted
            if any(play.result.counts(side) == verdict.counts for play in legal_plays(throw.base, side, dice).plays)
        )
        yield ThrowCancelled(verdict.since, side)
        yield DiceThrown(throw.t, side, dice, good=True)
        yield from self.told(side, verdict, throw.base.counts(side))

    def _not_void(self, side: Side, verdict: Verdict, situation: Situation, refused: Refused) -> Iterator[Act]:
        """Dice taken for void were played."""
        throw = situation.throw
        standing = situation.position.counts(side)
        self.weighing.refused = None
        if situation.phase is Phase.TO_THROW or throw is None:
            if situation.early is None or situation.early.side is not side:
                yield DiceThrown(refused.t, side, refused.dice, good=True)
            yield from self.told(side, verdict, standing)
            return
        # He had a dame in his hand, and the other threw early.
        yield ThrowCancelled(verdict.since, side)
        yield DiceThrown(refused.t, side, refused.dice, good=True)
        yield from ways_between(verdict.since, side, standing, verdict.counts)
        yield DiceThrown(throw.t, side.adversary, throw.dice, good=True)

    def told(
        self, side: Side, verdict: Verdict, standing: Counts, taken: Callable[[Case], float] | None = None
    ) -> Iterator[Act]:
        """The acts of a verdict, as they follow from what stood; taken: when each dame was lifted, if not just now."""
        acts = tuple(ways_between(verdict.since, side, standing, verdict.counts, taken=taken))
        self._taken_up(side)
        yield from acts

    def _taken_up(self, side: Side) -> None:
        """What was seen of a side's dames is told: what is seen of them from now on is something else."""
        self.accepted.add(side)
        self.handled.told(side)
        self.weighing.dames[side].astray = None

    def _strange(self, side: Side) -> bool:
        """The dames of a side stand as no story foresees: the board was knocked, and so the other's may have been."""
        verdict = self.weighing.verdicts.get(side)
        return verdict is not None and verdict.story is Story.FREE

    def before_throw(self, table: Table, t: float, moved_since: Side | None = None) -> Iterator[Act | Notice]:
        """The throw before is played as it stands, now that the next one was made: the best story, clear or not.

        moved_since: whose dames were moved by that next throw already.
        """
        situation = table.situation
        throw = situation.throw
        if throw is None or situation.phase is Phase.LEAVING:
            return
        yield from self.questions.settle(situation, t)
        yield from self._left_as_it_stands(situation, t, moved_since)
        side = throw.side
        look = self.weighing.look(side, None, t, situation)
        expected = self.weighing.hypotheses(situation, side)
        verdict = self.weighing.dames[side].judge_now(expected, look)
        standing = situation.position.counts(side)
        if verdict is not None and not expected.complete and not throw.touched:
            hid = self.weighing.dames[side].recounted(throw, verdict)
            if hid is not None:
                base, counts = hid
                yield Corrected(t, by="board", why="counted again", position=throw.base.replaced(side, base))
                yield from ways_between(throw.t, side, base, counts)
                return
        if verdict is None or verdict.counts == standing:
            return
        if expected.complete and verdict.story in UNFORESEEN and verdict.lead < AHEAD:
            return  # what was seen to be played lawfully is made no fault on a guess
        if verdict.story in UNFORESEEN and verdict.other is Story.PLAYED and verdict.lead < DOUBTFUL:
            verdict = replace(verdict, counts=verdict.second, story=verdict.other)  # nor where it is as likely
        if verdict.story in {Story.RELEVE, Story.OUT_OF_TURN, Story.STALE}:
            return
        if verdict.story is Story.REREAD:
            yield from self._reread(verdict, throw)
            return
        tracker = self.weighing.dames[side]
        # When dames of a pile nobody can count were moved nobody can tell, but after the dice lay.
        moved = max(throw.t, throw.since, throw.t if tracker.astray is None else min(tracker.astray, verdict.since))
        moved = self.weighing.hands.let_go(side, throw.t, moved)
        if verdict.story is Story.IN_HAND:
            if situation.phase is not Phase.TO_THROW:
                yield from one_after_the_other(moved, side, standing, verdict.counts, throw.dice)
        elif displaced(throw.base.counts(side), verdict.counts) <= 2:
            yield from self.handled.played(side, verdict.counts, moved, throw, standing, t)
            if verdict.story is verdict.other is Story.PLAYED and verdict.lead < DOUBTFUL:
                yield from self.questions.ask(verdict, self.weighing, situation, t)

    def _left_as_it_stands(self, situation: Situation, t: float, moved_since: Side | None) -> Iterator[Act]:
        """A board out of order from which the players play on is the position from now on."""
        position = situation.position
        for side, verdict in self.weighing.verdicts.items():
            if verdict is None or verdict.story < Story.FREE or verdict.lead < AHEAD or side is moved_since:
                continue
            if not verdict.steady and self.questions.strange.get(side) != verdict.counts:
                continue
            throw = situation.throw
            own = throw is not None and throw.side is side and displaced(throw.base.counts(side), verdict.counts) <= 2
            counts = position.counts(side)
            if not own and could_be_all(counts, verdict.counts, sum(counts)):
                position = position.replaced(side, verdict.counts)
        if position != situation.position:
            yield Corrected(t, by="board", why="played on from it", position=position)
