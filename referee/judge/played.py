"""The play: the dames' ways from one position to another, and which laws they break."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from rules.fault import FaultName
from rules.faults.ecoles import ecoles_of_play, impuissante
from rules.faults.handling import Handling, dames
from rules.faults.played import judged
from rules.play import Move
from rules.position import BANDE

if TYPE_CHECKING:
    from referee.judge.situation import Throw
    from rules.fault import Fault
    from rules.position import Case, Counts, Dice, Position

LINKED = frozenset({FaultName.ECOLE_REMPLIR, FaultName.ECOLE_CONSERVER, FaultName.ECOLE_SORTIE})
"""Écoles of a jan or a sortie that was owed and not made."""


def paired(
    lifted: tuple[Case, ...], placed: tuple[Case, ...], dice: Dice, hops: tuple[Move, ...] = ()
) -> tuple[Move, ...]:
    """Which of the dames lifted was placed where: back where it was if one was, then as the dice say if they can.

    hops: their ways before in this throw; of two dames moved under one hand the one already moved went on first.
    """
    starts, ends = Counter(lifted), Counter(placed)
    back = starts & ends
    starts, ends = starts - back, ends - back
    kept = tuple(Move(case, case) for case in sorted(back.elements()))
    told: tuple[Move, ...] = tuple(Move(*way) for way in zip(starts.elements(), ends.elements(), strict=True))
    straight, crossed = (
        tuple(Move(start, end) for start, end in zip(sorted(starts.elements()), order, strict=True))
        for order in (sorted(ends.elements()), sorted(ends.elements(), reverse=True))
    )

    came = {hop.end: hop.start for hop in hops}

    def fit(moves: tuple[Move, ...]) -> tuple[int, bool]:
        lengths = [move.end - came.get(move.start, move.start) for move in moves]
        return (Counter(lengths) & Counter(dice)).total(), all(length >= 0 for length in lengths)

    guesses: tuple[tuple[Move, ...], ...] = (told, straight, crossed)
    best = max(guesses, key=fit)
    return (*kept, *sorted(best, key=lambda move: move.start not in came))


def ways(before: Counts, after: Counts) -> tuple[Move, ...]:
    """The dames that moved between two sets of counts, the hindmost first; those that vanished went off the board."""
    starts = [case for case in range(1, BANDE) for _ in range(before[case - 1] - after[case - 1])]
    ends = [case for case in range(1, BANDE) for _ in range(after[case - 1] - before[case - 1])]
    ends += [BANDE] * (len(starts) - len(ends))
    return tuple(Move(start, end) for start, end in zip(starts, ends, strict=False))


def handling_of(throw: Throw, position: Position) -> Handling:
    """The throw as the hands played it; where they were not all seen, by the shortest ways."""
    handling = Handling(throw.base, throw.side, throw.dice, throw.hops, together=throw.together)
    try:
        seen = handling.result() == position
    except ValueError:
        seen = False
    if seen:
        return handling
    before, after = throw.base.counts(throw.side), position.counts(throw.side)
    return Handling(throw.base, throw.side, throw.dice, ways(before, after))


def is_ended(throw: Throw, position: Position) -> bool:
    """Whether the dames were let go where the throw is neither unplayed, nor on its way, nor lawfully played."""
    if position == throw.base or any(play.result == position for play in throw.plays.plays):
        return False
    moved = ways(throw.base.counts(throw.side), position.counts(throw.side))
    if len(moved) != 1 or throw.plays.dice_playable < 2:
        return True
    by_a_number = moved[0].end - moved[0].start in throw.dice
    return not by_a_number and not any(moved[0] in play.moves for play in throw.plays.plays)


def is_over(throw: Throw, position: Position) -> bool:
    """The same, both his numbers having been used: any dame he takes up now is another play.

    Where one dame seems to have gone as far as both take it, it has, or two did indistinguishably.
    """
    moved = ways(throw.base.counts(throw.side), position.counts(throw.side))
    both = len(moved) > 1 or any(move.end - move.start == sum(throw.dice) for move in moved)
    return both and is_ended(throw, position)


def play_of(throw: Throw, position: Position) -> tuple[tuple[Move, ...], bool]:
    """How the throw was played to reach `position`, and whether that is lawful.

    Several plays may lead to one position; the one that moves the dames as they were seen to move is taken, or uses
    those seen to be lifted.
    """
    lawful = [play.moves for play in throw.plays.plays if play.result == position]
    if lawful:
        seen = tuple(sorted(dame.move for dame in dames(handling_of(throw, position))))
        if seen in lawful:
            return seen, True
        touched = set(throw.touched)
        return min(lawful, key=lambda moves: (len(touched ^ {move.start for move in moves}), moves)), True
    return tuple(sorted(dame.move for dame in dames(handling_of(throw, position)))), False


def faults_of(throw: Throw, position: Position, *, tolerant: bool) -> tuple[Fault, ...]:
    """The laws broken in playing `throw` so that `position` stands, écoles of marking apart (Jeu 3; Lois XVII).

    tolerant: the code lets a first dame let go short be moved on (`tolerance_premiere_dame`).
    """
    handling = handling_of(throw, position)
    found: list[Fault] = []
    sortie = any(fault.name is FaultName.ECOLE_SORTIE for fault in linked_ecoles(throw, position, 0))
    for fault in judged(handling, tolerant=tolerant).faults:
        if fault.name is FaultName.FAUSSE_CASE_7:
            found.append(impuissante(throw.side, throw.base, throw.dice, position))
        # Missing the sortie is an école, not a fausse case besides.
        if not (fault.name is FaultName.FAUSSE_CASE_8 and sortie):
            found.append(fault)
    return tuple(found)


def linked_ecoles(throw: Throw, position: Position, marked: int) -> tuple[Fault, ...]:
    """The écoles of the thrower when he did not make a jan or a sortie he owed, his marking judged with it.

    Empty when he made everything. marked: the points he marked for the throw.
    """
    found = ecoles_of_play(throw.base, throw.side, throw.dice, throw.jans, marked, position)
    return found if any(fault.name in LINKED for fault in found) else ()
