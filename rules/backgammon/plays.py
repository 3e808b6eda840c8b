"""Every legal play of a throw of backgammon.

1. Each number is its own move. A dame that uses two numbers touches down between them. It may be blocked there, and it
   hits there (BG, le déroulement du jeu).
2. As many numbers as possible are played, a doublet four times. When either of two numbers could be played but not
   both, the higher is played (BG, utiliser les deux dés; the last clause is the common rule, which the text omits).
3. A dame on the bar enters before any other dame moves. A case with two adverse dames is closed; a single one is hit.
4. Dames are borne off when all are home: by the exact number, or by a higher one from the furthest case.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.backgammon.position import BAR, HOME, OFF, Position
from rules.play import Move
from rules.position import Case, Counts, Dice, Side


@dataclass(frozen=True, slots=True)
class Play:
    """A whole throw as played: up to four moves in ascending order (a multiset), and the resulting position."""

    moves: tuple[Move, ...]
    result: Position


@dataclass(frozen=True, slots=True)
class LegalPlays:
    """Every legal play of a throw.

    Attributes:
        dice_playable: how many numbers must be played (0..2, 0..4 for a doublet).
        plays: distinct as multisets of moves, and sorted; only the empty play when no number can be played.
    """

    dice_playable: int
    plays: tuple[Play, ...]

    @property
    def results(self) -> tuple[Position, ...]:
        """The distinct resulting positions; several plays may lead to the same one."""
        return tuple(dict.fromkeys(play.result for play in self.plays))


_MOVES = [[Move(start, end) for end in range(25)] for start in range(26)]


def legal_plays(position: Position, side: Side, dice: Dice) -> LegalPlays:
    """Return every legal play of `side` for two dice of 1..6.

    `position` must be lawful (`Position.breaches` empty). Raises ValueError for a number that no die shows.

    >>> from rules.position import Side
    >>> legal = legal_plays(Position.start(), Side.BLANCS, (6, 5))
    >>> legal.dice_playable, len(legal.plays), len(legal.results)
    (2, 8, 7)
    """
    for number in dice:
        if number not in range(1, 7):
            raise ValueError(f"a die shows {number!r}, expected 1..6")
    own, theirs = position.counts(side), position.counts(side.adversary)
    closed = tuple(theirs[25 - case] > 1 if 1 <= case <= 24 else False for case in range(26))
    high, low = max(dice), min(dice)
    if high == low:
        ends = list(_doublet(list(own), closed, high, 4, BAR))
        played = max(len(moves) for moves, _ in ends)
        found = {tuple(sorted(moves)): after for moves, after in ends if len(moves) == played}
    else:
        found = _two_numbers(own, closed, high, low)
        played = len(next(iter(found)))
    return LegalPlays(
        played,
        tuple(
            Play(moves, _position(side, moves, after, theirs))
            for moves, after in sorted(found.items(), key=lambda item: item[0])
        ),
    )


_Found = dict[tuple[Move, ...], "Counts"]


def _two_numbers(own: Counts, closed: tuple[bool, ...], high: int, low: int) -> _Found:
    """Return the plays of two different numbers, in both orders: both, else the higher alone, else the lower alone."""
    both: _Found = {}
    alone: dict[int, _Found] = {high: {}, low: {}}
    for first, second in ((high, low), (low, high)):
        for start in _starts(own, closed, first):
            between, move = list(own), _move(start, first)
            between[start] -= 1
            between[move.end] += 1
            alone[first][(move,)] = tuple(between)
            for again in _starts(between, closed, second):
                last = _move(again, second)
                moves = (move, last) if move < last else (last, move)
                if moves in both:
                    continue
                after = between.copy()
                after[again] -= 1
                after[last.end] += 1
                both[moves] = tuple(after)
    return both or alone[high] or alone[low] or {(): own}


def _doublet(
    own: list[int], closed: tuple[bool, ...], number: int, left: int, furthest: Case
) -> Iterator[tuple[tuple[Move, ...], Counts]]:
    """Yield ways of playing `number` up to `left` times from `furthest` downwards, and the counts after each.

    Moves that are legal in some order are legal from far to near, because dames that enter or come home go first. So
    each multiset is found once. A way that stops because only a further dame could go on is found again as a longer
    one.
    """
    starts = [start for start in _starts(own, closed, number) if start <= furthest] if left else []
    if not starts:
        yield (), tuple(own)
    for start in starts:
        move = _move(start, number)
        own[start] -= 1
        own[move.end] += 1
        for moves, after in _doublet(own, closed, number, left - 1, start):
            yield (move, *moves), after
        own[start] += 1
        own[move.end] -= 1


def on_the_way(position: Position, side: Side, dice: Dice) -> dict[Position, int]:
    """Return every position that legal moves of the throw lead through or to, with the count of numbers played.

    `position` itself is included. Plays that stop short are included too, even if the remaining numbers could be
    played.
    """
    numbers: tuple[int, ...] = (dice[0],) * 4 if dice[0] == dice[1] else dice
    met = {(position, numbers): 0}
    last = [(position, numbers)]
    while last:
        new: list[tuple[Position, tuple[int, ...]]] = []
        for before, left in last:
            for number in set(left):
                rest = list(left)
                rest.remove(number)
                for after in _single(before, side, number):
                    reached = (after, tuple(rest))
                    if reached not in met:
                        met[reached] = len(numbers) - len(rest)
                        new.append(reached)
        last = new
    found: dict[Position, int] = {}
    for (stands, _), played in met.items():
        found[stands] = max(played, found.get(stands, 0))
    return found


def _single(position: Position, side: Side, number: int) -> Iterator[Position]:
    """Yield the positions that one number leads to."""
    own, theirs = position.counts(side), position.counts(side.adversary)
    closed = tuple(theirs[25 - case] > 1 if 1 <= case <= 24 else False for case in range(26))
    for start in _starts(own, closed, number):
        move, after = _move(start, number), list(own)
        after[start] -= 1
        after[move.end] += 1
        yield _position(side, (move,), tuple(after), theirs)


def _starts(own: Counts | list[int], closed: tuple[bool, ...], number: int) -> list[Case]:
    """Return the cases from which a dame may play `number`."""
    if own[BAR]:
        return [] if closed[BAR - number] else [BAR]
    starts = [case for case in range(24, number, -1) if own[case] and not closed[case - number]]
    if not any(own[HOME + 1 : BAR]):
        if own[number]:
            starts.append(number)
        furthest = next((case for case in range(HOME, 0, -1) if own[case]), 0)
        if 0 < furthest < number:
            starts.append(furthest)
    return starts


def _move(start: Case, number: int) -> Move:
    return _MOVES[start][max(start - number, OFF)]


def _position(side: Side, moves: tuple[Move, ...], own: Counts, theirs: Counts) -> Position:
    """Return the position after `moves`; every single adverse dame on a case touched goes to the bar."""
    hit = {25 - move.end for move in moves if move.end != OFF and theirs[25 - move.end] == 1}
    if hit:
        adverse = list(theirs)
        for case in hit:
            adverse[case] = 0
        adverse[BAR] += len(hit)
        theirs = tuple(adverse)
    return Position(own, theirs) if side is Side.BLANCS else Position(theirs, own)
