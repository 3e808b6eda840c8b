"""A simulated table as its devices see it: pictures, bytes of the serial line, settings and truth."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from events.codec import line_of
from events.peg_reading import PegReading, Signal
from simulation.devices.board_bytes import BoardVoice
from simulation.render.camera import Camera
from simulation.render.compositor import Compositor
from simulation.render.style import Style
from simulation.timeline.table import standing_after
from tablier.games.plan import COMPANION, Plan, PlayedTable, simulations
from tablier.storage.recording import Frame, Happening, Input, SerialBytes, in_order
from tablier.storage.settings import CameraSettings, SensorSettings, Settings, SoloTable, TableSettings
from vision.calibration import Calibration

HEARTBEAT = 0.25
SNAPSHOT = 0.5
"""Seconds between two heartbeats, and two full snapshots, of a real board."""


class InventedTable:
    """One tour, one partie à écrire, or one match of backgammon between simulated players."""

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
        self.table: PlayedTable = simulations()[plan.game].table(plan, self.style, self.standing)
        self.first = self.table.first
        self._compositor: Compositor | None = None

    @property
    def settings(self) -> Settings:
        """The settings of this table."""
        seating = self.table.seating
        field = self.table.field
        return Settings(
            table=TableSettings(
                id="invented",
                mode=self.plan.mode,
                blancs_row=seating.blancs_row,
                talons=seating.talons,
                first=self.first.value,
                jetons=self.plan.mode in {"referee", "lesson"} and simulations()[self.plan.game].jetons,
                game=self.plan.game,
            ),
            solo=SoloTable(side=COMPANION.value, level=self.plan.level),  # type: ignore[arg-type] # checked by the plan
            agreements={one.section: one for one in simulations()[self.plan.game].agreements(self.plan)},
            board={name: getattr(field, name) for name in field.__dataclass_fields__},
            camera=CameraSettings(source="none", width=self.plan.width, height=self.plan.height),
            sensors=SensorSettings(link="serial"),
            calibration=self.calibration.to_dict(),
        )

    @property
    def calibration(self) -> Calibration:
        """Where the camera sees the floor, as if calibrated by hand."""
        return Calibration(corners=self.camera.corners(self.table.field), field=self.table.field)

    def picture(self, t: float, number: int) -> NDArray[np.uint8]:
        """Return the picture at `t` seconds, (height, width, 3) BGR; `number`: of the frame, to draw its noise."""
        if self._compositor is None:
            self._compositor = Compositor(self.style, self.camera, quality="fast")
        return self._compositor.picture(self.table.scene_at(t), number, compress=False)

    def inputs(self) -> Iterator[Input]:
        """Yield the players' requests: the position, when play does not begin at the start."""
        if self.standing is not None:
            standing = msgspec.to_builtins(self.standing)
            yield Input(0.0, "correct", {"by": "simulate", "why": f"after {self.plan.after} throws", **standing})

    def sensor_readings(self) -> Iterator[PegReading | Signal]:
        """Yield the readings of holes and buttons, in order of time."""
        for event in self.table.events():
            match event:
                case PegReading() | Signal():
                    yield event

    def serial(self) -> Iterator[SerialBytes]:
        """Yield the bytes of the board's line, with heartbeats and snapshots, to the end of the tour."""
        voice = BoardVoice()
        now = PegReading(0.0, (None,) * 30)
        yield SerialBytes(0.0, voice.hello() + voice.snapshot(now))
        end = self.table.duration
        beats = ((HEARTBEAT * beat, None) for beat in range(1, int(end / HEARTBEAT) + 1))
        felt = ((value.t, value) for value in self.sensor_readings())
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

    def happenings(self, rate: float) -> Iterator[Happening]:
        """Yield the board's bytes, people's requests and `rate` pictures a second, in order of time."""
        moments = ((number, number / rate) for number in range(int(self.table.duration * rate)))
        return in_order(self.serial(), self.inputs(), (Frame(t, self.picture(t, number)) for number, t in moments))

    def truth(self) -> Iterator[dict[str, Any]]:
        """Yield every act and ruling as it really was, `{"t", "kind", ...}`."""
        for event in self.table.events():
            if not isinstance(event, PegReading | Signal):
                yield line_of(event)
