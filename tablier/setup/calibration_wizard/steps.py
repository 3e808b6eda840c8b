"""The steps of a calibration, sans I/O. Pictures and requests come in; the picture to show and the next step go out.

The camera first sees the start position and learns where the board is. Then, if the person wants, come the lessons:
THROWS throws, then the empty board. The page shows each reading, and the person corrects its errors.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from events.board_reading import Colour
from events.field import Column, Corners, Row
from tablier.devices.calibrate import TO_MEND, Learnt, Message, Unfit, annotate, calibrate, cell
from tablier.devices.lessons import places_of, read_again, standing, teach_lessons, with_correction
from tablier.storage.calibration_file import MeasuredLens
from tablier.storage.settings import Settings
from vision.calibration import Lens, check_corners
from vision.locate.flat import look
from vision.locate.rectify import flatten
from vision.locate.view_quality import poorly_seen
from vision.read import exposure, find_board
from vision.table.learn import EMPTY_BOARD, Lesson
from vision.table.lens import FEWEST_VIEWS, LensSession, measure

NO_PICTURE: Final = Message("no_picture")
NOT_FOUND: Final = Message("not_found")
NOT_NOW: Final = Message("not_now")


class WizardStep(StrEnum):
    """The step the person is at."""

    LENS = "lens"
    BOARD = "board"
    LEARNT = "learnt"
    THROW = "throw"
    CHECK = "check"
    EMPTY = "empty"
    TAUGHT = "taught"
    KEPT = "kept"


AT_REST: Final = frozenset({WizardStep.LEARNT, WizardStep.CHECK, WizardStep.TAUGHT, WizardStep.KEPT})
"""Steps that keep showing one picture, whatever the camera sees."""
THROWS: Final = 3
"""Throws shown to teach a table."""


@dataclass(slots=True)
class Walk:
    """The course of one calibration. Call `look` with each picture, from one thread.

    settings: of the table
    lens: as measured before; None when it never was
    """

    settings: Settings
    lens: MeasuredLens | None = None
    step: WizardStep = WizardStep.BOARD
    image: NDArray[np.uint8] | None = None
    """The newest picture, straightened if the lens is known."""
    trouble: Message | None = NO_PICTURE
    """What is wrong with that picture; None when it is good."""
    corners: Corners | None = None
    """The floor's corners in pixels of `image`: placed by the person, or found."""
    by_hand: bool = False
    learnt: Learnt | None = None
    raw: NDArray[np.uint8] | None = None
    """The newest picture as the camera gave it; while a reading is on show, the picture that was read."""
    lessons: list[Lesson] = field(default_factory=list)
    """The pictures whose readings the person confirmed."""
    _session: LensSession = field(default_factory=LensSession)

    @property
    def at_rest(self) -> bool:
        """Whether a reading is shown."""
        return self.step in AT_REST

    def look(self, image: NDArray[np.uint8]) -> None:
        """Take a picture (BGR) as the camera gave it."""
        if self.step in AT_REST:
            return
        self.raw = image
        if self.step in (WizardStep.THROW, WizardStep.EMPTY):
            self._look_at_lesson(image)
        elif self.step is WizardStep.LENS:
            self.image, self.trouble = image, None
            self._session.look(image)
        else:
            self._look_at_board(image)

    def lacks(self, trouble: Message) -> None:
        """Note why no picture comes. While a reading is shown none is needed."""
        if self.step not in AT_REST:
            self.trouble = trouble

    def _look_at_lesson(self, image: NDArray[np.uint8]) -> None:
        lens = None if self.learnt is None else self.learnt.calibration.lens
        self.image = image if lens is None else lens.straighten(image)
        exposed = exposure(image)
        self.trouble = None if exposed is None else TO_MEND[exposed]

    def _look_at_board(self, image: NDArray[np.uint8]) -> None:
        if self.lens is not None and self.lens.size != (image.shape[1], image.shape[0]):
            self.lens = None  # It was measured in pictures of another size.
        lens = None if self.lens is None else self.lens.lens
        shown = image if lens is None else lens.straighten(image)
        if self.image is not None and self.image.shape != shown.shape:
            self.corners, self.by_hand = None, False
        self.image = shown
        exposed = exposure(shown)
        if exposed is not None:
            self.trouble = TO_MEND[exposed]
            return
        self.trouble = None
        if not self.by_hand:
            found = find_board(shown, self.settings.field if self.settings.board else None, lens)
            self.corners = None if found is None else found.corners
            self.trouble = NOT_FOUND if found is None else self._poor(shown, found.corners, lens)

    def _poor(self, shown: NDArray[np.uint8], corners: Corners, lens: Lens | None) -> Message | None:
        """Return the first trouble that makes the board hard to see. Softness shows only once the table is learnt."""
        view = flatten(shown, corners)
        poor = poorly_seen(shown, corners, view, look(view), self.settings.field, lens)
        return next((TO_MEND[trouble] for trouble in poor if trouble in TO_MEND), None)

    def place(self, corners: Corners) -> None:
        """Place the floor's corners by hand.

        Raises CalibrationError when they cannot be a floor's, or there is no picture.
        """
        if self.image is None or self.step is not WizardStep.BOARD:
            raise Unfit(NO_PICTURE)
        check_corners(corners)
        self.corners, self.by_hand = corners, True
        self.trouble = None

    def find(self) -> None:
        """Find the corners again."""
        self.by_hand, self.corners = False, None
        if self.step is WizardStep.BOARD and self.raw is not None:
            self._look_at_board(self.raw)

    def begin_lens(self) -> None:
        """Start to collect pictures of the lens chart, and forget earlier ones."""
        self.step, self._session, self.learnt = WizardStep.LENS, LensSession(), None
        self.image = self.raw

    def end_lens(self) -> None:
        """Measure the lens from the charts seen and go on to the board.

        Raises CalibrationError, which names what is missing.
        """
        views = self._session.views
        self.lens = MeasuredLens(measure(views), views[0].size)
        self._to_board()

    def drop_lens(self) -> None:
        """Go on to the board without a measured lens."""
        self.lens = None
        self._to_board()

    def back(self) -> None:
        """Look at the board again; from a reading, take that picture again."""
        if self.step is WizardStep.CHECK:
            self.step, self.trouble = WizardStep.THROW, NO_PICTURE
        else:
            self._to_board(keep=True)

    def _to_board(self, *, keep: bool = False) -> None:
        self.step, self.learnt, self.lessons = WizardStep.BOARD, None, []
        if not keep:
            self.corners, self.by_hand = None, False
        if self.raw is not None:
            self._look_at_board(self.raw)

    def learn(self) -> None:
        """Learn the table from the newest picture.

        Raises CalibrationError, which says what is wrong with the picture and what to do.
        """
        if self.raw is None:
            raise Unfit(NO_PICTURE)
        lens = None if self.lens is None else self.lens.of(self.raw)
        self.learnt = calibrate(self.raw, self.settings, self.corners, lens)
        self.step = WizardStep.LEARNT

    def correct(self, row: Row, column: Column, colour: Colour, count: int) -> None:
        """Correct one case of the reading shown: the set, and how many tops are seen.

        Raises CalibrationError when no reading is shown.
        """
        if self.learnt is None or self.step not in (WizardStep.LEARNT, WizardStep.CHECK):
            raise Unfit(NOT_NOW)
        self.learnt = with_correction(self.learnt, row, column, colour, count)

    def confirm(self) -> None:
        """Confirm the reading shown, and go on with the next lesson.

        Raises CalibrationError when no reading is shown.
        """
        if self.learnt is None or self.raw is None or self.step not in (WizardStep.LEARNT, WizardStep.CHECK):
            raise Unfit(NOT_NOW)
        self.lessons.append(Lesson(self.raw, standing(self.learnt.reading)))
        self.step = WizardStep.THROW if len(self.lessons) <= THROWS else WizardStep.EMPTY
        self.trouble = NO_PICTURE

    def read(self) -> None:
        """Read the newest picture. A throw is then checked; after the empty board the table is taught.

        Raises CalibrationError in any other step, or when there is no picture.
        """
        if self.learnt is None or self.step not in (WizardStep.THROW, WizardStep.EMPTY):
            raise Unfit(NOT_NOW)
        if self.raw is None or self.trouble is not None:
            raise Unfit(self.trouble or NO_PICTURE)
        if self.step is WizardStep.THROW:
            self.learnt = read_again(self.raw, self.learnt)
            self.step = WizardStep.CHECK
        else:
            self.learnt = teach_lessons(self.learnt, [Lesson(self.raw, EMPTY_BOARD), *self.lessons])
            self.raw = self.lessons[-1].image
            self.step = WizardStep.TAUGHT

    def shown_picture(self) -> NDArray[np.uint8] | None:
        """Return the picture to show, with the reading drawn into it if there is one."""
        if self.learnt is not None and self.raw is not None and self.step in AT_REST:
            return annotate(self.raw, self.learnt)
        return self.image

    def state(self) -> dict[str, Any]:
        """Return the state as sent to the page (docs/calibrate.md)."""
        session, learnt = self._session, self.learnt
        return {
            "step": str(self.step),
            "size": None if self.image is None else [self.image.shape[1], self.image.shape[0]],
            "corners": None if self.corners is None else [[round(x, 1), round(y, 1)] for x, y in self.corners],
            "by_hand": self.by_hand,
            "bar": round(self.settings.field.bar / self.settings.field.width, 4),
            "trouble": None if self.trouble is None else self.trouble.to_dict(),
            "lens": {
                "known": self.lens is not None,
                "seen": session.seen,
                "views": len(session.views),
                "wanted": FEWEST_VIEWS,
                "missing": [cell(place).to_dict() for place in session.missing],
                "enough": session.enough,
            },
            "throw": max(len(self.lessons) - 1, 0),
            "throws": THROWS,
            "cases": [] if learnt is None or self.step not in AT_REST else places_of(learnt),
            "dice": [] if learnt is None or self.step not in AT_REST else [die.value for die in learnt.reading.dice],
            "remarks": [] if learnt is None else [remark.to_dict() for remark in learnt.remarks],
            "dames": {}
            if learnt is None
            else {
                colour: sum(case.count for case in learnt.reading.cases if case.colour == colour)
                for colour in ("light", "dark")
            },
        }
