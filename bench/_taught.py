"""The effect of teaching one table: the same further pictures, read before and after it was taught."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from bench._results import Share
from bench._tables import cases_of, dice_of, straighten
from bench._vision_scores import VisionScore, score_cases, score_dice
from events.field import Corners
from simulation.labelled_pictures import photographs as labels
from simulation.labelled_pictures.alterations import ALTERATIONS
from training.lessons import LessonTable, RenderedPicture, table_of
from vision.calibration import Calibration, CalibrationError
from vision.locate.rectify import view_homography
from vision.picture_file import load_image
from vision.read import read
from vision.table.learn import Lesson, Standing, learn, teach, teach_more

TAUGHT = (
    "pictures", "number", "cases before", "cases taught", "boards before", "boards taught", "dice before",
    "dice taught", "teaching, s", "reading before, ms", "reading taught, ms",
)  # fmt: skip
"""The columns of the tables about teaching."""
Part: TypeAlias = Literal["open", "closed"]
FIRST_SEEDS: dict[Part, int] = {"open": 920_000_000, "closed": 930_000_000}
"""First seeds of tables that nothing is fitted on; failures of the closed part are never looked at."""
LIGHTS = tuple(each.tones for each in ALTERATIONS if each.name.endswith("light") or "gamma" in each.name)
"""Other lights than in the lessons."""
CONFIRMED = 3
"""Further pictures of a table that are confirmed before the others are read."""


@dataclass(slots=True)
class Both:
    """Readings of the same pictures before and after teaching; seconds: the time of each teaching."""

    before: VisionScore = field(default_factory=VisionScore)
    after: VisionScore = field(default_factory=VisionScore)
    seconds: list[float] = field(default_factory=list)

    def count(
        self, image: NDArray[np.uint8], known: Calibration, taught: Calibration, labelled: labels.Labelled
    ) -> None:
        """Read one picture with and without what was taught."""
        for score, calibration in ((self.before, known), (self.after, taught)):
            began = time.process_time()
            reading = read(image, calibration, under_hands=True)
            score.ms.append((time.process_time() - began) * 1000)
            score.pictures += 1
            score_cases(score, reading, labelled)
            score_dice(score, reading.dice, labelled)

    def row(self, name: str) -> tuple[str | int | float | Share, ...]:
        """Return one row of the table."""
        pair = (self.before, self.after)
        return (
            name,
            self.before.pictures,
            *(Share(each.cases_right, each.cases) for each in pair),
            *(Share(each.boards_right, each.pictures) for each in pair),
            *(Share(each.dice_right, each.dice, each.false_dice) for each in pair),
            round(float(np.median(self.seconds or [0.0])), 2),
            *(float(np.median(each.ms or [0.0])) for each in pair),
        )


def rows_of_renders(part: Part, tables: int) -> Iterator[tuple[str | int | float | Share, ...]]:
    """Yield the rows of our own renders: in the light of the lessons, with confirmed games, and in other lights."""
    same, confirmed, other = Both(), Both(), Both()
    for number in range(tables):
        table = table_of(FIRST_SEEDS[part] + number)
        known = learnt(table)
        began = time.process_time()
        taught = teach(known, [each.lesson for each in table.lessons])
        same.seconds.append(time.process_time() - began)
        held = replace(known, taught=taught)
        later = [each.lesson for each in table.further[:CONFIRMED]]
        began = time.process_time()
        more = replace(known, taught=teach_more(taught, known, later))
        confirmed.seconds.append(time.process_time() - began)
        for index, shown in enumerate(table.further):
            truth = labels_of(shown, known)
            same.count(shown.image, known, held, truth)
            other.count(LIGHTS[(number + index) % len(LIGHTS)](shown.image), known, held, truth)
            if index >= CONFIRMED:
                confirmed.count(shown.image, known, more, truth)
    yield same.row(f"renders, {part} part")
    yield confirmed.row(f"renders, {part} part, {CONFIRMED} positions confirmed")
    yield other.row(f"renders, {part} part, another light")


def learnt(table: LessonTable) -> Calibration:
    """Return the table's calibration, learned from one picture of the start."""
    known = table.calibration
    try:
        found = learn(table.lessons[1].image, known.corners, field=known.field, lens=known.lens)
    except CalibrationError:
        return known
    return replace(found, talons=known.talons)


def labels_of(shown: RenderedPicture, known: Calibration) -> labels.Labelled:
    """Return the labels of a rendered picture, where its lens straightens them to."""
    truth = shown.truth
    raw = labels.Labelled(Path(), truth.corners, cases_of(truth), dice_of(truth), reach=0.0, calibration=known)
    return straighten(raw)


def row_of_photographs(photos: Path, part: Part) -> tuple[str | int | float | Share, ...]:
    """Return the row of photographs of shared boards: each is read after the board's others teach it, corners given."""
    groups = _groups(photos, part)
    both = Both()
    for pictures in groups:
        for one in pictures:
            if one.corners is None:
                continue
            image = load_image(one.path)
            known = Calibration(corners=one.corners)
            began = time.process_time()
            taught = teach(known, [_lesson_moved_to(each, one.corners, image) for each in pictures if each is not one])
            both.seconds.append(time.process_time() - began)
            both.count(image, known, replace(known, taught=taught), one)
    return both.row(f"photographs, {part} part")


def _groups(photos: Path, part: Part) -> list[list[labels.Labelled]]:
    """Return the photographs of each board that has several."""
    by_board: dict[str, list[labels.Labelled]] = {}
    for each in labels.more_boards(photos, part):
        number = each.path.stem[-2:]
        by_board.setdefault(labels.SAME_BOARD.get(number, number), []).append(each)
    if part == "open":
        for each in labels.boards(photos):
            by_board.setdefault(each.path.stem.split("_")[0], []).append(each)
    return [pictures for pictures in by_board.values() if len(pictures) > 1]


def _lesson_moved_to(each: labels.Labelled, corners: Corners, image: NDArray[np.uint8]) -> Lesson:
    """Return a photograph as a lesson, its floor moved to another's: they were taken by hand, or cropped."""
    place = np.linalg.inv(view_homography(corners)) @ view_homography(each.corners or corners)
    size = image.shape[1], image.shape[0]
    moved = cv2.warpPerspective(load_image(each.path), place, size, borderMode=cv2.BORDER_REPLICATE)
    return Lesson(np.asarray(moved, np.uint8), standing_of(each.cases))


def standing_of(cases: Sequence[labels.Case]) -> Standing:
    """Return labelled cases as a person would confirm them."""
    return {(case.row, case.column): (case.colour, case.count) for case in cases if not case.unsure}
