"""Teach a table on the command line: print what is read, and let the person correct it in lines of text."""

from __future__ import annotations

import queue
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

import numpy as np
from numpy.typing import NDArray

from events.board_reading import BoardReading, CaseReading, Colour
from events.field import Column, Row
from tablier.devices.calibrate import Learnt
from tablier.devices.camera import Camera, Source, newest
from tablier.devices.lessons import read_again, standing, teach_lessons, with_correction
from tablier.setup.calibration_wizard.steps import THROWS
from tablier.storage.recording import Frame
from vision.pieces.cases import DAMES
from vision.table.learn import EMPTY_BOARD, ROWS, Lesson

THROW: Final = "Throw both dice onto the board, play if you like, and take your hands away"
EMPTY: Final = "Take everything off the board"
RIGHT: Final = 'Is that right? Press Enter, or set a case right, as in "near 6 2 dark" or "far 3 0"'
WAIT: Final = 10.0
"""Seconds to wait for a picture."""


class NoPicture(RuntimeError):
    """There is no picture to learn from. The message says why."""


class NoCorrectionError(ValueError):
    """A line is no correction of a case. The message says what was expected."""


def lesson_after_lesson(
    start: NDArray[np.uint8], learnt: Learnt, show: Callable[[str], NDArray[np.uint8] | None]
) -> Learnt:
    """Teach a table that was learnt from a picture of the start.

    show: asks the person for a picture and returns it; None ends the throws, or skips the empty board
    """
    lessons = [Lesson(start, standing(let_correct(learnt).reading))]
    for number in range(1, THROWS + 1):
        image = show(f"Throw {number} of {THROWS}. {THROW}")
        if image is None:
            break
        lessons.append(Lesson(image, standing(let_correct(read_again(image, learnt)).reading)))
    empty = show(EMPTY)
    if empty is not None:
        lessons.insert(0, Lesson(empty, EMPTY_BOARD))
    return teach_lessons(learnt, lessons)


@contextmanager
def through(source: Source) -> Iterator[Callable[[str], NDArray[np.uint8]]]:
    """Yield a function that takes the camera's next picture once the person has pressed Enter.

    Raises NoPicture when no picture comes.
    """
    frames: queue.Queue[Frame] = queue.Queue(maxsize=1)
    with Camera(source, deliver=lambda frame: newest(frames, frame)) as camera:

        def show(wanted: str) -> NDArray[np.uint8]:
            print(f"{wanted}, then press Enter.", file=sys.stderr)
            sys.stdin.readline()
            while not frames.empty():
                frames.get()  # Drop pictures taken before Enter was pressed.
            try:
                return frames.get(timeout=WAIT).image
            except queue.Empty:
                raise NoPicture(camera.trouble or "no picture came from the camera") from None

        yield show


def let_correct(learnt: Learnt) -> Learnt:
    """Let the person correct the reading until an empty line, or the end of input, confirms it."""
    print(*lines_of(learnt.reading), sep="\n")
    print(RIGHT, file=sys.stderr)
    for line in iter(sys.stdin.readline, ""):
        if not line.strip():
            break
        try:
            learnt = with_correction(learnt, *correction(line))
        except NoCorrectionError as error:
            print(f"{error}.", file=sys.stderr)
        else:
            print(*lines_of(learnt.reading), sep="\n")
    return learnt


def correction(line: str) -> tuple[Row, Column, Colour, int]:
    """Parse a correction of a case: its row and column, the set and the number of tops seen.

    >>> correction("near 6 2 dark")
    ('near', 6, <Colour.DARK: 'dark'>, 2)

    Raises NoCorrectionError.
    """
    try:
        row, column, count, *colour = line.split()
        case = (row_of(row), int(column), Colour(colour[0]) if int(count) else Colour.NONE, int(count))
    except (ValueError, IndexError):
        case = None
    if case is not None and 1 <= case[1] <= 12 and 0 <= case[3] <= DAMES and (case[2] is Colour.NONE) == (case[3] == 0):
        return case
    raise NoCorrectionError(f'{line.strip()!r}: expected a row, a column, a number and a set, as in "near 6 2 dark"')


def row_of(name: str) -> Row:
    """Return the row of a name. Raises ValueError when there is none."""
    return ROWS[ROWS.index(name)]


def lines_of(reading: BoardReading) -> Iterator[str]:
    """Yield a reading in a few lines: each row's cases with dames, and the dice."""
    for row in reversed(ROWS):
        cases = [_case_words(case) for case in reading.cases if case.row == row and case.count]
        yield f"{row} row: {', '.join(cases) or 'empty'}"
    yield f"dice: {', '.join(str(die.value) for die in reading.dice) or 'none'}"


def _case_words(case: CaseReading) -> str:
    return f"column {case.column}: {case.count}{'+' if case.piled else ''} {case.colour}"
