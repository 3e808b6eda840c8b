"""How simulated players of backgammon choose: plays by simple features, doubles by the race, faults by chance."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from rules.backgammon.faults import fault_of
from rules.backgammon.plays import LegalPlays, Play
from rules.backgammon.position import BAR, HOME, OFF, Position
from rules.play import Move
from rules.position import Dice, Side
from simulation.players.rates import CLUMSINESS


@dataclass(frozen=True, slots=True, kw_only=True)
class BackgammonRates:
    """How often players err and fumble, as the chance at each opportunity.

    Attributes:
        illegal: a play against the rules.
        noticed: the other player calls an illegal play before his throw.
        slide: a dame pushed along instead of lifted.
        careless: a dame let go off its place.
        take_back: a play begun, taken back and made otherwise.
        idle_hand: a hand over the board that does nothing.
    """

    illegal: float = 0.0
    noticed: float = 0.5
    slide: float = 0.0
    careless: float = 0.0
    take_back: float = 0.0
    idle_hand: float = 0.0

    @classmethod
    def typical(cls, *, illegal: float = 0.0, clumsy: bool = False) -> BackgammonRates:
        """Return the rates of people who know the rules; clumsy ones slide, fumble and change their minds."""
        return cls(illegal=illegal, **CLUMSINESS["backgammon"] if clumsy else {})


def choose_play(side: Side, legal: LegalPlays, random: Random) -> Play:
    """Choose a play a person might make: few blots, points made, dames hit, and all home in the end."""
    return max(legal.plays, key=lambda play: _worth(play.result, side) + random.gauss(0, 2.0))


def _worth(position: Position, side: Side) -> float:
    own, theirs = position.counts(side), position.counts(side.adversary)
    before = [case for case in range(1, BAR) if theirs[25 - case]] + [0] * bool(theirs[BAR])
    worth = 3.0 * own[OFF] + 2.0 * theirs[BAR] - 0.02 * sum(case * case for case in range(BAR + 1) if own[case])
    for case in range(1, BAR):
        if own[case] == 1:
            shots = sum(1 for other in before if 0 < case - other <= 6)
            worth -= 0.35 * (25 - case) * min(shots, 2) + 0.5
        elif own[case] > 1:
            worth += 2.5 if case <= HOME + 1 else 1.0
            worth -= max(0, own[case] - 4)
    return worth


def wants_to_double(position: Position, side: Side, random: Random) -> bool:
    """Whether the side leads the race by a tenth, and chance agrees."""
    mine, theirs = position.pips(side), position.pips(side.adversary)
    return theirs - mine > 0.1 * mine and random.random() < 0.3


def takes(position: Position, side: Side) -> bool:
    """Whether the side trails in the race by less than a quarter."""
    mine, theirs = position.pips(side), position.pips(side.adversary)
    return mine - theirs < 0.25 * mine


def in_playing_order(play: Play) -> tuple[Move, ...]:
    """Return the moves from far to near, an order in which each is legal."""
    return tuple(sorted(play.moves, key=lambda move: -move.start))


def position_after(position: Position, side: Side, moves: tuple[Move, ...]) -> Position:
    """Return the position after moves, legal or not; single adverse dames that are hit go to the bar."""
    own, theirs = list(position.counts(side)), list(position.counts(side.adversary))
    for move in moves:
        own[move.start] -= 1
        own[move.end] += 1
        if move.end != OFF and theirs[25 - move.end] == 1:
            theirs[25 - move.end] = 0
            theirs[BAR] += 1
    return position.with_counts(side, tuple(own)).with_counts(side.adversary, tuple(theirs))


def wrong_play(
    position: Position, side: Side, dice: Dice, legal: LegalPlays, random: Random
) -> tuple[Move, ...] | None:
    """Return moves that break a rule: a number left unplayed, a case miscounted, or a dame left on the bar."""
    made = in_playing_order(random.choice(legal.plays))
    ways: list[tuple[Move, ...]] = []
    if len(made) > 1:
        ways.append(made[:-1])
    if made:
        last = made[-1]
        ends = [end for end in (last.end - 1, last.end + 1) if 1 <= end <= 24 and end != last.start]
        ways.extend((*made[:-1], Move(last.start, end)) for end in ends)
    if position.on(side, BAR):
        ways.extend((Move(case, case - dice[0]),) for case in range(dice[0] + 1, BAR) if position.on(side, case))
    random.shuffle(ways)
    for moves in ways:
        if not _stands(position, side, moves):
            continue
        if fault_of(position, side, dice, position_after(position, side, moves)) is not None:
            return moves
    return None


def _stands(position: Position, side: Side, moves: tuple[Move, ...]) -> bool:
    """Whether no dame is put on an adverse one that stays there, which a player would notice."""
    theirs = position.counts(side.adversary)
    return all(move.end == OFF or theirs[25 - move.end] < 2 for move in moves)
