"""An imaginary table that gives readings: the pieces on it, their moves, and how badly they are seen.

A seed decides everything. Frames come at fifteen a second. A hand over the board gives readings without pieces.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Generic, Literal, Protocol, TypeVar

from events.board_reading import (
    BoardReading,
    CaseReading,
    Colour,
    DieReading,
    DieRest,
    HandReading,
    JetonReading,
    Trouble,
)
from events.field import Row
from events.observation import Observation, Still
from events.peg_reading import Button, Peg, PegReading, Signal
from rules.plays import legal_plays
from rules.position import Case, Dice, Position, Side
from rules.seating import Seating


class Standing(Protocol):
    """A position of any game."""

    def on(self, side: Side, case: Case) -> int:
        """Return how many dames `side` has on its own `case`."""


PositionT = TypeVar("PositionT", bound=Standing)

FRAME = 1 / 15


@dataclass(frozen=True, slots=True, kw_only=True)
class Noise:
    """How badly the table is seen.

    Attributes:
        wrong: How often a case is read one dame wrong in a frame.
        unsure: The probability left to the neighbours of a count read right.
        pile: From this many dames on a case, only a lower limit is known.
        die: How often a die is misread in a frame.
        blind: How often a hand hides a frame.
    """

    wrong: float = 0.0
    unsure: float = 0.02
    pile: int = 7
    die: float = 0.0
    blind: float = 0.0


@cache
def _distribution(count: int, noise: Noise) -> tuple[float, ...]:
    spread = [1e-4] * 16
    if count >= noise.pile:
        for k in range(noise.pile, 16):
            spread[k] = 1.0
    else:
        for k in (count - 1, count + 1):
            if 0 <= k <= 15:
                spread[k] = noise.unsure / 2
        spread[count] = 1.0 - noise.unsure
    total = sum(spread)
    return tuple(p / total for p in spread)


@cache
def _case(row: Row, column: int, colour: Colour, count: int, both: tuple[int, int] | None, noise: Noise) -> CaseReading:
    """Return the reading of a case. both: the dames of each colour where both stand there."""
    spread = _distribution(count, noise)
    none: tuple[float, ...] = (spread[0], *(0.0,) * 15)
    given = (none, spread) if colour is Colour.DARK else (spread, none)
    if both is not None:
        given = _distribution(both[0], noise), _distribution(both[1], noise)
    return CaseReading(row, column, colour if count else Colour.NONE, count, count >= 7, max(spread), *given)


@dataclass(kw_only=True)
class TableOf(Generic[PositionT]):
    """The table as it is now, and its clock."""

    position: PositionT
    seating: Seating = field(default_factory=Seating)
    noise: Noise = field(default_factory=Noise)
    seed: int = 0
    dice: tuple[DieReading, ...] = ()
    jetons: dict[Side, tuple[int, ...]] = field(default_factory=dict)
    trous: dict[Side, int] = field(default_factory=lambda: dict.fromkeys(Side, 0))
    pavillon: Side | None = None
    t: float = 0.0
    stream: Literal["every frame", "once and ticks", "once"] = "every frame"
    seen_jetons: bool = True

    def __post_init__(self) -> None:
        self.random = random.Random(self.seed)  # noqa: S311 - nothing secret: a test repeats itself from its seed

    def case(self, row: Row, column: int) -> CaseReading:
        """Return one case as seen in one frame."""
        light = self.position.on(Side.BLANCS, self.seating.case(Side.BLANCS, row, column))
        dark = self.position.on(Side.NOIRS, self.seating.case(Side.NOIRS, row, column))
        colour, count = (Colour.LIGHT, light) if light else (Colour.DARK, dark) if dark else (Colour.NONE, 0)
        if self.random.random() < self.noise.wrong:
            count = max(0, count + self.random.choice((-1, 1)))
            colour = Colour.LIGHT if colour is Colour.NONE else colour
        both = (light, dark) if light and dark else None
        return _case(row, column, colour, count, both, self.noise)

    def thinned(self, observations: Iterable[Observation]) -> Iterator[Observation]:
        """Leave out the frames that this kind of stream does not have, since the table did not change."""
        last: object = None
        for reading in observations:
            now = (self.position, self.dice, tuple(self.jetons.items()), getattr(reading, "hands", None))
            if self.stream == "every frame" or now != last or not isinstance(reading, BoardReading):
                yield reading
            elif self.stream == "once and ticks" and not reading.hands:
                yield Still(reading.t)
            last = now

    def frame(self) -> BoardReading:
        """Return the reading of the next frame."""
        self.t += FRAME
        if self.random.random() < self.noise.blind:
            return self.blind()
        cases = tuple(self.case(row, column) for row in ("far", "near") for column in range(1, 13))
        dice = tuple(
            replace(die, value=self.random.randint(1, 6), confidence=0.7)
            if self.random.random() < self.noise.die
            else die
            for die in self.dice
        )
        return BoardReading(self.t, None, cases, dice, self._jetons(), (), hands=False, settled=True, troubles=())

    def blind(self, *whose: Side) -> BoardReading:
        """Return a frame with a hand over the board. whose: known sides, each hand over the middle of its own half."""
        tips = {"near": (200.0, 300.0), "far": (200.0, 100.0)}
        rows = [self.seating.row_of(side) for side in whose]
        reaching = tuple(HandReading(row, tips[row]) for row in rows)
        return BoardReading(self.t, None, (), (), (), (), hands=True, settled=False, troubles=(), reaching=reaching)

    def unreadable(self, trouble: Trouble, seconds: float) -> Iterator[BoardReading]:
        """Return frames that show neither pieces nor hands, with this trouble."""
        for _ in range(round(seconds / FRAME)):
            self.t += FRAME
            yield BoardReading(self.t, None, (), (), (), (), hands=False, settled=True, troubles=(trouble,))

    def _jetons(self) -> tuple[JetonReading, ...]:
        if not self.seen_jetons:
            return ()
        seen = [
            JetonReading((0.0, 0.0), self.seating.row_of(side), points, 0.95)
            for side, places in self.jetons.items()
            for points in places
        ]
        seen += [JetonReading((0.0, 0.0), None, 0, 0.95)] * (3 - len(seen))
        return tuple(seen)

    def look(self, frames: int = 4) -> Iterator[BoardReading]:
        """Return some frames of the table as it is."""
        for _ in range(frames):
            yield self.frame()

    def hand(self, frames: int = 3, *whose: Side) -> Iterator[BoardReading]:
        """Return some frames with a hand over the board."""
        for _ in range(frames):
            self.t += FRAME
            yield self.blind(*whose)

    def throw(
        self, dice: Dice, rest: DieRest = DieRest.FLOOR, *, flat: bool = True, by: tuple[Side, ...] = ()
    ) -> Iterator[BoardReading]:
        """Take the dice up and let them come to rest somewhere. by: sides whose hands were seen meanwhile."""
        yield from self.lift(*by)
        if by:
            yield from self.hand(2, *by)
        yield from self.rest(dice, rest, flat=flat)

    def lift(self, *by: Side) -> Iterator[BoardReading]:
        """Take the dice up. by: sides whose hands were seen."""
        self.dice = ()
        yield from self.hand(2, *by)
        yield from self.look(2)

    def rest(self, dice: Dice, rest: DieRest = DieRest.FLOOR, *, flat: bool = True) -> Iterator[BoardReading]:
        """Let dice lie there that nobody was seen to lift."""
        places = [(self.random.uniform(20, 420), self.random.uniform(40, 360)) for _ in range(2)]
        self.dice = tuple(
            DieReading(value, flat or i == 0, rest if i else DieRest.FLOOR, place, place, 0.99)
            for i, (value, place) in enumerate(zip(dice, places, strict=True))
        )
        yield from self.look()

    def play(self, result: PositionT, frames: int = 6, *by: Side) -> Iterator[BoardReading]:
        """Let a hand pass, after which the dames stand at `result`."""
        yield from self.hand(3, *by)
        self.position = result
        yield from self.look(frames)

    def mark(self, side: Side, *points: int) -> Iterator[BoardReading]:
        """Put a side's jetons on these points (none: at the talon)."""
        yield from self.hand(2)
        self.jetons[side] = points
        yield from self.look(3)

    def fichet(self, side: Side, trou: int) -> Iterator[PegReading]:
        """Put a side's fichet into its trou."""
        self.t += FRAME
        self.trous[side] = min(trou, 12)
        yield self.holes()

    def holes(self) -> PegReading:
        """Return the reading of the pegs in the thirty holes."""
        holes: list[Peg | None] = [None] * 30
        for side in Side:
            holes[self.seating.hole(side, self.trous[side])] = Peg(side.value)
        place = self.seating.pavillon_hole if self.pavillon is None else self.seating.hole(self.pavillon, 0)
        holes[place] = Peg.PAVILLON
        return PegReading(self.t, tuple(holes))

    def button(self, side: Side, button: Button) -> Signal:
        """Return the signal of a pressed button."""
        return Signal(self.t, self.seating.row_of(side), button)

    def roll(self) -> Dice:
        """Return two random numbers, the higher one first."""
        first, second = sorted((self.random.randint(1, 6), self.random.randint(1, 6)), reverse=True)
        return first, second


@dataclass(kw_only=True)
class FakeTable(TableOf[Position]):
    """A table of trictrac."""

    position: Position = field(default_factory=Position.start)

    def lawful(self, side: Side, dice: Dice) -> Position:
        """Return the position after a random lawful play."""
        return self.random.choice(legal_plays(self.position, side, dice).plays).result
