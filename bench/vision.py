"""What vision reads on the photographs beside the project, and how long it takes: `./run bench vision [SET...]`.

Sets: boards, renders, tables (our own renders, seeds never trained on), dice, speed; all of them when none is named.
Photographs are looked for in ../shared/photos.
"""

from __future__ import annotations

import resource
import sys
import time
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

from bench import _photographs as labels
from bench._machine import machine
from bench._tables import rendered_tables
from training.dice_samples import held_out_photograph
from vision.calibration import Calibration
from vision.dice import dice_anywhere
from vision.floor import find_floor
from vision.picture_file import load_image
from vision.read import CONFIDENT_FLOOR, read
from vision.stream import Stream

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from vision.reading import BoardReading, DieReading

PHOTOS = Path(__file__).resolve().parents[2] / "shared/photos"
RENDERED = 12
"""Tables rendered for measuring, three pictures each; the seeds are none that training uses."""


@dataclass(slots=True)
class Score:
    """Counts over a set of pictures."""

    pictures: int = 0
    cases: int = 0
    cases_right: int = 0
    boards_right: int = 0
    dice: int = 0
    dice_right: int = 0
    dice_found: int = 0
    false_dice: int = 0
    sure_and_wrong: int = 0
    corners: list[float] = field(default_factory=list)
    ms: list[float] = field(default_factory=list)


def score_cases(score: Score, reading: BoardReading, labelled: labels.Labelled) -> None:
    """Cases exact: colour and number seen; hidden and unsure ones apart."""
    seen = {(case.row, case.column): case for case in reading.cases}
    wrong = 0
    for case in labelled.cases:
        if case.unsure:
            continue
        score.cases += 1
        found = seen.get((case.row, case.column))  # type: ignore[call-overload] - a row's name
        if found is not None and (found.count, found.colour) == (case.count, case.colour):
            score.cases_right += 1
        else:
            wrong += 1
            score.sure_and_wrong += found is not None and found.confidence > 0.95
    score.boards_right += wrong == 0


def score_dice(score: Score, found: tuple[DieReading, ...], labelled: labels.Labelled) -> None:
    """Each labelled die belongs to the nearest die found within an edge of it; what is left over is false."""
    left = list(found)
    reach = labelled.reach
    for die in labelled.dice:
        near = min(left, key=lambda each: np.hypot(each.centre[0] - die.x, each.centre[1] - die.y), default=None)
        hit = near is not None and np.hypot(near.centre[0] - die.x, near.centre[1] - die.y) < (die.edge or reach)
        if hit and near is not None:
            left.remove(near)
        if die.value is not None:
            score.dice += 1
            score.dice_found += hit
            score.dice_right += bool(hit and near is not None and near.value == die.value)
    score.false_dice += len(left)


def score_corners(score: Score, found: BoardReading, labelled: labels.Labelled) -> None:
    """The worst corner's distance from the labelled one, as a share of the board's width."""
    if labelled.corners is None:
        return
    if found.corners is None:
        score.corners.append(float("inf"))
        return
    true, seen = np.array(labelled.corners), np.array(found.corners)
    score.corners.append(float(np.linalg.norm(true - seen, axis=1).max() / np.linalg.norm(true[1] - true[0])))


def boards(name: str, pictures: list[labels.Labelled], *, given: bool) -> None:
    """Print one row: boards read with their corners given, or found by itself."""
    score, worst = Score(), []
    for labelled in pictures:
        image = picture_of(labelled)
        calibration = Calibration(corners=labelled.corners) if given and labelled.corners is not None else None
        began = time.process_time()
        reading = read(image, calibration, under_hands=True)
        score.ms.append((time.process_time() - began) * 1000)
        score.pictures += 1
        before = score.cases_right, score.cases, score.dice_right, score.dice, score.false_dice
        score_cases(score, reading, labelled)
        score_dice(score, reading.dice, labelled)
        score_corners(score, reading, labelled)
        after = score.cases_right, score.cases, score.dice_right, score.dice, score.false_dice
        right, cases, dice_right, dice, false = (b - a for a, b in zip(before, after, strict=True))
        if right < cases or dice_right < dice or false:
            worst.append(
                f"    {labelled.path.name}: cases {right}/{cases}, dice {dice_right}/{dice}, false dice {false}"
            )
    close = sum(error <= 0.02 for error in score.corners)
    corners = (
        "given" if given else f"<=2%: {close}/{score.pictures}, median {100 * float(np.median(score.corners)):.2f}%"
    )
    print(
        f"{name:24} {score.pictures:4} pictures  cases {share(score.cases_right, score.cases)}"
        f"  boards {score.boards_right}/{score.pictures}  dice {share(score.dice_right, score.dice)}"
        f"  false dice {score.false_dice}  surely wrong {score.sure_and_wrong}  corners {corners}"
        f"  {np.median(score.ms):.0f} ms"
    )
    print("\n".join(worst))


def dice(name: str, pictures: list[labels.Labelled]) -> None:
    """Print one row: dice on any surface."""
    score, wrong = Score(), []
    for labelled in pictures:
        image = picture_of(labelled)
        began = time.process_time()
        found = dice_anywhere(image)
        score.ms.append((time.process_time() - began) * 1000)
        score.pictures += 1
        before = score.dice_right, score.false_dice, score.dice
        score_dice(score, found, labelled)
        if (score.dice_right - before[0], score.false_dice - before[1]) != (score.dice - before[2], 0):
            wrong.append(labelled.path.name)
    print(
        f"{name:24} {score.pictures:4} pictures  found {share(score.dice_found, score.dice)}"
        f"  read {share(score.dice_right, score.dice)}  false {score.false_dice}  {np.median(score.ms):.0f} ms"
    )
    if wrong:
        print(f"    {len(wrong)} not whole:", " ".join(wrong[:12]))


def picture_of(labelled: labels.Labelled) -> NDArray[np.uint8]:
    """The picture, from its file or as rendered."""
    return labelled.image if labelled.image is not None else load_image(labelled.path)


def share(right: int, of: int) -> str:
    """A share as people read it."""
    return f"{right}/{of} ({100 * right / of:.2f}%)" if of else "-"


def speed() -> None:
    """Milliseconds a frame at 1280 x 720 on one core: a still board, a moving one, a full reading, and the memory."""
    cv2.setNumThreads(1)
    image = cv2.resize(load_image(PHOTOS / "boards/wtc_frame0.jpg"), (1280, 720))
    frame = np.asarray(image, np.uint8)
    corners = ((208.0, 30.0), (889.0, 26.0), (873.0, 648.0), (238.0, 659.0))
    calibration = Calibration(corners=corners)
    stream = Stream(calibration)
    for number in range(20):
        stream.feed(number / 10, frame)
    still = timed(lambda: stream.feed(9.0, frame), 200)
    pair = cycle((frame, np.roll(frame, 40, axis=1)))
    moving = timed(lambda: stream.feed(9.0, next(pair)), 200)
    full = timed(lambda: read(frame, calibration, under_hands=True), 15)
    alone = timed(lambda: find_floor(frame), 15)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"speed, one core: still {still:.2f} ms, moving {moving:.2f} ms, full reading {full:.1f} ms, "
        f"finding the board {alone:.1f} ms, memory {memory:.0f} MB"
    )


def timed(work: Callable[[], object], times: int) -> float:
    """The median milliseconds of processor one call takes: other work on the machine does not count."""
    taken = []
    for _ in range(times):
        began = time.process_time()
        work()
        taken.append((time.process_time() - began) * 1000)
    return float(np.median(taken))


def main(arguments: list[str]) -> int:
    """Print the tables asked for."""
    wanted = set(arguments) or {"boards", "renders", "tables", "dice", "speed"}
    if not PHOTOS.is_dir():
        print(f"the photographs ({PHOTOS}) are not beside the project")
        return 0
    print(machine())
    print(f"floors are taken for found from a confidence of {CONFIDENT_FLOOR}")
    if "boards" in wanted:
        for given in (True, False):
            boards("boards" + (", corners given" if given else ", by itself"), labels.boards(PHOTOS), given=given)
    if "renders" in wanted:
        for given in (True, False):
            name = "others' renders" + (", given" if given else ", by itself")
            boards(name, labels.trictrac_renders(PHOTOS), given=given)
    if "tables" in wanted:
        made = rendered_tables(RENDERED)
        for given in (True, False):
            boards("own renders" + (", given" if given else ", by itself"), made, given=given)
    if "dice" in wanted:
        sets = {"dice_wood": labels.dice_wood(PHOTOS), "table": labels.dice(PHOTOS, kind="table")}
        for name, pictures in sets.items():
            kept = [each for each in pictures if held_out_photograph(str(each.path.relative_to(PHOTOS)))]
            dice(f"{name}, never trained on", kept)
            dice(f"{name}, trained on", [each for each in pictures if each not in kept])
        dice("burak, never trained on", labels.dice(PHOTOS, kind="burak"))
    if "speed" in wanted:
        speed()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
