"""Examine what the camera sees: whether pictures come, light, focus, and whether the board or camera has moved."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from events.board_reading import Trouble
from events.field import Corners, Field
from tablier.devices.camera import FIRST_PICTURE, Camera, source_of
from tablier.setup.doctor.finding import Finding, good, note, off, wrong
from tablier.storage.calibration_file import CalibrationFileError, Kept, load
from tablier.storage.paths import Site
from tablier.storage.recording import Frame
from tablier.storage.settings import CameraSettings
from vision.calibration import Lens
from vision.locate.flat import look
from vision.locate.rectify import FLOOR, MARGIN, flatten
from vision.locate.view_quality import BLURRED, BURNT, LOW, SMALLEST_DIE, SOFT, blur, measure
from vision.read import exposure, locate

PICTURES: Final = 30
"""Pictures to examine."""
SLOW: Final = 0.6
"""A camera that gives less than this share of the requested pictures is slow."""
GLARE: Final = 0.02
"""A larger share of the floor burnt out to white hides dames and dice."""
FLICKER: Final = 0.03
"""Brightness that varies from picture to picture by more than this share means a lamp that flickers."""
MOVED: Final = 0.02
"""A corner moved by more than this share of the floor's width puts dames on other cases."""

MENDS: Final = {
    "usb": "is it plugged in, and does no other program (a running table) use it? "
    "The command ls /dev/video* lists those there are; camera.device in the settings is the number of one",
    "csi": "is the ribbon pushed home at both ends? rpicam-hello --list-cameras must name it (apt install rpicam-apps)",
    "film": "camera.film must name a film, a picture or a folder of pictures",
}


@dataclass(frozen=True, slots=True)
class Watched:
    """Pictures of the camera, and its trouble when they are too few."""

    frames: tuple[Frame, ...]
    trouble: str | None


def sight(site: Site) -> Iterator[Finding]:
    """Examine what the camera sees."""
    camera = site.settings.camera
    watched = watch(site)
    if watched is None:
        yield off("camera", 'nothing is looked at: the settings say camera.source = "none"')
        return
    try:
        kept: Kept | CalibrationFileError = load(site.calibration)
    except CalibrationFileError as error:
        kept = error
    if not watched.frames:
        yield wrong("camera", watched.trouble or "no picture came", MENDS[camera.source])
        if isinstance(kept, CalibrationFileError):
            yield wrong("calibration", str(kept), "mend the camera first, then: tablier calibrate --page")
        return
    yield camera_finding(watched.frames, camera)
    yield from findings(watched.frames, kept)


def watch(site: Site) -> Watched | None:
    """Take some pictures with the camera; None when the settings name none. The last ones count: exposure adapts."""
    source = source_of(site.settings.camera, site.folder)
    if source is None:
        return None
    frames: list[Frame] = []
    enough = threading.Event()

    def deliver(frame: Frame) -> None:
        frames.append(frame)
        if len(frames) >= PICTURES:
            enough.set()

    with Camera(source, deliver=deliver) as camera:
        came = PICTURES / site.settings.camera.frames_per_second
        enough.wait(FIRST_PICTURE if source.device is None or os.path.exists(source.device) else 1.0)
        if frames:
            enough.wait(3 * came)
        trouble = camera.trouble
    return Watched(tuple(frames[:PICTURES]), trouble)


def camera_finding(frames: Sequence[Frame], settings: CameraSettings) -> Finding:
    """Examine whether the camera gives the size and rate that the settings ask for."""
    height, width = frames[-1].image.shape[:2]
    span = frames[-1].t - frames[0].t
    rate = (len(frames) - 1) / span if span > 0 else 0.0
    said = f"{width} x {height}, {rate:.0f} pictures a second"
    if settings.source != "film" and (width, height) != (settings.width, settings.height):
        return note(
            "camera",
            f"{said}; the settings ask for {settings.width} x {settings.height}, which it does not give",
            f"set camera.width = {width} and camera.height = {height}, and calibrate again",
        )
    if settings.source != "film" and rate < SLOW * settings.frames_per_second:
        return note(
            "camera",
            f"{said}, of {settings.frames_per_second:g}",
            "more light lets it expose for less long; a USB 3 port, or a smaller picture, if that does not help",
        )
    return good("camera", said)


def findings(frames: Sequence[Frame], kept: Kept | CalibrationFileError) -> Iterator[Finding]:
    """Examine light, focus and calibration; `kept` is the calibration, or why there is none."""
    image = frames[-1].image
    known = None if isinstance(kept, CalibrationFileError) or kept.size != _size(image) else kept
    if known is not None and known.calibration.lens is not None:
        image = known.calibration.lens.straighten(image)
    dark = exposure(image)
    if dark is not None:
        yield _exposure(dark)
        yield _unseen(kept)
        return
    seen = locate(image, *((None, None) if known is None else (known.calibration.field, known.calibration.lens)))
    corners = seen or (known.calibration.corners if known is not None else None)
    yield _light(frames, image, corners)
    if corners is not None:
        field = (known.calibration.field if known is not None else None) or Field()
        yield _focus(image, corners, field)
        yield _place(image, corners, field, known.calibration.lens if known is not None else None)
    yield _calibration(image, kept, seen)


def _size(image: NDArray[np.uint8]) -> tuple[int, int]:
    return image.shape[1], image.shape[0]


def _exposure(trouble: Trouble) -> Finding:
    if trouble is Trouble.TOO_DARK:
        return wrong("light", "too dark to see anything", "a lamp over the board; is the cap off the lens?")
    return wrong("light", "too bright to see anything", "keep lamps and sun out of the camera's view")


def _light(frames: Sequence[Frame], image: NDArray[np.uint8], corners: Corners | None) -> Finding:
    levels = np.array([float(frame.image[::8, ::8].mean()) for frame in frames[-PICTURES // 2 :]])
    if corners is not None:
        floor = flatten(image, corners).image[MARGIN[1] : -MARGIN[1], MARGIN[0] : -MARGIN[0]]
        dark = exposure(floor)
        if dark is not None:
            return _exposure(dark)
        burnt = floor.min(axis=2) >= BURNT
        if float(burnt.mean()) > GLARE:
            return note(
                "light",
                f"a lamp or window shines back from {burnt.mean():.0%} of the board, most of it {_where(burnt)}",
                "move the lamp aside, or hang something white and thin before it: dice in the glare cannot be read",
            )
    wander = float(levels.std() / max(levels.mean(), 1.0))
    if wander > FLICKER:
        return note(
            "light",
            f"the brightness wanders by {wander:.0%} from picture to picture",
            "another lamp: some flicker with the mains; or day that changes quickly",
        )
    return good("light", "neither too dark nor too bright")


def _where(burnt: NDArray[np.bool_]) -> str:
    """Return the quarter of the floor with the most glare."""
    height, width = burnt.shape
    shares = {
        f"{row} {side}": float(
            burnt[
                slice(0, height // 2) if row == "far" else slice(height // 2, None),
                slice(0, width // 2) if side == "left" else slice(width // 2, None),
            ].mean()
        )
        for row in ("far", "near")
        for side in ("left", "right")
    }
    return max(shares, key=lambda name: shares[name])


def _focus(image: NDArray[np.uint8], corners: Corners, field: Field) -> Finding:
    millimetres = blur(image, corners) * field.width
    said = f"edges on the board are {millimetres:.1f} mm soft"
    mend = "turn the lens until the flèches' edges are crisp; wipe it; fasten the camera so that it does not tremble"
    if millimetres > BLURRED:
        return wrong("focus", f"{said}: dice cannot be read", mend)
    if millimetres > SOFT:
        return note("focus", f"{said}: dice will be read badly", mend)
    return good("focus", f"sharp ({said})")


def _place(image: NDArray[np.uint8], corners: Corners, field: Field, lens: Lens | None) -> Finding:
    """Examine whether the camera is high and near enough."""
    view = flatten(image, corners)
    seen = measure(image, corners, view, look(view), field, lens)
    if seen.die is None or seen.tilt is None:
        return note("place", "where the camera stands is unknown", "measure the board again: [board] in the settings")
    said = f"{seen.tilt:.0f} degrees from straight above, dice of {seen.die:.0f} pixels"
    if seen.tilt > LOW:
        return wrong("place", f"{said}: the camera is too low, rails and dames hide too much", "put it above the board")
    if seen.die < SMALLEST_DIE:
        mend = f"bring the camera nearer, or let it give larger pictures: {SMALLEST_DIE:g} pixels are needed"
        return wrong("place", f"{said}: the board is too small in the picture", mend)
    return good("place", said)


def _unseen(kept: Kept | CalibrationFileError) -> Finding:
    if isinstance(kept, CalibrationFileError):
        return wrong("calibration", str(kept), "mend the light first, then: tablier calibrate --page")
    return note("calibration", "not compared: nothing can be seen", "mend the light first")


def _calibration(image: NDArray[np.uint8], kept: Kept | CalibrationFileError, seen: Corners | None) -> Finding:
    """Examine whether the floor that is found agrees with the calibrated corners."""
    again = "run tablier calibrate --page with the dames at the start"
    if isinstance(kept, CalibrationFileError):
        return wrong("calibration", str(kept), again)
    if kept.size != _size(image):
        made, gives = (f"{width} x {height}" for width, height in (kept.size, _size(image)))
        return wrong("calibration", f"made for pictures of {made}, but the camera gives {gives}", again)
    if seen is None:
        return note(
            "calibration",
            "the board is not recognised in the picture, so its place was not compared",
            "take away what covers it; if it is in full view, look at the picture tablier calibrate writes",
        )
    then, now = np.array(kept.calibration.corners), np.array(seen)
    away = float(np.linalg.norm(now - then, axis=1).max() / np.linalg.norm(then[1] - then[0]))
    said = f"the board is within {away:.1%} of its width of where it was calibrated"
    if away > MOVED:
        return wrong("calibration", f"the board or the camera has moved: a corner by {away:.0%} of the width", again)
    if min(_spans(now)) < FLOOR[0] * 0.75:
        return note("calibration", f"{said}, but small in the picture", "bring the camera nearer, or zoom in")
    return good("calibration", said)


def _spans(corners: NDArray[np.float64]) -> tuple[float, float]:
    """Return the floor's width along its far and its near edge, in pixels."""
    far, near = corners[1] - corners[0], corners[2] - corners[3]
    return float(np.linalg.norm(far)), float(np.linalg.norm(near))
