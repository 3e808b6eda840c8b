"""What was played: the dames' ways from one position to another, and which laws they break."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.fault import Fault, FaultName, Remedy, RemedyName
from rules.play import Move
from rules.plays import possible_plays
from rules.position import BANDE, COIN, COIN_ADVERSE
from rules.view import View, forbidden_ends

if TYPE_CHECKING:
    from referee.judge.situation import Throw
    from rules.position import Counts, Position


def ways(before: Counts, after: Counts) -> tuple[Move, ...]:
    """The dames that moved between two sets of counts, the hindmost first; those that vanished went off the board.

    A dame that came from nowhere is left out: nothing is known of its way.
    """
    starts = [case for case in range(1, BANDE) for _ in range(before[case - 1] - after[case - 1])]
    ends = [case for case in range(1, BANDE) for _ in range(after[case - 1] - before[case - 1])]
    ends += [BANDE] * (len(starts) - len(ends))
    return tuple(Move(start, end) for start, end in zip(starts, ends, strict=False))


def play_of(throw: Throw, position: Position) -> tuple[tuple[Move, ...], bool]:
    """How the throw was played to reach `position`, and whether that is lawful.

    Several plays may lead to one position; the one that uses the dames seen to be lifted is taken.
    """
    lawful = [play.moves for play in throw.plays.plays if play.result == position]
    if lawful:
        touched = set(throw.touched)
        return min(lawful, key=lambda moves: (len(touched ^ {move.start for move in moves}), moves)), True
    return ways(throw.base.counts(throw.side), position.counts(throw.side)), False


def faults_of(throw: Throw, position: Position) -> tuple[Fault, ...]:
    """The laws broken by playing `throw` so that `position` stands; empty when it is lawful (Jeu 3; Lois XVII)."""
    moves, lawful = play_of(throw, position)
    if lawful:
        return ()
    side = throw.side
    remedies = (
        Remedy(RemedyName.LEAVE, (position,)),
        Remedy(RemedyName.REPLAY_LEGALLY, tuple(dict.fromkeys(play.result for play in throw.plays.plays))),
    )

    def fault(name: FaultName, article: str, cases: tuple[int, ...]) -> tuple[Fault, ...]:
        return (Fault(name, side, article, cases, 0, remedies),)

    cases = tuple(move.end for move in moves)
    possible = possible_plays(throw.base, side, throw.dice)
    if any(play.result == position for play in possible.plays):
        kept = any(jan.name.endswith("conserve") and jan.side is side for jan in throw.jans)
        return fault(FaultName.NON_CONSERVE if kept else FaultName.NON_REMPLI, "Jeu 3, fausse case", cases)
    view = View.of(throw.base, side)
    closed = forbidden_ends(view.adverse)
    if position.on(side, COIN) == 1:
        return fault(FaultName.CASE_INTERDITE_COIN_SEUL, "Jeu 3, cases interdites 1", (COIN,))
    if position.on(side, COIN_ADVERSE):
        return fault(FaultName.CASE_INTERDITE_COIN_ADVERSE, "Jeu 3, cases interdites 2", (COIN_ADVERSE,))
    for end in cases:
        if end < BANDE and view.adverse[end]:
            return fault(FaultName.CASE_INTERDITE_OCCUPEE, "Jeu 3, cases interdites 3", (end,))
        if end in closed:
            return fault(FaultName.CASE_INTERDITE_JAN, "Jeu 3, cases interdites 4", (end,))
    lengths = sorted(move.end - move.start for move in moves)
    if any(length < 0 for length in lengths):
        return fault(FaultName.DAME_RECULEE, "Jeu 3, fausse case 2", cases)
    played = sorted(throw.dice)
    if throw.plays.dice_playable == 2 and len(lengths) < 2 and lengths != [sum(played)]:
        if not lengths or lengths[0] in played:
            return fault(FaultName.SECOND_INJOUABLE, "Jeu 3, fausse case 7", cases)
        if lengths[0] > played[1]:
            return fault(FaultName.AU_DELA_DU_PLUS_FORT, "Jeu 3, fausse case 4.2", cases)
    if throw.plays.dice_playable == 1 and lengths == played[:1]:
        return fault(FaultName.PLUS_FAIBLE_JOUE, "Jeu 3, fausse case 6", cases)
    return fault(FaultName.NI_NOMBRE_NI_SOMME, "Jeu 3, fausse case 4", cases)
