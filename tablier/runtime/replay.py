"""Replay a recording through the table's own engine; nothing here depends on a clock."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator
from typing import Final

from events.acts import Act
from events.board_reading import Trouble
from events.rulings import Ruling
from tablier.devices.calibrate import calibrate
from tablier.games.requests import OWN, RequestError
from tablier.runtime.engine import Engine
from tablier.storage.recording import Input, Recording, RecordingError
from tablier.storage.settings import SettingsError
from vision.calibration import Calibration, CalibrationError

LOOKS: Final = 30
BETWEEN_LOOKS: Final = 1.0
"""An unknown board is searched for in this many pictures, this many seconds apart."""

_log = logging.getLogger(__name__)


def replay(recording: Recording) -> Iterator[Act | Ruling]:
    """Yield every act and ruling of a recording, in order.

    Raises RecordingError when the recording cannot be read any further.
    """
    try:
        engine = Engine(recording.settings, recording.calibration or _find_board(recording))
    except SettingsError as error:
        raise RecordingError(f"{recording.folder / 'table.toml'}: {error}") from None
    paused = False
    announced: set[Trouble] = set()
    for happened in recording.happenings():
        if isinstance(happened, Input) and happened.request in OWN:
            paused = bool(happened.values.get("paused", paused))
            continue
        if paused and not isinstance(happened, Input):
            continue  # Watching was paused at the table too.
        try:
            observed = engine.take(happened)
        except RequestError as error:  # As it was at the table.
            _log.warning("%s: at %g s: refused: %s", recording.folder / "inputs.jsonl", happened.t, error)
            continue
        for trouble in engine.troubles:
            if trouble not in announced:
                announced.add(trouble)
                _log.warning("%s: pictures from %g s on: %s", recording.folder, happened.t, trouble)
        yield from observed.acts
        yield from observed.rulings


def _find_board(recording: Recording) -> Calibration | None:
    """Find the board in a recording without a calibration, in the first picture that shows all of it.

    If every picture shows a hand, which may be a mirrored window, use the first that otherwise shows the board.
    """
    tried = float("-inf")
    looks = 0
    handled: Calibration | None = None
    for frame in recording.frames():
        if frame.t < tried + BETWEEN_LOOKS:
            continue
        tried = frame.t
        looks += 1
        try:
            return calibrate(frame.image, recording.settings).calibration
        except CalibrationError as error:
            _log.info("%s: at %g s: %s", recording.folder, frame.t, error)
        if handled is None:
            with contextlib.suppress(CalibrationError):  # Reported above.
                handled = calibrate(frame.image, recording.settings, under_hands=True).calibration
        if looks == LOOKS:
            break
    if looks and handled is None:
        _log.warning("%s: no calibration, and no board was found: nothing is seen", recording.folder)
    return handled
