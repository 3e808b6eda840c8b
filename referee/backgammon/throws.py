"""Dice seen thrown: whose throw they are, and what becomes of the one before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from events.acts import DiceThrown, ThrowCancelled
from events.backgammon.acts import OpeningThrown, SetRight
from events.backgammon.state import Phase
from referee.backgammon.ways import dice_unseen, played_otherwise, ways_between
from rules.backgammon.plays import legal_plays, on_the_way

if TYPE_CHECKING:
    from collections.abc import Iterator

    from events.acts import Act
    from referee.backgammon.situation import Situation, Throw
    from referee.backgammon.weighing import Verdict
    from referee.tracker.dice import Thrown
    from rules.position import Dice


def thrown(seen: Thrown, now: Situation, *, went_on: bool = False) -> Iterator[Act]:
    """What dice seen thrown are taken for: the opening, a throw, the one under way read anew, or nothing.

    went_on: of the throw before it is not known how it was played, but it was. A throw whose place these dice take is
    cancelled first: void where it was thrown and nobody was seen to play it, else misread.
    """
    if now.phase is Phase.OVER:
        return
    good = seen.trouble is None
    if now.trait is None:
        if good:
            yield OpeningThrown(seen.t, seen.dice)
        return
    throw, side = now.throw, now.trait
    # An impuissance is over at once: dice read anew may still make it none.
    passed = throw is not None and not throw.legal.dice_playable and now.untouched
    if throw is not None and now.phase is Phase.TO_PLAY:
        if went_on and not seen.again:
            side = seen.by or throw.side.adversary
        elif now.untouched:
            # Read wrongly at first; or nobody played it, and it was thrown again.
            yield ThrowCancelled(seen.t, throw.side, void=not seen.again)
        elif seen.again:
            yield from _read_anew(seen.dice, throw, now)
            return
        else:
            side = throw.side.adversary
    elif seen.again and passed and throw is not None:
        yield ThrowCancelled(seen.t, throw.side)
        side = throw.side
    elif seen.again:
        if throw is not None and not throw.lawful:
            yield from _read_anew(seen.dice, throw, now)
        return
    elif seen.by is not None:
        side = seen.by  # what was thrown and played before may not have been seen
    elif seen.half_read:
        side = side.adversary  # of his throw one die was read, and nothing of what he played
    yield DiceThrown(seen.t, side, seen.dice, good=good, trouble=seen.trouble)


def _read_anew(dice: Dice, throw: Throw, now: Situation) -> Iterator[Act]:
    """They say something else now that some of it is played: that is what was thrown, if it is played so."""
    if now.phase is not Phase.DOUBLED and now.position in on_the_way(throw.base, throw.side, dice):
        yield from played_otherwise(throw, dice, now.position, throw.t)


def went_on(verdict: Verdict, now: Situation, lying: Dice, t: float) -> Iterator[Act]:
    """They throw on from a board that came to stand so unseen: by a throw that may be told, or nobody knows how.

    lying: what was thrown now; t: when it was seen, seconds.
    """
    side, position = now.trait, verdict.position
    if side is not None and now.phase is Phase.TO_THROW:
        if position in legal_plays(now.position, side, lying).results:
            return  # these are the dice, and played already
        unseen = dice_unseen(now, side, position)
        if unseen is not None:
            yield DiceThrown(verdict.since, side, unseen, good=True)
            yield from ways_between(verdict.since, now.position, position)
            return
    yield SetRight(t, by="board", why="played on from it", position=position)


def set_right_since(throw: Throw, now: Situation) -> bool:
    """Whether the board was found to stand otherwise than was known, though the throw is not told to be played."""
    return now.throw is not None and now.throw.number == throw.number and now.throw.base != throw.base
