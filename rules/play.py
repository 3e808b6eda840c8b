"""Plays: the dames that moved, from where to where."""

from __future__ import annotations

from dataclasses import dataclass

from rules.position import Case, Counts, Position, Side


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """The move of one dame in a throw, in its owner's numbering: from `start` (1..24) to `end` (2..25, 25 = sortie).

    A dame that plays both numbers (tout d'une) makes one move. In backgammon each number is its own move: from `start`
    (1..25, 25 = bar) to `end` (0..24, 0 = borne off).
    """

    start: Case
    end: Case


@dataclass(frozen=True, slots=True)
class Play:
    """A whole throw as played: zero, one or two moves in ascending order, and the resulting position."""

    moves: tuple[Move, ...]
    result: Position


@dataclass(frozen=True, slots=True)
class LegalPlays:
    """Every legal play of a throw.

    Attributes:
        dice_playable: how many of the two numbers must be played (0..2).
        plays: distinct as sets of moves, and sorted; only the empty play when no number can be played.
    """

    dice_playable: int
    plays: tuple[Play, ...]

    @property
    def results(self) -> tuple[Position, ...]:
        """The distinct resulting positions; several plays may lead to the same one."""
        return tuple(dict.fromkeys(play.result for play in self.plays))

    def counts(self, side: Side) -> list[Counts]:
        """Return the dames of `side` after each play."""
        return [play.result.counts(side) for play in self.plays]
