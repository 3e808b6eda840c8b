"""Simulated eyes: a simulated table as the stream of observations a referee gets, without drawing any picture.

Each scene at rest becomes readings with the noise asked for, hands and movement become readings of nothing, as
`vision.stream` and `tablier.companion` give them. Troubles are what happens to cameras, lamps and cables.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field, replace
from enum import StrEnum
from math import dist
from typing import TYPE_CHECKING

from firmware_bridge.reading import Button, LinkEvent, Peg, PegReading, Signal
from referee.referee import Still
from rules.position import Side
from simulation.players import truth
from simulation.scene import jeton_place
from simulation.timeline import ButtonPressed, PegsChanged
from vision.reading import (
    BoardReading,
    CaseReading,
    Colour,
    DieReading,
    DieRest,
    HandReading,
    JetonReading,
    Trouble,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from referee.referee import Observation
    from simulation.scene import Scene
    from simulation.timeline import SimulatedTable
    from simulation.timeline.event import Event
    from vision.geometry import Row

FRAMES = 15
SETTLE = 2
"""Frames nothing may move before one is read."""
TIP = 15.0
"""Millimetres (standard deviation) by which the place of a hand is misread."""
EVERY = 120.0
"""Seconds from one trouble of a kind to the next; the first comes after half of it."""
VIEW = 60.0
"""Millimetres beyond the floor that the camera sees."""


class Upset(StrEnum):
    """What is injected; `none` is an ordinary evening."""

    NONE = "none"
    CAMERA = "camera"
    """No frame at all for 30 s."""
    FRAMES = "frames"
    """One frame in three is lost."""
    NUDGE = "nudge"
    """The board is pushed: half a second of movement, one reading that says so, then everything 6 mm off."""
    LIGHT = "light"
    """Two seconds too dark to see, then cases and dice read ten times worse for half a minute."""
    LINE = "line"
    """The line to the board is down for a minute."""


LASTS = {Upset.CAMERA: 30.0, Upset.NUDGE: 0.5, Upset.LIGHT: 2.0, Upset.LINE: 60.0}
WORSE = 30.0
"""Seconds a nudge or another light is felt afterwards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Eyes:
    """How badly the table is seen.

    wrong, die: how often a case is read one dame wrong, and a die misread, in a frame; pile: from how many dames on
    only "at least" is known; looks: how many frames of a rest are read, after them time passes; seed: of it all.
    """

    wrong: float = 0.0
    die: float = 0.0
    pile: int = 7
    looks: int = 3
    upset: Upset = Upset.NONE
    seed: int = 0


@dataclass
class Watched:
    """A simulated table as a stream of observations, and what truly happened, as lines."""

    table: SimulatedTable
    eyes: Eyes
    truth: list[dict[str, object]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.random = random.Random(f"{self.eyes.seed} eyes")  # noqa: S311 - a game, not a secret
        self.holes: PegReading | None = None
        self.line = True
        seating, geometry = self.table.seating, self.table.field
        self.places = {
            (side, points): jeton_place(side, points, seating, geometry) for side in Side for points in (2, 4, 6, 8, 10)
        }

    def observations(self) -> Iterator[Observation]:
        """Everything the referee gets, in order."""
        events = iter(self.table.events())
        event = next(events, None)
        frame, still, before = 0, 0, None
        while event is not None or still < 3 * FRAMES:
            t = frame / FRAMES
            frame += 1
            scene = self.table.scene_at(t)
            yield from self._linked(t)
            while event is not None and event.t <= t:
                yield from self._felt(event)
                event = next(events, None)
            since = self._since(t)
            if self.eyes.upset is Upset.CAMERA and since < LASTS[Upset.CAMERA]:
                before = None
                continue
            if self.eyes.upset is Upset.FRAMES and self.random.random() < 1 / 3:
                continue
            moving = self.eyes.upset is Upset.NUDGE and since < LASTS[Upset.NUDGE]
            scene = self._in_view(scene)
            still = still + 1 if scene == before and not moving else 0
            before = scene
            yield from self._seen(scene, still, t, since, moving=moving)

    def _in_view(self, scene: Scene) -> Scene:
        """The scene without hands the camera does not see."""
        low, high = -VIEW, self.table.field.height + VIEW
        return replace(scene, hands=tuple(hand for hand in scene.hands if low < hand.y < high))

    def _since(self, t: float) -> float:
        """Seconds since the last trouble began."""
        return (t - EVERY / 2) % EVERY if t >= EVERY / 2 else EVERY

    def _seen(self, scene: Scene, still: int, t: float, since: float, *, moving: bool) -> Iterator[Observation]:
        hands = scene.hands
        if hands and not still:
            gauss = self.random.gauss
            seen = tuple(HandReading(hand.side, (hand.x + gauss(0, TIP), hand.y + gauss(0, TIP))) for hand in hands)
            yield BoardReading(t, None, (), (), (), (), hands=True, settled=False, troubles=(), reaching=seen)
        elif hands:
            return
        elif moving or not still:
            yield BoardReading(t, None, (), (), (), (), hands=moving, settled=False, troubles=())
        elif self.eyes.upset is Upset.LIGHT and since < LASTS[Upset.LIGHT]:
            if still == SETTLE:
                yield BoardReading(t, None, (), (), (), (), hands=False, settled=False, troubles=(Trouble.TOO_DARK,))
        elif SETTLE <= still < SETTLE + self.eyes.looks:
            nudged = self.eyes.upset is Upset.NUDGE and since < LASTS[Upset.NUDGE] + (SETTLE + 1.5) / FRAMES
            yield self._read(scene, t, since, (Trouble.BOARD_MOVED,) if nudged else ())
        elif still >= SETTLE:
            yield Still(t)

    def _linked(self, t: float) -> Iterator[Observation]:
        """The line goes down and comes up again."""
        up = not (self.eyes.upset is Upset.LINE and self._since(t) < LASTS[Upset.LINE])
        if up is not self.line:
            self.line = up
            yield LinkEvent(t, up, "the cable")
            if up and self.holes is not None:
                yield PegReading(t, self.holes.holes)

    def _felt(self, event: Event) -> Iterator[Observation]:
        match event:
            case PegsChanged():
                self.holes = PegReading(event.t, tuple(None if kind is None else Peg(kind) for kind in event.holes))
                if self.line:
                    yield self.holes
            case ButtonPressed():
                if self.line:
                    yield Signal(event.t, event.row, Button(event.button))
            case _:
                self.truth.append(truth.to_json(event))

    def _read(self, scene: Scene, t: float, since: float, troubles: tuple[Trouble, ...]) -> BoardReading:
        geometry, seating = self.table.field, self.table.seating
        worse = self.eyes.upset is Upset.LIGHT and since < WORSE
        off = 6.0 if self.eyes.upset is Upset.NUDGE and since < WORSE else 0.0
        wrong, misread = (10 * max(rate, 5e-4) if worse else rate for rate in (self.eyes.wrong, self.eyes.die))
        counts: Counter[tuple[str, int, str]] = Counter()
        for dame in scene.dames:
            if -5 < dame.x < geometry.width + 5:
                row = "far" if dame.y < geometry.height / 2 else "near"
                counts[row, geometry.column_at(dame.x), dame.colour] += 1
        cases = tuple(self._case(row, column, counts, wrong) for row in ("far", "near") for column in range(1, 13))
        dice = tuple(
            DieReading(
                self.random.randint(1, 6) if self.random.random() < misread else die.value,
                die.flat, DieRest(die.rest), (die.x, die.y), (die.x + off, die.y + off), 0.99,
            )
            for die in scene.dice
        )  # fmt: skip
        jetons = []
        for jeton in scene.jetons:
            (side, points), place = min(
                self.places.items(), key=lambda place: dist(place[1], (jeton.x + off, jeton.y + off))
            )
            marks = dist(place, (jeton.x, jeton.y)) < 25
            owner = seating.row_of(side) if marks else None
            jetons.append(JetonReading((jeton.x, jeton.y), owner, points if marks else 0, 0.95))
        return BoardReading(t, None, cases, dice, tuple(jetons), (), hands=False, settled=True, troubles=troubles)

    def _case(self, row: Row, column: int, counts: Counter[tuple[str, int, str]], wrong: float) -> CaseReading:
        light, dark = counts[row, column, "light"], counts[row, column, "dark"]
        if self.random.random() < wrong:
            one = self.random.choice((-1, 1))
            light, dark = (light, max(0, dark + one)) if dark else (max(0, light + one), dark)
        colour = Colour.LIGHT if light > dark else Colour.DARK if dark else Colour.NONE
        lit, unlit = self._spread(light, dark), self._spread(dark, light)
        sure = max(lit if light >= dark else unlit)
        return CaseReading(row, column, colour, max(light, dark), light + dark >= 6, sure, lit, unlit)

    def _spread(self, count: int, other: int) -> tuple[float, ...]:
        """P(exactly k) of one set on a case where `count` of it and `other` of the other set lie."""
        if not count and other:
            return (1.0, *(0.0,) * 15)
        spread = [2e-4] * 16
        if count >= self.eyes.pile:
            spread[self.eyes.pile :] = [1.0] * (16 - self.eyes.pile)
        else:
            spread[count] = 1.0
            for k in {max(0, count - 1), count + 1} - {count}:
                spread[k] = 0.01
        total = sum(spread)
        return tuple(p / total for p in spread)
