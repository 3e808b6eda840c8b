"""All legal plays of a throw (Lois VI-IX, XIII-XIV; docs/rules.md, "Plays").

The laws are applied in their order: what one dame may do, what two may do together, then which of the plays found
are allowed by the obligation to play both numbers, by the sortie, and by the obligation to fill and to keep.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from rules.play import LegalPlays, Move, Play
from rules.position import BANDE, COIN, COIN_ADVERSE
from rules.view import FILLABLE, JAN_DE_RETOUR, View, forbidden_ends, is_full

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rules.position import Dice, Position, Side
    from rules.view import ByCase


REMEMBERED = 128
"""Throws whose plays are kept: judging one asks for them several times, and for those of other dice."""


class _Step(NamedTuple):
    """One dame moved by one number; excedant: the number was larger than its way to the bande."""

    start: int
    end: int
    excedant: bool


class _Throw(NamedTuple):
    """A throw as played: its moves in order, what the thrower has afterwards, how many numbers were excédants."""

    moves: tuple[tuple[int, int], ...]
    own: ByCase
    excedants: int


class _Board:
    """What does not change while one player moves: the adverse dames, and where dames may end or rest."""

    def __init__(self, view: View) -> None:
        self.own = view.own
        self.adverse = view.adverse
        self.closed = forbidden_ends(view.adverse)

    def may_end(self, case: int) -> bool:
        """A dame ends where it could rest, but never on the adverse coin nor in a jan interdit (Lois IX, XIV)."""
        return case == BANDE or (not self.adverse[case] and case != COIN_ADVERSE and case not in self.closed)

    def steps(self, own: ByCase, number: int) -> Iterator[_Step]:
        """Every single step by one number that does not run off the board or onto an adverse dame.

        Where a step leads a dame may at least rest: an empty coin of either side will do (Lois VII, IX).
        Once no dame is before the jan de retour the bande counts as a case; beyond it only the furthest dame may go,
        and only when its number exceeds its way (Lois VIII).
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
    """The coin is taken and left by two dames together, so it never holds exactly one (Lois IX)."""
    return own[COIN] != 1


def _played_both(board: _Board, dice: Dice) -> Iterator[_Throw]:
    """Every way to play both numbers, or to take the last dame out with the first of them."""
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
                # Another dame than the one that arrived: one of those that stood there before.
                other = two.start != one.end or board.own[two.start] > 0
                if other and board.may_end(one.end) and board.may_end(two.end):
                    moves = (one.start, one.end), (two.start, two.end)
                    yield _Throw(moves if moves[0] <= moves[1] else moves[::-1], own, excedants)


def _coin_par_puissance(board: _Board, dice: Dice) -> Iterator[_Throw]:
    """The own coin taken instead of the adverse one, both being empty, when no pair takes it par effet (Lois IX)."""
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


def _played_one(board: _Board, number: int) -> Iterator[_Throw]:
    for step in board.steps(board.own, number):
        if board.may_end(step.end):
            yield _Throw(((step.start, step.end),), _after(board.own, step), int(step.excedant))


def _possible(board: _Board, dice: Dice) -> tuple[int, list[_Throw]]:
    """How many numbers must be played, and the plays that do so, filling and keeping apart."""
    both = [throw for throw in _played_both(board, dice) if _coin_is_lawful(throw.own)]
    both.extend(_coin_par_puissance(board, dice))
    if both:
        # A number may not be made an excédant by playing the other first if both can be played with fewer (Lois VIII).
        fewest = min(throw.excedants for throw in both)
        return 2, [throw for throw in both if throw.excedants == fewest]
    for number in sorted(set(dice), reverse=True):
        one = [throw for throw in _played_one(board, number) if _coin_is_lawful(throw.own)]
        if one:
            return 1, one
    return 0, [_Throw((), board.own, 0)]


@lru_cache(maxsize=REMEMBERED)
def _throws(position: Position, side: Side, dice: Dice) -> tuple[int, list[_Throw]]:
    return _possible(_Board(View.of(position, side)), dice)


def _distinct(position: Position, side: Side, throws: list[_Throw]) -> tuple[Play, ...]:
    results = {throw.moves: throw.own for throw in throws}
    return tuple(
        Play(tuple(Move(*move) for move in moves), position.replaced(side, own[1:]))
        for moves, own in sorted(results.items())
    )


@lru_cache(maxsize=REMEMBERED)
def possible_plays(position: Position, side: Side, dice: Dice) -> LegalPlays:
    """The plays of a throw before the obligation to fill and to keep is looked at.

    Raises nothing for a lawful position; dice are two numbers 1..6.
    """
    number, throws = _throws(position, side, dice)
    return LegalPlays(number, _distinct(position, side, throws))


@lru_cache(maxsize=REMEMBERED)
def legal_plays(position: Position, side: Side, dice: Dice) -> LegalPlays:
    """Every legal play of a throw, sorted; when nothing can be played, the one empty play.

    Among the possible plays one that fills a jan, or keeps a full one, is compulsory (Lois XIII). No two jans can be
    concerned at once: they share no case, and each takes ten dames at least.
    """
    number, throws = _throws(position, side, dice)
    full = [throw for throw in throws if any(is_full(throw.own, jan) for jan in FILLABLE)]
    return LegalPlays(number, _distinct(position, side, full or throws))
