"""An invented table as the devices would give it: its picture at any time, its line's bytes, its settings and truth."""

from __future__ import annotations

import heapq
import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Literal

import msgspec

from coach.levels import levels
from coach.trictrac.advice import LATE, Situation
from coach.trictrac.opponent import decided, lawful
from events.codec import line_of
from events.peg_reading import PegReading, Signal
from rules.position import Side
from simulation.backgammon import BackgammonRates, SimulatedBackgammon
from simulation.devices.board_bytes import BoardVoice
from simulation.players.moving_for import MovedFor
from simulation.players.partie import NAMES, convention_of
from simulation.players.rates import ClumsinessRates, FaultRates
from simulation.render.camera import Camera
from simulation.render.compositor import Compositor
from simulation.render.style import Style
from simulation.timeline.table import SimulatedTable, standing_after
from tablier.storage.recording import Input, SerialBytes
from tablier.storage.settings import (
    BackgammonTable,
    CameraSettings,
    EcrireTable,
    SensorSettings,
    Settings,
    SoloTable,
    TableSettings,
)
from vision.calibration import Calibration

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import numpy as np
    from numpy.typing import NDArray

    from rules.games.a_ecrire import Convention
    from rules.play import Move
    from simulation.players.tour import Standing
    from simulation.players.tour_state import TourState

PACES = (0.05, 100.0)
FAULTS = (0.0, 5.0)
THROWS = (0, 1000)
"""What a plan may ask for: slower players would throw a few times a day, and worse ones err with every throw."""
MATCH = 3
"""Points of an invented match of backgammon."""
COMPANION = Side.NOIRS
"""The side the companion plays in an invented solo game."""
SLIPS = 0.1
"""Plays made wrongly at first for the companion, to a play: a guess."""
ILLEGAL = 0.03
"""Illegal plays of people who know the rules, to a throw."""
HEARTBEAT = 0.25
SNAPSHOT = 0.5
"""Seconds between two signs of life, and two full snapshots, of a real board."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What to invent: everything follows from it.

    game: what is played; seed: of the game and the hands; look: of the board, its light and its camera, None for a
    plain board from above; mode: of the table ("referee": the players mark with jetons; "solo":
    one player moves the companion's dames as it says, which plays at `level`); faults: how often the players
    err, 0 never, 1 as people who know the rules do; clumsy: typical clumsiness or none; pace: how many times faster
    than calm players; after: how many throws of trictrac were played before the table begins; throws: after how many
    more the players stop, None to play to the end of the tour; players: of a partie à écrire, None for a tour; marques:
    of that partie; width, height: of the pictures, pixels.
    Raises ValueError for a pace, faults or throws beyond PACES, FAULTS and THROWS, for a part of a match, for a partie
    begun in its middle, and for players or marqués of which no partie is made.
    """

    game: str = "trictrac"
    seed: int = 1
    look: int | None = None
    mode: Literal["score", "referee", "lesson", "solo"] = "referee"
    level: str = "amateur"
    faults: float = 0.0
    clumsy: bool = False
    pace: float = 1.0
    after: int = 0
    throws: int | None = None
    players: int | None = None
    marques: int = 4
    width: int = 1280
    height: int = 720

    def __post_init__(self) -> None:
        limits = {"pace": PACES, "faults": FAULTS, "after": THROWS, "throws": THROWS}
        for name, (least, most) in limits.items():
            value = getattr(self, name)
            if value is not None and not least <= value <= most:
                raise ValueError(f"{name} is {value:g}, expected {least:g} to {most:g}")
        if self.mode == "solo" and (
            not INVENTED[self.game].solo or self.players is not None or self.level not in levels(self.game)
        ):
            raise ValueError(
                f"level: {self.level}, expected one of {', '.join(levels(self.game))}; solo: a tour of trictrac"
            )
        if (self.after or self.throws is not None) and INVENTED[self.game].whole:
            raise ValueError("after, throws: only of a tour of trictrac can a part be played")
        if self.players is not None:
            if INVENTED[self.game].whole or self.after:
                raise ValueError("players: a partie à écrire is of trictrac, and played from its beginning")
            convention_of(self.players, self.marques)

    @property
    def convention(self) -> Convention | None:
        """What the partie à écrire is played for, if one is."""
        return None if self.players is None else convention_of(self.players, self.marques)


@dataclass(frozen=True, slots=True)
class Invention:
    """How a game is invented: its table of a plan, whether only whole, with jetons, against the companion."""

    table: Callable[[Plan, Style, Standing | None], SimulatedTable | SimulatedBackgammon]
    whole: bool = True
    jetons: bool = False
    solo: bool = False


class InventedTable:
    """One tour, one partie à écrire, or one match of backgammon, between players who do not exist."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.style = Style.plain() if plan.look is None else Style.from_seed(plan.look)
        field = self.style.field
        if plan.look is None:
            upright = Camera(width=plan.width, height=plan.height, tilt=math.radians(8))
            self.camera = upright.framing(field, 0.94)
        else:
            self.camera = Camera.from_seed(plan.look, field, width=plan.width, height=plan.height)
        self.standing = standing_after(plan.after, plan.seed) if plan.after else None
        self.table: SimulatedTable | SimulatedBackgammon = INVENTED[plan.game].table(plan, self.style, self.standing)
        self.first = self.table.first
        self._compositor: Compositor | None = None

    @property
    def settings(self) -> Settings:
        """The settings of such a table."""
        seating = self.table.seating
        field = self.table.field
        return Settings(
            table=TableSettings(
                id="invented",
                mode=self.plan.mode,
                blancs_row=seating.blancs_row,
                talons=seating.talons,
                first=self.first.value,
                jetons=self.plan.mode in {"referee", "lesson"} and INVENTED[self.plan.game].jetons,
                game=self.plan.game,
            ),
            backgammon=BackgammonTable(points=MATCH),
            solo=SoloTable(side=COMPANION.value, level=self.plan.level),  # type: ignore[arg-type] # checked by the plan
            a_ecrire=EcrireTable()
            if self.plan.players is None
            else EcrireTable(joueurs=list(NAMES[: self.plan.players]), marques=self.plan.marques),
            board={name: getattr(field, name) for name in field.__dataclass_fields__},
            camera=CameraSettings(source="none", width=self.plan.width, height=self.plan.height),
            sensors=SensorSettings(link="serial"),
            calibration=self.calibration.to_dict(),
        )

    @property
    def calibration(self) -> Calibration:
        """Where the camera sees the floor, as a person would have shown it."""
        return Calibration(corners=self.camera.corners(self.table.field), field=self.table.field)

    def picture(self, t: float, number: int) -> NDArray[np.uint8]:
        """What the camera sees at `t` seconds, (height, width, 3) BGR; `number` of the frame, for its noise."""
        if self._compositor is None:
            self._compositor = Compositor(self.style, self.camera, quality="fast")
        return self._compositor.picture(self.table.scene_at(t), number, compress=False)

    def inputs(self) -> Iterator[Input]:
        """The players' requests: the position, when play does not begin at the start."""
        if self.standing is not None:
            standing = msgspec.to_builtins(self.standing)
            yield Input(0.0, "correct", {"by": "simulate", "why": f"after {self.plan.after} throws", **standing})

    def felt(self) -> Iterator[PegReading | Signal]:
        """What the holes and buttons feel, in order of time."""
        for event in self.table.events():
            match event:
                case PegReading() | Signal():
                    yield event

    def serial(self) -> Iterator[SerialBytes]:
        """The bytes the board's line would carry, heartbeats and snapshots included, to the end of the tour."""
        voice = BoardVoice()
        now = PegReading(0.0, (None,) * 30)
        yield SerialBytes(0.0, voice.hello() + voice.snapshot(now))
        end = self.table.duration
        beats = ((HEARTBEAT * beat, None) for beat in range(1, int(end / HEARTBEAT) + 1))
        felt = ((value.t, value) for value in self.felt())
        for t, value in heapq.merge(beats, felt, key=lambda timed: timed[0]):
            match value:
                case PegReading():
                    now = value
                    data = voice.change(value)
                case Signal():
                    data = voice.press(value)
                case None:
                    due = math.isclose(t % SNAPSHOT, 0.0)
                    data = voice.snapshot(PegReading(t, now.holes)) if due else voice.heartbeat(t)
            if data:
                yield SerialBytes(t, data)

    def truth(self) -> Iterator[dict[str, Any]]:
        """Every act and every ruling as it really was, `{"t", "kind", ...}`."""
        for event in self.table.events():
            if not isinstance(event, PegReading | Signal):
                yield line_of(event)


def _trictrac(plan: Plan, style: Style, standing: Standing | None) -> SimulatedTable:
    return SimulatedTable(
        plan.seed,
        field=style.field,
        profile="referee" if plan.mode in {"referee", "lesson"} else "score",
        # A player alone errs in what he does for the companion; what he plays himself is lawful.
        faults=FaultRates() if plan.mode == "solo" else FaultRates.typical(plan.faults),
        clumsiness=ClumsinessRates.typical() if plan.clumsy else ClumsinessRates(),
        pace=plan.pace,
        position=None if standing is None else standing.position,
        score=None if standing is None else standing.score,
        first=None if standing is None else standing.trait,
        throws=plan.throws,
        convention=plan.convention,
        guest=None if plan.mode != "solo" else MovedFor(COMPANION, _Mind(plan.level, plan.seed), _slips(plan.faults)),
    )


def _slips(faults: float) -> float:
    return min(1.0, SLIPS * faults)


@dataclass(frozen=True, slots=True)
class _Mind:
    """The companion's mind as the table has it: the same seed, level and throw give the same play."""

    level: str
    seed: int

    def decides(self, sitting: TourState) -> tuple[tuple[Move, ...], bool]:
        """Its play of the throw under way, and whether it leaves instead."""
        side = sitting.trait
        before = sitting.ledger.before
        coups = (min(sitting.coups[side], LATE), min(sitting.coups[side.adversary] + 1, LATE))
        situation = Situation(sitting.position, side, before, coups, sitting.code)
        marked, made = before.marked(side, sitting.owed(side)) if sitting.owed(side) else (before, None)
        trou = made is not None and made.trous > 0 and marked.winner() is None
        leaving = replace(situation, score=marked) if trou else None
        preferred, leaves = decided(situation, sitting.dice, self.level, self.seed, leaving)
        return lawful(preferred, sitting.legal.plays).moves, leaves


def _backgammon(plan: Plan, style: Style, _standing: Standing | None) -> SimulatedBackgammon:
    rates = BackgammonRates.typical(illegal=min(1.0, ILLEGAL * plan.faults), clumsy=plan.clumsy)
    return SimulatedBackgammon(
        plan.seed,
        target=MATCH,
        field=style.field,
        rates=rates,
        pace=plan.pace,
        bar_height=max(style.board.bar_height, 0.0),
    )


INVENTED: Final = {
    "trictrac": Invention(_trictrac, whole=False, jetons=True, solo=True),
    "backgammon": Invention(_backgammon),
}
"""The games that can be invented."""
