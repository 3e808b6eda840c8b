"""Moving pictures: rendered tables whose rests are all known, and the videos beside the project."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from bench._results import Share
from bench._tables import calibration_of
from simulation.render.compositor import Compositor
from simulation.render.truth import truth_of
from simulation.scene import Scene
from simulation.sensors.simulated_vision import FRAME_RATE, in_view
from tablier.devices.simulated_source import InventedTable
from tablier.games.plan import Plan
from vision.calibration import Calibration, corners_from
from vision.stream.frames import SETTLE, Motion, Stream

LOOKS = (None, 900_000_101, 900_000_102, 900_000_103)
"""The plain table from above, and three looks of seeds never trained on."""
SECONDS = 30.0
"""Seconds of each table that are shown."""
HIDDEN = 0.001
"""A hand that hides a smaller share of the floor counts as outside it."""
DICE_CLIPS: dict[str, tuple[int, ...]] = {
    "dice_test10es.mp4": (1, 3, 5),
    "dice_test11ess.mp4": (3, 4, 5),
    "dice_test12koldra.mp4": (2, 5, 6),
    "dice_test5black.mp4": (2, 3, 6),
    "dice_test6big.mp4": (1, 1, 1, 3, 4, 6),
    "dice_thrown_720p.mp4": (3, 4),
}
"""The dice at the end, as a person reads them (dice_test13slabajakosc.mp4 repeats dice_test12koldra.mp4)."""
THROWS: tuple[tuple[int, ...], ...] = ((1,), (2,), (3,), (4,), (5,), (6,), (5, 6), (3, 4))
"""The throws of dice_thrown_720p.mp4, in order."""
MATCH = "backgammon_match.mp4"
MATCH_CORNERS_OF = "match_f0150"
"""The labelled frame that has the corners of the match's board."""


@dataclass(slots=True)
class FilmRests:
    """The readings of the rests of one film."""

    rests: int = 0
    read: int = 0
    thrown: int = 0
    on_time: int = 0
    late: list[float] = field(default_factory=list)
    hand_frames: int = 0
    under_hand: int = 0


STREAMS = ("table", "rests read", "dice timed to a frame", "longest, ms", "read under a hand", "frames with a hand")
"""The columns of `rendered_streams`."""


def rendered_streams() -> Iterator[tuple[str, Share, Share, float, int, int]]:
    """Yield a row for each table: rests read and when, and readings that should not exist."""
    for number, look in enumerate(LOOKS):
        rests = _film(InventedTable(Plan(seed=900 + number, look=look, pace=1.5)))
        worst = max(rests.late, default=0.0)
        yield (
            f"look {look or 'plain'}",
            Share(rests.read, rests.rests),
            Share(rests.on_time, rests.thrown),
            1000 * worst,
            rests.under_hand,
            rests.hand_frames,
        )


def _film(invented: InventedTable) -> FilmRests:
    """Show a stream the first SECONDS of a table.

    A rest is a run of frames without a moving piece or a hand. Its reading must have the time of its first frame, to
    within a frame.
    """
    compositor = Compositor(invented.style, invented.camera)
    stream = Stream(calibration_of(invented.camera, invented.style.field))
    rests, step = FilmRests(), 1 / FRAME_RATE
    before: Scene | None = None
    began: float | None = None  # The start of the present rest, None in motion.
    withdrew = False  # Whether the rest began when a hand withdrew, not when dice stopped.
    announced: float | None = None  # The time of its reading.
    # The scene of the picture before; a rest that is already over is read from it.
    previous = invented.table.scene_at(0.0)

    def end_rest(t: float) -> None:
        if began is None or t - began < SETTLE + 3 * step:
            return
        rests.rests += 1
        if announced is not None:
            rests.read += 1
            rests.late.append(abs(announced - began))
            rests.thrown += not withdrew
            rests.on_time += not withdrew and rests.late[-1] <= 1.01 * step

    for number in range(round(SECONDS * FRAME_RATE)):
        t = number * step
        scene = invented.table.scene_at(t)
        now = in_view(scene, invented.style.field)
        if now != before:
            end_rest(t)
            withdrew = before is not None and bool(before.hands)
            began, announced = (None if now.hands else t), None
        before = now
        rests.hand_frames += bool(now.hands)
        seen = stream.feed(t, compositor.picture(scene, number, compress=False))
        shown, previous = (previous if seen.motion is Motion.MOVING else scene), scene
        reading = seen.reading
        if reading is None or reading.hands or not reading.settled:
            continue
        if in_view(shown, invented.style.field).hands:
            rests.under_hand += truth_of(shown, compositor).hidden > HIDDEN
        elif began is not None and announced is None:
            announced = reading.t
    end_rest(SECONDS)
    return rests


def videos(photos: Path) -> Iterator[tuple[str, int, int, int, str | Share, float]]:
    """Yield a row for each video: dice there at the end, missed, false; throws right; milliseconds a frame."""
    folder = photos / "video"
    for name, there in DICE_CLIPS.items():
        readings, _, ms = _watch(folder / name, None)
        dice = [values for _, values in readings if values]
        last = Counter(dice[-1]) if dice else Counter()
        missed, false = Counter(there) - last, last - Counter(there)
        throws: str | Share = ""
        if len(there) == len(THROWS[-1]) and name.startswith("dice_thrown"):
            throws = Share(sum(a == b for a, b in zip(dice, THROWS, strict=False)), len(THROWS))
        yield name, len(there), missed.total(), false.total(), throws, ms
    boards = json.loads((photos / "boards.json").read_text())["boards"]
    (labelled,) = [board for board in boards if MATCH_CORNERS_OF in board["file"]]
    known = Calibration(corners=corners_from(labelled["corners_TL_TR_BR_BL"]))
    readings, motions, ms = _watch(folder / MATCH, known)
    hands = f"{len(readings)} rests read, {motions[Motion.HANDS]} frames with hands"
    yield MATCH, 0, 0, 0, hands, ms


def _watch(
    path: Path, calibration: Calibration | None
) -> tuple[list[tuple[float, tuple[int, ...]]], Counter[Motion], float]:
    """Return the settled readings without a hand (time, values of the dice), frames by motion, and ms a frame."""
    film = cv2.VideoCapture(str(path))
    rate = film.get(cv2.CAP_PROP_FPS)
    stream = Stream(calibration, dice_only=calibration is None)
    readings: list[tuple[float, tuple[int, ...]]] = []
    motions: Counter[Motion] = Counter()
    spent, number, resting = 0.0, 0, False
    while True:
        good, frame = film.read()
        if not good:
            break
        started = time.process_time()
        seen = stream.feed(number / rate, np.asarray(frame, np.uint8))
        spent += time.process_time() - started
        motions[seen.motion] += 1
        if seen.reading is not None and seen.reading.settled and not seen.reading.hands:
            values = tuple(sorted(die.value for die in seen.reading.dice))
            # A later reading of the same rest replaces the earlier one.
            if readings and resting:
                readings.pop()
            readings.append((seen.reading.t, values))
        resting = seen.motion is Motion.STILL
        number += 1
    return readings, motions, 1000 * spent / max(number, 1)
