"""The moves of a play, worked out from two positions and the hands, and the laws that they break.

Groups of faults by the end of their window are derived from the table of faults.
"""

from __future__ import annotations

from collections import Counter

from referee.trictrac.judge.situation import NUMBERING, Throw
from rules.fault import Fault, FaultName, RemedyName
from rules.fault_table import TABLE, Moment, Who
from rules.faults.ecoles import ecoles_of_play, impuissante
from rules.faults.handling import Handling, dames
from rules.faults.played import judge_play
from rules.play import Move
from rules.position import COIN, COIN_ADVERSE, Case, Dice, Position

LINKED = frozenset({FaultName.ECOLE_REMPLIR, FaultName.ECOLE_CONSERVER, FaultName.ECOLE_SORTIE})
"""Écoles of a jan or a sortie that was owed and not made."""

ways = NUMBERING.ways

SIMPLE = frozenset(row.name for row in TABLE if not row.claimed)
"""Faults that cannot be claimed (Lois XVII 1)."""

CLOSED_BY_ANY = frozenset(row.name for row in TABLE if Moment.THROW in row.closes or row.opens is Moment.DICE_LIFTED)
"""Faults that end with any next throw. The keeper of the score handles fichets (`mark_repairs`)."""

OF_THE_DAMES = frozenset(
    row.name
    for row in TABLE
    if row.by is Who.J and row.opens in {Moment.PLAY_ENDS, Moment.PLACED} and row.name not in LINKED
)
"""Faults that end when the player resumes the play."""

ECOLES = frozenset(row.name for row in TABLE if RemedyName.MARK in row.remedies)
"""Faults that are claimed with "École !". The others are fausses cases."""


def pair_dames(
    lifted: tuple[Case, ...], placed: tuple[Case, ...], dice: Dice, hops: tuple[Move, ...] = ()
) -> tuple[Move, ...]:
    """Pair the dames lifted with the cases they were placed on.

    A case that a dame was both lifted from and placed on is paired with itself. The others are paired so that the most
    moves fit the dice.

    hops: earlier moves of this throw. Of two dames moved by one hand, the one already moved went on first.
    """
    starts, ends = Counter(lifted), Counter(placed)
    back = starts & ends
    starts, ends = starts - back, ends - back
    kept = tuple(Move(case, case) for case in sorted(back.elements()))
    in_order: tuple[Move, ...] = tuple(Move(*way) for way in zip(starts.elements(), ends.elements(), strict=True))
    straight, crossed = (
        tuple(Move(start, end) for start, end in zip(sorted(starts.elements()), order, strict=True))
        for order in (sorted(ends.elements()), sorted(ends.elements(), reverse=True))
    )

    came = {hop.end: hop.start for hop in hops}

    def fit(moves: tuple[Move, ...]) -> tuple[int, bool]:
        lengths = [move.end - came.get(move.start, move.start) for move in moves]
        return (Counter(lengths) & Counter(dice)).total(), all(length >= 0 for length in lengths)

    guesses: tuple[tuple[Move, ...], ...] = (in_order, straight, crossed)
    best = max(guesses, key=fit)
    return (*kept, *sorted(best, key=lambda move: move.start not in came))


def handling_of(throw: Throw, position: Position) -> Handling:
    """Return the throw as the hands played it, or with the shortest moves if not all of them were seen."""
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
    """Return whether the dames stand where the throw is neither unplayed, nor half played, nor lawfully played."""
    if position == throw.base or position in throw.plays.results:
        return False
    moved = ways(throw.base.counts(throw.side), position.counts(throw.side))
    if len(moved) != 1 or throw.plays.dice_playable < 2:
        return True
    by_a_number = moved[0].end - moved[0].start in throw.dice
    return not by_a_number and not any(moved[0] in play.moves for play in throw.plays.plays)


def is_over(throw: Throw, position: Position) -> bool:
    """Return whether the throw is ended (`is_ended`) with both numbers used: a dame taken up now is another play.

    One dame moved by the sum of the numbers counts: two dames that look alike may have moved instead.
    """
    if shows_puissance(throw, position):
        return False
    moved = ways(throw.base.counts(throw.side), position.counts(throw.side))
    both = len(moved) > 1 or any(move.end - move.start == sum(throw.dice) for move in moved)
    return both and is_ended(throw, position)


def shows_puissance(throw: Throw, position: Position) -> bool:
    """Return whether dames on the adverse coin only have to go back to the own one (Jeu 2, prise du coin)."""
    counts = list(position.counts(throw.side))
    shown, counts[COIN_ADVERSE - 1] = counts[COIN_ADVERSE - 1], 0
    counts[COIN - 1] += shown
    return shown > 0 and position.with_counts(throw.side, tuple(counts)) in throw.plays.results


def play_of(throw: Throw, position: Position) -> tuple[tuple[Move, ...], bool]:
    """Return the moves of the throw that lead to `position`, and whether they are lawful.

    Several plays may lead to one position. The one with the moves seen is taken, else the one that fits the dames seen
    lifted best.
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
    """Return the faults of playing `throw` to reach `position`, without écoles of marking (Jeu 3; Lois XVII).

    tolerant: whether a first dame let go too short may be moved on (`tolerance_premiere_dame`).
    """
    handling = handling_of(throw, position)
    found: list[Fault] = []
    sortie = any(fault.name is FaultName.ECOLE_SORTIE for fault in linked_ecoles(throw, position, 0))
    for fault in judge_play(handling, tolerant=tolerant).faults:
        if fault.name is FaultName.FAUSSE_CASE_7:
            found.append(impuissante(throw.side, throw.base, throw.dice, position))
        # Missing the sortie is an école, and not a fausse case as well.
        if not (fault.name is FaultName.FAUSSE_CASE_8 and sortie):
            found.append(fault)
    return tuple(found)


def linked_ecoles(throw: Throw, position: Position, marked: int) -> tuple[Fault, ...]:
    """Return the écoles, those of marking included, of a thrower who did not make a jan or a sortie that he owed.

    The result is empty if he made everything. marked: the points that he marked for the throw.
    """
    found = ecoles_of_play(throw.base, throw.side, throw.dice, throw.jans, marked, position)
    return found if any(fault.name in LINKED for fault in found) else ()
