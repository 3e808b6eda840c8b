"""The engine of a table, sans I/O: pictures, bytes of its line and requests in, acts and rulings out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from events.acts import DoubtAnswered, Request
from events.board_reading import BoardReading, Trouble
from events.observation import Observed, Still
from events.state import GameState
from firmware_bridge.conversation import Conversation, Value
from referee.games import GameReferee
from referee.one_table import OneTable
from rules.position import Position
from tablier.games import game_played
from tablier.games.requests import RequestError, Values
from tablier.runtime.camera_overlay import overlay
from tablier.runtime.peg_witness import pegs_seen
from tablier.storage.recording import Frame, Happening, Input, SerialBytes
from tablier.storage.settings import Settings
from vision.calibration import Calibration
from vision.hands import Reach
from vision.stream.frames import Motion, Stream


class Engine:
    """One table from its devices to its rulings. The same calls give the same results.

    calibration: of the camera; without one nothing is seen, and the rest works
    referee: of a game that goes on, with these same settings; None begins a new game
    """

    def __init__(self, settings: Settings, calibration: Calibration | None, referee: GameReferee | None = None) -> None:
        self.game = game_played(settings)
        self.referee: GameReferee = referee or self.game.referee(settings)
        self._field = settings.field
        if calibration is not None:
            # The points of a jeton depend on where the talons are, which the settings say.
            calibration = replace(calibration, talons=settings.table.talons)
            if calibration.field is None and settings.board:
                calibration = replace(calibration, field=settings.field)
        self._stream = None if calibration is None else Stream(calibration)
        self._seating = settings.seating
        self._pegs_by_sight = settings.sensors.link == "camera" and self.game.pegged
        self._reach = Reach(settings.field)
        self._conversation = Conversation()
        self.reading: BoardReading | None = None
        """The reading of the last picture, empty while a hand is over the board."""
        self.resting = False
        """Whether nothing moved in the last picture, and no hand was over the board."""

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        """The troubles of the last picture that was read."""
        return () if self.reading is None else self.reading.troubles

    @property
    def dice_missed(self) -> bool:
        """Whether throws often lack a die when they are first seen."""
        return isinstance(self.referee, OneTable) and self.referee.sight.dice_missed

    @property
    def calibration(self) -> Calibration | None:
        """The calibration, with the board where it was last found."""
        return None if self._stream is None else self._stream.calibration

    def begin_again(self, referee: GameReferee) -> None:
        """Go on with another referee of the same game, and forget everything understood so far."""
        self.referee = referee
        self._stream = None if self._stream is None else Stream(self._stream.calibration)
        self._conversation = Conversation()
        self.reading = None
        self.resting = False

    def take(self, happening: Happening) -> Observed:
        """Take a picture, bytes of the board's line or a request.

        Raises RequestError for a request that is refused.
        """
        match happening:
            case Frame():
                return self.on_picture(happening.t, happening.image)
            case SerialBytes():
                return self.receive(happening.t, happening.data)
            case Input():
                return self.on_request(self.request(happening.request, happening.values, happening.t))

    def on_picture(self, t: float, image: NDArray[np.uint8]) -> Observed:
        """Take one picture, (height, width, 3) BGR, at its time in seconds."""
        seen = self.read_picture(t, image)
        if seen is None:
            return Observed()
        if isinstance(seen, BoardReading) and seen.settled:
            return _together([self.referee.observe(seen), self._pegs(seen)])
        return self.referee.observe(seen)

    def read_picture(self, t: float, image: NDArray[np.uint8]) -> BoardReading | Still | None:
        """Read one picture without telling the referee; None without a camera."""
        if self._stream is None:
            return None
        seen = self._stream.feed(t, image)
        self.resting = seen.motion is Motion.STILL
        if seen.reading is not None and seen.reading.settled:
            self.reading = self._with_hands(seen.reading, image)
            if self.resting and self.calibration is not None:
                self._reach.still(image, self.calibration)
            return self.reading
        if self.resting:
            # Report that nothing moves: what was seen has stood for longer.
            return Still(t)
        # Report that something moves: the earlier readings no longer count for much.
        moving = BoardReading(t, None, (), (), (), (), hands=False, settled=False, troubles=())
        moving = self._with_hands(replace(moving, hands=seen.motion is Motion.HANDS), image)
        if seen.reading is not None:
            self.reading = moving
        return moving

    def _with_hands(self, reading: BoardReading, image: NDArray[np.uint8]) -> BoardReading:
        """Return the reading with the hands over the board, recognised by what they hide of it.

        A movement that looked like a hand but hides nothing was outside the board. A hand that moved too little to be
        noticed still hides something.
        """
        if self.calibration is None or (reading.settled and not reading.hands):
            return reading
        reaching = self._reach.hands(image, self.calibration)
        if reading.settled or reaching is None:
            return replace(reading, reaching=reaching or ())
        return replace(reading, hands=bool(reaching), reaching=reaching)

    def _pegs(self, reading: BoardReading) -> Observed:
        """Report the pegs in the picture, at a table without sensors for them."""
        clear = reading.settled and not reading.hands and not reading.troubles
        return self.on_sensors((pegs_seen(reading, self._seating),)) if self._pegs_by_sight and clear else Observed()

    def receive(self, t: float, data: bytes) -> Observed:
        """Take bytes of the board's line, as read at `t`."""
        return self.on_sensors(self._conversation.receive(data, t))

    def on_sensors(self, values: Iterable[Value]) -> Observed:
        """Take values of the holes, the buttons and the line itself."""
        return _together([self.referee.observe(value) for value in values])

    def request(self, verb: str, values: Values, t: float) -> Request:
        """Return the referee's request for a verb and its values, asked at `t` seconds.

        Raises RequestError for an unknown verb, a missing or a wrong value.
        """
        request = self.game.request(verb, values, t, self.referee)
        if isinstance(request, DoubtAnswered) and request.doubt != self.state().doubt:
            raise RequestError(f"correct.doubt: {request.doubt!r} is not asked now", "settled")
        return request

    def on_request(self, request: Request) -> Observed:
        """Give the referee a request that `request` made."""
        return self.referee.observe(request)

    def state(self) -> GameState:
        """Return everything a display shows."""
        return self.referee.state()

    def reading_on(self, size: tuple[int, int]) -> dict[str, Any] | None:
        """Return the reading of the last picture, placed on one of (width, height); None before the first.

        `resting` in it says whether nothing has moved since. May be called from any thread.
        """
        reading, known, settings = self.reading, self.calibration, self.referee.settings
        if reading is None or known is None:
            return None
        standing = self.referee.state().position
        seen = overlay(
            reading,
            known.field or self._field,
            known.lens,
            size,
            standing=standing if isinstance(standing, Position) else None,
            seating=settings.seating,
            light=settings.light,
        )
        return {**seen, "resting": self.resting}


def _together(observed: list[Observed]) -> Observed:
    return Observed(
        tuple(act for each in observed for act in each.acts),
        tuple(ruling for each in observed for ruling in each.rulings),
    )
