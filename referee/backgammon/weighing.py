"""The dames of both sides: which story stands, decided only when one is clearly ahead (as `referee.tracker.dames`)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from referee.backgammon.stories import (
    BEGUN,
    LEAVING,
    PRIOR,
    UNFINISHED,
    Stories,
    Story,
    by_the_dice,
    seen_counts,
    supposed,
)
from referee.tracker.contenders import AHEAD, DISPLACED
from referee.tracker.dames import (
    FAR_AHEAD,
    LONE_SECONDS,
    NEARLY,
    STEADY_FRAMES,
    STEADY_SECONDS,
    UNLIKELY,
)
from referee.tracker.evidence import ROW, Evidence
from referee.tracker.hands import CHANGED_BY_ANYBODY
from referee.tracker.moves import displaced
from rules.backgammon.game import winner
from rules.backgammon.position import BAR, HOME
from rules.position import Side

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from referee.backgammon.situation import Situation
    from rules.backgammon.position import Position
    from rules.position import Counts

THROWN_ON = -8.0
"""What it costs to believe that a game was won where the other throws on: he saw that it was not."""

ROUNDED = 6
"""Decimals of a lead: sums of the same nats differ by less."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The best explanation: its position and story, its lead over the next (whose position and story are given).

    by: whose play it is where the game does not say; frames, since: in how many readings, and since when, it leads;
    steady: it has lasted long enough for an unlawful one; clear: it may be acted upon.
    """

    position: Position
    story: Story
    by: Side | None
    lead: float
    second: Position
    other: Story
    frames: int
    since: float
    steady: bool
    clear: bool


def looks_other(one: Position, other: Position, *sides: Side) -> bool:
    """Whether a camera could tell two positions apart; sides: by the dames of these alone."""
    return any(seen_counts(one, side) != seen_counts(other, side) for side in sides or Side)


@dataclass(slots=True)
class Weighing:
    """Weighs the readings of both sides' dames and says which story is ahead; lasting: the last one that was steady."""

    evidence: dict[Side, Evidence] = field(default_factory=lambda: {side: Evidence(row_at_home=ROW) for side in Side})
    stirred: bool = False
    leader: Position | None = None
    leads_since: float = 0.0
    leads_frames: int = 0
    lasting: Position | None = None
    blind: float = 0.0

    def blinded(self, t: float) -> None:
        """A hand was over the board."""
        self.blind = t
        self.stirred = True
        self.leads_frames = min(self.leads_frames, 1)

    @property
    def known(self) -> bool:
        """Whether anything was seen."""
        return any(evidence.told is not None for evidence in self.evidence.values())

    def weigh(
        self,
        look: Mapping[Side, NDArray[np.float64]] | None,
        expected: Stories,
        now: Situation,
        t: float,
        *,
        over: bool = False,
    ) -> Verdict | None:
        """Take one more reading in; None when what stands explains it (nearly) perfectly, or better than all else.

        look: likelihoods; None when the picture has not changed: time has passed, but nothing more is known. over: the
        dice were taken up, so that the play is hardly still under way.
        """
        changed = np.full(24, CHANGED_BY_ANYBODY) if self.stirred else None
        for side, likely in (look or {}).items():
            self.evidence[side].add(likely, seen_counts(now.position, side), changed)
        self.stirred = self.stirred and look is None
        if not self.known:
            return None
        scores = self._scores(expected, over=over)
        best = sum(float(evidence.log.max(axis=1).sum()) for evidence in self.evidence.values())
        if scores[0] >= best - NEARLY:
            self._lead(expected.positions[0], t, fresh=look is not None)
            return None
        verdict = self._verdict(scores, expected, now, t, fresh=look is not None)
        return None if verdict.position == now.position and verdict.lead >= AHEAD else verdict

    def judge_now(self, expected: Stories, now: Situation, t: float) -> Verdict | None:
        """The best explanation of what was seen so far, now that the next throw has come; None if nothing was.

        One that is against the rules must be certain; otherwise the best of the others is taken. Nobody has won where
        the other throws on.
        """
        if not self.known:
            return None
        scores = self._scores(expected, over=True)
        scores += np.where([winner(position) is not None for position in expected.positions], THROWN_ON, 0.0)
        verdict = self._verdict(scores, expected, now, t, fresh=False, won=THROWN_ON)
        lawful = np.where([story < Story.IN_HAND for story in expected.stories], scores, -np.inf)
        first, second = (int(i) for i in np.argsort(-lawful, kind="stable")[:2])
        certain = verdict.lead >= AHEAD and (verdict.steady or winner(expected.positions[first]) is not None)
        if verdict.story < Story.IN_HAND or certain:
            return verdict
        return replace(
            verdict,
            position=expected.positions[first],
            story=expected.stories[first],
            by=expected.sides[first],
            lead=float(lawful[first] - lawful[second]),
            second=expected.positions[second],
            other=expected.stories[second],
        )

    def _scores(self, expected: Stories, *, over: bool) -> NDArray[np.float64]:
        scores = sum(self.evidence[side].scores(expected.tables[side]) for side in Side) + expected.priors
        if over:
            # A whole play that stands is over too: then it is not likely that less was played.
            unlikely = BEGUN if expected.complete else UNFINISHED
            scores = scores + np.where([story in unlikely for story in expected.stories], UNLIKELY, 0.0)
        return np.asarray(scores, np.float64)

    def _lead(self, position: Position, t: float, *, fresh: bool) -> None:
        if position != self.leader:
            self.leader, self.leads_frames = position, 0
            self.leads_since = t
        self.leads_frames += fresh

    def _verdict(
        self,
        scores: NDArray[np.float64],
        expected: Stories,
        now: Situation,
        t: float,
        *,
        fresh: bool,
        won: float = 0.0,
    ) -> Verdict:
        ranked = np.argsort(-scores, kind="stable")[:2]
        contenders = [(float(scores[i]), expected.positions[i], expected.stories[i], expected.sides[i]) for i in ranked]
        free = self._freest(now)
        if all(looks_other(free, position) for position in expected.positions):
            score, position, story, by = self._free(free, now)
            contenders.append((score + (won if winner(free) is not None else 0.0), position, story, by))
            contenders.sort(key=lambda contender: -contender[0])
        score, position, story, by = contenders[0]
        throw = now.throw
        if throw is not None and story < Story.IN_HAND and position != now.position:
            # How the other's dames stand is no question of how he played.
            rivals = (
                one for one in contenders[1:] if one[2] is not Story.FREE or looks_other(one[1], position, throw.side)
            )
            contenders = [contenders[0], *rivals]
        nobody = (score - 99.0, position, story, by)
        second_score, second, other, _ = contenders[1] if len(contenders) > 1 else nobody
        self._lead(position, t, fresh=fresh)
        lasted = t - max(self.blind, self.leads_since)
        lead = round(score - second_score, ROUNDED)  # of a prior's nats exactly, where nothing is seen that tells
        if story >= Story.FAULTY:
            lead = min(lead, *(self._firmness(position, now, side) for side in Side))
        steady = self.leads_frames >= STEADY_FRAMES or lasted >= (
            STEADY_SECONDS if self.leads_frames > 1 else LONE_SECONDS
        )
        # What lasted before a hand came, and is seen again after it, has lasted.
        steady = steady or position == self.lasting
        if steady:
            self.lasting = position
        clear = lead >= AHEAD and (self.leads_frames > 1 or lead >= FAR_AHEAD or lasted >= STEADY_SECONDS)
        if story >= Story.IN_HAND:
            clear = clear and steady
        return Verdict(position, story, by, lead, second, other, self.leads_frames, self.leads_since, steady, clear)

    def _firmness(self, position: Position, now: Situation, side: Side) -> float:
        counts, standing = seen_counts(position, side), seen_counts(now.position, side)
        return self.evidence[side].firmness(counts, standing, -DISPLACED / 2)

    def _freest(self, now: Situation) -> Position:
        """The likeliest position of all, lawful or not: whoever is to play moved, and hit where he now stands."""
        mover = now.throw.side if now.throw is not None else now.trait
        order = sorted(Side, key=lambda side: side is not mover)
        seen: dict[Side, Counts] = {}
        for side in order:
            cases, bar = seen_counts(now.position, side), now.position.on(side, BAR)
            if side is mover:
                leaving = LEAVING if not any(now.position.counts(side)[HOME + LEAVING :]) else 0
                seen[side] = self.evidence[side].freest(cases, sum(cases) + bar, bar + leaving)
            else:
                there = seen.get(side.adversary, (0,) * 24)
                hit = sum(1 for case, count in enumerate(cases) if count == 1 and there[23 - case])
                seen[side] = self.evidence[side].freest(cases, sum(cases) - hit, 0)
        return supposed(now, seen)

    def _free(self, position: Position, now: Situation) -> tuple[float, Position, Story, Side | None]:
        """The score of a position no story foresees, and whether at least somebody may have meant to play so."""
        throw = now.throw
        base = now.position if throw is None else throw.base
        dice, movers = (now.opening, tuple(Side)) if throw is None else (throw.dice, (throw.side,))
        by = None if dice is None else next((side for side in movers if by_the_dice(base, position, side, dice)), None)
        story = Story.FREE if by is None else Story.FAULTY
        numbers = 4 if dice is not None and dice[0] == dice[1] else 2
        moved = sum(displaced(base.counts(side), position.counts(side)) for side in Side)
        surprise = PRIOR[story] + DISPLACED * max(0, moved - numbers)
        seen = {side: np.array([seen_counts(position, side)], np.intp) for side in Side}
        score = sum(float(self.evidence[side].scores(seen[side])[0]) for side in Side) + surprise
        return score, position, story, by
