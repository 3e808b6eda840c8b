"""Illegal plays of backgammon: the rule that a play broke, named for the record (BG; the text sets no penalty).

The source leaves the remedy to the players. The common rule is followed: until the adversary throws, they may ask for a
legal play instead. Once they have thrown, the play stands.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.backgammon.plays import legal_plays, on_the_way
from rules.backgammon.position import BAR, HOME, OFF, Position
from rules.fault import AnyFault
from rules.fault_table import Row, table_of
from rules.position import Case, Counts, Dice, Side


class FaultName(StrEnum):
    """The faults of a play."""

    NOMBRE_NON_JOUE = "nombre_non_joue"
    PLUS_FAIBLE_JOUE = "plus_faible_joue"
    BAR_OUBLIEE = "bar_oubliee"
    CASE_FERMEE = "case_fermee"
    FRAPPEE_LAISSEE = "frappee_laissee"
    ADVERSE_DEPLACEE = "adverse_deplacee"
    SORTIE_PREMATUREE = "sortie_prematuree"
    DAME_RECULEE = "dame_reculee"
    MAUVAIS_NOMBRE = "mauvais_nombre"


TABLE: tuple[Row[FaultName], ...] = table_of("rules.backgammon", FaultName)
ARTICLES: dict[FaultName, str] = {row.name: row.article for row in TABLE}


@dataclass(frozen=True, slots=True)
class IllegalPlay(AnyFault):
    """A play against the rules (numbering of `by`, 0 off, 25 the bar). It costs no points."""

    name: FaultName


def fault_of(base: Position, side: Side, dice: Dice, result: Position) -> IllegalPlay | None:
    """Return the fault in playing `dice` from `base` to reach `result`, or None when the play is legal.

    A play that breaks several rules is one fault, named after the first of them that is found.
    """
    legal = legal_plays(base, side, dice)
    if any(play.result == result for play in legal.plays):
        return None
    name, cases = _fault_of(base, side, dice, result, legal.dice_playable)
    return IllegalPlay(name, side, ARTICLES[name], cases)


def _fault_of(
    base: Position, side: Side, dice: Dice, result: Position, playable: int
) -> tuple[FaultName, tuple[Case, ...]]:
    way = on_the_way(base, side, dice)
    if result in way:
        short = way[result] == playable == 1
        return (FaultName.PLUS_FAIBLE_JOUE if short else FaultName.NOMBRE_NON_JOUE), end_cases(base, result, side)
    own, after = base.counts(side), result.counts(side)
    gone, came = _fewer(own, after), _fewer(after, own)
    theirs, theirs_after = base.counts(side.adversary), result.counts(side.adversary)
    shared = tuple(case for case in range(1, 25) if after[case] and theirs_after[25 - case])
    if shared:
        closed = any(theirs[25 - case] > 1 for case in shared)
        return (FaultName.CASE_FERMEE if closed else FaultName.FRAPPEE_LAISSEE), shared
    if after[BAR] and own[BAR] and any(case != BAR for case in gone):
        return FaultName.BAR_OUBLIEE, (BAR,)
    moved = tuple(25 - case for case in _fewer(theirs, theirs_after) if 1 <= case <= 24)
    if any(not after[case] and case not in _landing_cases(gone, dice) for case in moved) or (
        theirs_after[BAR] - theirs[BAR] != len(moved)
    ):
        return FaultName.ADVERSE_DEPLACEE, moved
    if after[OFF] > own[OFF] and any(after[HOME + 1 :]):
        return FaultName.SORTIE_PREMATUREE, tuple(case for case in range(HOME + 1, 26) if after[case])
    if any(end > start for start, end in zip(sorted(gone), sorted(came), strict=False)):
        return FaultName.DAME_RECULEE, came
    return FaultName.MAUVAIS_NOMBRE, came


def end_cases(base: Position, result: Position, side: Side) -> tuple[Case, ...]:
    """Return the cases on which `side` now has more dames than in `base`, where its dames stopped."""
    return _fewer(result.counts(side), base.counts(side))


def _fewer(before: Counts, after: Counts) -> tuple[Case, ...]:
    """Return the cases with fewer dames than before, the furthest first, repeated for each dame that left."""
    return tuple(case for case in range(BAR, OFF - 1, -1) for _ in range(before[case] - after[case]))


def _landing_cases(starts: tuple[Case, ...], dice: Dice) -> set[Case]:
    """Return the cases on which a dame may have touched down between its numbers."""
    return {start - number for start in starts for number in dice}
