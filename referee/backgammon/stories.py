"""What the dames could be doing: every position the game so far leads one to expect, both sides at once.

A play moves dames of both sides when it hits, so both are weighed together; otherwise it is as for the trictrac
(`referee.tracker.hypotheses`): priors are log probabilities that say how surprising each story is before anything is
seen. The camera reports cases only: dames on the bar and borne off are what is missing from them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from events.backgammon.state import Phase
from referee.tracker.moves import displaced, throws_with
from rules.backgammon.game import winner
from rules.backgammon.plays import legal_plays, on_the_way
from rules.backgammon.position import BAR, HOME, OFF, Position
from rules.position import DAMES, Side

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from referee.backgammon.situation import Situation, Throw
    from referee.tracker.resting import Doubted
    from rules.position import Counts, Dice


class Story(IntEnum):
    """What a position would mean; the lower, the less there is to explain.

    HALF_READ: it was played by dice of which one was read; REREAD: by what dice may say that were read unsurely, and
    REREAD_STEP the way there.
    """

    STANDING = 0
    TAKEN_BACK = 1
    PLAYED = 2
    PARTIAL = 3
    SET = 4
    OPENED = 5
    LATE = 6
    RECOUNTED = 7
    HALF_READ = 8
    IN_HAND = 9
    REREAD = 10
    REREAD_STEP = 11
    FAULTY = 12
    OUT_OF_TURN = 13
    ALL_OFF = 14
    OLD_DICE = 15
    FREE = 16


PRIOR: dict[Story, float] = {
    Story.STANDING: 0.0,
    Story.TAKEN_BACK: -1.0,
    Story.PLAYED: 0.0,
    Story.PARTIAL: -1.0,
    Story.SET: 0.0,
    Story.OPENED: 0.0,
    Story.LATE: -1.0,
    Story.IN_HAND: -3.0,
    Story.FAULTY: -3.5,
    Story.OUT_OF_TURN: -5.0,
    Story.ALL_OFF: -2.5,
    Story.OLD_DICE: 0.0,
    Story.RECOUNTED: -3.0,
    Story.HALF_READ: -2.5,
    Story.REREAD: 0.0,
    Story.REREAD_STEP: -1.0,
    Story.FREE: -7.0,
}
"""How likely each is before anything is seen, in nats below what is most to be expected: set by judgement, not fitted,
kept as whole simulated parties are followed well with them (docs/backgammon.md)."""

SURPRISE = -5.0
"""What is added where the game gives no occasion for it: a lawful play of the past revised, a board set anew."""

BEGUN = frozenset({Story.TAKEN_BACK, Story.PARTIAL, Story.REREAD_STEP})
UNFINISHED = BEGUN | {Story.STANDING, Story.IN_HAND}
"""Stories of a play that is not over."""


@dataclass(frozen=True, slots=True)
class Stories:
    """Distinct positions with the likeliest story of each; row 0 is what stands now.

    tables: each side's counts on its own cases, (n, 24), as a camera would see them; sides: whose play the story is,
    where the game does not say; complete: what stands is a whole play of the throw under way, or none is awaited.
    """

    positions: tuple[Position, ...]
    stories: tuple[Story, ...]
    sides: tuple[Side | None, ...]
    priors: NDArray[np.float64]
    tables: dict[Side, NDArray[np.intp]]
    complete: bool


def seen_counts(position: Position, side: Side) -> Counts:
    """What a camera sees of a side: its cases 1..24."""
    return position.counts(side)[1:BAR]


@lru_cache(maxsize=16)
def _ways(position: Position, side: Side, dice: Dice) -> tuple[tuple[Position, ...], tuple[Position, ...]]:
    """The results of a throw's plays, and the other positions met on the way to them."""
    results = legal_plays(position, side, dice).results
    whole = set(results)
    return results, tuple(position for position in on_the_way(position, side, dice) if position not in whole)


LEAVING = 4
"""Dames that one throw may take off at most."""

PILED = 7
"""From so many dames on a case on, a camera above cannot be sure how many lie there."""


def recounted(position: Position, side: Side) -> Iterator[Position]:
    """How the board may really stand after dames went off a pile nobody could count: one more there, or one fewer."""
    counts = position.counts(side)
    for case in range(1, HOME + 1):
        if counts[case] >= PILED - 1 and not any(counts[HOME + 1 :]):
            for more in (-1, 1):
                if counts[OFF] >= more and counts[case] + max(more, 0) >= PILED:
                    other = list(counts)
                    other[case] += more
                    other[OFF] -= more
                    yield position.replaced(side, tuple(other))


class _Expected:
    """Positions by their looks: of each look, a play over and one that is not apart, the likeliest story."""

    def __init__(self) -> None:
        self.found: dict[tuple[Counts, Counts, bool], tuple[float, Story, Side | None, Position]] = {}

    def suppose(
        self, story: Story, positions: Iterable[Position], extra: float = 0.0, side: Side | None = None
    ) -> None:
        """What any of these positions would mean, `extra` nats besides the story's own; side: whose play it is."""
        prior = PRIOR[story] + extra
        for position in positions:
            look = (*_looks(position), story in UNFINISHED)
            if look not in self.found or self.found[look][0] < prior:
                self.found[look] = (prior, story, side, position)

    def of_the_throw(self, now: Situation, throw: Throw, voided: Dice | None, doubted: Doubted) -> None:
        """What its thrower may be doing; while nothing of it was played also what was before it."""
        standing, side = now.position, throw.side
        results, way = _ways(throw.base, side, throw.dice)
        self.suppose(Story.TAKEN_BACK, (throw.base,))
        self.suppose(Story.PLAYED, results)
        self.suppose(Story.PARTIAL, way)
        # Whatever they may say by which it is a whole play, it is none that may have been begun only.
        whole = {position for dice, _ in doubted for position in _ways(throw.base, side, dice)[0]}
        for dice, nats in doubted:
            results, way = _ways(throw.base, side, dice)
            self.suppose(Story.REREAD, results, nats)
            self.suppose(Story.REREAD_STEP, (position for position in way if position not in whole), nats)
        if not any(throw.base.counts(side)[HOME + 1 :]):
            # More than the throw takes off: a pile hid fewer than was thought.
            self.suppose(Story.ALL_OFF, (standing.replaced(side, (DAMES, *(0,) * BAR)),))
        if not now.untouched or now.phase is not Phase.TO_PLAY:
            return
        self.suppose(Story.OUT_OF_TURN, _ways(standing, side.adversary, throw.dice)[0], side=side.adversary)
        for base in recounted(standing, side):
            self.suppose(Story.RECOUNTED, _ways(base, side, throw.dice)[0])
        if voided is not None:
            self.suppose(Story.OLD_DICE, _ways(standing, side, voided)[0])
        if (before := now.before) is not None:
            extra = SURPRISE if before.lawful else 0.0
            self.suppose(Story.LATE, _ways(before.base, before.side, before.dice)[0], extra)

    def of_the_opening(self, standing: Position, dice: Dice) -> None:
        """Either may play the first throw."""
        for side in Side:
            results, way = _ways(standing, side, dice)
            self.suppose(Story.OPENED, results, side=side)
            self.suppose(Story.OPENED, way, PRIOR[Story.PARTIAL], side)


def stories(now: Situation, voided: Dice | None = None, half_read: int | None = None, doubted: Doubted = ()) -> Stories:
    """Everything to expect: for each look of the board the likeliest story of a play over, and of one that is not.

    voided: dice taken for void because nobody had been seen to play them when others were thrown; half_read: what the
    one die says that was read of a throw since; doubted: what the dice of the last throw may say instead.

    After the last dame went off that throw may still be seen to be played otherwise: then nobody has won.
    """
    standing, throw, over = now.position, now.throw, now.phase is Phase.OVER
    expected = _Expected()
    if throw is not None and (not over or winner(standing) is throw.side):
        expected.of_the_throw(now, throw, voided, doubted)
    if not over:
        if now.opening is not None:
            expected.of_the_opening(standing, now.opening)
        if half_read is not None and now.phase is Phase.TO_THROW and now.trait is not None:
            for dice in throws_with(half_read):
                expected.suppose(Story.HALF_READ, _ways(standing, now.trait, dice)[0])
        held = ((side, case) for side in Side for case in range(1, BAR) if standing.on(side, case))
        expected.suppose(Story.IN_HAND, (_without(standing, side, case) for side, case in held))
    if standing != Position.start():
        expected.suppose(Story.SET, (Position.start(),), 0.0 if over else SURPRISE)
    for unfinished in (True, False):
        expected.found.pop((*_looks(standing), unfinished), None)
    priors, told, sides, positions = zip((0.0, Story.STANDING, None, standing), *expected.found.values(), strict=True)
    return Stories(
        positions,
        told,
        sides,
        np.array(priors),
        {side: np.array([seen_counts(position, side) for position in positions], np.intp) for side in Side},
        complete=over or throw is None or standing in _ways(throw.base, throw.side, throw.dice)[0],
    )


def _looks(position: Position) -> tuple[Counts, Counts]:
    """What a camera sees of it."""
    return seen_counts(position, Side.BLANCS), seen_counts(position, Side.NOIRS)


def _without(position: Position, side: Side, case: int) -> Position:
    """A dame of `side` is in a hand; it is told from one on the bar by the game only."""
    counts = list(position.counts(side))
    counts[case] -= 1
    return position.replaced(side, tuple(counts))


def supposed(now: Situation, seen: dict[Side, Counts]) -> Position:
    """A position no story foresees, from what the cases show: where the dames that are missing must be.

    Those of the player not to play were hit, and are on the bar; his own that were there are there still, and the
    others went off.
    """
    mover = now.throw.side if now.throw is not None else now.trait
    position = now.position
    for side in Side:
        base = position.counts(side)
        missing = DAMES - sum(seen[side]) - base[OFF]
        bar = min(max(missing, 0), base[BAR]) if side is mover else max(missing, 0)
        off = base[OFF] + missing - bar
        position = position.replaced(side, (max(off, 0), *seen[side], bar))
    return position


def by_the_dice(base: Position, after: Position, side: Side, dice: Dice) -> bool:
    """Whether a throw may have been meant by what moved: no more dames than numbers, no adverse one but those hit."""
    numbers = 4 if dice[0] == dice[1] else 2
    other = side.adversary
    hit = after.on(other, BAR) - base.on(other, BAR)
    own, elsewhere = (displaced(base.counts(one), after.counts(one)) for one in (side, other))
    return 0 < own <= numbers and elsewhere == hit <= numbers
