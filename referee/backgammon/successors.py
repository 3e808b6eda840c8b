"""The game's part of the filter: how a table of backgammon may have changed, and how to interpret dice seen thrown.

A play that hits moves dames of both sides, so both sides are weighed together. The frequency of each kind of successor
is data (`referee/data/priors.toml`). Within a kind the plays that bear off more dames are likelier (`choices`), and
throws that were not read have the probabilities of dice. Where a pile hides dames, the hand tells plays apart
(`hand_nats`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from math import exp, log

import numpy as np
from numpy.typing import NDArray

from events.backgammon.acts import Turn
from events.backgammon.state import Phase
from referee.backgammon.lines import LineOfPlay, looks_of, supposed_position
from referee.backgammon.situation import Situation, Throw
from referee.inference.beam import Successors, Weighed
from referee.inference.dames import Rest
from referee.inference.moves import displaced, throws_with
from referee.inference.tables import FILTER, OBSERVATION, priors
from rules.backgammon.match import winner
from rules.backgammon.plays import legal_plays, on_the_way
from rules.backgammon.position import BAR, HOME, OFF, Position
from rules.position import DAMES, Dice, Side


class Kind(StrEnum):
    """The meanings of a position at a look.

    Attributes:
        STANDING: nothing changed.
        TAKEN_BACK: the whole play was taken back.
        PLAYED: a whole lawful play.
        PARTIAL: a position on the way to a lawful play.
        IN_HAND: a dame is in a hand.
        ILLEGAL: no more dames moved than the dice have numbers, but against the rules.
        UNKNOWN: dames moved in a way that nothing explains.
        OPENED: one of the players played the opening.
        UNSEEN: a play by a throw with only one die read, or none.
        OUT_OF_TURN: the throw was the other player's.
        LATE: the throw before was played otherwise.
        NOT_VOID: a throw taken for void was played.
        RECOUNTED: a play from a pile that holds one dame more or fewer than counted.
        ALL_OFF: all dames are off, because a pile held fewer than counted.
        REOPENED: a game taken for won is not over.
        SET: all dames are set up for the next game.
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

    Attributes:
        IN_TURN: the player in turn threw.
        ENDED: the play before was left unfinished, against the rules.
        VOID: the throw before was not played, but thrown again.
        MISSED: the other player had thrown and played unseen.
        WON: the game was over.
    """

    IN_TURN = "in_turn"
    ENDED = "ended"
    VOID = "void"
    MISSED = "missed"
    WON = "won"


class Occasion(StrEnum):
    """The situations of a look: which act is awaited, and whether the dice were taken up."""

    OPENING = "opening"
    TO_PLAY = "to_play"
    TO_PLAY_LIFTED = "to_play_lifted"
    TO_THROW = "to_throw"
    TO_THROW_LIFTED = "to_throw_lifted"
    OVER = "over"
    DICE = "dice"


class Stay(StrEnum):
    """How long the thrower's hand was at a case."""

    AWAY = "away"
    PASSED = "passed"
    STAYED = "stayed"
    LONG = "long"


class Touch(StrEnum):
    """How many dames the thrower moved at a case that holds a pile: none, one, or more."""

    NEVER = "untouched"
    ONCE = "touched"
    AGAIN = "touched_again"


KINDS: dict[str, tuple[str, ...]] = {
    occasion: tuple(Throwing) if occasion is Occasion.DICE else tuple(Kind) for occasion in Occasion
}
PRIORS = priors("backgammon", KINDS)
TOUCHED: dict[str, tuple[str, ...]] = {touch: tuple(Stay) for touch in Touch}
_STAYS = priors("hands", TOUCHED)
TOUCHES = np.array([[_STAYS[touch].nats(stay) - _STAYS[Touch.NEVER].nats(stay) for stay in Stay] for touch in Touch])
"""Nats for a pile that was touched so rather than never, by how long the hand was there."""

LEAVING = 4
"""Dames that one throw may take off at most."""

ANYWHERE = log(DAMES * 24)
"""Nats against one particular dame of the fifteen standing on one particular case."""

PASSING = frozenset({Kind.IN_HAND, Kind.UNKNOWN})
"""Kinds that are never asserted, because the next look decides."""


@dataclass(frozen=True, slots=True)
class Context:
    """What is known of the dice.

    Attributes:
        lifted: whether the dice were taken up.
        half_read: the value of the only die read since then, if any.
    """

    lifted: bool = False
    half_read: int | None = None


@dataclass(frozen=True, slots=True)
class Next:
    """One successor of a line.

    Attributes:
        kind: its meaning.
        position: how the dames stand.
        drop: how many throws at the end of the line are replaced.
        turns: the throws that replace them.
        weight: its share of its kind's prior, relative to the others of that kind.
    """

    kind: Kind
    position: Position
    drop: int = 0
    turns: tuple[Turn, ...] = ()
    weight: float = 1.0


def occasion_of(now: Situation, context: Context) -> Occasion:
    """Return the situation of a look."""
    if now.phase is Phase.OVER:
        return Occasion.OVER
    if now.trait is None:
        return Occasion.OPENING
    if now.phase is Phase.TO_PLAY:
        return Occasion.TO_PLAY_LIFTED if context.lifted else Occasion.TO_PLAY
    return Occasion.TO_THROW_LIFTED if context.lifted else Occasion.TO_THROW


@lru_cache(maxsize=256)
def ways(position: Position, side: Side, dice: Dice) -> tuple[tuple[Position, ...], tuple[Position, ...]]:
    """Return the results of a throw's plays, and the other positions on the way to them."""
    results = legal_plays(position, side, dice).results
    whole = set(results)
    return results, tuple(position for position in on_the_way(position, side, dice) if position not in whole)


@lru_cache(maxsize=256)
def choices(position: Position, side: Side, dice: Dice) -> tuple[tuple[Position, float], ...]:
    """Return the results of a throw's plays, each with its weight: players bear off as many dames as they can."""
    return tuple(
        (result, exp(FILTER.borne_off * (result.on(side, OFF) - position.on(side, OFF))))
        for result in ways(position, side, dice)[0]
    )


def hand_nats(
    looks: NDArray[np.intp], line: LineOfPlay, rows: NDArray[np.intp], pictures: NDArray[np.intp]
) -> NDArray[np.float64]:
    """Return the nats of n tables by where the thrower's hand was: only that tells plays apart that differ in a pile.

    Args:
        looks: the counts of the tables, (n, 48).
        line: the line that they follow from, its throw played or under way.
        rows: how many dames of a pile lie next to one another on each case, (48,).
        pictures: how many pictures since the throw show the thrower's hand at each of his cases, (24,).
    """
    throw = line.now.throw
    if throw is None:
        return np.zeros(len(looks))
    part = slice(0, 24) if throw.side is Side.BLANCS else slice(24, 48)
    piles, touches = piles_of(looks_of(throw.base)[part], looks[:, part], rows[part])
    return np.asarray(TOUCHES[touches, stays_of(pictures[piles])].sum(axis=1), np.float64)


def piles_of(
    before: NDArray[np.intp], after: NDArray[np.intp], rows: NDArray[np.intp]
) -> tuple[NDArray[np.bool_], NDArray[np.intp]]:
    """Return which of one side's cases hold a pile, (24,), and how each of n plays touches those, (n, piles).

    The first case is left out: next to it the hand puts down the dames borne off.
    """
    piles = before >= rows
    piles[0] = False
    return piles, np.minimum(np.abs(after - before), len(Touch) - 1)[:, piles]


def stays_of(pictures: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return how long a hand was at cases, as the index of a `Stay`, from the pictures that show it there."""
    return np.asarray(np.digitize(pictures, (FILTER.hand_passed, FILTER.hand_stayed, FILTER.hand_long)), np.intp)


def recounted_boards(position: Position, side: Side) -> Iterator[Position]:
    """Yield the boards with one dame more or fewer on an uncountable pile from which dames were borne off."""
    counts = position.counts(side)
    for case in range(1, HOME + 1):
        if counts[case] >= OBSERVATION.row and not any(counts[HOME + 1 :]):
            for more in (-1, 1):
                if counts[OFF] >= more and counts[case] + min(more, 0) >= OBSERVATION.row:
                    other = list(counts)
                    other[case] += more
                    other[OFF] -= more
                    yield position.with_counts(side, tuple(other))


def by_the_dice(base: Position, after: Position, side: Side, dice: Dice) -> bool:
    """Whether the dames moved may be a play of the throw, lawful or not.

    No more dames moved than the dice have numbers, and no adverse ones but those hit.
    """
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


def _of_the_throw(line: LineOfPlay) -> Iterator[Next]:
    """Yield what the thrower may be doing; while no dame has moved, also other plays of the throw before."""
    now, throw = line.now, line.now.throw
    if throw is None:
        return
    side, standing = throw.side, now.position
    yield Next(Kind.TAKEN_BACK, throw.base)
    yield from _plays(Kind.PLAYED, throw.base, side, throw.dice)
    yield from (Next(Kind.PARTIAL, position) for position in ways(throw.base, side, throw.dice)[1])
    last = line.last
    if last is None:
        return
    if not any(throw.base.counts(side)[HOME + 1 :]):
        # More dames went off than the throw takes: a pile held fewer than was believed.
        off = standing.with_counts(side, (DAMES, *(0,) * BAR))
        yield Next(Kind.ALL_OFF, off)
    if not now.untouched or now.phase is not Phase.TO_PLAY:
        return
    other = Turn(last.t, side.adversary, last.dice, last.base, last.found)
    yield from _plays(Kind.OUT_OF_TURN, standing, side.adversary, last.dice, 1, (other,))
    for base in recounted_boards(standing, side):
        found = Turn(last.t, side, last.dice, base, found=True)
        yield from _plays(Kind.RECOUNTED, base, side, last.dice, 1, (found,))
    if line.voided is not None:
        void = line.voided
        for result in _going_on(void):
            yield Next(Kind.NOT_VOID, result, 1, (void, Turn(last.t, void.side.adversary, last.dice, result)))
    if now.before is not None and not last.found:
        for result in _going_on(now.before):
            yield Next(Kind.LATE, result, 1, (Turn(last.t, last.side, last.dice, result),))


def _plays(
    kind: Kind, base: Position, side: Side, dice: Dice, drop: int = 0, turns: tuple[Turn, ...] = ()
) -> Iterator[Next]:
    """Yield the plays of a throw from a position, as successors of this kind."""
    return (Next(kind, result, drop, turns, weight) for result, weight in choices(base, side, dice))


def _going_on(throw: Turn | Throw) -> Iterator[Position]:
    """Yield how a throw before another may have been played: not so that it won, as nobody throws after that."""
    results = ways(throw.base, throw.side, throw.dice)[0]
    return (result for result in results if winner(result) is None)


def _of_the_opening(now: Situation, dice: Dice) -> Iterator[Next]:
    """Yield the plays of the first throw by either player."""
    for side in Side:
        turn = Turn(now.opened_at, side, dice, now.position)
        for positions in ways(now.position, side, dice):
            yield from (Next(Kind.OPENED, position, 0, (turn,)) for position in positions)


def _reopen(line: LineOfPlay) -> Iterator[Next]:
    """Yield the plays of the last throw of a game taken for won that leave a dame on the board."""
    throw = line.now.throw
    last = line.last
    if throw is None or last is None or winner(line.now.position) is not throw.side:
        return
    for positions in ways(throw.base, throw.side, throw.dice):
        for position in positions:
            if winner(position) is None:
                yield Next(Kind.REOPENED, position, 1, (last,))


def common(line: LineOfPlay, context: Context) -> Iterator[Next]:
    """Yield the successors that are always considered."""
    now = line.now
    yield Next(Kind.STANDING, now.position)
    over = now.phase is Phase.OVER
    if over:
        if not context.lifted:
            # Once the dice are up, players are setting up the next game.
            yield from _reopen(line)
    else:
        yield from _of_the_throw(line)
        if now.opening is not None:
            yield from _of_the_opening(now, now.opening)
        for side in Side:
            counts = now.position.counts(side)
            for case in range(1, BAR):
                if counts[case]:
                    held = (*counts[:case], counts[case] - 1, *counts[case + 1 :])
                    yield Next(Kind.IN_HAND, now.position.with_counts(side, held))
    if now.position != Position.start() and (over or now.number):
        yield Next(Kind.SET, Position.start())


def rare(line: LineOfPlay, context: Context, t: float) -> Iterator[Next]:
    """Yield the plays of a throw whose dice were not both read.

    Two different numbers fall in two ways, a double in one. If one die was read, the other may show any value.
    """
    now = line.now
    if now.phase is not Phase.TO_THROW or now.trait is None:
        return
    for dice in throws_with(context.half_read):
        turn = Turn(t, now.trait, dice, now.position)
        results = choices(now.position, now.trait, dice)
        fall = (1 if dice[0] == dice[1] and context.half_read is None else 2) / sum(weight for _, weight in results)
        for result, weight in results:
            if result != now.position:
                yield Next(Kind.UNSEEN, result, 0, (turn,), fall * weight)


@dataclass(frozen=True, slots=True)
class Foreseen(Successors):
    """The successors of one line, with their priors."""

    nexts: tuple[Next, ...]


def foreseen(line: LineOfPlay, context: Context, nexts: Iterable[Next]) -> Foreseen:
    """Return each distinct outcome once, with its prior: that of its kind, divided among the kind's positions."""
    counts = PRIORS[occasion_of(line.now, context)]
    distinct: dict[tuple[Position, int, tuple[Turn, ...]], Next] = {}
    for one in nexts:
        distinct.setdefault((one.position, one.drop, one.turns), one)
    found = tuple(distinct.values())
    kinds: dict[Kind, float] = {}
    for one in found:
        kinds[one.kind] = kinds.get(one.kind, 0.0) + one.weight
    nats = [counts.nats(one.kind) + log(one.weight / kinds[one.kind]) for one in found]
    return Foreseen(np.array([looks_of(one.position) for one in found]), np.array(nats), found)


def unforeseen(line: LineOfPlay, context: Context, rest: Rest) -> tuple[Next, float] | None:
    """Return the likeliest position of all, lawful or not, and its prior.

    It supposes that the player in turn moved, and hit single dames where his own now stand. None after the end of a
    game, when dames may stand anywhere, unless the last throw may have been played against the rules.
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
    position = supposed_position(now, (seen[Side.BLANCS], seen[Side.NOIRS]))
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
    # For each dame that moved: any of the fifteen may stand on any case.
    dames = sum(displaced(now.position.counts(side), position.counts(side)) for side in Side)
    return Next(Kind.UNKNOWN, position), counts_of.nats(Kind.UNKNOWN) - dames * ANYWHERE


def become(line: LineOfPlay, one: Next, t: float) -> LineOfPlay:
    """Return the line that a successor leads to, with its dames standing so since t."""
    if one.kind is Kind.SET:
        return line  # a game begins when that is asserted, not before
    dice_nats = line.dice_nats
    if one.drop:
        line = line.back()
    for turn in one.turns:
        line = line.with_throw(turn, dice_nats)
    if one.kind is Kind.UNSEEN:
        line = replace(line, guessed=line.last)
    return line.standing(one.position, t, one.kind)


def lines_of_throw(
    line: LineOfPlay, t: float, dice: Sequence[tuple[Dice, float]], by: Side | None, *, half_read: bool
) -> Iterator[Weighed[LineOfPlay]]:
    """Yield the lines that follow from one when dice are seen thrown.

    Args:
        line: the line before.
        t: when the dice came to rest, seconds.
        dice: their possible readings, and the nats of each.
        by: the player whose hand threw them, if known.
        half_read: whether one die was read of a throw before these.
    """
    now, counts = line.now, PRIORS[Occasion.DICE]
    if line.guessed is not None and t <= line.guessed.t:
        # They lay there before the dames were played, so these are the dice that were not read then.
        turn = replace(line.guessed, t=t)
        for each, nats in dice:
            if each == turn.dice:
                read = line.back().with_throw(turn, nats).standing(now.position, line.since, line.story)
                yield Weighed(replace(read, hand_nats=line.hand_nats), nats)
        return
    if line.holds:
        return  # a dame in a hand is put down before the other player throws
    if now.phase is Phase.OVER:
        yield Weighed(line, counts.nats(Throwing.WON))
        return
    if now.trait is None:
        again = counts.nats(Throwing.IN_TURN if now.opening is None else Throwing.VOID)
        for each, nats in dice:
            opening = None if each[0] == each[1] else each
            opened = line.with_opening(opening, t, nats)
            yield Weighed(opened, nats + again)
        return
    if now.phase is not Phase.TO_PLAY or not now.untouched:
        in_turn = now.trait if now.phase is not Phase.TO_PLAY else now.trait.adversary
        told = Throwing.ENDED if line.unlawful and line.story == Kind.PARTIAL else Throwing.IN_TURN
        option = line, in_turn, told, line.story == Kind.UNKNOWN
    elif line.last is not None:
        option = line.back(), now.trait, Throwing.VOID, line.last.found
    else:
        option = line, now.trait, Throwing.VOID, True
    # The other may also have thrown too early, before a play that is still to come (`Kind.LATE`).
    too_early = option[2] is Throwing.VOID and line.last is not None
    for before, side, meaning, found in (option, (line, option[1].adversary, Throwing.MISSED, not too_early)):
        # If only one player's hand was seen, it nearly always is the thrower's.
        hand_nats = 0.0 if by is None or by is side else log(FILTER.hand_wrong)
        if half_read and meaning is Throwing.MISSED:
            hand_nats -= counts.nats(Throwing.MISSED)
        for each, nats in dice:
            turn = Turn(t, side, each, before.now.position, found)
            voided = line.last if meaning is Throwing.VOID else None
            after = before.with_throw(turn, nats, voided, meaning)
            if after.now.phase is not Phase.OVER:  # otherwise that position had won, and nobody would throw
                yield Weighed(after, nats + counts.nats(meaning) + hand_nats)


def reread(one: Weighed[LineOfPlay], dice: Sequence[tuple[Dice, float]]) -> Iterator[Weighed[LineOfPlay]]:
    """Yield a line with each possible reading of its last dice, which are now read differently."""
    line, last = one.hypothesis, one.hypothesis.last
    bare = one.nats - line.dice_nats
    if line.now.trait is None and line.now.phase is not Phase.OVER:
        for each, nats in dice:
            yield Weighed(
                line.with_opening(None if each[0] == each[1] else each, line.now.opened_at, nats), bare + nats
            )
        return
    if last is None:
        yield one
        return
    position, since = line.now.position, line.since
    for each, nats in dice:
        turn = Turn(last.t, last.side, each, last.base, last.found)
        read = line.back().with_throw(turn, nats, line.voided).standing(position, since, line.story)
        yield Weighed(replace(read, hand_nats=line.hand_nats), bare + nats)
