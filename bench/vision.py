"""Vision's readings of the photographs next to the project, and the time they take: `./run bench vision [SET...]`.

Sets: boards, more (other boards, split by board into an open and a closed part), reliability (how sure, how often
right), altered (the photographs of `boards` under other light and compression, and with a side
outside the picture), renders, traced (trictracs that Mitsuba path traces, where it is installed or they are kept),
tables (our own renders, seeds never trained on), taught (tables that were taught), dice, rests (throws that count and
that do not), streams (rendered tables in motion), videos, speed. Without a name, all of them.
The photographs are in ../shared/photos. Without them, the sets that need them are left out.
"""

from __future__ import annotations

import resource
import time
from collections.abc import Callable, Iterator
from itertools import cycle, pairwise
from pathlib import Path
from typing import Literal, TypeAlias, get_args

import cv2
import numpy as np
from numpy.typing import NDArray

from bench._rests import RESTS, rests
from bench._results import Page, Results, Share, parser_of
from bench._streams import STREAMS, rendered_streams, videos
from bench._tables import rendered_tables, straighten
from bench._taught import TAUGHT
from bench._taught import row_of_photographs as photographs_taught
from bench._taught import rows_of_renders as renders_taught
from bench._traced import traced_tables
from bench._vision_scores import VisionScore, score_cases, score_corners, score_dice, score_jetons, score_pegs
from events.board_reading import Trouble
from events.field import HOLES
from simulation.labelled_pictures import photographs as labels
from simulation.labelled_pictures.alterations import ALTERATIONS, CUTS, alter
from simulation.render.traced import MitsubaMissing
from training.dice_samples import held_out_photograph
from vision.calibration import Calibration
from vision.locate.floor import find_floor
from vision.picture_file import load_image
from vision.pieces.dice import dice_anywhere
from vision.read import CONFIDENT_FLOOR, read
from vision.stream.frames import Stream

Known: TypeAlias = Literal["nothing", "corners", "all"]

PHOTOS = Path(__file__).resolve().parents[2] / "shared/photos"
CLOSE = 0.02
"""Corners found within this share of the board's width count as right."""
BANDS = (0.0, 0.7, 0.9, 0.95, 0.98, 0.99, 1.0)
"""Bands of confidence."""
RENDERED = 16
"""Tables rendered for measuring, three pictures each, of seeds that no training uses."""
TRACED = 30
"""Boards of each part that are path traced, one picture each."""
TAUGHT_SHOWN = 4
"""Columns of taught tables that the page shows."""
TABLES_TAUGHT = 8
"""Tables of each part that are taught, eleven pictures each."""
THROWS = 30
"""Tables on which dice are thrown in every way, one picture each; other seeds again."""


Row: TypeAlias = tuple[str | int | float | Share, ...]
BOARDS = (
    "pictures", "number", "cases exact", "whole boards", "dice read", "false dice", "sure but wrong",
    f"corners within {CLOSE:.0%}", "median, ms",
)  # fmt: skip
"""The columns of `boards`."""


def boards(name: str, pictures: list[labels.Labelled], known: Known, *, failures: bool = True) -> Row:
    """Return one row: boards read with this much known about them.

    failures: name the pictures that were not read whole.
    """
    score, worst = VisionScore(), []
    for labelled in pictures:
        image = picture_of(labelled)
        calibration = calibration_of(labelled, known)
        if known == "all":
            labelled = straighten(labelled)  # noqa: PLW2901 - the same picture
        began = time.process_time()
        reading = read(image, calibration, under_hands=True)
        score.ms.append((time.process_time() - began) * 1000)
        score.pictures += 1
        before = score.cases_right, score.cases, score.dice_right, score.dice, score.false_dice
        score_cases(score, reading, labelled)
        if labelled.dice_scored:
            score_dice(score, reading.dice, labelled)
        score_corners(score, reading, labelled)
        after = score.cases_right, score.cases, score.dice_right, score.dice, score.false_dice
        right, cases, dice_right, dice, false = (b - a for a, b in zip(before, after, strict=True))
        if right < cases or dice_right < dice or false:
            worst.append(
                f"    {labelled.path.name}: cases {right}/{cases}, dice {dice_right}/{dice}, false dice {false}"
            )
    close = sum(error <= CLOSE for error in score.corners)
    if worst and failures:
        print(name, *worst, sep="\n")
    return (
        name,
        score.pictures,
        Share(score.cases_right, score.cases),
        Share(score.boards_right, score.pictures),
        Share(score.dice_right, score.dice),
        score.false_dice,
        score.sure_and_wrong,
        Share(close, score.pictures) if known == "nothing" else "given",
        float(np.median(score.ms or [0.0])),
    )


def pieces(name: str, pictures: list[labels.Labelled]) -> Row:
    """Return one row: jetons and pegs of calibrated boards."""
    score = VisionScore()
    for labelled in pictures:
        straight = straighten(labelled)
        reading = read(picture_of(labelled), labelled.calibration, under_hands=True)
        score_jetons(score, reading, straight)
        score_pegs(score, reading, straight)
    return (
        name,
        Share(score.jetons_found, score.jetons, score.false_jetons),
        Share(score.jetons_placed, score.jetons),
        Share(score.pegs_found, score.pegs),
        Share(score.false_pegs, HOLES * len(pictures)),
    )


def calibration_of(labelled: labels.Labelled, known: Known) -> Calibration | None:
    """Return the calibration for a reading: none, only the corners, or all a person would have taught."""
    if known == "all":
        return labelled.calibration
    return Calibration(corners=labelled.corners) if known == "corners" and labelled.corners is not None else None


DICE = ("pictures", "number", "dice found", "dice read", "false dice", "median, ms")
"""The columns of `dice`."""


def dice(name: str, pictures: list[labels.Labelled]) -> Row:
    """Return one row: dice on any surface."""
    score, wrong = VisionScore(), []
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
    if wrong:
        print(f"{name}: {len(wrong)} not whole:", " ".join(wrong[:12]))
    return (
        name,
        score.pictures,
        Share(score.dice_found, score.dice),
        Share(score.dice_right, score.dice),
        score.false_dice,
        float(np.median(score.ms or [0.0])),
    )


def picture_of(labelled: labels.Labelled) -> NDArray[np.uint8]:
    """Return the picture, from its file or as rendered."""
    return labelled.image if labelled.image is not None else load_image(labelled.path)


def keep(
    results: Results,
    name: str,
    title: str,
    about: str,
    columns: tuple[str, ...],
    rows: list[Row],
    *,
    page: Page | None = Page.ACCURACY,
) -> None:
    """Print and keep a table whose second column counts pictures."""
    samples = sum(int(row[1]) for row in rows if isinstance(row[1], int))
    results.table(
        name, page=page, title=title, about=about, samples=samples, unit="pictures", columns=columns, rows=rows
    )


def speed(results: Results) -> None:
    """Measure milliseconds a frame at 1280 x 720 on one core: still, moving and full readings, and the memory."""
    cv2.setNumThreads(1)
    image = cv2.resize(load_image(PHOTOS / "boards/wtc_frame0.jpg"), (1280, 720))
    frame = np.asarray(image, np.uint8)
    corners = ((208.0, 30.0), (889.0, 26.0), (873.0, 648.0), (238.0, 659.0))
    calibration = Calibration(corners=corners)
    stream = Stream(calibration)
    for number in range(20):
        stream.feed(number / 10, frame)
    still = median_milliseconds(lambda: stream.feed(9.0, frame), 200)
    pair = cycle((frame, np.roll(frame, 40, axis=1)))
    moving = median_milliseconds(lambda: stream.feed(9.0, next(pair)), 200)
    full = median_milliseconds(lambda: read(frame, calibration, under_hands=True), 15)
    alone = median_milliseconds(lambda: find_floor(frame), 15)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    results.table(
        "speed",
        page=Page.PERFORMANCE,
        title="Reading one picture",
        about=f"Processor time on one core, 1280 x 720. The process takes {memory:.0f} MB.",
        samples=200,
        unit="pictures",
        columns=("picture", "median, ms"),
        rows=[
            ("still board", still),
            ("something moves", moving),
            ("full reading", full),
            ("finding the board", alone),
        ],
    )


def median_milliseconds(work: Callable[[], object], times: int) -> float:
    """Return the median processor milliseconds of a call, so that other work on the machine does not count."""
    taken = []
    for _ in range(times):
        began = time.process_time()
        work()
        taken.append((time.process_time() - began) * 1000)
    return float(np.median(taken))


def row_of_photographs(results: Results) -> None:
    """Measure the photographs of boards."""
    pictures = labels.boards(PHOTOS)
    rows = [boards("corners given", pictures, "corners"), boards("board found by itself", pictures, "nothing")]
    about = "Not trained on; their errors were looked at during development."
    keep(results, "boards", "Photographs of real boards", about, BOARDS, rows)


def measure_unseen(results: Results) -> None:
    """Measure boards that no development photograph shows; for the closed part only figures are printed."""
    rows = []
    for part in get_args(labels.Part):
        pictures = labels.more_boards(PHOTOS, part)
        shown = part == "open"
        rows.append(boards(f"{part} part, corners given", pictures, "corners", failures=shown))
        rows.append(boards(f"{part} part, by itself", pictures, "nothing", failures=shown))
    about = (
        "Never trained on. Split by board: failures of the closed part are never looked at. "
        "Corners are labelled by eye, to 1 or 2% of the width; a near side behind a rail is a guess."
    )
    keep(results, "more", "Photographs of other boards", about, BOARDS, rows)


def measure_reliability(results: Results) -> None:
    """Measure how often cases are right by confidence, on boards that nothing was fitted on; corners given."""
    made = rendered_tables(RENDERED)
    measured = {
        "photographs": sure_cases(labels.more_boards(PHOTOS, "open") + labels.more_boards(PHOTOS, "closed")),
        "another renderer": sure_cases(labels.trictrac_renders(PHOTOS)),
        "our own renders": sure_cases(made),
    }
    rows = [(name, *reliability(cases)) for name, cases in measured.items()]
    results.table(
        "reliability",
        page=Page.ACCURACY,
        title="How sure cases are, and how often right",
        about="Right cases of those in each band of confidence; the expected calibration error is over the same bands.",
        samples=sum(len(cases) for cases in measured.values()),
        unit="cases",
        columns=("pictures", *(f"{low:.0%} to {high:.0%}" for low, high in pairwise(BANDS)), "calibration error"),
        rows=rows,
    )


def sure_cases(pictures: list[labels.Labelled]) -> list[tuple[float, bool]]:
    """Return the confidence of each case of some pictures, and whether it is right; corners are given."""
    score = VisionScore()
    for labelled in pictures:
        score_cases(score, read(picture_of(labelled), calibration_of(labelled, "corners"), under_hands=True), labelled)
    return score.read


def reliability(cases: list[tuple[float, bool]]) -> Iterator[Share | float]:
    """Yield the right ones in each of BANDS, then the expected calibration error."""
    error = 0.0
    for low, high in pairwise(BANDS):
        here = [(sure, right) for sure, right in cases if low <= sure < high or sure == high == 1]
        right = sum(right for _, right in here)
        error += abs(sum(sure for sure, _ in here) - right) / len(cases)
        yield Share(right, len(here))
    yield round(error, 4)


CUT = (
    "pictures", "number", "cases exact", "cut cases surely wrong", "said to be cut off", f"corners within {CLOSE:.0%}",
)  # fmt: skip
"""The columns of `cut_off`."""
CUT_KNOWN: tuple[tuple[str, Known], ...] = ((", corners given", "corners"), (", by itself", "nothing"))
"""The rows of each cut, by what is known."""


def measure_altered(results: Results) -> None:
    """Measure the photographs of boards, each altered in each way."""
    given, alone = [], []
    for alteration in ALTERATIONS:
        pictures = [alter(each, alteration) for each in labels.boards(PHOTOS)]
        given.append(boards(alteration.name, pictures, "corners"))
        alone.append(boards(alteration.name, pictures, "nothing"))
    about = "As other cameras, hands and lights would have taken them; the board is found without help."
    keep(results, "altered", "The same photographs, altered", about, BOARDS, alone)
    about = "The corners of the board are given."
    keep(results, "altered-corners", "The same photographs, altered, corners given", about, BOARDS, given, page=None)
    rows = [
        cut_off(f"{alteration.name}{name}", [alter(each, alteration) for each in labels.boards(PHOTOS)], known)
        for alteration in CUTS
        for name, known in CUT_KNOWN
    ]
    about = "A side of the board is outside the picture. Cases in the picture are to be read, no other surely wrong."
    keep(results, "cut", "The same photographs, cut off", about, CUT, rows)


def cut_off(name: str, pictures: list[labels.Labelled], known: Known) -> Row:
    """Return one row: boards with a side outside the picture."""
    score, said = VisionScore(), 0
    for labelled in pictures:
        reading = read(picture_of(labelled), calibration_of(labelled, known), under_hands=True)
        score_cases(score, reading, labelled)
        score_corners(score, reading, labelled)
        said += Trouble.PARTLY_OUT_OF_VIEW in reading.troubles
    return (
        name,
        len(pictures),
        Share(score.cases_right, score.cases),
        score.cut_and_wrong,
        Share(said, len(pictures)),
        Share(sum(error <= CLOSE for error in score.corners), len(pictures)) if known == "nothing" else "given",
    )


def measure_renders(results: Results) -> None:
    """Measure the trictracs that others rendered."""
    pictures = labels.trictrac_renders(PHOTOS)
    rows = [boards("corners given", pictures, "corners"), boards("board found by itself", pictures, "nothing")]
    keep(results, "renders", "Trictracs of another renderer", "Not trained on.", BOARDS, rows)


DOUBT = ("pictures", "number", "leaning dice", "flat dice called leaning", "at least", "at least without need")
"""The columns of `doubts`."""


def doubts(name: str, pictures: list[labels.Labelled]) -> Row:
    """Return one row: whether readings report leaning dice and counts that are only a lower bound; corners given."""
    score = VisionScore()
    for labelled in pictures:
        reading = read(picture_of(labelled), calibration_of(labelled, "corners"), under_hands=True)
        score_cases(score, reading, labelled)
        score_dice(score, reading.dice, labelled)
    return (
        name,
        len(pictures),
        Share(score.leaning_reported, score.leaning),
        Share(score.flat_reported_leaning, score.flat),
        Share(score.hidden_reported, score.hidden),
        Share(score.whole_reported_hidden, score.whole),
    )


def measure_traced(results: Results) -> None:
    """Measure path traced trictracs, split by board; for the closed part only figures are printed."""
    rows: list[Row] = []
    doubtful: list[Row] = []
    for part in get_args(labels.Part):
        try:
            pictures = traced_tables(part, TRACED)
        except MitsubaMissing as error:
            print(f"traced: {part} part left out: {error}")
            continue
        shown = part == "open"
        rows.append(boards(f"{part} part, corners given", pictures, "corners", failures=shown))
        rows.append(boards(f"{part} part, by itself", pictures, "nothing", failures=shown))
        doubtful.append(doubts(f"path traced, {part} part", pictures))
    if not rows:
        return
    about = "Path traced by Mitsuba: dice of 12 to 18 pixels, some touching or leaning. Never trained on."
    keep(results, "traced", "Trictracs of a path tracer", about, BOARDS, rows)
    about = "Dice that lean and counts that are only a lower bound, and how often the reading says so."
    keep(results, "doubt", "What a reading cannot be sure of", about, DOUBT, doubtful)


def rows_of_renders(results: Results) -> None:
    """Measure our own renders."""
    made = rendered_tables(RENDERED)
    rows = [
        boards("corners given", made, "corners"),
        boards("board found by itself", made, "nothing"),
        boards("calibrated", made, "all"),
    ]
    about = "Boards, lights and cameras drawn by chance, of seeds never trained on."
    keep(results, "tables", "Our own renders", about, BOARDS, rows)
    results.table(
        "pieces",
        page=Page.ACCURACY,
        title="Jetons and pegs on our own renders",
        about="The same pictures, calibrated.",
        samples=len(made),
        unit="pictures",
        columns=("pictures", "jetons found", "jetons placed", "pegs found", "holes with a false peg"),
        rows=[pieces("calibrated", made)],
    )


def dice_on_desks(results: Results) -> None:
    """Measure the photographs of dice; those used for training are separate."""
    sets = {"dice_wood": labels.dice_wood(PHOTOS), "table": labels.dice(PHOTOS, kind="table")}
    rows = []
    for name, pictures in sets.items():
        kept = [each for each in pictures if held_out_photograph(str(each.path.relative_to(PHOTOS)))]
        rows.append(dice(f"{name}, never trained on", kept))
        rows.append(dice(f"{name}, trained on", [each for each in pictures if each not in kept]))
    rows.append(dice("burak, never trained on", labels.dice(PHOTOS, kind="burak")))
    keep(results, "dice", "Photographs of dice", "On desks and tables, by other people's cameras.", DICE, rows)


def measure_landings(results: Results) -> None:
    """Measure throws that count and throws that do not."""
    about = "A throw of each kind on rendered tables never trained on, and how it was reported."
    keep(results, "rests", "Throws that count and that do not", about, RESTS, list(rests(THROWS)))


def measure_moving(results: Results) -> None:
    """Measure rendered tables in motion."""
    rows = list(rendered_streams())
    results.table(
        "streams",
        page=Page.ACCURACY,
        title="Rendered tables in motion",
        about="A rest must be read, and bear the time of its first frame.",
        samples=sum(row[1].of for row in rows),
        unit="rests",
        columns=STREAMS,
        rows=rows,
    )


def measure_videos(results: Results) -> None:
    """Measure the videos beside the project."""
    rows = list(videos(PHOTOS))
    results.table(
        "videos",
        page=Page.ACCURACY,
        title="Videos of dice",
        about="The reading at the end of each, against the dice that lie there.",
        samples=len(rows),
        unit="videos",
        columns=("video", "dice there", "missed", "false", "throws right", "ms a frame"),
        rows=rows,
    )


def measure_taught(results: Results) -> None:
    """Measure taught tables, on further pictures of the same tables."""
    rows: list[Row] = [row for part in get_args(labels.Part) for row in renders_taught(part, TABLES_TAUGHT)]
    if PHOTOS.is_dir():
        rows += [photographs_taught(PHOTOS, part) for part in get_args(labels.Part)]
    keep_taught(results, rows)


def keep_taught(results: Results, rows: list[Row]) -> None:
    """Print and keep everything measured of taught tables, and for the page only their cases."""
    pictures = sum(int(row[1]) for row in rows if isinstance(row[1], int))
    about = "Further pictures of tables shown once: start, three throws, empty board. Dice are not taught."
    for name, page, wide in (("taught", Page.ACCURACY, TAUGHT_SHOWN), ("taught-whole", None, len(TAUGHT))):
        results.table(
            name,
            page=page,
            title="Tables that were taught",
            about=about,
            samples=pictures,
            unit="pictures",
            columns=TAUGHT[:wide],
            rows=[row[:wide] for row in rows],
        )


SETS: dict[str, Callable[[Results], None]] = {
    "boards": row_of_photographs,
    "more": measure_unseen,
    "reliability": measure_reliability,
    "altered": measure_altered,
    "renders": measure_renders,
    "traced": measure_traced,
    "tables": rows_of_renders,
    "taught": measure_taught,
    "dice": dice_on_desks,
    "rests": measure_landings,
    "streams": measure_moving,
    "videos": measure_videos,
    "speed": speed,
}
PHOTOGRAPHED = frozenset({"boards", "more", "reliability", "altered", "renders", "dice", "videos", "speed"})
"""Sets of photographs, or measured on one."""


def main(arguments: list[str]) -> int:
    """Print and keep the figures of the requested sets."""
    parser = parser_of("vision", __doc__)
    parser.add_argument("sets", nargs="*", choices=SETS, metavar="SET", help=f"{', '.join(SETS)}; all without one")
    given = parser.parse_args(arguments)
    wanted: list[str] = given.sets or list(SETS)
    results = Results("vision", arguments, given)
    print(f"a floor counts as found from a confidence of {CONFIDENT_FLOOR}")
    for name, measure in SETS.items():
        if name not in wanted:
            continue
        if name in PHOTOGRAPHED and not PHOTOS.is_dir():
            print(f"{name}: left out: the photographs ({PHOTOS}) are missing")
        else:
            measure(results)
    return 0
