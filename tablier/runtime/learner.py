"""Learn from its games how a table looks: pictures of positions that the play confirmed.

1. A picture counts when the dice of a new throw come to rest, as then hardly any dame of the throw has moved.
2. It is kept only if nearly all cases are read as they are in the position. Other cases are left out: a dame may have
   moved.
3. Nothing is learnt before the game is over, and it is written when the table closes, so that reading never waits.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from events.board_reading import BoardReading, CaseReading, Colour
from rules.position import Side
from tablier.runtime.engine import Engine
from tablier.storage.calibration_file import CalibrationFileError, load, save
from tablier.storage.recording import JPEG_QUALITY, Frame
from tablier.storage.settings import Settings
from vision.table.learn import EMPTY_BOARD, Lesson, Standing, teach, teach_more

MOST: Final = 8
"""Pictures of one game; learning from one takes a second on a Raspberry Pi."""
MISREAD: Final = 2
"""If more cases than this differ from the position, the board is not in this position."""
IN_A_ROW: Final = 3
"""Dames that people lay side by side on one case; more may lie in a pile, and show fewer tops."""

_log = logging.getLogger(__name__)


class Learner:
    """Collects the lessons of a table's games, and learns from them when it is closed.

    path: of the calibration file, rewritten with what was learnt
    """

    def __init__(self, path: Path, settings: Settings) -> None:
        self._path = path
        self._settings = settings
        self._reading: BoardReading | None = None
        self._throw: tuple[int, int] | None = None
        # Compressed: MOST pictures of a camera take 22 MB.
        self._lessons: deque[tuple[bytes, Standing]] = deque(maxlen=MOST)
        self._confirmed: deque[tuple[bytes, Standing]] = deque(maxlen=MOST)

    def saw(self, frame: Frame, engine: Engine) -> None:
        """Note a picture that the engine has just seen."""
        reading = engine.reading
        if reading is None or reading is self._reading or not engine.resting:
            return
        self._reading = reading
        state = engine.state()
        if state.over:
            self._confirmed.extend(self._lessons)
            self._lessons.clear()
            return
        counts = engine.game.before_play(state)
        if counts is None or state.doubt is not None or reading.troubles or (state.tour, state.throw) == self._throw:
            return
        self._throw = state.tour, state.throw
        standing = lesson_of(reading, counts, self._settings)
        if standing is not None:
            packed = cv2.imencode(".jpg", frame.image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1].tobytes()
            self._lessons.append((packed, standing))

    def close(self, engine: Engine) -> None:
        """Learn from the games that are over, if there are any, and write the calibration."""
        calibration = engine.calibration
        if calibration is None or not self._confirmed:
            return
        lessons = [Lesson(_unpacked(packed), standing) for packed, standing in self._confirmed]
        try:
            kept = load(self._path)
            known = kept.calibration.taught
            taught = teach(calibration, lessons) if known is None else teach_more(known, calibration, lessons)
            save(self._path, replace(kept, calibration=replace(kept.calibration, taught=taught)))
        except (CalibrationFileError, OSError) as error:
            _log.warning("nothing was learnt from the game: %s", error)
        else:
            _log.info("learnt from %d positions of the game", len(lessons))


def _unpacked(packed: bytes) -> NDArray[np.uint8]:
    return np.asarray(cv2.imdecode(np.frombuffer(packed, np.uint8), cv2.IMREAD_COLOR), np.uint8)


def lesson_of(reading: BoardReading, counts: Mapping[Side, Sequence[int]], settings: Settings) -> Standing | None:
    """Return the cases of a reading that agree with these dames; None when it shows another position.

    counts: the dames of each side on its own cases 1..24
    """
    there = dict(EMPTY_BOARD)
    for side in Side:
        colour = Colour.LIGHT if side.value == settings.table.light else Colour.DARK
        for case, count in enumerate(counts[side], 1):
            if count:
                there[settings.seating.place(side, case)] = (colour, count)
    right = [case for case in reading.cases if _fits(case, *there[case.row, case.column])]
    if len(right) < len(there) - MISREAD:
        return None
    return {(case.row, case.column): (case.colour, case.count) for case in right}


def _fits(case: CaseReading, colour: Colour, count: int) -> bool:
    """Return whether a case with these dames may be read so: of more than IN_A_ROW dames some may hide others."""
    if case.colour is not colour:
        return False
    return case.count == count if count <= IN_A_ROW else 0 < case.count <= count
