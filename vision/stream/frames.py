"""Turn a stream of frames into readings, only when there is something to read. Sans I/O: times are the frames' own.

Design rules:

1. A still board costs almost nothing: each frame is compared, much reduced, with the one before and with the last one
   that was read. If the board is known, movement outside it is ignored.
2. Nothing is read while anything moves, or under a hand. What is read is the mean of a rest's pictures so far: they
   differ by their grain alone. A camera held in a hand moves, and its pictures are read one by one.
3. A reading has the time of the first still frame, not the time when it became sure.
4. A board that looks as before is not read again at once: the last reading is given again with its new time.
5. A rest that lasts is read again, with less noise.
6. A board or camera that moves is followed. A move from one rest to the next is reported (Trouble.BOARD_MOVED); then
   the board is read once more, to give a reading without that trouble. A calibration that no longer fits when the
   stream begins is noticed in the same way.
7. A die next to the board was thrown there only if it came after the previous rest. Dice that lay there from the start
   belong to another game.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from math import dist

import cv2
import numpy as np
from numpy.typing import NDArray

from events.board_reading import BoardReading, DieReading, DieRest, Trouble
from events.field import Corners
from vision.calibration import Calibration
from vision.hands import HandsSeen
from vision.locate.floor import SURE_FLOOR
from vision.models.network import forget
from vision.pieces.dame_colours import ColoursSeen
from vision.pieces.dice import dice_anywhere
from vision.read import LIKE_A_FLOOR, agreement, empty, find_board, read
from vision.stream.changes import DIE, GRID, count_changes, count_changes_in_hand, different, reduce
from vision.stream.follow import NUDGED, RIM, Anchor, anchor_of, around, follow, shift

LEAST_WATCHED = 0.02
"""A board that fills less of the picture than this is mostly outside it; then the whole picture is watched."""
HAND_SHARE = 0.035
"""A change over more of the watched cells than this comes from a hand (or the camera), not from dice or a dame."""
ELSEWHERE = 0.06
"""A board found this far (share of its width) from its old place was moved; learnt corners are more exact if nearer."""
BETTER = 0.01
"""The new place must look more like a board than the old one by this (`agreement`)."""
SURE_DIE = 0.9
"""Confidence below which a die is looked at again."""
LOOKS = 5
"""How many more times a rest is read that has an unsure die, or a single one: half the looks find a missed die."""
SETTLE = 0.13
"""Seconds without movement before a frame is read: two frames at fifteen a second; 0.2 s gave the same readings."""
BRIEF = 0.06
"""The same where nothing as large as a hand changed: one frame. A hand may come before the next."""
PIECE = 0.006
"""A single change over more of the watched cells may be a hand's: it is larger than a dame or a die."""
UNMOVED = 10.0
"""Millimetres within which a die found again is the same die at its old place."""
AGAIN = (0.6, 1.5)
"""Seconds of stillness after which every rest is read again, unless a hand rests over it."""


def unsure(reading: BoardReading) -> bool:
    """Return whether another look may help: a die's value is unclear, or only one of two thrown dice is visible."""
    alone = len(reading.dice) == 1 and bool(reading.cases)
    return not reading.hands and (alone or any(die.confidence < SURE_DIE for die in reading.dice))


class Motion(StrEnum):
    """The state of a frame, before it is read."""

    STILL = "still"
    MOVING = "moving"
    HANDS = "hands"


@dataclass(frozen=True, slots=True)
class FrameResult:
    """The result of one frame: its motion and, when there is news, a reading."""

    t: float
    motion: Motion
    reading: BoardReading | None


class Stream:
    """Takes frames in order, reports movement, and reads the board when everything is at rest."""

    def __init__(self, calibration: Calibration | None = None, *, dice_only: bool = False) -> None:
        """Watch a board.

        calibration: the board's place; without it the board is searched for at the first still frame. dice_only: read
        dice on any surface, without a board; a hand may hold the camera.
        """
        self.calibration = calibration
        self._sets = ColoursSeen()
        self._hands = HandsSeen()
        self._dice_only = dice_only
        self._watched: tuple[Corners, tuple[int, ...], NDArray[np.bool_]] | None = None
        self._before: NDArray[np.float32] | None = None
        self._read: NDArray[np.float32] | None = None
        self._news: NDArray[np.bool_] | None = None
        self._anchors: tuple[Anchor, ...] = ()
        self._last: BoardReading | None = None
        self._still_since: float | None = None
        self._sum: NDArray[np.uint16] | None = None
        self._added = 0
        self._reported = False
        self._hidden = False
        self._unsure = 0
        self._again = 0

    def feed(self, t: float, frame: NDArray[np.uint8]) -> FrameResult:
        """Take the frame (height, width, 3; BGR) of time `t` (s).

        The reading is None when there is no news: nothing moved since the last one, or too little time has passed.
        When a hand comes, an empty reading reports it.
        """
        grid = reduce(frame)
        before, self._before = self._before, grid
        if before is None:
            self._still_since, self._reported = t, False
            return FrameResult(t, Motion.MOVING, None)
        watched = self._cells(frame)
        moving = self._count_changes(before, grid, watched)
        if moving >= DIE:
            # A slow hand moves little between frames, but it hides much of what was read.
            hidden = 0 if self._read is None else count_changes(self._read, grid, watched)
            share = max(moving, hidden) / int(watched.sum())
            return self._moves(t, share)
        if self._still_since is None:
            self._still_since, self._sum = t, None
        if self._reported:
            if self._read is not None:
                self._read += 0.02 * (grid - self._read)  # daylight changes slowly
            if not self._due(t - self._still_since):
                return FrameResult(t, Motion.STILL, None)
            self._last = reading = self._look(self._mean(frame), t)
            self._unsure = self._unsure - 1 if unsure(reading) else 0
            return FrameResult(t, Motion.HANDS if reading.hands else Motion.STILL, reading)
        picture = self._mean(frame)
        if t - self._still_since < self._settling(grid, watched):
            return FrameResult(t, Motion.MOVING, None)
        self._reported, self._hidden, self._again = True, False, 0
        return self._settle(self._still_since, picture, grid, watched)

    def _settling(self, grid: NDArray[np.float32], watched: NDArray[np.bool_]) -> float:
        """Return the seconds without movement before this frame is read, by the largest change since the last read."""
        if self._read is None:
            return SETTLE
        changed = different(self._read, grid, watched).astype(np.uint8)
        areas = cv2.connectedComponentsWithStats(changed)[2][1:, cv2.CC_STAT_AREA]
        return SETTLE if areas.max(initial=0) > PIECE * int(watched.sum()) else BRIEF

    def _moves(self, t: float, share: float) -> FrameResult:
        self._still_since, self._reported = None, False
        if share < HAND_SHARE:
            return FrameResult(t, Motion.MOVING, None)
        reading = None
        if not self._hidden and self._last is not None and not self._last.hands:
            self._hidden = True
            reading = replace(empty(t), corners=self._last.corners, hands=True)
        return FrameResult(t, Motion.HANDS, reading)

    def _settle(
        self, since: float, picture: NDArray[np.uint8], grid: NDArray[np.float32], watched: NDArray[np.bool_]
    ) -> FrameResult:
        news = self._count_changes(self._read, grid, watched)
        if self._last is not None and news < DIE and not self._last.hands:
            self._last = replace(self._last, t=since)
            return FrameResult(since, Motion.STILL, self._last)
        misplaced = self._follow_board(picture)
        self._news = None if self._read is None else different(self._read, grid, np.ones_like(grid, np.bool_))
        reading = self._look(picture, since)
        if misplaced is Trouble.NO_BOARD:
            reading = replace(reading, cases=(), dice=(), jetons=(), pegs=())
        if misplaced is not None:
            reading = replace(reading, troubles=(*reading.troubles, misplaced))
        self._last, self._read = reading, grid.copy()
        self._unsure = LOOKS if unsure(reading) else int(misplaced is Trouble.BOARD_MOVED)
        return FrameResult(since, Motion.HANDS if reading.hands else Motion.STILL, reading)

    def _due(self, rested: float) -> bool:
        """Return whether to read a rest of `rested` seconds once more."""
        if self._unsure > 0:
            return True
        if self._last is None or self._last.hands or self._again == len(AGAIN) or rested < AGAIN[self._again]:
            return False
        self._again += 1
        return True

    def _look(self, picture: NDArray[np.uint8], t: float) -> BoardReading:
        if self._dice_only:
            return replace(empty(t), dice=dice_anywhere(picture), settled=True)
        before = () if self._last is None else self._last.troubles
        reading = read(
            picture, self.calibration, t=t, straightened=True, sets=self._sets, hands_before=self._hands, before=before
        )
        thrown = tuple(die for die in reading.dice if die.rest is not DieRest.OUTSIDE or self._came(die, picture))
        return replace(reading, dice=thrown, settled=True)

    def _came(self, die: DieReading, picture: NDArray[np.uint8]) -> bool:
        """Return whether a die next to the board came there after the previous rest, or was reported there before."""
        before = () if self._last is None else self._last.dice
        if any(other.rest is DieRest.OUTSIDE and dist(other.place, die.place) < UNMOVED for other in before):
            return True
        if self._news is None:
            return False
        column, row = (
            int(at * cells / size) for at, cells, size in zip(die.centre, GRID, picture.shape[1::-1], strict=True)
        )
        return bool(self._news[max(row - 1, 0) : row + 2, max(column - 1, 0) : column + 2].any())

    def _mean(self, frame: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return the mean of this rest's straightened pictures so far, with this one."""
        lens = None if self.calibration is None else self.calibration.lens
        picture = frame if lens is None else lens.straighten(frame)
        if self._dice_only:
            return picture
        if self._sum is None or self._sum.shape != picture.shape:
            self._sum, self._added = np.zeros(picture.shape, np.uint16), 0
        self._sum += picture
        self._added += 1
        return np.asarray(cv2.convertScaleAbs(self._sum, alpha=1 / self._added), np.uint8)

    def _follow_board(self, picture: NDArray[np.uint8]) -> Trouble | None:
        """Follow a board that was moved; return the trouble to report, if any. picture: straightened."""
        if self.calibration is None:
            return None
        corners = self.calibration.corners
        now = follow(self._anchors, picture, corners)
        if now is None:
            # The light changed, hands are in the way, the board is elsewhere, or this is the first picture.
            found = find_board(picture, self.calibration.field, self.calibration.lens)
            forget("outline", "sides")  # They take 40 MB, and a board is rarely searched for again.
            if found is not None and found.confidence >= SURE_FLOOR:
                now = follow(self._anchors, picture, found.corners)
                if now is None:
                    self._anchors = ()
                    better = agreement(picture, found.corners) > agreement(picture, corners) + BETTER
                    now = found.corners if better and shift(corners, found.corners) > ELSEWHERE else corners
            elif self._anchors:
                return None
            elif found is None and agreement(picture, corners) < LIKE_A_FLOOR:
                return Trouble.NO_BOARD
            else:
                now = corners
        self._anchors = (*self._anchors[:1], anchor_of(picture, now))
        self.calibration = replace(self.calibration, corners=now)
        return Trouble.BOARD_MOVED if shift(corners, now) >= NUDGED else None

    def _count_changes(
        self, before: NDArray[np.float32] | None, now: NDArray[np.float32], watched: NDArray[np.bool_]
    ) -> int:
        """Return how many of the watched cells differ."""
        if before is None:
            return now.size
        return count_changes_in_hand(before, now) if self._dice_only else count_changes(before, now, watched)

    def _cells(self, frame: NDArray[np.uint8]) -> NDArray[np.bool_]:
        """Return the cells that show the board and its rails; all cells when no board is known."""
        if self.calibration is None:
            return np.ones(GRID[::-1], np.bool_)
        corners, shape = self.calibration.corners, frame.shape[:2]
        if self._watched is None or self._watched[:2] != (corners, shape):
            cells = np.array(corners) * [GRID[0] / shape[1], GRID[1] / shape[0]]
            shown = around((GRID[1], GRID[0]), cells, RIM) > 0
            self._watched = corners, shape, shown if shown.mean() > LEAST_WATCHED else np.ones_like(shown)
        return self._watched[2]
