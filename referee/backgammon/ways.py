"""How the dames came to stand as they do: the acts that lead there, and what they say of dice and boards unseen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from events.acts import DameLifted, DamePlaced, DiceThrown, ThrowCancelled
from events.backgammon.acts import BoardSet, SetRight
from events.backgammon.state import Phase
from referee.backgammon.stories import LEAVING, Story, recounted
from referee.tracker.moves import throws_with
from rules.backgammon.game import winner
from rules.backgammon.plays import legal_plays
from rules.backgammon.position import BAR, HOME
from rules.position import DAMES, Side

if TYPE_CHECKING:
    from collections.abc import Iterator

    from events.acts import Act
    from referee.backgammon.situation import Situation, Throw
    from referee.backgammon.weighing import Verdict
    from referee.tracker.resting import Doubted
    from rules.backgammon.position import Position
    from rules.position import Dice


LEFT_BEHIND = frozenset({Story.TAKEN_BACK, Story.PLAYED, Story.PARTIAL, Story.REREAD, Story.FAULTY})
"""What a last throw may be that did not take all dames off."""


def ways_between(t: float, before: Position, after: Position) -> Iterator[DameLifted | DamePlaced]:
    """The acts that lead from one position to another: every dame lifted, then every dame placed, hit ones first."""
    for side in Side:
        for case in range(25, -1, -1):
            for _ in range(before.on(side, case) - after.on(side, case)):
                yield DameLifted(t, side, case)
    for side in Side:
        for case in range(25, -1, -1):
            for _ in range(after.on(side, case) - before.on(side, case)):
                yield DamePlaced(t, side, case)


def dice_unseen(now: Situation, side: Side, position: Position, half_read: int | None = None) -> Dice | None:
    """A throw that would have let `side` play so: it threw so fast that nobody saw the dice, or but one of them."""
    return next(
        (
            dice
            for dice in throws_with(half_read)
            if any(play.result == position for play in legal_plays(now.position, side, dice).plays)
        ),
        None,
    )


def miscounted(now: Situation, position: Position) -> bool:
    """Whether more dames have gone off than the throw takes, and nothing else is strange: a pile hid fewer."""
    throw = now.throw
    if throw is None or now.phase is not Phase.TO_PLAY:
        return False
    side, other = throw.side, throw.side.adversary
    own, seen = now.position.counts(side), position.counts(side)
    fewer = all(after <= before for before, after in zip(own[1:], seen[1:], strict=True))
    return fewer and not any(own[HOME + 1 :]) and position.counts(other) == now.position.counts(other)


def played_otherwise(throw: Throw, dice: Dice, position: Position, t: float) -> Iterator[Act]:
    """What was told of a throw holds no longer: it was of these dice, and played so that `position` stands."""
    yield ThrowCancelled(t, throw.side)
    yield DiceThrown(throw.t, throw.side, dice, good=True)
    yield from ways_between(t, throw.base, position)


def misread(throw: Throw, doubted: Doubted, verdict: Verdict) -> Dice:
    """What dice read unsurely said, by how they were played; the likeliest of it, which are `doubted` in order."""
    return next(dice for dice, _ in doubted if verdict.position in legal_plays(throw.base, throw.side, dice).results)


def goes_on(throw: Throw, verdict: Verdict) -> bool:
    """Whether a game told won goes on, as the last throw left a dame on the board after all.

    Dames that the winner sets for the next game come back to where none could have stayed.
    """
    side, position = throw.side, verdict.position
    left = verdict.story in LEFT_BEHIND and winner(position) is None
    return left and position.pips(side) <= throw.base.pips(side)


def set_anew(now: Situation, t: float) -> Iterator[Act]:
    """The board is set for another game: nobody does that before one is over, so a last throw that could end it did.

    If none is known that could, whoever has so few dames left that one throw takes them off has won.
    """
    throw, last = now.throw, None
    if throw is not None and now.phase is Phase.TO_PLAY:
        last = next((result for result in throw.legal.results if winner(result) is throw.side), None)
    if last is not None:
        yield from ways_between(t, now.position, last)
    elif now.phase in {Phase.TO_PLAY, Phase.TO_THROW}:
        left = {side: sum(now.position.counts(side)[1:]) for side in Side}
        side = min(Side, key=lambda side: left[side])
        if left[side] <= LEAVING and not any(now.position.counts(side)[HOME + 1 :]):
            off = now.position.replaced(side, (DAMES, *(0,) * BAR))
            yield SetRight(t, by="board", why="set anew", position=off)
    yield BoardSet(t)


def played_before(void: Throw, throw: Throw, now: Situation, verdict: Verdict) -> Iterator[Act]:
    """A throw taken for void was not: he had played, which was not seen, and the other threw."""
    t = verdict.since
    yield ThrowCancelled(t, throw.side)
    yield DiceThrown(void.t, void.side, void.dice, good=True)
    yield from ways_between(t, now.position, verdict.position)
    yield DiceThrown(throw.t, throw.side.adversary, throw.dice, good=True)


def from_a_miscounted_pile(throw: Throw, now: Situation, verdict: Verdict) -> Iterator[Act]:
    """A throw was played lawfully, from a pile that holds more or fewer than was believed."""
    base = next(
        base
        for base in recounted(now.position, throw.side)
        if verdict.position in legal_plays(base, throw.side, throw.dice).results
    )
    yield SetRight(verdict.since, by="board", why="a pile was miscounted", position=base)
    yield from ways_between(verdict.since, base, verdict.position)
