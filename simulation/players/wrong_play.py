"""A throw about to be played, and a play of it that breaks a law."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from rules.fault import Fault, FaultName
from rules.faults.handling import Handling, dames
from rules.faults.played import judge_play
from rules.play import Move, Play
from rules.plays import legal_plays, possible_plays
from rules.position import BANDE, COIN_ADVERSE, Case, Dice, Position, Side
from rules.view import JAN_DE_RETOUR, View, forbidden_ends

Hop: TypeAlias = "tuple[Case, Case]"
"""One dame carried from case to case; both are the same when it is only lifted and put back."""


@dataclass(frozen=True)
class WrongPlay:
    """A play that breaks a law.

    Attributes:
        name: the chosen fault.
        hops: what the hand does, in order.
        moves, result: the resulting moves and position.
        handling: the play in the form in which it is judged.
    """

    name: FaultName
    hops: tuple[Hop, ...]
    moves: tuple[Move, ...]
    result: Position
    handling: Handling

    @cached_property
    def faults(self) -> tuple[Fault, ...]:
        """All its faults, with the other side's choices; the chosen fault is among them."""
        return judge_play(self.handling).faults

    @property
    def together(self) -> bool:
        """Whether both dames are carried in one hand."""
        return self.handling.together


class ThrowToPlay:
    """A throw about to be played wrongly."""

    def __init__(self, position: Position, side: Side, dice: Dice) -> None:
        self.position = position
        self.side = side
        self.dice = dice
        self.high, self.low = max(dice), min(dice)

    @cached_property
    def view(self) -> View:
        """Both sides in the thrower's numbering."""
        return View.of(self.position, self.side)

    @cached_property
    def legal(self) -> tuple[Play, ...]:
        """The legal plays."""
        return legal_plays(self.position, self.side, self.dice).plays

    @cached_property
    def playable(self) -> int:
        """How many numbers must be played."""
        return legal_plays(self.position, self.side, self.dice).dice_playable

    @cached_property
    def free(self) -> bool:
        """Whether no jan must be filled or kept and no dame leaves; otherwise a wrong play makes several faults."""
        possible = possible_plays(self.position, self.side, self.dice).plays
        return len(possible) == len(self.legal) and not all(c in JAN_DE_RETOUR for c in self.occupied)

    @cached_property
    def out(self) -> tuple[Play, ...]:
        """The plays that take the last dames out."""
        return tuple(play for play in self.legal if play.moves and not any(play.result.counts(self.side)))

    @cached_property
    def occupied(self) -> tuple[Case, ...]:
        """The cases where the thrower has dames."""
        return tuple(case for case in range(1, BANDE) if self.view.own[case])

    @cached_property
    def closed(self) -> frozenset[Case]:
        """The cases where no dame may end because the adversary can still fill his jan."""
        return forbidden_ends(self.view.adverse)

    def may_end(self, case: Case) -> bool:
        """Whether one dame may end on a case, regardless of other dames and the law of the own coin."""
        return case < BANDE and not self.view.adverse[case] and case != COIN_ADVERSE and case not in self.closed

    def position_after(self, *hops: Hop) -> Position:
        """Return the position after dames were carried, legal or not."""
        counts = list(self.position.counts(self.side))
        for start, end in hops:
            counts[start - 1] -= 1
            if end < BANDE:
                counts[end - 1] += 1
        return self.position.with_counts(self.side, tuple(counts))

    def others(self, first: Hop, number: int) -> Iterator[Hop]:
        """Yield second dames, well played by `number` after a first was carried; never the same dame again."""
        for start in self.occupied:
            if start == first[1] or self.view.own[start] <= (start == first[0]):
                continue
            if self.may_end(start + number):
                yield start, start + number

    def is_lawful(self, result: Position) -> bool:
        """Whether a legal play leads there."""
        return any(play.result == result for play in self.legal)

    def wrong(self, name: FaultName, *hops: Hop, together: bool = False) -> WrongPlay:
        """Return the wrong play that consists of these hops."""
        steps = tuple(Move(start, end) for start, end in hops)
        handling = Handling(self.position, self.side, self.dice, steps, together=together)
        moves = tuple(sorted(dame.move for dame in dames(handling)))
        return WrongPlay(name, hops, moves, handling.result(), handling)
