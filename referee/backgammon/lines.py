"""The hypotheses of backgammon. A line is the throws since the last certain moment, and the table they lead to."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache, partial

import numpy as np
from numpy.typing import NDArray

from events.acts import Request
from events.backgammon.acts import Turn
from events.backgammon.settings import BackgammonSettings
from events.backgammon.state import Phase
from referee.backgammon.asking import ask
from referee.backgammon.playing import end_play, rule_moved_dames, set_up_throw, throw_made
from referee.backgammon.situation import ActContext, Situation
from rules.backgammon.position import BAR, OFF, Position
from rules.position import DAMES, Counts, Dice, Side


@lru_cache(maxsize=4096)
def looks_of(position: Position) -> NDArray[np.intp]:
    """Return the counts that a camera would see of a position, (48,), without dames on the bar and borne off."""
    return np.array([position.counts(side)[1:BAR] for side in Side], np.intp).reshape(-1)


def _make_throw(context: ActContext, turn: Turn) -> None:
    """Make a throw. Its starting position ends the play before, or was found without one.

    If that position won the game, no throw is made.
    """
    set_up_throw(context, turn)
    end_play(context)
    if context.situation.phase is not Phase.OVER:
        throw_made(context, turn.side, turn.dice, turn.t)


@dataclass(frozen=True)
class LineOfPlay:
    """One hypothesis.

    Attributes:
        root: the table at the last certain moment.
        steps: the throws since then, each with its starting position, and the requests between them.
        now: the table as it stands.
        since: when the dames came to stand so, seconds.
        story: the kind of event that the last look was taken for.
        dice_nats: log likelihood of this line's last dice.
        voided: the throw that the last one replaced, because no play of it was seen.
        faults: the throws that this line takes for played against the rules.
        settings: how the table plays. Dames moved wrongly for the companion are nobody's fault.
        guessed: the last throw, if its dice were not read but guessed from the play.
        hand_nats: the part of this line's weight that comes from where hands were since its last throw.
        unannounced: throws not announced, as their dice are unknown. The next throw takes the dames as found.
    """

    root: Situation
    steps: tuple[Turn | Request, ...]
    now: Situation
    since: float = 0.0
    story: str = "standing"
    dice_nats: float = 0.0
    voided: Turn | None = None
    faults: frozenset[Hashable] = frozenset()
    settings: BackgammonSettings = field(default_factory=BackgammonSettings)
    guessed: Turn | None = None
    hand_nats: float = 0.0
    unannounced: tuple[Turn, ...] = ()

    @classmethod
    def certain(cls, now: Situation, t: float, settings: BackgammonSettings) -> LineOfPlay:
        """Return the line of a table that is known for certain."""
        return cls(now, (), now, t, settings=settings)

    @cached_property
    def key(self) -> Hashable:
        """Equal for lines with the same past and present."""
        return self.steps_key, self.now.position, self.now.opening, self.now.phase

    @cached_property
    def steps_key(self) -> tuple[Hashable, ...]:
        """The keys of the steps: of each throw its dice, player and starting position; each request as it is."""
        return tuple(step.key if isinstance(step, Turn) else step for step in self.steps)

    @property
    def looks(self) -> NDArray[np.intp]:
        """The counts a camera would see, (48,)."""
        return looks_of(self.now.position)

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The throws since the last certain moment."""
        return tuple(step for step in self.steps if isinstance(step, Turn))

    @property
    def announced(self) -> tuple[Turn | Request, ...]:
        """The steps as they are announced. A throw after an unannounced one takes the dames as found."""
        announced: list[Turn | Request] = []
        found = False
        for step in self.steps:
            if isinstance(step, Turn):
                if step in self.unannounced:
                    found = True
                    continue
                step = replace(step, found=step.found or found)  # noqa: PLW2901 - the same throw
                found = False
            announced.append(step)
        return tuple(announced)

    @property
    def last(self) -> Turn | None:
        """The last throw, if it was made since the last certain moment."""
        return next((step for step in reversed(self.steps) if isinstance(step, Turn)), None)

    @property
    def holds(self) -> bool:
        """Whether a dame is in a hand."""
        was, now = self.root.position, self.now.position
        return any(sum(now.counts(side)) < sum(was.counts(side)) for side in Side)

    @property
    def unlawful(self) -> bool:
        """Whether dames have moved, but not as any whole lawful play of the throw under way leaves them."""
        return self.now.phase is Phase.TO_PLAY and not self.now.untouched

    def standing(self, position: Position, t: float, story: str) -> LineOfPlay:
        """Return this line with the dames standing so since t."""
        if position == self.now.position:
            return replace(self, story=story) if story != self.story else self
        now = self._judged(t, rule_moved_dames, replace(self.now, position=position))
        return replace(self, now=now, since=t, story=story)

    def _judged(self, t: float, rule: Callable[[ActContext], None], now: Situation | None = None) -> Situation:
        """Return the table as the judge would rule it at t; now: the table before."""
        context = ActContext(now or self.now, t, self.settings, new_id=lambda: "")
        rule(context)
        return context.situation

    def with_throw(
        self, turn: Turn, dice_nats: float = 0.0, voided: Turn | None = None, story: str = "standing"
    ) -> LineOfPlay:
        """Return this line after one more throw.

        dice_nats, voided, story: as in the attributes.
        """
        now = self._judged(turn.t, partial(_make_throw, turn=turn))
        before = now.before
        wrong = before is not None and not before.lawful and before.side is not self.settings.moved_for
        faults = self.faults | {(before.side, before.dice, turn.base)} if wrong and before is not None else self.faults
        steps = (*self.steps, turn)
        return LineOfPlay(
            self.root, steps, now, turn.t, story, dice_nats, voided, faults, self.settings, unannounced=self.unannounced
        )

    def with_opening(self, dice: Dice | None, t: float, dice_nats: float) -> LineOfPlay:
        """Return this line after the throw for the opening; dice: None if both dice are equal."""
        return replace(self, now=replace(self.now, opening=dice, opened_at=t), dice_nats=dice_nats)

    def with_request(self, request: Request) -> LineOfPlay:
        """Return this line after a request."""
        return replace(self, steps=(*self.steps, request), now=self._judged(request.t, partial(ask, request=request)))

    def back(self) -> LineOfPlay:
        """Return this line as it was just before the last throw, with its starting position on the board."""
        line, last = self._before_last(1), self.turns[-1]
        now = line.standing(last.base, last.t, line.story).now
        return replace(line, now=now, unannounced=self.unannounced)

    def without_last(self, turns: int) -> LineOfPlay:
        """Return this line with all but its last `turns` throws taken for certain."""
        before = self._before_last(turns)
        return self.without_first(before.now, len(before.steps))

    def _before_last(self, turns: int) -> LineOfPlay:
        """Return the line that led to the last `turns` throws."""
        at = [index for index, step in enumerate(self.steps) if isinstance(step, Turn)][-turns]
        line = LineOfPlay.certain(self.root, self.since, self.settings)
        for step in self.steps[:at]:
            line = line.with_throw(step) if isinstance(step, Turn) else line.with_request(step)
        return line

    def without_first(self, root: Situation, at: int) -> LineOfPlay:
        """Return this line without its first `at` steps, which are certain and lead to `root`."""
        return replace(self, root=root, steps=self.steps[at:])


def supposed_position(now: Situation, seen: tuple[Counts, Counts]) -> Position:
    """Return a position that no play explains, from the counts seen: the missing dames are on the bar or borne off.

    The dames missing of the player who is not to play were hit. Those of the player to play that were on the bar are
    still there, and his others were borne off.
    """
    mover = now.throw.side if now.throw is not None else now.trait
    position = now.position
    for side, counts in zip(Side, seen, strict=True):
        base = position.counts(side)
        missing = DAMES - sum(counts) - base[OFF]
        bar = min(max(missing, 0), base[BAR]) if side is mover else max(missing, 0)
        off = base[OFF] + missing - bar
        position = position.with_counts(side, (max(off, 0), *counts, bar))
    return position
