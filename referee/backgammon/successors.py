"""The game's part of the filter: what a table of backgammon may have become, and what dice seen thrown may mean.

A play moves dames of both sides when it hits, so both are weighed together. The frequency of each kind of successor is
data (`referee/data/priors.toml`); within a kind all positions are as likely, except throws that were not read, which
have the chances of dice.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from math import log
from typing import TYPE_CHECKING

import numpy as np

from events.backgammon.acts import Turn
from events.backgammon.state import Phase
from referee.backgammon.lines import Line, looks_of, supposed
from referee.inference.beam import Successors, Weighed
from referee.inference.moves import displaced, throws_with
from referee.inference.tables import FILTER, OBSERVATION, priors
from rules.backgammon.game import winner
from rules.backgammon.plays import legal_plays, on_the_way
from rules.backgammon.position import BAR, HOME, OFF, Position
from rules.position import DAMES, Side

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from referee.backgammon.situation import Situation, Throw
    from referee.inference.dames import Rest
    from rules.position import Dice


class Kind(StrEnum):
    """The meanings of a position at a look.

    standing: nothing changed; taken_back: all of the throw; played: a whole lawful play; partial: on the way to one;
    in_hand: a dame is in a hand; illegal: as many dames as numbers moved, against the rules; unknown: moved unseen;
    opened: one of the two played the opening; unseen: a throw with no die, or only one, read; out_of_turn: the throw
    was the other's; late: the throw before was played otherwise; not_void: the throw taken for void was played;
    recounted: played from a pile that holds a dame more or fewer; all_off: a pile hid fewer than the throw took off;
    reopened: a game taken for won is not; set: all dames stand for the next game.
    """

    STANDING = "standing"
    TAKEN_BACK = "taken_back"
    PLAYED = "played"
    PARTIAL = "partial"
    IN_HAND = "in_hand"
    ILLEGAL = "illegal"
    UNKNOWN = "unknown"
    OPENED = "opened"
    UNSEEN = "unseen"
    OUT_OF_TURN = "out_of_turn"
    LATE = "late"
    NOT_VOID = "not_void"
    RECOUNTED = "recounted"
    ALL_OFF = "all_off"
    REOPENED = "reopened"
    SET = "set"


class Throwing(StrEnum):
    """The meanings of dice seen thrown.

    in_turn: by the player in turn; ended: the throw before was left as it stood, against the rules; void: it was not
    played, and thrown again; missed: the other had thrown and played, unseen; won: a game was over.
    """

    IN_TURN = "in_turn"
    ENDED = "ended"
    VOID = "void"
    MISSED = "missed"
    WON = "won"


class Occasion(StrEnum):
    """When a look is made: by the act awaited, and whether the dice still lie there."""

    OPENING = "opening"
    TO_PLAY = "to_play"
    TO_PLAY_LIFTED = "to_play_lifted"
    TO_THROW = "to_throw"
    TO_THROW_LIFTED = "to_throw_lifted"
    OVER = "over"
    DICE = "dice"


KINDS: dict[str, tuple[str, ...]] = {
    occasion: tuple(Throwing) if occasion is Occasion.DICE else tuple(Kind) for occasion in Occasion
}
PRIORS = priors("backgammon", KINDS)

LEAVING = 4
"""Dames that one throw may take off at most."""

ANYWHERE = log(DAMES * 24)
"""Nats of one dame standing anywhere: any of fifteen, on any of the cases."""

TRANSIENT = frozenset({Kind.IN_HAND})
"""Kinds never asserted: the next look decides."""


@dataclass(frozen=True, slots=True)
class Context:
    """Knowledge besides the dames: whether the dice are up, and the only die read since, if any."""

    lifted: bool = False
    half_read: int | None = None


@dataclass(frozen=True, slots=True)
class Next:
    """One successor: `drop` throws of the line are replaced by `turns`, and the dames stand as `position`.

    weight: its part of its kind's share, against the others of that kind.
    """

    kind: Kind
    position: Position
    drop: int = 0
    turns: tuple[Turn, ...] = ()
    weight: float = 1.0


def occasion_of(now: Situation, context: Context) -> Occasion:
    """When this is."""
    if now.phase is Phase.OVER:
        return Occasion.OVER
    if now.trait is None:
        return Occasion.OPENING
    if now.phase is Phase.TO_PLAY:
        return Occasion.TO_PLAY_LIFTED if context.lifted else Occasion.TO_PLAY
    return Occasion.TO_THROW_LIFTED if context.lifted else Occasion.TO_THROW


@lru_cache(maxsize=256)
def ways(position: Position, side: Side, dice: Dice) -> tuple[tuple[Position, ...], tuple[Position, ...]]:
    """The results of a throw's plays, and the other positions met on the way to them."""
    results = legal_plays(position, side, dice).results
    whole = set(results)
    return results, tuple(position for position in on_the_way(position, side, dice) if position not in whole)


def recounted(position: Position, side: Side) -> Iterator[Position]:
    """How the board may really stand after dames went off an uncountable pile: one more there, or one fewer."""
    counts = position.counts(side)
    for case in range(1, HOME + 1):
        if counts[case] >= OBSERVATION.row and not any(counts[HOME + 1 :]):
            for more in (-1, 1):
                if counts[OFF] >= more and counts[case] + min(more, 0) >= OBSERVATION.row:
                    other = list(counts)
                    other[case] += more
                    other[OFF] -= more
                    yield position.replaced(side, tuple(other))


def by_the_dice(base: Position, after: Position, side: Side, dice: Dice) -> bool:
    """Whether a throw may have been meant by what moved: no more dames than numbers, no adverse one but those hit."""
    numbers = 4 if dice[0] == dice[1] else 2
    other = side.adversary
    hit = after.on(other, BAR) - base.on(other, BAR)
    own, elsewhere = (displaced(base.counts(one), after.counts(one)) for one in (side, other))
    if not (0 < own <= numbers and elsewhere == hit <= numbers):
        return False
    starts = [case for case in range(1, BAR + 1) if base.on(side, case) > after.on(side, case)]
    touched = {case - number for case in starts for number in dice}
    left = [BAR - case for case in range(1, BAR) if base.on(other, case) > after.on(other, case)]
    return all(after.on(side, case) or case in touched for case in left)


def _of_the_throw(line: Line) -> Iterator[Next]:
    """What its thrower may be doing; while none of it was played, also the plays of the throw before."""
    now, throw = line.now, line.now.throw
    if throw is None:
        return
    side, standing = throw.side, now.position
    results, way = ways(throw.base, side, throw.dice)
    yield Next(Kind.TAKEN_BACK, throw.base)
    yield from (Next(Kind.PLAYED, result) for result in results)
    yield from (Next(Kind.PARTIAL, position) for position in way)
    last = line.last
    if last is None:
        return
    if not any(throw.base.counts(side)[HOME + 1 :]):
        # More than the throw takes off: a pile hid fewer than was thought.
        off = standing.replaced(side, (DAMES, *(0,) * BAR))
        yield Next(Kind.ALL_OFF, off)
    if not now.untouched or now.phase is not Phase.TO_PLAY:
        return
    other = Turn(last.t, side.adversary, last.dice, last.base, last.found)
    yield from (Next(Kind.OUT_OF_TURN, result, 1, (other,)) for result in ways(standing, side.adversary, last.dice)[0])
    for base in recounted(standing, side):
        found = Turn(last.t, side, last.dice, base, found=True)
        yield from (Next(Kind.RECOUNTED, result, 1, (found,)) for result in ways(base, side, last.dice)[0])
    if line.voided is not None:
        void = line.voided
        for result in _going_on(void):
            yield Next(Kind.NOT_VOID, result, 1, (void, Turn(last.t, void.side.adversary, last.dice, result)))
    if now.before is not None and not last.found:
        for result in _going_on(now.before):
            yield Next(Kind.LATE, result, 1, (Turn(last.t, last.side, last.dice, result),))


def _going_on(throw: Turn | Throw) -> Iterator[Position]:
    """How a throw that was followed by another may have been played: nobody throws once a game is won."""
    results = ways(throw.base, throw.side, throw.dice)[0]
    return (result for result in results if winner(result) is None)


def _of_the_opening(now: Situation, dice: Dice) -> Iterator[Next]:
    """Either may play the first throw."""
    for side in Side:
        turn = Turn(now.opened_at, side, dice, now.position)
        for positions in ways(now.position, side, dice):
            yield from (Next(Kind.OPENED, position, 0, (turn,)) for position in positions)


def _reopened(line: Line) -> Iterator[Next]:
    """The last throw of a game taken for won was played otherwise, and left a dame on the board."""
    throw = line.now.throw
    last = line.last
    if throw is None or last is None or winner(line.now.position) is not throw.side:
        return
    for positions in ways(throw.base, throw.side, throw.dice):
        for position in positions:
            if winner(position) is None:
                yield Next(Kind.REOPENED, position, 1, (last,))


def common(line: Line, context: Context) -> Iterator[Next]:
    """The successors that are always looked at."""
    now = line.now
    yield Next(Kind.STANDING, now.position)
    over = now.phase is Phase.OVER
    if over:
        if not context.lifted:
            # A player who sets the dames for the next game has taken the dice up.
            yield from _reopened(line)
    else:
        yield from _of_the_throw(line)
        if now.opening is not None:
            yield from _of_the_opening(now, now.opening)
        for side in Side:
            counts = now.position.counts(side)
            for case in range(1, BAR):
                if counts[case]:
                    held = (*counts[:case], counts[case] - 1, *counts[case + 1 :])
                    yield Next(Kind.IN_HAND, now.position.replaced(side, held))
    if now.position != Position.start() and (over or now.number):
        yield Next(Kind.SET, Position.start())


def rare(line: Line, context: Context, t: float) -> Iterator[Next]:
    """A throw whose dice were not both read, and how it was played.

    Two numbers fall in two ways, a double in one; where one die was read, the other is any.
    """
    now = line.now
    if now.phase is not Phase.TO_THROW or now.trait is None:
        return
    for dice in throws_with(context.half_read):
        turn = Turn(t, now.trait, dice, now.position)
        results = ways(now.position, now.trait, dice)[0]
        fall = 1 if dice[0] == dice[1] and context.half_read is None else 2
        for result in results:
            if result != now.position:
                yield Next(Kind.UNSEEN, result, 0, (turn,), fall / len(results))


@dataclass(frozen=True, slots=True)
class Foreseen:
    """The successors of one line with their weights before anything is seen; of one look the likeliest of each kind."""

    nexts: tuple[Next, ...]
    successors: Successors


def foreseen(line: Line, context: Context, nexts: Iterable[Next]) -> Foreseen:
    """Each distinct outcome once, with its prior: that of its kind, parted among its positions."""
    counts = PRIORS[occasion_of(line.now, context)]
    distinct: dict[tuple[Position, int, tuple[Turn, ...]], Next] = {}
    for one in nexts:
        distinct.setdefault((one.position, one.drop, one.turns), one)
    found = tuple(distinct.values())
    kinds: dict[Kind, float] = {}
    for one in found:
        kinds[one.kind] = kinds.get(one.kind, 0.0) + one.weight
    nats = [counts.nats(one.kind) + log(one.weight / kinds[one.kind]) for one in found]
    return Foreseen(found, Successors(np.array([looks_of(one.position) for one in found]), np.array(nats)))


def unforeseen(line: Line, context: Context, rest: Rest) -> tuple[Next, float] | None:
    """The likeliest position of all, lawful or not, and its prior: the player in turn moved, and hit where he stands.

    None after the end of a game, when dames stand anywhere, except after a last throw that may have broken the rules.
    """
    now, stood = line.now, line.looks
    throw = now.throw
    mover = throw.side if throw is not None else now.trait
    seen: dict[Side, tuple[int, ...]] = {}
    for side in sorted(Side, key=lambda side: side is not mover):
        index = 0 if side is Side.BLANCS else 1
        counts = now.position.counts(side)
        on_cases = sum(counts[1:BAR])
        if side is mover:
            leaving = LEAVING if not any(counts[HOME + LEAVING :]) else 0
            here = on_cases + counts[BAR]
            # The dames taken off by this throw may still be there.
            total = here if throw is None else max(here, sum(throw.base.counts(side)[1:]))
            seen[side] = rest.freest(stood, index, total, total - on_cases + leaving)
        else:
            there = seen.get(side.adversary, (0,) * 24)
            hit = sum(1 for case in range(24) if counts[case + 1] == 1 and there[23 - case])
            seen[side] = rest.freest(stood, index, on_cases, hit)
    position = supposed(now, (seen[Side.BLANCS], seen[Side.NOIRS]))
    counts_of = PRIORS[occasion_of(now, context)]
    if now.phase is Phase.OVER:
        last = line.last
        if throw is None or last is None or context.lifted or winner(position) is not None:
            return None
        if not by_the_dice(throw.base, position, throw.side, throw.dice):
            return None
        return Next(Kind.REOPENED, position, 1, (last,)), counts_of.nats(Kind.REOPENED)
    if throw is not None and by_the_dice(throw.base, position, throw.side, throw.dice):
        ways_there = FILTER.unlawful_ways * len(ways(throw.base, throw.side, throw.dice)[0])
        return Next(Kind.ILLEGAL, position), counts_of.nats(Kind.ILLEGAL) - log(ways_there)
    if throw is None and now.opening is not None:
        for side in Side:
            if by_the_dice(now.position, position, side, now.opening):
                turn = Turn(now.opened_at, side, now.opening, now.position)
                ways_there = FILTER.unlawful_ways * len(ways(now.position, side, now.opening)[0])
                return Next(Kind.ILLEGAL, position, 0, (turn,)), counts_of.nats(Kind.ILLEGAL) - log(ways_there)
    # Any of his dames may stand on any case, as often as dames moved.
    dames = sum(displaced(now.position.counts(side), position.counts(side)) for side in Side)
    return Next(Kind.UNKNOWN, position), counts_of.nats(Kind.UNKNOWN) - dames * ANYWHERE


def become(line: Line, one: Next, t: float) -> Line:
    """The line a successor leads to, the dames standing so since t."""
    if one.kind is Kind.SET:
        return line  # a game begins when that is asserted, not before
    dice_nats = line.dice_nats
    if one.drop:
        line = line.back()
    for turn in one.turns:
        line = line.thrown(turn, dice_nats)
    if one.kind is Kind.UNSEEN:
        line = replace(line, guessed=line.last)
    return line.standing(one.position, t, one.kind)


def thrown(
    line: Line, t: float, dice: Sequence[tuple[Dice, float]], by: Side | None, *, half_read: bool
) -> Iterator[Weighed[Line]]:
    """The lines that dice seen thrown make of one.

    dice: possible readings and the nats of each; by: whose hand threw them, if known; half_read: one die was read of a
    throw before these.
    """
    now, counts = line.now, PRIORS[Occasion.DICE]
    if line.guessed is not None and t <= line.guessed.t:
        # They lay there before the dames were played: these are the unread dice.
        turn = replace(line.guessed, t=t)
        yield from (
            Weighed(line.back().thrown(turn, nats).standing(now.position, line.since, line.story), nats)
            for each, nats in dice
            if each == turn.dice
        )
        return
    if line.holds:
        return  # nobody holds a dame when the other has thrown: it is put somewhere first
    if now.phase is Phase.OVER:
        yield Weighed(line, counts.nats(Throwing.WON))
        return
    if now.trait is None:
        again = counts.nats(Throwing.IN_TURN if now.opening is None else Throwing.VOID)
        for each, nats in dice:
            opening = None if each[0] == each[1] else each
            opened = line.opened(opening, t, nats)
            yield Weighed(opened, nats + again)
        return
    options: list[tuple[Line, Side, Throwing, bool]] = []
    trait, untouched = now.trait, now.phase is Phase.TO_PLAY and now.untouched
    if not untouched:
        side = trait if now.phase is not Phase.TO_PLAY else trait.adversary
        found = line.story == Kind.UNKNOWN
        meaning = Throwing.ENDED if line.unlawful and line.story == Kind.PARTIAL else Throwing.IN_TURN
        options = [(line, side, meaning, found), (line, side.adversary, Throwing.MISSED, True)]
    elif line.last is not None:
        options = [
            (line.back(), trait, Throwing.VOID, line.last.found),
            (line, trait.adversary, Throwing.MISSED, True),
        ]
    else:
        options = [(line, trait, Throwing.VOID, True), (line, trait.adversary, Throwing.MISSED, True)]
    for before, side, meaning, found in options:
        # A hand that was seen to throw, the only one, is the thrower's.
        told = 0.0 if by is None or by is side else log(FILTER.hand_wrong)
        if half_read and meaning is Throwing.MISSED:
            told -= counts.nats(Throwing.MISSED)
        for each, nats in dice:
            turn = Turn(t, side, each, before.now.position, found)
            voided = line.last if meaning is Throwing.VOID else None
            after = before.thrown(turn, nats, voided, meaning)
            if after.now.phase is not Phase.OVER:  # else that position had won, and nobody threw
                yield Weighed(after, nats + counts.nats(meaning) + told)


def reread(one: Weighed[Line], dice: Sequence[tuple[Dice, float]]) -> Iterator[Weighed[Line]]:
    """The dice of the last throw show other values now: each line with their possible readings."""
    line, last = one.hypothesis, one.hypothesis.last
    bare = one.nats - line.dice_nats
    if line.now.trait is None and line.now.phase is not Phase.OVER:
        for each, nats in dice:
            yield Weighed(line.opened(None if each[0] == each[1] else each, line.now.opened_at, nats), bare + nats)
        return
    if last is None:
        yield one
        return
    position, since = line.now.position, line.since
    for each, nats in dice:
        turn = Turn(last.t, last.side, each, last.base, last.found)
        yield Weighed(line.back().thrown(turn, nats, line.voided).standing(position, since, line.story), bare + nats)
