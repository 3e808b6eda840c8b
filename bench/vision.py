"""What vision reads on the photographs beside the project, and how long it takes: `./run bench vision [SET...]`.

Sets: boards, altered (the same photographs as other hands and lights would have taken them), renders, gnubg (GNU
Backgammon's own designs, where it is installed), tables (our own renders, seeds never trained on), dice, rests (throws
that count and that do not), streams (rendered tables in motion), videos, speed; all of them when none is named.
Photographs are looked for in ../shared/photos; what needs them is left out where they are not.
"""

from __future__ import annotations

import resource
import time
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

import cv2
import numpy as np

from bench import _photographs as labels
from bench._altered import ALTERATIONS, altered
from bench._command_line import parser_of
from bench._gnubg import gnubg_boards
from bench._machine import machine
from bench._rests import rests
from bench._streams import rendered_streams, videos
from bench._tables import rendered_tables, straightened
from bench._vision_scores import Score, score_cases, score_corners, score_dice, score_jetons, score_pegs
from training.dice_samples import held_out_photograph
from vision.calibration import Calibration
from vision.dice import dice_anywhere
from vision.floor import find_floor
from vision.geometry import HOLES
from vision.picture_file import load_image
from vision.read import CONFIDENT_FLOOR, read
from vision.stream import Stream

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray


Known: TypeAlias = Literal["nothing", "corners", "all"]

PHOTOS = Path(__file__).resolve().parents[2] / "shared/photos"
TILTS = ((0, 10), (10, 25), (25, 46))
"""Degrees from straight above."""
SEEN_FROM = (0, 30)
"""Degrees from straight above at which GNU Backgammon's boards are shown."""
GNUBG_SEED = 1
"""Of their positions."""
CLOSE = 0.02
"""Corners found within this share of the board's width are where they are."""
RENDERED = 16
"""Tables rendered for measuring, three pictures each; the seeds are none that training uses."""
THROWS = 30
"""Tables on which dice are thrown in every way, one picture each; other seeds again."""


def boards(name: str, pictures: list[labels.Labelled], known: Known, *, on_board: bool = True) -> None:
    """Print one row: boards read with what is known of them; on_board: whether their dice are of a board's size."""
    score, worst = Score(), []
    for labelled in pictures:
        image = picture_of(labelled)
        calibration = calibration_of(labelled, known)
        if known == "all":
            labelled = straightened(labelled)  # noqa: PLW2901 - the same picture
        began = time.process_time()
        reading = read(image, calibration, under_hands=True)
        score.ms.append((time.process_time() - began) * 1000)
        score.pictures += 1
        before = score.cases_right, score.cases, score.dice_right, score.dice, score.false_dice
        score_cases(score, reading, labelled)
        if on_board:
            score_dice(score, reading.dice, labelled)
        score_corners(score, reading, labelled)
        if known == "all":
            score_jetons(score, reading, labelled)
            score_pegs(score, reading, labelled)
        after = score.cases_right, score.cases, score.dice_right, score.dice, score.false_dice
        right, cases, dice_right, dice, false = (b - a for a, b in zip(before, after, strict=True))
        if right < cases or dice_right < dice or false:
            worst.append(
                f"    {labelled.path.name}: cases {right}/{cases}, dice {dice_right}/{dice}, false dice {false}"
            )
    close = sum(error <= CLOSE for error in score.corners)
    found = f"<={CLOSE:.0%}: {close}/{score.pictures}, median {100 * float(np.median(score.corners or [np.inf])):.2f}%"
    corners = found if known == "nothing" else known
    print(
        f"{name:24} {score.pictures:4} pictures  cases {share(score.cases_right, score.cases)}"
        f"  boards {score.boards_right}/{score.pictures}  dice {share(score.dice_right, score.dice)}"
        f"  false dice {score.false_dice}  surely wrong {score.sure_and_wrong}  corners {corners}"
        f"  {np.median(score.ms or [0.0]):.0f} ms"
    )
    if known == "all":
        print(
            f"{'':24} jetons found {share(score.jetons_found, score.jetons)}, placed"
            f" {share(score.jetons_placed, score.jetons)}, false {score.false_jetons}  pegs"
            f" {share(score.pegs_found, score.pegs)}, false {score.false_pegs} in {HOLES * score.pictures} holes"
        )
    if worst:
        print("\n".join(worst))


def calibration_of(labelled: labels.Labelled, known: Known) -> Calibration | None:
    """What a reading is told: nothing, the corners alone, or all a person would have taught."""
    if known == "all":
        return labelled.calibration
    return Calibration(corners=labelled.corners) if known == "corners" and labelled.corners is not None else None


def kinds(pictures: list[labels.Labelled]) -> None:
    """The calibrated reading where nothing is hidden, by kind of light and by tilt."""
    boards("  nothing hidden", [each for each in pictures if each.bare], "all")
    for light in ("soft", "window", "lamp"):
        boards(f"  light: {light}", [each for each in pictures if each.light == light], "all")
    for low, high in TILTS:
        boards(f"  tilt {low} to {high}", [each for each in pictures if low <= (each.tilt or 0.0) < high], "all")


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


def photographed() -> None:
    """The photographs of boards."""
    boards("boards, corners given", labels.boards(PHOTOS), "corners")
    boards("boards, by itself", labels.boards(PHOTOS), "nothing")


def otherwise() -> None:
    """The photographs of boards, each altered in each way."""
    for alteration in ALTERATIONS:
        pictures = [altered(each, alteration) for each in labels.boards(PHOTOS)]
        boards(f"{alteration.name}, given", pictures, "corners")
        boards(f"{alteration.name}, itself", pictures, "nothing")


def rendered_by_others() -> None:
    """The trictracs that others rendered."""
    boards("others' renders, given", labels.trictrac_renders(PHOTOS), "corners")
    boards("others' renders, itself", labels.trictrac_renders(PHOTOS), "nothing")


def drawn_by_gnubg() -> None:
    """GNU Backgammon's boards and the dice on them."""
    for tilt in SEEN_FROM:
        drawn = gnubg_boards(GNUBG_SEED, tilt)
        if not drawn:
            print("GNU Backgammon is not installed: its boards are left out")
            return
        boards(f"gnubg at {tilt}, given", drawn, "corners", on_board=False)
        boards(f"gnubg at {tilt}, by itself", drawn, "nothing", on_board=False)
        dice(f"gnubg at {tilt}, its dice", drawn)


def rendered() -> None:
    """Our own renders, and what of them depends on light and tilt."""
    made = rendered_tables(RENDERED)
    boards("own renders, given", made, "corners")
    boards("own renders, by itself", made, "nothing")
    boards("own renders, calibrated", made, "all")
    kinds(made)


def dice_on_desks() -> None:
    """The photographs of dice, those trained on apart."""
    sets = {"dice_wood": labels.dice_wood(PHOTOS), "table": labels.dice(PHOTOS, kind="table")}
    for name, pictures in sets.items():
        kept = [each for each in pictures if held_out_photograph(str(each.path.relative_to(PHOTOS)))]
        dice(f"{name}, never trained on", kept)
        dice(f"{name}, trained on", [each for each in pictures if each not in kept])
    dice("burak, never trained on", labels.dice(PHOTOS, kind="burak"))


def lines(told: Iterable[str]) -> None:
    """Print what comes, as it comes."""
    for line in told:
        print(line, flush=True)


SETS: dict[str, Callable[[], None]] = {
    "boards": photographed,
    "altered": otherwise,
    "renders": rendered_by_others,
    "gnubg": drawn_by_gnubg,
    "tables": rendered,
    "dice": dice_on_desks,
    "rests": lambda: lines(rests(THROWS)),
    "streams": lambda: lines(rendered_streams()),
    "videos": lambda: lines(videos(PHOTOS)),
    "speed": speed,
}
PHOTOGRAPHED = frozenset({"boards", "altered", "renders", "dice", "videos", "speed"})
"""Sets that are photographs, or measured on one."""


def main(arguments: list[str]) -> int:
    """Print the figures of the sets asked for."""
    parser = parser_of("vision", __doc__)
    parser.add_argument("sets", nargs="*", choices=SETS, metavar="SET", help=f"{', '.join(SETS)}; all without one")
    wanted: list[str] = parser.parse_args(arguments).sets or list(SETS)
    print(machine())
    print(f"floors are taken for found from a confidence of {CONFIDENT_FLOOR}")
    for name, measure in SETS.items():
        if name not in wanted:
            continue
        if name in PHOTOGRAPHED and not PHOTOS.is_dir():
            print(f"{name}: left out, as the photographs ({PHOTOS}) are not beside the project")
        else:
            measure()
    return 0
