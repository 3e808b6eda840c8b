"""The times when dames were taken up and put down: as seen or, for piles that cannot be counted, by the hands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf

from events.acts import Act, DameLifted, DamePlaced
from referee.inference.moves import displaced
from referee.trictrac.judge.played import pair_dames
from referee.trictrac.judge.situation import Throw
from referee.trictrac.tracker.belief import Belief
from referee.trictrac.tracker.dames import DamesVerdict
from referee.trictrac.tracker.moves import HOME, ways_between
from referee.trictrac.tracker.trail import Trail
from rules.play import Move
from rules.position import BANDE, Case, Counts, Position, Side


@dataclass(slots=True)
class TouchTimes:
    """Works out when moved dames were touched."""

    belief: Belief
    trail: Trail

    def put_down(self, side: Side, counts: Counts, standing: Counts, seen: float, t: float) -> float:
        """Return when the only dame that moved was put down, as known at t.

        An uncountable pile looks the same before and after. seen: since when the dame may lie there.
        """
        came = [case for case in range(1, BANDE) if counts[case - 1] > standing[case - 1]]
        one = displaced(standing, counts) == 1 and len(came) == 1
        if not one or self.belief.dames[side].evidence.counted(came[0], counts[came[0] - 1]):
            return seen
        return self.belief.hands.put_down(side, came[0], seen, t, self.belief.settings)

    def lift_time(self, side: Side, verdict: DamesVerdict, whole: Counts, since: float, case: Case) -> float:
        """Return when a dame was lifted from a case: if from an uncountable pile, perhaps long before it was let go.

        whole: the counts before the first dame was lifted of those not put down yet.
        """
        put = [at for at in range(1, BANDE) if verdict.counts[at - 1] > whole[at - 1]]
        taken = partial(self._from_pile, side, since, verdict.since, put)
        together = self.belief.dames[side].held_at(whole, verdict.counts, since, taken, self._late(side, since))
        if together is not None:
            return min(together, verdict.since)
        gone = self.trail.held_since(case, verdict.counts[case - 1])
        if gone is not None and since < gone < verdict.since:
            return gone
        if self.belief.dames[side].evidence.counted(case, verdict.counts[case - 1]):
            return verdict.since
        return self._from_pile(side, since, verdict.since, (), case)

    def _late(self, side: Side, since: float) -> Callable[[Case, Case, float], bool]:
        """Return whether the hand brought a dame from a case to another only after a time, as a function of these."""
        hands, settings = self.belief.hands, self.belief.settings
        return lambda start, end, seen: hands.brought_after(side, start, end, since, seen, settings)

    def _from_pile(self, side: Side, since: float, seen: float, put: Sequence[Case], case: Case) -> float:
        """Return when a dame of an uncountable pile was taken, which stood elsewhere at `seen`, by the hand's places.

        put: cases where the hand put dames down meanwhile.
        """
        return self.belief.hands.taken_at(side, case, since, seen, self.belief.settings, put)

    def put_down_missed(self, throw: Throw, position: Position, t: float) -> Iterator[Act]:
        """Put down the last dame of a throw in the air: the next throw is played at t, so no hand still holds it.

        It lies where it lawfully may, though every look misses it there. It cannot be off the board before all are home
        (Lois VIII).
        """
        side, counts = throw.side, position.counts(throw.side)
        if not throw.in_the_air or not any(throw.base.counts(side)[:HOME]):
            return
        let_go = self.belief.hands.let_go(side, throw.t, t)
        for played in throw.plays.counts(side):
            acts = tuple(ways_between(let_go, side, counts, played))
            if len(acts) == 1 and isinstance(acts[0], DamePlaced):
                yield acts[0]
                return

    def still_held(self, throw: Throw, position: Position, dice_up: float) -> bool:
        """Whether a dame of a reported play was put down only after the dice were taken up.

        That is so if the looks or the hand show that it left its case, or came where it stands, only after that.
        """
        side, hands, settings = throw.side, self.belief.hands, self.belief.settings
        tracker, counts, moves = self.belief.dames[side], position.counts(side), throw.moves or ()
        taken_off = self._taken_off(throw, throw.t, inf)
        before = sum(began <= dice_up for began, _ in taken_off)

        def late(move: Move) -> bool:
            if move.end == BANDE:
                more = before < sum(one.end == BANDE for one in moves) <= len(taken_off)
                return more or hands.holds_beside(side, throw.t, dice_up, settings)
            seen = tracker.since(move.end, counts[move.end - 1], throw.t)
            if seen is not None and seen <= dice_up:
                return False
            changed = tracker.change(move.start, dice_up) < 0 or tracker.change(move.end, dice_up) > 0
            came = changed and any(visit.was_at(side, move.end, settings, dice_up) for visit in hands.since(dice_up))
            return came or hands.brought_after(side, move.start, move.end, throw.t, dice_up, settings)

        return any(late(move) for move in moves)

    def _taken_off(self, throw: Throw, since: float, now: float) -> list[tuple[float, float]]:
        """Return when each visit began and ended in which a dame may have been taken off the board, by his habit."""
        beside = self.belief.habits[throw.side].puts_beside
        return self.belief.hands.reaches_since(throw.side, since, now, self.belief.settings, beside=beside)

    def touched_case(self, throw: Throw, position: Position) -> tuple[Case, float] | None:
        """Return a case where a dame was taken up and put back, and when it was in the air; None if none was seen.

        An uncountable pile looks the same meanwhile. The hand came to it and went, and came there again first. No dame
        was played from there, nor over it.
        """
        evidence, counts = self.belief.dames[throw.side].evidence, position.counts(throw.side)
        played = {move.start + number for move in throw.moves or () for number in throw.dice}
        played.update(throw.touched, (move.end for move in throw.moves or ()))
        piles = [
            case
            for case in range(1, BANDE)
            if counts[case - 1] and case not in played and not evidence.counted(case, counts[case - 1])
        ]
        than = [case for case in played if case < BANDE]
        return self.belief.hands.came_again(throw.side, piles, than, throw.t, self.belief.settings)

    def acts_of_play(
        self, side: Side, counts: Counts, t: float, throw: Throw, standing: Counts, now: float
    ) -> Iterator[Act]:
        """Yield the acts of a play that the next throw decided.

        A dame was put down when it was first seen where it stands. Dames that were not let go at the same time are
        reported one by one.

        Args:
            side: whose play it is.
            counts: the counts after it.
            t: when dames were moved whose time is not seen, seconds.
            throw: the throw played.
            standing: the counts reported so far.
            now: when the next throw is seen, seconds.
        """
        tracker = self.belief.dames[side]
        acts = tuple(ways_between(t, side, standing, counts))
        if not acts:
            return  # what was thought to have moved stands where it stood
        lifted = tuple(act.case for act in acts if isinstance(act, DameLifted))
        placed = [act.case for act in acts if isinstance(act, DamePlaced)]
        if lifted and len(lifted) == len(placed) and set(placed) == {BANDE}:
            taken_off = self._taken_off(throw, throw.let_go if throw.touched else throw.t, now)
            if len(taken_off) == len(lifted):
                for (_, since), case in zip(taken_off, lifted, strict=True):
                    yield DameLifted(since, side, case)
                    yield DamePlaced(since, side, BANDE)
                return
        last = self.put_down(side, counts, standing, t, now)
        # A look may have missed a dame at first where it was put, but it was put there while the hand was there.
        gone = self.belief.hands.let_go(side, throw.t, now)
        put = {
            case: min(gone, max(last, (case < BANDE and tracker.since(case, counts[case - 1], throw.t)) or t))
            for case in placed
        }
        if len(lifted) != len(placed):
            put_down = (DamePlaced(put[case], side, case) for case in sorted(placed, key=lambda case: put[case]))
            yield from acts if lifted else put_down
            return
        taken = partial(self._from_pile, side, throw.t, max(put.values()), placed)
        together = tracker.held_at(standing, counts, throw.t, taken, self._late(side, throw.t))
        if together is None and not any(tracker.evidence.counted(case, counts[case - 1]) for case in lifted):
            last_taken = max(self._from_pile(side, throw.t, max(put.values()), (), case) for case in lifted)
            together = last_taken if last_taken < min(put.values()) else None
        if together is not None:
            # On a pile they do not count, but they were put down only after that.
            put = {
                case: at if at > together else tracker.fuller(case, standing, together) or at
                for case, at in put.items()
            }
            yield from (DameLifted(min(together, *put.values()), side, case) for case in lifted)
            yield from (DamePlaced(put[case], side, case) for case in sorted(placed, key=lambda case: put[case]))
            return
        if all(since == t for since in put.values()):
            yield from acts
            return
        moves = pair_dames(lifted, tuple(placed), throw.dice)
        for move in sorted(moves, key=lambda move: put[move.end]):
            yield DameLifted(t, side, move.start)
            yield DamePlaced(put[move.end], side, move.end)
