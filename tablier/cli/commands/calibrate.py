"""`tablier calibrate`: show the camera where the board is, and teach it how the table looks (docs/calibrate.md)."""

from __future__ import annotations

import argparse
import queue
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from announce.page.server import PageFailed
from events.field import Corners
from tablier.cli import complain
from tablier.cli.commands.see import add_corners, corners_of
from tablier.cli.commands.teaching import EMPTY, NoPicture, lesson_after_lesson, through
from tablier.devices.calibrate import Learnt, annotate, calibrate
from tablier.devices.camera import Camera, Source, newest, source_of
from tablier.setup.calibration_wizard.page import walk
from tablier.storage.calibration_file import Kept, MeasuredLens, kept_lens, lens_of_charts, save
from tablier.storage.paths import Site, add_settings, site_of
from tablier.storage.recording import Frame
from tablier.storage.settings import SettingsError
from vision.calibration import CalibrationError, corners_from
from vision.picture_file import UnreadableImageError, load_image

PATIENCE: Final = 30.0
"""Seconds within which the camera must give a usable picture."""
SETTLING: Final = 2.0
"""Seconds a camera has to find its exposure and focus; earlier pictures are not used."""
NO_BOARD: Final = "--corners X,Y X,Y X,Y X,Y: the floor's corners in pixels, clockwise from the top left"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options."""
    parser.description = (
        "Teach the camera where the board is. Set the dames up for a game, all on the two talons, take hands and dice "
        "away, and run it: with --page, the easiest, or without a browser. The result is drawn into a picture "
        "next to the calibration: look at it."
    )
    add_settings(parser)
    parser.add_argument(
        "--page",
        action="store_true",
        help="be guided in a browser, with the camera's live picture, in French or English",
    )
    parser.add_argument("--image", type=Path, metavar="FILE", help="learn from a picture instead of the camera")
    parser.add_argument(
        "--teach",
        action="store_true",
        help="teach it your table as well: three throws and the empty board, two minutes; --page offers it by itself",
    )
    parser.add_argument(
        "--throws", nargs="+", type=Path, metavar="FILE", help="pictures of throws to teach, with --image"
    )
    parser.add_argument(
        "--empty", type=Path, metavar="FILE", help="a picture of the empty board to teach, with --image"
    )
    add_corners(parser)
    parser.add_argument(
        "--output",
        type=Path,
        metavar="FILE",
        help="write the calibration to this file, not the settings' camera.calibration",
    )
    parser.add_argument(
        "--charts",
        nargs="+",
        type=Path,
        metavar="FILE",
        help="measure the lens from these pictures of the printed lens chart, to straighten every picture "
        "(docs/calibrate.md); without them, the earlier measurement stays",
    )
    parser.add_argument("--no-lens", action="store_true", help="forget the earlier measurement of the lens")


def run(arguments: argparse.Namespace) -> int:
    """Calibrate, write the file and report; return 1, with nothing written, when calibration failed."""
    corners = corners_of(arguments)
    if arguments.page and (arguments.image is not None or corners is not None):
        print(
            "tablier calibrate: --page shows the camera's own picture, without --image and --corners", file=sys.stderr
        )
        return 2
    shown = bool(arguments.throws or arguments.empty)
    if (shown and arguments.image is None) or (arguments.teach and (arguments.page or arguments.image is not None)):
        print(
            "tablier calibrate: --throws and --empty go with --image; --teach looks through the camera, without --page",
            file=sys.stderr,
        )
        return 2
    try:
        site = site_of(arguments.settings)
        output = arguments.output or site.calibration
        lens = lens_of_charts(arguments.charts) if arguments.charts else kept_lens(output)
        if arguments.no_lens:
            lens = None
        if arguments.page:
            walk(site, lens, lambda image, learnt: _keep_and_tell(output, image, learnt))
            return 0
        if arguments.image is not None:
            image = load_image(arguments.image)
            learnt = _learn(image, site, corners, lens)
            if shown:
                learnt = lesson_after_lesson(image, learnt, _pictures_in_order(arguments.throws or [], arguments.empty))
        else:
            image, learnt = _from_camera(site, corners, lens)
            if arguments.teach:
                with through(_source(site)) as show:
                    learnt = lesson_after_lesson(image, learnt, show)
        _keep_and_tell(output, image, learnt)
    except (SettingsError, UnreadableImageError, OSError, PageFailed, NoPicture) as error:
        return complain("calibrate", error)
    except CalibrationError as error:
        print(f"tablier calibrate: nothing was learnt: {error}.", file=sys.stderr)
        if corners is None and not arguments.page:
            print(
                f"If the board is clearly visible, show where it is: with --page, or with {NO_BOARD}.",
                file=sys.stderr,
            )
        return 1
    return 0


def _learn(image: NDArray[np.uint8], site: Site, corners: Corners | None, lens: MeasuredLens | None) -> Learnt:
    """Learn the table from a picture; corners are pixels of the original picture, lens distortion included."""
    if lens is None:
        return calibrate(image, site.settings, corners)
    known = lens.of(image)
    if corners is not None:
        corners = corners_from(known.straighten_points(np.array(corners)).tolist())
    return calibrate(image, site.settings, corners, known)


def _keep_and_tell(output: Path, image: NDArray[np.uint8], learnt: Learnt) -> Path:
    """Write the calibration and its picture, and report both; return the calibration's file."""
    height, width = image.shape[:2]
    save(output, Kept(learnt.calibration, (width, height)))
    picture = output.with_suffix(".seen.jpg" if output.suffix == ".jpg" else ".jpg")
    picture.write_bytes(cv2.imencode(".jpg", annotate(image, learnt))[1].tobytes())
    _tell(learnt, output, picture)
    return output


def _pictures_in_order(throws: list[Path], empty: Path | None) -> Callable[[str], NDArray[np.uint8] | None]:
    """Return a function that gives these pictures in the order in which they are asked for."""
    left = list(throws)

    def show(wanted: str) -> NDArray[np.uint8] | None:
        if wanted == EMPTY:
            return None if empty is None else load_image(empty)
        return load_image(left.pop(0)) if left else None

    return show


def _source(site: Site) -> Source:
    source = source_of(site.settings.camera, site.folder)
    if source is None:
        raise NoPicture('camera.source is "none": name the camera in the settings, or give --image')
    return source


def _from_camera(site: Site, corners: Corners | None, lens: MeasuredLens | None) -> tuple[NDArray[np.uint8], Learnt]:
    """Return the camera's first usable picture, and the table as learnt from it.

    Raises CalibrationError, which says what was wrong with the last picture, and NoPicture when none came.
    """
    source = _source(site)
    frames: queue.Queue[Frame] = queue.Queue(maxsize=1)
    with Camera(source, deliver=lambda frame: newest(frames, frame)) as camera:
        print(f"Looking through the {source.name} ...", file=sys.stderr)
        began = time.monotonic()
        looked = False
        wrong: str | None = None
        announced: str | None = None
        while (now := time.monotonic()) < began + PATIENCE:
            try:
                image = frames.get(timeout=1.0).image
            except queue.Empty:
                wrong = None if camera.starting else camera.trouble
            else:
                if now < began + SETTLING and source.live:
                    continue
                looked = True
                try:
                    return image, _learn(image, site, corners, lens)
                except CalibrationError as error:
                    wrong = str(error)
            if wrong is not None and wrong != announced:
                print(f"Not yet: {wrong}.", file=sys.stderr)
                announced = wrong
        if not looked:
            raise NoPicture(wrong or f"{source.name}: no picture came")
        raise CalibrationError(wrong or f"{source.name}: no picture came any more")


def _tell(learnt: Learnt, output: Path, picture: Path) -> None:
    known = learnt.calibration
    if known.lens is not None:
        fx, _, _, _ = known.lens.camera
        print(f"The lens: focal length {fx:.0f} pixels, distortion k1 {known.lens.distortion[0]:+.3f}")
    print(f"The floor's corners: {' '.join(f'{x:.0f},{y:.0f}' for x, y in known.corners)}")
    if known.field is not None:
        print(f"The bar: {known.field.bar:.0f} mm of {known.field.width:.0f}")
    for name, lab in (("light", known.light), ("dark", known.dark)):
        seen = sum(case.count for case in learnt.reading.cases if case.colour == name)
        if lab is not None:
            colour = "L {:.0f} a {:.0f} b {:.0f}".format(*lab)
            print(f"The {name} dames: at least {seen} seen, colour {colour}")
    if known.taught is not None:
        light, dark = len(known.taught.light), len(known.taught.dark)
        print(f"The table was taught: {light} light and {dark} dark dames, and the floor")
    for remark in learnt.remarks:
        print(f"Note: {remark}.")
    print(f"Written: {output}. Look at {picture}: the green lines must lie on the floor's edges and between its cases.")
