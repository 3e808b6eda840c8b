"""The dames of both sides: which story becomes acts, and when.

1. A position is accepted when one story is clearly ahead. An unlawful position must also last.
2. A position that no story explains is never taken for a play. It is a disorder until the players mend it or play on.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from events.acts import Act, DameLifted, DiceThrown, PlayEnded, ThrowCancelled
from events.board_reading import CaseReading
from events.trictrac.acts import Corrected, Misread, Releve
from events.trictrac.state import Phase
from referee.inference.deciding import worth_accusing
from referee.inference.moves import displaced
from referee.inference.tables import COSTS, FILTER
from referee.one_table import Notice
from referee.trictrac.judge.played import is_ended
from referee.trictrac.judge.situation import JudgedTable, Situation, Throw
from referee.trictrac.numbers import HANDS, PATIENCE, REACH
from referee.trictrac.tracker.belief import Belief, Earlier, Refused, played_before
from referee.trictrac.tracker.dames import DamesVerdict
from referee.trictrac.tracker.hypotheses import TALON, Story
from referee.trictrac.tracker.moves import could_be_all, put_back, takes_all_out, ways_between
from referee.trictrac.tracker.questions import Questions
from referee.trictrac.tracker.touch_times import TouchTimes
from referee.trictrac.tracker.trail import Came, Trail
from rules.plays import legal_plays
from rules.position import Case, Counts, Position, ReleveCause, Side

KNOCKED = frozenset({Story.PARTIAL, Story.FAULTY, Story.FREE})
"""Stories of dames that were not moved by a whole lawful play, so that a sleeve may have moved them."""
WAITING = frozenset({Story.RELEVE, Story.IN_HAND, Story.HALF_READ, Story.REREAD_STEP})
"""Stories that lead to no act yet: a relevé until both sides are back, a dame in the hand until it is put down or back
(`Trail`), and a throw that has to be reported first."""


@dataclass(slots=True)
class BoardTracker:
    """Follows where the dames stand.

    Attributes:
        still_since: since when nothing moved and no hand was there, seconds.
        accepted: the sides whose moves were reported since then.
        trail: how the dames of the throw under way stood at each rest.
        handled: when each dame was taken up and put down.
    """

    belief: Belief
    questions: Questions = field(default_factory=Questions)
    accepted: set[Side] = field(default_factory=set)
    still_since: float = 0.0
    trail: Trail = field(default_factory=Trail)
    handled: TouchTimes = field(init=False)

    def __post_init__(self) -> None:
        """Share the belief and the trail with the times of touches."""
        self.handled = TouchTimes(self.belief, self.trail)

    def end_rest(self, table: JudgedTable, t: float) -> None:
        """Keep the explanations of a rest that ends at t, as something moves again."""
        throw = table.situation.throw
        if throw is None or throw.moves is not None:
            return
        tracker, counts = self.belief.dames[throw.side], table.situation.position.counts(throw.side)
        self.trail.follow(throw, counts)
        # A sleeve that moved the other's dames, too, moved these.
        seen = [] if self._knocked(throw.side.adversary, table.situation) else tracker.explanations(counts)
        lasted = t - max(tracker.blind, tracker.leads_since) >= PATIENCE.seconds
        if seen and (lasted or tracker.leads_frames >= FILTER.repeated):
            self.trail.rest(throw, seen, tracker.leads_since, t, self._came(throw.side))

    def _came(self, side: Side) -> Came:
        """Return the nats by which the hand of `side` touched a dame on a case since a time, and was at no other case.

        They are 0 if the hands were not followed.
        """
        hands, settings = self.belief.hands, self.belief.settings

        def came(case: Case, since: float, than: Sequence[Case]) -> float:
            visits = hands.since(since)
            if not hands.shows_hands or any(one.unknown for one in visits):
                return 0.0
            there = any(one.pictures_at(side, case, settings, than).sum() >= HANDS.taken for one in visits)
            return -REACH.stayed_idly if there else REACH.not_taken

        return came

    def put_back_first(self, throw: Throw, standing: Counts, verdict: DamesVerdict) -> Generator[Act, None, Counts]:
        """Report the dames put back before the dames came to stand so, if that is sure enough; else suspect it.

        Returns the counts from which they were then moved.
        """
        if throw.lifted or verdict.story not in {Story.PLAYED, Story.PARTIAL}:
            return standing
        if throw.moves is not None and not throw.lawful:
            # The other player had a dame badly played put back, or it was put back before he spoke.
            base = throw.base.counts(throw.side)
            return (yield from put_back(verdict.since, throw.side, base, standing, verdict.counts))
        self.trail.follow(throw, standing)
        costs = COSTS[self.belief.settings.costs]
        found = self.trail.undone_before(throw, verdict.counts, self._came(throw.side), costs)
        if found is None:
            return standing
        path, lead = found
        if not worth_accusing(lead, costs):
            if self.trail.suspected is None or self.trail.suspected[1] < lead:
                self.trail.suspected = found
            return standing
        yield from self.trail.acts(path, throw)
        return self.trail.left_from(path)

    def on_blinded(self, t: float) -> None:
        """Note that a hand is over the board, or nothing can be seen."""
        self.still_since = t
        for tracker in self.belief.dames.values():
            tracker.on_blinded(t)
        self.belief.verdicts.clear()
        self.accepted.clear()

    def observe(
        self, cases: tuple[CaseReading, ...] | None, t: float, table: JudgedTable, *, marking: bool
    ) -> Iterator[Act | Notice]:
        """Yield the acts that the dames show, and notices of what is unclear.

        marking: whether a mark is just being seen that counts as made before a dame seen touched at the same time.
        """
        situation = table.situation
        clear = self.belief.weigh(cases, t, situation)
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
                yield from self.handled.put_down_missed(before, table.situation.position, t)
            for act in self.accept(side, verdict, table.situation, t):
                moved = True
                self.still_since = max(self.still_since, verdict.since)
                yield act
        situation = table.situation
        if moved:
            if self.questions.doubt is not None and self.questions.doubt.throw == situation.number:
                yield from self.questions.settle(situation, t)
        else:
            yield from self.questions.consider(self.belief, situation, t)
        if self.belief.understood and t - self.still_since >= FILTER.pause:
            yield from self.end_play(t, situation)

    def end_play(self, t: float, situation: Situation) -> Iterator[Act]:
        """Yield the end of the thrower's play, if it is neither complete nor the first step of a play."""
        throw = situation.throw
        playing = situation.phase is Phase.TO_PLAY and throw is not None and not throw.lifted
        if playing and throw is not None and is_ended(throw, situation.position):
            yield PlayEnded(t, throw.side)

    def _at_talons(self, situation: Situation, clear: dict[Side, DamesVerdict]) -> bool:
        """Whether all dames of both sides have gone back to the talons.

        If one side's dames are back, the other's need only look so.
        """
        back = {side for side, verdict in clear.items() if verdict.story is Story.RELEVE}
        now = {side: clear[side].counts if side in clear else situation.position.counts(side) for side in Side}
        for side in Side:
            with_them = (
                side.adversary in back and self.belief.dames[side].evidence.short_of_best(TALON) <= PATIENCE.nearly
            )
            unclear = self.belief.verdicts[side] is not None and side not in clear
            if not with_them and (now[side] != TALON or unclear):
                return False
        base = situation.throw.base if situation.throw is not None else Position.start()
        return situation.position != Position.start() and base != Position.start()

    def _last_out(self, situation: Situation) -> Iterator[Act]:
        """Yield the acts of last dames that went off the board just before all were put back, with no look between."""
        throw = situation.throw
        if throw is None or throw.lifted or not takes_all_out(throw):
            return
        gone = self.belief.dames[throw.side].strange_since or self.still_since
        yield from ways_between(max(throw.t, gone), throw.side, situation.position.counts(throw.side), (0,) * 24)

    def accept(self, side: Side, verdict: DamesVerdict, situation: Situation, t: float) -> Iterator[Act]:
        """Turn a verdict that is clear at t into acts, if it fits the situation."""
        standing = situation.position.counts(side)
        throw = situation.throw
        if verdict.story in WAITING or situation.phase is Phase.OVER:
            return
        if situation.phase is Phase.LEAVING and not (verdict.story is Story.PLAYED and situation.trait is side):
            return  # dames on their way to the talons, unless their player has played on
        if verdict.story is Story.REREAD and throw is not None:
            yield from self.reread(verdict, throw)
            return
        if verdict.story is Story.STALE:
            yield from self._past(side, verdict, situation)
            return
        if verdict.story is Story.OUT_OF_TURN and throw is not None:
            earlier = played_before(self.belief, situation, side, verdict.counts)
            if earlier is not None and situation.phase is not Phase.TO_THROW:
                yield from self._in_turn(earlier, verdict, situation)
                return
            if situation.phase is not Phase.TO_THROW:
                yield ThrowCancelled(verdict.since, throw.side)
            yield DiceThrown(verdict.since, side, throw.dice, good=True)
        elif verdict.story is Story.OLD_DICE:
            refused = self.belief.played_old(situation, side, verdict.counts)
            if refused is not None:
                yield from self.report_not_void(side, verdict, situation, refused)
            return
        elif self._groundless(side, verdict, situation):
            return
        elif throw is not None and throw.side is side and side in self.accepted and not throw.lifted:
            # No hand came over the board since the last acts were reported, so nothing moved: they were misread.
            yield Misread(verdict.since, side)
            standing = throw.base.counts(side)
        taken = None
        if throw is not None and throw.side is side:
            standing = yield from self.put_back_first(throw, standing, verdict)
            verdict = replace(verdict, since=self.belief.hands.let_go(side, throw.t, verdict.since))
            whole = throw.base.counts(side) if throw.lifted and not throw.placed and not throw.hops else standing
            taken = partial(self.handled.lift_time, side, verdict, whole, throw.t)
            verdict = replace(verdict, since=self.handled.put_down(side, verdict.counts, standing, verdict.since, t))
            if verdict.story is Story.PLAYED:
                self.belief.took_off(situation, verdict.counts)
        elif situation.before is not None and situation.before.side is side:
            since = self.belief.hands.let_go(side, situation.before.t, verdict.since)
            verdict = replace(verdict, since=since)
        yield from self.report(side, verdict, standing, taken)

    def assent(self, side: Side, t: float, situation: Situation) -> Iterator[Act]:
        """Yield the first dame that `side` took up for a departure, if it has begun to break up its game (Lois XVI)."""
        verdict, standing = self.belief.verdicts.get(side), situation.position.counts(side)
        if verdict is not None and verdict.steady and verdict.story in {Story.FREE, Story.RELEVE}:
            taken = [case for case in range(1, 25) if verdict.counts[case - 1] < standing[case - 1]]
            # None, if dames that were off the board were put back.
            yield from (DameLifted(t, side, case) for case in taken[:1])

    def _groundless(self, side: Side, verdict: DamesVerdict, situation: Situation) -> bool:
        """Whether this verdict does not fit the situation, or was reported in this rest already."""
        throw, standing = situation.throw, situation.position.counts(side)
        if verdict.counts == standing:
            return True
        if verdict.story in KNOCKED and self._knocked(side.adversary, situation):
            return True  # a sleeve moved them, and a hand puts them back: none of that is a play
        # No throw moves dames this way, so it is a disorder or a relevé under way.
        return verdict.story is Story.FREE and (
            throw is None
            or not could_be_all(standing, verdict.counts, self.belief.hypotheses(situation, side).total)
            or throw.side is not side
            or displaced(throw.base.counts(side), verdict.counts) > 2
            or (situation.may_releve and verdict.counts[0] > standing[0])
            or self._strange(side.adversary)
        )

    def _past(self, side: Side, verdict: DamesVerdict, situation: Situation) -> Iterator[Act]:
        """Correct dames that already stood so before the throw under way."""
        standing = situation.position.counts(side)
        if situation.phase is not Phase.TO_PLAY and could_be_all(standing, verdict.counts, sum(standing)):
            position = situation.position.with_counts(side, verdict.counts)
            yield Corrected(verdict.since, by="board", why="counted again", position=position)

    def reread(self, verdict: DamesVerdict, throw: Throw) -> Iterator[Act]:
        """Correct misread dice: the play is lawful by another reading of them, which replaces the throw."""
        side = throw.side
        dice = next(
            dice
            for dice, _ in self.belief.doubted
            if verdict.counts in legal_plays(throw.base, side, dice).counts(side)
        )
        yield ThrowCancelled(verdict.since, side)
        yield DiceThrown(throw.t, side, dice, good=True)
        yield from self.report(side, verdict, throw.base.counts(side))

    def report_not_void(
        self, side: Side, verdict: DamesVerdict, situation: Situation, refused: Refused
    ) -> Iterator[Act]:
        """Report dice taken for void as a throw, because `side` has played them."""
        throw = situation.throw
        standing = situation.position.counts(side)
        self.belief.refused, self.belief.unread_throws = None, ()
        if situation.phase is Phase.TO_THROW or throw is None:
            if situation.early is None or situation.early.side is not side:
                yield DiceThrown(refused.t, side, refused.dice, good=True)
            yield from self.report(side, verdict, standing)
            return
        # The player still had a dame in his hand when the other threw early.
        earlier = Earlier(refused.t, side, refused.dice, verdict.counts)
        yield from self._thrown_early(earlier, verdict.since, situation, throw)

    def _in_turn(self, earlier: Earlier, verdict: DamesVerdict, situation: Situation) -> Iterator[Act]:
        """Report the play of `verdict` as in turn, because the other player had made the play `earlier` before it."""
        throw, side = situation.throw, earlier.side.adversary
        self.belief.refused, self.belief.unread_throws = None, ()
        if throw is not None:
            yield from self._thrown_early(earlier, verdict.since, situation, throw)
            yield from self.report(side, verdict, situation.position.counts(side))

    @staticmethod
    def _thrown_early(earlier: Earlier, t: float, situation: Situation, throw: Throw) -> Iterator[Act]:
        """Report an earlier throw, known at t to have been played, and then the throw under way as the other's."""
        side = earlier.side
        yield ThrowCancelled(t, side)
        yield DiceThrown(earlier.t, side, earlier.dice, good=True)
        yield from ways_between(t, side, situation.position.counts(side), earlier.counts)
        yield DiceThrown(throw.t, side.adversary, throw.dice, good=True)

    def report(
        self, side: Side, verdict: DamesVerdict, standing: Counts, taken: Callable[[Case], float] | None = None
    ) -> Iterator[Act]:
        """Yield the acts of a verdict; taken: returns when the dame of a case was lifted, if not just now."""
        acts = tuple(ways_between(verdict.since, side, standing, verdict.counts, taken=taken))
        # Anything seen from now on is new.
        self.accepted.add(side)
        self.belief.dames[side].strange_since = None
        self.belief.dames[side].weighed = None
        yield from acts

    def _knocked(self, side: Side, situation: Situation) -> bool:
        """Whether a dame of the side that is not playing is seen on another case, too: the board was knocked."""
        throw, evidence = situation.throw, self.belief.dames[side].evidence
        if evidence.latest is None or throw is None or throw.side is side:
            return False
        stood = np.minimum(situation.position.counts(side), evidence.rows)
        moved = np.minimum(evidence.latest, evidence.rows) - stood
        gone, pile = moved == -1, (moved == 0) & (stood == evidence.rows)
        # A dame more on an uncountable pile does not show.
        to_pile = gone[:-1] & pile[1:] | pile[:-1] & gone[1:]
        return bool((gone.any() and (moved == 1).any()) or to_pile.any())

    def _strange(self, side: Side) -> bool:
        """Whether a side's dames stand as no story foresees. Then a knock may have moved the other's dames, too."""
        verdict = self.belief.verdicts.get(side)
        return verdict is not None and verdict.story is Story.FREE
