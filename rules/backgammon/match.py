"""The end of a game; matches to points or in `basis`, the cube and the Crawford rule (BG, options, match X).

A `Match` is the score between games; a `Cube` is the value of the game being played. Both are immutable: each method
returns the next value, and raises `CubeRefused` for an act that the rules refuse.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum

from rules.backgammon.position import BAR, HOME, OFF, Position
from rules.position import DAMES, Side


class Win(IntEnum):
    """How a game was won; its value multiplies the stake of the cube (BG, gammon; backgammon)."""

    SIMPLE = 1
    GAMMON = 2
    BACKGAMMON = 3


def winner(position: Position) -> Side | None:
    """Return the side that has borne off all its dames, if any."""
    for side in Side:
        if not any(position.counts(side)[OFF + 1 :]):
            return side
    return None


def win(position: Position) -> Win:
    """Return how the finished game `position` was won. Raises ValueError when neither side has borne off every dame.

    Gammon: the loser has borne off no dame. Backgammon: in addition, the loser has a dame in the winner's home or on
    the bar.
    """
    loser = position.counts(_winner(position).adversary)
    if sum(loser[OFF + 1 :]) < DAMES:
        return Win.SIMPLE
    # The winner's home is the loser's cases 19..24.
    return Win.BACKGAMMON if any(loser[BAR - HOME :]) else Win.GAMMON


def pip_score(position: Position) -> int:
    """Return what the winner scores when no match is played: the loser's pip count (BG, fin de la partie).

    Raises ValueError when neither side has borne off every dame.
    """
    return position.pips(_winner(position).adversary)


def _winner(position: Position) -> Side:
    side = winner(position)
    if side is None:
        raise ValueError("the game is not over: both sides have dames on the board")
    return side


class CubeRefused(ValueError):
    """A double that may not be offered, or an answer without an offer. The message says why."""


@dataclass(frozen=True, slots=True)
class Cube:
    """The cube of one game.

    Attributes:
        value: the points a simple win is worth now (1, 2, 4, ...).
        doubled_by: the side that doubled last; it may not double next.
        offered_by: the side that has offered a double and waits for the answer.
        usable: false in a Crawford game.
    """

    value: int = 1
    doubled_by: Side | None = None
    offered_by: Side | None = None
    usable: bool = True

    def may_offer(self, side: Side) -> bool:
        """Whether `side` may offer to double, given that it is its turn and it has not thrown (offers alternate)."""
        return self._against_offer(side) is None

    def offer(self, side: Side) -> Cube:
        """Return the cube after `side` has offered to double.

        Raises CubeRefused, saying why the offer is not allowed.
        """
        if (against := self._against_offer(side)) is not None:
            raise CubeRefused(against)
        return replace(self, offered_by=side)

    def accept(self) -> Cube:
        """Return the cube after the offer is accepted, with twice the value."""
        return Cube(2 * self.value, self._offerer(), None, self.usable)

    def refuse(self) -> tuple[Side, int]:
        """Return the side that wins because its offer is refused, and its points: the value before the offer."""
        return self._offerer(), self.value

    def _against_offer(self, side: Side) -> str | None:
        if not self.usable:
            return "a Crawford game is played without the cube"
        if self.offered_by is not None:
            return f"{self.offered_by} has offered already: expected an answer"
        if self.doubled_by is side:
            return f"{side} doubled last: the next offer is {side.adversary}'s"
        return None

    def _offerer(self) -> Side:
        if self.offered_by is None:
            raise CubeRefused("no double is offered: nothing to answer")
        return self.offered_by


@dataclass(frozen=True, slots=True)
class Match:
    """The score between two games.

    Attributes:
        target: the points to reach, at least 1; None for `basis`, which goes on until the players stop.
        crawford_played: whether the game without the cube has been played.

    Raises ValueError for a target below 1.
    """

    target: int | None
    blancs: int = 0
    noirs: int = 0
    crawford_played: bool = False

    def __post_init__(self) -> None:
        if self.target is not None and self.target < 1:
            raise ValueError(f"a match to {self.target}, expected at least 1 point (or none, for basis)")

    def points(self, side: Side) -> int:
        """Return the points of one side."""
        return self.blancs if side is Side.BLANCS else self.noirs

    @property
    def crawford(self) -> bool:
        """Whether the next game is the Crawford game: the first one after a side came within a point of the target."""
        return (
            self.target is not None
            and not self.over
            and not self.crawford_played
            and max(self.blancs, self.noirs) == self.target - 1
        )

    @property
    def winner(self) -> Side | None:
        """The side that has reached the target; always None in `basis`."""
        if self.target is None or max(self.blancs, self.noirs) < self.target:
            return None
        return Side.BLANCS if self.blancs >= self.target else Side.NOIRS

    @property
    def over(self) -> bool:
        """Whether the target is reached."""
        return self.winner is not None

    def cube(self) -> Cube:
        """Return the cube at the start of the next game. Raises ValueError when the match is over."""
        if self.over:
            raise ValueError("the match is over: no further game")
        return Cube(usable=not self.crawford)

    def after_win(self, side: Side, cube: Cube, how: Win) -> Match:
        """Return the match after `side` bore off all its dames.

        It wins the cube's value, twice for gammon and three times for backgammon.
        """
        return self.add_points(side, cube.value * how)

    def after_refusal(self, cube: Cube) -> Match:
        """Return the match after the offered double was refused: its offerer gets the value before the offer."""
        return self.add_points(*cube.refuse())

    def add_points(self, side: Side, points: int) -> Match:
        """Return the match after `side` won `points`. Raises ValueError when the match is over."""
        if self.over:
            raise ValueError("the match is over: no further game")
        played = self.crawford_played or self.crawford
        if side is Side.BLANCS:
            return replace(self, blancs=self.blancs + points, crawford_played=played)
        return replace(self, noirs=self.noirs + points, crawford_played=played)
