"""All legal plays of a throw (Lois VI-IX, XIII-XIV; docs/rules.md, "Plays").

The laws are applied in order: how one dame may move, then how two may move together. The obligation to play both
numbers, the sortie, and the obligation to fill and to keep then decide which of these plays are allowed.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from rules.play import LegalPlays, Move, Play
from rules.position import BANDE, COIN, COIN_ADVERSE, Dice, Position, Side
from rules.view import FILLABLE, JAN_DE_RETOUR, ByCase, View, forbidden_ends, is_full

REMEMBERED = 128
"""Throws whose plays are kept. Judging one throw asks for its plays several times, and for those of other dice."""


class _Step(NamedTuple):
    """One dame moved by one number; excedant: the number was larger than the distance to the bande."""

    start: int
    end: int
    excedant: bool


class _Throw(NamedTuple):
    """A played throw: its moves in order, the thrower's counts afterwards, and how many numbers were excédants."""

    moves: tuple[tuple[int, int], ...]
    own: ByCase
    excedants: int


class _Board:
    """The constant data while one player moves: the adverse dames, and where dames may end or rest."""

    def __init__(self, view: View) -> None:
        self.own = view.own
        self.adverse = view.adverse
        self.closed = forbidden_ends(view.adverse)

    def may_end(self, case: int) -> bool:
        """Whether a dame may end on a case (Lois IX, XIV).

        It may end where it could rest, but not on the adverse coin or in a jan interdit.
        """
        return case == BANDE or (not self.adverse[case] and case != COIN_ADVERSE and case not in self.closed)

    def steps(self, own: ByCase, number: int) -> Iterator[_Step]:
        """Yield every single step by one number that does not run off the board or onto an adverse dame.

        A dame may at least rest where a step leads, even on an empty coin of either side (Lois VII, IX). Once no dame
        is before the jan de retour, the bande counts as a case. Only the furthest dame may go beyond it, when its
        number is larger than its distance (Lois VIII).
        """
        furthest = next((case for case in range(1, BANDE) if own[case]), BANDE)
        for case in range(furthest, BANDE):
            if not own[case]:
                continue
            end = case + number
            if end <= 24:
                if not self.adverse[end]:
                    yield _Step(case, end, excedant=False)
            elif furthest >= JAN_DE_RETOUR.start and (end == BANDE or case == furthest):
                yield _Step(case, BANDE, excedant=end > BANDE)


def _after(own: ByCase, step: _Step) -> ByCase:
    counts = list(own)
    counts[step.start] -= 1
    if step.end != BANDE:
        counts[step.end] += 1
    return tuple(counts)


def _coin_is_lawful(own: ByCase) -> bool:
    """Whether the coin does not hold exactly one dame: two dames take it and leave it together (Lois IX)."""
    return own[COIN] != 1


def _both_numbers(board: _Board, dice: Dice) -> Iterator[_Throw]:
    """Yield every way to play both numbers, or to take the last dame out with the first of them."""
    for first, second in {dice, dice[::-1]}:
        for one in board.steps(board.own, first):
            between = _after(board.own, one)
            if not any(between):
                yield _Throw(((one.start, BANDE),), between, int(one.excedant))
                continue
            for two in board.steps(between, second):
                own = _after(between, two)
                excedants = one.excedant + two.excedant
                if two.start == one.end and board.may_end(two.end):
                    yield _Throw(((one.start, two.end),), own, excedants)
                # Another dame than the one that just arrived must have stood there before.
                other = two.start != one.end or board.own[two.start] > 0
                if other and board.may_end(one.end) and board.may_end(two.end):
                    moves = (one.start, one.end), (two.start, two.end)
                    yield _Throw(moves if moves[0] <= moves[1] else moves[::-1], own, excedants)


def _coin_par_puissance(board: _Board, dice: Dice) -> Iterator[_Throw]:
    """Yield the own coin taken instead of the adverse one: both are empty, and no pair takes it par effet (Lois IX)."""
    own = board.own
    if own[COIN] or board.adverse[COIN_ADVERSE] or _pair_reaches(own, dice, COIN):
        return
    if _pair_reaches(own, dice, COIN_ADVERSE):
        starts = sorted(COIN_ADVERSE - number for number in dice)
        counts = list(own)
        for start in starts:
            counts[start] -= 1
        counts[COIN] = 2
        yield _Throw(tuple((start, COIN) for start in starts), tuple(counts), 0)


def _pair_reaches(own: ByCase, dice: Dice, case: int) -> bool:
    """Whether two dames would reach `case` by the two direct numbers."""
    first, second = (case - number for number in dice)
    return own[first] >= 2 if first == second else own[first] >= 1 and own[second] >= 1


def _one_number(board: _Board, number: int) -> Iterator[_Throw]:
    for step in board.steps(board.own, number):
        if board.may_end(step.end):
            yield _Throw(((step.start, step.end),), _after(board.own, step), int(step.excedant))


def _possible(board: _Board, dice: Dice) -> tuple[int, list[_Throw]]:
    """Return how many numbers must be played, and the plays that do so, regardless of filling and keeping."""
    both = [throw for throw in _both_numbers(board, dice) if _coin_is_lawful(throw.own)]
    both.extend(_coin_par_puissance(board, dice))
    if both:
        # A player may not play the other number first to make an excédant if fewer are possible (Lois VIII).
        fewest = min(throw.excedants for throw in both)
        return 2, [throw for throw in both if throw.excedants == fewest]
    for number in sorted(set(dice), reverse=True):
        one = [throw for throw in _one_number(board, number) if _coin_is_lawful(throw.own)]
        if one:
            return 1, one
    return 0, [_Throw((), board.own, 0)]


@lru_cache(maxsize=REMEMBERED)
def _throws(position: Position, side: Side, dice: Dice) -> tuple[int, list[_Throw]]:
    return _possible(_Board(View.of(position, side)), dice)


def _distinct(position: Position, side: Side, throws: list[_Throw]) -> tuple[Play, ...]:
    results = {throw.moves: throw.own for throw in throws}
    return tuple(
        Play(tuple(Move(*move) for move in moves), position.with_counts(side, own[1:]))
        for moves, own in sorted(results.items())
    )


@lru_cache(maxsize=REMEMBERED)
def possible_plays(position: Position, side: Side, dice: Dice) -> LegalPlays:
    """Return the plays of a throw before the obligation to fill and to keep is applied.

    Raises nothing for a legal position; dice are two numbers 1..6.
    """
    number, throws = _throws(position, side, dice)
    return LegalPlays(number, _distinct(position, side, throws))


@lru_cache(maxsize=REMEMBERED)
def legal_plays(position: Position, side: Side, dice: Dice) -> LegalPlays:
    """Return every legal play of a throw, sorted; the one empty play when no number can be played.

    A possible play that fills a jan, or keeps a full one, is compulsory (Lois XIII). This concerns only one jan at a
    time: jans share no case, and each takes at least ten dames.
    """
    number, throws = _throws(position, side, dice)
    full = [throw for throw in throws if any(is_full(throw.own, jan) for jan in FILLABLE)]
    return LegalPlays(number, _distinct(position, side, full or throws))
